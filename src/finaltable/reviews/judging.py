"""Value one decision in hindsight: hero's action against the alternative, under every model."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from finaltable.cards.hand import class_of, read_combo
from finaltable.cards.range import Range
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.equilibrium.look_ahead import SEAT, TOURNAMENT
from finaltable.equilibrium.nodes import DecisionNode
from finaltable.equilibrium.revalue import revalue
from finaltable.equilibrium.solution import Nash
from finaltable.errors import InputError
from finaltable.reviews.asked import Asked, Setting, Valued, is_open, nearer
from finaltable.reviews.certainty import TOLERANCES, is_arbitrary, uncertainty
from finaltable.reviews.chances import chances_of
from finaltable.reviews.commands import nash_lines
from finaltable.reviews.decision import HandEnd, JudgedDecision, LaterAction, Opponent, Reviewed
from finaltable.reviews.finding import FACING_ALL_IN, Turn
from finaltable.reviews.hand_table import NeverReached, NotReviewed
from finaltable.reviews.opponents import (
    Held,
    Opponents,
    acting_order,
    all_in_ranges,
    bet_with,
    callers_of,
    hero_node,
    solve_line,
)
from finaltable.reviews.showdowns import judge_all_in, judge_over_bets
from finaltable.reviews.solving import SolverWork, solved_once
from finaltable.spots.posted import Posted
from finaltable.spots.spot import Spot
from finaltable.table.table import Table

HANDS = 1326
Found = TypeVar("Found")
Raised = tuple["Nash", "DecisionNode"]  # an equilibrium in which hero raises or folds, and the raise


def judge_turn(turn: Turn, table: Table, number: int, setting: Setting) -> Reviewed:
    """Value a decision, or raise if that is impossible; where it cannot look ahead, the model alone judges it."""
    cards = turn.seating.hand.cards.get(turn.hero)
    if not cards:
        raise NotReviewed("hero's cards are unknown")
    if turn.kind == "open" and setting.look_ahead not in (TOURNAMENT, SEAT):  # hands ahead have no raises
        setting = replace(setting, look_ahead=None)
    asked = Asked(turn, table, number, cards, setting)
    try:
        return reviewed(asked, judge_facing(asked) if turn.kind in FACING_ALL_IN else judge_going_in(asked))
    except InputError as error:
        if setting.look_ahead is not None:
            return judge_turn(turn, table, number, replace(setting, look_ahead=None))
        if error.field == "all_in":
            raise NotReviewed("an all-in below the blinds of players still to act") from None
        raise NotReviewed(f"{error.field.partition('[')[0]} {error.rule}") from None


def judge_facing(asked: Asked) -> Valued:
    """Value the call of an all-in against a fold."""
    turn, spot = asked.turn, call_spot(asked)  # which is refused before anything is solved
    known = asked.given(turn.all_in)
    if len(known) == len(turn.all_in):
        return judge_all_in(asked, spot, Opponents(known, "given"), 0.0)
    if turn.effective > asked.setting.most_blinds:
        raise NotReviewed(f"an all-in with more than {asked.setting.most_blinds:g} big blinds: give ranges")

    def value(solved: Nash) -> Valued:
        node = hero_node(turn, solved)
        unsure = 0.0 if node is None else solved.pool * uncertainty(solved, node)
        if unsure == math.inf:
            raise NeverReached("the equilibrium never gets there, so its ranges are arbitrary: give ranges")
        source: Any = "assumed" if node is None else "given and equilibrium" if known else "equilibrium"
        held = {**all_in_ranges(turn, solved), **known}
        return judge_all_in(asked, spot, Opponents(held, source, solved, node), unsure)

    return until_clear(asked, {}, value, lambda found: found.verdicts[0])


def call_spot(asked: Asked) -> Spot:
    """Return the spot of a call."""
    turn = asked.turn
    bets: dict[Any, Any] = {asked.seat(name): chips for name, chips in turn.bets}
    return Spot.of(
        asked.table,
        hero=asked.seat(turn.hero),
        all_in=[asked.seat(name) for name in turn.all_in],
        folded=[asked.seat(name) for name in turn.folded],
        bets=bets,
        **asked.shared(),
    )


def judge_going_in(asked: Asked) -> Valued:
    """Value an all-in against a fold: first in, after limps or after a raise."""
    turn = asked.turn
    spot = push_spot(asked)
    names = turn.seating.hand.names
    behind = asked.given([names[seat] for seat in spot.callers], "call")
    opened = asked.given([names[seat] for seat in spot.bettors], "open")
    calls = asked.given([names[seat] for seat in spot.bettors], "call")
    if len(behind) + len(opened) + len(calls) == len(spot.callers) + 2 * len(spot.bettors):
        if turn.kind == "open":
            raise NotReviewed("hero raised less than all-in, and given ranges do not answer raises")
        return judge_over_bets(asked, spot, Opponents({**behind, **calls}, "given", bets=opened), 0.0)
    if not turn.usual or turn.kind in ("over_limp", "squeeze"):
        return judge_assumed(asked, spot, behind)
    return judge_in_equilibrium(asked, spot, locks_of(asked, spot, behind, opened, calls))


def push_spot(asked: Asked) -> PushSpot:
    """Return the spot of an all-in."""
    hero = asked.seat(asked.turn.hero)
    bets: dict[Any, Any] = {asked.seat(name): chips for name, chips in asked.turn.bets if asked.seat(name) != hero}
    return PushSpot.of(asked.table, hero=hero, bets=bets or None, **asked.shared())


def locks_of(asked: Asked, spot: PushSpot, behind: Held, opened: Held, calls: Held) -> dict[str, Range | None]:
    """Return the decisions of the equilibrium with a given range, by name."""
    names, hero = asked.table.names, asked.table.names[spot.hero]
    raiser = next((names[seat] for seat in spot.bettors), None)
    over = f"{raiser} raise, {hero}" if raiser else hero
    found = {f"{names[seat]} v {over}": hands for seat, hands in behind.items()}
    found |= {f"{names[seat]} raise": hands for seat, hands in opened.items()}
    return found | {f"{names[seat]} raise v {hero}": hands for seat, hands in calls.items()}


def judge_in_equilibrium(asked: Asked, spot: PushSpot, locks: Mapping[str, Range | None]) -> Valued:
    """Value an all-in if all others play the first model's equilibrium."""

    def value(solved: Nash) -> tuple[Nash, DecisionNode, JudgedDecision, Iterator[JudgedDecision], Raised | None]:
        node = going_in(asked.turn, solved)
        raised = raising_of(asked, asked.work(solved.tolerance)) if asked.turn.kind == "open" else None
        verdicts = by_models(asked, solved, node, raised)
        return solved, node, next(verdicts), verdicts, raised

    solved, node, first, others, raised = until_clear(asked, locks, value, lambda found: found[2])
    judged = (first, *others)  # the other models only for the last equilibrium
    held = callers_of(solved, node)
    opponents = Opponents(held, "given and equilibrium" if locks else "equilibrium", solved, node)
    equity, called = chances_of(asked.cards, held, bet_with(solved, node))
    names = [one.model for one in judged]
    lines = nash_lines(spot, asked.turn, solved, node, names, locks, asked.setting.look_ahead)
    if raised is not None:  # first the raise, which was played, then the all-in
        lines = nash_lines(spot, asked.turn, *raised, names, {}, asked.setting.look_ahead) + lines
    return Valued(opponents, spot, judged, lines, equity, called, solved.look_ahead)


