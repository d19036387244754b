"""Should hero push? Values of folding and pushing under each model, against given ranges."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from finaltable.answers import Answer, Tabular, json_fields, to_jsonable
from finaltable.cards.preflop import as_range
from finaltable.cards.range import Range
from finaltable.decisions.ahead import check_ahead, judge_ahead
from finaltable.decisions.equilibrium_ranges import Solver, first_of
from finaltable.decisions.pushes.best import BestAnswers, best_answers
from finaltable.decisions.pushes.callers import Deals, Effort, alike, deal_push
from finaltable.decisions.pushes.from_chart import resolve
from finaltable.decisions.pushes.lines import Known, lines_of
from finaltable.decisions.pushes.opponents import Bettor, Caller, Folder, ThreeWay, checked_down, opponents_of
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.decisions.pushes.push_verdict import PushVerdict, ends_of, judge_push, worth_of
from finaltable.decisions.pushes.ranges import GivenRanges, read_bets, read_callers, read_expected, read_folders
from finaltable.equilibrium.look_ahead import TOURNAMENT, Levels, LookAhead, LookAheadChoice
from finaltable.equilibrium.solution import Search
from finaltable.errors import InputError, check_choice
from finaltable.models import Choice, find_models, known_name
from finaltable.models.cache import sharing
from finaltable.spots.outcome import Outcomes
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

SAMPLES = 512_000  # a power of two times the boards of the first round
NO_FLATS = "Calling to see a flop is left out: fold means only that folding is better than going all-in."
DEALT_TO = 5e-5  # of the pool: error at which dealing stops


@dataclass(frozen=True, repr=False)
class PushDecision(Tabular, Answer):
    """Verdicts of all models on a push. Made by `push`."""

    spot: PushSpot
    """The hand before hero acts."""
    hand: str
    """Hero's hand."""
    callers: tuple[Caller, ...]
    """The players behind, in turn."""
    folders: tuple[Folder, ...]
    """The players who folded before hero, in turn."""
    bettors: tuple[Bettor, ...]
    """The players who bet before hero, in turn."""
    three_way: tuple[ThreeWay, ...]
    """All pairs of players who may both call."""
    checked_down: float | None
    """Hero's share of the pot in the big blind after limps, if hero checks and no more chips go in; None if hero cannot
    check, or more than five players would be at the showdown."""
    pushes_with: str | None
    """Range that the players who bet expect hero to push with; None if their answers were given."""
    best_error: float | None
    """Most that a player who bet could gain by another answer than the best one found, per push, in payout units; None
    if their answers were given."""
    chart: float | None
    """Exploitability of the equilibrium from which ranges come, as a share of prizes and bounties; None if all ranges
    were given."""
    deals: int
    """Number of random boards; 0 if the result is exact."""
    samples: int
    """Maximum number of random boards with which the deals end here. Best answers take as many as were asked for."""
    verdicts: tuple[PushVerdict, ...]
    """One per model.

    ``decision["dcm"]`` is one of them by name.
    """
    look_ahead: tuple[LookAhead, ...] = ()
    """How the hands after this one were valued, one per model; empty if they were not."""

    reported_by = "decisions.pushes.report.push_report"

    in_json = (
        json_fields(
            "spot.table.names spot.table.stacks spot.table.payouts spot.hero spot.button hand "
            "called equity callers folders deals exact verdicts"
        )
        + json_fields("bettors three_way pushes_with best_error leaves_out", where="bettors")
        + json_fields("spot.all_in", where="spot.all_in")
        + json_fields("chart", where="used_chart")
        + json_fields("checked_down", where="spot.can_check")
        + json_fields("bounties=spot.table.bounties", where="spot.table.bounties")
        + json_fields("look_ahead", where="look_ahead")
    )

    def __getitem__(self, model: Choice) -> PushVerdict:
        known = {verdict.model: verdict for verdict in self.verdicts}
        return known[check_choice("model", model if model == TOURNAMENT else known_name(model), known)]

    @property
    def leaves_out(self) -> str:
        """Actions that the answer leaves out after a raise or limps."""
        return NO_FLATS

    @property
    def used_chart(self) -> bool:
        """Whether ranges come from an equilibrium."""
        return self.chart is not None

    @property
    def exact(self) -> bool:
        """Whether the result is exact, without random boards."""
        return self.deals == 0

    @property
    def called(self) -> float:
        """Probability that the push is called."""
        return min(1.0, math.fsum(chance for chance, _ in self._calls()))  # the sum of several estimates

    @property
    def equity(self) -> float | None:
        """Hero's equity if called, the share of the pot that callers can win; None if never called."""
        total = math.fsum(chance for chance, _ in self._calls())
        return sum(chance * equity for chance, equity in self._calls()) / total if total else None

    def _calls(self) -> list[tuple[float, float]]:
        alone = [*(one.called for one in self.callers), *(one.called for one in self.bettors)]
        return [*((one.calls, one.equity) for one in alone), *((one.calls, one.equity) for one in self.three_way)]

    def records(self) -> list[dict[str, Any]]:
        """Return a line per model."""
        return [to_jsonable(one) for one in self.verdicts]


