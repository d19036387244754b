"""The hands after this one: those that play is likely to reach, solved from the last one back.

1. The first level has hands that follow the present one. Solve them with the model's values: this gives the
   probability of each of their ends. Some of these ends are the hands of the next level, and so on.
2. The last level keeps the model's values. Go back: a hand of an earlier level is solved again, with the values of the
   hands that follow it. An end whose next hand is not solved has the model's value, plus a correction: the difference
   between solved and model's values, interpolated between the hands of that level with as many players (D. Shepard,
   *A two-dimensional interpolation function for irregularly-spaced data*, 1968).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.solver import start_profile
from finaltable.equilibrium.terminals import Gains, find_gains
from finaltable.spots.outcome import prizes_of_the_out
from finaltable.spots.to_act import usual_button
from finaltable.table.table import Number, exact_value
from finaltable.tournaments.batch import Effort, masses_of, solve_alike
from finaltable.tournaments.hand import NO_DECISION, Hand, Shape
from finaltable.tournaments.landing import from_small_blind, next_cycle
from finaltable.tournaments.representing import representing
from finaltable.values.distributions import solve_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.models import Model
    from finaltable.results import Values
    from finaltable.spots.posted import Forced
    from finaltable.table.table import Table
    from finaltable.tournaments.policy import Watch

FIRST_LOOK = 10.0  # of the tolerance: that of hands that are solved again
MODEL = 0.05  # of the tolerance: error of the model's values
MOST_SWEEPS, FEW_SWEEPS, WARMTH = 100, 2, 1.0
TINY = 1e-12
FINEST = 151_200  # parts of a chip

Stacks = tuple[Number, ...]
"""Of the players who are left, from the small blind on."""
Blinds = Callable[[int], "Forced"]
"""Blinds and antes of each hand ahead; 1 is the next."""


class End(NamedTuple):
    """Start of the next hand."""

    order: tuple[int, ...]
    """Seats of the players who are left, from the next small blind on."""
    stacks: Stacks
    """Their stacks."""


class Chance(NamedTuple):
    """Probability of a hand ahead."""

    weight: float
    """Of the hands that it stands for."""
    reach: float
    """That play comes here by hands that are solved."""


def ends_of(lineup: Lineup, outcomes: Iterable[Sequence[Number]]) -> list[End]:
    """Return where the next hand begins, after each outcome of a hand; these are in the unit of the lineup."""
    seat = next(seat for seat, chips in enumerate(lineup.chips) if chips)
    unit = int(lineup.chips[seat] / exact_value(lineup.table.stacks[seat]))
    cycle, found = next_cycle(len(lineup.chips), lineup.big_blind_seat), []
    for outcome in outcomes:
        order = from_small_blind([seat for seat in cycle if outcome[seat]])
        found.append(End(order, in_chips([int(outcome[seat]) for seat in order], unit)))
    return found


def in_chips(amounts: Sequence[int], unit: int) -> Stacks:
    """Return amounts in units as chips.

    Shares of split pots are rounded down to 1 / `FINEST`, or the numbers would grow with every hand; the largest stack
    takes the rest.

    >>> in_chips([120, 60, 240], 60), in_chips([30, 30], 60)
    ((2, 1, 4), (Fraction(1, 2), Fraction(1, 2)))
    """
    if not any(amount % unit for amount in amounts):
        return tuple(amount // unit for amount in amounts)
    found = [Fraction(amount * FINEST // unit, FINEST) for amount in amounts]
    found[amounts.index(max(amounts))] += Fraction(sum(amounts), unit) - sum(found)
    return tuple(found)


@dataclass(eq=False)
class Ahead:
    """A hand ahead."""

    stacks: Stacks
    chance: Chance
    hand: Hand
    fixed: Mapping[int, Values] = field(default_factory=dict)
    """Strategies that are locked."""
    model: Values = field(init=False)
    """The model's value of each end, as a share of the pool: end by seat."""
    worth: Values = field(init=False)
    """The same, with what is known of the hands that follow."""
    profile: Values | None = None
    masses: Values = field(default_factory=lambda: np.zeros(0))
    """Probabilities of channels."""
    value: Values = field(init=False)
    """By seat; as a share of the pool."""
    error: float = 0.0
    """Sum of the gains of best responses, as a share of the pool."""

    @property
    def solved(self) -> bool:
        """Whether its strategies are known."""
        return self.profile is not None or self.hand.shape == NO_DECISION

    @cached_property
    def ends(self) -> list[End]:
        """Start of the next hand, for each outcome."""
        return ends_of(self.hand.lineup, self.hand.outcomes)

    def chances(self) -> Values:
        """Return the probability of each end."""
        fold, change = self.hand.effects()
        return np.maximum(0.0, fold + self.masses @ change if len(self.masses) else fold)

    def gained(self) -> Values:
        """Return the chips that each player with chips gains on average, from the small blind on."""
        chips = np.array(self.hand.outcomes, dtype=np.float64) / self.hand.lineup.chips[0] * float(self.stacks[0])
        found: Values = (self.chances() @ chips)[: len(self.stacks)] - [float(stack) for stack in self.stacks]
        return found

    def settle(self, masses: Values, gains: Values, walk: Values) -> None:
        """Keep the values that follow from the probabilities of channels."""
        self.masses, self.value = masses, np.zeros(len(self.hand.lineup.chips))
        self.value[self.hand.order] = walk + masses @ gains if len(masses) else walk


