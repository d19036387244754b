"""Hands, ranges, and who wins all-in before the flop."""
