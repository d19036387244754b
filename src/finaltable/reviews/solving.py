"""Equilibria of the hands of a review: solved roughly, and more exactly while the verdict is open."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock

from finaltable.cards.range import Range
from finaltable.equilibrium.locks import read_lock
from finaltable.equilibrium.look_ahead import LookAheadChoice
from finaltable.equilibrium.nash import VALUES, check_model, nash
from finaltable.equilibrium.raises import lineup_of
from finaltable.equilibrium.solution import Nash, Search
from finaltable.equilibrium.solver import solve
from finaltable.equilibrium.terminals import Terminals, find_terminals
from finaltable.models import Choice, find_model
from finaltable.reviews.certainty import TOLERANCES
from finaltable.reviews.finding import Turn
from finaltable.table.numbers import Number
from finaltable.table.options import Progress
from finaltable.table.table import Table

MOST_KEPT = 20  # games
MOST_SECONDS = 30.0  # for an equilibrium
EXACT = 1e-9  # share of the pool: values of outcomes with a smaller error do not depend on the tolerance


class EquilibriumCache:
    """Cache of solved equilibria: those of a game, from rough to exact."""

    def __init__(self) -> None:
        self.kept: OrderedDict[object, tuple[Nash, ...]] = OrderedDict()
        self.lock = Lock()

    def find(self, key: object) -> tuple[Nash, ...]:
        """Return the solutions of a spot that are in the cache."""
        with self.lock:
            return self.kept.get(key, ())

    def keep(self, key: object, found: Sequence[Nash]) -> None:
        """Cache solutions, and evict the oldest."""
        with self.lock:
            self.kept[key] = tuple(found)
            while len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)


CACHE = EquilibriumCache()


@dataclass(frozen=True)
class SolverWork:
    """Options of the solver."""

    model: Choice
    tolerance: float
    threads: int | None
    progress: Progress | None
    look_ahead: LookAheadChoice = None
    enough: Callable[[Nash], bool] | None = None
    """Asked with the solution to each of the tolerances; False: the search goes on."""


def solved_once(
    turn: Turn,
    table: Table,
    folded: tuple[int, ...],
    raise_to: Mapping[int, Number] | None,
    raise_only: tuple[int, ...],
    known: Mapping[str, Range | None],
    work: SolverWork,
) -> Nash:
    """Return an equilibrium, from the cache if it was solved before: the rough one if that is enough."""
    seating = turn.seating
    lock = {name: "fold" if hands is None else hands for name, hands in known.items()}
    sizes = None if raise_to is None else tuple(raise_to.items())
    locked = tuple((name, str(hands)) for name, hands in lock.items())
    game = (table, seating.button, seating.forced, folded, sizes, raise_only, locked, str(work.model), work.look_ahead)
    elsewhere = range(len(seating.hand.seats), table.players)

    def solved(tolerance: float, find: Callable[[float], Nash]) -> Nash:
        kept = CACHE.find((game, tolerance))
        found = kept[0] if kept else find(tolerance)
        if found.interrupted:
            raise KeyboardInterrupt
        CACHE.keep((game, tolerance), [found])
        return found

    def alone(tolerance: float) -> Nash:
        return nash(
            table,
            **seating.forced._asdict(),
            button=seating.button,
            model=work.model,
            raise_to=raise_to,
            raise_only=raise_only,
            lock=lock,
            folded=folded,
            elsewhere=elsewhere,
            look_ahead=work.look_ahead,
            tolerance=tolerance,
            threads=work.threads,
            progress=work.progress,
        )

    if work.enough is None:
        return solved(work.tolerance, alone)
    # The same questions in the same order, whatever is in the cache: it must not change an answer.
    for step in CACHE.find((game, TOLERANCES)):
        if step.tolerance <= work.tolerance or work.enough(step):
            return step
    first, find = TOLERANCES[0], alone
    if work.look_ahead is None:
        lineup = lineup_of(table, seating.button, seating.forced, folded, elsewhere, raise_to, raise_only)
        check_model(find_model(work.model), lineup, first)
        terminals = find_terminals(lineup, find_model(work.model), VALUES * first, work.threads or 1)
        if terminals.error <= EXACT:
            return search_and_keep((game, TOLERANCES), terminals, lock, work)
        find = partial(search, terminals, lock, work)
    rough = solved(first, find)
    return rough if work.enough(rough) else solved(work.tolerance, alone)


def search_and_keep(key: object, terminals: Terminals, lock: Mapping[str, str | Range], work: SolverWork) -> Nash:
    """Solve a hand until the solution is enough, and cache all solutions that were asked about."""
    steps: list[Nash] = []

    def enough(found: Nash) -> bool:
        steps.append(found)
        return work.enough is not None and work.enough(found)

    found = search(terminals, lock, work, work.tolerance, enough)
    if found.interrupted:
        raise KeyboardInterrupt
    CACHE.keep(key, [*(one for one in steps if one.tolerance > found.tolerance), found])
    return found


def search(
    terminals: Terminals,
    lock: Mapping[str, str | Range],
    work: SolverWork,
    tolerance: float,
    enough: Callable[[Nash], bool] | None = None,
) -> Nash:
    """Solve a hand, and perhaps ask on the way whether a rough solution is enough.

    A search that goes on finds the same as one that was never asked if the values of the ends are exact: they do not
    depend on the tolerance.
    """
    fixed = read_lock(terminals.lineup, lock)
    asked = Search(tolerance, work.threads or 1, MOST_SECONDS, work.progress, TOLERANCES[:-1], enough)
    return solve(terminals, find_model(work.model), fixed, asked)
