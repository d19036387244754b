"""The question `equity`: the value of each stack under one model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.common_fields import TABLE, WorkFields, chip_noise_field, mixture_field
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.defaults import USUAL
from finaltable.asking.kinds import MODEL

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.results import Equity
    from finaltable.table.table import Table


@shown
class EquityShown(Shown):
    """A line for each player."""

    def show(self, answer: Equity, currency: str) -> Report:
        """Return the report."""
        from finaltable.values.equities.report import equity_report

        return equity_report(answer, currency)


@question(
    "equity",
    help="Show the value of each stack under one model.",
    examples=(
        "equity 1000 500 100 --payouts 100,50",
        "equity Ana=1.2m Bo=800k Cy=75k -p 50%,30%,20% --pool 10k --model icm",
        "equity 1000 500 100 -p 100,50 --method exact",
    ),
    example={**TABLE, "model": "dcm"},
    shown=EquityShown,
    by="values",
)
class EquityQuestion(WorkFields, Question):
    """A table and a model."""

    table: Table
    # None, so that a model given together with a mixture is an error.
    model: Any = given(
        MODEL,
        None,
        help="dcm, icm, sem, chip_chop, chip_ev or smoothed; icm^1.1, sem.roberts; or a mixture: icm:0.8+dcm:0.2. "
        "Default: dcm.",
    )
    mixture: Any = mixture_field("Instead, a mixture of ICM and DCM, with this weight of DCM: 0.2 is icm:0.8+dcm:0.2.")
    chip_noise: Any = chip_noise_field()

    def ask(self, run: Run) -> Equity:
        """Compute the equities."""
        from finaltable.errors import InputError
        from finaltable.models import find_model
        from finaltable.models.mixture import mixture_between
        from finaltable.values.equities.equity import equity

        if self.mixture is not None and self.model is not None:
            rule = "must not be given together with {model}"
            raise InputError("mixture", rule, self.model, code="conflict")
        asked = self.model if self.mixture is None else mixture_between(self.mixture)
        model = USUAL[self.by] if asked is None else asked
        options = self.options(run, [find_model(model)])
        return equity(self.table, model=model, progress=run.progress, **options)


QUESTION = EquityQuestion
