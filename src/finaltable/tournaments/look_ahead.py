"""The ends of a hand, valued by what follows it: the next blinds, some hands, or the rest of the tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from finaltable.equilibrium.look_ahead import Foreseen, LookAhead, Plan
from finaltable.errors import TooSlowError
from finaltable.table.table import exact_number, exact_value
from finaltable.tournaments.hand import Hand, whole
from finaltable.tournaments.hands_ahead import Ahead, Chance, Levels, Stacks, ends_of, followers
from finaltable.tournaments.policy import Watch
from finaltable.tournaments.rules import units_within, usual_step
from finaltable.tournaments.seats import move_by_seat
from finaltable.tournaments.tournament import TOLERANCE, Tournament, tournament

if TYPE_CHECKING:
    from finaltable.equilibrium.lineup import Lineup
    from finaltable.equilibrium.solution import Search
    from finaltable.models import Model
    from finaltable.results import Values
    from finaltable.table.table import Number

SHARE = 0.6  # of the time: the estimate of what a grid or a hand takes is rough
LIKELY = 1e-3  # probability of an end whose next hand is solved
NARROWEST, WIDEST = 8, 24  # hands of each level after the first
MOST_KEPT = 3
HAND_COST = 3e-4  # seconds of one core for a hand, by the third power of the players, roughly


def foresee(
    plan: Plan,
    lineup: Lineup,
    ends: Sequence[Sequence[Number]],
    model: Model,
    search: Search,
    locked: Mapping[int, Values] | None = None,
) -> Foreseen:
    """Value the ends of a hand by what follows it; see `equilibrium.look_ahead.foresee`."""
    if plan.hands is None:
        found = solve_rest(lineup, search)
        return Foreseen(values_by(found, lineup, ends), 0.0, described(found))
    if not plan.hands:
        return by_seat(plan, lineup, ends, model, search)
    return by_hands(plan, plan.hands, lineup, ends, model, search, locked)


KEPT: dict[object, Tournament] = {}
"""The last tournaments that were solved: those of the hands of a review are often the same."""


def solve_rest(lineup: Lineup, search: Search) -> Tournament:
    """Solve the tournament that a table is in, on a grid that the time allows."""
    table, forced = lineup.table, lineup.forced
    seconds = None if search.max_seconds is None else SHARE * search.max_seconds
    chips = exact_number(sum(exact_value(stack) for stack in table.stacks))
    step = usual_step(chips, table.players, forced, units_within(seconds, table.players))
    tolerance = max(TOLERANCE, search.tolerance)
    key = (table.payouts, table.players, chips, forced, step, tolerance)
    if (known := KEPT.get(key)) is not None:
        return known
    found = tournament(
        table.payouts,
        players=table.players,
        chips=chips,
        **forced._asdict(),
        step=step,
        tolerance=tolerance,
        threads=search.threads,
        max_seconds=search.max_seconds,
        progress=search.progress,
    )
    if found.reached:
        KEPT[key] = found
        for old in list(KEPT)[:-MOST_KEPT]:
            KEPT.pop(old, None)
    return found


def values_by(found: Tournament, lineup: Lineup, ends: Sequence[Sequence[Number]]) -> Values:
    """Return the values of ends in a tournament with the same prizes, chips and blinds."""
    return found.rules.pool * found.worth(lineup, map(whole, ends))


def described(found: Tournament) -> LookAhead:
    """Return how well a tournament is solved; it values all ends."""
    rules = found.rules
    share = found.deviation / rules.pool
    return LookAhead(
        "tournament", None, found.states, float(rules.step), found.tolerance, share, found.reached, by_model=0.0
    )


def by_hands(
    plan: Plan,
    hands: int,
    lineup: Lineup,
    ends: Sequence[Sequence[Number]],
    model: Model,
    search: Search,
    locked: Mapping[int, Values] | None,
) -> Foreseen:
    """Look some hands ahead."""
    tolerance = max(TOLERANCE, search.tolerance)
    watch, table = Watch(search.threads, search.max_seconds, search.progress), lineup.table
    levels = Levels(table, model, plan.blinds, tolerance, watch)
    after, ended = ends_of(lineup, ends), 0.0
    chances = {end.stacks: Chance(1.0, 1.0) for end in after if len(end.stacks) > 1}
    if locked is not None:
        chances, ended = likely_after(levels, lineup, locked)
    kept = levels.look(chances, hands, width_within(search.max_seconds, table.live, hands))
    if chances and not levels.levels[0]:
        stop(watch)
    values, error = levels.model_values([end.stacks for end in after])
    values = levels.correction(0)(after, levels.by_seat(table, after, values))
    errors = [one.error for level in levels.levels for one in level.values()]
    worst = max(errors, default=0.0)
    whole = 1.0 if locked is not None else float(len(chances))
    look = LookAhead(
        by=plan.by,
        hands=len(levels.levels),
        solved=len(errors),
        step=None,
        tolerance=tolerance,
        deviation=worst,
        reached=worst <= tolerance and len(levels.levels) == hands and not watch.over(),
        by_model=max(0.0, 1.0 - (ended + kept) / whole) if chances else 0.0,
    )
    return Foreseen(values * table.pool, error * table.pool, look, watch.interrupted)


def by_seat(plan: Plan, lineup: Lineup, ends: Sequence[Sequence[Number]], model: Model, search: Search) -> Foreseen:
    """Value stacks by the model, moved by what the hands ahead bring their seats."""
    tolerance = max(TOLERANCE, search.tolerance)
    watch, table = Watch(search.threads, search.max_seconds, search.progress), lineup.table
    levels = Levels(table, model, plan.blinds, tolerance, watch)
    after = ends_of(lineup, ends)
    values, error = levels.model_values(move_by_seat(levels, after))
    [solved] = levels.levels
    if len(solved) < len({len(end.stacks) for end in after} - {1}):
        stop(watch)
    worst = max((one.error for one in solved.values()), default=0.0)
    look = LookAhead(
        by=plan.by,
        hands=0,
        solved=len(solved),
        step=None,
        tolerance=tolerance,
        deviation=worst,
        reached=worst <= tolerance,
        by_model=1.0,
    )
    return Foreseen(levels.by_seat(table, after, values) * table.pool, error * table.pool, look, watch.interrupted)


def likely_after(levels: Levels, lineup: Lineup, locked: Mapping[int, Values]) -> tuple[dict[Stacks, Chance], float]:
    """Solve a hand with the model's values, and return its likely ends, and the probability that it is the last."""
    root = Ahead((), Chance(1.0, 1.0), Hand.of(lineup), locked)
    levels.value_by_model([root])
    levels.solve([root], levels.tolerance)
    if not root.solved:
        stop(levels.watch)
    after, ended = followers([root])
    return {stacks: chance for stacks, chance in after.items() if chance.weight >= LIKELY}, ended


def width_within(seconds: float | None, players: int, hands: int) -> int:
    """Return how many hands of each level after the first two cores solve in about a time.

    The number of cores used does not change it, and so not the answer.

    >>> width_within(None, 9, 9), width_within(30, 9, 9), width_within(5, 9, 9), width_within(5, 9, 1)
    (24, 10, 8, 24)
    """
    if seconds is None or hands == 1:
        return WIDEST
    most = 2 * SHARE * seconds / (2 * HAND_COST * players**3 * (hands - 1))
    return max(NARROWEST, min(WIDEST, int(most)))


def stop(watch: Watch) -> None:
    """Raise: no hand ahead is solved yet."""
    if watch.interrupted:
        raise KeyboardInterrupt
    raise TooSlowError("max_seconds", "is too short to look ahead", watch.max_seconds)
