"""Who wins which pot, where a file tells the cards and not the winners."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from finaltable.cards.hand import RANKS, SUITS
from finaltable.histories.hand import Act, Hand, whole
from finaltable.table.numbers import Number


def award(hand: Hand, live: Sequence[str], cards: Mapping[str, str]) -> dict[str, Number] | None:
    """Return what everybody in ``live`` wins, in the order of the seats after the button; None: it cannot be told."""
    pots = split(hand, live)
    board = hand.boards[-1] if hand.boards else ""
    contested = any(len(able) > 1 for _, able in pots)
    if contested and (len(board) != 10 or any(name not in cards for name in live)):
        return None
    strengths = {name: strength(cards[name] + board) for name in live} if contested else dict.fromkeys(live, 0)
    won: dict[str, Number] = {}
    for size, able in pots:
        best = max(strengths[name] for name in able)
        winners = [name for name in able if strengths[name] == best]
        for name, chips in zip(winners, shares(size, len(winners)), strict=True):
            won[name] = whole(won.get(name, 0) + chips)
    return won


def split(hand: Hand, live: Sequence[str]) -> list[tuple[Number, list[str]]]:
    """Return the pots, each with those who can win it: layers of what players put in; a big blind ante is for all."""
    layers = dict(hand.put_in)
    for back in hand.uncalled:
        layers[back.player] -= back.amount
    dead: Number = 0
    for action in hand.actions:
        if action.act in (Act.BIG_BLIND_ANTE, Act.DEAD):
            layers[action.player] -= action.amount
            dead += action.amount
    pots: list[tuple[Number, list[str]]] = []
    below: Number = 0
    for level in sorted({layers[name] for name in live}):
        size = dead + sum(min(chips, level) - min(chips, below) for chips in layers.values())
        pots.append((size, [name for name in live if layers[name] >= level]))
        below, dead = level, 0
    return [(whole(size), able) for size, able in pots if size]


def shares(size: Number, parts: int) -> list[Number]:
    """Split a pot; of whole chips, the first players get those that are left over."""
    if not isinstance(size, int):
        return [size / parts] * parts
    each, rest = divmod(size, parts)
    return [each + (i < rest) for i in range(parts)]


def strength(cards: str) -> int:
    """Return how strong the best five of seven cards are: more is stronger."""
    from finaltable._core import hand_strength

    return hand_strength([4 * RANKS.index(card[0]) + SUITS.index(card[1]) for card in re.findall("..", cards)])
