"""The value of chips in a tournament of push or fold that is played to its end by players without weaknesses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.answers import Answer, Tabular, json_fields
from finaltable.errors import InputError, Verbatim
from finaltable.freezing import FrozenArrays, freeze_all, frozen
from finaltable.results import Values
from finaltable.spots.posted import stacks_in_chips
from finaltable.table.options import Progress, check_max_seconds, check_progress, check_threads, check_tolerance
from finaltable.table.table import Number, check_stacks, exact_number, exact_value
from finaltable.tournaments.grid import states_of
from finaltable.tournaments.landing import Landing, land, next_cycle, this_cycle
from finaltable.tournaments.rules import FEWEST, Rules, check_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.equilibrium.lineup import Lineup
    from finaltable.equilibrium.solution import Nash
    from finaltable.models import Choice
    from finaltable.tournaments.distances import ModelDistances

TOLERANCE = 1e-4


@dataclass(frozen=True, eq=False, repr=False)
class Tournament(FrozenArrays, Tabular, Answer):
    """An approximate equilibrium of a tournament of push or fold. Made by `tournament`.

    Its error is that of this game: players go all-in or fold, blinds never rise, folded cards are approximated,
    and stacks between grid points are interpolated.
    """

    rules: Rules
    """Prizes, chips, blinds, and the grid."""
    tolerance: float
    """Deviation to reach, as a share of the pool."""
    values: Mapping[int, Values]
    """By the number of players left: value of each state, by seat from the small blind on, in payout units."""
    deviations: Mapping[int, Values]
    """Gain of one player from each state on by the best response to all others, by seat, in payout units."""
    profiles: Mapping[int, NDArray[np.float32]]
    """Frequencies of going all-in: state by decision by class, in the order of `Nash.profile`."""
    residual: float
    """Largest gain of one player in one hand, in payout units."""
    rounds: int
    """Number of times that all hands with all players were solved."""
    reached: bool
    """Whether the deviation is within the tolerance."""
    interrupted: bool
    """Whether Ctrl-C ended the search."""

    reported_by = "tournaments.report.tournament_report"

    in_json = json_fields(
        "rules.payouts rules.players rules.chips rules.step rules.forced.small_blind rules.forced.big_blind "
        "rules.forced.ante rules.forced.big_blind_ante rules.pool tolerance states deviation mean_deviation residual "
        "rounds reached interrupted",
        fractions=float,
    )

    def __post_init__(self) -> None:
        for part in (self.values, self.deviations, self.profiles):
            freeze_all(dict(part))

    @property
    def states(self) -> int:
        """Number of states, those with fewer players included."""
        return self.rules.states

    @property
    def deviation(self) -> float:
        """Most that one player could gain anywhere by playing otherwise, in payout units."""
        return max(float(found.max()) for found in self.deviations.values())

    @property
    def mean_deviation(self) -> float:
        """The same, averaged over the states with all players."""
        return float(self.deviations[self.rules.players].mean())

    def value(self, stacks: Iterable[object]) -> Values:
        """Return the value of stacks, from the small blind on, the button last; in payout units.

        Fewer stacks than players are those of the players who are left. Between grid points, values are interpolated.
        """
        chips = self.check(stacks)
        return frozen(self.rules.pool * np.array(self.landing(chips).value(self.shares)))

    def deviation_at(self, stacks: Iterable[object]) -> float:
        """Return the most that one player could gain from these stacks on by playing otherwise, in payout units."""
        found = self.landing(self.check(stacks))
        deviations = np.concatenate([self.deviations[players].ravel() for players in sorted(self.deviations)])
        return max(Landing([0.0] * len(found.prizes), found.entries).value(deviations))

    def strategy(self, stacks: Iterable[object], *, tolerance: float = 1e-5, max_seconds: float | None = 30.0) -> Nash:
        """Return the strategies of one hand: those that were found at a grid point, else an equilibrium.

        The values of outcomes are those of the tournament; ``tolerance`` and ``max_seconds`` are those of `nash`.
        """
        from finaltable.tournaments.chart import chart

        lineup = self.rules.lineup(self.check(stacks))
        return chart(self, lineup, check_tolerance(tolerance), check_max_seconds(max_seconds))

    def compare(
        self, models: Sequence[Choice] = ("icm", "sem", "dcm"), *, threads: int | None = None
    ) -> ModelDistances:
        """Return the distance of models from the values of the tournament."""
        from finaltable.tournaments.distances import compare_models

        return compare_models(self, models, check_threads(threads))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the tournament to one file; `open_tournament` reads it."""
        from finaltable.tournaments.files import save

        save(self, path)

    @property
    def shares(self) -> Values:
        """Values of all states as shares of the pool, by place: fewer players first."""
        parts = [self.values[players].ravel() for players in sorted(self.values)]
        found: Values = np.concatenate(parts) / self.rules.pool
        return found

    def check(self, stacks: Iterable[object]) -> tuple[Number, ...]:
        """Return stacks of this tournament, or raise."""
        chips = check_stacks(stacks_in_chips(stacks, self.rules.forced.big_blind))
        if not FEWEST <= len(chips) <= self.rules.players:
            rule = f"must be those of {FEWEST} to {self.rules.players} players"
            raise InputError("stacks", rule, Verbatim(len(chips)), code="wrong_count")
        check_no_empty(chips)
        total = sum((exact_value(stack) for stack in chips), Fraction(0))
        if total != exact_value(self.rules.chips):
            rule = f"must add up to the {self.rules.chips} chips of the tournament"
            raise InputError("stacks", rule, Verbatim(f"{exact_number(total)}"), code="conflict")
        return chips

    def landing(self, stacks: Sequence[Number]) -> Landing:
        """Return the states around stacks."""
        unit = self.rules.in_lineup(lineup := self.rules.lineup(stacks))
        chips = [unit[1] * one for one in lineup.chips]
        return land(self.rules, chips, unit[0], chips, this_cycle(len(chips)))

    def worth(self, lineup: Lineup, outcomes: Iterable[Sequence[int]]) -> Values:
        """Return the values of the outcomes of a hand, as shares of the pool: outcome by seat of the lineup."""
        (unit, times), shares = self.rules.in_lineup(lineup), self.shares
        cycle = next_cycle(len(lineup.chips), lineup.big_blind_seat)
        after = ([times * chips for chips in outcome] for outcome in outcomes)
        return np.array([land(self.rules, chips, unit, lineup.chips, cycle).value(shares) for chips in after])

    def state_of(self, lineup: Lineup) -> int | None:
        """Return the index of a state; None between grid points."""
        unit, times = self.rules.in_lineup(lineup)
        if any(times * chips % unit for chips in lineup.chips):
            return None
        return states_of(len(lineup.chips), self.rules.units)[tuple(times * chips // unit for chips in lineup.chips)]

    def records(self) -> list[dict[str, Any]]:
        """Return a line per state with all players: stacks from the small blind on, their values, and the deviation."""
        count, found = self.rules.players, []
        values, gains = self.values[count].tolist(), self.deviations[count].tolist()
        for stacks, worth, gain in zip(self.rules.tables(count), values, gains, strict=True):
            seats = {f"stack_{i + 1}": chips for i, chips in enumerate(stacks)}
            seats |= {f"value_{i + 1}": value for i, value in enumerate(worth)}
            found.append({**seats, "deviation": max(gain)})
        return found


def check_no_empty(stacks: Sequence[Number]) -> None:
    """Raise for a player without chips."""
    for seat, stack in enumerate(stacks):
        if not stack:
            hint = "leave out players who are out"
            raise InputError(f"stacks[{seat}]", "must be above 0", stack, hint=hint, code="too_small")


def tournament(
    payouts: Iterable[object],
    *,
    players: int = 3,
    chips: object,
    small_blind: object,
    big_blind: object,
    step: object = None,
    ante: object = 0,
    big_blind_ante: object = 0,
    tolerance: float = TOLERANCE,
    max_seconds: float | None = 600.0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Find what chips are worth if all players push or fold in equilibrium to the end of the tournament.

    Heads-up for one prize, with five big blinds in play:

    >>> found = tournament([1], players=2, chips=10, small_blind=1, big_blind=2, step=1)
    >>> found.value([5, 5]).round(3).tolist(), found.reached
    ([0.505, 0.495], True)

    Parameters
    ----------
    payouts
        Prizes from first place down; places not listed pay nothing.
    players
        Players at the start: 2, 3 or 4. Their seats matter: the blinds go round.
    chips
        Chips of all players together.
    small_blind, big_blind, ante, big_blind_ante
        Blinds and antes, which never rise.
    step
        Distance of grid points, in chips: values are computed for all stacks that are multiples of it. The chips must
        be a multiple of it. By default, one that takes about a minute.
    tolerance
        Most that one player may gain anywhere by playing otherwise, as a share of the prizes.
    max_seconds
        Time limit; None: no limit. After it, or after Ctrl-C, return what was found, with its deviation. If not every
        state has been solved once, there is no answer, and an error.
    threads, progress
        As for `equity`; the error passed to progress is the deviation, as a share of the prizes.
    """
    from finaltable.tournaments.policy import Watch
    from finaltable.tournaments.solve import solve_levels

    rules = check_rules(payouts, players, chips, step, (small_blind, big_blind, ante, big_blind_ante))
    allowed, limit = check_tolerance(tolerance), check_max_seconds(max_seconds)
    watch = Watch(check_threads(threads), limit, check_progress(progress))
    levels = solve_levels(rules, allowed, watch)
    counts = range(FEWEST, rules.players + 1)
    return Tournament(
        rules=rules,
        tolerance=allowed,
        values={count: level.values * rules.pool for count, level in zip(counts, levels, strict=True)},
        deviations={count: level.gains * rules.pool for count, level in zip(counts, levels, strict=True)},
        profiles={count: level.profiles for count, level in zip(counts, levels, strict=True)},
        residual=max(level.residual for level in levels) * rules.pool,
        rounds=levels[-1].rounds,
        reached=max(level.deviation for level in levels) <= allowed,
        interrupted=watch.interrupted,
    )


def open_tournament(path: str | PathLike[str]) -> Tournament:
    """Read a tournament that `Tournament.save` wrote."""
    from finaltable.tournaments.files import read

    return read(path)
