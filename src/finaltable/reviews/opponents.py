"""Opponents' ranges: given, or from the push-or-fold equilibrium."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Literal, get_args

from finaltable.cards.preflop import as_range
from finaltable.cards.range import Range
from finaltable.decisions.pushes.ranges import read_one
from finaltable.equilibrium.all_in_ranges import ranges_of
from finaltable.equilibrium.lineup import MOST_PLAYERS, position_names
from finaltable.equilibrium.nash import nash
from finaltable.equilibrium.nodes import DecisionNode
from finaltable.equilibrium.solution import Nash
from finaltable.equilibrium.solution import as_range as range_of_classes
from finaltable.errors import InputError
from finaltable.histories.hand import FORCED
from finaltable.models import Choice
from finaltable.reviews.finding import Turn
from finaltable.reviews.hand_table import NotReviewed, Seating
from finaltable.table.options import Progress
from finaltable.table.table import Table

TOLERANCE = 3e-5  # maximum exploitability of the equilibrium
MOST_KEPT = 60
FOR_ALL = "all"
Role = Literal["push", "call"]
GROUPS = {
    *get_args(Role),
    FOR_ALL,
    *(name for players in range(2, MOST_PLAYERS + 1) for name in position_names(players)),
}
Held = dict[int, Range | None]
"""Ranges by seat; None: a player who never calls."""


@dataclass(frozen=True)
class GivenRanges:
    """Given ranges of opponents: by player, by position, by action, or one for all."""

    by_name: Mapping[str, Range | None]
    for_all: Range | None = None

    @classmethod
    def of(cls, ranges: object, push_range: object = None, call_range: object = None) -> GivenRanges:
        """Parse ranges for pushes, for calls, and for both: one range, or a mapping from players and positions.

        >>> given = GivenRanges.of({"BTN": "QQ+"}, push_range="77+", call_range="AA")
        >>> [str(given.find("Ana", *one)) for one in (("BTN", "push"), ("SB", "push"), ("SB", "call"))]
        ['QQ+', '77+', 'AA']
        """
        for_all, by_name = None, {}
        if isinstance(ranges, str | Range):
            for_all = as_range(ranges, "ranges")
        elif isinstance(ranges, Mapping):
            fields = {name: "ranges" if name == FOR_ALL else f"ranges[{name}]" for name in ranges}
            by_name = {str(name): read_one(hands, fields[name]) for name, hands in ranges.items()}
        elif ranges is not None:
            rule = 'must be a range, or a mapping like {"BTN": "40%", "Ana": "15%"}'
            raise InputError("ranges", rule, ranges, code="wrong_type")
        for role, hands in (("push", push_range), ("call", call_range)):
            if hands is not None and role in by_name:
                rule = f"must be left out where {{ranges}} has one for {role}"
                raise InputError(f"{role}_range", rule, hands, code="conflict")
            if hands is not None:
                by_name[role] = read_one(hands, f"{role}_range")
        return cls(by_name, for_all)

    def check(self, names: Collection[str]) -> None:
        """Raise for a key that is neither a player, nor a position, nor an action."""
        for name in self.by_name:
            if name not in names and name not in GROUPS:
                rule = "must be for push, call, a position like BTN, or a player of these hands"
                raise InputError("ranges", rule, name, code="unknown_choice")

    def find(self, name: str, position: str, role: Role) -> Range | Literal["unknown"] | None:
        """Return a player's range, or "unknown"."""
        for key in (name, position, role, FOR_ALL):
            if key in self.by_name:
                return self.by_name[key]
        return "unknown" if self.for_all is None else self.for_all


class EquilibriumCache:
    """Cache of solved equilibria."""

    def __init__(self) -> None:
        self.kept: OrderedDict[object, Nash] = OrderedDict()
        self.lock = Lock()

    def find(self, key: object) -> Nash | None:
        """Return the equilibrium of a spot, if it is in the cache."""
        with self.lock:
            return self.kept.get(key)

    def keep(self, key: object, found: Nash) -> None:
        """Cache an equilibrium, and evict the oldest."""
        with self.lock:
            self.kept[key] = found
            while len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)


CACHE = EquilibriumCache()


@dataclass(frozen=True)
class SolverWork:
    """Options of the solver."""

    model: Choice
    threads: int | None
    progress: Progress | None


