"""Equities as one stack grows."""
