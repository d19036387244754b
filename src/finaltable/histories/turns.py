"""Check that players act in turn: if not, a line is missing or duplicated."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from finaltable.histories.hand import FORCED, Act, Action, PlayedHand, Seat, Street
from finaltable.histories.ledger import STREETS, Unreadable
from finaltable.table.numbers import Number

WHOLE_BOARD = 10  # characters of five cards


def check_turns(hand: PlayedHand) -> None:
    """Raise if a player acts out of turn or does not act."""
    Turns(hand).check()


class Turns:
    """The players still to act, while the actions of a hand are replayed."""

    def __init__(self, hand: PlayedHand) -> None:
        self.hand = hand
        self.order = [seat.name for seat in order_after(hand.seats, hand.button)]
        acting = {action.player for action in hand.actions}
        absent = {seat.name for seat in hand.seats if seat.sitting_out and seat.name not in acting}
        self.live = [name for name in self.order if name not in absent]
        self.left: dict[str, Number] = {seat.name: seat.stack for seat in hand.seats}
        self.bets: dict[str, Number] = {}
        self.to_act: list[str] = []

    def check(self) -> None:
        """Replay all streets."""
        by_street = {street: list(actions) for street, actions in groupby(self.hand.actions, lambda a: a.street)}
        for street in STREETS:
            self.begin(street, by_street.get(street, []))
            for action in by_street.get(street, []):
                self.take(action)
            if not by_street.get(street) and not self.dealt(street):
                break
            self.check_all_acted(street)
        if len(self.live) > 1 and any(len(board) != WHOLE_BOARD for board in self.hand.boards or ("",)):
            raise Unreadable(self.hand.line, "several players are left, but the board is incomplete: lines are missing")

    def dealt(self, street: Street) -> bool:
        """Return whether the board has the cards of a street."""
        return street is Street.PREFLOP or any(
            len(board) // 2 >= STREETS.index(street) + 2 for board in self.hand.boards
        )

    def begin(self, street: Street, actions: list[Action]) -> None:
        """Begin a street: put the players in the order in which they act."""
        self.bets = dict.fromkeys(self.order, 0)
        order = self.order
        if street is Street.PREFLOP:
            posts = [action.player for action in actions if action.act in (Act.BIG_BLIND, Act.STRADDLE)]
            # Without a big blind (its player has no chips left), the order begins with the first to act.
            first = next((action.player for action in actions if action.act not in FORCED), order[0])
            at = order.index(posts[-1]) + 1 if posts else order.index(first)
            order = order[at:] + order[:at]
        self.to_act = [name for name in order if name in self.live]

    def able(self) -> Iterator[str]:
        """Return the players who still have to act and have chips."""
        return (name for name in self.to_act if self.left[name] and name in self.live)

    def take(self, action: Action) -> None:
        """Replay one action."""
        name = action.player
        if action.act not in FORCED and not (action.act is Act.FOLD and not self.left[name] and name in self.live):
            expected = next(self.able(), None)
            if name != expected:
                turn = f"it is {expected}'s turn" if expected else "no player has to act"
                raise Unreadable(
                    action.line or self.hand.line, f"{name} acts, but {turn}: lines are missing or duplicated"
                )
            self.advance(name, again=action.act in (Act.BET, Act.RAISE))
        if action.act is Act.FOLD:
            self.live.remove(name)
        self.left[name] -= action.amount
        self.bets[name] += action.amount

    def advance(self, name: str, *, again: bool) -> None:
        """Move to the next player; after a bet or raise, all others act again."""
        at = self.order.index(name) + 1
        after = self.order[at:] + self.order[: at - 1]
        rest = self.to_act[self.to_act.index(name) + 1 :]
        self.to_act = [other for other in after if other in self.live] if again else rest

    def check_all_acted(self, street: Street) -> None:
        """Raise if a player should have acted before the next street."""
        missing = list(self.able())
        if len(self.live) < 2 or not missing:
            return
        others = [name for name in self.live if self.left[name] and name != missing[0]]
        if others or self.bets[missing[0]] < max(self.bets.values()):
            line = self.hand.line
            raise Unreadable(line, f"{missing[0]} still has to act when the {street} ends: lines are missing")


def order_after(seats: tuple[Seat, ...], button: int) -> list[Seat]:
    """Return the seats in turn, from the one after the button."""
    return sorted(seats, key=lambda seat: (seat.seat <= button, seat.seat))
