"""A spot as a question, its answer and the reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, amount, ordinal, title
from finaltable.training.report_open import WORDS, open_report, open_score_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from finaltable.training.decision_chart import AnswerScore, Painted
    from finaltable.training.session import Training
    from finaltable.training.training_spot import ModelView, TrainingSpot

SHOWN = 8  # costliest hands of a painted range


def training_report(found: Training) -> Report:
    """Return the spots with their answers, one per line."""
    header = ("Spot", "Decision", "Hand", "Stack", "Play", "Worth", "Needs", "Has")
    rows = tuple(answer_row(number, spot) for number, spot in enumerate(found.spots, start=1))
    notes = [Note(f"Not asked: {reason}.") for reason in found.skipped]
    return Report(
        (Grid(header, rows, left=frozenset({0, 1, 2})), Note(f"Seed {found.seed}, {found.settings}."), *notes)
    )


def answer_row(number: int, spot: TrainingSpot) -> tuple[str, ...]:
    """Return a spot and its answer as a row."""
    chart = spot.chart
    own = f"{chart.seat} raise" if chart.raised_by == chart.seat else chart.seat
    others = [f"{chart.raised_by} raise"] if chart.raised_by not in (None, chart.seat) else []
    others += chart.facing
    facing = f"{own} v {', '.join(others)}" if others else own
    worth = MoneyFormat.of(chart.pool).signed(max((spot.own.difference, *spot.raises[:1])))
    return (str(number), facing, spot.hand, f"{spot.depth:g} bb", best_word(spot), worth, *equity_words(spot))


def best_word(spot: TrainingSpot) -> str:
    """Return the best action, in a word."""
    return best_of(spot, spot.hand)


def equity_words(spot: TrainingSpot) -> tuple[str, str]:
    """Return the equity needed and the hand's equity; nothing for three actions, which no one equity decides."""
    if spot.raises:
        return "", ""
    return share(spot.own.needed), share(spot.equity)


def share(value: float | None) -> str:
    """Return a fraction in %; "never" for None."""
    return "never" if value is None else f"{100 * value:.1f} %"


def question_report(spot: TrainingSpot) -> Report:
    """Return the table of a spot."""
    chart, layout = spot.chart, spot.chart.layout
    purse = MoneyFormat.of(chart.pool)
    bounties = bool(layout.bounties)
    rows = []
    for seat, (name, stack) in enumerate(zip(layout.names, layout.stacks, strict=True)):
        depth = f"{float(stack) / float(layout.big_blind):.1f} bb"
        bounty = (purse.money(layout.bounties[seat]),) if bounties else ()
        row = (Cell(name, "strong" if name == chart.seat else ""), amount(stack), depth, *bounty, role(spot, name))
        rows.append(row)
    header = ("Seat", "Stack", "", *(("Bounty",) if bounties else ()), "")
    posted = f"Blinds {amount(layout.small_blind)}/{amount(layout.big_blind)}"
    posted += f", ante {amount(layout.ante)}" if layout.ante else ""
    posted += f", big blind ante {amount(layout.big_blind_ante)}" if layout.big_blind_ante else ""
    flats = " No player calls a raise to see a flop." if layout.raise_to else ""
    prizes = ", ".join(f"{ordinal(place)} {amount(prize)}" for place, prize in enumerate(layout.payouts, start=1))
    return Report(
        (
            Note(f"{posted}. Prizes: {prizes}.{flats}", ""),
            Grid(header, tuple(rows), left=frozenset({0, len(header) - 1})),
        )
    )


def role(spot: TrainingSpot, name: str) -> str:
    """Return the action of a seat."""
    if name == spot.chart.seat:
        return "you"
    if name in spot.chart.facing:
        return "all-in"
    if name == spot.chart.raised_by:
        return f"raises to {amount(spot.chart.layout.raise_to)}"
    order = acting(spot)
    if spot.chart.raised_by == spot.chart.seat and spot.chart.facing:
        return "folds"
    return "folds" if order.index(name) < order.index(spot.chart.seat) else ""


