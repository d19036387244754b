"""The solver's result: strategies, the value of each decision, and the exploitability."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.answers import Answer, Tabular, json_fields, within
from finaltable.cards.hand import CLASSES, class_name, combos_of
from finaltable.cards.range import Range
from finaltable.equilibrium.card_errors import card_errors
from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.look_ahead import LookAhead
from finaltable.equilibrium.nodes import DecisionNode, decided, find_node, node_name
from finaltable.equilibrium.raises import DEEP, FLATS, no_advice
from finaltable.equilibrium.strategy import BestResponse, EvDifference, Strategy
from finaltable.equilibrium.terminals import Terminals, sets_of
from finaltable.equilibrium.tree import rows_of
from finaltable.freezing import FrozenArrays, frozen
from finaltable.results import Values
from finaltable.spots.spot import Player
from finaltable.table.options import Progress
from finaltable.table.table import Table, plain_number

if TYPE_CHECKING:
    from finaltable.equilibrium.judge import JudgedProfile

SIZES = np.array([len(combos_of(number)) for number in range(CLASSES)], dtype=np.float64)
HANDS = float(SIZES.sum())
UNREACHED = _core.UNREACHED  # probability of a class at a decision: below this, it has no value
OFTEN_THREE = 0.1  # of all hands: above this, the limit of three all-ins decides the answer


class Search(NamedTuple):
    """Settings of a search for an equilibrium."""

    tolerance: float
    threads: int = 1
    max_seconds: float | None = None
    progress: Progress | None = None
    rough: Sequence[float] = ()
    """Exploitabilities, falling: when the search reaches one, `enough` is asked."""
    enough: Callable[[Nash], bool] | None = None
    """Asked with each rough solution: True ends the search."""


class Exploitability(NamedTuple):
    """Gain of a best response to the other players, as a share of prizes and bounties."""

    total: float
    """Sum over all players."""
    seats: tuple[float, ...]
    """Gain of each player, in the order of the table."""


@dataclass(frozen=True, eq=False, repr=False)
class Nash(FrozenArrays, Tabular, Answer):
    """An approximate equilibrium of push or fold, perhaps with a raise. Made by `nash`."""

    terminals: Terminals
    """Ends of the hand, and their values."""
    model: str
    """Name of the model."""
    tolerance: float
    """Exploitability to reach."""
    profile: Values
    """Frequency of going all-in or raising: decision by class, in the order of `nodes`."""
    gains: Values
    """Gain of the action over folding, times `reach`, as a share of the pool: decision by class."""
    reach: Values
    """Probability of each decision with each class; after an own raise, as if all hands raised."""
    locked: tuple[int, ...]
    """Indices of the locked decisions."""
    exploitability: Exploitability
    """Exploitability of the decisions that are not locked."""
    equities: Annotated[Values, list[float | None]]
    """Expected money of each player before the cards are dealt, in the order of the table; NaN: not in the hand."""
    triples: Values
    """Probability of each set of three players all-in."""
    history: Values
    """Exploitability of the best profile after each sweep."""
    reached: bool
    """Whether the exploitability is within the tolerance."""
    interrupted: bool
    """Whether Ctrl-C ended the search."""
    look_ahead: LookAhead | None = None
    """How the hands after this one were valued; None: by the model."""

    reported_by = "equilibrium.report.nash_report_of"
    drawn_by = "nash_figure"

    in_json = (
        *json_fields("table.names table.stacks table.payouts button"),
        *json_fields(
            "lineup.forced.small_blind lineup.forced.big_blind lineup.forced.ante lineup.forced.big_blind_ante",
            fractions=plain_number,
        ),
        *json_fields(
            "model pool equities exploitability tolerance reached sweeps three_way fourth cap_decides terminals.error "
            "all_in nodes=decisions"
        ),
        *json_fields("bounties=table.bounties", where="table.bounties"),
        *json_fields("raise_to depth leaves_out", where="raise_to"),
        *json_fields("look_ahead", where="look_ahead"),
    )

    @property
    def raise_to(self) -> tuple[float | None, ...]:
        """Bet of each player who may raise, in chips; empty: push or fold."""
        return tuple(map(self.lineup.raise_of, range(self.table.players))) if any(self.lineup.raised) else ()

    @property
    def depth(self) -> float:
        """Big blinds that a player who raises can lose."""
        return self.lineup.depth

    @property
    def leaves_out(self) -> str:
        """Actions that a game with a raise leaves out; with deep stacks, after a warning about hands first in."""
        return FLATS if self.depth <= DEEP else f"{no_advice(self.depth)} {FLATS}"

    @property
    def button(self) -> str:
        """The player on the button."""
        return self.table.names[self.lineup.button]

    @property
    def all_in(self) -> tuple[str, ...]:
        """Players all-in by posting."""
        return tuple(self.table.names[seat] for seat in self.lineup.all_in)

    @property
    def sweeps(self) -> int:
        """Number of passes over the whole game."""
        return len(self.history)

    @property
    def decisions(self) -> tuple[Strategy, ...]:
        """Strategies at all decisions, in the order of acting."""
        return tuple(map(self.strategy, self.nodes))

    def strategy(self, node: DecisionNode) -> Strategy:
        """Return the strategy at one decision."""
        names = [self.table.names[seat] for seat in self.lineup.deciding]
        worth = self.pool * self.difference(node)
        return Strategy(
            seat=names[node.seat],
            facing=tuple(names[i] for i in node.facing),
            raised_by=None if node.raiser is None else names[node.raiser],
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
        """Blinds and antes, and the order of acting."""
        return self.terminals.lineup

    @property
    def table(self) -> Table:
        """Players, stacks and prizes."""
        return self.lineup.table

    @property
    def pool(self) -> float:
        """Prizes and bounties."""
        return self.terminals.pool

    @property
    def nodes(self) -> tuple[DecisionNode, ...]:
        """All decisions, in the order of acting."""
        seats = len(self.lineup.deciding)
        return tuple(node for node in rows_of(self.lineup) if decided(node, seats, self.lineup.last_opens))

    def name_of(self, node: DecisionNode) -> str:
        """Return the name of a decision, like "BB v SB"."""
        return node_name(self.lineup, node)

    def index_of(self, node: DecisionNode) -> int:
        """Return the row of a decision in `profile`."""
        return rows_of(self.lineup)[node]

    def find(
        self, seat: Player, facing: Player | Sequence[Player] = (), raised_by: Player | None = None
    ) -> DecisionNode:
        """Return the decision of a player, facing one or two who are all-in; or raise.

        ``raised_by`` is the player who raised: the player themselves for their raise, and when they face a re-jam.
        """
        others: Sequence[Player] = [facing] if isinstance(facing, str | int) else list(facing)
        return find_node(self.lineup, seat, others, "seat", raised_by)

    def choices(self, node: DecisionNode) -> tuple[DecisionNode, ...]:
        """Return all actions of the same decision but folding: going all-in, and perhaps raising."""
        if node.action not in ("push", "raise"):
            return (node,)
        known = rows_of(self.lineup)
        both = (DecisionNode(node.seat, ()), DecisionNode(node.seat, (), node.seat))
        return tuple(choice for choice in both if choice in known)

    def raised(self, node: DecisionNode) -> Values:
        """Return how often the player raised before, by class: 1 if this is their first decision."""
        if not node.returns:
            return np.ones(CLASSES)
        found: Values = self.profile[self.index_of(DecisionNode(node.seat, (), node.seat))]
        return found

    def often(self, node: DecisionNode) -> float:
        """Return how often a decision comes up, as a share of hands."""
        return float(self.reach[self.index_of(node)] @ self.raised(node))

    def hands(self, node: DecisionNode) -> Values:
        """Return the frequency of the action, by class; 0 for hands that did not raise before."""
        found: Values = self.profile[self.index_of(node)]
        return np.where(self.raised(node) > 0, found, 0.0) if node.returns else found

    def share(self, node: DecisionNode) -> float:
        """Return the share of all hands that take the action; after an own raise, of the hands that raised."""
        if not node.returns:
            return float(self.hands(node) @ SIZES / HANDS)
        held = self.raised(node) * SIZES
        return float(self.hands(node) @ held / held.sum()) if held.any() else 0.0

    def difference(self, node: DecisionNode) -> Values:
        """Return the value of the action minus folding, by class, as a share of the pool; NaN: never comes up.

        After a raise, the player answers re-jams best, or as locked. The strategy's answers need not be good with hands
        that it never raises.
        """
        return self._when_reached(self.best_gains(node), node)

    def difference_as_played(self, node: DecisionNode) -> Values:
        """Return the same if the player answers re-jams as the strategy does."""
        return self._when_reached(self.gains[self.index_of(node)], node)

    def _when_reached(self, gains: Values, node: DecisionNode) -> Values:
        reach = self.reach[self.index_of(node)]
        found: Values = np.divide(gains, reach, out=np.full(CLASSES, np.nan), where=reach > UNREACHED)
        return found

    def best_gains(self, node: DecisionNode) -> Values:
        """Return the gain of the action over folding, times `reach`; after a raise as in `difference`."""
        found: Values = self.gains[self.index_of(node)]
        if node.action != "raise":
            return found
        valued_only = len(self.locked) == len(self.profile)  # another model's: `revalue` locks every decision
        for later in self.nodes:
            row = self.index_of(later)
            if later.returns and later.seat == node.seat and (valued_only or row not in self.locked):
                found = found + np.maximum(0.0, self.gains[row]) - self.profile[row] * self.gains[row]
        return found

    def margin(self, node: DecisionNode) -> float:
        """Return the threshold below which a difference is too close to call, as a share of the pool.

        It is the sum of the exploitability, the error of the values, the deviation of a tournament that gives them, the
        loss at this decision when it comes up, and an estimate of the card model's error. It does not cover other
        equilibria, which may value a hand differently.
        """
        often, rows = self.often(node), [self.index_of(choice) for choice in self.choices(node)]
        best = np.max([np.zeros(CLASSES), *map(self.best_gains, self.choices(node))], axis=0)
        lost = float((best - (self.profile[rows] * self.gains[rows]).sum(axis=0)) @ self.raised(node))
        own = lost / often if often > 0 and rows[0] not in self.locked else 0.0
        ahead = self.terminals.error + (self.look_ahead.deviation if self.look_ahead else 0.0)
        return self.exploitability.total + 2 * ahead + own + float(self.card_errors[rows[0]])

    @cached_property
    def card_errors(self) -> Values:
        """Estimated error of the card model in `difference`, by decision, as a share of the pool.

        It is a fraction of the spread: the value of the best hand minus that of the worst. ``benchmarks.cards``
        compares it with real deals. With two players, the cards are exact.
        """
        return card_errors(self)

    def range(
        self, seat: Player, facing: Player | Sequence[Player] = (), raised_by: Player | None = None
    ) -> Range | None:
        """Return the range a player goes all-in or raises with, weights to the hundredth; None if empty."""
        return as_range(self.hands(self.find(seat, facing, raised_by)))

    def frequency(self, seat: Player, facing: Player | Sequence[Player] = (), raised_by: Player | None = None) -> float:
        """Return the share of all 1,326 hands that a player goes all-in or raises with; see `Strategy.frequency`."""
        return self.share(self.find(seat, facing, raised_by))

    def ev_difference(
        self, seat: Player, facing: Player | Sequence[Player] = (), raised_by: Player | None = None
    ) -> EvDifference:
        """Return the value of going all-in or raising minus folding, by class; NaN if it never comes up.

        After a raise, the player answers re-jams best, or as locked.
        """
        share = self.difference(self.find(seat, facing, raised_by))
        return EvDifference(frozen(share * self.pool), frozen(100 * share))

    @property
    def three_way(self) -> float:
        """Probability that three players go all-in by choice; at most 1, which the card model can exceed a little."""
        return min(1.0, float(self.triples.sum()))

    @property
    def fourth(self) -> float:
        """Approximate probability that a fourth player has a hand that overcalls any two of the three."""
        seats, known = len(self.lineup.deciding), rows_of(self.lineup)
        three = [pushed for pushed in sets_of(seats) if len(pushed) == 3]
        total = 0.0
        for pushed, mass in zip(three, self.triples.tolist(), strict=True):
            all_fold = 1.0
            for seat in range(pushed[2] + 1, seats):
                facing = [DecisionNode(seat, (pushed[a], pushed[b])) for a, b in ((0, 1), (0, 2), (1, 2))]
                rows = [self.hands(node) for node in facing if node in known]  # not after a push of one who only raises
                all_fold *= 1.0 - (float(np.min(rows, axis=0) @ SIZES / HANDS) if rows else 0.0)
            total += mass * (1.0 - all_fold)
        return total

    @property
    def cap_decides(self) -> bool:
        """Whether three players go all-in so often that the limit of three all-ins decides the answer."""
        return self.three_way > OFTEN_THREE and len(self.lineup.deciding) > 3

    def best_response(self, seat: Player) -> BestResponse:
        """Return a player's best strategy against the others, and its gain."""
        from finaltable.equilibrium.deviations import deviations

        own = self.find_seat(seat)
        gain, ranges = 0.0, {}
        for choices, plays, weight in deviations(self, self.difference_as_played, ()):
            for node, goes in zip(choices, plays, strict=True):
                if node.seat == own:
                    row = self.index_of(node)
                    gain += float(weight * (goes - self.profile[row]) @ self.gains[row])
                    ranges[self.name_of(node)] = as_range(goes)
        return BestResponse(self.table.names[self.lineup.deciding[own]], gain * self.pool, ranges)

    def find_seat(self, seat: Player) -> int:
        """Return a player's place in the order of acting, or raise."""
        from finaltable.equilibrium.nodes import seat_in_turn

        return seat_in_turn(self.lineup, seat, "seat")

    def save(self, path: str | PathLike[str]) -> None:
        """Write the solution to one file; `open_solution` reads it."""
        from finaltable.equilibrium.files import save

        save(self, path)

    def judge(self, deals: int = 20_000_000, **options: Any) -> JudgedProfile:
        """Measure the exploitability by dealing real cards; see `finaltable.equilibrium.judge.judge`."""
        from finaltable.equilibrium.judge import judge

        return judge(self, deals, **options)

    def records(self) -> list[dict[str, Any]]:
        """Return a line per decision and class of hands, as in CSV."""
        from finaltable.equilibrium.report_texts import HEADER, nash_rows

        return [dict(zip(HEADER, row, strict=True)) for row in nash_rows(self)]

    def _drawn(self) -> tuple[Any, ...]:
        return ([self],)


@dataclass(frozen=True)
class NashCharts(Answer):
    """One equilibrium, or two under different models."""

    found: tuple[Nash, ...]

    in_json = within("first", Nash.in_json) + json_fields("compared", where="compared")

    @property
    def first(self) -> Nash:
        """The equilibrium under the first model."""
        return self.found[0]

    @property
    def compared(self) -> Nash | None:
        """The equilibrium under the second model; None without one."""
        return self.found[1] if len(self.found) > 1 else None


def as_range(weights: Values) -> Range | None:
    """Return classes as a range, weights to the hundredth; None if empty."""
    classes = {number: round(float(weight), 2) for number, weight in enumerate(weights) if round(float(weight), 2) > 0}
    return Range(classes) if classes else None
