"""Value one decision in hindsight: hero's action against the alternative, under every model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from finaltable.answers import Answer, json_fields
from finaltable.cards.hand import class_of, read_combo
from finaltable.cards.range import Range
from finaltable.decisions.decide import decide
from finaltable.decisions.pushes.push import push
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.decisions.pushes.push_verdict import PushVerdict
from finaltable.decisions.verdict import Verdict
from finaltable.equilibrium.response import respond
from finaltable.equilibrium.solution import Nash
from finaltable.errors import InputError
from finaltable.models import Choice
from finaltable.reviews.commands import decide_line, model_words, nash_lines, push_line, table_words
from finaltable.reviews.finding import Done, Turn
from finaltable.reviews.hand_table import NotReviewed
from finaltable.reviews.opponents import GivenRanges, Opponents, SolverWork, opponents_of
from finaltable.spots.posted import Posted
from finaltable.spots.spot import Player, Spot
from finaltable.table.options import Progress
from finaltable.table.table import Table

SAMPLES = 200_000  # random boards if hero meets several players
FEW_SAMPLES = 10_000  # random boards if only equities are shown
HANDS = 1326
Better = Literal["call", "push", "fold", "too close", "no difference"]


@dataclass(frozen=True)
class Setting:
    """Options for judging decisions."""

    models: tuple[Choice, ...]
    ranges: GivenRanges
    tolerance: float
    threads: int | None
    progress: Progress | None = None


@dataclass(frozen=True)
class JudgedDecision(Answer):
    """Verdict of one model on hero's action."""

    model: str
    """Name of the model."""
    kind: Literal["call", "push"]
    done: Done
    difference: float
    """The value of calling or pushing minus that of folding, in money."""
    error: float
    """The difference is no further from its exact value than this against given ranges. Against an equilibrium it is
    the margin of the search; another equilibrium may differ by more."""
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

    in_json = json_fields("model difference fold go_in win tie lose steal break_even error gain cost better")

    @property
    def gain(self) -> float:
        """Value of hero's action minus that of the alternative; negative for a mistake."""
        return -self.difference if self.done == "fold" else self.difference

    @property
    def cost(self) -> float:
        """Cost of the decision: 0 if it was right, or too close to call."""
        return -self.gain if self.gain < -self.error else 0.0

    @property
    def better(self) -> Better:
        """Better action, "too close" to call, or "no difference" if even winning and losing are worth the same."""
        if self.win is not None and self.lose is not None and abs(self.win - self.lose) <= self.error:
            return "no difference"
        if abs(self.gain) <= self.error:
            return "too close"
        return self.kind if self.difference > 0 else "fold"


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
    kind: Literal["call", "push"]
    """The decision: call or fold, or push or fold."""
    done: Done
    """The action that hero took."""
    cards: str
    """Hero's cards."""
    position: str
    """Hero's position."""
    stack: float
    """Hero's stack in big blinds."""
    players: int
    """Number of players at the table."""
    facing: tuple[str, ...]
    """Players who are all-in."""
    opponents: tuple[Opponent, ...]
    """Players who are all-in or may call, with their ranges."""
    source: str
    """Source of the ranges: "given", "equilibrium" or both."""
    equity: float | None
    """Hero's equity if the hand is played out; None: no player ever calls."""
    called: float | None
    """Probability that a push is called; None for a call."""
    verdicts: tuple[JudgedDecision, ...]
    """One per model."""
    spot: Spot | PushSpot
    commands: tuple[str, ...]
    """Commands that print these numbers again: one for all models, or one per model."""

    in_json = json_fields(
        "number hand file line kind done cards position stack players facing opponents source equity called verdicts "
        "disputed reason commands"
    )

    @property
    def cost(self) -> float:
        """Cost by the first model."""
        return self.verdicts[0].cost

    @property
    def disputed(self) -> bool:
        """Whether models with a clear verdict disagree."""
        return len({one.better for one in self.verdicts} - {"too close", "no difference"}) > 1

    @property
    def reason(self) -> str:
        """Reason for the first model's verdict, in a sentence."""
        from finaltable.reviews.reasons import reason_of

        return reason_of(self)


