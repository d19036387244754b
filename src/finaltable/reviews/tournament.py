"""Review one tournament, hand by hand: decisions, luck, and the value of hero's chips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from finaltable.answers import Answer, json_fields
from finaltable.errors import InputError, counted
from finaltable.histories.hand import PlayedHand
from finaltable.histories.history import Summary
from finaltable.models import Model
from finaltable.reviews.asked import Setting
from finaltable.reviews.at_once import in_order
from finaltable.reviews.curve import (
    Account,
    Point,
    Value,
    bounties_won,
    outcomes_of,
    table_of,
    value_after,
    values_before,
)
from finaltable.reviews.decision import NotJudged, Reviewed
from finaltable.reviews.finding import Scene, find_turn, turns_of
from finaltable.reviews.hand_table import NotReviewed, Seating, seat_players
from finaltable.reviews.judging import judge_turn
from finaltable.reviews.luck import AllIn, find_all_in
from finaltable.reviews.payouts import Paid
from finaltable.reviews.players_left import Elsewhere, PlayersLeft
from finaltable.spots.outcome import Outcomes
from finaltable.table.numbers import Number, plain_number
from finaltable.table.options import Progress
from finaltable.table.table import Table


class ReviewRules(NamedTuple):
    """Options that describe a tournament."""

    elsewhere: Elsewhere
    left: int | None
    bounty_share: float
    most_blinds: float


@dataclass(frozen=True)
class Skipped(Answer):
    """Decisions that were not judged, for one reason."""

    reason: str
    """Why they were not judged."""
    numbers: tuple[int, ...]
    """Numbers of the hands."""

    in_json = json_fields("reason count numbers")

    @property
    def count(self) -> int:
        """Number of these decisions."""
        return len(self.numbers)


@dataclass(frozen=True)
class TournamentReview(Answer):
    """Cost of hero's decisions in one tournament."""

    id: str
    """The room's number of the tournament."""
    name: str
    """Name of the tournament."""
    room: str
    """The room that wrote the hands."""
    currency: str
    """Symbol or code; empty if unknown."""
    payouts: tuple[Number, ...]
    """Prizes from first place down."""
    payouts_from: str
    """"given", "summary", or the name of a structure."""
    pool: float
    """Sum of prizes and bounties."""
    hands: int
    """Number of hands that were read."""
    decisions: tuple[Reviewed, ...]
    """Decisions that were judged, in the order of play."""
    not_judged: tuple[NotJudged, ...]
    """Decisions that were not judged, in the order of play."""
    all_ins: tuple[AllIn, ...]
    """Hands in which luck is measured."""
    curve: tuple[Point, ...]
    """Hero's equity before each hand and after the last."""
    accounts: tuple[Account, ...]
    """One per model; zeros if the curve is empty."""
    warnings: tuple[str, ...]
    """Limits of the review, in sentences."""
    smallest: float = 0.0
    """A smaller cost is not called a mistake, in money."""

    in_json = json_fields(
        "id name room currency payouts payouts_from pool smallest hands decisions skipped not_judged all_ins curve "
        "accounts warnings",
        fractions=plain_number,
    )

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """Decisions that were not judged, by reason, the most frequent first."""
        found: dict[str, list[int]] = {}
        for one in self.not_judged:
            found.setdefault(one.reason, []).append(one.number)
        return tuple(Skipped(why, tuple(found[why])) for why in sorted(found, key=lambda why: -len(found[why])))


class ValuedHand(NamedTuple):
    """One hand, ready to be valued."""

    hand: PlayedHand
    number: int
    table: Table | None
    """Table with all players left in the tournament; None: stacks at other tables are unknown."""
    outcomes: tuple[Outcomes, ...]
    why: str
    seating: Seating | None
    """None if blinds and antes are unusual."""


