"""Training sessions: spots one by one, the next one solved while the user thinks about this one."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from queue import Queue
from typing import Any

from finaltable.answers import Answer, json_fields
from finaltable.errors import InputError, Verbatim
from finaltable.models import Choice
from finaltable.table.file_bytes import decode, read_bytes
from finaltable.table.options import Progress, check_progress, check_seed, check_threads, stage_of
from finaltable.table.table import check_whole
from finaltable.training.decision_chart import Chart, NumberedChart, TrainingTable
from finaltable.training.recipes import read_recipe, read_spots
from finaltable.training.settings import Settings, check_settings
from finaltable.training.spot_sources import DrawnSpots, GivenSpots, PackedSpots, SpotSource
from finaltable.training.training_spot import NumberedSpot, TrainingSpot

MOST = 1000
PACK = "pack"


@dataclass(frozen=True, repr=False)
class Training(Answer):
    """Spots to train on. Made by `train`."""

    seed: int
    """The same seed and settings give the same spots."""
    settings: str
    """Source of the spots, in words."""
    spots: tuple[TrainingSpot, ...]
    """Spots in the order in which they are asked."""
    skipped: tuple[str, ...] = ()
    """Reasons why some given spots are not asked."""

    reported_by = "training.report.training_report"

    in_json = json_fields("seed settings tables decisions spots=numbered")

    @cached_property
    def charts(self) -> tuple[Chart, ...]:
        """The decisions, without duplicates."""
        return tuple(dict.fromkeys(spot.chart for spot in self.spots))

    @cached_property
    def tables(self) -> tuple[TrainingTable, ...]:
        """The tables, without duplicates."""
        first: dict[Any, Chart] = {}
        for chart in self.charts:
            first.setdefault((chart.layout, chart.model), chart)
        return tuple(map(TrainingTable, first.values()))

    @property
    def decisions(self) -> tuple[NumberedChart, ...]:
        """The decisions, without duplicates, with the numbers of their tables."""
        numbers = {(one.chart.layout, one.chart.model): number for number, one in enumerate(self.tables)}
        return tuple(NumberedChart(numbers[chart.layout, chart.model], chart) for chart in self.charts)

    @property
    def numbered(self) -> tuple[NumberedSpot, ...]:
        """The spots, with the numbers of their decisions."""
        numbers = {chart: number for number, chart in enumerate(self.charts)}
        return tuple(NumberedSpot(numbers[spot.chart], spot) for spot in self.spots)


def train(
    seed: int | None = None,
    spots: int = 10,
    *,
    first: int = 0,
    source: str | Sequence[Mapping[str, Any]] | None = None,
    players: int | tuple[int, int] | None = None,
    payouts: str | None = None,
    stacks: float | tuple[float, float] | None = None,
    position: str | None = None,
    bounties: str | None = None,
    model: Choice | None = None,
    raise_to: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Training:
    """Return spots to train on, each with the best action and the reasons.

    The same seed and settings give the same spots, and a spot depends only on its number:

    >>> found = train(seed=7, spots=2)
    >>> spot = found.spots[0]
    >>> spot.chart.seat, spot.chart.facing, spot.hand, spot.score("fold").best
    ('BTN', (), 'ATo', 'in')
    >>> train(seed=7, spots=1, first=1).spots[0] == found.spots[1]
    True

    Parameters
    ----------
    seed
        Seed of the random numbers, by default 0.
    spots, first
        Number of spots, and the number of the first, from 0.
    source
        "pack" for the spots that come with the package, which are solved already: the default without settings. Or a
        file of spots (JSON, written by this function or by a review), or a list of them.
    players, stacks
        Number of players, and their stacks in big blinds: one number, or the smallest and the largest.
    payouts
        A preset: usual, top_heavy, flat, satellite, bubble, winner, or any.
    position
        Position to train: SB, BB, BTN, CO, ..., or any.
    bounties
        none, flat, progressive, or any.
    model
        The model that scores, by default icm.
    raise_to
        Size of raises in big blinds: all-ins over a raise are asked, and calls of them; up to 15 big blinds also fold,
        raise or all-in first in. By default, push or fold.
    threads, progress
        As for `equity`.
    """
    number = check_seed(seed)
    count = check_whole(spots, "spots", 1, MOST)
    start = check_whole(first, "first", 0, 10**9)
    check_progress(progress)
    given = {"players": players, "payouts": payouts, "stacks": stacks, "position": position, "bounties": bounties}
    given["raise_to"] = raise_to
    found, words = find_source(number, source, check_threads(threads), model, **given)
    asked: list[TrainingSpot] = []
    skipped: list[str] = []
    for place in numbers(found, start, count):
        try:
            asked.append(found.spot(place, stage_of(progress, place - start, count)))
        except InputError as problem:
            if not isinstance(found, GivenSpots):
                raise
            skipped.append(f"spot {place + 1}: {problem}")
    return Training(number, words, tuple(asked), tuple(skipped))


def numbers(found: SpotSource, start: int, count: int) -> range:
    """Return the numbers of the wanted spots that exist."""
    last = start + count if found.count is None or isinstance(found, PackedSpots) else min(found.count, start + count)
    return range(start, last)


def given_words(value: Any) -> Any:
    """Return a setting in words: two bounds as a range."""
    return Verbatim("-".join(map(str, value))) if isinstance(value, tuple) else value


def find_source(
    seed: int, source: object, threads: int, model: Choice | None = None, **settings: Any
) -> tuple[SpotSource, str]:
    """Return the source of the spots, and its name."""
    wanted = {name: value for name, value in settings.items() if value is not None}
    if source is None and not wanted and model is None:
        source = PACK
    if source is None:
        drawn = check_settings(**wanted, model=Settings.model if model is None else model)
        return DrawnSpots(drawn, seed, threads), drawn.words()
    for name, value in {**wanted, "model": model}.items():
        if value is not None:
            rule = "must be left out where spots are given with {source}"
            raise InputError(name, rule, given_words(value), code="conflict")
    if source == PACK:
        return PackedSpots(seed), PACK
    if isinstance(source, str):
        data, where = read_bytes(source, "source")
        return GivenSpots(read_spots(decode(data, where)), seed, threads), where
    if not isinstance(source, Sequence):
        raise InputError("source", "must be pack, the name of a file, or a list of spots", source, code="wrong_type")
    return GivenSpots([read_recipe(one, f"source[{i}]") for i, one in enumerate(source)], seed, threads), "given spots"


class TrainingStopped(Exception):  # noqa: N818 (not an error)
    """Raised to stop the solver when no more spots are wanted."""


class Ahead:
    """Solve spots in the background, one ahead; an input error is yielded in place of its spot."""

    def __init__(self, source: SpotSource, wanted: range) -> None:
        self.source, self.wanted = source, wanted
        self.ready: Queue[TrainingSpot | Exception | None] = Queue(maxsize=1)
        self.stopped = threading.Event()
        self.worker = threading.Thread(target=self._solve, daemon=True)

    def __iter__(self) -> Iterator[TrainingSpot | InputError]:
        self.worker.start()
        while (found := self.ready.get()) is not None:
            if isinstance(found, Exception) and not isinstance(found, InputError):
                raise found
            yield found

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the solver."""
        self.stopped.set()
        while self.worker.is_alive():
            if not self.ready.empty():
                self.ready.get_nowait()
            self.worker.join(0.02)

    def _solve(self) -> None:
        try:
            for number in self.wanted:
                self._put(self._one(number))
            self._put(None)
        except TrainingStopped:
            pass
        except Exception as failure:
            self.ready.put(failure)  # otherwise the reader would wait for ever

    def _one(self, number: int) -> TrainingSpot | InputError:
        try:
            return self.source.spot(number, self._watch)
        except InputError as problem:
            return problem

    def _put(self, found: TrainingSpot | Exception | None) -> None:
        if self.stopped.is_set():
            raise TrainingStopped
        self.ready.put(found)

    def _watch(self, _done: float, _error: float) -> None:
        if self.stopped.is_set():
            raise TrainingStopped