def judge_turn(turn: Turn, table: Table, number: int, setting: Setting) -> Reviewed:
    """Value a decision, or raise if that is impossible."""
    hand = turn.seating.hand
    cards = hand.cards.get(turn.hero)
    if not cards:
        raise NotReviewed("hero's cards are unknown")
    try:
        judge = judge_call if turn.kind == "call" else judge_push
        return judge(turn, table, number, cards, setting)
    except InputError as error:
        if error.field == "all_in":
            raise NotReviewed("a player with chips left has put in as much as the all-in") from None
        raise NotReviewed(f"{error.field} {error.rule}") from None


def judge_call(turn: Turn, table: Table, number: int, cards: str, setting: Setting) -> Reviewed:
    """Value a call against a fold."""
    seating, forced = turn.seating, turn.seating.forced
    spot = Spot.of(
        table,
        hero=seating.seat(turn.hero),
        all_in=[seating.seat(name) for name in turn.all_in],
        folded=[seating.seat(name) for name in turn.folded],
        bets={seating.seat(name): chips for name, chips in turn.bets},
        **shared(turn, table),  # type: ignore[arg-type]
    )
    known = find_opponents(turn, table, spot.all_in, setting)
    ranges = [known.held[seat] for seat in spot.all_in]
    if any(hands is None for hands in ranges):
        raise NotReviewed("the range of a player who is all-in is empty")
    options = {"samples": SAMPLES, "tolerance": setting.tolerance, "threads": setting.threads}
    found = decide(
        spot,
        hand=cards,
        ranges=ranges,  # type: ignore[arg-type]
        models=setting.models,
        progress=setting.progress,
        **options,  # type: ignore[arg-type]
    )
    rest = [*table_words(spot, forced), *model_words([one.model for one in found.verdicts], setting.tolerance)]
    rest += ["--samples", str(SAMPLES)] if len(spot.all_in) > 1 else []
    bets = [(table.names[seating.seat(name)], chips) for name, chips in turn.bets]
    line = decide_line(spot, bets, str(found.hand), [str(hands) for hands in ranges], rest)
    verdicts = tuple(judged(one, "call", turn.done, one.call) for one in found.verdicts)
    return reviewed(turn, table, number, known, spot, verdicts, (line,), (found.equity, None))


def judge_push(turn: Turn, table: Table, number: int, cards: str, setting: Setting) -> Reviewed:
    """Value a push against a fold."""
    seating = turn.seating
    spot = PushSpot.of(table, hero=seating.seat(turn.hero), **shared(turn, table))  # type: ignore[arg-type]
    known = find_opponents(turn, table, spot.callers, setting)
    ranges = [known.held[seat] for seat in spot.callers]
    options: dict[str, Any] = {
        "hand": cards,
        "ranges": ranges,
        "tolerance": setting.tolerance,
        "threads": setting.threads,
        "progress": setting.progress,
    }
    if known.solved is not None:  # only the probability of a call and the equity come from the deals
        found = push(spot, models=setting.models[:1], samples=FEW_SAMPLES, **options)
        verdicts, lines = against_equilibrium(turn, spot, known, known.solved, cards, setting)
        return reviewed(turn, table, number, known, spot, verdicts, lines, (found.equity, found.called))
    found = push(spot, models=setting.models, folded_from=folded_from(turn, spot, setting), **options)
    rest = [*table_words(spot, seating.forced), *model_words([v.model for v in found.verdicts], setting.tolerance)]
    line = push_line(found, rest)
    verdicts = tuple(judged(one, "push", turn.done, one.push, one.steal) for one in found.verdicts)
    return reviewed(turn, table, number, known, spot, verdicts, (line,), (found.equity, found.called))


