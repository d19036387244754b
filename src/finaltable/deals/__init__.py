"""Deals: the terms a table agrees on, and who gets what."""
