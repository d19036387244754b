"""Report of simulated hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.errors import counted
from finaltable.histories.hand import Act
from finaltable.reporting.layout import Cell, Grid, Note, Report
from finaltable.reporting.words import MoneyFormat, amount

if TYPE_CHECKING:
    from finaltable.histories.history import History

IN = frozenset({Act.CALL, Act.RAISE})


def simulated_report(history: History) -> Report:
    """Return how often each player put chips in by choice, and the mean of the chips they won or lost."""
    hands, chips = history.hands, MoneyFormat()
    rows: list[tuple[Cell | str, ...]] = []
    for seat in hands[0].seats:
        entered = sum(any(one.player == seat.name and one.act in IN for one in hand.actions) for hand in hands)
        won = sum(float(hand.stacks_after[seat.name] - seat.stack) for hand in hands) / len(hands)
        share = f"{100 * entered / len(hands):.1f} %"
        rows.append((seat.name, amount(seat.stack), share, Cell(chips.signed(won), chips.tone(won))))
    return Report(
        (
            Note(f"{counted(len(hands), 'hand')}, dealt with real cards and played as the solution says.", ""),
            Note(""),
            Grid(("Player", "Stack", "puts chips in", "chips per hand"), tuple(rows)),
        )
    )
