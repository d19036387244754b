"""Answers so far, and mistakes to repeat. Progress stays on the device; the page writes the same format."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from finaltable.answers import Answer, json_fields
from finaltable.errors import InputError, Verbatim
from finaltable.table.file_bytes import decode, read_bytes, reason
from finaltable.training.recipes import Recipe, read_recipe
from finaltable.training.repetition import INTERVALS, due_after, next_box
from finaltable.training.training_spot import TrainingSpot

KIND, VERSION = "training", 1
MOST_ANSWERS, MOST_CARDS = 20_000, 5_000
BLOCK = 10  # answers in one point of the curve
RULE = "must be a file of training progress, as finaltable writes it"


class Answered(NamedTuple):
    """One answer."""

    key: str
    day: str
    seat: str
    depth: str
    lost: float
    """Fraction of the pool; for a painted range, averaged over hands."""
    mode: str = "hand"
    """"hand" or "range"."""


class Card(NamedTuple):
    """A mistake to repeat."""

    key: str
    box: int
    due: str
    spot: Mapping[str, Any]
    """Recipe for solving the spot again."""


class AnswerGroup(NamedTuple):
    """Totals of some answers."""

    name: str
    answers: int
    right: int
    lost: float
    """Average loss, as a fraction of the pool."""


@dataclass(frozen=True)
class TrainingProgress(Answer):
    """Answers, and mistakes to repeat. Made by `read_progress`, or new; see `record`."""

    answers: tuple[Answered, ...] = ()
    cards: tuple[Card, ...] = ()
    kind: ClassVar[str] = KIND
    version: ClassVar[int] = VERSION

    in_json = json_fields("finaltable=kind version answers cards")

    def record(self, spot: TrainingSpot, lost: float, today: date, mode: str = "hand") -> TrainingProgress:
        """Return the progress after an answer that lost some money; a mistake with a hand is repeated."""
        answer = Answered(spot.key, today.isoformat(), spot.chart.seat, spot.depth_group, share_of(lost, spot), mode)
        answers = (*self.answers, answer)[-MOST_ANSWERS:]
        return replace(self, answers=answers, cards=self.cards if mode != "hand" else self.boxed(spot, not lost, today))

    def boxed(self, spot: TrainingSpot, right: bool, today: date) -> tuple[Card, ...]:
        """Return the cards after an answer; a right answer before the due date does not move a card."""
        card = next((card for card in self.cards if card.key == spot.key), None)
        if card is not None and right and card.due > today.isoformat():
            return self.cards
        others = tuple(one for one in self.cards if one.key != spot.key)
        box = next_box(None if card is None else card.box, right)
        if box is None:
            return others
        return (*others, Card(spot.key, box, due_after(box, today).isoformat(), spot.recipe()))[-MOST_CARDS:]

    def due(self, today: date) -> list[Recipe]:
        """Return the mistakes that are due, the oldest first."""
        waiting = sorted((card for card in self.cards if card.due <= today.isoformat()), key=lambda card: card.due)
        return [read_recipe(card.spot, "cards") for card in waiting]

    def when(self, key: str) -> str | None:
        """Return the day on which a spot is due; None: never."""
        return next((card.due for card in self.cards if card.key == key), None)

    def by(self, field: str) -> list[AnswerGroup]:
        """Return totals by "seat" or "depth", without painted ranges."""
        hands = [answer for answer in self.answers if answer.mode == "hand"]
        names = sorted(dict.fromkeys(getattr(answer, field) for answer in hands), key=by_depth)
        return [group(name, (one for one in hands if getattr(one, field) == name)) for name in names]

    def curve(self) -> list[float]:
        """Return the average loss of each ten answers, as a fraction of the pool."""
        hands = [answer.lost for answer in self.answers if answer.mode == "hand"]
        blocks = [hands[start : start + BLOCK] for start in range(0, len(hands), BLOCK)]
        return [sum(block) / len(block) for block in blocks]

    def total(self) -> AnswerGroup:
        """Return the totals of all hands."""
        return group("all", (answer for answer in self.answers if answer.mode == "hand"))


def by_depth(name: str) -> int:
    """Return the sort key of a group: depths from the shortest on; positions keep their order.

    >>> sorted(["15+", "0-6", "6-10"], key=by_depth), sorted(["SB", "BB"], key=by_depth)
    (['0-6', '6-10', '15+'], ['SB', 'BB'])
    """
    digits = name.rstrip("+").partition("-")[0]
    return int(digits) if digits.isdigit() else 0


def share_of(lost: float, spot: TrainingSpot) -> float:
    """Return money as a fraction of the pool."""
    return round(lost / spot.chart.pool, 8) if spot.chart.pool else 0.0


def group(name: str, answers: Iterable[Answered]) -> AnswerGroup:
    """Return the totals of some answers."""
    lost = [answer.lost for answer in answers]
    return AnswerGroup(name, len(lost), lost.count(0.0), sum(lost) / len(lost) if lost else 0.0)


def default_path() -> Path:
    """Return the default file, in the user's data folder."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "finaltable" / "training.json"


