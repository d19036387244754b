"""Finish and knockout probabilities."""
