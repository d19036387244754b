"""The question `pressure`: bubble factors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.common_fields import MixtureField, models_field, tolerance_field
from finaltable.asking.declare import Question, Run, Shown, question, shown

if TYPE_CHECKING:
    from finaltable.decisions.pressures.pressure import Pressure
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table


@shown
class PressureShown(Shown):
    """A grid of bubble factors, player against player."""

    figure = "pressure_figure"

    def show(self, answer: Pressure, currency: str) -> Report:
        """Return the report."""
        from finaltable.decisions.pressures.report import pressure_report

        del currency
        return pressure_report(answer)

    def drawn(self, answer: Pressure, currency: str) -> tuple[Any, ...]:
        """Return the arguments of the figure: no currency."""
        del currency
        return (answer,)


@question(
    "pressure",
    help="Show bubble factors: cost of losing over gain of winning.",
    examples=(
        "pressure 1000 800 2000 3000 --payouts 50,30,20",
        "pressure Ana=12k Bo=8k Cy=5k -p 50,30,20 --models icm,dcm --plot pressure.png",
    ),
    example={"stacks": [1000, 800, 2000, 3000], "payouts": [50, 30, 20]},
    shown=PressureShown,
    by="deals and advice",
)
class PressureQuestion(MixtureField, Question):
    """A table and models."""

    table: Table
    models: Any = models_field("Models: icm, sem, dcm, chip_chop, chip_ev, icm^1.1, or a mixture: icm:0.8+dcm:0.2.")
    tolerance: float = tolerance_field()

    def ask(self, run: Run) -> Pressure:
        """Return the bubble factors."""
        from finaltable.decisions.pressures.pressure import pressure

        models = self.with_mixture(self.models)
        return pressure(self.table, models=models, tolerance=self.tolerance, **run._asdict())


QUESTION = PressureQuestion