class Levels:
    """Hands ahead, level by level."""

    def __init__(self, table: Table, model: Model, blinds: Blinds, tolerance: float, watch: Watch) -> None:
        self.table, self.chip_model, self.blinds, self.tolerance, self.watch = table, model, blinds, tolerance, watch
        self.levels: list[dict[Stacks, Ahead]] = []
        self.starts: dict[Shape, Values] = {}
        """A profile for each shape of a hand, from which others start."""

    def look(self, first: Mapping[Stacks, Chance], hands: int, width: int) -> float:
        """Solve several hands ahead, and return the probability that play stays in those that are solved.

        If half of the time is not enough to solve them once, look at fewer.
        """
        chosen, ended, reserve = first, 0.0, 0.5 * (self.watch.left() or 0.0)
        for number in range(1, hands + 1):
            self.watch.share = part(number - 1, hands)
            level = self.unsolved(chosen, number, reserve)
            self.value_by_model(level.values())
            self.solve(level.values(), self.tolerance * (1.0 if number == hands else FIRST_LOOK), reserve)
            level = {stacks: one for stacks, one in level.items() if one.solved}
            self.levels.append(level)
            if self.watch.over(reserve) or not level:
                break
            if number < hands:
                after, over = followers(level.values())
                chosen, ended = representing(after, width), ended + over
        for number in reversed(range(len(self.levels) - 1)):
            if not self.watch.over():
                self.watch.share = part(2 * hands - 2 - number, hands)
                self.look_back(number)
        if not self.watch.over():
            self.watch.mark(1.0)
        return ended + sum(one.chance.reach for one in self.levels[-1].values())

    def unsolved(self, chosen: Mapping[Stacks, Chance], number: int, reserve: float) -> dict[Stacks, Ahead]:
        """Return the hands of a level before they are solved; none if there is no time for that."""
        level: dict[Stacks, Ahead] = {}
        for stacks, chance in chosen.items():
            self.watch.mark(0.0)  # with ten players, a hand takes a third of a second
            if self.watch.over(reserve):
                return {}
            level[stacks] = self.hand(stacks, chance, number)
            level[stacks].ends  # noqa: B018 (found once, and needed by the model)
        return level

    def hand(self, stacks: Stacks, chance: Chance, number: int) -> Ahead:
        """Return a hand before the cards are dealt; ``number`` counts the hands ahead."""
        table = self.table.with_stacks(self.with_zeros(stacks))
        return Ahead(stacks, chance, Hand.of(Lineup.of(table, usual_button(stacks), self.blinds(number))))

    def with_zeros(self, stacks: Stacks) -> Stacks:
        """Return stacks with those of the players who are out."""
        return (*stacks, *[0] * (self.table.players - len(stacks)))

    def look_back(self, number: int) -> None:
        """Solve the hands of a level again, with the values of those that follow."""
        correct = self.correction(number + 1)
        for one in self.levels[number].values():
            one.worth = correct(one.ends, one.model)
        self.solve(self.levels[number].values(), self.tolerance)

    def correction(self, number: int) -> Callable[[Sequence[End], Values], Values]:
        """Return a function that corrects the model's values of ends, by the hands of a level."""
        level, known = self.levels[number], self.differences(number)

        def correct(ends: Sequence[End], model: Values) -> Values:
            found = model.copy()
            for row, (order, stacks) in enumerate(ends):
                if stacks in level:
                    found[row, list(order)] = level[stacks].value[: len(order)]
                elif len(order) in known:
                    found[row, list(order)] += known[len(order)](stacks)
            return found

        return correct

    def differences(self, number: int) -> dict[int, Callable[[Stacks], Values]]:
        """Return, for each number of players, solved minus model's values as a function of the stacks."""
        groups: dict[int, list[Ahead]] = {}
        for one in self.levels[number].values():
            groups.setdefault(len(one.stacks), []).append(one)
        found = {}
        for players, some in groups.items():
            values, _ = self.model_values([one.stacks for one in some])
            changes = np.array([one.value for one in some]) - values
            points = np.array([[float(chips) for chips in one.stacks] for one in some])
            found[players] = interpolated(points, changes[:, :players], np.array([one.chance.weight for one in some]))
        return found

    def model_values(self, rows: Sequence[Stacks]) -> tuple[Values, float]:
        """Return the model's values of stacks, as shares of the pool (row by seat), and the bound on their error."""
        pool = self.table.pool or 1.0
        order = sorted(range(len(rows)), key=lambda i: (-len(rows[i]), i))  # a model solves them in batches
        given = [[float(chips) for chips in self.with_zeros(rows[i])] for i in order]
        tolerance, threads = MODEL * self.tolerance, self.watch.threads
        found, error = solve_tables(self.chip_model, self.table, given, tolerance, threads, lambda _: None)
        values = np.empty_like(found)
        values[order] = found / pool
        return values, error / pool

    def value_by_model(self, level: Collection[Ahead]) -> float:
        """Give all ends of hands the model's value, and return the bound on their error."""
        number: dict[Stacks, int] = {}
        for one in level:
            for end in one.ends:
                number.setdefault(end.stacks, len(number))
        if not number:
            return 0.0
        values, error = self.model_values(list(number))
        for one in level:
            own = values[[number[end.stacks] for end in one.ends]]
            one.worth = one.model = self.by_seat(one.hand.lineup.table, one.ends, own)
        return error

    def by_seat(self, table: Table, ends: Sequence[End], values: Values) -> Values:
        """Return values by seat, with the prizes of players who bust; ``table`` has the stacks before the hand."""
        share = self.chip_model.paid_places / (self.table.pool or 1.0)
        found = np.zeros_like(values)
        for row, (order, stacks) in enumerate(ends):
            found[row, list(order)] = values[row, : len(order)]
            if len(order) < table.live:
                after: list[Number] = [0] * table.players
                for seat, chips in zip(order, stacks, strict=True):
                    after[seat] = chips
                for seat, prize in prizes_of_the_out(table, after).items():
                    found[row, seat] = share * prize
        return found

    def solve(self, level: Collection[Ahead], tolerance: float, reserve: float = 0.0) -> None:
        """Solve hands, from their own profiles or those of a hand of the same shape."""
        groups: dict[Shape, list[Ahead]] = {}
        for one in level:
            groups.setdefault(one.hand.shape, []).append(one)
        done = 0
        for shape, some in groups.items():
            if shape == NO_DECISION:
                for one in some:
                    one.settle(np.zeros(0), np.zeros(0), one.hand.terminals(one.worth, 1.0).if_all_fold())
            elif not self.watch.over(reserve):
                ranges = (done / len(level), (done + len(some)) / len(level))
                self.solve_shape(shape, some, tolerance, reserve, ranges)
            done += len(some)

    def solve_shape(
        self, shape: Shape, some: list[Ahead], tolerance: float, reserve: float, part: tuple[float, float]
    ) -> None:
        """Solve hands of one shape. Hands that there is no time for keep what they have.

        A profile of another hand is a good start for most hands, which then take two sweeps. Where it is not, a guess
        is better.
        """
        cold, locked = start_profile(some[0].hand.lineup, some[0].fixed)
        if some[0].profile is not None:
            self.run(shape, some, None, locked, Effort(tolerance, MOST_SWEEPS, WARMTH), reserve, part)
            return
        guessed, late = Effort(tolerance, MOST_SWEEPS, 0.0), some
        if shape not in self.starts:
            self.run(shape, some[:1], cold, locked, guessed, reserve, part)
            late = some[1:]
        if shape in self.starts and late:
            self.run(shape, late, self.starts[shape], locked, Effort(tolerance, FEW_SWEEPS, WARMTH), reserve, part)
            late = [one for one in late if one.profile is None or one.error > tolerance]
        if late:
            self.run(shape, late, cold, locked, guessed, reserve, (part[1], part[1]))

    def run(
        self,
        shape: Shape,
        some: list[Ahead],
        start: Values | None,
        locked: NDArray[np.bool_],
        effort: Effort,
        reserve: float,
        part: tuple[float, float],
    ) -> None:
        """Solve hands of one shape from a profile, or from their own, if there is time."""
        if self.watch.over(reserve):
            return
        terminals = [one.hand.terminals(one.worth, 1.0) for one in some]
        gains = np.array([channel_gains(find_gains(ends)) for ends in terminals])
        begin = np.array([one.profile if start is None else start for one in some])

        def report(done: float) -> None:
            self.watch.report(part[0] + done * (part[1] - part[0]))

        found = solve_alike(shape, gains, begin, locked, effort, self.watch, self.watch.left(reserve), report)
        masses = masses_of(found)
        for i in np.flatnonzero(found.solved):
            one, error = some[i], float(found.exploitability[i].sum())
            if start is not None and one.profile is not None and error >= one.error:
                continue
            one.profile, one.error = found.profile[i], error
            one.settle(masses[i], gains[i], terminals[i].if_all_fold())
            if not one.fixed:
                self.starts.setdefault(shape, found.profile[i])


