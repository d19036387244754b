"""The question `sweep`: all equities as one stack grows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.common_fields import MixtureField, models_field, tolerance_field
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import AMOUNT, FLAG, PLAYER, WHOLE

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table
    from finaltable.values.sweeps.sweep import Sweep


@shown
class SweepShown(Shown):
    """Equities at a few stacks, and the cliffs; or all points as CSV."""

    figure = "sweep_figure"
    csv: bool = given(FLAG, False, help="Print all points as CSV.")

    def show(self, answer: Sweep, currency: str) -> Report | str:
        """Return the report, or all points as CSV."""
        from finaltable.reporting.terminal import terminal_width
        from finaltable.values.sweeps.report import sweep_csv, sweep_report

        return sweep_csv(answer) if self.csv else sweep_report(answer, currency, terminal_width())


@question(
    "sweep",
    help="Show equities as one stack grows, with DCM's cliffs.",
    examples=(
        "sweep 1000 800 2000 3000 -p 50,30,20 --player 1 --from 100 --to 4000",
        "sweep Ana=12k Bo=8k Cy=5k -p 50,30,20 --player Bo --plot sweep.png",
    ),
    example={"stacks": [1000, 800, 2000, 3000], "payouts": [50, 30, 20], "player": 0, "points": 20},
    shown=SweepShown,
    by="values",
)
class SweepQuestion(MixtureField, Question):
    """A table, and the stack that grows."""

    table: Table
    player: Any = given(PLAYER, 0, help="The player whose stack grows.", usual="1")
    start: Any = given(AMOUNT, None, help="Smallest stack. Default: a tenth of the player's stack.", flags=("--from",))
    stop: Any = given(AMOUNT, None, help="Largest stack. Default: four times the player's stack.", flags=("--to",))
    points: int = given(WHOLE, 200, help="Number of stacks to compute.", usual="200", bound="points")
    models: Any = models_field()
    threshold: Any = given(AMOUNT, None, help="Smallest jump to list, in money. Default: 0.5 % of the pool.")
    tolerance: float = tolerance_field()

    def ask(self, run: Run) -> Sweep:
        """Compute the sweep."""
        from finaltable.values.sweeps.sweep import sweep

        fields = ("player", "start", "stop", "points", "threshold", "tolerance")
        given = {name: getattr(self, name) for name in fields}
        return sweep(self.table, models=self.with_mixture(self.models), **given, **run._asdict())


QUESTION = SweepQuestion
