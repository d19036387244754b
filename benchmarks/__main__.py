"""Run every benchmark and write the figures into the documentation: ``make bench``."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

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
from benchmarks.headlines import keep
from benchmarks.measure import LINES, machine, say

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
    keep(LINES)
    print(f"\nBars missed: {missed}.")
    sys.exit(1 if missed else 0)