def read_progress(path: Path) -> TrainingProgress:
    """Read progress from a file; return new progress if there is no file."""
    if not exists(path):
        return TrainingProgress()
    data, where = read_bytes(str(path), "progress")
    return progress_of(decode(data, where))


def exists(path: Path) -> bool:
    """Return whether a file exists, or raise for an invalid name."""
    try:
        return path.exists()
    except (OSError, ValueError) as error:
        rule = "must be a file that can be read"
        raise InputError("progress", rule, reason(str(path), error), code="file_failed") from None


def progress_of(text: str) -> TrainingProgress:
    """Parse progress from JSON, or raise.

    >>> progress_of(json.dumps(TrainingProgress().to_dict()))
    TrainingProgress(answers=(), cards=())
    """
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("progress", RULE, Verbatim("something else"), code="wrong_format") from None
    if not isinstance(given, dict) or (given.get("finaltable"), given.get("version")) != (KIND, VERSION):
        raise InputError("progress", RULE, Verbatim("something else"), code="wrong_format")
    try:
        answers = tuple(answer_of(one) for one in given["answers"][-MOST_ANSWERS:])
        cards = tuple(card_of(one) for one in given["cards"][-MOST_CARDS:])
    except (LookupError, TypeError, ValueError) as error:
        raise InputError(
            "progress", RULE, Verbatim(f"{type(error).__name__}: {error}"[:80]), code="wrong_format"
        ) from None
    return TrainingProgress(answers, cards)


def answer_of(one: Any) -> Answered:
    """Parse one answer."""
    key, day, seat, depth, mode = (str(one[name])[:40] for name in ("key", "day", "seat", "depth", "mode"))
    lost = float(one["lost"])
    if not 0 <= lost <= 1 or mode not in ("hand", "range"):
        raise ValueError("lost must be a share, mode hand or range")
    return Answered(key, date.fromisoformat(day).isoformat(), seat, depth, lost, mode)


def card_of(one: Any) -> Card:
    """Parse one mistake to repeat."""
    box = int(one["box"])
    if not 0 <= box < len(INTERVALS):
        raise ValueError("there is no such box")
    read_recipe(one["spot"], "cards")
    return Card(str(one["key"])[:40], box, date.fromisoformat(str(one["due"])).isoformat(), one["spot"])


def update_progress(path: Path, change: Callable[[TrainingProgress], TrainingProgress]) -> TrainingProgress:
    """Update the progress in a file and return it, keeping the answers of other sessions."""
    with locked(path):
        progress = change(read_progress(path))
        write_progress(progress, path)
    return progress


def write_progress(progress: TrainingProgress, path: Path) -> None:
    """Write progress to a file, atomically."""
    part = path.with_name(path.name + ".part")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8") as file:
            file.write(json.dumps(progress.to_dict()))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)


def delete_progress(path: Path) -> None:
    """Delete a file of progress; raise for any other file."""
    if exists(path):
        with locked(path):
            read_progress(path)
            path.unlink(missing_ok=True)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock a file against other sessions. The system releases the lock however this process ends."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path.with_name(f".{path.name}.lock"), os.O_CREAT | os.O_RDWR, 0o644)
    try:
        with writing(path):
            lock_file(lock)
        yield
    finally:
        os.close(lock)


def lock_file(lock: int) -> None:
    """Lock a file as soon as no other process holds it."""
    if sys.platform == "win32":
        import msvcrt

        while True:
            try:
                msvcrt.locking(lock, msvcrt.LK_LOCK, 1)
            except OSError as error:  # after ten seconds
                if error.errno != errno.EDEADLOCK:
                    raise
            else:
                return
    else:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn errors of the system into one-line input errors."""
    try:
        yield
    except OSError as error:
        rule = "must be a file that can be written"
        raise InputError("progress", rule, reason(str(path), error), code="file_failed") from None
