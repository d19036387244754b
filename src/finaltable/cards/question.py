"""The question `range`: the hands in a range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from finaltable.answers import Answer, json_fields
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import TEXTS, WORD

if TYPE_CHECKING:
    from finaltable.cards.range import Range
    from finaltable.reporting.layout import Report


@dataclass(frozen=True)
class HandsOfRange(Answer):
    """The hands in a range."""

    range: Range
    form: str = "short"

    in_json = json_fields("range=text range.combos hands classes")

    @property
    def text(self) -> str:
        """The range in its shortest form, or in the form asked for."""
        return self.range.write(self.form)

    @property
    def hands(self) -> tuple[tuple[str, float], ...]:
        """Combos, such as AhKh, and their weights."""
        return tuple((str(combo), weight) for combo, weight in self.range.weights())

    @property
    def classes(self) -> dict[str, float]:
        """Share of each class, such as AKs, in the range."""
        from finaltable.cards.hand import class_name
        from finaltable.cards.range import class_weights

        weights = enumerate(class_weights(self.range))
        return {class_name(number): round(weight, 9) for number, weight in weights if weight}


@shown
class RangeShown(Shown):
    """A grid of hands."""

    def show(self, answer: HandsOfRange, currency: str) -> Report | str:
        """Return the report, or the text alone in a form for other programs."""
        from finaltable.cards.report import range_report

        del currency
        return range_report(answer.range) if answer.form == "short" else f"{answer.text}\n"


@question(
    "range",
    help="Show a range in its shortest form and as a grid.",
    examples=("range '22+, A2s+, KTs+, QJs, A8o+, KJo+'", "range 20%", "range 'QQ+, AK:0.5' --form classes"),
    example={"hands": ["22+, A2s+, KTs+, QJs, A8o+, KJo+"]},
    shown=RangeShown,
    needs="",
    cores=False,
)
class RangeQuestion(Question):
    """A range."""

    hands: list[str] = given(TEXTS, help="A range: TT+, AJs+, A5s-A2s, JTs-76s, AhKh, 20%, AA:0.5.", flags=("",))
    form: str = given(
        WORD,
        "short",
        help="Form of the text: short, or for other programs: classes, combos, weights, brackets.",
        usual="short",
    )

    def ask(self, run: Run) -> HandsOfRange:
        """Parse the range."""
        from finaltable.cards.range import Range
        from finaltable.cards.range_texts import FORMS
        from finaltable.errors import check_choice

        del run
        form = check_choice("form", self.form, tuple(FORMS))
        return HandsOfRange(Range.read(" ".join(self.hands)), form)


QUESTION = RangeQuestion
