"""The numbers of the paper, computed again."""
