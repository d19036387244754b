"""The question `paper`: recompute the numbers of the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import METHOD, TEXTS

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.values.paper.paper import PaperNumbers


@shown
class PaperShown(Shown):
    """Printed and computed numbers."""

    def show(self, answer: PaperNumbers, currency: str) -> Report:
        """Return the report."""
        from finaltable.values.paper.report import paper_report

        del currency
        return paper_report(answer)


@question(
    "paper",
    help="Recompute every number of the paper and compare.",
    examples=("paper", "paper table 4", "paper section 6 --method paper"),
    shown=PaperShown,
    needs="",
    cores=False,
)
class PaperQuestion(Question):
    """A section of the paper, or all."""

    section: list[str] | None = given(TEXTS, None, help="table 1 to table 4, or section 6. Default: all.", flags=("",))
    method: str = given(METHOD, "auto", help="Method for DCM: tree, exact, or paper (Algorithm 3).", usual="auto")

    def ask(self, run: Run) -> PaperNumbers:
        """Recompute the numbers."""
        from finaltable.values.paper.paper import paper

        section = " ".join(self.section) if self.section else None
        return paper(section, method=self.method, progress=run.progress)


QUESTION = PaperQuestion
