"""Write the constants that the page shares with Python: make constants.

Each keeps its Python name, where a comment explains it.
"""

from __future__ import annotations

import inspect
import json
import math
from pathlib import Path
from typing import Any

from finaltable.cards.hand import CLASSES, RANKS, combos_of
from finaltable.cards.preflop import SAMPLES
from finaltable.cards.range import EVERYTHING, MAX_RANGE
from finaltable.cards.three import board_table
from finaltable.deals import PROPOSALS
from finaltable.deals.report_bounties import MOST_NAMED
from finaltable.deals.terms import FINEST
from finaltable.decisions.decide import decide
from finaltable.equilibrium.card_errors import CARD_ERROR, CARD_ERROR_ELSEWHERE, RAISER_FACES_TWO
from finaltable.equilibrium.files import FORMAT, LONGEST_MODEL, MOST_SHARE, MOST_SWEEPS
from finaltable.equilibrium.lineup import MOST_PLAYERS
from finaltable.equilibrium.look_ahead import CHOICES as LOOK_AHEAD
from finaltable.equilibrium.nash import VALUES, nash
from finaltable.equilibrium.solution import OFTEN_THREE, UNREACHED
from finaltable.models.icm_bounty import ASSUMPTION
from finaltable.models.sem.bounty import MAX_TREE_PLAYERS
from finaltable.table.array_files import MOST_BYTES
from finaltable.table.names import MAX_NAME, TURNS, UNSEEN
from finaltable.table.numbers import LARGEST, SMALLEST
from finaltable.table.paste import MAX_PASTED
from finaltable.table.structures import shares
from finaltable.table.text import CURRENCIES, MAX_LINE, UNITS
from finaltable.training.repetition import INTERVALS
from finaltable.training.solved import MIXED, SHOWN
from finaltable.training.training_spot import DEPTHS

WRITTEN = Path(__file__).parents[1] / "src" / "finaltable" / "web" / "static" / "app" / "constants.js"
CONSTANTS: dict[str, Any] = {
    "ASSUMPTION": ASSUMPTION,
    "BOARDS": math.comb(48, 5),
    "CLASSES": CLASSES,
    "COMBOS": sum(len(combos_of(number)) for number in range(CLASSES)),
    "CURRENCIES": CURRENCIES,
    "DECIDE_TOLERANCE": inspect.signature(decide).parameters["tolerance"].default,
    "DEPTHS": DEPTHS,
    "EVERYTHING": EVERYTHING,
    "FINEST": FINEST,
    "INTERVALS": INTERVALS,
    "LARGEST": LARGEST,
    "LOOK_AHEAD": LOOK_AHEAD,
    "MAX_LINE": MAX_LINE,
    "MAX_NAME": MAX_NAME,
    "MAX_PASTED": MAX_PASTED,
    "MAX_RANGE": MAX_RANGE,
    "MAX_TREE_PLAYERS": MAX_TREE_PLAYERS,
    "MIXED": MIXED,
    "MODELS": SHOWN,
    "MOST_NAMED": MOST_NAMED,
    "NASH": {
        "MOST_PLAYERS": MOST_PLAYERS,
        "SECONDS": inspect.signature(nash).parameters["max_seconds"].default,
        "TOLERANCE": inspect.signature(nash).parameters["tolerance"].default,
        "VALUES": VALUES,
        "UNREACHED": UNREACHED,
        "CARD_ERROR": CARD_ERROR,
        "CARD_ERROR_ELSEWHERE": CARD_ERROR_ELSEWHERE,
        "RAISER_FACES_TWO": RAISER_FACES_TWO,
    },
    "OFTEN_THREE": OFTEN_THREE,
    "PROPOSALS": PROPOSALS,
    "RANKS": RANKS,
    "SAMPLES": SAMPLES,
    "SMALLEST": SMALLEST,
    "SOLUTION": {
        "magic": FORMAT.magic.decode(),
        "most_header": FORMAT.most_header,
        "most_bytes": MOST_BYTES,
        "most_sweeps": MOST_SWEEPS,
        "longest_model": LONGEST_MODEL,
        "most_share": MOST_SHARE,
    },
    "STRUCTURES": shares(),
    "THREE": {"SCALES": board_table().scales.tolist()},
    "TURNS": f"[{TURNS}]",
    "UNITS": {name: int(unit) for name, unit in UNITS.items()},
    "UNSEEN": UNSEEN.pattern,
}


def main() -> None:
    """Write the module; `make constants` formats it."""
    lines = [f"export const {name} = {json.dumps(value)};\n" for name, value in CONSTANTS.items()]
    head = "// Constants that Python has too. Written by `make constants`: edit them in Python.\n"
    WRITTEN.write_text(head + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
