"""Run every benchmark: ``make bench``."""

from __future__ import annotations

import sys

from benchmarks import engine
from benchmarks.measure import machine

if __name__ == "__main__":
    print(f"finaltable benchmarks on {machine()}")
    sys.exit(1 if engine.run() else 0)
