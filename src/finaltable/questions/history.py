"""The question what files of hands hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.questions._declare import Question, Run, Shown, given, question, shown
from finaltable.questions._kinds import A_TEXT, TEXT, Kind, Known, as_it_is, list_of

if TYPE_CHECKING:
    from finaltable.histories.history import History
    from finaltable.histories.sources import Given, Source
    from finaltable.render.layout import Report

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


def texts_of_files(texts: list[str], field: str, known: Known) -> list[Source]:
    """Return texts as they are: a request never names a file of the machine that answers it."""
    from finaltable.histories.sources import Source

    del known
    return [Source(f"{field}[{number}]", text) for number, text in enumerate(texts)]


FILES = Kind(as_it_is, texts_of_files, list_of(A_TEXT), many=True)


@shown
class HistoryShown(Shown):
    """Hands, tournaments, problems."""

    ohh: str | None = given(
        TEXT, None, help="Also write the hands as Open Hand History (OHH 1.4): a file named .json or .ohh."
    )

    def show(self, answer: History, currency: str) -> Report:
        """Return the report."""
        from finaltable.render.history import history_report

        del currency
        return history_report(answer)

    def page(self, answer: History, currency: str) -> str:
        """Return the hands as OHH."""
        from finaltable.histories.ohh_write import write_ohh

        del currency
        return write_ohh(answer.hands)


@question(
    "history",
    help="Read hand histories, and check every hand.",
    examples=(
        "history hands.txt",
        "history hands.txt more-hands.txt --json",
        "history hands.txt --ohh hands.ohh",
    ),
    example={"files": [HAND]},
    shown=HistoryShown,
    needs="",
    cores=False,
)
class HistoryQuestion(Question):
    """Files of hands."""

    files: list[Given] | None = given(
        FILES,
        None,
        help="Hands as rooms write them: files, folders or zip archives; - is standard input. In a request, the texts "
        "of files.",
        flags=("",),
    )

    def ask(self, run: Run) -> History:
        """Read them."""
        from finaltable.errors import MissingError
        from finaltable.histories.reading import read_history

        del run
        if not self.files:
            raise MissingError("files", "must be given: hands.txt, a folder, or - for standard input")
        return read_history(self.files)


QUESTION = HistoryQuestion
