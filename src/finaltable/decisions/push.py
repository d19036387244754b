"""Should hero push? What folding and going all-in are worth under every model, against what others call with."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from finaltable.cards.hand import Combo
from finaltable.cards.preflop import as_range
from finaltable.cards.range import Range
from finaltable.decisions.callers import Called, who_calls
from finaltable.decisions.outcome import Outcomes, Share
from finaltable.decisions.pushing import PushSpot
from finaltable.decisions.spot import Player
from finaltable.decisions.verdict import ORDERS, find_break_even
from finaltable.errors import InputError, MissingError, check_choice
from finaltable.inputs.options import Progress, check_progress, check_threads, check_tolerance
from finaltable.inputs.table import check_player
from finaltable.models import Choice, find_models, known_name
from finaltable.models.sharing import sharing
from finaltable.results import to_jsonable

if TYPE_CHECKING:
    from finaltable.answers.push import CallerDict, PushDecisionDict, PushVerdictDict

NOTHING = ("0%", "0 %", "fold", "none")  # in place of a range: a player who never calls
GivenRange = str | Range | None


class Caller(NamedTuple):
    """A player behind."""

    seat: int
    hands: str | None
    """What they call with; None: nothing."""
    called: Called

    def to_dict(self) -> CallerDict:
        """Return it ready for JSON."""
        called = self.called
        return {"player": self.seat, "range": self.hands, **called._asdict(), "equity": called.equity}  # type: ignore[typeddict-item]


@dataclass(frozen=True)
class PushVerdict:
    """What one model says."""

    model: str
    fold: float
    """Value of folding, in money, if everybody behind folds as well."""
    push: float
    """Value of going all-in."""
    steal: float
    """Value of going all-in if nobody calls."""
    win: float | None
    """Value of being called and winning, on average over callers; None: nobody ever calls."""
    tie: float | None
    lose: float | None
    break_even: float | None
    """The equity against callers from which pushing is better; 0: always; None: never, or nobody ever calls."""
    error: float
    """The difference is no further from its exact value than this."""

    @property
    def difference(self) -> float:
        """What pushing is worth more than folding."""
        return self.push - self.fold

    @property
    def recommendation(self) -> Literal["push", "fold", "too close"]:
        """Return "push", "fold", or "too close" where the difference is within its error."""
        if abs(self.difference) <= self.error:
            return "too close"
        return "push" if self.difference > 0 else "fold"

    def to_dict(self) -> PushVerdictDict:
        """Return the verdict ready for JSON."""
        return {
            "model": self.model,
            "fold": self.fold,
            "push": self.push,
            "steal": self.steal,
            "win": self.win,
            "tie": self.tie,
            "lose": self.lose,
            "break_even": self.break_even,
            "error": self.error,
            "difference": self.difference,
            "recommendation": self.recommendation,
        }


@dataclass(frozen=True)
class PushDecision:
    """Every model's verdict on a push. Made by `decide_push`."""

    spot: PushSpot
    hand: str
    callers: tuple[Caller, ...]
    """The players behind, in turn."""
    verdicts: tuple[PushVerdict, ...]
    """One per model; ``decision["dcm"]`` is one of them by name."""

    def __getitem__(self, model: Choice) -> PushVerdict:
        known = {verdict.model: verdict for verdict in self.verdicts}
        return known[check_choice("model", known_name(model), known)]

    @property
    def called(self) -> float:
        """How often somebody calls."""
        return math.fsum(caller.called.calls for caller in self.callers)

    @property
    def equity(self) -> float | None:
        """Hero's equity if called; None: nobody ever calls."""
        total = self.called
        return sum(one.called.calls * one.called.equity for one in self.callers) / total if total else None

    def to_dict(self) -> PushDecisionDict:
        """Return the decision as plain numbers, lists and strings, ready for JSON; players count from 0."""
        table = self.spot.table
        found: PushDecisionDict = {
            "names": list(table.names),
            "stacks": to_jsonable(table.stacks),
            "payouts": to_jsonable(table.payouts),
            "hero": self.spot.hero,
            "button": self.spot.button,
            "hand": self.hand,
            "called": self.called,
            "equity": self.equity,
            "callers": [caller.to_dict() for caller in self.callers],
            "verdicts": [verdict.to_dict() for verdict in self.verdicts],
        }
        if table.heads:
            found["bounties"] = to_jsonable(table.heads)
        return found

    def __str__(self) -> str:
        from finaltable.render.push import push_report

        return str(push_report(self))


