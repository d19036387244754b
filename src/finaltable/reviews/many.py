"""Work on the hands of many players: the files of a database in parts, a row for each decision before the flop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from finaltable.batches.file_lists import ListedFile, files_of, open_listed, plan_files
from finaltable.batches.job import BatchPart, Step
from finaltable.batches.storage import Target
from finaltable.batches.work import OnStep, Work, WorkPlan, check_options
from finaltable.errors import InputError, counted
from finaltable.histories.hand import PlayedHand
from finaltable.histories.history import History, HistoryProblem
from finaltable.histories.history_files import HistoryFile, of_bytes
from finaltable.histories.reading import read_sources
from finaltable.models import find_models
from finaltable.reviews.review import review
from finaltable.reviews.rows import Row, problem_row, rows_of, schema_of, table_of_rows
from finaltable.table.file_bytes import MAX_BYTES

if TYPE_CHECKING:
    from finaltable.batches.summary import BatchSummary

SHOWN = ("icm", "sem", "dcm")
MOST_PROBLEMS = 1_000  # rows of a part for what was not read
HANDS = b"finaltable.hands"
FILES = b"finaltable.files"
OPTIONS = (
    "payouts pool hero push_range call_range open_range rejam_range ranges elsewhere left bounty_share most_blinds "
    "smallest look_ahead tolerance"
)


@dataclass(frozen=True)
class HandWork(Work):
    """Reviews of the players whose cards the files show."""

    ask = "review"
    row = "decision"
    in_processes = True
    models: tuple[str, ...]
    given: Mapping[str, Any]
    """Arguments of `review`."""

    def options(self) -> dict[str, Any]:
        """Return the options for the manifest."""
        return {"models": list(self.models), **{name: str(value) for name, value in self.given.items()}}

    def plan(self, given: Any, target: Target) -> WorkPlan:
        """List the files, some in each part."""
        plan = plan_files(given, target)
        return WorkPlan(self, [plan.fingerprint], plan.parts)

    def repeated(self, names: Sequence[str]) -> list[str]:
        """Return the columns of texts."""
        return [name for name in names if name in schema_of(()).names and name not in ("cost", "uncertainty", "luck")]

    def frames(self, part: BatchPart, threads: int, on_step: OnStep | None) -> Iterator[Any]:
        """Yield the rows of a part, a player at a time; all files of a tournament belong to one part."""
        del threads  # parts are computed in parallel

        def look(_fraction: float, _error: float) -> None:
            if on_step is not None:
                on_step(Step(0, 0, 0))

        listed = files_of(part)
        history = read_sources(texts_of(listed), look)
        read = {HANDS: str(len(history.hands)).encode(), FILES: str(len(listed)).encode()}
        schema = schema_of(self.models).with_metadata(read)
        broken = [one for one in history.problems if one.kind == "broken"]
        yield table_of_rows(problem_rows(broken), schema)
        for hero, own in by_hero(history, self.given.get("hero")).items():
            rows = self.reviewed(hero, own, look)
            if on_step is not None:
                on_step(Step(len(rows), sum(1 for row in rows if row.get("problem")), 0))
            yield table_of_rows(rows, schema)

    def reviewed(self, hero: str, history: History, look: Any) -> list[Row]:
        """Return the rows of one player, or one row with the reason why there are none."""
        own = {name: value for name, value in self.given.items() if name != "hero"}
        first = history.hands[0]
        try:
            found = review(history, hero=hero, models=self.models, threads=1, progress=look, **own)
        except InputError as error:
            about = {"player": hero, "room": first.room, "tournament": first.tournament.id, "file": first.file}
            return [{**about, "line": first.line, "problem": str(error)}]
        aside = [{"player": hero, "room": first.room, "problem": why} for why in found.not_reviewed]
        return [*rows_of(found), *aside]

    def summary(self, found: BatchSummary, target: Target, parts: Sequence[str]) -> BatchSummary:
        """Return the summary with totals."""
        from finaltable.reviews.totals import add_totals

        return add_totals(found, target, parts)


def work_of(options: Mapping[str, Any]) -> HandWork:
    """Return the work for the options of `batch`, or raise."""
    check_options(options, ("models", *OPTIONS.split()))
    models = find_models(options.get("models") or SHOWN)
    given = {name: value for name, value in options.items() if name != "models"}
    return HandWork(tuple(model.name for model in models), given)


def texts_of(files: Sequence[ListedFile]) -> Iterator[HistoryFile | HistoryProblem]:
    """Yield the texts of files, and a problem for each that cannot be read."""
    for file in files:
        if file.mark.bytes > MAX_BYTES:
            why = f"the file is not read: it is larger than {MAX_BYTES >> 20} MB"
            yield HistoryProblem(file.name, 1, why)
            continue
        data = open_listed(file, MAX_BYTES)
        if isinstance(data, str):
            yield HistoryProblem(file.name, 1, data)
        else:
            yield from of_bytes(data, file.name)


def problem_rows(problems: Sequence[HistoryProblem]) -> list[Row]:
    """Return a row for each problem; after a thousand, one that counts the others."""
    rows = [problem_row(one) for one in problems[:MOST_PROBLEMS]]
    if len(problems) > MOST_PROBLEMS:
        more = counted(len(problems) - MOST_PROBLEMS, "problem")
        rows.append({"file": problems[MOST_PROBLEMS].file, "problem": f"and {more} more in these files"})
    return rows


def by_hero(history: History, only: str | None) -> dict[str, History]:
    """Return the tournaments of each player whose cards they show, or of one player."""
    tournaments: dict[tuple[str, str], list[PlayedHand]] = {}
    for hand in history.hands:
        tournaments.setdefault((hand.room, hand.tournament.id), []).append(hand)
    found: dict[str, list[PlayedHand]] = {}
    for hands in tournaments.values():
        heroes = {hand.hero for hand in hands if hand.hero is not None} if only is None else {only}
        for name in sorted(heroes):  # hands without cards tell how many players are left
            found.setdefault(name, []).extend(hand for hand in hands if name in hand.names)
    return {name: replace(history, hands=tuple(some), problems=()) for name, some in found.items() if some}
