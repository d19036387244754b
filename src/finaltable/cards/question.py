"""The question which hands are in a range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import TEXTS

if TYPE_CHECKING:
    from finaltable.answers.decision import HandsOfRangeDict
    from finaltable.cards.range import Range
    from finaltable.reporting.layout import Report


@dataclass(frozen=True)
class HandsOfRange:
    """A range, spelled out."""

    range: Range

    def to_dict(self) -> HandsOfRangeDict:
        """Return everything ready for JSON."""
        from finaltable.cards.hand import class_name
        from finaltable.cards.range import class_weights

        parts = class_weights(self.range)
        return {
            "range": str(self.range),
            "combos": self.range.combos,
            "hands": [[str(combo), weight] for combo, weight in self.range.weights()],
            "classes": {class_name(number): round(weight, 9) for number, weight in enumerate(parts) if weight},
        }


@shown
class RangeShown(Shown):
    """A grid of hands."""

    def show(self, answer: HandsOfRange, currency: str) -> Report:
        """Return the report."""
        from finaltable.cards.report import range_report

        del currency
        return range_report(answer.range)


@question(
    "range",
    help="Show a range in its shortest form and as a grid.",
    examples=("range '22+, A2s+, KTs+, QJs, A8o+, KJo+'", "range 20%"),
    example={"hands": ["22+, A2s+, KTs+, QJs, A8o+, KJo+"]},
    shown=RangeShown,
    needs="",
    cores=False,
)
class RangeQuestion(Question):
    """A range."""

    hands: list[str] = given(TEXTS, help="A range: TT+, AJs+, A5s-A2s, JTs-76s, AhKh, 20%, AA:0.5.", flags=("",))

    def ask(self, run: Run) -> HandsOfRange:
        """Read it."""
        from finaltable.cards.range import Range

        del run
        return HandsOfRange(Range.read(" ".join(self.hands)))


QUESTION = RangeQuestion
