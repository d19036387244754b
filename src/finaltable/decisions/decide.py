"""Should hero call? What folding and calling are worth under every model, and where the models part."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from finaltable.cards.preflop import SAMPLES, HeadsUp, Showdown, as_range, heads_up, showdown
from finaltable.cards.range import Range
from finaltable.decisions.outcome import Outcomes
from finaltable.decisions.spot import Player, Spot, Stacks
from finaltable.errors import InputError, MissingError, check_choice
from finaltable.inputs.options import (
    Progress,
    check_progress,
    check_samples,
    check_seed,
    check_threads,
    check_tolerance,
)
from finaltable.inputs.table import check_number, check_player, plain_number
from finaltable.models import Choice, find_models, known_name
from finaltable.results import to_jsonable

if TYPE_CHECKING:
    from finaltable.answers.decision import DecisionDict, VerdictDict

STANDARD_ERRORS = 4
ORDERS: dict[str, tuple[int, ...]] = {"win": (0, 1), "tie": (0, 0), "lose": (1, 0)}


@dataclass(frozen=True)
class Verdict:
    """What one model says."""

    model: str
    fold: float
    """Value of folding, in money."""
    call: float
    """Value of calling."""
    win: float | None
    """Value of calling and winning; None where hero meets several players."""
    tie: float | None
    lose: float | None
    break_even: float | None
    """The equity from which calling is better, as often tied as this hand is; 0: always; None: never, or hero meets
    several players."""
    error: float
    """The difference is no further from the truth than this (four standard errors where boards were drawn)."""

    @property
    def difference(self) -> float:
        """What calling is worth more than folding."""
        return self.call - self.fold

    @property
    def recommendation(self) -> Literal["call", "fold", "too close"]:
        """Return "call", "fold", or "too close" where the difference is within its error."""
        if abs(self.difference) <= self.error:
            return "too close"
        return "call" if self.difference > 0 else "fold"

    def to_dict(self) -> VerdictDict:
        """Return the verdict ready for JSON."""
        return {
            "model": self.model,
            "fold": self.fold,
            "call": self.call,
            "win": self.win,
            "tie": self.tie,
            "lose": self.lose,
            "break_even": self.break_even,
            "error": self.error,
            "difference": self.difference,
            "recommendation": self.recommendation,
        }


@dataclass(frozen=True)
class Decision:
    """Every model's verdict on a spot. Made by `decide`."""

    spot: Spot
    """The hand before hero acts."""
    showdown: Showdown
    """How likely every order of hero and the all-in players is; hero comes first."""
    equity: float
    """Hero's equity: his share of a pot that all of them play for."""
    hand: str | None
    """What hero holds; None where the equity was given."""
    ranges: tuple[str, ...]
    """The all-in players' ranges, in the order of their seats; empty where the equity was given."""
    verdicts: tuple[Verdict, ...]
    """One per model; ``decision["dcm"]`` is one of them by name."""
    outcomes: Mapping[str, Stacks]
    """Everybody's chips after "fold", "win", "tie" and "lose"; empty where hero meets several players."""

    def __getitem__(self, model: Choice) -> Verdict:
        known = {verdict.model: verdict for verdict in self.verdicts}
        return known[check_choice("model", known_name(model), known)]

    @property
    def tie(self) -> float:
        """How often hero ties with the only all-in player."""
        return self.showdown.orders.get(ORDERS["tie"], 0.0)

    @property
    def disagreement(self) -> tuple[float, float] | None:
        """The equities between which the models do not agree (up to 1 where one never calls); None where they do."""
        if len(self.spot.all_in) > 1:
            return None
        points = [1.0 if verdict.break_even is None else verdict.break_even for verdict in self.verdicts]
        return (min(points), max(points)) if max(points) - min(points) > 1e-9 else None

    def to_dict(self) -> DecisionDict:
        """Return the decision as plain numbers, lists and strings, ready for JSON; players count from 0."""
        spot = self.spot
        return {
            "names": list(spot.table.names),
            "stacks": to_jsonable(spot.table.stacks),
            "payouts": to_jsonable(spot.table.payouts),
            "hero": spot.hero,
            "all_in": list(spot.all_in),
            "button": spot.button,
            "to_act": to_jsonable(spot.to_act),
            "to_call": plain_number(spot.to_call),
            "pot": plain_number(spot.pot),
            "hand": self.hand,
            "ranges": list(self.ranges),
            "equity": self.equity,
            "boards": self.showdown.boards,
            "exact": self.showdown.exact,
            "outcomes": {name: [plain_number(chips) for chips in stacks] for name, stacks in self.outcomes.items()},
            "verdicts": [verdict.to_dict() for verdict in self.verdicts],
            "disagreement": None if self.disagreement is None else list(self.disagreement),
        }

    def __str__(self) -> str:
        from finaltable.render.decision import decision_report

        return str(decision_report(self))


