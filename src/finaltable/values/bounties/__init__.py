"""Expected income from bounties."""
