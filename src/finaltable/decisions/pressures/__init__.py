"""Bubble factors: the cost of losing a stack divided by the gain of winning one."""
