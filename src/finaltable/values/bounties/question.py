"""The question `bounties`: expected bounty income."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.common_fields import MixtureField, WorkFields, models_field
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import FLAG

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table
    from finaltable.values.bounties.comparison import BountyComparison


@shown
class BountiesShown(Shown):
    """A line for each player, and the next envelope."""

    figure = "bounties_figure"

    def show(self, answer: BountyComparison, currency: str) -> Report:
        """Return the report."""
        from finaltable.values.bounties.report_comparison import incomes_report

        return incomes_report(answer, currency)


@question(
    "bounties",
    help="Show the bounties that each player can expect to win.",
    examples=(
        "bounties Ana=1000 Bo=500 Cy=100 --bounties Ana=120,Bo=80,Cy=40 --matrix",
        "bounties 1000 500 100 --bounties 50 --bounty-share 100%",
        "bounties 12k 8k 5k --mystery 1x10000,5x1000,40x200 --models dcm",
    ),
    example={"stacks": [1000, 500, 100], "names": ["Ana", "Bo", "Cy"], "bounties": [120, 80, 40]},
    shown=BountiesShown,
    by="values",
    needs="players",
)
class BountiesQuestion(MixtureField, WorkFields, Question):
    """Expected income from bounties, and who wins each bounty."""

    table: Table
    models: Any = models_field("Models that value bounties. Others are compared with the first.")
    matrix: bool = given(FLAG, False, help="Also show who is expected to win how much of each bounty.")

    def ask(self, run: Run) -> BountyComparison:
        """Compute the bounties."""
        from finaltable.models import find_models
        from finaltable.values.bounties.comparison import compare_bounties

        models = self.with_mixture(self.models)
        options = self.options(run, find_models(models))
        return compare_bounties(self.table, models, matrix=self.matrix, progress=run.progress, **options)


QUESTION = BountiesQuestion
