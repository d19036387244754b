"""A review as a report: costs, luck, the mistakes with their reasons, and the decisions that were not judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from finaltable.decisions.report import from_equity
from finaltable.equilibrium.report import percent_of_pool
from finaltable.errors import counted
from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, listed, title
from finaltable.reviews.groups import all_alike
from finaltable.reviews.next_steps import TRAIN_WORDS, replay_line
from finaltable.reviews.notes import hands_named, not_judged_lines, not_read_lines, not_reviewed_lines, warning_lines
from finaltable.reviews.report_many import group_line

if TYPE_CHECKING:
    from finaltable.reviews.decision import JudgedDecision, Opponent, Reviewed
    from finaltable.reviews.review import Review

PAST = {"call": "called", "push": "pushed", "raise": "raised", "fold": "folded"}
TOP = 10


def review_report(review: Review, currency: str = "", top: int = TOP) -> Report:
    """Return the report, the most important parts first."""
    purse, homes = purse_of(review, currency), homes_of(review)
    parts: list[Part] = [Note(scope_words(review)), Note(outcome_words(review, purse), "strong"), Note("")]
    parts += [costs_grid(review, purse), Note(""), *(Note(line) for line in meaning(review))]
    mistakes = review.mistakes
    if mistakes[:top]:
        heading = f"Mistakes by {title(review.models[0])}, the costliest first"
        parts += [Note(""), Note(heading, "strong"), mistakes_grid(review, purse, top)]
        parts += group_parts(review, purse)
        for place, one in enumerate(mistakes[:top], start=1):
            parts += [Note(""), *decision_parts(one, place, purse, homes)]
    elif review.decisions and not mistakes:
        parts += [Note(""), Note(f"No mistakes by {title(review.models[0])}.", "strong")]
    parts += [Note(""), *(Note(line) for line in small_print(review, top))]
    return Report(tuple(parts))


def outcome_words(review: Review, purse: MoneyFormat) -> str:
    """Return what mistakes cost and what luck brought, by the first model, in a sentence."""
    count, luck = len(review.mistakes), review.costs[0].luck
    cost = f"{purse.money(review.costs[0].money)} ± {purse.money(sum(one.uncertainty for one in review.mistakes))}"
    mistakes = f"{counted(count, 'mistake')} cost{'s' * (count == 1)} {cost}" if count else "No mistakes"
    brought = f"Luck in all-ins {'brought' if luck >= 0 else 'cost'} {purse.money(abs(luck))}"
    return f"{mistakes}. {brought}." if review.decisions else f"{brought}."


def group_parts(review: Review, purse: MoneyFormat) -> list[Part]:
    """Return the mistakes by sort, position and depth, if any sort was made more than once."""
    groups = review.groups
    if all_alike(groups):
        return []
    return [Note(""), Note("By sort", "strong"), *(Note(f"{group_line(one, purse)}.") for one in groups[:TOP])]


def purse_of(review: Review, currency: str = "") -> MoneyFormat:
    """Return the format of money, with the currency of the files, if they state one."""
    symbols = {one.currency for one in review.tournaments}
    symbol = currency or (symbols.pop() if len(symbols) == 1 else "")
    return MoneyFormat.of(max((one.pool for one in review.tournaments), default=0.0), symbol)


def scope_words(review: Review) -> str:
    """Return the numbers of hands, tournaments and decisions, in words."""
    hands = sum(one.hands for one in review.tournaments)
    count = len(review.tournaments)
    where = f"{count} tournaments" if count > 1 else "one tournament"
    judged = counted(len(review.decisions), "decision")
    return f"{review.hero}: {counted(hands, 'hand')} of {where}, {judged} judged."


def costs_grid(review: Review, purse: MoneyFormat) -> Grid:
    """Return the costs and the luck, by model."""
    header = ("Model", "mistakes", "cost", "% of pool", "luck", "start", "end", "rest")
    rows = []
    for m, cost in enumerate(review.costs):
        accounts = [one.accounts[m] for one in review.tournaments]
        start, end, rest = (sum(getattr(one, name) for one in accounts) for name in ("start", "end", "rest"))
        rows.append(
            (
                title(cost.model),
                f"{cost.mistakes}",
                Cell(purse.signed(-cost.money), purse.tone(-cost.money)),
                f"{cost.percent:.2f} %",
                Cell(purse.signed(cost.luck), purse.tone(cost.luck)),
                purse.money(start),
                purse.money(end),
                purse.signed(rest),
            )
        )
    return Grid(header, tuple(rows))


def meaning(review: Review) -> list[str]:
    """Explain the columns, and warn of unusual tournaments."""
    lines = ["End = start + cost + luck + rest. Luck: all-ins, from the last bet to the last card. Rest: all else."]
    left_out = [f"{title(name)} is left out: it has nothing to say about equal prizes." for name in review.left_out]
    return [*lines, *warning_lines(review), *left_out]


def mistakes_grid(review: Review, purse: MoneyFormat, top: int) -> Grid:
    """Return a line for each mistake, with every model's verdict."""
    first, *others = map(title, review.models)
    header = ("", "hand", "cards", "seat", "bb", "did", "better", first, "±", *others)
    rows: tuple[tuple[Cell | str, ...], ...] = tuple(
        (
            f"{place}",
            f"{one.number}",
            one.cards,
            one.position,
            f"{one.effective:.1f}",
            PAST[one.done],
            one.verdicts[0].better,
            gain_cell(one.verdicts[0], purse),
            purse.money(one.uncertainty),
            *(gain_cell(judged, purse) for judged in one.verdicts[1:]),
        )
        for place, one in enumerate(review.mistakes[:top], start=1)
    )
    return Grid(header, rows, left=frozenset({2, 3, 5, 6}))


