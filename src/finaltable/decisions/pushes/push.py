"""Should hero push? Values of folding and pushing under each model, against given calling ranges."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from finaltable.answers import Answer, json_fields
from finaltable.cards.preflop import as_range
from finaltable.cards.range import Range
from finaltable.decisions.pushes.callers import RESULTS, Called, Deals, Effort, Hands, alike, called_from, deal_push
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.decisions.verdict import ORDERS, find_break_even
from finaltable.errors import InputError, MissingError, check_choice
from finaltable.models import Choice, find_models, known_name
from finaltable.models.cache import sharing
from finaltable.results import Values
from finaltable.spots.outcome import Outcomes, Share
from finaltable.spots.spot import Player
from finaltable.table.options import (
    Progress,
    begin,
    check_progress,
    check_samples,
    check_seed,
    check_threads,
    check_tolerance,
)
from finaltable.table.table import check_player

SAMPLES = 400_000
DEALT_TO = 5e-5  # of the pool: error at which dealing stops
NOTHING = ("0%", "0 %", "fold", "none")  # in place of a range: a player who never calls
GivenRange = str | Range | None
GivenRanges = GivenRange | Sequence[GivenRange] | Mapping[Player, GivenRange]


@dataclass(frozen=True)
class Caller(Answer):
    """A player behind."""

    seat: int
    """Index of the player."""
    hands: str | None
    """Calling range; None if empty."""
    called: Called

    in_json = json_fields("player=seat range=hands called.calls called.win called.tie called.lose called.equity")


@dataclass(frozen=True)
class Folder(Answer):
    """A player who folded before hero."""

    seat: int
    """Index of the player."""
    hands: str | None
    """Range that they would have played; None if unknown: their cards are random."""

    in_json = json_fields("player=seat range=hands")


@dataclass(frozen=True)
class PushVerdict(Answer):
    """Verdict of one model."""

    model: str
    """Name of the model."""
    fold: float
    """Value of folding, in payout units, if all players behind fold as well."""
    push: float
    """Value of going all-in."""
    steal: float
    """Value of going all-in if all fold."""
    win: float | None
    """Value of being called and winning, averaged over callers; None if never called."""
    tie: float | None
    """Value of being called and tying; None if never called."""
    lose: float | None
    """Value of being called and losing; None if never called."""
    break_even: float | None
    """Equity against callers from which pushing is better; 0: always; None: never, or never called."""
    error: float
    """Bound on the error of the difference. With random boards: four standard errors, plus a margin for outcomes that
    none of them showed."""

    in_json = json_fields("model fold push steal win tie lose break_even error difference recommendation")

    @property
    def difference(self) -> float:
        """Value of pushing minus folding."""
        return self.push - self.fold

    @property
    def recommendation(self) -> Literal["push", "fold", "too close"]:
        """Return "push", "fold", or "too close" if the difference is within its error."""
        if abs(self.difference) <= self.error:
            return "too close"
        return "push" if self.difference > 0 else "fold"


@dataclass(frozen=True)
class PushDecision(Answer):
    """Verdicts of all models on a push. Made by `push`."""

    spot: PushSpot
    """The hand before hero acts."""
    hand: str
    """Hero's hand."""
    callers: tuple[Caller, ...]
    """The players behind, in turn."""
    folders: tuple[Folder, ...]
    """The players who folded before hero, in turn."""
    deals: int
    """Number of random boards; 0 if the result is exact."""
    verdicts: tuple[PushVerdict, ...]
    """One per model.

    ``decision["dcm"]`` is one of them by name.
    """

    in_json = json_fields(
        "spot.table.names spot.table.stacks spot.table.payouts spot.hero spot.button hand "
        "called equity callers folders deals exact verdicts"
    ) + json_fields("bounties=spot.table.bounties", where="spot.table.bounties")

    def __getitem__(self, model: Choice) -> PushVerdict:
        known = {verdict.model: verdict for verdict in self.verdicts}
        return known[check_choice("model", known_name(model), known)]

    @property
    def exact(self) -> bool:
        """Whether the result is exact, without random boards."""
        return self.deals == 0

    @property
    def called(self) -> float:
        """Probability that the push is called."""
        return math.fsum(caller.called.calls for caller in self.callers)

    @property
    def equity(self) -> float | None:
        """Hero's equity if called; None if never called."""
        total = self.called
        return sum(one.called.calls * one.called.equity for one in self.callers) / total if total else None

    def __str__(self) -> str:
        from finaltable.decisions.pushes.report import push_report

        return str(push_report(self))