def until_clear(
    asked: Asked,
    locks: Mapping[str, Range | None],
    value: Callable[[Nash], Found],
    verdict_of: Callable[[Found], JudgedDecision],
) -> Found:
    """Value a decision by a rough equilibrium; while the first model's verdict is open, by a more exact one.

    The players who folded before have folded as in the equilibrium, which leaves others more high cards. Before a
    raise, with which its game begins, and if the equilibrium never gets there, their cards are random.
    """
    if asked.turn.usual and asked.turn.raiser is not None:
        return search_until_clear(asked, locks, value, verdict_of, whole=False)
    try:
        return search_until_clear(asked, locks, value, verdict_of, whole=True)
    except NeverReached:
        return search_until_clear(asked, locks, value, verdict_of, whole=False)


def search_until_clear(
    asked: Asked,
    locks: Mapping[str, Range | None],
    value: Callable[[Nash], Found],
    verdict_of: Callable[[Found], JudgedDecision],
    *,
    whole: bool,
) -> Found:
    """Value a decision in the whole hand, or in the hand after the folds."""
    rough: list[Found] = []

    def enough(solved: Nash) -> bool:
        rough.append(value(solved))
        return not is_open(verdict_of(rough[-1]))

    solved = solve_line(asked.turn, asked.table, locks, asked.work(TOLERANCES[-1], enough), whole=whole)
    return rough[-1] if rough and not is_open(verdict_of(rough[-1])) else value(solved)


def going_in(turn: Turn, solved: Nash) -> DecisionNode:
    """Return hero's decision in the equilibrium, or raise if its answer to an all-in is arbitrary."""
    node = hero_node(turn, solved)
    if node is None or is_arbitrary(solved, node):
        raise NeverReached("the equilibrium never goes in there, so it has no answer to it")
    return node


def raising_of(asked: Asked, work: SolverWork) -> Raised:
    """Return the equilibrium in which hero raises or folds, and hero's raise there."""
    hero = asked.seat(asked.turn.hero)
    acting = acting_order(asked.turn.seating)
    folded = tuple(acting[: acting.index(hero)])
    solved = solved_once(asked.turn, asked.table, folded, {hero: asked.turn.bet}, (hero,), {}, work)
    place = solved.lineup.deciding.index(hero)
    node = DecisionNode(place, (), place)
    if is_arbitrary(solved, node):
        raise NotReviewed("the equilibrium never raises there, so it has no answer to it")
    return solved, node


