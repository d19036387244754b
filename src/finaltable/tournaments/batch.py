"""Hands of one shape, solved together in the core: each hand by one thread, with the same bits for any number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.cards.three import dealing
from finaltable.equilibrium.showdowns import one_shares, two_shares

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.results import Values
    from finaltable.tournaments.hand import Shape
    from finaltable.tournaments.policy import Watch


class Effort(NamedTuple):
    """How far hands are solved."""

    tolerance: float
    """Sum of the gains of best responses, as a share of the pool."""
    sweeps: int
    warmth: float
    """Weight of the profile at the start; 0: none, except that it is the start."""


def solve_alike(
    shape: Shape,
    gains: Values,
    profiles: Values,
    locked: NDArray[np.bool_],
    effort: Effort,
    watch: Watch,
    max_seconds: float | None,
    report: Callable[[float], None],
) -> _core.HandsAnswer:
    """Solve hands of one shape; ``gains`` are the changes by all channels: hand by channel by player."""
    seats, posted, last_opens = shape
    one, two = one_shares(posted), two_shares(posted)
    channels = (seats, len(one)), (seats * (seats - 1) // 2, len(two)), (seats * (seats - 1) * (seats - 2) // 6, 13)
    parts = np.split(gains, np.cumsum([players * many for players, many in channels])[:2], axis=1)
    ones, twos, threes = (
        np.ascontiguousarray(part).reshape(len(gains), *size, gains.shape[2])
        for part, size in zip(parts, channels, strict=True)
    )
    found = _core.solve_hands(
        last_opens,
        one,
        two,
        ones,
        twos,
        threes,
        dealing(three=seats + posted > 2),
        profiles,
        locked,
        *effort,
        watch.threads,
        max_seconds,
        lambda part, _: report(part),
    )
    watch.interrupted = watch.interrupted or found.interrupted
    return found


def masses_of(found: _core.HandsAnswer) -> Values:
    """Return the probabilities of all channels: hand by channel."""
    parts = (found.one, found.two, found.three)
    return np.concatenate([part.reshape(len(found.solved), -1) for part in parts], axis=1)
