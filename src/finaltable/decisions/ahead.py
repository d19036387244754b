"""The ends of a decision, valued by the hands that follow it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.look_ahead import Levels, LookAhead, Plan, check_look_ahead, foresee
from finaltable.equilibrium.solution import Search
from finaltable.spots.outcome import Outcomes
from finaltable.table.options import stage_of
from finaltable.table.table import exact_value

if TYPE_CHECKING:
    from finaltable.spots.posted import Posted

Judged = TypeVar("Judged")


def check_ahead(look_ahead: object, levels: Levels | None, spot: Posted) -> Plan | None:
    """Return how far to look ahead of a spot, or raise; None if not at all."""
    return check_look_ahead(look_ahead, levels, spot.table, spot.forced, spot.elsewhere)


def judge_ahead(
    judge: Callable[[Outcomes], Judged], outcomes: Sequence[Outcomes], spot: Posted, plan: Plan | None, search: Search
) -> tuple[list[Judged], tuple[LookAhead, ...]]:
    """Return the verdicts of models on a spot, whose ends are valued by what follows them.

    Judging shows which ends matter. They are valued again, all together, and judged again.
    """
    found = [judge(one) for one in outcomes]
    if plan is None:
        return found, ()
    seen = []
    for number, one in enumerate(outcomes):
        stage = search._replace(progress=stage_of(search.progress, number, len(outcomes)))
        known = 0
        while known < len(one.known):  # another answer of a player may lead to other ends
            known = len(one.known)
            ahead = value_again(one, spot, plan, stage)
            found[number] = judge(one)
        seen.append(ahead)
    return found, tuple(seen)


def value_again(outcomes: Outcomes, spot: Posted, plan: Plan, search: Search) -> LookAhead:
    """Value all ends of a spot that are known by what follows them."""
    assert spot.button is not None, "a hand with blinds has a button"
    lineup = Lineup.of(spot.table, spot.button, spot.forced)
    seat = next(seat for seat, chips in enumerate(lineup.chips) if chips)
    unit = lineup.chips[seat] / exact_value(spot.table.stacks[seat])
    ends = list(dict.fromkeys(after.stacks for _, after in outcomes.known))
    rows = [tuple(int(exact_value(chips) * unit) for chips in end) for end in ends]
    found = foresee(plan, lineup, rows, outcomes.model, search)
    values = dict(zip(ends, found.values.tolist(), strict=True))
    error = found.error + found.look_ahead.deviation * spot.table.pool  # as in the margin of a chart
    for (player, after), share in outcomes.known.items():
        outcomes.known[player, after] = share._replace(prizes=values[after.stacks][player], error=error)
    return found.look_ahead
