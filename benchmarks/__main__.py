"""Run every benchmark and write the figures into the documentation: ``make bench``."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import (
    arrival,
    bounties,
    cards,
    deals,
    decisions,
    device,
    elimination,
    engine,
    fields,
    files,
    histories,
    icm,
    look_ahead,
    page,
    push_fold,
    raises,
    reviews,
    tables,
    tournament,
    web,
)
from benchmarks.measure import LINES, machine, say

PAGE = Path(__file__).parent.parent / "docs" / "how-it-works" / "speed.md"
MARK = "<!-- below: written by make bench -->\n"


def keep() -> None:
    """Write the figures below the marker in their page."""
    above, mark, _ = PAGE.read_text("utf-8").partition(MARK)
    PAGE.write_text(above + mark + "\n" + "\n".join(LINES).strip() + "\n", "utf-8")


if __name__ == "__main__":
    say(f"Measured on {datetime.now(UTC):%Y-%m-%d}: {machine()}.")
    parts = (
        engine,
        elimination,
        fields,
        icm,
        bounties,
        decisions,
        push_fold,
        raises,
        tournament,
        look_ahead,
        cards,
        arrival,
        histories,
        reviews,
        deals,
        tables,
        web,
        page,
        device,
        files,
    )
    missed = sum(part.run() for part in parts)
    say(f"\nBars missed: {missed}.")
    keep()
    sys.exit(1 if missed else 0)
