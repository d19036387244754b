"""The Dependent Chip Model: chooses among tree, sample, exact and paper."""
