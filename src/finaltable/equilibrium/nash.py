"""Push or fold: the equilibrium of a hand in which players go all-in or fold, under any chip model."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from finaltable import _core
from finaltable.cards.hand import CLASSES, class_name, class_of, combos_of
from finaltable.cards.preflop import as_range
from finaltable.cards.range import Range, ranking
from finaltable.cards.three import dealing
from finaltable.equilibrium.lineup import MOST_PLAYERS, Lineup, position_names
from finaltable.equilibrium.look_ahead import (
    Foreseen,
    Levels,
    LookAheadChoice,
    Plan,
    check_look_ahead,
    foresee,
)
from finaltable.equilibrium.nodes import DecisionNode, decided, read_node
from finaltable.equilibrium.raises import Look, lineup_of, solve_raises, triples_of
from finaltable.equilibrium.showdowns import one_shares, two_shares
from finaltable.equilibrium.solution import Exploitability, Nash, Search
from finaltable.equilibrium.terminals import Terminals, find_gains, find_terminals, value_terminals
from finaltable.equilibrium.tree import CHOICES, rows_of, tree_of
from finaltable.errors import InputError, MissingError
from finaltable.models import Choice, Model, find_model
from finaltable.names import accepts_old_names
from finaltable.spots.posted import Forced, dealt_chips, stacks_in_chips
from finaltable.spots.spot import as_list
from finaltable.spots.to_act import usual_button
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

MOST_SWEEPS = 1000
VALUES = 0.05  # of the tolerance: error allowed in the values of outcomes
FIRST_STAGE = 0.1  # of the progress: valuing outcomes
HAND = 0.2  # of the time, with look-ahead: solving the hand
START = _core.START  # initial strategy: share of best hands when first in, facing one, facing two
AFTER_RAISE = (0.12, 0.05)  # the same after a raise: re-jam, call


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
    before = None if limit is None else (1.0 - HAND) * limit
    terminals, ahead = look(plan, lineup, found, fixed, Search(tolerance, cores, before, stage_of(progress, 0, 2)))
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
    """Return the ends of a hand, valued by what follows it."""
    if plan.hands and any(lineup.raised):
        raise InputError("look_ahead", "must be left out with {raise_to}", plan.hands, code="conflict")
    seen: list[Foreseen] = []

    def worth(ends: Sequence[After]) -> tuple[Values, float]:
        seen.append(foresee(plan, lineup, [end.stacks for end in ends], model, search, fixed))
        return seen[0].values, seen[0].error

    return value_terminals(lineup, worth), seen[0]


def check_others(table: Table, players: Iterable[int | str], field: str) -> tuple[int, ...]:
    """Return players who are not in the hand, as seats."""
    return tuple({check_player(player, table.names, field) for player in as_list(players, field)})


def is_unnamed(table: Table) -> bool:
    """Return whether players have no names but their numbers."""
    return table.names == tuple(f"Player {i}" for i in range(1, table.players + 1))


def called_by_position(table: Table, button: object, elsewhere: Sequence[int] = ()) -> Table:
    """Return the table with positions as names; players at other tables keep their number."""
    here = [seat for seat in range(table.players) if seat not in elsewhere]
    if not 2 <= len(here) <= MOST_PLAYERS:
        return table
    # A button given as "BTN" is the player in that position when stacks begin with the blinds.
    numbered = isinstance(button, int) and not isinstance(button, bool)
    dealer = check_player(button, table.names, "button") if numbered else usual_button(dealt_chips(table, elsewhere))
    first = here.index(dealer) + (len(here) > 2) if dealer in here else 0  # the small blind
    names, positions = list(table.names), position_names(len(here))
    for place, seat in enumerate(here):
        names[seat] = positions[(place - first) % len(here)]
    return replace(table, names=tuple(names))


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


def read_lock(lineup: Lineup, lock: object) -> dict[int, NDArray[np.float64]]:
    """Return locked strategies by node, as weights of classes; or raise."""
    if lock is None:
        return {}
    if not isinstance(lock, Mapping):
        raise InputError("lock", 'must be a mapping like {"BB v SB": "20%"}', lock, code="wrong_type")
    nodes = rows_of(lineup)
    fixed: dict[int, NDArray[np.float64]] = {}
    for spot, hands in lock.items():
        number = nodes[read_node(lineup, spot, "lock")]
        if number in fixed:
            raise InputError("lock", "must lock a decision only once", str(spot), code="duplicate")
        fixed[number] = weights_of(hands, f"lock[{spot}]")
    return {**fixed, **other_choices(nodes, fixed)}


def other_choices(
    nodes: Mapping[DecisionNode, int], fixed: Mapping[int, NDArray[np.float64]]
) -> dict[int, NDArray[np.float64]]:
    """Return the other choices of locked decisions to raise or push: never, unless they are locked, too."""
    found: dict[int, NDArray[np.float64]] = {}
    for node, row in nodes.items():
        other = nodes.get(DecisionNode(node.seat, ())) if node.action == "raise" else None
        if other is None or not {row, other} & set(fixed):
            continue
        both = [fixed.get(one, np.zeros(CLASSES)) for one in (row, other)]
        if (np.add(*both) > 1).any():
            rule = "must not raise and push a hand more often than always"
            raise InputError("lock", rule, class_name(int(np.argmax(np.add(*both)))), code="conflict")
        found |= dict(zip((row, other), both, strict=True))
    return found


def weights_of(hands: object, field: str) -> NDArray[np.float64]:
    """Return the share of each class in a range; "0%" and "fold" are the empty range."""
    weights = np.zeros(CLASSES)
    if isinstance(hands, str) and hands.strip().lower() in ("0%", "0 %", "fold", "none"):
        return weights
    if not isinstance(hands, str | Range):
        raise InputError(field, "must be a range like 22+, A2s+ or 20%", hands, code="not_hands")
    for combo, weight in as_range(hands, field).weights():
        weights[class_of(combo)] += weight / len(combos_of(class_of(combo)))
    return np.minimum(weights, 1.0)


def start_profile(
    lineup: Lineup, fixed: Mapping[int, NDArray[np.float64]], shares: Sequence[float] = START
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the initial profile, and which of its decisions are locked."""
    seats, nodes = len(lineup.deciding), rows_of(lineup)
    profile = np.array([_core.best_hands(ranking(), start_share(node, nodes, shares)) for node in nodes])
    locked = np.zeros(len(nodes), dtype=np.bool_)
    for node, number in nodes.items():
        if not decided(node, seats, lineup.last_opens):
            profile[number], locked[number] = 0.0, True
    for number, weights in fixed.items():
        profile[number], locked[number] = weights, True
    return profile, locked


