"""Decisions of a review: what hero did, each model's verdict, and the opponents' ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from finaltable.answers import Answer, json_fields
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.equilibrium.look_ahead import LookAhead
from finaltable.reviews.finding import Done, Kind
from finaltable.spots.spot import Spot
from finaltable.table.numbers import Number, plain_number

Better = Literal["call", "push", "fold", "too close", "no difference"]
Judgement = Literal["mistake", "good", "too close"]
GoesIn = Literal["call", "push"]


@dataclass(frozen=True)
class JudgedDecision(Answer):
    """Verdict of one model on hero's action."""

    model: str
    """Name of the model."""
    goes_in: GoesIn
    """The alternative to folding."""
    done: Done
    difference: float
    """The value of calling or pushing minus that of folding, in money."""
    error: float
    """Bound on the numerical error of the difference: of the values of chips, of random boards, of the card model."""
    uncertainty: float = 0.0
    """How far other equilibria of the opponents may move the difference, estimated; 0 if their ranges are given."""
    smallest: float = 0.0
    """A smaller cost is not called a mistake."""
    raising: float | None = None
    """Value of hero's raise minus that of folding, if no player calls it to see a flop: an upper estimate; None if hero
    did not raise."""
    fold: float | None = None
    """Value of folding; None for a push against the equilibrium, which gives only differences."""
    go_in: float | None = None
    """Value of calling or pushing; None as for folding."""
    win: float | None = None
    """Value of going in and winning; None if hero meets several players, or never gets a call."""
    tie: float | None = None
    """Value of going in and tying; None as for winning."""
    lose: float | None = None
    """Value of going in and losing; None as for winning."""
    steal: float | None = None
    """Value of a push that all players fold to; None for a call."""
    break_even: float | None = None
    """Equity above which going in is better; 0: always; None: never, or hero meets several players."""

    in_json = json_fields(
        "model difference raising fold go_in win tie lose steal break_even error uncertainty gain cost better verdict"
    )

    @property
    def margin(self) -> float:
        """The sum of error and uncertainty: a smaller difference is too close to call."""
        return self.error + self.uncertainty

    @property
    def gain(self) -> float:
        """Value of hero's action minus that of the alternative; negative for a mistake.

        A raise and an all-in with the same hand are often worth the same: a raise is compared with a fold, and is worth
        the better of both.
        """
        if self.raising is not None:
            return max(self.raising, self.difference)
        return -self.difference if self.done == "fold" else self.difference

    @property
    def cost(self) -> float:
        """Cost of the decision; 0 if it was right, too close to call, or below the smallest cost."""
        return -self.gain if self.verdict == "mistake" else 0.0

    @property
    def better(self) -> Better:
        """Better action, "too close" to call, or "no difference" if even winning and losing are worth the same."""
        if self.win is not None and self.lose is not None and abs(self.win - self.lose) <= self.error:
            return "no difference"
        if abs(self.difference) <= self.margin:
            return "too close"
        return self.goes_in if self.difference > 0 else "fold"

    @property
    def verdict(self) -> Judgement:
        """Judgement of hero's action: good if it cannot cost as much as the smallest mistake.

        A raise is worth at most `raising`, because players who would call it are left out: it is a mistake if even that
        is less than folding, and good if the hand is worth an all-in.
        """
        if self.better == "no difference":
            return "too close"
        if self.gain < -self.margin and -self.gain >= self.smallest:
            return "mistake"
        right = self.difference if self.raising is not None else self.gain
        return "good" if right - self.margin >= -self.smallest else "too close"


@dataclass(frozen=True)
class Opponent(Answer):
    """An opponent whose range matters."""

    name: str
    """Name of the player."""
    position: str
    """Position at the table: BTN, SB, ..."""
    hands: str | None
    """The range; None: never calls."""
    share: float
    """Fraction of all 1,326 hands."""

    in_json = json_fields("name position range=hands share")


