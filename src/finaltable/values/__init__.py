"""Values of stacks: equities, finish probabilities, bounties, sweeps, close stacks, the game tree."""