def review_tournament(
    hands: Sequence[PlayedHand],
    paid: Paid,
    summary: Summary | None,
    hero: str,
    models: Sequence[Model],
    setting: Setting,
    rules: ReviewRules,
    progress: Progress | None = None,
) -> TournamentReview:
    """Review the hands of one tournament."""
    field = PlayersLeft.of(hands, hero, summary)
    threads = setting.threads or 1
    setting = replace(setting, threads=max(1, threads // len(hands)))
    seen = [prepare_hand(field, number, paid, models, setting, rules) for number in range(len(hands))]

    def review_hand(number: int, look: Progress | None) -> tuple[list[Reviewed | NotJudged], AllIn | None]:
        one = seen[number]
        found = list(decide_hand(one, hero, replace(setting, progress=look), rules))
        if one.table is None:
            return found, None
        return found, find_all_in(one.hand, hero, one.table, one.number, one.outcomes)

    judged = list(in_order(review_hand, len(hands), threads, progress))
    decisions = [one for found, _ in judged for one in found if isinstance(one, Reviewed)]
    skipped = [one for found, _ in judged for one in found if isinstance(one, NotJudged)]
    all_ins = [one for _, one in judged if one is not None]
    curve, ends = curve_of(seen, hero, all_ins, field, summary, len(models))
    first = hands[0].tournament
    tables = [one.table for one in seen if one.table is not None]
    pool = sum(map(float, paid.places)) + (tables[0].bounty_pool if tables else 0.0)
    return TournamentReview(
        id=first.id,
        name=first.name,
        room=hands[0].room,
        currency=first.currency or (summary.currency if summary else ""),
        payouts=paid.places,
        payouts_from=paid.source,
        pool=pool,
        hands=len(hands),
        decisions=tuple(decisions),
        not_judged=tuple(skipped),
        all_ins=tuple(all_ins),
        curve=curve,
        accounts=tuple(account_of(m, model, curve, ends, decisions, all_ins) for m, model in enumerate(models)),
        warnings=(*warnings_of(paid, field, seen, rules), *ahead_lines(decisions, setting)),
        smallest=setting.smallest * pool,
    )


def prepare_hand(
    field: PlayersLeft, number: int, paid: Paid, models: Sequence[Model], setting: Setting, rules: ReviewRules
) -> ValuedHand:
    """Return a hand with all players left in the tournament, if their stacks are known."""
    hand = field.hands[number]
    seating: Seating | None = None
    try:
        seating = seat_players(hand)
        names = seating.positions
    except NotReviewed:
        names = tuple(f"S{seat.seat}" for seat in hand.seats)
    try:
        elsewhere = field.stacks(number, rules.elsewhere, rules.left, sum(1 for place in paid.places if place))
        table = table_of(hand, names, elsewhere, paid.places, rules.bounty_share)
        outcomes = outcomes_of(table, models, setting.tolerance, setting.threads or 1)
    except NotReviewed as unknown:
        return ValuedHand(hand, number + 1, None, (), str(unknown), seating)
    except InputError as error:
        return ValuedHand(hand, number + 1, None, (), f"{error.field} {error.rule}", seating)
    return ValuedHand(hand, number + 1, table, tuple(outcomes), "", seating)


def decide_hand(one: ValuedHand, hero: str, setting: Setting, rules: ReviewRules) -> Iterator[Reviewed | NotJudged]:
    """Yield hero's decisions in a hand, with a verdict or with the reason why they are not judged."""
    for action, before in turns_of(one.hand, hero):
        position, effective = "", 0.0
        try:
            seating = one.seating or seat_players(one.hand)  # which raises the reason
            position, effective = seating.positions[seating.seat(hero)], Scene(seating, action, before).effective
            turn = find_turn(seating, action, before, rules.most_blinds)
            if one.table is None:
                raise NotReviewed(one.why)
            yield judge_turn(turn, one.table, one.number, setting)
        except NotReviewed as reason:
            yield NotJudged(one.number, one.hand.id, position, effective, str(reason))


def curve_of(
    seen: Sequence[ValuedHand],
    hero: str,
    all_ins: Sequence[AllIn],
    field: PlayersLeft,
    summary: Summary | None,
    models: int,
) -> tuple[tuple[Point, ...], tuple[Value, ...] | None]:
    """Return the values of hero's chips before every hand and after the last, and that last value."""
    luck = {one.number: [each.value for each in one.luck] for one in all_ins}
    so_far, cash = [0.0] * models, 0.0
    before = iter(values_before([(one.hand, one.outcomes) for one in seen if one.outcomes], hero))
    points = []
    for one in seen:
        values = next(before) if one.outcomes else None
        points.append(point(one.number, one.hand.id, left_in(one, field), values, cash, so_far))
        so_far = [a + b for a, b in zip(so_far, luck.get(one.number, [0.0] * models), strict=True)]
        cash += bounties_won(one.hand, hero)
    last = seen[-1]
    if not last.outcomes:
        return tuple(points), None
    ends = value_after(last.hand, hero, last.outcomes, summary)
    gone = sum(1 for chips in last.hand.stacks_after.values() if not chips)
    points.append(point(last.number + 1, "", left_in(last, field) - gone, ends, cash, so_far))
    return tuple(points), tuple(Value(one.money + cash, one.error) for one in ends)


def left_in(one: ValuedHand, field: PlayersLeft) -> int:
    """Return the number of players left in a hand; a lower bound if it is unknown."""
    return one.table.live if one.table is not None else field.at_least[one.number - 1]


def point(
    number: int, hand: str, left: int, values: Sequence[Value] | None, cash: float, luck: Sequence[float]
) -> Point:
    """Return a point of the curve."""
    if values is None:
        return Point(number, hand, left, None, None)
    money = tuple(one.money + cash for one in values)
    return Point(number, hand, left, money, tuple(a - b for a, b in zip(money, luck, strict=True)))


def account_of(
    m: int,
    model: Model,
    curve: Sequence[Point],
    ends: Sequence[Value] | None,
    decisions: Sequence[Reviewed],
    all_ins: Sequence[AllIn],
) -> Account:
    """Return the sources of hero's money, by one model."""
    known = [one.values for one in curve if one.values is not None]
    start = known[0][m] if known else 0.0
    end = ends[m].money if ends is not None else known[-1][m] if known else 0.0
    mistakes = sum(one.verdicts[m].cost for one in decisions)
    luck = sum(one.luck[m].value for one in all_ins)
    errors = (
        [one.verdicts[m].error for one in decisions if one.verdicts[m].cost],
        [one.luck[m].error for one in all_ins],
    )
    return Account(model.name, start, end, mistakes, luck, max(map(sum, errors)))


def ahead_lines(decisions: Sequence[Reviewed], setting: Setting) -> Iterator[str]:
    """Yield how many hands look ahead, and how many cannot."""
    if setting.look_ahead is None:
        return
    seen = {one.number: one.look_ahead for one in decisions if one.look_ahead is not None}
    if seen:
        worst = 100 * max(one.tolerance for one in seen.values())
        verb = "is" if len(seen) == 1 else "are"
        rest = f"judged by what follows, push or fold, solved to {worst:g} % of the pool."
        yield f"{counted(len(seen), 'hand')} {verb} {rest}"
    alone = {one.number for one in decisions if one.look_ahead is None}
    if alone:
        verb = "is" if len(alone) == 1 else "are"
        rest = "judged without hands ahead: raises, bounties, other tables, too many players, or too little time."
        yield f"{counted(len(alone), 'hand')} {verb} {rest}"


def warnings_of(paid: Paid, field: PlayersLeft, seen: Sequence[ValuedHand], rules: ReviewRules) -> Iterator[str]:
    """Yield what a reader must know about the numbers."""
    if paid.flat:
        yield "Several places are paid alike, as in a satellite or a double-or-nothing: only survival counts."
    unknown = sum(1 for one in seen if one.table is None)
    if unknown:
        has = "has" if unknown == 1 else "have"
        yield f"{counted(unknown, 'hand')} {has} no value: more players may be left than at the table. Give stacks."
    guessed = sum(1 for one, final in zip(seen, field.final, strict=True) if one.table is not None and not final)
    if guessed and rules.elsewhere is None and rules.left is None:
        verb = "is" if guessed == 1 else "are"
        yield f"{counted(guessed, 'hand')} {verb} valued as a final table: the files mention no other tables."
    if rules.elsewhere == "average":
        yield "Players at other tables count as equal stacks."
