"""Deals: the terms of a table, and the payments by each proposal."""

# Proposals by name: here, so that a question can list them without importing the models.
PROPOSALS = ("icm", "sem", "dcm", "between", "chip_chop", "equal")
RULES = ("between", "chip_chop", "equal")  # proposals that are not models
USUAL = ("icm", "sem", "dcm", "chip_chop", "equal")
