"""Should hero call? Values of folding and calling under each model, and where the models disagree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from finaltable.answers import Answer, Tabular, json_fields, to_jsonable
from finaltable.cards.preflop import SAMPLES, HeadsUp, Showdown, as_range, check_players, meet, show_down
from finaltable.cards.range import Range
from finaltable.decisions.ahead import check_ahead, judge_ahead
from finaltable.decisions.dealt_showdown import deal_showdown
from finaltable.decisions.equilibrium_ranges import Solver, first_of, resolve_call
from finaltable.decisions.pushes.callers import Effort
from finaltable.decisions.pushes.opponents import Folder, shown
from finaltable.decisions.pushes.ranges import GivenRanges, read_folders
from finaltable.decisions.verdict import ORDERS, Verdict, judge
from finaltable.equilibrium.look_ahead import TOURNAMENT, Levels, LookAhead, LookAheadChoice
from finaltable.equilibrium.solution import Search
from finaltable.errors import InputError, MissingError, check_choice
from finaltable.models import Choice, find_models, known_name
from finaltable.models.cache import sharing
from finaltable.spots.knockouts import After
from finaltable.spots.outcome import Outcomes
from finaltable.spots.posted import Stacks
from finaltable.spots.spot import Player, Spot
from finaltable.table.options import (
    Progress,
    begin,
    check_max_seconds,
    check_progress,
    check_samples,
    check_seed,
    check_threads,
    check_tolerance,
    stage_of,
)
from finaltable.table.table import check_number, check_player, plain_number
from finaltable.values.bounties.comparison import bounty_power


@dataclass(frozen=True, repr=False)
class Decision(Tabular, Answer):
    """Verdicts of all models on a spot. Made by `decide`."""

    spot: Spot
    """The hand before hero acts."""
    showdown: Showdown
    """Probability of each order of hero and the all-in players; hero comes first."""
    equity: float
    """Hero's equity: the share of the main pot."""
    hand: str | None
    """Hero's hand; None if the equity was given."""
    ranges: tuple[str, ...]
    """Ranges of the all-in players, in the order of their seats; empty if the equity was given."""
    verdicts: tuple[Verdict, ...]
    """One per model.

    ``decision["dcm"]`` is one of them by name.
    """
    outcomes: Mapping[str, Stacks]
    """Chips of each player after "fold", "win", "tie" and "lose"; empty if several players are all-in."""
    heads: Mapping[str, Stacks]
    """Bounties on all players after each of these (none if several players are all-in); empty without bounties."""
    cash: Mapping[str, Stacks]
    """Money paid to each player for bounties in each of these; empty without bounties."""
    folders: tuple[Folder, ...] = ()
    """Players who folded before hero, in turn; empty if the equity was given."""
    chart: float | None = None
    """Exploitability of the equilibrium from which ranges come, as a share of the pool; None if none do."""
    look_ahead: tuple[LookAhead, ...] = ()
    """How the hands after this one were valued, one per model; empty if they were not."""

    reported_by = "decisions.report.decision_report"
    drawn_by = "decision_figure"

    in_json = (
        json_fields(
            "spot.table.names spot.table.stacks spot.table.payouts spot.hero spot.all_in spot.button spot.to_act"
        )
        + json_fields("spot.to_call spot.pot", fractions=plain_number)
        + json_fields("hand ranges equity showdown.boards showdown.exact")
        + json_fields("outcomes", fractions=plain_number)
        + json_fields("verdicts disagreement")
        + json_fields("folders", where="folders")
        + json_fields("chart", where="used_chart")
        + json_fields("look_ahead", where="look_ahead")
        + json_fields(
            "bounties=spot.table.bounties bounty_share=spot.table.prizes.share own_bounty=spot.table.prizes.own",
            where="spot.table.bounties",
        )
        + json_fields("heads cash", where="spot.table.bounties", fractions=plain_number)
        + json_fields("bounty_power", where="spot.table.bounties")
        + json_fields("spot.table.prizes.mystery", where="spot.table.prizes.mystery")
    )

    def __getitem__(self, model: Choice) -> Verdict:
        known = {verdict.model: verdict for verdict in self.verdicts}
        return known[check_choice("model", model if model == TOURNAMENT else known_name(model), known)]

    @property
    def used_chart(self) -> bool:
        """Whether ranges come from an equilibrium."""
        return self.chart is not None

    @property
    def tie(self) -> float:
        """Probability that hero ties with the only all-in player."""
        return self.showdown.orders.get(ORDERS["tie"], 0.0)

    @property
    def bounty_power(self) -> float | None:
        """Chips in play per unit of the remaining prizes and bounties; None without bounties."""
        return bounty_power(self.spot.table) if self.spot.table.bounties else None

    @property
    def disagreement(self) -> tuple[float, float] | None:
        """Equities between which the models disagree (up to 1 if one never calls); None if they agree."""
        if len(self.spot.all_in) > 1:
            return None
        points = [1.0 if verdict.break_even is None else verdict.break_even for verdict in self.verdicts]
        return (min(points), max(points)) if max(points) - min(points) > 1e-9 else None

    def records(self) -> list[dict[str, Any]]:
        """Return a line per model."""
        return [to_jsonable(one) for one in self.verdicts]


