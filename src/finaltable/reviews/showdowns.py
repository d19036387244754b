"""Value a decision against ranges, with real cards: calls by `decide`, all-ins by `push`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from finaltable.cards.range import Range
from finaltable.decisions.decide import Decision, decide
from finaltable.decisions.pushes.push import SAMPLES as PUSH_SAMPLES
from finaltable.decisions.pushes.push import push
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.decisions.pushes.push_verdict import PushVerdict
from finaltable.decisions.verdict import Verdict
from finaltable.reviews.asked import PRECISE, Asked, Valued, nearer
from finaltable.reviews.commands import ahead_words, decide_line, model_words, push_line, table_words
from finaltable.reviews.decision import GoesIn, JudgedDecision
from finaltable.reviews.hand_table import NotReviewed
from finaltable.reviews.opponents import Held, Opponents
from finaltable.spots.spot import Spot

# Random boards if hero calls several players, and the part of the difference that the error may be then.
SAMPLES = ((20_000, 1.0), (200_000, 0.0))
PRECISE_TO = 16_000  # random boards if hero pushes; then any error that leaves the verdict clear is enough
TIMES = (0.5, 1.0, 2.0)  # sizes of an assumed range
FOLD = "fold"


def judge_all_in(asked: Asked, spot: Spot, opponents: Opponents, unsure: float) -> Valued:
    """Value the call of one or several all-ins against a fold; other players fold."""
    if opponents.source != "assumed":
        return call_against(asked, spot, opponents, unsure)
    sizes = [{seat: resized(hands, times) for seat, hands in opponents.held.items()} for times in TIMES]
    return nearer([call_against(asked, spot, replace(opponents, held=held), unsure) for held in sizes])


def resized(hands: Range | None, times: float) -> Range | None:
    """Return the best hands, some times as many as in a range; a random hand stays random.

    >>> str(resized(Range.read("TT+, AK"), 2.0))
    '77+, ATs+, AQo+'
    """
    share = 0.0 if hands is None else hands.combos / 1326
    return hands if share >= 1 or not share or times == 1 else Range.read(f"{min(100.0, 100 * times * share):.2f}%")


def call_against(asked: Asked, spot: Spot, opponents: Opponents, unsure: float) -> Valued:
    """Value the call of all-ins against given hands."""
    turn, table, setting = asked.turn, asked.table, asked.setting
    held = [opponents.held[seat] for seat in spot.all_in]
    if any(hands is None for hands in held):
        raise NotReviewed("the range of a player who is all-in is empty")
    options: dict[str, Any] = {"hand": asked.cards, "ranges": held, "models": setting.models}
    options["look_ahead"] = setting.look_ahead
    options |= {"tolerance": setting.tolerance, "threads": setting.threads, "progress": setting.progress}
    for samples, part in SAMPLES:
        found = decide(spot, samples=samples, **options)
        if found.showdown.exact or is_clear(found, part):
            break
    rest = [*table_words(spot, turn.seating.forced), *model_words([v.model for v in found.verdicts], setting.tolerance)]
    rest += ahead_words(setting.look_ahead)
    rest += [] if found.showdown.exact else ["--samples", str(samples)]
    named = [(table.names[asked.seat(name)], chips) for name, chips in turn.bets]
    line = decide_line(spot, named, str(found.hand), [str(hands) for hands in held], rest)
    seen = next(iter(found.look_ahead), None)
    verdicts = tuple(judged(asked, one, "call", one.call, unsure) for one in found.verdicts)
    return Valued(opponents, spot, verdicts, (line,), found.equity, None, seen)


def is_clear(found: Decision, part: float) -> bool:
    """Return whether the first model's error is less than a part of the difference."""
    return found.verdicts[0].error < part * abs(found.verdicts[0].difference)


def judge_over_bets(asked: Asked, spot: PushSpot, opponents: Opponents, unsure: float) -> Valued:
    """Value an all-in against given ranges."""
    setting, held = asked.setting, opponents.held
    options: dict[str, Any] = {"hand": asked.cards, "models": setting.models, "tolerance": setting.tolerance}
    options |= {"threads": setting.threads, "progress": setting.progress, "look_ahead": setting.look_ahead}
    options["folded_from"] = folded_from(asked, spot)
    if spot.callers:
        options["ranges"] = [held[seat] for seat in spot.callers]
    if spot.bettors:
        options["bet_with"] = [opponents.bets[seat] for seat in spot.bettors]
        if not spot.committed:
            options["bettor_calls"] = [within(held[seat], opponents.bets[seat]) or FOLD for seat in spot.bettors]
    found = push(spot, **options, enough=partial(is_known, asked))
    rest = table_words(spot, asked.turn.seating.forced)
    rest += model_words([v.model for v in found.verdicts], setting.tolerance) + ahead_words(setting.look_ahead)
    rest += [] if found.exact or found.samples == PUSH_SAMPLES else ["--samples", str(found.samples)]
    seen = next(iter(found.look_ahead), None)
    verdicts = tuple(judged(asked, one, "push", one.push, unsure, one.steal) for one in found.verdicts)
    return Valued(opponents, spot, verdicts, (push_line(found, rest),), found.equity, found.called, seen)


def is_known(asked: Asked, difference: float, error: float, samples: int) -> bool:
    """Return whether deals are enough for a verdict on a push: good, or a mistake whose cost is known well."""
    cost = difference if asked.turn.done == "fold" else -difference
    if cost < asked.smallest:
        return cost + error <= asked.smallest
    return error < cost * (PRECISE if samples < PRECISE_TO else 1.0)


def within(calls: Range | None, held: Range | None) -> Range | None:
    """Return the hands of one range that are in another.

    >>> str(within(Range.read("TT+, AK"), Range.read("88+, AQs+, AKo:0.5")))
    'TT+, AKs, AKo:0.5'
    """
    if calls is None or held is None:
        return None
    both = {number: min(weight, held.classes.get(number, 0.0)) for number, weight in calls.classes.items()}
    kept = {number: weight for number, weight in both.items() if weight > 0}
    return Range(kept) if kept else None


def folded_from(asked: Asked, spot: PushSpot) -> Held:
    """Return the given ranges of players who folded before hero: hands with which they would have pushed."""
    names = asked.turn.seating.hand.names
    return asked.given([names[seat] for seat in spot.folders], "push")


def judged(
    asked: Asked,
    one: Verdict | PushVerdict,
    goes_in: GoesIn,
    go_in: float,
    unsure: float,
    steal: float | None = None,
) -> JudgedDecision:
    """Return a model's verdict on a call or a push."""
    return JudgedDecision(
        model=one.model,
        goes_in=goes_in,
        done=asked.turn.done,
        difference=one.difference,
        error=one.error,
        uncertainty=unsure,
        smallest=asked.smallest,
        fold=one.fold,
        go_in=go_in,
        win=one.win,
        tie=one.tie,
        lose=one.lose,
        steal=steal,
        break_even=one.break_even,
    )
