"""Scoring: which model predicted real tournaments best."""
