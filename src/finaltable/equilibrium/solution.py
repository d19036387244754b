"""What the solver found: strategies, what every decision is worth, and how far from equilibrium it all is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np

from finaltable.answers import Answer, json_fields, within
from finaltable.cards.hand import CLASSES, class_name, combos_of
from finaltable.cards.range import Range
from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.nodes import Action, DecisionNode, decided, find_node, node_name, nodes_of
from finaltable.equilibrium.terminals import Terminals, sets_of
from finaltable.freezing import FrozenArrays, frozen
from finaltable.results import Values
from finaltable.spots.spot import Player
from finaltable.table.options import Progress
from finaltable.table.table import Table

if TYPE_CHECKING:
    from finaltable.equilibrium.judge import JudgedProfile

SIZES = np.array([len(combos_of(number)) for number in range(CLASSES)], dtype=np.float64)
HANDS = float(SIZES.sum())
OFTEN_THREE = 0.1  # of all hands: from here on, that no fourth player can go in decides the answer


class Search(NamedTuple):
    """How to look for an equilibrium."""

    tolerance: float
    threads: int = 1
    max_seconds: float | None = None
    progress: Progress | None = None


class Exploitability(NamedTuple):
    """What players could gain by playing best against the others, as a share of the prizes and bounties."""

    total: float
    """All seats together."""
    seats: tuple[float, ...]
    """In the order of the table."""


class EvDifference(NamedTuple):
    """What going in is worth more than folding, for each of the 169 classes, whenever the decision comes up."""

    money: Values
    percent: Values
    """Of the prizes and bounties."""


class BestResponse(NamedTuple):
    """How a player would play best against the others."""

    player: str
    gain: float
    """What that would gain, in money."""
    ranges: dict[str, Range | None]
    """What to go in with at every decision; None: nothing."""


@dataclass(frozen=True)
class Strategy:
    """One decision: a player, facing nobody or players who are all-in."""

    seat: str
    """The player who decides."""
    facing: tuple[str, ...]
    """Players who are all-in, in the order they acted."""
    action: Action
    """Going in is called a push, a call, or an overcall."""
    frequency: float
    """The share of all 1,326 hands that go in."""
    reach: float
    """How often the decision comes up."""
    locked: bool
    """Whether it was fixed."""
    margin: float
    """The search cannot tell differences within this, in payout units; the card model's error is not in it."""
    hands: Mapping[str, float]
    """How often each of the 169 classes goes in."""
    ev: Mapping[str, float | None]
    """Going in minus folding, in payout units; None: it never comes up."""

    json_name = "Node"


