"""Call or fold: the value of the stacks after a hand."""
