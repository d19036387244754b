"""Run every benchmark: ``make bench``."""

from __future__ import annotations

import sys

from benchmarks import deals, decisions, engine, fields, web
from benchmarks.measure import machine

if __name__ == "__main__":
    print(f"finaltable benchmarks on {machine()}")
    missed = engine.run() + fields.run() + decisions.run() + deals.run() + web.run()
    print(f"\n{missed} bars missed")
    sys.exit(1 if missed else 0)
