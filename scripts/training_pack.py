"""Solve the spots that come with the package: ``make pack``, or ``python -m scripts.training_pack FOLDER``.

Tables are drawn from a fixed seed, and each gives a few spots; every number is the same on every machine, as far as
the solver's are.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from finaltable.training.choose_hand import choose, menu_of
from finaltable.training.draws import Draws
from finaltable.training.explain import explain
from finaltable.training.pack import CHARTS, FILE, split
from finaltable.training.session import Training
from finaltable.training.settings import Settings
from finaltable.training.solved import solve_layout
from finaltable.training.spot_table import draw_layout
from finaltable.training.training_spot import TrainingSpot

PACKAGE = Path(__file__).parent.parent / "src" / "finaltable"
PACK = tuple(PACKAGE / name for name in (FILE, CHARTS))
SEED, SPOTS, EACH = 1, 500, 3
KINDS = (
    Settings(players=(2, 4)),
    Settings(players=(3, 5), bounties="any"),
    Settings(players=(3, 6), stacks=(3.0, 25.0)),
    Settings(players=(3, 6), stacks=(8.0, 16.0), raise_to=2.2),
)


def spots_of_table(number: int) -> list[TrainingSpot]:
    """Draw and solve a table, and return a few of its spots."""
    draws = Draws(SEED, "pack", number)
    solved = solve_layout(draw_layout(KINDS[number % len(KINDS)], draws))
    menu = menu_of(solved)
    chosen = [choose(menu, draws) for _ in range(EACH)]
    return [explain(solved, *asked) for asked in dict.fromkeys(chosen) if asked is not None]


def all_spots(most: int = SPOTS) -> Iterator[TrainingSpot]:
    """Yield spots, table by table, until there are enough."""
    found = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for start in range(0, most, 20):
            for spots in pool.map(spots_of_table, range(start, start + 20)):
                for spot in spots[: most - found]:
                    found += 1
                    yield spot
            if found >= most:
                return


def written(spots: list[TrainingSpot]) -> list[str]:
    """Return both files of the pack, each one line of JSON."""
    parts = split(Training(SEED, "pack", tuple(spots)).to_dict())
    return [json.dumps(part, separators=(",", ":"), allow_nan=False) + "\n" for part in parts]


if __name__ == "__main__":
    began = time.monotonic()
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PACK[0].parent
    folder.mkdir(exist_ok=True)
    for path, text in zip(PACK, written(list(all_spots())), strict=True):
        (folder / path.name).write_text(text, "utf-8")
        sys.stdout.write(f"{path.name}: {len(text):,} bytes after {time.monotonic() - began:.0f} s\n")
