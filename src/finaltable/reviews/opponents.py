"""Opponents' ranges: given, or from the push-or-fold equilibrium."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from finaltable.cards.preflop import as_range
from finaltable.cards.range import Range
from finaltable.decisions.pushes.ranges import read_one
from finaltable.equilibrium.lineup import MOST_PLAYERS, position_names
from finaltable.equilibrium.nodes import DecisionNode
from finaltable.equilibrium.solution import Nash
from finaltable.equilibrium.solution import as_range as range_of_classes
from finaltable.errors import InputError
from finaltable.reviews.finding import MOST_FACED, Turn
from finaltable.reviews.hand_table import NeverReached, Seating
from finaltable.reviews.solving import SolverWork, solved_once
from finaltable.table.table import Table

FOR_ALL = "all"
Role = Literal["push", "call", "open", "rejam"]
ROLES: tuple[Role, ...] = get_args(Role)
LIKE: dict[Role, tuple[Role, ...]] = {"open": ("open", "push"), "rejam": ("rejam", "push")}  # the first that is given
POSITIONS = {name for players in range(2, MOST_PLAYERS + 1) for name in position_names(players)}
Held = dict[int, Range | None]
"""Ranges by seat; None: a player who never calls."""


@dataclass(frozen=True)
class GivenRanges:
    """Given ranges of opponents: by player, by position, by action, or one for all."""

    by_name: Mapping[str, Range | None]
    for_all: Range | None = None

    @classmethod
    def of(cls, ranges: object, by_role: Mapping[str, object] | None = None) -> GivenRanges:
        """Parse ranges for actions, and one range for all or a mapping from players, positions and actions.

        >>> given = GivenRanges.of({"BTN": "QQ+", "Ana call": "KK+"}, {"push": "77+", "call": "AA"})
        >>> asked = (("Ana", "BTN", "push"), ("Bo", "SB", "push"), ("Bo", "SB", "call"), ("Ana", "SB", "call"))
        >>> [str(given.find(*one)) for one in asked]
        ['QQ+', '77+', 'AA', 'KK+']
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
        for role, hands in (by_role or {}).items():
            if hands is not None and role in by_name:
                rule = f"must be left out where {{ranges}} has one for {role}"
                raise InputError(f"{role}_range", rule, hands, code="conflict")
            if hands is not None:
                by_name[role] = read_one(hands, f"{role}_range")
        return cls(by_name, for_all)

    def check(self, names: Collection[str]) -> None:
        """Raise for a key that is neither a player, nor a position, nor an action, nor one of them with an action."""
        for key in self.by_name:
            name, _, role = key.rpartition(" ")
            known = {*names, *POSITIONS, *ROLES, FOR_ALL}
            if key not in known and not (role in ROLES and name in {*names, *POSITIONS}):
                rule = f"must be for {', '.join(ROLES)}, a position like BTN, or a player of these hands"
                raise InputError("ranges", rule, key, code="unknown_choice")

    def find(self, name: str, position: str, role: Role) -> Range | Literal["unknown"] | None:
        """Return a player's range, or "unknown"."""
        roles = LIKE.get(role, (role,))
        owners = [key for owner in (name, position) for key in (*(f"{owner} {one}" for one in roles), owner)]
        for key in (*owners, *roles, FOR_ALL):
            if key in self.by_name:
                return self.by_name[key]
        return "unknown" if self.for_all is None else self.for_all


@dataclass(frozen=True)
class Opponents:
    """Ranges by seat, and their source."""

    held: Held
    source: Literal["given", "equilibrium", "given and equilibrium", "assumed"]
    solved: Nash | None = None
    """The equilibrium; None: all ranges were given."""
    node: DecisionNode | None = None
    """Hero's decision in the equilibrium; None: it has no such line."""
    bets: Held = field(default_factory=dict)
    """Ranges with which players who are not all-in have bet; what they call with is in `held`."""


def given_to(turn: Turn, given: GivenRanges, seats: Sequence[int], role: Role) -> Held:
    """Return the given ranges of some players."""
    seating = turn.seating
    found = {seat: given.find(seating.hand.names[seat], seating.positions[seat], role) for seat in seats}
    return {seat: hands for seat, hands in found.items() if hands != "unknown"}


