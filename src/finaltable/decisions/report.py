"""Report of a decision to call or fold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.decisions.report_bounty import bounty_parts
from finaltable.equilibrium.report import ahead_lines
from finaltable.models import dcm_model
from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, amount, listed, title, upper
from finaltable.table.table import plain_number

if TYPE_CHECKING:
    from finaltable.decisions.decide import Decision
    from finaltable.decisions.pushes.push import PushDecision
    from finaltable.decisions.verdict import Verdict
    from finaltable.spots.spot import Spot
    from finaltable.table.table import Number

MOST_NAMED = 6  # names in a sentence
LONG = 60  # characters of a range
TONES = {"call": "good", "fold": "loss", "too close": "quiet"}


def decision_report(decision: Decision, currency: str = "") -> Report:
    """Return the spot in a few lines, a row for each model, and whether they agree."""
    purse = MoneyFormat.of(decision.spot.table.pool, currency)
    parts: list[Part] = [Note(line, "") for line in spot_lines(decision)]
    parts += [Note(""), verdict_grid(decision, purse), Note(""), *bounty_parts(decision, purse)]
    parts += [Note(line, "strong") for line in conclusion(decision)]
    parts += [Note(line) for line in small_print(decision, currency)]
    return Report(tuple(parts))


def spot_lines(decision: Decision) -> list[str]:
    """Return lines about the all-in players, the chips to call, and hero's equity."""
    spot, names = decision.spot, decision.spot.table.names
    villains = listed([names[seat] for seat in spot.all_in])
    are = "is" if len(spot.all_in) == 1 else "are"
    lines = [
        f"{names[spot.hero]} to act: {villains} {are} all-in, {chips(spot.to_call)} to call for a pot of "
        f"{chips(spot.pot)} (pot odds {100 * float(spot.to_call / (spot.pot + spot.to_call)):.2f} %)"
        f"{'' if spot.button is None else f'; {names[spot.button]} has the button'}."
    ]
    if decision.hand is not None:
        held = [in_tenths(hands, decision) for hands in decision.ranges]
        against = listed([f"{names[seat]}: {hands}" for seat, hands in zip(spot.all_in, held, strict=True)])
        lines.append(f"{names[spot.hero]} holds {decision.hand} against {against}.")
    lines.append(f"Equity {100 * decision.equity:.2f} %{win_and_tie(decision)}.")
    return lines


def chips(value: Number) -> str:
    """Return a number of chips."""
    return amount(plain_number(value))


def win_and_tie(decision: Decision) -> str:
    """Return how often hero wins and ties; empty against several players, or without ties."""
    orders = decision.showdown.orders
    if len(decision.spot.all_in) > 1 or not orders.get((0, 0)):
        return ""
    return f" (wins {100 * orders[0, 1]:.2f} %, ties {100 * orders[0, 0]:.2f} %)"


def verdict_grid(decision: Decision, purse: MoneyFormat) -> Grid:
    """Return a row for each model."""
    single = len(decision.spot.all_in) == 1
    middle = ("and win", "and split", "and lose") if single else ()
    header = ("Model", "fold", "call", *middle, "call - fold", *(("break-even",) if single else ()), "verdict")
    rows = tuple(verdict_row(verdict, purse, single) for verdict in decision.verdicts)
    return Grid(header, rows, left=frozenset({0, len(header) - 1}))


def verdict_row(verdict: Verdict, purse: MoneyFormat, single: bool) -> tuple[Cell | str, ...]:
    """Return the row of one model."""
    row: list[Cell | str] = [title(verdict.model), purse.money(verdict.fold), purse.money(verdict.call)]
    if single:
        row += [purse.money(value) for value in (verdict.win, verdict.tie, verdict.lose) if value is not None]
    row.append(Cell(purse.signed(verdict.difference), purse.tone(verdict.difference)))
    if single:
        row.append(from_equity(1.0 if verdict.break_even is None else verdict.break_even))
    row.append(Cell(verdict.recommendation, TONES[verdict.recommendation]))
    return tuple(row)


def conclusion(decision: Decision) -> list[str]:
    """Return lines about whether the models agree, and the equity each of them needs."""
    if len(decision.verdicts) < 2:
        return []
    words = {verdict.recommendation for verdict in decision.verdicts}
    verdicts = [f"{title(verdict.model)} says {verdict.recommendation}" for verdict in decision.verdicts]
    lines = [f"All models say {words.pop()}." if len(words) == 1 else f"{listed(verdicts)}."]
    if decision.disagreement is not None:
        points = sorted((1.0 if v.break_even is None else v.break_even, title(v.model)) for v in decision.verdicts)
        if points[-1][0] - points[0][0] < 0.001:
            return [*lines, f"All of them call from about {100 * points[0][0]:.1f} %.", *alone_words(decision)]
        calls = [f"{name} {from_equity(point)}" for point, name in points]
        lines.append(f"Equity needed to call: {listed(calls)}. In between they disagree.")
    return lines + alone_words(decision)


