"""Call or fold: the chips in a hand, and what the stacks it leaves are worth."""
