"""Luck apart from skill: the value of an all-in before the rest of the board was dealt, and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from finaltable import _core
from finaltable.answers import Answer, json_fields
from finaltable.cards.hand import RANKS, SUITS
from finaltable.cards.preflop import heads_up, showdown
from finaltable.decisions.verdict import ORDERS
from finaltable.errors import InputError
from finaltable.histories.hand import Act, PlayedHand, Street
from finaltable.spots.knockouts import After
from finaltable.spots.outcome import Outcomes
from finaltable.spots.posted import Posted
from finaltable.table.numbers import Number, exact_number
from finaltable.table.table import Table

SEEN = {Street.PREFLOP: 0, Street.FLOP: 3, Street.TURN: 4}  # cards on the board when betting ended
BOARD = 5
DECK = [rank + suit for rank in RANKS for suit in SUITS]
Orders = Mapping[tuple[int, ...], float]


@dataclass(frozen=True)
class Luck(Answer):
    """Effect of the rest of the board on hero's equity, by one model."""

    model: str
    """Name of the model."""
    expected: float
    """Value of the hand when all betting was over."""
    actual: float
    """Value after the board was dealt."""
    error: float
    """The luck is no further from its exact value than this."""

    in_json = json_fields("model expected actual luck=value error")

    @property
    def value(self) -> float:
        """Actual minus expected value; positive for good luck."""
        return self.actual - self.expected


class Held(NamedTuple):
    """Cards of one player at a showdown."""

    name: str
    """Name of the player."""
    cards: str
    """Two cards."""


@dataclass(frozen=True)
class AllIn(Answer):
    """A hand that hero played out with all betting over before the river."""

    number: int
    """The number of the hand, from 1."""
    hand: str
    """The room's number of the hand."""
    street: Street
    """Street on which betting ended."""
    cards: Mapping[str, str]
    """Cards of each player at the showdown, by name."""
    equity: float
    """Hero's share of the pot on average."""
    luck: tuple[Luck, ...]
    """One per model."""

    in_json = json_fields("number hand street cards=held equity luck")

    @property
    def held(self) -> tuple[Held, ...]:
        """Cards of each player at the showdown, hero first."""
        return tuple(Held(name, cards) for name, cards in self.cards.items())


def find_all_in(hand: PlayedHand, hero: str, table: Table, number: int, outcomes: Sequence[Outcomes]) -> AllIn | None:
    """Return the luck in a hand; None if no board decided about hero's chips, or cards are unknown.

    ``table`` has the players of the hand in the order of their seats, then those at other tables.
    """
    street = betting_ended(hand, hero)
    if street is None or len(hand.boards) != 1 or len(hand.boards[0]) != 2 * BOARD:
        return None
    known = {**hand.cards, **hand.shown}
    playing = [hero, *(name for name in playing_out(hand) if name != hero)]
    if any(len(known.get(name, "")) != 4 for name in playing):
        return None
    board, cards = pairs_of(hand.boards[0]), {name: known[name] for name in playing}
    try:
        before = orders_of(list(cards.values()), board[: SEEN[street]])
        after = order_on(list(cards.values()), board)
    except InputError:  # the same card twice
        return None
    pots = pots_of(hand, table)
    if pots is None:
        return None
    seats = [hand.names.index(name) for name in playing]
    return AllIn(
        number,
        hand.id,
        street,
        cards,
        sum(chance / order.count(0) for order, chance in before.items() if order[0] == 0),
        tuple(luck_of(pots, seats, before, after, worth) for worth in outcomes),
    )


def luck_of(pots: Posted, seats: Sequence[int], before: Orders, after: tuple[int, ...], worth: Outcomes) -> Luck:
    """Value each possible end of the hand, and the actual one."""
    put_in = pots.posted

    def ends(order: tuple[int, ...]) -> After:
        return pots.settle(put_in, seats, order, 0)

    worth.find(seats[0], map(ends, before))
    shares = {order: worth.worth_to(seats[0], ends(order)) for order in before}
    actual = worth.worth_to(seats[0], ends(after))
    expected = sum(chance * shares[order].value for order, chance in before.items())
    error = actual.error + max(share.error for share in shares.values())
    return Luck(worth.model.name, expected, actual.value, error)


def betting_ended(hand: PlayedHand, hero: str) -> Street | None:
    """Return the street of the last bet, if hero did not fold and no later bet was possible."""
    playing = playing_out(hand)
    if hero not in playing or len(playing) < 2:
        return None
    all_in = {action.player for action in hand.actions if action.all_in}
    if sum(1 for name in playing if name not in all_in) > 1:
        return None
    street = hand.actions[-1].street if hand.actions else Street.RIVER
    return street if street in SEEN else None


def playing_out(hand: PlayedHand) -> list[str]:
    """Return the players who did not fold."""
    folded = {action.player for action in hand.actions if action.act is Act.FOLD}
    return [name for name in hand.names if name not in folded]


def pots_of(hand: PlayedHand, table: Table) -> Posted | None:
    """Return all chips put in once betting is over; None if several players posted dead chips."""
    put_in = dict(hand.put_in)
    dead: dict[str, Number] = {}
    for back in hand.uncalled:
        put_in[back.player] -= back.amount
    for action in hand.actions:
        if action.act in (Act.BIG_BLIND_ANTE, Act.DEAD):
            dead[action.player] = dead.get(action.player, 0) + action.amount
    if len(dead) > 1:
        return None
    for name, chips in dead.items():
        put_in[name] -= chips
    away = (0,) * (table.players - len(hand.seats))
    button = next((i for i, seat in enumerate(hand.seats) if seat.seat >= hand.button), 0)
    return Posted(
        table=table,
        button=button,
        posted=(*(exact_number(put_in[name]) for name in hand.names), *away),
        dead=exact_number(sum(dead.values())),
        dead_from=hand.names.index(next(iter(dead))) if dead else None,
    )


def pairs_of(text: str) -> list[str]:
    """Split a text into cards.

    >>> pairs_of("AhKd2c")
    ['Ah', 'Kd', '2c']
    """
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def orders_of(hands: Sequence[str], board: Sequence[str]) -> Orders:
    """Return the probability of each order of the hands, over all boards that can still come.

    >>> orders = orders_of(["AhAd", "KhKd"], ["Kc", "7s", "2d"])
    >>> round(orders[0, 1], 4)
    0.0859
    """
    if not board:
        if len(hands) == 2:
            two = heads_up(hands[0], hands[1])
            return dict(zip(ORDERS.values(), (two.win, two.tie, two.lose), strict=True))
        return showdown(hands).orders
    gone = {*board, *(card for hand in hands for card in pairs_of(hand))}
    if len(gone) != len(board) + 2 * len(hands):
        raise InputError("cards", "must differ", " ".join([*hands, *board]), code="duplicate")
    left = [card for card in DECK if card not in gone]
    counted = Counter(order_on(hands, [*board, *rest]) for rest in combinations(left, BOARD - len(board)))
    return {order: count / counted.total() for order, count in counted.items()}


def order_on(hands: Sequence[str], board: Sequence[str]) -> tuple[int, ...]:
    """Return the ranks of hands on a board: 0 for the best, equal for a tie."""
    strengths = [_core.hand_strength([DECK.index(card) for card in (*pairs_of(hand), *board)]) for hand in hands]
    levels = sorted(set(strengths), reverse=True)
    return tuple(levels.index(strength) for strength in strengths)
