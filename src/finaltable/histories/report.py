"""Report of hand histories: a line per tournament, the checks, and a line per problem."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from finaltable.errors import counted
from finaltable.reporting.layout import Cell, Grid, Note, Part, Report

if TYPE_CHECKING:
    from finaltable.histories.hand import PlayedHand
    from finaltable.histories.history import History, HistoryProblem

MOST_PROBLEMS = 50
KINDS = {
    "broken": "Not read",
    "aside": "Skipped, not no-limit hold'em tournaments",
    "link": "Stacks that do not match the previous hand",
    "note": "Read, with a remark",
}


def history_report(history: History, every: str = "problems") -> Report:
    """Return tournaments, checks, and problems by kind; ``every`` names the output that lists all problems."""
    parts: list[Part] = [Note(scope(history), "strong")]
    if history.hands:
        parts += [Note(""), tournaments_grid(history), Note("")]
        parts += [Note(line) for line in checks(history)]
    for kind, heading in KINDS.items():
        found = [problem for problem in history.problems if problem.kind == kind]
        if found:
            parts += [Note(""), Note(f"{heading}: {len(found):,}", "strong"), *problem_lines(found, every)]
    return Report(tuple(parts))


def scope(history: History) -> str:
    """Return the number of hands, tournaments, summaries and problems as a sentence."""
    words = counted(len(history.hands), "hand")
    if history.hands:
        words += f" of {counted(len(history.tournaments()), 'tournament')}"
    if history.summaries:
        words += f", {counted(len(history.summaries), 'summary', 'summaries')}"
    return f"{words}, {counted(len(history.problems), 'problem')}"


def tournaments_grid(history: History) -> Grid:
    """Return a line per tournament."""
    rows: list[tuple[Cell | str, ...]] = []
    for number, hands in history.tournaments().items():
        first = hands[0]
        players = {len(hand.seats) for hand in hands}
        at_once = f"{max(players)} to {min(players)}" if len(players) > 1 else str(*players)
        began = first.time[:16].replace("T", " ")
        texts = (number or "-", first.room, hero_of(hands), began)
        rows.append((*map(visible, texts), f"{len(hands):,}", at_once))
    return Grid(("Tournament", "Room", "Hero", "From", "Hands", "Players"), tuple(rows), 1, frozenset(range(4)))


def hero_of(hands: tuple[PlayedHand, ...]) -> str:
    """Return the player whose cards the hands show, or the two most frequent ones."""
    seen = Counter(hand.hero for hand in hands if hand.hero)
    return " / ".join(name for name, _ in seen.most_common(2)) or "-"


def checks(history: History) -> list[str]:
    """Return a sentence per check."""
    inferred = sum(back.inferred for hand in history.hands for back in hand.uncalled)
    broken = sum(problem.kind == "link" for problem in history.problems)
    odd = f"; {counted(broken, 'hand')} with stacks that do not" if broken else ""
    lines = ["Chips are conserved in every hand that was read."]
    if history.links:
        verb = "matches" if history.links == 1 else "match"
        lines.append(f"{counted(history.links, 'stack')} {verb} the previous hand{odd}.")
    if inferred:
        lines.append(f"{counted(inferred, 'uncalled bet')} inferred, without a line in the file.")
    return lines


def problem_lines(problems: list[HistoryProblem], every: str) -> list[Note]:
    """Return a line per problem; after the first 50, the number of the others."""
    lines = [Note(visible(f"{one.file}, line {one.line:,}: {one.reason}")) for one in problems[:MOST_PROBLEMS]]
    more = len(problems) - MOST_PROBLEMS
    return [*lines, Note(f"and {more:,} more: see {every}")] if more > 0 else lines


def visible(text: str) -> str:
    r"""Return text of a file with control characters replaced.

    >>> visible("Ana\x1b[31m")
    'Ana�[31m'
    """
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
