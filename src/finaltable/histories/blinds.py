"""Checks of blinds and antes: posted once, by the right player, in full unless all-in."""

from __future__ import annotations

from finaltable.histories.hand import NOT_MATCHED, Act, Action, PlayedHand, Street
from finaltable.histories.ledger import Unreadable
from finaltable.histories.turns import order_after
from finaltable.table.numbers import Number, plain_number


def check_blinds(hand: PlayedHand) -> None:
    """Raise if a blind is missing, posted twice, or has the wrong size."""
    first = [action for action in hand.actions if action.street is Street.PREFLOP]
    small = posted(hand, first, Act.SMALL_BLIND, hand.small_blind)
    big = posted(hand, first, Act.BIG_BLIND, hand.big_blind)
    broke = {action.player for action in first if action.act in NOT_MATCHED and action.all_in}
    if big is None and not broke:
        raise Unreadable(hand.line, "no player posts the big blind: lines are missing")
    if small is None:
        owing = small_blind_of(hand, big)
        if owing is not None and owing not in broke:
            raise Unreadable(hand.line, f"{owing} does not post the small blind: lines are missing")
    check_antes(hand, first)


def check_antes(hand: PlayedHand, actions: list[Action]) -> None:
    """Raise if a player posts the ante twice, or only some players post it."""
    antes = [action.player for action in actions if action.act is Act.ANTE]
    twice = next((name for name in antes if antes.count(name) > 1), None)
    if twice is not None:
        raise Unreadable(hand.line, f"{twice} posts the ante twice: a line is duplicated")
    without = [seat.name for seat in hand.seats if seat.name not in antes and not seat.sitting_out]
    if antes and without:
        raise Unreadable(hand.line, f"{without[0]} posts no ante, but other players do: lines are missing")


def posted(hand: PlayedHand, actions: list[Action], act: Act, size: Number) -> str | None:
    """Return the player who posts a blind; None if no player does."""
    posts = [action for action in actions if action.act is act]
    if len(posts) > 1:
        raise Unreadable(posts[1].line or hand.line, f"the {act} is posted twice")
    for post in posts:
        if size and post.amount != size and not (post.all_in and post.amount < size):
            words = f"{post.player} posts a {act} of {plain_number(post.amount):,} instead of {plain_number(size):,}"
            raise Unreadable(post.line or hand.line, words)
        return post.player
    return None


def small_blind_of(hand: PlayedHand, big: str | None) -> str | None:
    """Return the player who has to post the small blind; None if its seat is empty or unknown."""
    acting = {action.player for action in hand.actions}
    order = [seat.name for seat in order_after(hand.seats, hand.button) if seat.name in acting]
    if big is None or len(order) < 2:
        return None
    if len(order) == 2:
        return next(name for name in order if name != big)
    return None if order[0] == big else order[0]
