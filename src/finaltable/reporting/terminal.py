"""Reports on a terminal: colours and shades where there are some, plain text elsewhere; progress."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, TextIO

from finaltable.errors import counted
from finaltable.reporting.layout import GAP, Cell, Report
from finaltable.reporting.words import upper

if TYPE_CHECKING:
    from rich.console import Console

    from finaltable.table.options import Pace

STYLES = {
    "gain": "green",
    "loss": "red",
    "good": "green",
    "bad": "bold red",
    "quiet": "dim",
    "strong": "bold",
}
NARROW = 60  # columns below which a terminal gets plain text
PATIENCE = 1.0  # seconds before a progress bar appears


def terminal_width() -> int | None:
    """Return how many characters fit a line; None where the output is no terminal."""
    if not is_terminal(sys.stdout):
        return None
    import shutil

    return shutil.get_terminal_size().columns


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether somebody watches; a closed stream is None."""
    return stream is not None and stream.isatty()


def for_terminal(report: Report) -> str:
    """Return a report as it is shown: with colours on a wide terminal, plain on a narrow one and in a pipe."""
    width = terminal_width()
    if width is None or width < NARROW:
        return report.plain(width) + "\n"
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True, width=width)
    with console.capture() as shown:
        for line in report.lines(width):
            console.print(styled(line, console))
    return shown.get()


def styled(line: list[Cell], console: Console) -> Any:
    """Return one line as rich text."""
    from rich.text import Text

    text = Text(end="")
    for number, cell in enumerate(line):
        text.append(GAP if number else "")
        if cell.shade is None:
            text.append(cell.text, STYLES.get(cell.tone, ""))
        else:
            text.append(cell.text, shading(cell.shade, console))
    text.rstrip()
    return text


def shading(shade: float, console: Console) -> str:
    """Return the style of a cell in a shaded table: white paper to dark blue; bold where there are no colours."""
    if shade < 0.02:
        return "dim"
    if console.color_system is None or console.no_color:
        return "bold" if shade >= 0.5 else ""
    paper, ink = (247, 251, 255), (8, 48, 107)
    red, green, blue = (round(p + (i - p) * shade**0.7) for p, i in zip(paper, ink, strict=True))
    return f"{'white' if shade > 0.4 else 'black'} on rgb({red},{green},{blue})"


class Progress:
    """A bar on standard error once work takes longer than a second; nothing where that is no terminal."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.started = time.monotonic()
        self.bar: Any = None
        self.task: Any = None

    def __enter__(self) -> Progress:
        return self

    def __call__(self, fraction: float, error: float) -> None:
        """Show how far the work is, and the error reached."""
        if not is_terminal(sys.stderr) or time.monotonic() - self.started < PATIENCE:
            return
        if self.bar is None:
            self.bar = new_bar()
            self.task = self.bar.add_task(self.what, total=1.0, reached="")
            self.bar.start()
        reached = f"error below {upper(error)}" if error > 0 else ""
        self.bar.update(self.task, completed=fraction, reached=reached)

    def pace(self, pace: Pace) -> None:
        """Show how far work on many tables is: how fast, how long it will take, and the problems so far."""
        if not is_terminal(sys.stderr):
            return
        if self.bar is None:
            self.bar = new_bar(left=True)
            self.task = self.bar.add_task(self.what, total=1.0, reached="")
            self.bar.start()
        self.bar.update(self.task, completed=pace.fraction, reached=pace_words(pace))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.stop()


def pace_words(pace: Pace) -> str:
    """Say how many tables are done, how fast, and with how many problems."""
    speed = f"{pace.fresh / pace.seconds:,.0f} tables/s, " if pace.seconds > PATIENCE else ""
    return f"{counted(pace.tables, 'table')}, {speed}{counted(pace.problems, 'problem')}"


def new_bar(*, left: bool = False) -> Any:
    """Return a rich progress bar that leaves nothing behind; with the time that is left, or the time it has taken."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    return Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[reached]}"),
        TimeRemainingColumn() if left else TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
