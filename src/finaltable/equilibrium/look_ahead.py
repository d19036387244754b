"""Values of the hands after the one that is solved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from finaltable.errors import InputError
from finaltable.spots.posted import Forced
from finaltable.table.table import check_no_bounties, check_whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from finaltable.equilibrium.lineup import Lineup
    from finaltable.equilibrium.solution import Search
    from finaltable.models import Model
    from finaltable.results import Values
    from finaltable.spots.outcome import Stacks
    from finaltable.table.table import Table

CHOICES = TOURNAMENT, ORBIT, SEAT = "tournament", "orbit", "seat"
HANDS = "hands"
MOST_PLAYERS, MOST_PLAYERS_TO_THE_END = 10, 4
MOST_HANDS = 20
LookAheadChoice = str | int | None
Levels = Iterable[object]


class LookAhead(NamedTuple):
    """How the hands after this one were valued, and how well."""

    by: str
    """Source of the values of the ends: tournament, orbit, seat, or hands if their number was given."""
    hands: int | None
    """Number of hands ahead; None: all, to the end of the tournament; 0: the model alone, with stacks moved by seat."""
    solved: int
    """Hands ahead that were solved; of a tournament, its states; of seats, hands with equal stacks."""
    step: float | None
    """Distance of the stacks that were solved, in chips; values between them are interpolated. None: no grid."""
    tolerance: float
    """Of a tournament, the deviation to reach; of hands, the exploitability. A share of the pool."""
    deviation: float
    """Most that one player could gain in the rest of the tournament by playing otherwise; of hands, the largest
    exploitability of a hand ahead. A share of the pool."""
    reached: bool
    """Whether the deviation is within the tolerance."""
    by_model: float
    """Probability that play leaves the hands that were solved before the last hand ahead: only the model, with a mean
    correction, values the stacks then. 1 for seats."""


class Plan(NamedTuple):
    """How far to look ahead."""

    by: str
    """Tournament, orbit, seat or hands."""
    hands: int | None
    """Number of hands; None: to the end of the tournament; 0: the seats alone."""
    forced: Forced
    """Blinds and antes of the present hand."""
    levels: tuple[tuple[int, Forced], ...] = ()
    """Later ones: from which hand ahead on."""

    def name(self, model: str) -> str:
        """Return the name of what values the ends of the hand."""
        return TOURNAMENT if self.hands is None else model

    def blinds(self, hand: int) -> Forced:
        """Return the blinds and antes of a hand ahead; 1 is the next.

        >>> plan = Plan("orbit", 4, Forced(50, 100, 0, 0), ((3, Forced(75, 150, 0, 0)),))
        >>> [plan.blinds(hand).big_blind for hand in (1, 2, 3, 4)]
        [100, 100, 150, 150]
        """
        return [self.forced, *(forced for first, forced in self.levels if first <= hand)][-1]


class Foreseen(NamedTuple):
    """Values of the ends of a hand, by what follows it."""

    values: Values
    """End by seat, in payout units."""
    error: float
    """Bound on the error of the model's values."""
    look_ahead: LookAhead
    interrupted: bool = False


def check_look_ahead(
    look_ahead: object, levels: Levels | None, table: Table, forced: Forced, elsewhere: Collection[int]
) -> Plan | None:
    """Return how far to look ahead, or raise; None if not at all."""
    if look_ahead is None:
        if levels is not None:
            raise InputError("levels", "must be left out without {look_ahead}", list(levels), code="needs_other")
        return None
    hands = check_hands(look_ahead, table.live)
    most = MOST_PLAYERS_TO_THE_END if hands is None else MOST_PLAYERS
    if elsewhere or table.players > most:
        rule = f"must be left out unless at most {most} players are left, all at this table"
        raise InputError("look_ahead", rule, look_ahead, code="conflict")
    check_no_bounties(table, "the hands that are solved for {look_ahead} have none")
    if not forced.big_blind:
        raise InputError("look_ahead", "must be left out without blinds", look_ahead, code="needs_other")
    if hands is None and levels is not None:
        rule = "must be left out if the whole tournament is solved: its blinds never rise"
        raise InputError("levels", rule, list(levels), code="conflict")
    if hands == 0 and levels is not None:
        raise InputError("levels", "must be left out with seat: no hands are played", list(levels), code="conflict")
    by = str(look_ahead) if look_ahead in CHOICES else HANDS
    return Plan(by, hands, forced, () if levels is None else check_levels(levels))


def check_hands(look_ahead: object, players: int) -> int | None:
    """Return the number of hands ahead of some players, or raise; None for the whole tournament."""
    if look_ahead == TOURNAMENT:
        return None
    if look_ahead == ORBIT:
        return players
    if look_ahead == SEAT:
        return 0
    rule = f"must be {TOURNAMENT}, {ORBIT}, {SEAT} or a number of hands from 1 to {MOST_HANDS}"
    if isinstance(look_ahead, str | bool):
        facts = {"choices": list(CHOICES)}
        raise InputError("look_ahead", rule, look_ahead, code="unknown_choice", facts=facts)
    return check_whole(look_ahead, "look_ahead", 1, MOST_HANDS)


def check_levels(levels: Levels) -> tuple[tuple[int, Forced], ...]:
    """Return the blinds of later hands, or raise."""
    if not isinstance(levels, Iterable):
        raise InputError("levels", "must be a list like [[3, 150, 300]]", levels, code="wrong_type")
    found: list[tuple[int, Forced]] = []
    for number, level in enumerate(levels):
        field = f"levels[{number}]"
        if isinstance(level, str) or not isinstance(level, Sequence) or not 3 <= len(level) <= 5:
            rule = "must be a hand ahead, its small and big blind, and its antes, like [3, 150, 300]"
            raise InputError(field, rule, level, code="wrong_format")
        first = check_whole(level[0], field, 1, MOST_HANDS)
        if found and first <= found[-1][0]:
            raise InputError(field, "must come later than the level before it", first, code="wrong_order")
        forced = Forced.of(*level[1:], *[0] * (5 - len(level)))
        if not forced.big_blind:
            raise InputError(field, "must have a big blind above 0", forced.big_blind, code="too_small")
        found.append((first, forced))
    return tuple(found)


def foresee(
    plan: Plan,
    lineup: Lineup,
    ends: Sequence[Stacks],
    model: Model,
    search: Search,
    locked: Mapping[int, Values] | None = None,
) -> Foreseen:
    """Value the ends of a hand by what follows it.

    ``ends`` are in the unit of the lineup. With ``locked`` strategies, if any, the hand is solved first, and its likely
    ends are solved; with None, all ends are.

    Tournaments are made of hands, and import this package; so they are imported here by name.
    """
    found: Foreseen = import_module("finaltable.tournaments.look_ahead").foresee(
        plan, lineup, ends, model, search, locked
    )
    return found