@dataclass(frozen=True, eq=False)
class Nash(FrozenArrays, Answer):
    """An equilibrium of push or fold, as near as it came. Made by `nash`."""

    terminals: Terminals
    """The ends of the hand, and what they are worth."""
    model: str
    """The name of the model."""
    tolerance: float
    """The exploitability that was asked for."""
    profile: Values
    """How often each class goes in: decision by class, in the order of `nodes`."""
    gains: Values
    """What going in gains over folding, times `reach`, as a share of the pool: decision by class."""
    reach: Values
    """How often each decision comes up with each class."""
    locked: tuple[int, ...]
    """Decisions that were fixed."""
    exploitability: Exploitability
    """Of the decisions that were not fixed."""
    equities: Annotated[Values, list[float | None]]
    """Money that each player can expect before the cards are dealt, in the order of the table; NaN: not in the hand."""
    triples: Values
    """How often each three players go in."""
    history: Values
    """The exploitability of the best profile after each sweep."""
    reached: bool
    """Whether it is as low as was asked for."""
    interrupted: bool
    """Whether Ctrl-C ended the search."""

    in_json = json_fields(
        "table.names table.stacks table.payouts button lineup.forced.small_blind lineup.forced.big_blind "
        "lineup.forced.ante lineup.forced.big_blind_ante model pool equities exploitability tolerance reached sweeps "
        "three_way fourth cap_decides terminals.error all_in nodes=decisions"
    ) + json_fields("bounties=table.bounties", where="table.bounties")

    @property
    def button(self) -> str:
        """The player on the button."""
        return self.table.names[self.lineup.button]

    @property
    def all_in(self) -> tuple[str, ...]:
        """Players who are all-in by posting."""
        return tuple(self.table.names[seat] for seat in self.lineup.all_in)

    @property
    def sweeps(self) -> int:
        """How often the solver looked at the whole game."""
        return len(self.history)

    @property
    def decisions(self) -> tuple[Strategy, ...]:
        """Strategies of all decisions: one per player and situation, in the order of acting."""
        return tuple(map(self.strategy, self.nodes))

    def strategy(self, node: DecisionNode) -> Strategy:
        """Return how one decision is played."""
        names = [self.table.names[seat] for seat in self.lineup.deciding]
        worth = self.pool * self.difference(node)
        return Strategy(
            seat=names[node.seat],
            facing=tuple(names[i] for i in node.facing),
            action=node.action,
            frequency=self.share(node),
            reach=self.often(node),
            locked=self.index_of(node) in self.locked,
            margin=self.pool * self.margin(node),
            hands={class_name(i): float(share) for i, share in enumerate(self.hands(node))},
            ev={class_name(i): None if np.isnan(ev) else float(ev) for i, ev in enumerate(worth)},
        )

    def __post_init__(self) -> None:
        for values in (self.profile, self.gains, self.reach, self.equities, self.triples, self.history):
            frozen(values)

    @property
    def lineup(self) -> Lineup:
        """Who posts what, and who acts when."""
        return self.terminals.lineup

    @property
    def table(self) -> Table:
        """The players, their stacks, and what they play for."""
        return self.lineup.table

    @property
    def pool(self) -> float:
        """Prizes and bounties."""
        return self.terminals.pool

    @property
    def nodes(self) -> tuple[DecisionNode, ...]:
        """All decisions, in the order of acting."""
        seats = len(self.lineup.deciding)
        return tuple(node for node in nodes_of(seats) if decided(node, seats, self.lineup.last_opens))

    def name_of(self, node: DecisionNode) -> str:
        """Return how people write a decision."""
        return node_name(self.lineup, node)

    def index_of(self, node: DecisionNode) -> int:
        """Return the row of a decision."""
        return nodes_of(len(self.lineup.deciding)).index(node)

    def find(self, seat: Player, facing: Player | Sequence[Player] = ()) -> DecisionNode:
        """Return the decision of a player, facing one or two who are all-in; or raise."""
        others: Sequence[Player] = [facing] if isinstance(facing, str | int) else list(facing)
        return find_node(self.lineup, seat, others, "seat")

    def often(self, node: DecisionNode) -> float:
        """Return how often a decision comes up, as a share of hands."""
        return float(self.reach[self.index_of(node)].sum())

    def hands(self, node: DecisionNode) -> Values:
        """Return how often each class goes in."""
        found: Values = self.profile[self.index_of(node)]
        return found

    def share(self, node: DecisionNode) -> float:
        """Return how many of all hands go in."""
        return float(self.hands(node) @ SIZES / HANDS)

    def difference(self, node: DecisionNode) -> Values:
        """Return what going in is worth more than folding, by class, as a share of the pool; NaN: never comes up."""
        row = self.index_of(node)
        unreached = np.full(CLASSES, np.nan)
        found: Values = np.divide(self.gains[row], self.reach[row], out=unreached, where=self.reach[row] > 1e-15)
        return found

    def margin(self, node: DecisionNode) -> float:
        """Return how far apart going in and folding must be for the search to tell, as a share of the pool.

        The exploitability, the error of the values, and what the decision itself still loses whenever it comes up. Not
        in it: the error of the card model, which takes folded cards out of hands but not out of boards, and that
        another equilibrium may value a hand differently. With two players the cards are exact.
        """
        row, often = self.index_of(node), self.often(node)
        lost = float(np.where(self.gains[row] > 0, 1.0 - self.profile[row], -self.profile[row]) @ self.gains[row])
        own = lost / often if often > 0 and row not in self.locked else 0.0
        return self.exploitability.total + 2 * self.terminals.error + own

    def range(self, seat: Player, facing: Player | Sequence[Player] = ()) -> Range | None:
        """Return what a player goes in with, weights to the hundredth; None: nothing."""
        return as_range(self.hands(self.find(seat, facing)))

    def frequency(self, seat: Player, facing: Player | Sequence[Player] = ()) -> float:
        """Return how many of all 1,326 hands a player goes in with."""
        return self.share(self.find(seat, facing))

    def ev_difference(self, seat: Player, facing: Player | Sequence[Player] = ()) -> EvDifference:
        """Return what going in is worth more than folding, by class; NaN where the decision never comes up."""
        share = self.difference(self.find(seat, facing))
        return EvDifference(frozen(share * self.pool), frozen(100 * share))

    @property
    def three_way(self) -> float:
        """How often three players go all-in by choice."""
        return float(self.triples.sum())

    @property
    def fourth(self) -> float:
        """About how often a fourth player would, if more than three could: with hands that overcall any two of them."""
        seats = len(self.lineup.deciding)
        three = [pushed for pushed in sets_of(seats) if len(pushed) == 3]
        total = 0.0
        for pushed, mass in zip(three, self.triples.tolist(), strict=True):
            nobody = 1.0
            for seat in range(pushed[2] + 1, seats):
                rows = [self.hands(DecisionNode(seat, (pushed[a], pushed[b]))) for a, b in ((0, 1), (0, 2), (1, 2))]
                nobody *= 1.0 - float(np.min(rows, axis=0) @ SIZES / HANDS)
            total += mass * (1.0 - nobody)
        return total

    @property
    def cap_decides(self) -> bool:
        """Whether three players go in so often that the answer hangs on the rule that no fourth can."""
        return self.three_way > OFTEN_THREE and len(self.lineup.deciding) > 3

    def best_response(self, seat: Player) -> BestResponse:
        """Return how a player would play best against the others, and what that would gain."""
        own = self.find_seat(seat)
        gain, ranges = 0.0, {}
        for node in self.nodes:
            if node.seat == own:
                row = self.index_of(node)
                goes_in = (self.gains[row] > 0).astype(np.float64)
                gain += float((goes_in - self.profile[row]) @ self.gains[row])
                ranges[self.name_of(node)] = as_range(goes_in)
        return BestResponse(self.table.names[self.lineup.deciding[own]], gain * self.pool, ranges)

    def find_seat(self, seat: Player) -> int:
        """Return when a player acts, or raise."""
        from finaltable.equilibrium.nodes import seat_in_turn

        return seat_in_turn(self.lineup, seat, "seat")

    def judge(self, deals: int = 20_000_000, **options: Any) -> JudgedProfile:
        """Measure the exploitability by dealing real cards; see `finaltable.equilibrium.judge.judge`."""
        from finaltable.equilibrium.judge import judge

        return judge(self, deals, **options)

    def __str__(self) -> str:
        from finaltable.equilibrium.report import nash_report

        return str(nash_report([self]))


@dataclass(frozen=True)
class PushFolds(Answer):
    """One equilibrium, or two under different models."""

    found: tuple[Nash, ...]

    in_json = within("first", Nash.in_json) + json_fields("compared", where="compared")

    @property
    def first(self) -> Nash:
        """The equilibrium under the model that was asked for."""
        return self.found[0]

    @property
    def compared(self) -> Nash | None:
        """The same under another model; None where only one was asked for."""
        return self.found[1] if len(self.found) > 1 else None


def as_range(weights: Values) -> Range | None:
    """Return classes as a range, weights to the hundredth; None if it is empty."""
    classes = {number: round(float(weight), 2) for number, weight in enumerate(weights) if round(float(weight), 2) > 0}
    return Range(classes) if classes else None
