"""The question simulate: hands played as a solution says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import TEXT, WHOLE

if TYPE_CHECKING:
    from finaltable.histories.history import History
    from finaltable.reporting.layout import Report


@shown
class SimulateShown(Shown):
    """How often each player put chips in, and the chips they won."""

    ohh: str | None = given(
        TEXT, None, help="Also write the hands as Open Hand History (OHH 1.4): a file ending in .json or .ohh."
    )

    def show(self, answer: History, currency: str) -> Report:
        """Return the report."""
        from finaltable.histories.report_simulate import simulated_report

        del currency
        return simulated_report(answer)

    def page(self, answer: History, currency: str) -> str:
        """Return the hands as OHH."""
        from finaltable.histories.ohh_write import write_ohh

        del currency
        return write_ohh(answer.hands)


@question(
    "simulate",
    help="Play hands as a solution says, with real cards, for trackers.",
    examples=("simulate table.solution", "simulate table.solution --hands 1000 --ohh hands.ohh"),
    shown=SimulateShown,
    needs="",
    cores=False,
)
class SimulateQuestion(Question):
    """A file, and the number of hands."""

    file: str = given(TEXT, help="A file that nash wrote with --save.", flags=("",))
    hands: int = given(WHOLE, 100, help="Number of hands.", usual="100")
    seed: int = given(WHOLE, 0, help="Random seed: the same seed gives the same hands.", usual="0")
    hero: Any = given(TEXT, None, help="The player whose hands these are for a tracker. Default: the first to act.")

    def ask(self, run: Run) -> History:
        """Open the solution and play the hands."""
        from finaltable.equilibrium.files import open_solution
        from finaltable.histories.simulate import simulate

        return simulate(open_solution(self.file), self.hands, seed=self.seed, hero=self.hero, progress=run.progress)


QUESTION = SimulateQuestion
