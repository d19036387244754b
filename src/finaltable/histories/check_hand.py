"""Checks of every hand, whatever the room: chips are conserved, no card appears twice, players act in turn."""

from __future__ import annotations

from finaltable.histories.blinds import check_blinds
from finaltable.histories.hand import PlayedHand
from finaltable.histories.ledger import Unreadable
from finaltable.histories.turns import check_turns
from finaltable.table.numbers import plain_number


def check_hand(hand: PlayedHand) -> None:
    """Raise if a hand cannot have been played as written."""
    check_conserved(hand)
    check_cards(hand)
    check_blinds(hand)
    check_turns(hand)


def check_conserved(hand: PlayedHand) -> None:
    """Raise unless the chips put in equal the chips won and returned."""
    put_in = sum(hand.put_in.values())
    won, back = sum(hand.collected.values()), sum(one.amount for one in hand.uncalled)
    if put_in != won + back:
        words = f"{plain_number(put_in):,} put in, {plain_number(won):,} won, {plain_number(back):,} returned"
        raise Unreadable(hand.line, f"chips do not add up: {words}")
    stray = [name for name in hand.collected if name not in hand.put_in]
    if stray:
        raise Unreadable(hand.line, f"{stray[0]} wins chips but has no seat")


def check_cards(hand: PlayedHand) -> None:
    """Raise if a card appears twice."""
    known = {**hand.cards, **hand.shown}
    for board in hand.boards or ("",):
        dealt = [text[at : at + 2] for text in (board, *known.values()) for at in range(0, len(text), 2)]
        if len(set(dealt)) < len(dealt):
            twice = next(card for card in dealt if dealt.count(card) > 1)
            raise Unreadable(hand.line, f"the card {twice} appears twice")
