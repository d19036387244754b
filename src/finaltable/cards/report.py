"""Report of a range."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.reporting.layout import Drawing, Note, Report

if TYPE_CHECKING:
    from finaltable.cards.range import Range


def range_report(hands: Range) -> Report:
    """Return the shortest form of a range, its size and its grid."""
    size = f"{hands.combos:g} of 1,326 hands, {100 * hands.combos / 1326:.1f} %"
    return Report((Note(str(hands), "strong"), Note(f"{size}."), Note(""), Drawing(tuple(hands.grid().splitlines()))))
