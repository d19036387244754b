"""The question `compare`: equities under several models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.common_fields import TABLE, MixtureField, WorkFields, chip_noise_field, models_field
from finaltable.asking.declare import Question, Run, Shown, question, shown

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table
    from finaltable.values.equities.equity import Comparison


@shown
class ComparisonShown(Shown):
    """A line for each player, a column for each model."""

    figure = "comparison_figure"

    def show(self, answer: Comparison, currency: str) -> Report:
        """Return the report."""
        from finaltable.values.equities.report import comparison_report

        return comparison_report(answer, currency)


@question(
    "compare",
    help="Show ICM and DCM side by side, with the difference.",
    examples=(
        "compare 1000 500 100 --payouts 100,50 --names Ana,Bo,Cy",
        "compare --file table.csv --models icm,dcm,chip_chop",
        "compare 1000 500 100 -p 100,50 --plot bars.png",
    ),
    example={**TABLE, "models": ["icm", "dcm"]},
    shown=ComparisonShown,
    by="values",
)
class CompareQuestion(MixtureField, WorkFields, Question):
    """A table and several models."""

    table: Table
    models: Any = models_field()
    chip_noise: Any = chip_noise_field()

    def ask(self, run: Run) -> Comparison:
        """Compute the comparison."""
        from finaltable.models import find_models
        from finaltable.values.equities.equity import compare

        models = self.with_mixture(self.models)
        options = self.options(run, find_models(models))
        return compare(self.table, models=models, progress=run.progress, **options)


QUESTION = CompareQuestion