@dataclass(frozen=True)
class Opponents:
    """Ranges by seat, and their source."""

    held: Held
    source: Literal["given", "equilibrium", "given and equilibrium"]
    given: tuple[int, ...]
    """Seats whose range was given."""
    solved: Nash | None = None
    """The equilibrium; None: all ranges were given."""


def opponents_of(turn: Turn, table: Table, seats: Sequence[int], given: GivenRanges, work: SolverWork) -> Opponents:
    """Return the ranges of players who are all-in, or who may call, or raise if they are unknown."""
    seating, role = turn.seating, role_of(turn)
    known: Held = {}
    for seat in seats:
        hands = given.find(seating.hand.names[seat], seating.positions[seat], role)
        if hands != "unknown":
            known[seat] = hands
    if len(known) == len(seats):
        return Opponents(known, "given", tuple(known))
    if turn.raised_before:
        raise NotReviewed("a call or a raise before the all-in, which the equilibrium does not cover: give ranges")
    try:
        solved = equilibrium(turn, table, seats, known, work)
        hero = seating.seat(turn.hero)
        found: Held = callers_in(solved, hero) if turn.kind == "push" else {**ranges_of(solved, seats)}
        held = {seat: hands and round_to_tenths(hands) for seat, hands in found.items()}
    except InputError as error:
        raise NotReviewed(f"no range from the equilibrium, give one: ranges {error.rule}") from None
    source: Literal["equilibrium", "given and equilibrium"] = "given and equilibrium" if known else "equilibrium"
    return Opponents({**held, **known}, source, tuple(known), solved)


def role_of(turn: Turn) -> Role:
    """Return the action for which opponents' ranges are needed."""
    return "push" if turn.kind == "call" else "call"


def equilibrium(turn: Turn, table: Table, seats: Sequence[int], known: Held, work: SolverWork) -> Nash:
    """Return the equilibrium from the first player who went all-in on, or from hero on, with given callers locked."""
    seating, hero = turn.seating, turn.seating.seat(turn.hero)
    acting = acting_order(seating)
    chose = [seat for seat in seats if not by_posting(seating, seat)]
    first = hero if turn.kind == "push" or not chose else min(chose, key=acting.index)
    folded = tuple(acting[: acting.index(first)])
    locked = {(seat, hero): "fold" if hands is None else hands for seat, hands in known.items()}
    locked = locked if turn.kind == "push" else {}
    key = (table, seating.button, seating.forced, folded, str(work.model), tuple(locked.items()))
    found = CACHE.find(key)
    if found is None:
        found = nash(
            table,
            **seating.forced._asdict(),
            button=seating.button,
            model=work.model,
            lock=locked,
            folded=folded,
            elsewhere=range(len(seating.hand.seats), table.players),
            tolerance=TOLERANCE,
            threads=work.threads,
            progress=work.progress,
        )
        if found.interrupted:
            raise KeyboardInterrupt
        CACHE.keep(key, found)
    return found


def round_to_tenths(hands: Range) -> Range:
    """Return a range with weights rounded to tenths, which people can write down.

    >>> str(round_to_tenths(Range.read("AA, KK:0.97, QQ:0.44, JJ:0.02")))
    'KK+, QQ:0.4'
    """
    classes = {number: round(weight, 1) for number, weight in hands.classes.items() if round(weight, 1) > 0}
    return Range(classes) if classes else hands


def acting_order(seating: Seating) -> list[int]:
    """Return the seats in the order they act before the flop."""
    players = len(seating.hand.seats)
    first = seating.button + (1 if players == 2 else 2) + 1
    return [(first + turn) % players for turn in range(players)]


def by_posting(seating: Seating, seat: int) -> bool:
    """Return whether a player is all-in by posting."""
    name = seating.hand.names[seat]
    return any(action.player == name and action.all_in and action.act in FORCED for action in seating.hand.actions)


def callers_in(solved: Nash, hero: int) -> Held:
    """Return the range with which each player behind calls hero's push."""
    deciding = solved.lineup.deciding
    turn = deciding.index(hero)
    return {
        deciding[i]: range_of_classes(solved.hands(DecisionNode(i, (turn,)))) for i in range(turn + 1, len(deciding))
    }
