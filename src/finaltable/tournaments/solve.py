"""Policy iteration: the equilibrium of a whole tournament.

With two players, then three, then four:
1. Solve every hand with the present values of its outcomes, from its last strategies.
2. Find the values of all states if these strategies are played: one linear system.
3. Find what the best deviation gains: one player's decision problem against the strategies of the others.
4. Repeat until no player gains more than the tolerance.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable.errors import TooSlowError
from finaltable.models import Choice, find_model
from finaltable.results import Values
from finaltable.tournaments.chain import Chain
from finaltable.tournaments.grid import count_states
from finaltable.tournaments.policy import Policy, Watch
from finaltable.tournaments.rules import COST, FEWEST, Rules
from finaltable.values.distributions import solve_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST: Choice = "icm"  # its values are those of the first round
MOST_ROUNDS = 60
PATIENT_ROUNDS = 2  # before the best deviation is measured
STUBBORN_ROUNDS = 6  # without a smaller deviation: the end of what single precision can do
TIGHTER = (10.0, 1.0, 0.1, 0.1, 0.05)  # of the tolerance: that of a hand, round by round; the last one goes on
BELOW = 0.25  # of the tolerance: that of states with fewer players
LATER = 0.7  # of the time limit: kept for states with more players
EXACT = 0.01  # of the deviation: its own error
MOST_STEPS = 20


class Level(NamedTuple):
    """The solution with one number of players; values are shares of the pool, state by seat."""

    values: Values
    best: Values
    """Values for one player who plays the best response to all others, in this state and from it on."""
    residual: float
    """Largest gain of one player in one hand."""
    profiles: NDArray[np.float32]
    """Frequencies of going all-in: state by decision by class."""
    rounds: int

    @property
    def gains(self) -> Values:
        """Gain of one player from each state on."""
        return self.best - self.values

    @property
    def deviation(self) -> float:
        """Largest gain of one player."""
        return float(self.gains.max())


def solve_levels(rules: Rules, tolerance: float, watch: Watch) -> list[Level]:
    """Solve the tournament for two players, three, and so on."""
    levels: list[Level] = []
    costs = [COST[players] * count_states(players, rules.units) for players in range(FEWEST, rules.players + 1)]
    for number, players in enumerate(range(FEWEST, rules.players + 1)):
        watch.share = (sum(costs[:number]) / sum(costs), sum(costs[: number + 1]) / sum(costs))
        last = players == rules.players
        later = 0.0 if last else LATER * (watch.max_seconds or 0.0)
        levels.append(solve_level(rules, players, levels, tolerance if last else BELOW * tolerance, watch, later))
        if watch.over() and not last:
            stop(rules, watch)
    return levels


def stop(rules: Rules, watch: Watch) -> None:
    """Raise: there is no answer for all states yet."""
    if watch.interrupted:
        raise KeyboardInterrupt
    rule = f"is too short for {rules.states:,} states, of which each must be solved once"
    raise TooSlowError("max_seconds", rule, watch.max_seconds, hint="use a larger {step}")


def solve_level(rules: Rules, players: int, below: list[Level], tolerance: float, watch: Watch, later: float) -> Level:
    """Improve strategies until the best deviation is within the tolerance, stays above it, or the time is over.

    ``later`` are the seconds that states with more players need.
    """
    fewer = np.concatenate([np.zeros(0), *(level.values.ravel() for level in below)])
    fewer_best = np.concatenate([np.zeros(0), *(level.best.ravel() for level in below)])
    policy = Policy(Chain.of(rules, players))
    values, (start, end) = first_values(rules, players), watch.share
    reserve, lately, found = 0.0, 0, None  # the reserve is for measuring
    for number in range(MOST_ROUNDS):
        watch.share = (end - (end - start) * 0.7**number, end - (end - start) * 0.7 ** (number + 1))
        began = time.monotonic()
        tight = tolerance * TIGHTER[min(number, len(TIGHTER) - 1)]
        policy.improve(policy.chain.worth(fewer, values), tight, watch, reserve + later if number else 0.0)
        if not policy.known.all():
            stop(rules, watch)
        if number == 0:  # a round has about four sweeps, and the best deviation takes about three
            reserve = time.monotonic() - began
        before, values = values, policy.chain.evaluate(policy.chances, fewer, values)
        over = watch.over(reserve + later)
        if not over and number < PATIENT_ROUNDS and float(np.abs(values - before).max()) > tolerance:
            continue
        best, residual = best_responses(policy, fewer_best, values, None if over else tolerance, watch)
        level = Level(values, best, residual, policy.profiles.copy(), number + 1)
        if found is None or level.deviation < found.deviation:
            found, lately, watch.error = level, number, level.deviation
        if over or watch.interrupted or level.deviation <= tolerance or number - lately >= STUBBORN_ROUNDS:
            break
    assert found is not None, "the last round is measured"
    return found


def first_values(rules: Rules, players: int) -> Values:
    """Return the values under a model, with which the first round begins, as shares of the pool."""
    tables = [list(stacks) for stacks in rules.tables(players)]
    found, _ = solve_tables(find_model(FIRST), rules.table(tables[0]), tables, 1e-9, 1, lambda _: None)
    return found / rules.pool


def best_responses(
    policy: Policy, fewer: Values, values: Values, tolerance: float | None, watch: Watch
) -> tuple[Values, float]:
    """Return the values of best responses in the whole tournament, and the largest gain in one hand.

    This is one player's decision problem. Newton's method would evaluate the chain with that player's new strategy;
    the strategies played are so close to it that their chain serves as well. Stop early if a gain is above the
    tolerance: it is then an estimate.
    """
    chain, best = policy.chain, values.copy()
    for number in range(MOST_STEPS):
        worth = chain.worth(fewer, best)
        policy.measure(worth, watch)
        gain = chain.expected(policy.chances, worth) + policy.gains - best
        best += chain.add_up(policy.chances, gain, np.zeros_like(best))
        if number == 0:
            residual = float(policy.gains.max())
        deviation = float((best - values).max())
        too_large = tolerance is not None and deviation > 1.1 * tolerance and not watch.interrupted
        if too_large or float(np.abs(gain).max()) <= EXACT * deviation:
            break
    return np.maximum(best, values), residual
