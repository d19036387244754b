"""Loss of every model on every snapshot: finish probabilities compared with actual places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from finaltable.models import Model
from finaltable.models.model import MixturePart
from finaltable.scoring.cleaning import Scorable
from finaltable.table.options import Progress
from finaltable.table.table import Floats

MEASURES = ("squared_error", "winner", "places", "first_out")
FLOOR = 1e-7  # lower bound on probabilities, so that the loss stays finite
CHUNK, SMALL_CHUNK = 64, 4  # tables between two reports of progress
MANY = 13  # players: with more, COARSE is enough, and exact trees take seconds
COARSE = 1e-4


class Guard(NamedTuple):
    """A rule that keeps probabilities above 0 before their logarithm is taken."""

    floor: float
    """Lower bound on probabilities."""
    uniform: float
    """Weight of equal probabilities that is mixed in."""

    def apply(self, chances: Floats, places: int) -> Floats:
        """Return the probabilities above 0."""
        found: Floats = np.maximum((1.0 - self.uniform) * chances + self.uniform / places, self.floor)
        return found


USUAL = Guard(FLOOR, 0.0)
GUARDS = (Guard(1e-3, 0.0), Guard(1e-4, 0.0), Guard(1e-5, 0.0), USUAL, Guard(1e-9, 0.0), Guard(0.0, 0.01))
GUARDED = ("places", "first_out")  # the measures that depend on the guard


class Losses(NamedTuple):
    """Losses of models, and predictions for each player; snapshots are sorted by number of players."""

    values: Floats
    """Shape (models, snapshots, measures)."""
    guarded: Floats
    """The losses of `GUARDED` under each of `GUARDS`, shape (guards, models, snapshots, measures)."""
    events: NDArray[np.intp]
    """Number of each snapshot's event."""
    seats: Seats
    """Results and predictions for every player."""
    shortest: Extreme
    """Whether the shortest stack was out first."""
    leader: Extreme
    """Whether the largest stack won."""
    errors: Floats
    """One per model: bound on the error of each finish probability."""


class Seats(NamedTuple):
    """All players of all snapshots, one after another."""

    relative: Floats
    """Stack over average stack."""
    actual: Floats
    """Prize over average prize, both above the lowest."""
    expected: Floats
    """The models' predictions of it, shape (models, players)."""
    chances: Floats
    """The models' probabilities of the place that each player took, shape (models, players)."""
    events: NDArray[np.intp]


class Extreme(NamedTuple):
    """One outcome that is possible at every table."""

    happened: Floats
    """1 or 0, or a fraction if several players are equal; one per snapshot."""
    expected: Floats
    """Its probability, shape (models, snapshots)."""


class SnapshotGroup(NamedTuple):
    """Some snapshots with the same number of players."""

    stacks: Floats
    """Shape (tables, players)."""
    places: NDArray[np.intp]
    shares: Floats
    """Prizes as fractions, shape (tables, places)."""
    events: NDArray[np.intp]


def score(
    snapshots: Sequence[Scorable], models: Sequence[Model], tolerance: float, threads: int, progress: Progress | None
) -> Losses:
    """Score every snapshot under every model; models that are part of several mixtures are solved once."""
    numbers = {event: number for number, event in enumerate(dict.fromkeys(one.event for one in snapshots))}
    groups = list(grouped(snapshots, numbers))
    pieces, done = [], 0
    for group in groups:
        finishes, errors = solve(group, models, tolerance, threads, progress, (done, len(snapshots)))
        pieces.append(scored(group, finishes, errors))
        done += len(group.stacks)
    if progress is not None:
        progress(1.0, 0.0)
    return joined(pieces)


def grouped(snapshots: Sequence[Scorable], numbers: Mapping[tuple[float, ...], int]) -> Iterator[SnapshotGroup]:
    """Yield snapshots with the same number of players together, a chunk at a time."""
    by_players: dict[int, list[Scorable]] = defaultdict(list)
    for snapshot in snapshots:
        by_players[len(snapshot.stacks)].append(snapshot)
    for players in sorted(by_players):
        size = CHUNK if players <= MANY else SMALL_CHUNK
        for start in range(0, len(by_players[players]), size):
            some = by_players[players][start : start + size]
            yield SnapshotGroup(
                np.array([one.stacks for one in some], dtype=np.float64),
                np.array([one.places for one in some], dtype=np.intp),
                np.array([one.shares for one in some]),
                np.array([numbers[one.event] for one in some], dtype=np.intp),
            )


