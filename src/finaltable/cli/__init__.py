"""The command line."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    try:
        from finaltable.cli.app import run

        code = run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # also during imports
        code = 130
    sys.exit(code)
