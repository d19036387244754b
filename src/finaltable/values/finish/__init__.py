"""Finish probabilities, and who busts whom."""
