"""The question open: a solution from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.asking.declare import Question, Run, given, question
from finaltable.asking.kinds import TEXT
from finaltable.equilibrium.question import NashShown

if TYPE_CHECKING:
    from finaltable.equilibrium.solution import NashCharts


@question(
    "open",
    help="Show a solution that nash saved, without solving.",
    examples=("open table.solution", "open table.solution --grid SB", "open table.solution --csv"),
    shown=NashShown,
    needs="",
    cores=False,
)
class OpenQuestion(Question):
    """A file."""

    file: str = given(TEXT, help="A file that nash wrote with --save.", flags=("",))

    def ask(self, run: Run) -> NashCharts:
        """Read the file."""
        from finaltable.equilibrium.files import open_solution
        from finaltable.equilibrium.solution import NashCharts

        del run
        return NashCharts((open_solution(self.file),))


QUESTION = OpenQuestion
