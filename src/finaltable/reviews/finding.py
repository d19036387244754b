"""Find hero's decisions before the flop that end it: all-in, a raise, or a fold; and why others are not judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from finaltable.histories.hand import FORCED, NOT_MATCHED, Act, Action, PlayedHand, Street
from finaltable.reviews.hand_table import NotReviewed, Seating
from finaltable.table.numbers import Number, exact_number

Done = Literal["call", "push", "raise", "fold"]
Kind = Literal["push", "open", "over_limp", "rejam", "squeeze", "call", "overcall", "call_rejam"]
FACING_ALL_IN = ("call", "overcall", "call_rejam")
WENT_IN = (Act.CALL, Act.RAISE, Act.BET)
MOST_FACED = 2  # all-ins by choice that a player can face in the equilibrium
COMMITS = 0.5  # of the effective stack: a raise of this size counts as all-in


@dataclass
class Before:
    """Actions before a player's turn."""

    bets: dict[str, Number]
    """Chips of each player that others must match; antes do not count."""
    folded: list[str] = field(default_factory=list)
    all_in: list[str] = field(default_factory=list)
    chose: list[Action] = field(default_factory=list)
    """Calls, bets and raises, in order."""

    def take(self, action: Action) -> None:
        """Record an action."""
        if action.act in WENT_IN:
            self.chose.append(action)
        if action.act is Act.FOLD:
            self.folded.append(action.player)
        if action.act not in NOT_MATCHED:
            self.bets[action.player] = self.bets.get(action.player, 0) + action.amount
        if action.all_in and action.player not in self.all_in:
            self.all_in.append(action.player)


@dataclass(frozen=True)
class Turn:
    """A decision of hero that can be judged."""

    seating: Seating
    hero: str
    kind: Kind
    done: Done
    all_in: tuple[str, ...]
    """Players who are all-in, by choice in the order of acting, then by posting."""
    posted: tuple[str, ...]
    """Players all-in by posting."""
    folded: tuple[str, ...]
    bets: tuple[tuple[str, Number], ...]
    """Bets beyond the blind of players who are not all-in, hero's own among them, in the order of acting."""
    raiser: str | None
    """The only player who raised without going all-in; hero, too."""
    usual: bool
    """Whether the equilibrium has this line: no limps, no calls of raises, one raise at most, two all-ins at most."""
    effective: float
    """Big blinds that hero can lose to the players still in the hand."""
    bet: Number
    """Hero's bet after the action, without the ante."""
    acted: int
    """Number of the hand's actions up to hero's."""


def turns_of(hand: PlayedHand, hero: str) -> Iterator[tuple[Action, Before]]:
    """Yield hero's turns before the flop, with the actions before each."""
    before = Before(dict.fromkeys(hand.names, 0))
    for action in hand.actions:
        if action.street is not Street.PREFLOP:
            return
        if action.player == hero and action.act not in FORCED:
            yield action, before
        before.take(action)


@dataclass(frozen=True)
class Scene:
    """A turn of hero, read from the actions before it."""

    seating: Seating
    action: Action
    before: Before

    @property
    def hero(self) -> str:
        """The player to act."""
        return self.action.player

    @cached_property
    def stacks(self) -> dict[str, Number]:
        """Chips before the hand."""
        return dict(zip(self.seating.hand.names, map(exact_number, self.seating.stacks), strict=True))

    @cached_property
    def others(self) -> list[str]:
        """Other players who have not folded."""
        return [name for name in self.stacks if name != self.hero and name not in self.before.folded]

    @property
    def effective(self) -> float:
        """Big blinds that hero can lose: hero's stack, or the largest of the others."""
        chips = min(self.stacks[self.hero], max((self.stacks[name] for name in self.others), default=0))
        return float(chips / self.seating.forced.big_blind)

    def covers(self, name: str, bet: Number) -> bool:
        """Return whether no other player in the hand can raise a bet, antes aside."""
        ante = self.seating.forced.ante
        live = [other for other in (*self.others, self.hero) if other != name]
        return bet + ante >= max(self.stacks[other] for other in live)

    def commits(self, name: str, bet: Number) -> bool:
        """Return whether a raise is half of what the player can lose, or more: it counts as all-in."""
        live = [other for other in (*self.others, self.hero) if other != name]
        most = min(self.stacks[name], max((self.stacks[other] for other in live), default=0))
        return bet + self.seating.forced.ante >= COMMITS * most

    def in_by_choice(self) -> list[str]:
        """Return the players in the hand who went all-in by choice, or raised so much that it counts as all-in."""
        found: dict[str, None] = {}
        for action in self.before.chose:
            name, bet = action.player, self.before.bets[action.player]
            raised = action.act is not Act.CALL and self.commits(name, bet)
            if name in self.others and (raised or name in self.before.all_in or self.covers(name, bet)):
                found[name] = None
        return list(found)

    def waiting(self) -> list[str]:
        """Return the other players who bet, have chips left and have not folded, in the order of acting."""
        done = self.in_by_choice()
        names = dict.fromkeys(action.player for action in self.before.chose)
        return [name for name in names if name in self.others and name not in done]

    def posted(self) -> list[str]:
        """Return the players in the hand who are all-in by posting."""
        chose = {action.player for action in self.before.chose}
        return [name for name in self.others if name in self.before.all_in and name not in chose]

    def done(self) -> Done:
        """Return hero's action; a raise of half the effective stack or more counts as all-in."""
        if self.action.act is Act.FOLD:
            return "fold"
        highest, bet = max(self.before.bets.values()), self.before.bets[self.hero] + self.action.amount
        if self.action.act is Act.CALL or bet <= highest:
            return "push" if self.action.all_in else "call"
        return "push" if self.commits(self.hero, bet) else "raise"