def acting(spot: TrainingSpot) -> Sequence[str]:
    """Return the seats in the order they act."""
    from finaltable.training.spot_table import seat_order

    return seat_order(spot.chart.layout)


def asked_line(spot: TrainingSpot) -> str:
    """Return the question."""
    chart = spot.chart
    if chart.facing:
        stakes = f"call {amount(spot.price)} to win {amount(spot.pot)}"
        raised = f"You raised to {amount(chart.layout.raise_to)}. " if chart.raised_by else ""
        return f"{raised}{chart.facing[0]} is all-in. {spot.hand} in the {chart.seat}: {stakes}?"
    if chart.raised_by and not spot.raises:
        raised = f"{chart.raised_by} raises to {amount(chart.layout.raise_to)}"
        return f"{raised}. {spot.hand} in the {chart.seat}: push {amount(spot.price)}?"
    before = "first to act" if acting(spot)[0] == chart.seat else "all before you folded"
    choices = f"raise to {amount(chart.layout.raise_to)} or go all-in for" if spot.raises else "push"
    return f"{spot.hand} in the {chart.seat}, {before}: {choices} {amount(spot.price)}?"


def score_line(spot: TrainingSpot, score: AnswerScore, answer: str) -> Note:
    """Return whether an answer was right, and its cost."""
    if spot.raises:
        return open_score_line(spot, score, answer)
    purse = MoneyFormat.of(spot.chart.pool)
    worth = purse.signed(spot.own.difference)
    action = spot.chart.action
    if score.best == "either":
        return Note(f"Either: {action} and fold are too close to call.", "good")
    best = (action if score.best == "in" else "fold").upper()
    if score.right:
        return Note(f"Right: {best}. A {action} is worth {worth} by {title(spot.chart.model)}.", "good")
    wrong = "fold" if answer == "fold" else action
    verdict = f"{best} is right: a {action} is worth {worth} by {title(spot.chart.model)}."
    return Note(f"{verdict} Your {wrong} cost {purse.money(score.lost)}.", "bad")


def why_report(spot: TrainingSpot) -> Report:
    """Return the reasons: equity, money by model, and three sentences; for three actions the value of each."""
    if spot.raises:
        return open_report(spot)
    parts: list[Part] = [Note(equity_line(spot), ""), money_grid(spot)]
    parts += [Note(f"- {reason}", "") for reason in reasons(spot)]
    return Report(tuple(parts))


def equity_line(spot: TrainingSpot) -> str:
    """Compare the hand's equity with the equity needed."""
    hands = f"{spot.opponent}'s {100 * spot.range:.0f} % of hands"
    need = spot.own.needed
    must = "no equity is enough" if need is None else f"you need {share(need)}" if need else "any equity is enough"
    if spot.folds is None:
        return f"You win {share(spot.equity)} against {hands}; {must}."
    called = f"Called, you win {share(spot.equity)}, mostly against {hands}"
    return f"All fold {share(spot.folds)} of the time. {called}; {must}."


def money_grid(spot: TrainingSpot) -> Grid:
    """Return the values of fold, win and lose under every model."""
    purse = MoneyFormat.of(spot.chart.pool)._replace(decimals=0 if spot.chart.pool >= 1000 else 2)
    exact = MoneyFormat.of(spot.chart.pool)
    action = spot.chart.action.capitalize()
    names = ("Fold", *(("All fold",) if spot.folds is not None else ()), f"{action}, win", f"{action}, lose")
    fields = ("fold", *(("steal",) if spot.folds is not None else ()), "win", "lose")
    rows: list[tuple[Cell | str, ...]] = [
        (name, *(purse.money(getattr(view, field)) for view in spot.views))
        for name, field in zip(names, fields, strict=True)
    ]
    rows.append(
        (f"{action} - fold", *(Cell(exact.signed(view.difference), exact.tone(view.difference)) for view in spot.views))
    )
    rows.append(("Equity needed", *(share(view.needed) for view in spot.views)))
    rows.append(
        ("Bubble factor", *("" if view.bubble_factor is None else f"{view.bubble_factor:.2f}" for view in spot.views))
    )
    return Grid(("", *(title(view.model) for view in spot.views)), tuple(rows))


