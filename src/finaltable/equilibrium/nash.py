"""Push or fold: the equilibrium of a hand in which players go all-in or fold, under any chip model."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from finaltable.cards.range import Range
from finaltable.equilibrium.lineup import Lineup, called_by_position, is_unnamed
from finaltable.equilibrium.locks import read_lock
from finaltable.equilibrium.look_ahead import (
    Foreseen,
    Levels,
    LookAheadChoice,
    Plan,
    check_look_ahead,
    foresee,
)
from finaltable.equilibrium.raises import lineup_of
from finaltable.equilibrium.solution import Nash, Search
from finaltable.equilibrium.solver import solve
from finaltable.equilibrium.terminals import Terminals, find_terminals, value_terminals
from finaltable.errors import InputError, TooSlowError
from finaltable.models import Choice, Model, find_model
from finaltable.names import accepts_old_names
from finaltable.spots.posted import Forced, stacks_in_chips
from finaltable.spots.spot import as_list
from finaltable.table.options import (
    Progress,
    check_max_seconds,
    check_progress,
    check_threads,
    check_tolerance,
    stage_of,
)
from finaltable.table.table import BountyOptions, Table, as_table, check_bounty_options, check_player
from finaltable.values.distributions import check_tree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.results import Values
    from finaltable.spots.knockouts import After
    from finaltable.values.distributions import Checkpoint

VALUES = 0.05  # of the tolerance: error allowed in the values of outcomes
FIRST_STAGE = 0.1  # of the progress: valuing outcomes
HAND = 0.2  # of the time, with look-ahead: solving the hand


@accepts_old_names
def nash(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    *,
    small_blind: object,
    big_blind: object,
    ante: object = 0,
    big_blind_ante: object = 0,
    button: int | str | None = None,
    model: Choice = "icm",
    raise_to: object = None,
    raise_only: Iterable[int | str] = (),
    lock: Mapping[Any, str | Range] | None = None,
    folded: Iterable[int | str] = (),
    elsewhere: Iterable[int | str] = (),
    look_ahead: LookAheadChoice = None,
    levels: Levels | None = None,
    tolerance: float = 1e-5,
    max_seconds: float | None = 30.0,
    threads: int | None = None,
    progress: Progress | None = None,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
    **bounties: Unpack[BountyOptions],
) -> Nash:
    """Find an equilibrium in which players push or fold, and its exploitability.

    Heads-up with ten big blinds, for chips:

    >>> found = nash([10, 10], [1], small_blind=0.5, big_blind=1, model="chip_ev", tolerance=1e-6)
    >>> round(100 * found.frequency("SB")), round(100 * found.frequency("BB", facing="SB"))
    (58, 37)
    >>> found.exploitability.total < 1e-6
    True

    Parameters
    ----------
    stacks, payouts, names, extra_payouts, bounties
        See `Table.of`; or a `Table` alone. Stacks are those before blinds and antes, in chips or big
        blinds ("12.5bb"). Without names, players are named by their positions.
    small_blind, big_blind, ante, big_blind_ante
        Blinds and antes. Each player posts the ante; only the big blind posts the big blind ante, after the blind.
    button
        Player on the button, by index from 0 or by name. By default, the first player is the small blind and the
        second the big blind.
    model
        Name of a model, or a mixture: see `equity`.
    raise_to
        Size of a raise, first in: "2.2bb" for big blinds, 440 for chips; a number below the big blind counts big
        blinds. One size for all players, or a size per player: {"BTN": "2.2bb", "SB": "3bb"}; the others do not raise.
        Later players fold or re-jam, and the raiser calls or folds. Calls that see a flop are left out, so small
        raises look better than they are. None: push or fold.
    raise_only
        Players who raise or fold first in, and do not push: their raise has been seen.
    lock
        Strategies that are locked: {"BB v SB": "20%"} calls with the best fifth, {"SB": "random"} pushes every hand.
        The others adapt. {"BTN raise": "25%"} raises the best quarter and folds the rest.
    folded
        Players who have folded already, by index or name: the game begins with those behind them.
    elsewhere
        Players at other tables, who post nothing and are not in the hand, but play for the same prizes.
    look_ahead
        Value the ends of the hand by what follows it, push or fold; for tables without bounties. "orbit", for up to
        ten players: as many hands as players, so that each player posts each blind once; the model values the stacks
        after them. A number of hands, from 1 to 20: fewer than an orbit charge the blinds to some players only, and
        are not always better than none. "seat", for up to ten players: the model values stacks that are moved by what
        the next blinds cost each seat; it takes hardly longer than none. "tournament", for up to four players: the
        rest of the tournament, without a model, on a grid of stacks that is as fine as the time limit allows. None:
        the model values the ends.
    levels
        Blinds and antes that change during the hands ahead: [(3, 75, 150)] has 75/150 from the third hand ahead on;
        an ante and a big blind ante may follow.
    tolerance
        Exploitability to reach: the gain of best responses, summed over all players, as a share of prizes and
        bounties.
    max_seconds
        Time limit; None: no limit. After it, or after Ctrl-C, return the best profile found, with its exploitability.
    threads, progress
        As for `equity`; the error passed to progress is the exploitability reached.
    """
    began = time.monotonic()
    check_bounty_options(bounties, nash)
    found = find_model(model)
    tolerance, limit = check_tolerance(tolerance), check_max_seconds(max_seconds)
    cores = check_threads(threads)
    check_progress(progress)
    forced = Forced.of(small_blind, big_blind, ante, big_blind_ante)
    chips = stacks_in_chips(stacks, forced.big_blind)
    table = as_table(chips, payouts, names=names, extra_payouts=extra_payouts, **bounties)
    away: tuple[int, ...] = ()
    if names is None and is_unnamed(table):
        # Without names, players are given by number or position.
        away = check_others(called_by_position(table, button), elsewhere, "elsewhere")
        table = called_by_position(table, button, away)
    else:
        away = check_others(table, elsewhere, "elsewhere")
    lineup = lineup_of(table, button, forced, check_others(table, folded, "folded"), away, raise_to, raise_only)
    fixed = read_lock(lineup, lock)
    check_model(found, lineup, tolerance)
    plan = check_look_ahead(look_ahead, levels, table, forced, away)
    if plan is None:
        terminals = find_terminals(lineup, found, VALUES * tolerance, cores, first_stage(progress))
        left = None if limit is None else max(0.01, limit - (time.monotonic() - began))
        return solve(terminals, found, fixed, Search(tolerance, cores, left, second_stage(progress)))
    terminals, ahead = look(plan, lineup, found, fixed, Search(tolerance, cores, limit, stage_of(progress, 0, 2)))
    left = None if limit is None else max(HAND * limit, limit - (time.monotonic() - began))
    answer = solve(terminals, found, fixed, Search(tolerance, cores, left, stage_of(progress, 1, 2)))
    return replace(
        answer,
        model=plan.name(answer.model),
        look_ahead=ahead.look_ahead,
        interrupted=answer.interrupted or ahead.interrupted,
    )


def look(
    plan: Plan, lineup: Lineup, model: Model, fixed: Mapping[int, NDArray[np.float64]], search: Search
) -> tuple[Terminals, Foreseen]:
    """Return the ends of a hand, valued by what follows it; this leaves a part of the time to solve the hand."""
    if plan.hands and any(lineup.raised):
        raise InputError("look_ahead", "must be left out with {raise_to}", plan.hands, code="conflict")
    seen: list[Foreseen] = []
    limit = search.max_seconds
    shorter = search if limit is None else search._replace(max_seconds=(1.0 - HAND) * limit)

    def worth(ends: Sequence[After]) -> tuple[Values, float]:
        seen.append(foresee(plan, lineup, [end.stacks for end in ends], model, shorter, fixed))
        return seen[0].values, seen[0].error

    try:
        return value_terminals(lineup, worth), seen[0]
    except TooSlowError as error:
        if error.field == "max_seconds":
            error.value, error.hint = limit, ""  # the value that the caller gave; there is no step to change
        raise


def check_others(table: Table, players: Iterable[int | str], field: str) -> tuple[int, ...]:
    """Return players who are not in the hand, as seats."""
    return tuple({check_player(player, table.names, field) for player in as_list(players, field)})


def check_model(model: Model, lineup: Lineup, tolerance: float) -> None:
    """Raise if a model needs options, or would take too long for a thousand outcomes."""
    if model.needs:
        rule = f"must not need options: {', '.join(sorted(model.needs))}"
        raise InputError("model", rule, model.name, code="needs_other")
    check_tree([model], lineup.table.live, VALUES * tolerance)


def first_stage(progress: Progress | None) -> Checkpoint:
    """Return a checkpoint that reports how many outcomes are valued."""
    return lambda done: progress(FIRST_STAGE * done, 0.0) if progress else None


def second_stage(progress: Progress | None) -> Progress | None:
    """Return a callback that reports the progress of the solver."""
    if progress is None:
        return None
    return lambda done, error: progress(FIRST_STAGE + (1.0 - FIRST_STAGE) * done, error)
