"""Run the question of a command: parse its fields, compute the answer, print it or write files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finaltable.asking.declare import Question, Run, fields_of, read_fields
from finaltable.asking.kinds import Known
from finaltable.cli.first_line import model_line
from finaltable.cli.sources import read_table
from finaltable.cli.stream import Exit, tell, write
from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.table.file_bytes import is_folder, reason

WEB = (".html", ".htm")
# Options that write a file, with the allowed endings and the rule for errors.
FILES = {
    "sheet": (WEB, "must end in .html; a browser prints it, or saves it as PDF"),
    "html": (WEB, "must end in .html; a browser prints it, or saves it as PDF"),
    "ohh": ((".json", ".ohh"), "must end in .json or .ohh"),
    "plot": ((".png", ".svg", ".pdf"), "must end in .png, .svg, .pdf"),
}
SAVED = {
    "nash": ".solution",
    "open": ".solution",
    "tournament": ".tournament",
}  # the file of the whole answer, by question
CONTENT = {"save": "saved"}  # the method of Shown that returns the content of a file, if not ``page``
PLAYED = "train"  # the interactive command
INSTEAD = ("csv", "form", "chat", "player", "json")  # output formats that exclude each other
OF_ONE = ("csv", "chat", "html", "plot")  # outputs that rows in a folder replace


def answer(question: type[Question], raw: dict[str, Any]) -> int:
    """Compute the answer of a command, show it, and return the exit code."""
    from finaltable.reporting.terminal import ProgressBar

    check_output(question, raw)
    table, currency = read_table(question, raw)
    check_files(question, raw)
    known = Known(table.names if table else ())
    about: dict[str, Any] = {"table": table, "currency": currency} if table else {}
    asked = question(**about, **read_fields(question, raw, known, text=True))
    shown = question.shown(**read_fields(question.shown, raw, known, text=True))
    threads = None if raw.get("threads") is None else whole_threads(raw["threads"])
    if question.name == PLAYED and not (raw.get("json") or raw.get("answers")):
        from finaltable.cli.train import play

        return play(asked, shown, threads)  # type: ignore[arg-type]
    with ProgressBar("Computing") as progress:
        found = asked.ask(Run(progress, threads))
        data = found.to_dict() if raw.get("json") else {}
        report = "" if raw.get("json") else shown.show(found, currency)
        drawn = shown.drawn(found, currency) if raw.get("plot") else ()
    for name in (*FILES, "save"):
        if name == "plot" and raw.get(name):
            draw(raw[name], question.shown.figure, *drawn)
        elif raw.get(name):
            write_file(name, raw[name], getattr(shown, CONTENT.get(name, "page"))(found, currency))
    if raw.get("json"):
        import json

        write(json.dumps(data, allow_nan=False) + "\n")
    else:
        show(report, model_line(asked, found))
    return code_for(found)


def code_for(found: Any) -> Exit:
    """Return the exit code for an answer."""
    if getattr(found, "set_aside", None):
        return Exit.UNFINISHED
    if getattr(found, "problems", None):
        return Exit.PROBLEMS
    return Exit.DIFFERS if getattr(found, "differing", None) else Exit.OK


def whole_threads(text: str) -> int:
    """Parse a number of cores."""
    from finaltable.asking.kinds import whole
    from finaltable.table.options import check_threads

    return check_threads(whole(text, "threads", Known()))


def show(report: Any, first: str) -> None:
    """Print a report below its first line, or text unchanged."""
    from finaltable.reporting.layout import Note, Report
    from finaltable.reporting.terminal import for_terminal

    if isinstance(report, str):
        write(report)
    else:
        write(for_terminal(Report((Note(first), *report.parts)) if first else report))


def check_output(question: type[Question], raw: Mapping[str, Any]) -> None:
    """Raise if two output formats are requested."""
    formats = {*fields_of(question.shown), "json"}
    own = [name for name in INSTEAD if name in formats and raw.get(name)]
    if len(own) > 1:
        raise InputError(f"--{own[0]}", f"must not come with --{own[1]}", Verbatim("both"), code="conflict")
    rows = [name for name in OF_ONE if raw.get(name) and raw.get("output") is not None]
    if rows:
        rule = "must be left out with --output, whose rows have everything"
        raise InputError(f"--{rows[0]}", rule, Verbatim("both"), code="conflict")


def check_files(question: type[Question], raw: Mapping[str, Any]) -> None:
    """Raise, before anything is computed, if a requested file cannot be written."""
    if raw.get("event") and raw.get("sheet") is None:
        raise MissingError("sheet", "must be given: it is headed with the event")
    for name, (endings, rule) in FILES.items():
        if raw.get(name) is not None:
            check_file(name, raw[name], endings, rule)
    if raw.get("save") is not None:
        ending = SAVED[question.name]
        check_file("save", raw["save"], (ending,), f"must end in {ending}")
    if raw.get("plot") is not None:
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            rule, hint = "needs matplotlib", "pip install 'finaltable[plots]'"
            raise MissingError("plot", rule, hint=hint, code="unavailable") from None


def check_file(name: str, path: str, endings: tuple[str, ...], rule: str) -> None:
    """Raise if the file has a wrong ending or its folder does not exist."""
    from pathlib import Path

    if Path(path).suffix.lower() not in endings:
        raise InputError(name, rule, path, code="unknown_choice")
    if not is_folder(Path(path).absolute().parent):
        raise InputError(name, "must be in an existing folder", path, code="file_failed")


def draw(path: str, figure: str, *drawn: object) -> None:
    """Write a picture, and report it on standard error."""
    from finaltable import plots

    plots.save_figure(getattr(plots, figure)(*drawn), path)
    tell(f"Drew {path}")


def write_file(name: str, path: str, content: str | bytes) -> None:
    """Write a file, and report it on standard error; of a new file that cannot be written whole, nothing stays."""
    from contextlib import suppress
    from pathlib import Path

    fresh = False
    try:
        fresh = not Path(path).exists()
        Path(path).write_bytes(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        if fresh:
            with suppress(OSError, ValueError):
                Path(path).unlink()
        raise InputError(name, "must be a file that can be written", reason(path, error), code="file_failed") from None
    tell(f"Wrote {path}")
