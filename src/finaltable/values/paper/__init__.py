"""The numbers of the paper, recomputed."""
