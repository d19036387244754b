"""Whose turn it is: a hand in which somebody acts out of turn lacks a line, or has one twice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from finaltable.histories.hand import FORCED, Act, Action, Hand, Seat, Street
from finaltable.histories.ledger import STREETS, Unreadable
from finaltable.table.numbers import Number

WHOLE_BOARD = 10  # characters of five cards


def check_turns(hand: Hand) -> None:
    """Raise where somebody acts out of turn, or is missing."""
    Turns(hand).check()


class Turns:
    """Who has to act, while the actions of a hand are gone through."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.order = [seat.name for seat in order_after(hand.seats, hand.button)]
        acting = {action.player for action in hand.actions}
        absent = {seat.name for seat in hand.seats if seat.sitting_out and seat.name not in acting}
        self.live = [name for name in self.order if name not in absent]
        self.left: dict[str, Number] = {seat.name: seat.stack for seat in hand.seats}
        self.bets: dict[str, Number] = {}
        self.to_act: list[str] = []

    def check(self) -> None:
        """Go through all streets."""
        by_street = {street: list(actions) for street, actions in groupby(self.hand.actions, lambda a: a.street)}
        for street in STREETS:
            self.begin(street, by_street.get(street, []))
            for action in by_street.get(street, []):
                self.take(action)
            if not by_street.get(street) and not self.dealt(street):
                break
            self.check_nobody_missing(street)
        if len(self.live) > 1 and any(len(board) != WHOLE_BOARD for board in self.hand.boards or ("",)):
            raise Unreadable(self.hand.line, "players are left without a whole board: lines are missing")

    def dealt(self, street: Street) -> bool:
        """Tell whether the board has the cards of a street."""
        return street is Street.PREFLOP or any(
            len(board) // 2 >= STREETS.index(street) + 2 for board in self.hand.boards
        )

    def begin(self, street: Street, actions: list[Action]) -> None:
        """Line up those who have to act."""
        self.bets = dict.fromkeys(self.order, 0)
        order = self.order
        if street is Street.PREFLOP:
            posts = [action.player for action in actions if action.act in (Act.BIG_BLIND, Act.STRADDLE)]
            # Without a big blind (whoever has to post it has no chips) the first to act tells where to begin.
            first = next((action.player for action in actions if action.act not in FORCED), order[0])
            at = order.index(posts[-1]) + 1 if posts else order.index(first)
            order = order[at:] + order[:at]
        self.to_act = [name for name in order if name in self.live]

    def able(self) -> Iterator[str]:
        """Return those who still have to act and have chips."""
        return (name for name in self.to_act if self.left[name] and name in self.live)

    def take(self, action: Action) -> None:
        """Go on by one action."""
        name = action.player
        if action.act not in FORCED and not (action.act is Act.FOLD and not self.left[name] and name in self.live):
            expected = next(self.able(), None)
            if name != expected:
                turn = f"it is {expected}'s turn" if expected else "nobody has to act"
                raise Unreadable(
                    action.line or self.hand.line, f"{name} acts, but {turn}: lines are missing or doubled"
                )
            self.advance(name, again=action.act in (Act.BET, Act.RAISE))
        if action.act is Act.FOLD:
            self.live.remove(name)
        self.left[name] -= action.amount
        self.bets[name] += action.amount

    def advance(self, name: str, *, again: bool) -> None:
        """Let the next one act; after a raise, everybody."""
        at = self.order.index(name) + 1
        after = self.order[at:] + self.order[: at - 1]
        rest = self.to_act[self.to_act.index(name) + 1 :]
        self.to_act = [other for other in after if other in self.live] if again else rest

    def check_nobody_missing(self, street: Street) -> None:
        """Raise where somebody should have acted before the next street."""
        missing = list(self.able())
        if len(self.live) < 2 or not missing:
            return
        others = [name for name in self.live if self.left[name] and name != missing[0]]
        if others or self.bets[missing[0]] < max(self.bets.values()):
            line = self.hand.line
            raise Unreadable(line, f"{missing[0]} does not act before the end of the {street}: lines are missing")


def order_after(seats: tuple[Seat, ...], button: int) -> list[Seat]:
    """Return the seats from the one after the button on."""
    return sorted(seats, key=lambda seat: (seat.seat <= button, seat.seat))