def folded_from(turn: Turn, spot: PushSpot, setting: Setting) -> dict[Player, Range | str | None]:
    """Return the given ranges of players who folded before hero: hands with which they would have pushed."""
    seating = turn.seating
    held = {
        seat: setting.ranges.find(seating.hand.names[seat], seating.positions[seat], "push") for seat in spot.folders
    }
    return {seat: hands for seat, hands in held.items() if hands != "unknown"}


def against_equilibrium(
    turn: Turn, spot: PushSpot, known: Opponents, solved: Nash, cards: str, setting: Setting
) -> tuple[tuple[JudgedDecision, ...], tuple[str, ...]]:
    """Return the value of a push if all others play the first model's equilibrium, under every model."""
    own, found = class_of(read_combo(cards)), []
    for model in setting.models:
        answer = respond(solved, spot.hero, model, threads=setting.threads, progress=setting.progress)
        if answer.interrupted:
            raise KeyboardInterrupt
        node = answer.find(spot.hero)
        worth, error = float(answer.pool * answer.difference(node)[own]), answer.pool * answer.margin(node)
        found.append(JudgedDecision(answer.model, "push", turn.done, worth, error))
    given = {seat: hands for seat, hands in known.held.items() if seat in known.given}
    lines = nash_lines(spot, turn.seating.forced, solved, [one.model for one in found], given)
    return tuple(found), lines


def shared(turn: Turn, table: Table) -> Mapping[str, object]:
    """Return the arguments that all spots of a hand share."""
    seating = turn.seating
    elsewhere = range(len(seating.hand.seats), table.players)
    return {"button": seating.button, "elsewhere": elsewhere, **seating.forced._asdict()}


def find_opponents(turn: Turn, table: Table, seats: Sequence[int], setting: Setting) -> Opponents:
    """Return the opponents' ranges; the equilibrium is that of the first model."""
    return opponents_of(
        turn, table, seats, setting.ranges, SolverWork(setting.models[0], setting.threads, setting.progress)
    )


def judged(
    one: Verdict | PushVerdict, kind: Literal["call", "push"], done: Done, go_in: float, steal: float | None = None
) -> JudgedDecision:
    """Return a model's verdict on a call or a push."""
    return JudgedDecision(
        one.model,
        kind,
        done,
        one.difference,
        one.error,
        fold=one.fold,
        go_in=go_in,
        win=one.win,
        tie=one.tie,
        lose=one.lose,
        steal=steal,
        break_even=one.break_even,
    )


def reviewed(
    turn: Turn,
    table: Table,
    number: int,
    known: Opponents,
    spot: Spot | PushSpot,
    verdicts: tuple[JudgedDecision, ...],
    commands: tuple[str, ...],
    chances: tuple[float | None, float | None],
) -> Reviewed:
    """Build a reviewed decision."""
    seating, hand = turn.seating, turn.seating.hand
    hero = seating.seat(turn.hero)
    return Reviewed(
        number=number,
        hand=hand.id,
        file=hand.file,
        line=hand.line,
        kind=turn.kind,
        done=turn.done,
        cards=hand.cards[turn.hero],
        position=table.names[hero],
        stack=float(seating.stacks[hero] / seating.forced.big_blind),
        players=len(hand.seats),
        facing=turn.all_in,
        opponents=tuple(opponent(hand.names[s], spot, s, hands) for s, hands in known.held.items()),
        source=known.source,
        equity=chances[0],
        called=chances[1],
        verdicts=verdicts,
        spot=spot,
        commands=commands,
    )


def opponent(name: str, spot: Posted, seat: int, hands: Range | None) -> Opponent:
    """Return an opponent with a range."""
    share = 0.0 if hands is None else hands.combos / HANDS
    return Opponent(name, spot.table.names[seat], None if hands is None else str(hands), share)