def push(
    spot: PushSpot,
    *,
    hand: str | Range,
    ranges: GivenRanges = None,
    folded_from: GivenRanges = None,
    bet_with: GivenRanges = None,
    bettor_calls: GivenRanges = None,
    bettor_overcalls: GivenRanges = None,
    pushes_with: str | Range | None = None,
    models: Sequence[Choice] = ("icm", "dcm"),
    tolerance: float = 1e-6,
    samples: int = SAMPLES,
    seed: int = 0,
    look_ahead: LookAheadChoice = None,
    levels: Levels | None = None,
    max_seconds: float | None = 30.0,
    threads: int | None = None,
    progress: Progress | None = None,
    enough: Callable[[float, float, int], bool] | None = None,
) -> PushDecision:
    """Compare going all-in with folding under several models, first in or after limps or a raise.

    >>> spot = PushSpot.of([1000, 1000, 2000, 3000], [50, 30, 20], hero=0, button=3, small_blind=100, big_blind=200)
    >>> found = push(spot, hand="K5o", ranges="40%")
    >>> [(v.model, round(v.fold, 2), round(v.push, 2), v.recommendation) for v in found.verdicts]
    [('icm', 16.82, 17.98, 'push'), ('dcm', 9.86, 18.2, 'push')]

    Players who folded before hero have fewer high cards than average, and the players behind have more:

    >>> button = PushSpot.of([10] * 9, [50, 30, 20], hero=8, button=8, small_blind=0.5, big_blind=1, big_blind_ante=1)
    >>> asked = {"hand": "33", "ranges": ["25%", "40%"], "models": ["icm"]}
    >>> [round(push(button, **asked, folded_from=x)["icm"].difference, 1) for x in (None, "22%")]
    [0.5, 0.1]

    The button raises 25 % of hands to 2.2 big blinds, and calls a re-jam with 10 %:

    >>> raised = PushSpot.of([14] * 6, [50, 30, 20], hero=1, button=5, small_blind=0.5, big_blind=1, bets={5: 2.2})
    >>> asked = {"bet_with": "25%", "bettor_calls": "10%", "models": ["icm"]}
    >>> [push(raised, hand=x, **asked)["icm"].recommendation for x in ("A9s", "K9o")]
    ['push', 'fold']

    Parameters
    ----------
    spot
        See `PushSpot.of`.
    hand
        Hero's hand: "AJs", "AhKh".
    ranges
        Calling ranges of the players behind: one range for all of them, one each in turn, or by name or index; "fold"
        is the empty range. Players after the first caller are assumed to fold, and so are all others if hero folds.
        "nash" is the range of the equilibrium under the first model: of push or fold first in, and after a raise of the
        game with that raise, in which the raiser's range is locked to ``bet_with``.
    folded_from
        Ranges that players who folded before hero would have played, in the same forms: their hands are not in them.
        None if unknown: their cards are random. By name or index, players may be left out. "nash" as above.
    bet_with
        Ranges of the players who bet before hero (`PushSpot.bettors`), in the same forms; "nash" for the first of them.
    bettor_calls
        Hands among these with which they call the push. "best", the default: the hands for which calling is better
        than folding under the first model, if hero pushes ``pushes_with``. If several players have bet, each answers
        best to the others.
    bettor_overcalls
        Hands with which they call the push and the call of a player behind; the default is ``bettor_calls``.
    pushes_with
        Range with which hero pushes, in the eyes of the players who bet. "nash", the default after one raise: that of
        the equilibrium.
    models, tolerance, look_ahead, levels, max_seconds, threads, progress
        As for `decide`.
    samples, seed
        Maximum number of random boards, and their seed; at least 32 are dealt with each of hero's hands in each line.
        From 64,000 boards on, dealing stops when the error is at most 0.005 % of prizes and bounties. The best answer
        takes four times as many.
    enough
        Called with the first model's difference, its error, and ``samples`` so far; dealing stops when it is true.
    """
    tolerance, found, cores = check_tolerance(tolerance), sharing(find_models(models)), check_threads(threads)
    samples, seed = check_samples(samples), check_seed(seed)
    limit = check_max_seconds(max_seconds)
    check_progress(progress)
    if enough is not None and not callable(enough):
        raise InputError("enough", "must be a function of (difference, error, samples)", enough, code="wrong_type")
    if not isinstance(spot, PushSpot):
        raise InputError("spot", "must be a PushSpot", spot, code="wrong_type")
    solver = Solver(first_of(models), cores, stage_of(progress, 0, 2))
    named = {"ranges": ranges, "folded_from": folded_from, "bet_with": bet_with, "pushes_with": pushes_with}
    given, chart = resolve(spot, named | {"bettor_calls": bettor_calls, "bettor_overcalls": bettor_overcalls}, solver)
    ranges, folded_from, bet_with, pushes_with = (given[name] for name in named)
    later = progress if chart is None else stage_of(progress, 1, 2)
    effort = Effort(samples, seed, cores, later)
    bets = read_bets(spot, bet_with, bettor_calls, bettor_overcalls)
    known = Known(read_folders(spot, folded_from), bets, spot.callers, read_callers(spot, ranges), len(spot.all_in))
    own = as_range(hand, "hand")
    expected = read_expected(bets, pushes_with)
    plan = check_ahead(look_ahead, levels, spot)
    begin(later)
    if plan is not None and plan.hands is None:
        found = found[:1]  # it is not used
    outcomes = [Outcomes(spot.table, model, tolerance, cores, later) for model in found]
    search = Search(tolerance, cores, limit, later)
    best: BestAnswers | None = None
    if expected is not None:
        answer = partial(best_answers, spot, known, expected, effort=effort)
        [best], _ = judge_ahead(answer, outcomes[:1], spot, plan, search)
        known = known._replace(bets=best.bets)
    lines = lines_of(spot, known)
    worth = partial(worth_of, spot, ends_of(spot, lines))
    worths, ahead = judge_ahead(worth, outcomes, spot, plan, search)
    if plan is not None:
        worths = [replace(one, model=plan.name(one.model)) for one in worths]
    wanted = DEALT_TO * (spot.table.pool + spot.table.bounty_pool)
    gains = [one.gains for one in worths]

    def stop(dealt: Deals) -> bool:
        if enough is not None:
            error = worths[0].error + dealt.error(gains[0])
            if enough(worths[0].difference(dealt), error, dealt.samples):
                return True
        return dealt.are_precise(gains, wanted)

    dealt = deal_push(alike(own, list(known.ranges())), lines, gains, stop, effort)
    if not dealt.possible():
        raise impossible(known, folded_from, bet_with)
    return PushDecision(
        spot=spot,
        hand=str(own),
        **opponents_of(spot, known, lines, dealt)._asdict(),
        checked_down=checked_down(lines, dealt),
        pushes_with=None if expected is None else str(expected),
        best_error=None if best is None else best.error,
        chart=chart,
        deals=dealt.boards,
        samples=dealt.samples,
        verdicts=tuple(judge_push(one, dealt) for one in worths),
        look_ahead=ahead,
    )


def impossible(known: Known, folded_from: object, bet_with: object) -> InputError:
    """Return an error for hands that the players before hero cannot all have."""
    if any(known.folders):
        return InputError(
            "folded_from", "must leave the players before hero hands that they fold", folded_from, code="conflict"
        )
    rule = "must leave hands that share no card with hero's"
    return InputError("bet_with", rule, bet_with, code="conflict")