@dataclass(frozen=True)
class LaterAction(Answer):
    """An action after hero's."""

    position: str
    """Position of the player who acts."""
    act: str
    """fold, check, call, bet or raise."""
    chips: Number
    """Chips added."""
    street: str
    """preflop, flop, turn or river."""
    all_in: bool
    """Whether the player has no chips left."""

    in_json = json_fields("position act chips street all_in", fractions=plain_number)


@dataclass(frozen=True)
class HandEnd(Answer):
    """The rest of a hand after hero's action."""

    actions: tuple[LaterAction, ...]
    """Actions in order."""
    board: str | None
    """The board, as AhKd2c5s9h; of several, the first. None without a flop."""
    shown: dict[str, str]
    """Cards that other players showed, by position."""
    won: dict[str, Number]
    """Chips won from the pots, by position."""

    in_json = json_fields("actions board shown won", fractions=plain_number)


@dataclass(frozen=True)
class Reviewed(Answer):
    """One decision of hero, valued."""

    number: int
    """Number of the hand in the tournament, from 1."""
    hand: str
    """The room's number of the hand."""
    file: str
    """Name of the file."""
    line: int
    """Line of the file at which the hand begins."""
    kind: Kind
    """The decision. First in: "push", or "open" if hero raised less than all-in. After limps "over_limp", after a raise
    "rejam", after a raise and calls "squeeze". Facing one all-in "call", several "overcall", after a raise
    "call_rejam"."""
    done: Done
    """The action that hero took. A raise of half the effective stack or more is a push."""
    cards: str
    """Hero's cards."""
    position: str
    """Hero's position."""
    stack: float
    """Hero's stack in big blinds."""
    effective: float
    """Big blinds that hero can lose: hero's stack, or the largest of the players still in the hand."""
    players: int
    """Number of players at the table."""
    facing: tuple[str, ...]
    """Players who are all-in."""
    raised_by: str | None
    """The player who raised before; None without a raise, or if hero did."""
    opponents: tuple[Opponent, ...]
    """Players who are all-in or may call, with their ranges."""
    source: str
    """Source of the ranges: "given", "equilibrium", "given and equilibrium"; or "assumed" after limps, calls of raises
    and many all-ins, which have no equilibrium: the verdict then holds for several ranges."""
    equity: float | None
    """Hero's equity if the hand is played out; None: no player ever calls."""
    called: float | None
    """Probability that a push is called; None for a call."""
    verdicts: tuple[JudgedDecision, ...]
    """One per model."""
    spot: Spot | PushSpot
    commands: tuple[str, ...]
    """Commands that print these numbers again: one for all models, or one per model."""
    end: HandEnd
    """What happened after hero's action."""
    look_ahead: LookAhead | None = None
    """How the hands that follow were valued, for the first model; None: the model alone values the ends."""

    in_json = json_fields(
        "number hand file line kind done cards position stack effective players facing raised_by opponents source "
        "equity called verdicts verdict cost uncertainty disputed reason commands end"
    ) + json_fields("look_ahead", where="look_ahead")

    @property
    def verdict(self) -> Judgement:
        """The first model's verdict."""
        return self.verdicts[0].verdict

    @property
    def cost(self) -> float:
        """Cost by the first model."""
        return self.verdicts[0].cost

    @property
    def uncertainty(self) -> float:
        """How far the first model's cost may be off: the error and what other equilibria may change."""
        return self.verdicts[0].margin

    @property
    def disputed(self) -> bool:
        """Whether models with a clear verdict disagree."""
        return len({one.better for one in self.verdicts} - {"too close", "no difference"}) > 1

    @property
    def reason(self) -> str:
        """Reason for the first model's verdict, in a sentence."""
        from finaltable.reviews.reasons import reason_of

        return reason_of(self)


@dataclass(frozen=True)
class NotJudged(Answer):
    """One decision of hero without a verdict."""

    number: int
    """Number of the hand in the tournament, from 1."""
    hand: str
    """The room's number of the hand."""
    position: str
    """Hero's position; empty if the blinds were not posted as usual."""
    effective: float
    """Big blinds that hero can lose: hero's stack, or the largest of the players still in the hand."""
    reason: str
    """Why it was not judged."""
