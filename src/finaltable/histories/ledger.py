"""Chips of a hand while it is read: stacks, bets of the current street, the uncalled bet.

Readers of all rooms write the actions of a hand into a ``Ledger``. Rooms print the chips added, the total of a raise,
or only "all-in"; the ledger turns each of them into an ``Action``, and raises for impossible amounts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from finaltable.histories.hand import NOT_MATCHED, Act, Action, PlayedHand, Seat, Street, Uncalled, whole
from finaltable.table.numbers import Number, plain_number

STREETS = (Street.PREFLOP, Street.FLOP, Street.TURN, Street.RIVER)


class Unreadable(Exception):  # noqa: N818  a property of the hand, caught by every reader
    """A hand cannot be read: the line, and the reason in a sentence."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason


class Ledger:
    """The actions of one hand, and the chips behind them.

    >>> ledger = Ledger([Seat(1, "Ana", 100), Seat(2, "Bo", 30)])
    >>> ledger.put("Ana", Act.SMALL_BLIND, 10)
    >>> ledger.put("Bo", Act.BIG_BLIND, 20)
    >>> ledger.raise_to("Ana", 60)
    >>> ledger.all_in("Bo")
    >>> [(action.player, str(action.act), action.amount, action.all_in) for action in ledger.actions[2:]]
    [('Ana', 'raise', 50, False), ('Bo', 'call', 10, True)]
    >>> ledger.uncalled()
    Uncalled(player='Ana', amount=30, inferred=True)
    """

    def __init__(self, seats: Iterable[Seat], big_blind: Number = 0) -> None:
        self.left: dict[str, Number] = {seat.name: seat.stack for seat in seats}
        self.bets: dict[str, Number] = dict.fromkeys(self.left, 0)
        """Bets of each player on this street, without antes."""
        self.big_blind = big_blind
        """The bet to call before the flop, even if the player who posts it has less; 0 if not yet known."""
        self.street = Street.PREFLOP
        self.actions: list[Action] = []
        self._antes: dict[str, Number] = dict.fromkeys(self.left, 0)
        self._last: dict[str, Number] = self.bets
        """The bets of the last street that had any."""

    @property
    def highest(self) -> Number:
        """The bet to match."""
        return max(self.bets.values(), default=0)

    def begin(self, street: Street, line: int = 0) -> None:
        """Begin the next street."""
        if STREETS.index(street) != STREETS.index(self.street) + 1:
            raise Unreadable(line, f"the {street} cannot follow the {self.street}: lines are missing or duplicated")
        self.street = street
        self.bets = dict.fromkeys(self.left, 0)

    def put(self, player: str, act: Act, amount: Number = 0, line: int = 0) -> None:
        """Record an action that puts ``amount`` in."""
        if player not in self.left:
            raise Unreadable(line, f"{player} acts but has no seat")
        if not 0 <= amount <= self.left[player]:
            have = f"{plain_number(amount):,} with {plain_number(self.left[player]):,} left"
            raise Unreadable(line, f"{player} cannot put in {have}")
        self.left[player] = whole(self.left[player] - amount)
        if act not in NOT_MATCHED and amount:
            self.bets[player] = whole(self.bets[player] + amount)
            self._last = self.bets
        elif act is Act.ANTE:
            self._antes[player] = amount
        all_in = amount > 0 and self.left[player] == 0
        self.actions.append(Action(player, act, whole(amount), self.street, all_in, line))

    def raise_to(self, player: str, total: Number, line: int = 0) -> None:
        """Record a bet or a raise by its total on this street."""
        self.put(player, Act.RAISE if self.highest else Act.BET, total - self.bets.get(player, 0), line)

    def raise_by(self, player: str, amount: Number, line: int = 0) -> None:
        """Record a bet or a raise by the chips it adds."""
        self.put(player, Act.RAISE if self.highest else Act.BET, amount, line)

    def all_in(self, player: str, amount: Number | None = None, line: int = 0) -> None:
        """Record an all-in that may be a bet, a raise or a call."""
        added = self.left.get(player, 0) if amount is None else amount
        least = self.big_blind if self.street is Street.PREFLOP else 0
        if self.bets.get(player, 0) + added > max(self.highest, least):
            self.raise_by(player, added, line)
        else:
            self.put(player, Act.CALL, added, line)

    def uncalled(self) -> Uncalled | None:
        """Return the part of the largest bet (or ante, if there are no bets) that exceeds the second largest."""
        bets = self._last if any(self._last.values()) else self._antes
        second, first = sorted([0, 0, *bets.values()])[-2:]
        player = max(bets, key=lambda name: bets[name], default="")
        return Uncalled(player, whole(first - second), inferred=True) if first > second else None


def settle(
    hand: PlayedHand, ledger: Ledger, collected: Mapping[str, Number], returned: Sequence[Uncalled] = ()
) -> PlayedHand:
    """Return the hand with its actions, the uncalled bet, and the chips won from the pots.

    Without a line for the uncalled bet, it follows from the bets. Some rooms count it as won, others do not: the
    reading in which chips add up is used. If neither does, no uncalled bet is inferred.
    """
    won = {name: whole(chips) for name, chips in collected.items() if chips}
    hand = replace(hand, actions=tuple(ledger.actions), collected=won, uncalled=tuple(returned))
    back = ledger.uncalled()
    if returned or back is None:
        return hand
    missing = sum(hand.put_in.values()) - sum(won.values())
    if missing == back.amount:
        return replace(hand, uncalled=(back,))
    if missing == 0 and won.get(back.player, 0) >= back.amount:
        won[back.player] = whole(won[back.player] - back.amount)
        return replace(hand, collected={name: chips for name, chips in won.items() if chips}, uncalled=(back,))
    return hand


def with_antes(hand: PlayedHand) -> PlayedHand:
    """Return the hand with its ante; one posted by the big blind alone is a big blind ante."""
    antes = [action for action in hand.actions if action.act is Act.ANTE]
    big = {action.player for action in hand.actions if action.act is Act.BIG_BLIND}
    if len(antes) == 1 and antes[0].player in big and len(hand.seats) > 1:
        actions = tuple(
            replace(action, act=Act.BIG_BLIND_ANTE) if action.act is Act.ANTE else action for action in hand.actions
        )
        return replace(hand, actions=actions, big_blind_ante=hand.big_blind_ante or antes[0].amount)
    return replace(hand, ante=hand.ante or max((action.amount for action in antes), default=0))
