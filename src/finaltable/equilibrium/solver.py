"""The solvers of the core: the initial profile, the calls, and their answers as solutions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from finaltable import _core
from finaltable.cards.hand import CLASSES
from finaltable.cards.range import ranking
from finaltable.cards.three import dealing
from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.nodes import DecisionNode, decided
from finaltable.equilibrium.showdowns import one_shares, two_shares
from finaltable.equilibrium.solution import Exploitability, Nash, Search
from finaltable.equilibrium.terminals import Terminals, find_gains, sets_of
from finaltable.equilibrium.tree import CHOICES, TreeEnd, rows_of, tree_of
from finaltable.errors import MissingError
from finaltable.models import Model

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.results import Values
    from finaltable.table.options import Progress

MOST_SWEEPS = 1000
START = _core.START  # initial strategy: share of best hands when first in, facing one, facing two
AFTER_RAISE = (0.12, 0.05)  # the same after a raise: re-jam, call
Look = Callable[[_core.PushFoldAnswer], bool]


class Settings(TypedDict):
    """Arguments of both solvers; see `Search`."""

    tolerance: float
    most_sweeps: int
    threads: int
    max_seconds: float | None
    progress: Progress | None
    rough: Sequence[float]
    enough: Look | None


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


def solve(terminals: Terminals, model: Model, fixed: Mapping[int, NDArray[np.float64]], search: Search) -> Nash:
    """Search for an equilibrium in which some decisions are locked."""
    profile, locked = start_profile(terminals.lineup, fixed)
    if bool(locked.all()):
        raise MissingError("lock", "must leave a player with a decision", code="no_decision")
    return run_solver(terminals, model, profile, locked, search, tuple(sorted(fixed)), guess=True)


def run_solver(
    terminals: Terminals,
    model: Model,
    profile: NDArray[np.float64],
    locked: NDArray[np.bool_],
    search: Search,
    fixed: tuple[int, ...] = (),
    *,
    guess: bool = False,
) -> Nash:
    """Run the solver from a profile, or from a guess; if all decisions are locked, it only values the profile."""
    tolerance = search.tolerance

    def look(rough: _core.PushFoldAnswer) -> bool:
        nonlocal tolerance
        assert search.enough is not None
        reached = min(step for step in search.rough if rough.exploitability.sum() <= step)
        ends = search.enough(nash_of(terminals, model, rough, reached, fixed))
        tolerance = reached if ends else tolerance
        return ends

    asked = look if search.enough else None
    if any(terminals.lineup.raised):
        found = solve_raises(terminals, profile, locked, search, asked)
    else:
        found = solve_push_fold(terminals, profile, locked, search, asked, guess=guess)
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
    look: Look | None = None,
    *,
    guess: bool = False,
) -> _core.PushFoldAnswer:
    """Run the solver of push or fold from a profile, or from a first guess that keeps its locked decisions."""
    gains = find_gains(terminals)
    return _core.solve_push_fold(
        terminals.lineup.last_opens,
        *shares_of(terminals.lineup),
        gains.one,
        gains.two,
        gains.three,
        dealing_of(terminals.lineup),
        profile,
        locked,
        **settings_of(search, look),
        ranking=ranking() if guess else (),
    )


def solve_raises(
    terminals: Terminals,
    profile: NDArray[np.float64],
    locked: NDArray[np.bool_],
    search: Search,
    look: Look | None = None,
) -> _core.PushFoldAnswer:
    """Run the solver of games with a raise from a profile."""
    lineup, tree = terminals.lineup, tree_of(terminals.lineup)
    start = tree.profile(dict(zip(tree.nodes, profile, strict=True)))
    fixed = np.zeros(len(tree.decisions), dtype=np.bool_)
    fixed[[row // CHOICES for row in np.array(list(tree.nodes.values()))[locked]]] = True
    ends, values = ends_of(terminals, tree.ends)
    return _core.solve_tree(
        len(lineup.deciding),
        tree.decisions,
        ends,
        *shares_of(lineup),
        values,
        dealing_of(lineup),
        start,
        fixed,
        **settings_of(search, look),
    )


def shares_of(lineup: Lineup) -> tuple[Values, Values]:
    """Return how often each class wins showdowns of two players, and of three."""
    return one_shares(len(lineup.all_in)), two_shares(len(lineup.all_in))


def dealing_of(lineup: Lineup) -> _core.Dealing:
    """Return the tables of cards that a hand needs."""
    return dealing(three=len(lineup.deciding) + len(lineup.all_in) > 2)


def settings_of(search: Search, look: Look | None) -> Settings:
    """Return the settings that both solvers take."""
    return {
        "tolerance": search.tolerance,
        "most_sweeps": MOST_SWEEPS,
        "threads": search.threads,
        "max_seconds": search.max_seconds,
        "progress": search.progress,
        "rough": search.rough,
        "enough": look,
    }


def ends_of(terminals: Terminals, ends: tuple[TreeEnd, ...]) -> tuple[NDArray[np.int32], Values]:
    """Return the seats at each showdown with the row of its first channel; and the value of each channel."""
    walk = terminals.if_all_fold()
    first: dict[TreeEnd, int] = {TreeEnd(()): 0}
    blocks = [np.zeros((1, len(walk)))]
    for end in ends:
        if end not in first:
            first[end] = sum(map(len, blocks))
            blocks.append(terminals.by_channel(end.pushed, end.raiser) - walk)
    seats = [[*end.pushed, *[-1] * (3 - len(end.pushed)), first[end]] for end in ends]
    return np.array(seats, dtype=np.int32), np.ascontiguousarray(np.vstack(blocks))


def triples_of(lineup: Lineup, often: Values) -> Values:
    """Return how often each set of three players is all-in, with and without a raise."""
    three = [end.pushed for end in tree_of(lineup).ends if len(end.pushed) == 3]
    sums = {pushed: 0.0 for pushed in sets_of(len(lineup.deciding)) if len(pushed) == 3}
    for pushed, chance in zip(three, often.tolist(), strict=True):
        sums[pushed] += chance
    return np.array(list(sums.values()))


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
