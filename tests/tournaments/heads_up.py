"""A plain NumPy twin of the heads-up tournament, with or without the limp that Miltersen and Sørensen (2007) allow.

They bound what push or fold costs: one player goes all-in or folds, the other may also limp. If the first folds to a
limp instead of checking, the value is a lower bound for that player with all of poker's actions allowed to the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from finaltable.cards.hand import class_table

TABLE = class_table()
WIN, TIE = np.asarray(TABLE.wins, dtype=float), np.asarray(TABLE.ties, dtype=float)
ALL = (WIN + TIE + WIN.T).sum()
WIN, TIE, LOSE = WIN / ALL, TIE / ALL, WIN.T / ALL  # of the player whose class is the row
MEET = WIN + TIE + LOSE
DEALT = MEET.sum(axis=1)
ROUNDS, ITERATIONS, AT_ONCE = 4, 200, 9  # states multiplied at once: few enough for one thread


class Learner:
    """CFR+ for one decision of several actions, in all states at once: action by state by class."""

    def __init__(self, actions: int, states: int) -> None:
        self.play = np.full((actions, states, len(DEALT)), 1.0 / actions)
        self.regret, self.total, self.time = np.zeros_like(self.play), np.zeros_like(self.play), 0.0

    def learn(self, values: Any) -> None:
        """Take the value of each action, times the probability of the decision."""
        mean = (self.play * values).sum(axis=0)
        self.regret = np.maximum(0.0, self.regret + values - mean)
        sums = self.regret.sum(axis=0)
        self.play = np.where(sums > 0, self.regret / np.where(sums > 0, sums, 1.0), 1.0 / len(self.play))
        self.time += 1.0
        self.total += self.time**2 * self.play

    def average(self) -> Any:
        """Return the average strategy."""
        return self.total / self.total.sum(axis=0)


class HeadsUp:
    """Values for a player who goes all-in or folds, against one who may also limp."""

    def __init__(self, chips: int, small: int, big: int, step: int, *, limp: bool) -> None:
        self.units, self.small, self.big, self.limp = chips // step, small // step, big // step, limp
        self.small_blind: Any = np.arange(self.units + 1) / self.units
        self.big_blind: Any = self.small_blind.copy()

    def solve(self) -> HeadsUp:
        """Improve both seats in turn, with the values of the other."""
        for _ in range(ROUNDS):
            seats = [self.as_small_blind(), self.as_big_blind()]
            self.evaluate(seats)
        self.pushes, self.against = seats[0][1], seats[1][1]
        return self

    def evaluate(self, seats: Any) -> None:
        """Solve the linear system of both seats: each hand leads to other stacks in the other seat."""
        size = self.units + 1
        matrix, constant = np.eye(2 * size), np.zeros(2 * size)
        constant[[size - 1, 2 * size - 1]] = 1.0
        for seat, (chances, _) in enumerate(seats):
            for (state, after), chance in chances.items():
                matrix[seat * size + state, (1 - seat) * size + after] -= chance
        found = np.linalg.solve(matrix, constant)
        self.small_blind, self.big_blind = found[:size], found[size:]

    def ends(self, posts_small: bool) -> Any:
        """Return the stacks of our player after each end, by state."""
        own = np.arange(1, self.units)
        most = np.minimum(own, self.units - own)
        mine, theirs = (self.small, self.big) if posts_small else (self.big, self.small)
        return {
            "i fold": own - np.minimum(most, mine),
            "they fold": own + np.minimum(most, theirs),
            "they fold a limp": own + np.minimum(most, self.big),
            "win": own + most,
            "tie": own,
            "lose": own - most,
        }

    def forced(self, posts_small: bool) -> tuple[Any, Any]:
        """Return the states in which the small blind, or the big blind, is all-in by posting."""
        own = np.arange(1, self.units)
        small, big = (own, self.units - own) if posts_small else (self.units - own, own)
        return small <= self.small, big <= self.big

    def as_small_blind(self) -> Any:
        """Push or fold, against call or fold."""
        ends, after = self.ends(posts_small=True), self.big_blind
        worth = {end: after[stacks][:, None] for end, stacks in ends.items()}
        me, they = Learner(2, self.units - 1), Learner(2, self.units - 1)
        no_push, no_call = self.forced(posts_small=True)
        for _ in range(ITERATIONS):
            push, call = fixed(me.play[1], no_push), fixed(they.play[1], no_push | no_call)
            shown = (
                times(call, WIN.T) * worth["win"]
                + times(call, TIE.T) * worth["tie"]
                + times(call, LOSE.T) * worth["lose"]
            )
            me.learn(np.stack([DEALT * worth["i fold"], shown + times(1 - call, MEET.T) * worth["they fold"]]))
            push = fixed(me.play[1], no_push)
            met = times(push, WIN) * worth["win"] + times(push, TIE) * worth["tie"] + times(push, LOSE) * worth["lose"]
            they.learn(-np.stack([times(push, MEET) * worth["they fold"], met]))
        push, call = fixed(me.average()[1], no_push), fixed(they.average()[1], no_push | no_call)
        chances = {
            "i fold": ((1 - push) * DEALT).sum(axis=1),
            "they fold": (times(push, MEET) * (1 - call)).sum(axis=1),
            **{end: (times(push, how) * call).sum(axis=1) for end, how in (("win", WIN), ("tie", TIE), ("lose", LOSE))},
        }
        return by_state(ends, chances), push

    def as_big_blind(self) -> Any:
        """Call or fold against a push, push or fold against a limp; the other folds, limps or pushes."""
        ends, after, states = self.ends(posts_small=False), self.small_blind, self.units - 1
        worth = {end: after[stacks][:, None] for end, stacks in ends.items()}
        they, they_call = Learner(3, states), Learner(2, states)
        me, me_limped = Learner(2, states), Learner(2, states)
        no_push, no_call = self.forced(posts_small=False)
        may_limp = self.limp & ~(no_push | no_call)[:, None]

        def shown(mine: Any, transposed: bool) -> Any:
            how = [matrix.T if transposed else matrix for matrix in (WIN, TIE, LOSE)]
            return sum(times(mine, one) * worth[end] for one, end in zip(how, ("win", "tie", "lose"), strict=True))

        def plays(average: bool = False) -> Any:
            first = (they.average() if average else they.play)[1:].copy()
            first[0] *= may_limp
            first[1] = np.where(no_push[:, None], 1.0, first[1])
            calls = fixed((me.average() if average else me.play)[1], no_push | no_call)
            over = (me_limped.average() if average else me_limped.play)[1]
            answer = (they_call.average() if average else they_call.play)[1]
            return first[0], first[1], calls, over, answer

        for _ in range(ITERATIONS):
            limp, push, call, over, answer = plays()
            # Their values are ours with the sign turned; their classes are columns.
            limped = (
                times(1 - over, MEET) * worth["i fold"] + (1 - answer) * times(over, MEET) * worth["they fold a limp"]
            )
            limped = limped + answer * shown(over, transposed=False)
            pushed = times(1 - call, MEET) * worth["i fold"] + shown(call, transposed=False)
            folded = DEALT * worth["they fold"]
            they.learn(-np.stack([folded, np.where(may_limp, limped, np.maximum(folded, pushed)), pushed]))
            they_call.learn(
                -limp * np.stack([times(over, MEET) * worth["they fold a limp"], shown(over, transposed=False)])
            )
            limp, push, call, over, answer = plays()
            me.learn(np.stack([times(push, MEET.T) * worth["i fold"], shown(push, transposed=True)]))
            called, folded = limp * answer, limp * (1 - answer)
            jam = times(folded, MEET.T) * worth["they fold a limp"] + shown(called, transposed=True)
            me_limped.learn(np.stack([times(limp, MEET.T) * worth["i fold"], jam]))
        limp, push, call, over, answer = plays(average=True)
        meet = {"win": WIN, "tie": TIE, "lose": LOSE}
        chances = {
            "they fold": ((1 - limp - push) * DEALT).sum(axis=1),
            "i fold": (times(push, MEET.T) * (1 - call)).sum(axis=1) + (times(limp, MEET.T) * (1 - over)).sum(axis=1),
            "they fold a limp": (times(limp * (1 - answer), MEET.T) * over).sum(axis=1),
            **{
                end: (times(push, how.T) * call).sum(axis=1) + (times(limp * answer, how.T) * over).sum(axis=1)
                for end, how in meet.items()
            },
        }
        return by_state(ends, chances), (call, over, answer, limp, push)


def times(strategies: Any, matrix: Any) -> Any:
    """Multiply some states at a time: threads that wait for each other are slow on a busy machine."""
    return np.concatenate([strategies[i : i + AT_ONCE] @ matrix for i in range(0, len(strategies), AT_ONCE)])


def fixed(strategy: Any, forced: Any) -> Any:
    """Return a strategy that always goes in where it is forced to."""
    return np.where(forced[:, None], 1.0, strategy)


def by_state(ends: Any, chances: Any) -> dict[tuple[int, int], float]:
    """Return the probability of each stack after the hand."""
    found: dict[tuple[int, int], float] = {}
    for end, chance in chances.items():
        for state, (after, one) in enumerate(zip(ends[end], chance, strict=True)):
            found[state + 1, int(after)] = found.get((state + 1, int(after)), 0.0) + float(one)
    return found
