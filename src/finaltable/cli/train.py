"""The interactive command train, on a terminal or through a pipe."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from finaltable.cli.first_line import model_line
from finaltable.cli.stream import Exit, write
from finaltable.errors import InputError, Verbatim
from finaltable.reporting.layout import Note, Report
from finaltable.reporting.terminal import for_terminal
from finaltable.reporting.words import amount
from finaltable.table.options import check_seed, check_threads
from finaltable.table.table import check_whole
from finaltable.training.progress import TrainingProgress, default_path, delete_progress, read_progress, update_progress
from finaltable.training.report import (
    asked_line,
    painted_report,
    question_report,
    score_line,
    why_report,
)
from finaltable.training.report_progress import progress_report
from finaltable.training.session import MOST, Ahead, find_source, numbers
from finaltable.training.spot_sources import GivenSpots

if TYPE_CHECKING:
    from finaltable.training.decision_chart import Answer
    from finaltable.training.question import TrainQuestion, TrainShown
    from finaltable.training.spot_sources import SpotSource
    from finaltable.training.training_spot import TrainingSpot

LONGEST = 2000  # characters of an answer
IN, FOLD = ("c", "call", "p", "push", "y", "yes", "in", "a", "all-in"), ("f", "fold", "n", "no")
RAISE, QUIT = ("r", "raise"), ("q", "quit", "exit")
SEEDS = 1_000_000  # random seeds are short enough to pass on


class Quit(Exception):  # noqa: N818 (not an error)
    """The user quits."""


@dataclass
class Session:
    """A training session: the spots so far, and their scores."""

    path: Path | None
    progress: TrainingProgress
    paint: bool
    asked: int = 0
    right: int = 0
    lost: float = 0.0
    share: float = 0.0

    def play(self, spot: TrainingSpot, place: str) -> None:
        """Ask one spot, score the answer, and explain it."""
        report = question_report(spot)
        show(Report((Note(place, "strong"), *report.parts)))
        lost, report = self.painted(spot) if self.paint else self.answered(spot)
        self.asked, self.right, self.lost = self.asked + 1, self.right + (lost == 0), self.lost + lost
        self.share += lost / spot.chart.pool
        today, mode = date.today(), "range" if self.paint else "hand"

        def record(progress: TrainingProgress) -> TrainingProgress:
            return progress.record(spot, lost, today, mode)

        self.progress = record(self.progress) if self.path is None else update_progress(self.path, record)
        again = self.progress.when(spot.key)
        kept = again is not None and self.path is not None and not self.paint
        back = () if not kept else (Note(f"Comes again on {again}."),)
        show(Report((*report.parts, *back, Note(""))))

    def answered(self, spot: TrainingSpot) -> tuple[float, Report]:
        """Ask for an action with one hand."""
        action = spot.chart.action
        keys = "f fold, r raise, a all-in" if spot.raises else f"{action[0]} {action}, f fold"
        answer = read_answer(f"{asked_line(spot)} ({keys}, q quit) ", bool(spot.raises))
        score = spot.score(answer)
        return score.lost, Report((score_line(spot, score, answer), *why_report(spot).parts))

    def painted(self, spot: TrainingSpot) -> tuple[float, Report]:
        """Ask for a range."""
        chart = spot.chart
        what = "All players before you folded. Which hands push"
        if chart.facing:
            what = f"{chart.facing[0]} is all-in{' over your raise' * bool(chart.raised_by)}. Which hands call"
        elif chart.raises:
            what = f"All players before you folded. Which hands raise to {amount(chart.layout.raise_to)} or go all-in"
        elif chart.raised_by:
            what = f"{chart.raised_by} raises to {amount(chart.layout.raise_to)}. Which hands push"
        while True:
            text = read_line(f"{what} in the {chart.seat}? (22+, A2s+, K9o+ or 40%; none; q quit) ")
            try:
                painted = chart.paint(None if text.lower() in ("none", "", "0%") else text)
            except InputError as problem:
                write(f"{problem}\n")
                continue
            return painted.lost, painted_report(spot, painted)


def play(asked: TrainQuestion, shown: TrainShown, threads: int | None) -> int:
    """Ask spots until there are none left, or the user quits."""
    path = None if shown.progress == "none" else Path(shown.progress) if shown.progress else default_path()
    if shown.forget and shown.report:
        raise InputError("--forget", "must not come with --report", Verbatim("both"), code="conflict")
    if shown.forget or shown.report:
        return forget(path) if shown.forget else tell_progress(path)
    seed = chosen_seed(asked.seed)
    count, first = check_whole(asked.spots, "spots", 1, MOST), check_whole(asked.first, "first", 0, 10**9)
    settings = {
        name: getattr(asked, name) for name in ("players", "payouts", "stacks", "position", "bounties", "raise_to")
    }
    source, words = find_source(seed, asked.source, check_threads(threads), asked.model, **settings)
    if not isinstance(source, GivenSpots):  # given spots each name a model
        write(f"{model_line(asked)}\n")
    session = Session(path, TrainingProgress() if path is None else read_progress(path), shown.paint)
    try:
        if shown.repeat and not shown.paint:
            play_all(session, GivenSpots(session.progress.due(date.today())[:count], seed), "Again: mistake", 0, count)
        play_all(session, source, "Spot", first, count - session.asked)
    except Quit:
        pass
    write(farewell(session, seed, words))
    return Exit.OK


def chosen_seed(seed: object) -> int:
    """Return the given seed, or a random one."""
    if seed is not None:
        return check_seed(seed)
    import secrets

    return secrets.randbelow(SEEDS)


def play_all(session: Session, source: SpotSource, word: str, first: int, count: int) -> None:
    """Play spots of a source; the next one is solved while the user thinks."""
    wanted = numbers(source, first, count)
    with Ahead(source, wanted) as ahead:
        for number, spot in zip(wanted, ahead, strict=False):
            if isinstance(spot, InputError):
                if not isinstance(source, GivenSpots):
                    raise spot
                write(f"{word} {number + 1} is skipped: {spot}.\n")
                continue
            session.play(spot, f"{word} {number - first + 1} of {len(wanted)}")


def read_answer(prompt: str, raises: bool = False) -> Answer:
    """Read call, push or fold; first in with a raise, fold, raise or all-in."""
    while True:
        text = read_line(prompt).lower()
        if text in IN:
            return "in"
        if text in FOLD:
            return "fold"
        if raises and text in RAISE:
            return "raise"
        keys = "f to fold, r to raise, a to go all-in" if raises else "c to call, p to push, f to fold"
        write(f"Please answer {keys}, or q to quit.\n")


def read_line(prompt: str) -> str:
    """Read a line; raise `Quit` at the end of the input, or if the user quits."""
    write(prompt)
    try:
        line = "" if sys.stdin is None else sys.stdin.readline(LONGEST)
    except OSError:  # no terminal
        line = ""
    if sys.stdin is None or not sys.stdin.isatty():
        write("\n")  # a pipe shows no Enter
    text = line.strip()
    if not line or text.lower() in QUIT:
        raise Quit
    return text


def farewell(session: Session, seed: int, words: str) -> str:
    """Return the session's result, and the seed to repeat it."""
    kept = "" if session.path is None or not session.asked else f"Your progress is in {session.path}.\n"
    if not session.asked:
        return f"Nothing answered. Seed {seed}, {words}.\n"
    lost = f"{100 * session.share / session.asked:.3f} % of the pool per spot"
    right = "" if session.paint else f"{session.right} of {session.asked} right. "
    return f"{right}Lost {session.lost:,.2f} in all, {lost}. Seed {seed}, {words}.\n{kept}"


def tell_progress(path: Path | None) -> int:
    """Print the stored progress."""
    show(progress_report(TrainingProgress() if path is None else read_progress(path)))
    return Exit.OK


def forget(path: Path | None) -> int:
    """Delete the stored progress."""
    if path is not None:
        delete_progress(path)
    write("Your progress is deleted.\n" if path else "Nothing is kept.\n")
    return Exit.OK


def show(report: Report) -> None:
    """Print a report."""
    write(for_terminal(report))