def decide(
    spot: Spot,
    equity: object = None,
    *,
    hand: str | Range | None = None,
    ranges: str | Range | Sequence[str | Range] | Mapping[Player, str | Range] | None = None,
    folded_from: GivenRanges = None,
    models: Sequence[Choice] = ("icm", "dcm"),
    tolerance: float = 1e-6,
    samples: int = SAMPLES,
    seed: int = 0,
    look_ahead: LookAheadChoice = None,
    levels: Levels | None = None,
    max_seconds: float | None = 30.0,
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
        Probability that hero wins, from 0 to 1, against a single all-in. Without it, give hand and ranges.
    hand, ranges
        Hero's hand ("AJs", "AhKh", or a range), and the ranges of the all-in players: one range, several in the order
        of their seats, or one for each player by name or index. "nash" is the range of the equilibrium under the first
        model: of push or fold, or with the raise of hero or of another player before the all-in.
    folded_from
        Ranges that players who folded before hero would have played (`Spot.folders`): one for all of them, one each in
        turn, or by name or index. Their hands are not in them, so that other cards are left for the board. None if
        unknown: their cards are random. "nash" as above.
    models
        Names of models, or mixtures of them: see `equity`.
    tolerance
        Error allowed in each equity, relative to the prize pool.
    samples, seed
        Number of random boards, if several players are all-in with more than one hand, or with ``folded_from``.
    look_ahead, levels
        Value the ends of the hand by the hands that follow it: see `nash`. The button must be known.
    max_seconds
        Time limit for looking ahead.
    threads, progress
        As for `equity`.
    """
    tolerance = check_tolerance(tolerance)
    found = sharing(find_models(models))
    samples, seed = check_samples(samples), check_seed(seed)
    threads, limit = check_threads(threads), check_max_seconds(max_seconds)
    check_progress(progress)
    if not isinstance(spot, Spot):
        raise InputError("spot", "must be a Spot", spot, code="wrong_type")
    if equity is not None and hand is not None:
        raise InputError("equity", "must be left out if a hand is given", equity, code="conflict")
    if hand is None and ranges is not None:
        raise MissingError("hand", "must be given with {ranges}")
    if hand is None and equity is None:
        raise MissingError("equity", "must be given, or else a hand and what the all-in players hold")
    if hand is None and folded_from is not None:
        raise MissingError("hand", "must be given with {folded_from}")
    own = None if hand is None else as_range(hand, "hand")
    solver = Solver(first_of(models), threads, stage_of(progress, 0, 2))
    given, chart = resolve_call(spot, {"ranges": ranges, "folded_from": folded_from}, solver)
    progress = progress if chart is None else stage_of(progress, 1, 2)
    theirs = () if own is None else read_ranges(spot, given["ranges"])
    folders = read_folders(spot, given["folded_from"]) if own is not None else []
    if own is None:
        seen = given_equity(spot, equity)
    elif any(folders):
        seen = deal_showdown(own, theirs, folders, Effort(samples, seed, threads, progress))
    elif len(theirs) == 1:
        seen = as_showdown(meet(own, theirs[0], samples, seed, progress), samples)
    else:
        check_players(1 + len(theirs))
        seen = show_down([own, *theirs], samples, seed, progress)
    plan = check_ahead(look_ahead, levels, spot)
    begin(progress)
    if plan is not None and plan.hands is None:
        found = found[:1]  # it is not used
    ends, outcomes = ends_of(spot), [Outcomes(spot.table, model, tolerance, threads, progress) for model in found]
    search = Search(tolerance, threads, limit, progress)
    verdicts, ahead = judge_ahead(lambda one: judge(spot, seen, one), outcomes, spot, plan, search)
    return Decision(
        spot=spot,
        showdown=seen,
        equity=pot_share(seen),
        hand=None if own is None else str(own),
        ranges=tuple(str(hands) for hands in theirs),
        verdicts=tuple(replace(one, model=plan.name(one.model)) for one in verdicts) if plan else tuple(verdicts),
        outcomes={name: after.stacks for name, after in ends.items()},
        heads={name: after.bounties for name, after in ends.items() if after.bounties},
        cash={name: after.cash for name, after in ends.items() if after.cash},
        folders=tuple(Folder(seat, shown(one)) for seat, one in zip(spot.folders, folders, strict=False)),
        chart=chart,
        look_ahead=ahead,
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
        raise InputError(
            "ranges", "must be a range, a list of ranges, or a mapping from players", ranges, code="wrong_type"
        )
    if not isinstance(ranges, Mapping):
        if len(ranges) != len(spot.all_in):
            rule = f"must be one for each all-in player, here {len(spot.all_in)}"
            raise InputError("ranges", rule, len(ranges), code="wrong_count")
        ranges = dict(zip(spot.all_in, ranges, strict=True))
    by_seat = {check_player(player, names, "ranges"): hands for player, hands in ranges.items()}
    if set(by_seat) != set(spot.all_in):
        wanted = ", ".join(names[seat] for seat in spot.all_in)
        rule = f"must be given for {wanted}"
        raise InputError("ranges", rule, [names[seat] for seat in sorted(by_seat)], code="wrong_count")
    return tuple(as_range(by_seat[seat], f"ranges[{names[seat]}]") for seat in spot.all_in)


def given_equity(spot: Spot, equity: object) -> Showdown:
    """Return a showdown that hero wins with a given probability, and never ties."""
    if len(spot.all_in) > 1:
        hint = "give {hand} and {ranges} to meet several"
        raise InputError("equity", "is for one all-in player", equity, hint=hint, code="needs_other")
    chance = float(check_number(equity, "equity"))
    if not chance <= 1:
        raise InputError("equity", "must lie between 0 and 1", equity, hint="0.4 is 40%", code="above_100_percent")
    return Showdown({ORDERS["win"]: chance, ORDERS["lose"]: 1.0 - chance}, 0, True)


def as_showdown(two: HeadsUp, samples: int) -> Showdown:
    """Return wins, ties and losses as the orders of a showdown."""
    orders = {ORDERS["win"]: two.win, ORDERS["tie"]: two.tie, ORDERS["lose"]: two.lose}
    exact = two.standard_error == 0
    return Showdown(orders, 0 if exact else samples, exact)


def pot_share(seen: Showdown) -> float:
    """Return hero's share of a pot that all players can win."""
    return sum(chance / order.count(0) for order, chance in seen.orders.items() if order[0] == 0)


def ends_of(spot: Spot) -> dict[str, After]:
    """Return the outcomes of a fold, a win, a tie and a loss; empty if several players are all-in."""
    if len(spot.all_in) > 1:
        return {}
    return {"fold": spot.if_folded(), **{name: spot.if_called(order) for name, order in ORDERS.items()}}