def start_share(node: DecisionNode, nodes: Collection[DecisionNode], shares: Sequence[float]) -> float:
    """Return the share of best hands that take an action in the initial profile; players who can raise do not push."""
    if node.raiser is not None and node.action != "raise":
        return AFTER_RAISE[min(1, len(node.facing))]
    if node.action == "push" and DecisionNode(node.seat, (), node.seat) in nodes:
        return 0.0
    return shares[len(node.facing)]


def solve(
    terminals: Terminals,
    model: Model,
    fixed: Mapping[int, NDArray[np.float64]],
    search: Search,
    start: Sequence[float] = START,
) -> Nash:
    """Search for an equilibrium in which some decisions are locked."""
    profile, locked = start_profile(terminals.lineup, fixed, start)
    if bool(locked.all()):
        raise MissingError("lock", "must leave a player with a decision", code="no_decision")
    return run_solver(terminals, model, profile, locked, search, tuple(sorted(fixed)))


def run_solver(
    terminals: Terminals,
    model: Model,
    profile: NDArray[np.float64],
    locked: NDArray[np.bool_],
    search: Search,
    fixed: tuple[int, ...] = (),
) -> Nash:
    """Run the solver from a profile; if all decisions are locked, it only values the profile."""
    tolerance = search.tolerance

    def look(rough: _core.PushFoldAnswer) -> bool:
        nonlocal tolerance
        assert search.enough is not None
        reached = min(step for step in search.rough if rough.exploitability.sum() <= step)
        ends = search.enough(nash_of(terminals, model, rough, reached, fixed))
        tolerance = reached if ends else tolerance
        return ends

    solver = solve_raises if any(terminals.lineup.raised) else solve_push_fold
    found = solver(terminals, profile, locked, search, MOST_SWEEPS, look if search.enough else None)
    return nash_of(terminals, model, found, tolerance, fixed)


def nash_of(
    terminals: Terminals, model: Model, found: _core.PushFoldAnswer, tolerance: float, fixed: tuple[int, ...]
) -> Nash:
    """Return an answer of the solver as a solution."""
    lineup = terminals.lineup
    rows = list(tree_of(lineup).nodes.values() if any(lineup.raised) else rows_of(lineup).values())
    reached = [row // CHOICES for row in rows] if any(lineup.raised) else rows
    triples = triples_of(lineup, found.triples) if any(lineup.raised) else found.triples.reshape(-1, 13).sum(axis=1)
    return Nash(
        terminals=terminals,
        model=model.name,
        tolerance=tolerance,
        profile=found.profile.reshape(-1, CLASSES)[rows],
        gains=found.gain.reshape(-1, CLASSES)[rows],
        reach=found.reach.reshape(-1, CLASSES)[reached],
        locked=fixed,
        exploitability=Exploitability(float(found.exploitability.sum()), by_seat(lineup, found.exploitability)),
        equities=equities_of(terminals, found.values),
        triples=triples,
        history=found.history,
        reached=found.reached,
        interrupted=found.interrupted,
    )


def solve_push_fold(
    terminals: Terminals,
    profile: NDArray[np.float64],
    locked: NDArray[np.bool_],
    search: Search,
    most_sweeps: int,
    look: Look | None,
) -> _core.PushFoldAnswer:
    """Run the solver of push or fold from a profile."""
    lineup = terminals.lineup
    posted = len(lineup.all_in)
    gains = find_gains(terminals)
    return _core.solve_push_fold(
        lineup.last_opens,
        one_shares(posted),
        two_shares(posted),
        gains.one,
        gains.two,
        gains.three,
        dealing(three=len(lineup.deciding) + posted > 2),
        profile,
        locked,
        search.tolerance,
        most_sweeps,
        search.threads,
        search.max_seconds,
        search.progress,
        search.rough,
        look,
    )


def by_seat(lineup: Lineup, values: Values) -> tuple[float, ...]:
    """Return values of the deciding players in the order of the table; 0 for the others."""
    found = [0.0] * lineup.table.players
    for seat, value in zip(lineup.deciding, values.tolist(), strict=True):
        found[seat] = value
    return tuple(found)


def equities_of(terminals: Terminals, values: Values) -> Values:
    """Return each player's expected money, in the order of the table; NaN: not in the hand."""
    found = np.full(terminals.lineup.table.players, np.nan)
    found[list(terminals.players)] = terminals.pool * (terminals.if_all_fold() + values)
    return found