def push(
    spot: PushSpot,
    *,
    hand: str | Range,
    ranges: GivenRanges,
    folded_from: GivenRanges = None,
    models: Sequence[Choice] = ("icm", "dcm"),
    tolerance: float = 1e-6,
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PushDecision:
    """Compare going all-in with folding under several models, when hero is first in.

    >>> spot = PushSpot.of([1000, 1000, 2000, 3000], [50, 30, 20], hero=0, button=3, small_blind=100, big_blind=200)
    >>> found = push(spot, hand="K5o", ranges="40%")
    >>> [(v.model, round(v.fold, 2), round(v.push, 2), v.recommendation) for v in found.verdicts]
    [('icm', 16.82, 17.98, 'push'), ('dcm', 9.86, 18.2, 'push')]

    Players who folded before hero have fewer high cards than average, and the players behind have more:

    >>> button = PushSpot.of([10] * 9, [50, 30, 20], hero=8, button=8, small_blind=0.5, big_blind=1, big_blind_ante=1)
    >>> asked = {"hand": "33", "ranges": ["25%", "40%"], "models": ["icm"]}
    >>> [round(push(button, **asked, folded_from=x)["icm"].difference, 1) for x in (None, "22%")]
    [0.5, 0.1]

    Parameters
    ----------
    spot
        See `PushSpot.of`.
    hand
        Hero's hand: "AJs", "AhKh".
    ranges
        Calling ranges of the players behind: one range for all of them, one each in turn, or by name or index; "fold"
        is the empty range. Players after the first caller are assumed to fold, and so are all others if hero folds.
    folded_from
        Ranges that players who folded before hero would have played, in the same forms: their hands are not in them.
        None if unknown: their cards are random. By name or index, players may be left out.
    models, tolerance, threads, progress
        As for `decide`.
    samples, seed
        Maximum number of random boards, and their seed. Dealing stops when the error is at most 0.005 % of prizes and
        bounties.
    """
    tolerance, found, cores = check_tolerance(tolerance), sharing(find_models(models)), check_threads(threads)
    samples, seed = check_samples(samples), check_seed(seed)
    check_progress(progress)
    if not isinstance(spot, PushSpot):
        raise InputError("spot", "must be a PushSpot", spot, code="wrong_type")
    theirs, before = read_callers(spot, ranges), read_folders(spot, folded_from)
    known = [one for one in (*theirs, *before) if one is not None]
    own = as_range(hand, "hand")
    hands = Hands(alike(own, known), [one for one in before if one], [one for one in theirs if one])
    begin(progress)
    worths = [worth_of(spot, theirs, Outcomes(spot.table, model, tolerance, cores, progress)) for model in found]
    wanted = DEALT_TO * (spot.table.pool + spot.table.bounty_pool)
    dealt = deal_push(hands, [worth.gains for worth in worths], wanted, Effort(samples, seed, cores, progress))
    if not dealt.possible():
        rule = "must leave the players before hero hands that they fold"
        raise InputError("folded_from", rule, folded_from, code="conflict")
    called = iter(called_from(dealt.chances()))
    never = Called(0.0, 0.0, 0.0, 1.0)
    callers = zip(spot.callers, theirs, strict=True)
    return PushDecision(
        spot=spot,
        hand=str(own),
        callers=tuple(Caller(seat, shown(one), never if one is None else next(called)) for seat, one in callers),
        folders=tuple(Folder(seat, shown(one)) for seat, one in zip(spot.folders, before, strict=True)),
        deals=dealt.boards,
        verdicts=tuple(judge_push(worth, dealt) for worth in worths),
    )


def shown(hands: Range | None) -> str | None:
    """Return a range as text."""
    return None if hands is None else str(hands)


def read_callers(spot: PushSpot, ranges: object) -> list[Range | None]:
    """Return the calling ranges of the players behind, in turn, or raise."""
    if ranges is None:
        raise MissingError("ranges", "must say what the players behind call with")
    if isinstance(ranges, Mapping):
        by_seat = read_seats(spot, ranges, "ranges")
        if set(by_seat) != set(spot.callers):
            raise wrong_players(spot, "ranges", "must be given for", spot.callers, by_seat)
        ranges = [by_seat[seat] for seat in spot.callers]
    return read_in_turn(spot, ranges, "ranges", spot.callers, "player behind")


def read_folders(spot: PushSpot, ranges: object) -> list[Range | None]:
    """Return the ranges that players who folded would have played, in turn, or raise; None if unknown."""
    if ranges is None:
        return [None] * len(spot.folders)
    if isinstance(ranges, Mapping):
        by_seat = read_seats(spot, ranges, "folded_from")
        if not set(by_seat) <= set(spot.folders):
            raise wrong_players(spot, "folded_from", "may be given for", spot.folders, by_seat)
        ranges = [by_seat.get(seat) for seat in spot.folders]
    elif not spot.folders:
        raise InputError("folded_from", "must be left out if hero is the first to act", ranges, code="conflict")
    return read_in_turn(spot, ranges, "folded_from", spot.folders, "player before hero")


def read_seats(spot: PushSpot, ranges: Mapping[Player, object], field: str) -> dict[int, object]:
    """Return ranges by seat, or raise for a player who is not at the table."""
    return {check_player(player, spot.table.names, field): hands for player, hands in ranges.items()}


def wrong_players(
    spot: PushSpot, field: str, rule: str, seats: Sequence[int], given: Mapping[int, object]
) -> InputError:
    """Return an error that names the players whose ranges are expected."""
    names = spot.table.names
    wanted = ", ".join(names[seat] for seat in seats) or "no player: hero is the first to act"
    return InputError(field, f"{rule} {wanted}", [names[seat] for seat in sorted(given)], code="wrong_count")


def read_in_turn(spot: PushSpot, ranges: object, field: str, seats: Sequence[int], who: str) -> list[Range | None]:
    """Return one range for each of some players: the same for all, or one each."""
    if isinstance(ranges, str | Range):
        return [read_one(ranges, field)] * len(seats)
    if not isinstance(ranges, Sequence):
        rule = "must be a range, a list of ranges, or a mapping from players"
        raise InputError(field, rule, ranges, code="wrong_type")
    if len(ranges) == 1:
        return [read_one(ranges[0], field)] * len(seats)
    if len(ranges) != len(seats):
        raise InputError(field, f"must be one for each {who}, here {len(seats)}", len(ranges), code="wrong_count")
    names = spot.table.names
    return [read_one(one, f"{field}[{names[seat]}]") for one, seat in zip(ranges, seats, strict=True)]


def read_one(hands: object, field: str) -> Range | None:
    """Return a range, or None for a player who never calls."""
    if hands is None or (isinstance(hands, str) and hands.strip().lower() in NOTHING):
        return None
    if not isinstance(hands, str | Range):
        raise InputError(field, "must be a range like 22+, A2s+ or 20%", hands, code="not_hands")
    return as_range(hands, field)


class PushWorth(NamedTuple):
    """Values of all ends of a push for hero, under one model."""

    model: str
    fold: Share
    steal: Share
    """Value if all others fold."""
    ends: Sequence[Mapping[str, Share]]
    """Values if hero wins, ties or loses, for each player behind who may call."""

    @property
    def values(self) -> Values:
        """Values of the ends, by player behind and result."""
        return np.array([[one[name].value for name in RESULTS] for one in self.ends]).reshape(-1, len(RESULTS))

    @property
    def gains(self) -> Values:
        """Values of the ends minus the value if all others fold."""
        gains: Values = self.values - self.steal.value
        return gains


def worth_of(spot: PushSpot, theirs: Sequence[Range | None], worth: Outcomes) -> PushWorth:
    """Value all ends of a push under one model."""
    fold, steal = (worth.worth_to(spot.hero, after) for after in (spot.if_folded(), spot.if_all_fold()))
    ends = [
        {name: worth.worth_to(spot.hero, spot.if_called(seat, order)) for name, order in ORDERS.items()}
        for seat, one in zip(spot.callers, theirs, strict=True)
        if one is not None
    ]
    return PushWorth(worth.model.name, fold, steal, ends)


def judge_push(worth: PushWorth, dealt: Deals) -> PushVerdict:
    """Value pushing and folding over all ends."""
    fold, steal, chances = worth.fold.value, worth.steal.value, dealt.chances()
    push = steal + float((chances * worth.gains).sum())
    shares = [worth.steal, *(share for one in worth.ends for share in one.values())]
    error = worth.fold.error + max(share.error for share in shares)
    error += dealt.error(worth.gains)
    called = float(chances.sum())
    if not called > 0:
        return PushVerdict(worth.model, fold, push, steal, None, None, None, None, error)
    win, tie, lose = (mean_of(chances[:, i], worth.values[:, i]) for i in range(len(RESULTS)))
    needed = (fold - (1.0 - called) * steal) / called
    break_even = find_break_even(needed, win, tie, lose, float(chances[:, 1].sum()) / called)
    return PushVerdict(worth.model, fold, push, steal, win, tie, lose, break_even, error)


def mean_of(chances: Values, values: Values) -> float:
    """Return the weighted mean of values; the plain mean if all weights are 0."""
    weights = np.clip(chances, 0.0, None)
    return float(np.average(values, weights=weights if weights.any() else None))