def gain_cell(judged: JudgedDecision, purse: MoneyFormat) -> Cell:
    """Return the value of hero's action minus that of the alternative."""
    if judged.better in ("too close", "no difference"):
        return Cell(judged.better, "quiet")
    return Cell(purse.signed(judged.gain), purse.tone(judged.gain))


def decision_parts(one: Reviewed, place: int, purse: MoneyFormat, homes: Mapping[int, str]) -> list[Part]:
    """Return one decision: the reason, every model's numbers, the ranges, and the command that prints them again."""
    parts: list[Part] = [Note(f"{place}. {headline(one, homes)}", "strong"), Note(f"   {one.reason}", "")]
    if one.verdicts[0].fold is not None:
        parts.append(values_grid(one, purse))
    parts += [Note(f"   {line}") for line in range_lines(one)]
    parts += [Note(f"   {line}") for line in (*one.commands[:1], replay_line(one))]
    return parts


def homes_of(review: Review) -> dict[int, str]:
    """Return the tournament of each decision, by identity; empty if there is only one tournament."""
    if len(review.tournaments) == 1:
        return {}
    return {id(one): tournament.id for tournament in review.tournaments for one in tournament.decisions}


def headline(one: Reviewed, homes: Mapping[int, str]) -> str:
    """Summarize a decision in a line."""
    where = f"Tournament {homes[id(one)]}, hand {one.number}" if homes else f"Hand {one.number}"
    raised = f", {one.raised_by} raised" if one.raised_by else ", limped to" if one.kind == "over_limp" else ""
    facing = f"{raised}, {listed(one.facing)} all-in" if one.facing else raised or ", first in"
    better = one.verdicts[0].better
    verdict = f"{better} is better" if better in ("call", "push", "fold") else better
    seat = f"{one.position} with {one.effective:.1f} bb"
    return f"{where}, {seat}{facing}: {one.cards} {PAST[one.done]}; {verdict}."


def values_grid(one: Reviewed, purse: MoneyFormat) -> Grid:
    """Return the values behind a verdict, by model."""
    single = any(judged.win is not None for judged in one.verdicts)
    header = (
        "   Model",
        "fold",
        one.verdicts[0].goes_in,
        *(("and win", "and lose", "break-even") if single else ()),
        "difference",
    )
    rows = []
    for judged in one.verdicts:
        ends = [judged.win, judged.lose]
        point = from_equity(1.0 if judged.break_even is None else judged.break_even)
        values = [purse.money(value) for value in (judged.fold, judged.go_in) if value is not None]
        middle = ["–" if value is None else purse.money(value) for value in ends] + [point] if single else []
        rows.append((f"   {title(judged.model)}", *values, *middle, purse.signed(judged.difference)))
    return Grid(header, tuple(rows))


def range_lines(one: Reviewed) -> list[str]:
    """Return the opponents' ranges and their source, in words."""
    words = {"given": "as given", "equilibrium": "equilibrium"}.get(one.source, one.source)
    does = ("calls with", "call with") if one.verdicts[0].goes_in == "push" else ("holds", "hold")
    alike: dict[str, list[Opponent]] = {}
    for other in one.opponents:
        alike.setdefault(other.hands or "nothing", []).append(other)
    return [
        f"{listed([f'{other.position} ({other.name})' for other in some])} {does[len(some) > 1]} {hands} "
        f"({words}, {100 * some[0].share:.1f} %)"
        for hands, some in alike.items()
    ]


def small_print(review: Review, top: int) -> list[str]:
    """Return what was not shown, judged or read, and the accuracy of the numbers."""
    lines = hidden_mistakes(review, top)
    if review.disputed:
        hands = hands_named([one.number for one in review.disputed])
        count = f"{len(review.disputed)} of {counted(len(review.decisions), 'decision')}"
        lines.append(f"The models disagree on {count} ({hands}).")
    lines += [*not_judged_lines(review), *not_reviewed_lines(review), *not_read_lines(review)]
    lines.append(f"{error_line(review)} Cards that were shown later do not count.")
    return [*lines, f"{TRAIN_WORDS}."] if review.mistakes else lines


def hidden_mistakes(review: Review, top: int) -> list[str]:
    """Return how many mistakes are not shown, if there are any."""
    hidden = len(review.mistakes[top:])
    return [f"{counted(hidden, 'more mistake')} {'is' if hidden == 1 else 'are'} not shown."] if hidden else []


def error_line(review: Review) -> str:
    """State what opponents play, and what the errors of the costs cover."""
    sources, lines = {one.source for one in review.decisions}, []
    if sources == {"given"}:
        lines.append("Opponents hold the ranges that were given; costs are right within their ±.")
    elif sources & {"given", "given and equilibrium"}:
        lines.append("Some opponents hold the ranges that were given.")
    if sources & {"equilibrium", "given and equilibrium"}:
        lines.append(
            f"{'Others' if lines else 'Opponents'} play an equilibrium. Other equilibria change the cost of a hand a "
            "little: by our estimate, the verdicts hold for them, too."
        )
    if "assumed" in sources:
        lines.append("Where there is no equilibrium, a verdict must hold for wide and narrow ranges.")
    if review.smallest > 0:
        lines.append(f"Costs below {percent_of_pool(review.smallest)} of the pool are no mistakes.")
    return " ".join(lines)