def decide(
    spot: Spot,
    equity: object = None,
    *,
    hand: str | Range | None = None,
    ranges: str | Range | Sequence[str | Range] | Mapping[Player, str | Range] | None = None,
    models: Sequence[Choice] = ("icm", "dcm"),
    tolerance: float = 1e-6,
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Decision:
    """Compare calling with folding under several models.

    Section 6 of the paper, where ICM says fold and DCM says call:

    >>> spot = Spot.of([1000, 1000, 2000, 3000], [50, 30, 20], hero=1, all_in=[0], button=3, small_blind=100,
    ...                big_blind=200)
    >>> [(v.model, round(v.fold, 2), round(v.call, 2), v.recommendation) for v in decide(spot, 0.4).verdicts]
    [('icm', 15.23, 12.74, 'fold'), ('dcm', 9.57, 12.29, 'call')]

    Parameters
    ----------
    spot
        See `Spot.of`.
    equity
        The probability that hero wins, from 0 to 1, against a single all-in; or else hand and ranges.
    hand, ranges
        What hero holds ("AJs", "AhKh", or a range), and what the all-in players hold: one range, several in the order
        of their seats, or one for each player by name or index.
    models
        Names of models, or mixtures of them: see `equity`.
    tolerance
        Error allowed of every equity, relative to the prize pool.
    samples, seed
        How many boards to draw where several players meet and not all of them are known by their cards.
    threads, progress
        As for `equity`.
    """
    tolerance = check_tolerance(tolerance)
    found = find_models(models)
    samples, seed = check_samples(samples), check_seed(seed)
    threads = check_threads(threads)
    check_progress(progress)
    if not isinstance(spot, Spot):
        raise InputError("spot", "must be a Spot", spot)
    if equity is not None and hand is not None:
        raise InputError("equity", "must be left out where a hand is given", equity)
    if hand is None and ranges is not None:
        raise MissingError("hand", "must be given with ranges")
    if hand is None and equity is None:
        raise MissingError("equity", "must be given, or else a hand and what the all-in players hold")
    own = None if hand is None else as_range(hand, "hand")
    theirs = () if own is None else read_ranges(spot, ranges)
    if own is None:
        seen = given_equity(spot, equity)
    elif len(theirs) == 1:
        seen = as_showdown(heads_up(own, theirs[0], samples=samples, seed=seed, progress=progress), samples)
    else:
        seen = showdown([own, *theirs], samples=samples, seed=seed, progress=progress)
    return Decision(
        spot=spot,
        showdown=seen,
        equity=pot_share(seen),
        hand=None if own is None else str(own),
        ranges=tuple(str(hands) for hands in theirs),
        verdicts=tuple(judge(spot, seen, Outcomes(spot.table, model, tolerance, threads, progress)) for model in found),
        outcomes=outcomes(spot),
    )


def read_ranges(
    spot: Spot, ranges: str | Range | Sequence[str | Range] | Mapping[Player, str | Range] | None
) -> tuple[Range, ...]:
    """Return a range for each all-in player, in the order of their seats."""
    names = spot.table.names
    if ranges is None:
        raise MissingError("ranges", "must say what the all-in players hold")
    if isinstance(ranges, str | Range):
        ranges = [ranges]
    if not isinstance(ranges, Mapping | Sequence):
        raise InputError("ranges", "must be a range, a list of ranges, or a mapping from players", ranges)
    if not isinstance(ranges, Mapping):
        if len(ranges) != len(spot.all_in):
            raise InputError("ranges", f"must be one for each all-in player, here {len(spot.all_in)}", len(ranges))
        ranges = dict(zip(spot.all_in, ranges, strict=True))
    by_seat = {check_player(player, names, "ranges"): hands for player, hands in ranges.items()}
    if set(by_seat) != set(spot.all_in):
        wanted = ", ".join(names[seat] for seat in spot.all_in)
        raise InputError("ranges", f"must be given for {wanted}", [names[seat] for seat in sorted(by_seat)])
    return tuple(as_range(by_seat[seat], f"range of {names[seat]}") for seat in spot.all_in)


def given_equity(spot: Spot, equity: object) -> Showdown:
    """Return a showdown that hero wins with a given probability, and never ties."""
    if len(spot.all_in) > 1:
        raise InputError("equity", "is for one all-in player: give hand and ranges to meet several", equity)
    chance = float(check_number(equity, "equity"))
    if not chance <= 1:
        raise InputError("equity", "must lie between 0 and 1 (0.4 is 40%)", equity)
    return Showdown({ORDERS["win"]: chance, ORDERS["lose"]: 1.0 - chance}, 0, True)


def as_showdown(two: HeadsUp, samples: int) -> Showdown:
    """Return wins, ties and losses as the orders of a showdown."""
    orders = {ORDERS["win"]: two.win, ORDERS["tie"]: two.tie, ORDERS["lose"]: two.lose}
    exact = two.standard_error == 0
    return Showdown(orders, 0 if exact else samples, exact)


def pot_share(seen: Showdown) -> float:
    """Return hero's share of a pot that everybody plays for."""
    return sum(chance / order.count(0) for order, chance in seen.orders.items() if order[0] == 0)


def outcomes(spot: Spot) -> dict[str, Stacks]:
    """Return everybody's chips after each way the hand can end, as far as there are few."""
    if len(spot.all_in) > 1:
        return {}
    return {"fold": spot.after_fold(), **{name: spot.after_call(order) for name, order in ORDERS.items()}}


def judge(spot: Spot, seen: Showdown, worth: Outcomes) -> Verdict:
    """Weigh calling and folding over everything that can happen."""
    value = partial(worth.worth_to, spot.hero)
    calls = {order: value(spot.after_call(order)) for order in seen.orders}
    # The others turn their cards over on the same boards if hero is gone.
    folds = {order: value(spot.after_fold(order[1:])) for order in seen.orders}
    call = math.fsum(chance * calls[order][0] for order, chance in seen.orders.items())
    fold = math.fsum(chance * folds[order][0] for order, chance in seen.orders.items())
    apart = {order: calls[order][0] - folds[order][0] for order in seen.orders}
    models = max(error for _, error in calls.values()) + max(error for _, error in folds.values())
    win = tie = lose = break_even = None
    if len(spot.all_in) == 1:
        win, tie, lose = (value(spot.after_call(ORDERS[name]))[0] for name in ("win", "tie", "lose"))
        break_even = find_break_even(fold, win, tie, lose, seen.orders.get(ORDERS["tie"], 0.0))
    error = models + STANDARD_ERRORS * seen.standard_error(apart)
    return Verdict(worth.model.name, fold, call, win, tie, lose, break_even, error)


def find_break_even(fold: float, win: float, tie: float, lose: float, ties: float) -> float | None:
    """Return the equity from which calling is worth as much as folding, at a given rate of ties."""
    low, high = (value_at(equity, win, tie, lose, ties) for equity in (ties / 2, 1.0 - ties / 2))
    if low >= fold:
        return 0.0
    if high <= fold:
        return None
    return ties / 2 + (1.0 - ties) * (fold - low) / (high - low)


def value_at(equity: float, win: float, tie: float, lose: float, ties: float) -> float:
    """Return what calling is worth to a player who wins that share, ties included."""
    return (equity - ties / 2) * win + ties * tie + (1.0 - equity - ties / 2) * lose
