"""Find hero's push-or-fold decisions before the flop, and the reasons why others are not judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from finaltable.histories.hand import FORCED, NOT_MATCHED, Act, Action, PlayedHand, Street
from finaltable.reviews.hand_table import NotReviewed, Seating
from finaltable.table.numbers import Number

Done = Literal["call", "push", "fold"]
WENT_IN = (Act.CALL, Act.RAISE, Act.BET)


@dataclass
class Before:
    """Actions before a player's turn."""

    bets: dict[str, Number]
    """Chips of each player that others must match; antes do not count."""
    folded: list[str] = field(default_factory=list)
    all_in: list[str] = field(default_factory=list)
    chose: list[str] = field(default_factory=list)
    """Players who called, bet or raised, in order."""

    def take(self, action: Action) -> None:
        """Record an action."""
        if action.act is Act.FOLD:
            self.folded.append(action.player)
        if action.act not in NOT_MATCHED:
            self.bets[action.player] = self.bets.get(action.player, 0) + action.amount
        if action.act in WENT_IN:
            self.chose.append(action.player)
        if action.all_in and action.player not in self.all_in:
            self.all_in.append(action.player)


@dataclass(frozen=True)
class Turn:
    """A push-or-fold decision of hero."""

    seating: Seating
    hero: str
    kind: Literal["call", "push"]
    done: Done
    all_in: tuple[str, ...]
    """Players who are all-in."""
    folded: tuple[str, ...]
    bets: tuple[tuple[str, Number], ...]
    """Bets beyond the blind, of players who are not all-in."""
    raised_before: bool
    """Whether a player called or raised before the all-in, which push or fold does not allow."""


def turns_of(hand: PlayedHand, hero: str) -> Iterator[tuple[Action, Before]]:
    """Yield hero's turns before the flop, with the actions before each."""
    before = Before(dict.fromkeys(hand.names, 0))
    for action in hand.actions:
        if action.street is not Street.PREFLOP:
            return
        if action.player == hero and action.act not in FORCED:
            yield action, before
        before.take(action)


def find_turn(seating: Seating, action: Action, before: Before, most_blinds: float) -> Turn:
    """Return a push-or-fold decision, or raise with the reason why it is not one."""
    others = [name for name in seating.hand.names if name != action.player and name not in before.folded]
    facing = [name for name in others if name in before.all_in]
    highest = max((before.bets[name] for name in facing), default=0)
    playing = [name for name in before.chose if name in others and name not in before.all_in]
    if facing and highest > before.bets[action.player] and (before.chose or len(facing) == len(others)):
        if any(before.bets[name] >= highest for name in playing):
            raise NotReviewed("a player with chips left is in the pot")
        return facing_turn(seating, action, before, facing)
    if before.chose:
        raise NotReviewed("a raise in front is not all-in" if raised(seating, before) else "a player limped in front")
    if facing:
        raise NotReviewed("a player is all-in by posting, and others are still to act")
    return first_turn(seating, action, before, others, most_blinds)


def raised(seating: Seating, before: Before) -> bool:
    """Return whether a player has put in more than the big blind."""
    return max(before.bets.values()) > seating.forced.big_blind


def facing_turn(seating: Seating, action: Action, before: Before, facing: list[str]) -> Turn:
    """Return a decision to call an all-in."""
    rest = [name for name in seating.hand.names if name not in facing]
    posted = {name: blind_of(seating, name) for name in rest}
    bets = tuple((name, before.bets[name]) for name in rest if before.bets[name] > posted[name])
    done: Done = "fold" if action.act is Act.FOLD else "call"
    odd = [name for name in before.chose if name not in facing or before.chose.count(name) > 1]
    return Turn(seating, action.player, "call", done, tuple(facing), tuple(before.folded), bets, bool(odd))


def blind_of(seating: Seating, name: str) -> Number:
    """Return the blind that a player posted."""
    blinds = (Act.SMALL_BLIND, Act.BIG_BLIND)
    return sum((a.amount for a in seating.hand.actions if a.player == name and a.act in blinds), 0)


def first_turn(seating: Seating, action: Action, before: Before, others: list[str], most_blinds: float) -> Turn:
    """Return a decision to push, first in, or raise if stacks are deep or hero chose another action."""
    if seating.positions[seating.seat(action.player)] == "BB":
        raise NotReviewed("all players folded to the big blind")
    stacks = dict(zip(seating.hand.names, seating.stacks, strict=True))
    largest = max(stacks[name] for name in others)
    blinds = float(min(stacks[action.player], largest) / seating.forced.big_blind)
    if blinds > most_blinds:
        raise NotReviewed(f"first in with more than {most_blinds:g} big blinds")
    covered = before.bets[action.player] + action.amount >= largest
    if action.act is Act.CALL and not action.all_in:
        raise NotReviewed("hero limped: neither push nor fold")
    if action.act in WENT_IN and not (action.all_in or covered):
        raise NotReviewed("hero raised less than all-in: neither push nor fold")
    done: Done = "fold" if action.act is Act.FOLD else "push"
    return Turn(seating, action.player, "push", done, (), tuple(before.folded), (), False)