def decide_push(
    spot: PushSpot,
    *,
    hand: str | Range,
    ranges: GivenRange | Sequence[GivenRange] | Mapping[Player, GivenRange],
    models: Sequence[Choice] = ("icm", "dcm"),
    tolerance: float = 1e-6,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PushDecision:
    """Compare going all-in with folding under several models, when hero is first in.

    >>> spot = PushSpot.of([1000, 1000, 2000, 3000], [50, 30, 20], hero=0, button=3, small_blind=100, big_blind=200)
    >>> push = decide_push(spot, hand="K5o", ranges="40%")
    >>> [(v.model, round(v.fold, 2), round(v.push, 2), v.recommendation) for v in push.verdicts]
    [('icm', 16.82, 17.98, 'push'), ('dcm', 9.86, 18.2, 'push')]

    Parameters
    ----------
    spot
        See `PushSpot.of`.
    hand
        What hero holds: "AJs", "AhKh".
    ranges
        What players behind call with: one range for all of them, one each in turn, or by name or index; "fold" is none.
        Players after the first who calls are taken to fold, and so is everybody if hero folds.
    models, tolerance, threads, progress
        As for `decide`.
    """
    tolerance, found, cores = check_tolerance(tolerance), sharing(find_models(models)), check_threads(threads)
    check_progress(progress)
    if not isinstance(spot, PushSpot):
        raise InputError("spot", "must be a PushSpot", spot)
    theirs = read_callers(spot, ranges)
    own = as_range(hand, "hand")
    called = average([(weight, who_calls(combo, theirs)) for combo, weight in alike(own, theirs)])
    shown = [None if one is None else str(one) for one in theirs]
    return PushDecision(
        spot=spot,
        hand=str(own),
        callers=tuple(Caller(*one) for one in zip(spot.callers, shown, called, strict=True)),
        verdicts=tuple(
            judge_push(spot, called, Outcomes(spot.table, model, tolerance, cores, progress)) for model in found
        ),
    )


def read_callers(spot: PushSpot, ranges: object) -> list[Range | None]:
    """Return what every player behind calls with, in turn, or raise."""
    names = spot.table.names
    if ranges is None:
        raise MissingError("ranges", "must say what the players behind call with")
    if isinstance(ranges, str | Range):
        return [read_one(ranges, "ranges")] * len(spot.callers)
    if isinstance(ranges, Mapping):
        by_seat = {check_player(player, names, "ranges"): hands for player, hands in ranges.items()}
        if set(by_seat) != set(spot.callers):
            wanted = ", ".join(names[seat] for seat in spot.callers)
            raise InputError("ranges", f"must be given for {wanted}", [names[seat] for seat in sorted(by_seat)])
        ranges = [by_seat[seat] for seat in spot.callers]
    if not isinstance(ranges, Sequence):
        raise InputError("ranges", "must be a range, a list of ranges, or a mapping from players", ranges)
    if len(ranges) == 1:
        return [read_one(ranges[0], "ranges")] * len(spot.callers)
    if len(ranges) != len(spot.callers):
        raise InputError("ranges", f"must be one for each player behind, here {len(spot.callers)}", len(ranges))
    return [read_one(one, f"ranges[{names[seat]}]") for one, seat in zip(ranges, spot.callers, strict=True)]


def read_one(hands: object, field: str) -> Range | None:
    """Return a range, or None for a player who never calls."""
    if hands is None or (isinstance(hands, str) and hands.strip().lower() in NOTHING):
        return None
    if not isinstance(hands, str | Range):
        raise InputError(field, "must be a range like 22+, A2s+ or 20%", hands)
    return as_range(hands, field)


def alike(own: Range, theirs: Sequence[Range | None]) -> list[tuple[Combo, float]]:
    """Return hero's hands with their weights; one of a class stands for all where suits cannot matter."""
    if any(hands is not None and hands.singles for hands in theirs):
        return list(own.weights())
    from finaltable.cards.hand import combos_of

    whole = [(combos_of(number)[0], weight * len(combos_of(number))) for number, weight in own.classes.items()]
    return [*whole, *own.singles.items()]


def average(rows: Sequence[tuple[float, list[Called]]]) -> list[Called]:
    """Return what players behind do on average over hero's hands, which have weights."""
    total = sum(weight for weight, _ in rows)
    found = []
    for column in zip(*([(weight / total, one) for one in row] for weight, row in rows), strict=True):
        calls = math.fsum(weight * one.calls for weight, one in column)
        shares = [
            math.fsum(weight * one.calls * one[part] for weight, one in column) / calls if calls else float(part == 3)
            for part in (1, 2, 3)
        ]
        found.append(Called(calls, *shares))
    return found


def judge_push(spot: PushSpot, called: Sequence[Called], worth: Outcomes) -> PushVerdict:
    """Weigh pushing and folding over everything that can happen."""
    fold, steal = (worth.worth_to(spot.hero, after) for after in (spot.if_folded(), spot.if_all_fold()))
    ends: dict[str, list[tuple[float, Share]]] = {name: [] for name in ORDERS}
    for seat, one in zip(spot.callers, called, strict=True):
        if one.calls:
            for name, order in ORDERS.items():
                share = worth.worth_to(spot.hero, spot.if_called(seat, order))
                ends[name].append((one.calls * getattr(one, name), share))
    chance = math.fsum(one.calls for one in called)
    push = (1.0 - chance) * steal.value + math.fsum(
        weight * share.value for some in ends.values() for weight, share in some
    )
    shares = [fold, steal, *(share for some in ends.values() for _, share in some)]
    error = fold.error + max(share.error for share in shares)
    if not chance:
        return PushVerdict(worth.model.name, fold.value, push, steal.value, None, None, None, None, error)
    win, tie, lose = (mean_of(some) for some in ends.values())
    needed = (fold.value - (1.0 - chance) * steal.value) / chance
    ties = math.fsum(weight for weight, _ in ends["tie"]) / chance
    break_even = find_break_even(needed, win, tie, lose, ties)
    return PushVerdict(worth.model.name, fold.value, push, steal.value, win, tie, lose, break_even, error)


def mean_of(some: Sequence[tuple[float, Share]]) -> float:
    """Return the average of values with weights; equal ones, where none has any."""
    total = math.fsum(weight for weight, _ in some)
    if not total:
        return math.fsum(share.value for _, share in some) / len(some)
    return math.fsum(weight * share.value for weight, share in some) / total
