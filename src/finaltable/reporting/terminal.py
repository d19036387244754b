"""Reports and progress bars on a terminal: colours if it has them, plain text otherwise."""

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
NARROW = 60  # columns; narrower terminals get plain text
PATIENCE = 1.0  # seconds before a progress bar appears


def terminal_width() -> int | None:
    """Return the width of the terminal in characters; None if standard output is not a terminal."""
    if not is_terminal(sys.stdout):
        return None
    import shutil

    return shutil.get_terminal_size().columns


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal; a closed stream is None."""
    return stream is not None and stream.isatty()


def for_terminal(report: Report) -> str:
    """Return a report with colours for a wide terminal, as plain text for a narrow one or a pipe."""
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
    """Return the style of a cell in a shaded table: white to dark blue, or bold without colours."""
    if shade < 0.02:
        return "dim"
    if console.color_system is None or console.no_color:
        return "bold" if shade >= 0.5 else ""
    paper, ink = (247, 251, 255), (8, 48, 107)
    red, green, blue = (round(p + (i - p) * shade**0.7) for p, i in zip(paper, ink, strict=True))
    return f"{'white' if shade > 0.4 else 'black'} on rgb({red},{green},{blue})"


class ProgressBar:
    """A progress bar on standard error, shown after a second, and only on a terminal."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.started = time.monotonic()
        self.bar: Any = None
        self.task: Any = None

    def __enter__(self) -> ProgressBar:
        return self

    def __call__(self, fraction: float, error: float) -> None:
        """Show the fraction done, and the error reached."""
        if not is_terminal(sys.stderr) or time.monotonic() - self.started < PATIENCE:
            return
        if self.bar is None:
            self.bar = new_bar()
            self.task = self.bar.add_task(self.what, total=1.0, reached="")
            self.bar.start()
        reached = f"error below {upper(error)}" if error > 0 else ""
        self.bar.update(self.task, completed=fraction, reached=reached)

    def pace(self, pace: Pace) -> None:
        """Show the progress of a batch: speed, remaining time and problems so far."""
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
    """Return the number of tables done, the speed and the number of problems as text."""
    speed = f"{pace.fresh / pace.seconds:,.0f} tables/s, " if pace.seconds > PATIENCE else ""
    return f"{counted(pace.tables, 'table')}, {speed}{counted(pace.problems, 'problem')}"


def new_bar(*, left: bool = False) -> Any:
    """Return a transient rich progress bar, with the remaining time if ``left``, else the elapsed time."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[reached]}"),
        TimeRemainingColumn() if left else TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
