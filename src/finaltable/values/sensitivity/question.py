"""The question `sensitivity`: close stacks that may swap, and the cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import AMOUNT, CHIPS

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table
    from finaltable.values.sensitivity.sensitivity import Sensitivity


@shown
class SensitivityShown(Shown):
    """A line for each pair."""

    figure = "sensitivity_figure"

    def show(self, answer: Sensitivity, currency: str) -> Report:
        """Return the report."""
        from finaltable.values.sensitivity.report import sensitivity_report

        return sensitivity_report(answer, currency)

    def drawn(self, answer: Sensitivity, currency: str) -> tuple[Any, ...]:
        """Return the arguments of the figure."""
        from finaltable.values.sensitivity.sensitivity import close_curves

        return (answer, close_curves(answer), currency)


@question(
    "sensitivity",
    help="Show close stacks that may swap, and what a swap costs.",
    examples=(
        "sensitivity Ana=1.2m Bo=1.19m Cy=400k Di=380k -p 50k,30k,20k --big-blind 20k",
        "sensitivity 1000 995 2000 3000 -p 50,30,20 --plot close.png",
    ),
    example={"stacks": [1000, 990, 2000, 3000], "payouts": [50, 30, 20], "big_blind": 100},
    shown=SensitivityShown,
)
class SensitivityQuestion(Question):
    """A table, and how close stacks must be."""

    table: Table
    recount: Any = given(CHIPS, None, help="Chips by which a count may be off. Default: 1 % of the average stack.")
    big_blind: Any = given(AMOUNT, None, help="The big blind of the next hand.")
    pot: Any = given(
        CHIPS,
        None,
        help="Chips that a player may lose in one pot. Default: 5 big blinds, or 10 % of the average stack.",
    )
    threshold: Any = given(AMOUNT, None, help="Smallest jump to list, in money. Default: 0.5 % of the pool.")

    def ask(self, run: Run) -> Sensitivity:
        """Find the close stacks."""
        from finaltable.values.sensitivity.sensitivity import sensitivity

        fields = ("recount", "big_blind", "pot", "threshold")
        return sensitivity(self.table, **{name: getattr(self, name) for name in fields}, **run._asdict())


QUESTION = SensitivityQuestion
