"""The `history` question: read hand histories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import TEXT
from finaltable.histories.question_files import FILES, history_of

if TYPE_CHECKING:
    from finaltable.histories.history import History
    from finaltable.reporting.layout import Report

HAND = """\
PokerStars Hand #1: Tournament #2, $10+$1 USD Hold'em No Limit - Level I (10/20) - 2024/05/04 20:01:02 ET
Table '2 1' 2-max Seat #1 is the button
Seat 1: Ana (1500 in chips)
Seat 2: Bo (1500 in chips)
Ana: posts small blind 10
Bo: posts big blind 20
*** HOLE CARDS ***
Dealt to Ana [7h 2c]
Ana: folds
Uncalled bet (10) returned to Bo
Bo collected 20 from pot
*** SUMMARY ***
Total pot 20 | Rake 0
Seat 1: Ana (button) (small blind) folded before Flop
Seat 2: Bo (big blind) collected (20)
"""


@shown
class HistoryShown(Shown):
    """Hands, tournaments and problems."""

    ohh: str | None = given(
        TEXT, None, help="Also write the hands as Open Hand History (OHH 1.4): a file ending in .json or .ohh."
    )

    hand: str | None = given(TEXT, None, help="Replay one hand, action by action, by the room's number of it.")

    def show(self, answer: History, currency: str) -> Report:
        """Return the report, or one hand."""
        from finaltable.histories.replay import find_hand, replay_report
        from finaltable.histories.report import history_report

        del currency
        if self.hand is not None:
            return replay_report(find_hand(answer, self.hand))
        return history_report(answer, every="--json")

    def page(self, answer: History, currency: str) -> str:
        """Return the hands as OHH."""
        from finaltable.histories.ohh_write import write_ohh

        del currency
        return write_ohh(answer.hands)


@question(
    "history",
    help="Read hand histories, and check each hand.",
    examples=(
        "history hands.txt",
        "history hands.txt more-hands.txt --json",
        "history hands.txt --ohh hands.ohh",
        "history hands.txt --hand 5001",
    ),
    example={"files": [{"name": "hands.txt", "text": HAND}]},
    shown=HistoryShown,
    needs="",
    cores=False,
)
class HistoryQuestion(Question):
    """Hand history files."""

    files: Any = given(
        FILES,
        None,
        help="Hand history files of poker rooms, or zip archives of them.",
        flags=("",),
        bound="unpacked_bytes",
    )

    def ask(self, run: Run) -> History:
        """Read the files."""
        from finaltable.errors import MissingError

        if not self.files:
            raise MissingError("files", "must be given: hands.txt, a folder, or - for standard input")
        return history_of(self.files, run.progress)


QUESTION = HistoryQuestion
