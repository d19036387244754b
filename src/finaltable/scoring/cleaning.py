"""Select the snapshots that can be scored: set the others aside with a reason, and drop duplicates."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from finaltable.errors import InputError, Verbatim
from finaltable.scoring.snapshots import Snapshot, numbers_of
from finaltable.table.options import Progress
from finaltable.table.table import Floats, check_whole

FEWEST, MOST = 2, 100
DUPLICATE = "the same stacks and places as an earlier one, with almost the same prizes"
ALIKE = 1.25
"""First prizes of one event differ by less than this factor: reports mistype them, or omit side payments."""
REPORT_EVERY = 1000  # snapshots between two reports of progress


@dataclass(frozen=True)
class SnapshotsSetAside:
    """Snapshots that are not scored, for one reason."""

    reason: str
    """Why they are not scored."""
    count: int
    """Number of snapshots."""
    example: str
    """Location of the first of them."""


class Scorable(NamedTuple):
    """A snapshot that can be scored."""

    stacks: tuple[float, ...]
    places: tuple[int, ...]
    """Place of each player; 0 is the winner."""
    payouts: tuple[float, ...]

    @property
    def event(self) -> tuple[float, ...]:
        """Key of its event: the first two prizes."""
        return self.payouts[:2]

    @property
    def shares(self) -> Floats:
        """Prize of each place minus the lowest prize, as a fraction of their sum."""
        above = np.array(self.payouts, dtype=np.float64) - self.payouts[-1]
        shares: Floats = above / above.sum()
        return shares


class Cleaned(NamedTuple):
    """Snapshots to score, and those set aside."""

    given: int
    scored: list[Scorable]
    not_scored: tuple[SnapshotsSetAside, ...]


def check_range(players: object) -> tuple[int, int]:
    """Return the fewest and the most players of the snapshots to score, or raise."""
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) != 2:
        raise InputError("players", "must be the fewest and the most of them: (3, 9)", players, code="wrong_type")
    fewest, most = (check_whole(number, "players", FEWEST, MOST) for number in players)
    if fewest > most:
        raise InputError("players", "must go from few to many: (3, 9)", players, code="wrong_order")
    return fewest, most


def clean(snapshots: Sequence[Snapshot], players: tuple[int, int], progress: Progress | None = None) -> Cleaned:
    """Set aside invalid snapshots first, then duplicates, so that a broken report never hides a good one."""
    fewest, most = players
    scored: list[Scorable] = []
    aside: dict[str, list[str]] = {}
    seen: dict[tuple[object, ...], float] = {}
    for number, snapshot in enumerate(snapshots):
        found = checked(snapshot)
        if isinstance(found, Scorable):
            reason = DUPLICATE if is_duplicate(found, seen) else outside(len(found.stacks), fewest, most)
        else:
            reason = found
        if isinstance(found, Scorable) and not reason:
            scored.append(found)
        else:
            aside.setdefault(reason, []).append(snapshot.where)
        if progress is not None and number % REPORT_EVERY == 0:
            progress(0.0, 0.0)
    listed = tuple(SnapshotsSetAside(reason, len(where), where[0]) for reason, where in aside.items())
    if not scored:
        reasons = "; ".join(f"{one.count:,}: {one.reason}" for one in listed)
        raise InputError("snapshots", "must have at least one that can be scored", Verbatim(reasons), code="too_few")
    return Cleaned(len(snapshots), scored, tuple(sorted(listed, key=lambda one: -one.count)))


def is_duplicate(snapshot: Scorable, seen: dict[tuple[object, ...], float]) -> bool:
    """Return whether a snapshot is a duplicate, and remember it: the same stacks and places, almost the same prizes.

    Equal stacks, as at the start of a match, are too common for that: with them, all prizes must be the same. First
    prizes are grouped in steps of a factor, and only neighbouring steps are compared, so that the time is constant.
    """
    first = snapshot.payouts[0]
    level = min(snapshot.stacks) == max(snapshot.stacks)
    moment = (snapshot.stacks, snapshot.places, snapshot.payouts if level else None)
    step = math.floor(math.log(first, ALIKE))
    for near in (step - 1, step, step + 1):
        other = seen.get((moment, near))
        if other is not None and max(first, other) < ALIKE * min(first, other):
            return True
    seen[moment, step] = first
    return False


def outside(players: int, fewest: int, most: int) -> str:
    """Return the reason to exclude a snapshot with this number of players; empty if it is in range."""
    return f"fewer than {fewest} players" if players < fewest else f"more than {most} players" if players > most else ""


def checked(snapshot: Snapshot) -> Scorable | str:
    """Return a snapshot that can be scored, or the reason why it cannot."""
    stacks = numbers_of(snapshot.stacks, 1e-100)
    if not stacks:
        return "stacks that are not positive numbers"
    places = places_of(snapshot.places, len(stacks))
    if places is None:
        return "places that are not first to last, each once, for every stack"
    payouts = numbers_of(snapshot.payouts, 0.0)
    if payouts is None:
        return "payouts that are not numbers of at least 0"
    if len(payouts) != len(stacks):
        return "not one payout for each player (write 0 for places that pay nothing)"
    found = Scorable(stacks, places, payouts)
    return next((reason for reason, is_so in BROKEN.items() if is_so(payouts)), found)


BROKEN: dict[str, Callable[[tuple[float, ...]], bool]] = {
    "all places pay the same": lambda payouts: min(payouts) == max(payouts),
    "a later place pays more": lambda payouts: any(later > earlier for earlier, later in pairwise(payouts)),
    "first and second place pay the same: a deal": lambda payouts: payouts[0] == payouts[1],
}


def places_of(given: object, players: int) -> tuple[int, ...] | None:
    """Return places from 0, one for each player, or None if some are missing or duplicated."""
    places = numbers_of(given, 0)
    if places is None or len(places) != players:
        return None
    first = min(places)
    if first not in (0, 1) or sorted(places) != [first + i for i in range(players)]:
        return None
    return tuple(int(place - first) for place in places)
