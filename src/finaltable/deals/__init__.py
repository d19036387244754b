"""Deals: the terms a table agrees on, and who gets what."""

# Proposals by name: here, where a question can have them without loading how they are valued.
PROPOSALS = ("icm", "sem", "dcm", "between", "chip_chop", "equal")
RULES = ("between", "chip_chop", "equal")  # which need no model of their own
USUAL = ("icm", "sem", "dcm", "chip_chop", "equal")
