"""Equities of one table: under one model, or several side by side."""
