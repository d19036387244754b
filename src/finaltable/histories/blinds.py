"""Who posts which blind: once each, by whoever has to, and all of it unless no more chips are there."""

from __future__ import annotations

from finaltable.histories.hand import NOT_MATCHED, Act, Action, Hand, Street
from finaltable.histories.ledger import Unreadable
from finaltable.histories.turns import order_after
from finaltable.table.numbers import Number, plain_number


def check_blinds(hand: Hand) -> None:
    """Raise where a blind is missing, doubled, or smaller than it must be."""
    first = [action for action in hand.actions if action.street is Street.PREFLOP]
    small = posted(hand, first, Act.SMALL_BLIND, hand.small_blind)
    big = posted(hand, first, Act.BIG_BLIND, hand.big_blind)
    broke = {action.player for action in first if action.act in NOT_MATCHED and action.all_in}
    if big is None and not broke:
        raise Unreadable(hand.line, "nobody posts the big blind: lines are missing")
    if small is None:
        owing = small_blind_of(hand, big)
        if owing is not None and owing not in broke:
            raise Unreadable(hand.line, f"{owing} does not post the small blind: lines are missing")
    check_antes(hand, first)


def check_antes(hand: Hand, actions: list[Action]) -> None:
    """Raise where somebody posts no ante and others do, or posts it twice; a big blind ante is nobody else's."""
    antes = [action.player for action in actions if action.act is Act.ANTE]
    if len(set(antes)) < len(antes):
        raise Unreadable(hand.line, "somebody posts the ante twice: a line is doubled")
    without = [seat.name for seat in hand.seats if seat.name not in antes and not seat.sitting_out]
    if antes and without:
        raise Unreadable(hand.line, f"{without[0]} posts no ante, but others do: lines are missing")


def posted(hand: Hand, actions: list[Action], act: Act, size: Number) -> str | None:
    """Return who posts a blind, if anybody does."""
    posts = [action for action in actions if action.act is act]
    if len(posts) > 1:
        raise Unreadable(posts[1].line or hand.line, f"the {act} is there twice")
    for post in posts:
        if size and post.amount != size and not (post.all_in and post.amount < size):
            words = f"{post.player} posts {plain_number(post.amount):,} as {act} of {plain_number(size):,}"
            raise Unreadable(post.line or hand.line, words)
        return post.player
    return None


def small_blind_of(hand: Hand, big: str | None) -> str | None:
    """Return who has to post the small blind; nobody where its seat is empty, or where that cannot be told."""
    acting = {action.player for action in hand.actions}
    order = [seat.name for seat in order_after(hand.seats, hand.button) if seat.name in acting]
    if big is None or len(order) < 2:
        return None
    if len(order) == 2:
        return next(name for name in order if name != big)
    return None if order[0] == big else order[0]
