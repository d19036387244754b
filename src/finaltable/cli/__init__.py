"""The command line."""

from finaltable.cli.app import Exit, main

__all__ = ["Exit", "main"]