def role_of(turn: Turn, name: str) -> Role:
    """Return the action that put an opponent all-in."""
    return "rejam" if turn.raiser is not None and name != turn.raiser else "push"


def solve_line(turn: Turn, table: Table, known: Mapping[str, Range | None], work: SolverWork, *, whole: bool) -> Nash:
    """Return the equilibrium of the whole hand, or from the first player who bet on; ``known`` locks decisions by name.

    A player who has raised only raises or folds there: whether they would rather push is no question any more.
    """
    seating, hero = turn.seating, turn.seating.seat(turn.hero)
    acting = acting_order(seating)
    bettor = None if turn.raiser is None or not turn.usual else seating.seat(turn.raiser)
    chose = [seating.seat(name) for name in turn.all_in if name not in turn.posted]
    first = min([hero, *chose, *([] if bettor is None else [bettor])], key=acting.index)
    folded = () if whole else tuple(acting[: acting.index(first)])
    raise_to = None if bettor is None else {bettor: dict(turn.bets)[turn.raiser]}  # type: ignore[index]
    return solved_once(turn, table, folded, raise_to, () if bettor is None else (bettor,), known, work)


def hero_node(turn: Turn, solved: Nash) -> DecisionNode | None:
    """Return hero's decision in the equilibrium; None if it has no such line."""
    places = {seat: place for place, seat in enumerate(solved.lineup.deciding)}
    seat = turn.seating.seat
    if not turn.usual or seat(turn.hero) not in places:
        return None
    raiser = None if turn.raiser is None else places.get(seat(turn.raiser))
    facing = tuple(places[seat(name)] for name in turn.all_in if name not in turn.posted and seat(name) in places)
    node = DecisionNode(places[seat(turn.hero)], tuple(sorted(facing)), raiser)
    return node if node in solved.nodes else None


def all_in_ranges(turn: Turn, solved: Nash) -> Held:
    """Return the ranges of the players who are all-in; a third or later one overcalls the first two."""
    places = {seat: place for place, seat in enumerate(solved.lineup.deciding)}
    raiser = None if turn.raiser is None or not turn.usual else places[turn.seating.seat(turn.raiser)]
    found: Held = {turn.seating.seat(name): Range.read("random") for name in turn.posted}
    before: list[int] = []
    for name in turn.all_in:
        if name in turn.posted:
            continue
        seat = turn.seating.seat(name)
        if seat not in places:
            found[seat] = Range.read("random")
            continue
        node = DecisionNode(places[seat], tuple(sorted(before[:MOST_FACED])), raiser)
        if node not in solved.nodes and not before:  # all-in over hero's limp: as over a push
            node = DecisionNode(places[seat], (places[turn.seating.seat(turn.hero)],))
        if node not in solved.nodes or not (hands := range_of_classes(solved.hands(node))):
            raise NeverReached("the equilibrium never goes all-in there: give ranges")
        found[seat] = round_to_tenths(hands)
        before.append(places[seat])
    return found


def callers_of(solved: Nash, node: DecisionNode) -> Held:
    """Return the range with which each player behind calls hero's all-in, and the player who raised."""
    deciding, facing = solved.lineup.deciding, (*node.facing, node.seat)
    found: Held = {}
    for place in range(node.seat + 1, len(deciding)):
        caller = DecisionNode(place, facing, node.raiser)
        found[deciding[place]] = range_of_classes(solved.hands(caller)) if caller in solved.nodes else None
    if (raised := raise_before(node)) is not None:
        answer = DecisionNode(raised.seat, facing, raised.seat)
        kept = solved.hands(answer) * solved.hands(raised) if answer in solved.nodes else solved.hands(raised)
        found[deciding[raised.seat]] = range_of_classes(kept)
    return {seat: hands and round_to_tenths(hands) for seat, hands in found.items()}


def bet_with(solved: Nash, node: DecisionNode) -> Held:
    """Return the range of the player who raised before hero."""
    raised = raise_before(node)
    return {} if raised is None else {solved.lineup.deciding[raised.seat]: range_of_classes(solved.hands(raised))}


def raise_before(node: DecisionNode) -> DecisionNode | None:
    """Return the raise of another player that a decision faces."""
    return None if node.raiser in (None, node.seat) else DecisionNode(node.raiser, (), node.raiser)


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
