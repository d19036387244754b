"""Hands, ranges, and all-in showdowns before the flop."""
