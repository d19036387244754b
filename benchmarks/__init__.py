"""Benchmarks of every speed claim; both sides are measured in one run."""
