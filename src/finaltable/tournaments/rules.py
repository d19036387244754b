"""Rules of a tournament: prizes, chips, blinds, and the grid of stacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from finaltable.equilibrium.lineup import Lineup, position_names
from finaltable.errors import InputError, Verbatim
from finaltable.results import Values
from finaltable.spots.posted import Forced, chips_of
from finaltable.spots.to_act import usual_button
from finaltable.table.options import CORES
from finaltable.table.prizes import Prizes, check_payouts
from finaltable.table.table import Number, Table, check_number, check_whole, exact_number, exact_value
from finaltable.tournaments.grid import State, count_states, states_of

FEWEST, MOST = 2, 4  # players
FEWEST_UNITS = 2  # steps for each player
MOST_STATES = 20_000
USUAL_UNITS = {2: 100, 3: 27, 4: 18}
COST = {2: 0.01, 3: 0.09, 4: 0.2}  # seconds of one core for a state, roughly


@dataclass(frozen=True)
class Rules:
    """A tournament of push or fold, played to its end with the same blinds."""

    payouts: tuple[Number, ...]
    """Prizes from first place down."""
    players: int
    """Players at the start."""
    chips: Number
    """Chips of all players."""
    step: Number
    """Distance of grid points: every state has stacks that are multiples of it."""
    forced: Forced
    """Blinds and antes."""

    @property
    def units(self) -> int:
        """Chips of all players, in steps."""
        return int(exact_value(self.chips) / exact_value(self.step))

    @property
    def pool(self) -> float:
        """The sum of the prizes."""
        return float(sum(exact_value(payout) for payout in self.payouts))

    @cached_property
    def prizes(self) -> Values:
        """Prize of each place, as a share of the pool."""
        paid = [float(payout) for payout in self.payouts]
        return np.array(paid + [0.0] * (self.players - len(paid))) / self.pool

    @property
    def states(self) -> int:
        """Number of states, those with fewer players included."""
        return sum(count_states(players, self.units) for players in range(FEWEST, self.players + 1))

    def first_value(self, players: int) -> int:
        """Return the place of the first value with a number of players, among the values of all states by seat."""
        return sum(fewer * count_states(fewer, self.units) for fewer in range(FEWEST, players))

    def stacks(self, state: State) -> tuple[Number, ...]:
        """Return the chips of a state.

        >>> Rules((2, 1), 2, 10, 2.5, Forced(1, 2, 0, 0)).stacks((1, 3))
        (Fraction(5, 2), Fraction(15, 2))
        """
        return tuple(exact_number(units * exact_value(self.step)) for units in state)

    def table(self, stacks: Sequence[Number]) -> Table:
        """Return the players who are left, named by position, and the prizes left."""
        return Table(tuple(stacks), Prizes(self.payouts[: len(stacks)]), tuple(position_names(len(stacks))))

    def lineup(self, stacks: Sequence[Number]) -> Lineup:
        """Return a hand before the cards are dealt; stacks from the small blind to the button."""
        return Lineup.of(self.table(stacks), usual_button(stacks), self.forced)

    def in_lineup(self, lineup: Lineup) -> tuple[int, int]:
        """Return a step in the unit of a lineup, as numerator and denominator."""
        step = exact_value(self.step) * lineup.chips[0] / exact_value(lineup.table.stacks[0])
        return Fraction(step).as_integer_ratio()

    def tables(self, players: int) -> list[tuple[Number, ...]]:
        """Return the stacks of all states with a number of players."""
        return [self.stacks(state) for state in states_of(players, self.units)]


def check_rules(
    payouts: Iterable[object], players: object, chips: object, step: object, posted: tuple[object, ...]
) -> Rules:
    """Return the rules of a tournament, or raise; ``posted`` are the blinds and antes of `Forced`."""
    count = check_whole(players, "players", FEWEST, MOST)
    prizes = check_payouts(payouts, count)
    if not any(prizes):
        raise InputError("payouts", "must have a prize above 0", list(prizes), code="too_small")
    forced = Forced.of(*posted)
    total = chips_of(chips, "chips", forced.big_blind) if isinstance(chips, str) else check_number(chips, "chips")
    if not total:
        raise InputError("chips", "must be above 0", total, code="too_small")
    if not forced.big_blind:
        raise InputError("big_blind", "must be above 0", forced.big_blind, code="too_small")
    average = exact_value(total) / count
    if exact_value(forced.big_blind) > average:
        rule = f"must be at most the average stack, {float(average):,.10g}"
        raise InputError("big_blind", rule, forced.big_blind, code="too_large", facts={"most": float(average)})
    between = usual_step(total, count, forced) if step is None else check_number(step, "step")
    return check_grid(Rules(prizes, count, total, between, forced))


def check_grid(rules: Rules) -> Rules:
    """Return the rules, or raise if the grid does not fit the chips, or has too many states."""
    if not rules.step:
        raise InputError("step", "must be above 0", rules.step, code="too_small")
    units = exact_value(rules.chips) / exact_value(rules.step)
    if units.denominator != 1:
        rule = f"must divide the {number_words(rules.chips)} chips of all players"
        raise InputError("step", rule, rules.step, code="conflict")
    if units < FEWEST_UNITS * rules.players:
        rule = f"must be at most {number_words(float(rules.chips) / (FEWEST_UNITS * rules.players))}"
        raise InputError("step", f"{rule}: half of the average stack", rules.step, code="too_large")
    if units > MOST_STATES or rules.states > MOST_STATES:
        rule = f"must give at most {MOST_STATES:,} states"
        states = sum(count_states(players, int(units)) for players in range(FEWEST, rules.players + 1))
        seconds = states * COST[rules.players] / CORES
        value = Verbatim(f"{number_words(rules.step)}: {states:,} states, about {duration(seconds)}")
        raise InputError("step", rule, value, hint="a larger step is faster", code="too_many")
    return rules


def usual_step(chips: Number, players: int, forced: Forced, most: int | None = None) -> Number:
    """Return a step with a usual number of grid points, or ``most``: one that divides the blinds, if there is any.

    >>> usual_step(13500, 3, Forced(300, 600, 0, 0)), usual_step(1000, 3, Forced(7, 14, 0, 0))
    (500, Fraction(1000, 27))
    """
    total, blind = exact_value(chips), exact_value(forced.small_blind or forced.big_blind)
    finest = USUAL_UNITS[players] if most is None else most
    for units in range(finest, max(finest // 2, FEWEST_UNITS * players - 1), -1):
        if (blind * units / total).denominator == 1:
            return exact_number(total / units)
    return exact_number(total / finest)


def units_within(seconds: float | None, players: int) -> int:
    """Return the chips of all players in steps, such that two cores solve all states in about a time.

    The number of cores used does not change the grid, and so not the answer.

    >>> units_within(None, 3), units_within(10, 3), units_within(1, 3)
    (27, 21, 7)
    """
    for units in range(USUAL_UNITS[players], FEWEST_UNITS * players, -1):
        states = sum(count_states(left, units) for left in range(FEWEST, players + 1))
        if seconds is None or states * COST[players] <= 2 * seconds:
            return units
    return FEWEST_UNITS * players


def number_words(value: Number) -> str:
    """Return a number of chips.

    >>> number_words(13500), number_words(0.1)
    ('13,500', '0.1')
    """
    return f"{float(value):,.10g}"


def duration(seconds: float) -> str:
    """Return a rough duration.

    >>> duration(40), duration(400), duration(40_000)
    ('40 seconds', '7 minutes', '11 hours')
    """
    for size, unit in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.0f} seconds"
