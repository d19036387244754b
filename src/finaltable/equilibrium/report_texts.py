"""A whole solution as CSV, and its ranges as texts for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from finaltable.cards.hand import class_name
from finaltable.cards.range_texts import FORMS
from finaltable.equilibrium.solution import SIZES, as_range
from finaltable.errors import check_choice

if TYPE_CHECKING:
    from finaltable.equilibrium.solution import Nash

HEADER = ("model", "decision", "seat", "facing", "raised_by", "action", "hand", "combos", "frequency", "ev", "reach")


def nash_rows(found: Nash) -> Iterator[tuple[object, ...]]:
    """Yield a row per decision and hand, with the columns of `HEADER`; players faced are joined by commas."""
    for node in found.nodes:
        own = found.strategy(node)
        front = (found.model, found.name_of(node), own.seat, ", ".join(own.facing), own.raised_by, own.action)
        held = found.reach[found.index_of(node)] * found.raised(node)
        for number, size in enumerate(SIZES.astype(int).tolist()):
            name = class_name(number)
            yield (*front, name, size, own.hands[name], own.ev[name], float(held[number]))


def nash_csv(found: Sequence[Nash]) -> str:
    """Return all decisions and hands of solutions as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for one in found:
        writer.writerows(nash_rows(one))
    return out.getvalue()


def range_lines(found: Sequence[Nash], form: str) -> str:
    """Return a line per decision: its name, a colon, and its range in one of the `FORMS`; "fold" if it is empty."""
    form = check_choice("form", form, tuple(FORMS))
    lines = []
    for one in found:
        model = f"{one.model}, " if len(found) > 1 else ""
        for node in one.nodes:
            hands = as_range(one.hands(node))
            lines.append(f"{model}{one.name_of(node)}: {'fold' if hands is None else hands.write(form)}\n")
    return "".join(lines)
