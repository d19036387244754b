"""The question what files of hands hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.questions._declare import Question, Run, Shown, given, question, shown
from finaltable.questions._kinds import TEXT, TEXTS

if TYPE_CHECKING:
    from finaltable.histories.history import History
    from finaltable.render.layout import Report


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
    shown=HistoryShown,
    needs="",
    cores=False,
)
class HistoryQuestion(Question):
    """Files of hands."""

    files: list[str] | None = given(
        TEXTS,
        None,
        help="Files of hands as rooms write them, folders of them, or zip archives; - is standard input.",
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
