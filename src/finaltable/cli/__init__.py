"""The command line."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end with its exit code."""
    try:
        from finaltable.cli.app import run

        code = run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # also while the program is still being loaded
        code = 130
    sys.exit(code)