def alone_words(decision: Decision) -> list[str]:
    """Return a warning if only DCM disagrees: ICM predicted real results better."""
    alone = [verdict for verdict in decision.verdicts if verdict.model == dcm_model().name]
    others = [verdict for verdict in decision.verdicts if verdict not in alone]
    words = {verdict.recommendation for verdict in others}
    if not alone or len(words) != 1 or alone[0].recommendation in words:
        return []
    name = title(alone[0].model)
    only = f"Only {name} says {alone[0].recommendation}; " if len(others) > 1 else ""
    return [f"{only}ICM predicted real results better than {name} did."]


def from_equity(point: float) -> str:
    """Return the equity from which a model calls."""
    return {0.0: "always", 1.0: "never"}.get(point, f"{100 * point:.2f} %")


def small_print(decision: Decision, currency: str) -> list[str]:
    """Return lines about errors and assumptions."""
    worst = max(verdict.error for verdict in decision.verdicts)
    seen = decision.showdown
    how = "as given" if decision.hand is None else "exact" if seen.exact else f"from {seen.boards:,} random boards"
    given = "" if decision.chart is None else " with these ranges"
    lines = [f"Differences are right to {currency}{upper(worst)}{given}; the equity is {how}."]
    lines += [*folder_lines(decision), *chart_lines(decision, bool(decision.spot.bettors))]
    return [*lines, *ahead_words(decision), *to_act_words(decision.spot)]


def folder_lines(decision: Decision | PushDecision) -> list[str]:
    """Return lines about the cards of the players who folded before hero."""
    names = decision.spot.table.names
    given: dict[str | None, list[str]] = {}
    for folder in decision.folders:
        given.setdefault(folder.hands, []).append(names[folder.seat])
    lines = [
        f"{listed(some)} folded before hero, and would have played {in_short(hands)}."
        for hands, some in given.items()
        if hands
    ]
    if unknown := given.get(None):
        lines.append(
            f"{listed(unknown)} folded before hero. Their cards are random here, which can change close verdicts: "
            "give the ranges they would have played (folded from)."
        )
    return lines


def in_short(hands: str) -> str:
    """Return a range, or its share of all hands if it is long."""
    from finaltable.cards.range import Range

    return hands if len(hands) <= LONG else f"{100 * Range.read(hands).combos / 1326:.1f} % of hands"


def in_tenths(hands: str, decision: Decision | PushDecision) -> str:
    """Return a range with its weights in tenths, as charts show them, if ranges come from an equilibrium."""
    from finaltable.cards.range import Range

    if decision.chart is None or ":" not in hands:
        return hands
    held = Range.read(hands)
    classes = {number: round(weight, 1) for number, weight in held.classes.items() if round(weight, 1) > 0}
    return str(Range(classes)) if classes and not held.singles else hands


def chart_lines(decision: Decision | PushDecision, raised: bool) -> list[str]:
    """Return a line about the equilibrium from which ranges come."""
    if decision.chart is None:
        return []
    game = "with this raise, in which no player sees a flop" if raised else "of push or fold"
    return [f"Ranges come from the equilibrium {game}; its exploitability is {upper(decision.chart)} of the pool."]


def ahead_words(decision: Decision | PushDecision) -> list[str]:
    """Return lines about the hands after this one."""
    models = [verdict.model for verdict in decision.verdicts]
    pairs = zip(decision.look_ahead, models, strict=False)
    return [line for ahead, model in pairs for line, _ in ahead_lines(ahead, model)]


def to_act_words(spot: Spot) -> list[str]:
    """Return a line about the players who act after hero."""
    names = spot.table.names
    if spot.to_act is None:
        return ["The button is unknown, and so are the players still to act: all others are assumed to fold."]
    if not spot.to_act:
        return []
    many = len(spot.to_act) > MOST_NAMED
    players = f"{len(spot.to_act)} players" if many else listed([names[seat] for seat in spot.to_act])
    return [f"{players} {'is' if len(spot.to_act) == 1 else 'are'} still to act and assumed to fold."]
