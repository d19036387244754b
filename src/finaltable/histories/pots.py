"""Pots and their winners, for files that show the cards but not who won."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from finaltable.cards.hand import RANKS, SUITS
from finaltable.histories.hand import Act, PlayedHand, whole
from finaltable.table.numbers import Number


def award(hand: PlayedHand, live: Sequence[str], cards: Mapping[str, str]) -> dict[str, Number] | None:
    """Return the chips that each player in ``live`` (in turn after the button) wins; None if that is unknown."""
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


def split(hand: PlayedHand, live: Sequence[str]) -> list[tuple[Number, list[str]]]:
    """Return main and side pots with the players who can win them; big blind antes go to the main pot."""
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
    """Split a pot; odd chips go to the first players."""
    if not isinstance(size, int):
        return [size / parts] * parts
    each, rest = divmod(size, parts)
    return [each + (i < rest) for i in range(parts)]


def strength(cards: str) -> int:
    """Return the strength of the best five of seven cards; higher is better."""
    from finaltable._core import hand_strength

    return hand_strength([4 * RANKS.index(card[0]) + SUITS.index(card[1]) for card in re.findall("..", cards)])