def reasons(spot: TrainingSpot) -> list[str]:
    """Return who covers whom, the value of the next place, the effect of bounties, and disagreements of the models."""
    purse = MoneyFormat.of(spot.chart.pool)._replace(decimals=0 if spot.chart.pool >= 1000 else 2)
    found = [covers_line(spot, purse), place_line(spot, purse)]
    if spot.bounty is not None:
        found.append(bounty_line(spot, purse))
    return [*found, disagreement_line(spot)]


def covers_line(spot: TrainingSpot, purse: MoneyFormat) -> str:
    """State who covers whom."""
    own = spot.own
    if spot.covers:
        return f"You cover {spot.opponent}: lose and you still have {amount(spot.left)}, worth {purse.money(own.lose)}."
    who = f"You and {spot.opponent} are level" if spot.busts else f"{spot.opponent} covers you"
    return f"{who}: lose and you are out, with {purse.money(own.lose)}."


def place_line(spot: TrainingSpot, purse: MoneyFormat) -> str:
    """State the value of the next place, and the bubble factor."""
    players, factor = len(spot.chart.layout.stacks), spot.own.bubble_factor
    gained = f"the next place, {ordinal(players - 1)}, is worth {purse.money(spot.place)} more"
    if not spot.place:
        gained = f"the next place, {ordinal(players - 1)}, pays no more than the last"
    if spot.busts and players > 2:
        gained = f"win and {spot.opponent} is {ordinal(players)}: {gained}"
    pressure = "" if factor is None else f"; a chip lost to {spot.opponent} costs {factor:.2f} times a chip won"
    return gained[0].upper() + gained[1:] + pressure + "."


def bounty_line(spot: TrainingSpot, purse: MoneyFormat) -> str:
    """State the effect of bounties."""
    assert spot.bounty is not None
    bounty = (
        f"{spot.opponent}'s bounty pays {purse.money(spot.bounty.head)} at once"
        if spot.bounty.head
        else "none to win in this hand"
    )
    return f"Bounties: {bounty}; without them you would need {share(spot.bounty.needed)}."


def disagreement_line(spot: TrainingSpot) -> str:
    """State which models disagree."""
    own, margin = spot.own, spot.chart.margin
    apart = [view for view in spot.views[1:] if view.difference * own.difference < 0 and abs(view.difference) > margin]
    if not apart:
        return f"{', '.join(title(view.model) for view in spot.views)} agree."
    words = " and ".join(f"{title(view.model)} would {play(spot, view)}" for view in apart)
    fold = ", ".join(f"{title(view.model)} {view.fold:,.0f}" for view in (own, *apart))
    return f"The models disagree: {words}. A fold is worth {fold}."


def play(spot: TrainingSpot, view: ModelView) -> str:
    """Return a model's action."""
    return spot.chart.action if view.difference > 0 else "fold"


def painted_report(spot: TrainingSpot, painted: Painted) -> Report:
    """Return the cost of a painted range, and the costliest hands."""
    chart = spot.chart
    purse = MoneyFormat.of(chart.pool)
    line = f"Lost {purse.money(painted.lost)} a hand; {100 * painted.right:.1f} % of hands are right."
    line += f" The equilibrium plays {100 * chart.frequency:.1f} %."
    rows = tuple((hand, purse.money(cost), best_of(spot, hand)) for hand, cost in painted.wrong[:SHOWN])
    parts: list[Part] = [Note(line, "good" if not painted.lost else "bad")]
    return Report((*parts, Grid(("Hand", "Cost", "Play"), rows))) if rows else Report(tuple(parts))


def best_of(spot: TrainingSpot, hand: str) -> str:
    """Return the best action for a hand."""
    best = spot.chart.score(hand, "in").best
    return spot.chart.action if best == "in" and not spot.raises else WORDS[best]
