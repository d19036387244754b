"""The question tournament: the value of chips if all players push or fold to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.blinds import ButtonField, PostedFields
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import AMOUNT, MODELS, NUMBER, TEXT

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table
    from finaltable.tournaments.answer import TournamentValues

THREE = "tournament 4500 4500 4500 -p 50,30,20 --blinds 300/600"


@shown
class TournamentShown(Shown):
    """The value of each stack, the strategies of the next hand, and the models."""

    figure = "tournament_figure"
    save: str | None = given(TEXT, None, help="Also write the solved tournament to this .tournament file.")

    def show(self, answer: TournamentValues, currency: str) -> Report:
        """Return the report."""
        from finaltable.tournaments.report import table_report

        return table_report(answer, currency)

    def saved(self, answer: TournamentValues, currency: str) -> bytes:
        """Return the file of the tournament."""
        from finaltable.tournaments.files import packed

        del currency
        return packed(answer.found)


@question(
    "tournament",
    help="Value chips by playing the tournament to its end, push or fold.",
    examples=(f"{THREE} --step 1500", "tournament 900 300 -p 1 --blinds 50/100 --step 50 --compare icm,sem,dcm"),
    example={
        "stacks": [900, 300],
        "payouts": [65, 35],
        "names": ["Ana", "Bo"],
        "small_blind": 50,
        "big_blind": 100,
        "step": 100,
    },
    shown=TournamentShown,
)
class TournamentQuestion(PostedFields, ButtonField, Question):
    """Stacks from the small blind on, prizes, blinds, and the grid of stacks."""

    table: Table
    step: Any = given(
        AMOUNT,
        None,
        help="Distance of grid points in chips; all chips must be a multiple of it. Default: one that takes a minute.",
    )
    compare: Any = given(MODELS, (), help="Models to compare with the tournament.")
    tolerance: float = given(
        NUMBER,
        1e-4,
        help="Most that one player may gain anywhere by playing otherwise, as a share of the prize pool.",
        usual="0.0001",
        bound="tolerance",
    )
    max_seconds: float | None = given(
        NUMBER,
        600.0,
        help="Time limit; the report states the deviation reached. 0: no limit.",
        usual="600",
        bound="seconds",
    )

    def ask(self, run: Run) -> TournamentValues:
        """Solve the tournament."""
        from finaltable.table.table import check_no_bounties
        from finaltable.tournaments.answer import value_table

        return value_table(
            check_no_bounties(self.table, "they are not part of the tournament that is solved"),
            self.button,
            self.compare,
            **self.posted(needed=True),
            step=self.step,
            tolerance=self.tolerance,
            max_seconds=self.max_seconds or None,
            **run._asdict(),
        )


QUESTION = TournamentQuestion