def find_turn(seating: Seating, action: Action, before: Before, most_blinds: float) -> Turn:
    """Return a decision that can be judged, or raise with the reason why it cannot."""
    scene = Scene(seating, action, before)
    blinds = scene.effective
    facing, done = scene.in_by_choice(), scene.done()
    highest = max((before.bets[name] for name in (*facing, *scene.posted())), default=0)
    behind = [name for name in scene.others if name not in facing and name not in scene.posted()]
    to_call = max(before.bets.values()) > before.bets[action.player]
    if facing and highest > before.bets[action.player]:
        return facing_turn(scene, facing)
    if not to_call:
        raise NotReviewed("the big blind could check" if before.chose else "all players folded to the big blind")
    if not behind and scene.posted():
        return facing_turn(scene, facing)
    if blinds > most_blinds:
        what = "a raise in front" if before.chose else "first in"
        raise NotReviewed(f"{what} with more than {most_blinds:g} big blinds")
    if done == "call":
        raise NotReviewed(flat_words(scene))
    if before.chose:
        return over_bets(scene, done)
    return turn_of(scene, "open" if done == "raise" else "push", done, ())


def flat_words(scene: Scene) -> str:
    """Return why a call that sees a flop is not judged."""
    limped = max(scene.before.bets.values()) <= scene.seating.forced.big_blind
    return "hero limped: play after the flop" if limped else "hero called a raise: play after the flop"


def over_bets(scene: Scene, done: Done) -> Turn:
    """Return a decision after limps or a raise: all-in or fold."""
    if done == "raise":
        raise NotReviewed("hero re-raised less than half the stack")
    if scene.hero in [action.player for action in scene.before.chose]:
        raise NotReviewed("hero faces a second raise that is not all-in")
    raised = raises_of(scene)
    if len(raised) > 1:
        raise NotReviewed("two raises in front are not all-in")
    waiting = scene.waiting()
    if not waiting:
        raise NotReviewed("the player who bet has folded")
    kind: Kind = "over_limp" if not raised else "rejam" if len(waiting) == 1 else "squeeze"
    return turn_of(scene, kind, done, ())


def facing_turn(scene: Scene, facing: list[str]) -> Turn:
    """Return a decision to call an all-in."""
    before = scene.before
    highest = max(before.bets[name] for name in (*facing, *scene.posted()))
    if any(before.bets[name] >= highest for name in scene.waiting()):
        raise NotReviewed("a player with chips left has called the all-in")
    done: Done = "fold" if scene.action.act is Act.FOLD else "call"
    own = any(action.player == scene.hero for action in before.chose)
    several = len(facing) + len(scene.posted()) > 1
    kind: Kind = "call_rejam" if own or scene.waiting() else "overcall" if several else "call"
    return turn_of(scene, kind, done, facing)


def raises_of(scene: Scene) -> list[Action]:
    """Return the raises before hero's turn that were not all-in, also by players who folded later."""
    done = scene.in_by_choice()
    return [
        action
        for action in scene.before.chose
        if action.act is not Act.CALL and not action.all_in and action.player not in done
    ]


def turn_of(scene: Scene, kind: Kind, done: Done, facing: list[str] | tuple[str, ...]) -> Turn:
    """Build a turn."""
    before, seating = scene.before, scene.seating
    acted = list(dict.fromkeys(action.player for action in before.chose))
    rest = [name for name in (*acted, *seating.hand.names) if name not in facing and name not in scene.posted()]
    bets = {name: before.bets[name] for name in rest if before.bets[name] > blind_of(seating, name)}
    raised, played = raises_of(scene), [action.player for action in before.chose]
    flats = [action for action in before.chose if action.act is Act.CALL and not action.all_in]
    usual = (
        len(raised) <= 1
        and not flats
        and len(facing) <= MOST_FACED
        and len(set(played)) == len(played)
        and not (raised and raised[0].player in before.folded)
        and played[: len(raised)] == [action.player for action in raised]
    )
    return Turn(
        seating=seating,
        hero=scene.hero,
        kind=kind,
        done=done,
        all_in=(*facing, *scene.posted()),
        posted=tuple(scene.posted()),
        folded=tuple(before.folded),
        bets=tuple(bets.items()),
        raiser=raised[0].player if len(raised) == 1 else None,
        usual=usual,
        effective=scene.effective,
        bet=before.bets[scene.hero] + scene.action.amount,
        acted=next(i for i, action in enumerate(seating.hand.actions, 1) if action is scene.action),
    )


def blind_of(seating: Seating, name: str) -> Number:
    """Return the blind that a player posted."""
    blinds = (Act.SMALL_BLIND, Act.BIG_BLIND)
    return sum((a.amount for a in seating.hand.actions if a.player == name and a.act in blinds), 0)