def part(step: int, hands: int) -> tuple[float, float]:
    """Return the part of the progress that a step makes: each level forward, and each but the last one back."""
    return step / (2 * hands - 1), (step + 1) / (2 * hands - 1)


def channel_gains(gains: Gains) -> Values:
    """Return the change by all channels: channel by player."""
    parts = (gains.one, gains.two, gains.three)
    return np.concatenate([part.reshape(-1, part.shape[-1]) for part in parts])


def followers(level: Collection[Ahead]) -> tuple[dict[Stacks, Chance], float]:
    """Return the stacks after the hands of a level, and the probability that the tournament is over."""
    found: dict[Stacks, Chance] = {}
    over = 0.0
    for one in level:
        for end, chance in zip(one.ends, one.chances().tolist(), strict=True):
            if len(end.stacks) == 1:
                over += one.chance.reach * chance
            elif chance > 0:
                weight, reach = found.get(end.stacks, (0.0, 0.0))
                found[end.stacks] = Chance(weight + one.chance.weight * chance, reach + one.chance.reach * chance)
    return found, over


def interpolated(points: Values, values: Values, weights: Values) -> Callable[[Stacks], Values]:
    """Return a function that interpolates between points, by the inverse square of the distance times a weight.

    >>> find = interpolated(np.array([[0.0], [3.0]]), np.array([[5.0], [8.0]]), np.ones(2))
    >>> find((1,)).tolist()
    [5.6]
    """

    def find(stacks: Stacks) -> Values:
        apart = ((points - np.array([float(chips) for chips in stacks])) ** 2).sum(axis=1)
        shares = weights / np.maximum(apart, TINY)
        found: Values = shares @ values / shares.sum()
        return found

    return find
