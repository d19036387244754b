"""Tables, seats and summaries as PokerStars writes them, and rooms that took after it."""

from __future__ import annotations

import re

from finaltable.histories.builder import HandBuilder
from finaltable.histories.grammar import Found, LineRules, N, no_line, rules
from finaltable.histories.hand import Act, Seat
from finaltable.histories.spelling import read_amount, read_cards
from finaltable.table.numbers import plain_number

MONEY = r"[$€£₹¥]?\d[\d,.]*"
FATE = re.compile(
    r"(?: \((?:button|small blind|big blind)\))*"
    r" (?:(folded)(?: .+)?|(?:showed|mucked) \[([^\]]+)\](?: .+)?|mucked|collected \(.+\)|won \(?.+|lost.*|did.+)"
)


def sit_at(builder: HandBuilder, found: Found) -> None:
    """Read the line of the table."""
    builder.table, builder.button = found[1], int(found[2])


def sit(builder: HandBuilder, found: Found) -> None:
    """Read the line of a seat."""
    number, name, stack, bounty, how = found.groups()
    head = read_amount(bounty, builder.line) if bounty else None
    seat = Seat(int(number), name, read_amount(stack, builder.line), head, sitting_out=how == "is sitting out")
    builder.sit(seat, dealt_in=not (how or "").startswith("out of hand"))


def total(builder: HandBuilder, found: Found) -> None:
    """Read the size of the pot."""
    builder.total = read_amount(found[1].rstrip("."), builder.line)


def board(builder: HandBuilder, found: Found) -> None:
    """Compare a board of the summary with those that were dealt."""
    builder.check_board(read_cards(found[1], builder.line))


def fate(builder: HandBuilder, found: Found) -> None:
    """Read how it ended for a seat: who folded, to compare, and cards."""
    for name in builder.names:
        if found[1].startswith(f"{name} ") and (end := FATE.fullmatch(found[1][len(name) :])):
            builder.in_the_end.add(name)
            if end[1]:
                builder.folded.add(name)
            if end[2]:
                builder.show(name, read_cards(end[2], builder.line))
            return
    builder.note(f"this line of the summary is not understood: {found[0][:80]!r}")


def compare_with_summary(builder: HandBuilder) -> None:
    """Raise where the summary has another pot than the lines before it; note whom it leaves out."""
    paid = sum(builder.collected.values())
    if builder.total is None:
        builder.note("the summary has no size of the pot: lines are missing")
    elif builder.total != paid:
        words = f"{plain_number(builder.total):,}, the lines before it pay {plain_number(paid):,}"
        raise builder.fail(f"the summary has a pot of {words}")
    lines = {action.player for action in builder.ledger.actions if action.act is Act.FOLD}
    if builder.folded - lines:
        odd = min(builder.folded - lines)
        raise builder.fail(f"{odd} folds in the summary, but not in the lines before it: lines are missing")
    missing = [name for name in builder.seats if name not in builder.in_the_end]
    if missing:
        builder.note(f"the summary does not name {', '.join(missing)[:100]}: lines are missing")
    if builder.boards and not builder.has_board:
        builder.note("the summary has no board: lines are missing")


TABLES: LineRules = rules(
    (r"Table '(.*)'(?: \d+-max)?(?: \([^()]*\))* Seat #(\d+) is the button", sit_at),
    (rf"Seat (\d+): (.+) \({N} in chips(?:, ({MONEY}) bounty)?\) ?(is sitting out|out of hand.*)?", sit),
)
SUMMARY: LineRules = rules(
    (rf"Total pot {N}(?: .*)?", total),
    (r"Hand was run (?:twice|three times)", no_line),
    (r"Board \[([^\]]+)\]", board),
    (r"FIRST Board \[([^\]]+)\]", board),
    (r"SECOND Board \[([^\]]+)\]", board),
    (r"THIRD Board \[([^\]]+)\]", board),
    (r"Seat \d+: (.+)", fate),
)