def by_models(asked: Asked, solved: Nash, node: DecisionNode, raised: Raised | None) -> Iterator[JudgedDecision]:
    """Yield each model's verdict on an all-in; the opponents play the first model's equilibrium."""
    own = class_of(read_combo(asked.cards))
    options: dict[str, Any] = {"look_ahead": asked.setting.look_ahead, "threads": asked.setting.threads or 1}
    for place, model in enumerate(asked.setting.models):
        answer = solved if place == 0 else revalue(solved, model, **options)
        worth, error = float(answer.difference(node)[own]), answer.margin(node)
        unsure = uncertainty(answer, node, solved)
        raising = None
        if raised is not None:
            game, choice = raised
            other = game if place == 0 else revalue(game, model, **options)
            raising = float(solved.pool * other.difference(choice)[own])
            error = max(error, other.margin(choice))
            unsure = max(unsure, uncertainty(other, choice, game))
        yield JudgedDecision(
            model=answer.model,
            goes_in="push",
            done=asked.turn.done,
            difference=solved.pool * worth,
            error=solved.pool * error,
            uncertainty=solved.pool * unsure,
            smallest=asked.smallest,
            raising=raising,
        )


def judge_assumed(asked: Asked, spot: PushSpot, behind: Held) -> Valued:
    """Value an all-in over limps or calls of a raise, for which there is no equilibrium.

    Players behind call as they call an all-in first in. The players who bet are assumed to hold any hand and to fold,
    and to hold the best fifth of hands; then the first with the highest bet calls. Only what both have in common is a
    verdict.
    """
    bettors, put = list(spot.bettors), {asked.seat(name): chips for name, chips in asked.turn.bets}
    highest = max(put[seat] for seat in bettors)
    callers = [seat for seat in bettors if put[seat] == highest]
    found: list[Valued] = []
    for hands, calls in ((Range.read("random"), None), (Range.read("20%"), Range.read("20%"))):
        held: Held = dict(behind)
        if len(held) < len(spot.callers):
            first_in = solve_behind(asked, spot)
            held = {**first_in, **held}
        bets: Held = dict.fromkeys(bettors, hands)
        answers = {seat: calls if seat in callers else None for seat in bettors}
        asked_for = Opponents({**held, **answers}, "assumed", bets=bets)
        found.append(judge_over_bets(asked, spot, asked_for, 0.0))
    return nearer(found)


def solve_behind(asked: Asked, spot: PushSpot) -> Held:
    """Return the ranges with which the players behind call an all-in of hero, first in."""
    acting = [*spot.folders, *spot.bettors]
    solved = solved_once(asked.turn, asked.table, tuple(sorted(acting)), None, (), {}, asked.work(TOLERANCES[0]))
    return callers_of(solved, DecisionNode(solved.lineup.deciding.index(spot.hero), ()))


def reviewed(asked: Asked, found: Valued) -> Reviewed:
    """Build a reviewed decision."""
    turn, seating, hand = asked.turn, asked.turn.seating, asked.turn.seating.hand
    hero = seating.seat(turn.hero)
    return Reviewed(
        number=asked.number,
        hand=hand.id,
        file=hand.file,
        line=hand.line,
        kind=turn.kind,
        done=turn.done,
        cards=asked.cards,
        position=asked.table.names[hero],
        stack=float(seating.stacks[hero] / seating.forced.big_blind),
        effective=turn.effective,
        players=len(hand.seats),
        facing=turn.all_in,
        raised_by=None if turn.raiser == turn.hero else turn.raiser,
        opponents=tuple(opponent(hand.names[s], found.spot, s, held) for s, held in found.opponents.held.items()),
        source=found.opponents.source,
        equity=found.equity,
        called=found.called,
        verdicts=found.verdicts,
        look_ahead=found.look_ahead,
        spot=found.spot,
        commands=found.commands,
        end=end_of(turn, asked.table.names),
    )


def end_of(turn: Turn, positions: Sequence[str]) -> HandEnd:
    """Return the rest of the hand, with positions instead of names; hero's own cards are known."""
    hand = turn.seating.hand
    at = dict(zip(hand.names, positions, strict=False))  # players at other tables follow
    later = [
        LaterAction(at[one.player], one.act.value, one.amount, one.street.value, one.all_in)
        for one in hand.actions[turn.acted :]
    ]
    shown = {at[name]: cards for name, cards in hand.shown.items() if name != turn.hero}
    won = {at[name]: chips for name, chips in hand.collected.items()}
    return HandEnd(tuple(later), hand.boards[0] if hand.boards else None, shown, won)


def opponent(name: str, spot: Posted, seat: int, hands: Range | None) -> Opponent:
    """Return an opponent with a range."""
    share = 0.0 if hands is None else hands.combos / HANDS
    return Opponent(name, spot.table.names[seat], None if hands is None else str(hands), share)
