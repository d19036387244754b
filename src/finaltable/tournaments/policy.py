"""Strategies in all states of a chain, improved hand by hand in the core."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from finaltable import _core
from finaltable.cards.hand import CLASSES
from finaltable.equilibrium.nodes import nodes_of
from finaltable.equilibrium.solver import start_profile
from finaltable.results import Values
from finaltable.table.options import Progress
from finaltable.tournaments.batch import Effort, masses_of, solve_alike
from finaltable.tournaments.hand import NO_DECISION, Shape

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.tournaments.chain import Chain

AT_ONCE = 2000  # hands given to the core together: they take about 100 MB
WARMTH = 1.0
MOST_SWEEPS = 30  # of one hand in one round: the next round goes on


class Watch:
    """Time limit, Ctrl-C and progress of a computation of several steps."""

    def __init__(self, threads: int, max_seconds: float | None, progress: Progress | None) -> None:
        self.threads, self.progress = threads, progress
        self.deadline = None if max_seconds is None else time.monotonic() + max_seconds
        self.max_seconds, self.interrupted = max_seconds, False
        self.share = (0.0, 1.0)
        """Part of the progress that the present step makes: from, to."""
        self.error, self.shown = 1.0, 0.0

    def left(self, reserve: float = 0.0) -> float | None:
        """Return the seconds left, without a reserve; None without a limit."""
        return None if self.deadline is None else max(1e-9, self.deadline - reserve - time.monotonic())

    def over(self, reserve: float = 0.0) -> bool:
        """Return whether the work has to end."""
        left = self.left(reserve)
        return self.interrupted or (left is not None and left <= 1e-3)

    def report(self, done: float) -> None:
        """Report the progress of the present step."""
        if self.progress is not None:
            start, stop = self.share
            self.shown = max(self.shown, start + (stop - start) * done)  # measuring begins again at the start
            self.progress(self.shown, self.error)

    def mark(self, done: float) -> None:
        """Report between two steps: Ctrl-C ends the work, which keeps what it has."""
        try:
            self.report(done)
        except KeyboardInterrupt:
            self.interrupted = True


class Policy:
    """A profile for every hand of a chain, and the probabilities of outcomes that follow from it."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.profiles = np.zeros((len(chain.hands), len(nodes_of(chain.players)), CLASSES), dtype=np.float32)
        """Frequency of going all-in: state by decision by class. Hands with fewer decisions use the first ones."""
        self.locked: dict[Shape, NDArray[np.bool_]] = {}
        for shape, states in chain.groups.items():
            if shape != NO_DECISION:
                start, self.locked[shape] = start_profile(chain.hands[states[0]].lineup, {})
                self.profiles[states, : len(start)] = start
        self.chances = np.concatenate([effects.fold for effects in chain.effects])
        self.known = np.array([hand.shape == NO_DECISION for hand in chain.hands])
        """Whether a state has a profile that was solved."""
        self.gains = np.zeros((len(chain.hands), chain.players))
        """Gain of each player's best response in one hand, as a share of the pool: state by seat."""

    def improve(self, worth: Values, tolerance: float, watch: Watch, reserve: float) -> None:
        """Solve every hand again, from its last profile. States that there is no time for keep theirs."""
        warmth = WARMTH if self.known.all() else 0.0
        for shape, some, done in self.parts():
            found = self.solve(shape, some, worth, (tolerance, MOST_SWEEPS, warmth), watch, watch.left(reserve), done)
            solved = found.solved > 0
            states = np.array(self.chain.groups[shape][some])[solved]
            self.profiles[states, : found.profile.shape[1]] = found.profile[solved]
            self.keep(shape, some, found, solved)
            if watch.over(reserve):
                return

    def measure(self, worth: Values, watch: Watch) -> None:
        """Find the gain of each player's best response in every hand. The first Ctrl-C does not end it."""
        for shape, some, done in self.parts():
            again = not watch.interrupted
            found = self.solve(shape, some, worth, (0.0, 1, 0.0), watch, None, done)
            if again and watch.interrupted:
                found = self.solve(shape, some, worth, (0.0, 1, 0.0), watch, None, done)
            if not found.solved.all():
                raise KeyboardInterrupt
            self.keep(shape, some, found, found.solved > 0)

    def parts(self) -> Iterator[tuple[Shape, slice, tuple[float, float]]]:
        """Yield hands of one shape that are solved together, and the fractions of all hands before and after them."""
        count = 0
        for shape, states in self.chain.groups.items():
            for start in range(0, len(states) if shape != NO_DECISION else 0, AT_ONCE):
                some = slice(start, min(start + AT_ONCE, len(states)))
                before, count = count, count + some.stop - some.start
                yield shape, some, (before / len(self.known), count / len(self.known))

    def solve(
        self,
        shape: Shape,
        some: slice,
        worth: Values,
        how: tuple[float, int, float],
        watch: Watch,
        max_seconds: float | None,
        done: tuple[float, float],
    ) -> _core.HandsAnswer:
        """Run the core on hands of one shape; ``how`` is tolerance, sweeps and warmth."""
        states, locked = self.chain.groups[shape][some], self.locked[shape]
        profiles = self.profiles[states, : len(locked)].astype(np.float64)
        first, last = done

        def report(part: float) -> None:
            watch.report(first + part * (last - first))

        gains = self.gains_of(states, worth)
        return solve_alike(shape, gains, profiles, locked, Effort(*how), watch, max_seconds, report)

    def gains_of(self, states: list[int], worth: Values) -> Values:
        """Return the change of all players' values by each channel: hand by channel by player."""
        chain = self.chain
        outcomes = (worth[chain.first[state] : chain.first[state + 1], chain.hands[state].order] for state in states)
        return np.array([chain.effects[state].change @ own for state, own in zip(states, outcomes, strict=True)])

    def keep(self, shape: Shape, some: slice, found: _core.HandsAnswer, solved: NDArray[np.bool_]) -> None:
        """Keep the probabilities of outcomes, and the gains of best responses."""
        chain = self.chain
        masses = masses_of(found)
        for i in np.flatnonzero(solved):
            state = chain.groups[shape][some][i]
            fold, change = chain.effects[state]
            self.chances[chain.first[state] : chain.first[state + 1]] = fold + masses[i] @ change
            self.gains[state, list(chain.hands[state].lineup.deciding)] = found.exploitability[i]
            self.known[state] = True