def solve(
    group: SnapshotGroup,
    models: Sequence[Model],
    tolerance: float,
    threads: int,
    progress: Progress | None,
    part: tuple[int, int],
) -> tuple[list[Floats], list[float]]:
    """Return the finish probabilities of a group under every model, shape (tables, players, places), and errors."""
    allowed = tolerance if group.stacks.shape[1] <= MANY else max(tolerance, COARSE)
    bases = {base.model.name: base.model for model in models for base in parts_of(model)}
    found = {}
    done, total = part
    step = len(group.stacks) / len(bases) / total
    for number, (name, base) in enumerate(bases.items()):
        assert base.finish is not None, "checked before"
        look = within(progress, done / total + number * step, step)
        answer = base.finish(group.stacks, tolerance=allowed, threads=threads, seed=0, progress=look)
        found[name] = (answer.values.astype(np.float64), answer.error)
        if look is not None:
            look(1.0, 0.0)
    finishes = [mixed(model, {name: values for name, (values, _) in found.items()}) for model in models]
    errors = [sum(base.weight * found[base.model.name][1] for base in parts_of(model)) for model in models]
    return finishes, errors


def within(progress: Progress | None, done: float, more: float) -> Progress | None:
    """Return the progress of all snapshots during the work on some of them."""
    return None if progress is None else lambda fraction, error: progress(done + fraction * more, error)


def mixed(model: Model, found: Mapping[str, Floats]) -> Floats:
    """Return the finish probabilities of a mixture from those of its parts."""
    first, *others = parts_of(model)
    values = first.weight * found[first.model.name]
    for base in others:
        values = values + base.weight * found[base.model.name]
    return values


def parts_of(model: Model) -> Sequence[MixturePart]:
    """Return the models of a mixture with their weights; for a single model, itself."""
    return model.parts or (MixturePart(model, 1.0),)


def scored(group: SnapshotGroup, finishes: Sequence[Floats], errors: Sequence[float]) -> Losses:
    """Score one group: every model's probabilities against the actual places."""
    tables, players = group.stacks.shape
    rows = np.arange(tables)
    actual = np.take_along_axis(group.shares, group.places, axis=1)
    expected = np.array([np.einsum("tik,tk->ti", finish, group.shares) for finish in finishes])
    chances = np.array([np.take_along_axis(finish, group.places[:, :, None], axis=2)[:, :, 0] for finish in finishes])
    surprise, *guarded = (-np.log(guard.apply(chances, players)) for guard in (USUAL, *GUARDS))
    first, last = group.places.argmin(axis=1), group.places.argmax(axis=1)
    values = np.stack(
        [
            ((actual - expected) ** 2).sum(axis=2),
            surprise[:, rows, first],
            surprise.sum(axis=2),
            surprise[:, rows, last],
        ],
        axis=2,
    )
    relative = group.stacks / group.stacks.mean(axis=1, keepdims=True)
    seats = Seats(
        relative.ravel(),
        players * actual.ravel(),
        players * expected.reshape(len(finishes), -1),
        chances.reshape(len(finishes), -1),
        np.repeat(group.events, players),
    )
    shortest = extreme(group.stacks == group.stacks.min(axis=1, keepdims=True), last, [f[:, :, -1] for f in finishes])
    leader = extreme(group.stacks == group.stacks.max(axis=1, keepdims=True), first, [f[:, :, 0] for f in finishes])
    under_guards = np.array([np.stack([one.sum(axis=2), one[:, rows, last]], axis=2) for one in guarded])
    return Losses(values, under_guards, group.events, seats, shortest, leader, np.array(errors))


def extreme(who: NDArray[np.bool_], struck: NDArray[np.intp], chances: Sequence[Floats]) -> Extreme:
    """Return how often the outcome struck one of the marked players, and its probability; ties count as fractions."""
    part = who / who.sum(axis=1, keepdims=True)
    happened = part[np.arange(len(who)), struck]
    return Extreme(happened, np.array([(part * chance).sum(axis=1) for chance in chances]))


def joined(pieces: Sequence[Losses]) -> Losses:
    """Concatenate the losses of groups."""
    return Losses(
        np.concatenate([piece.values for piece in pieces], axis=1),
        np.concatenate([piece.guarded for piece in pieces], axis=2),
        np.concatenate([piece.events for piece in pieces]),
        Seats(*(np.concatenate([piece.seats[k] for piece in pieces], axis=-1) for k in range(len(Seats._fields)))),
        Extreme(*(np.concatenate([piece.shortest[k] for piece in pieces], axis=-1) for k in range(2))),
        Extreme(*(np.concatenate([piece.leader[k] for piece in pieces], axis=-1) for k in range(2))),
        np.max([piece.errors for piece in pieces], axis=0),
    )
