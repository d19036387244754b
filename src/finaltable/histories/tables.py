"""Tables, seats and summaries in the format of PokerStars, which other rooms copied."""

from __future__ import annotations

import re

from finaltable.histories.builder import HandBuilder
from finaltable.histories.grammar import Found, LineRules, N, ignore_line, rules
from finaltable.histories.hand import Act, Seat
from finaltable.histories.spelling import read_amount, read_cards
from finaltable.table.numbers import plain_number

MONEY = r"[$€£₹¥]?\d[\d,.]*"
SEAT_RESULT = re.compile(
    r"(?: \((?:button|small blind|big blind)\))*"
    r" (?:(folded)(?: .+)?|(?:showed|mucked) \[([^\]]+)\](?: .+)?|mucked|collected \(.+\)|won \(?.+|lost.*|did.+)"
)


def sit_at(builder: HandBuilder, found: Found) -> None:
    """Read the line of the table."""
    builder.table, builder.button = found[1], int(found[2])


def sit(builder: HandBuilder, found: Found) -> None:
    """Read the line of a seat."""
    number, name, stack, bounty, how = found.groups()
    money = read_amount(bounty, builder.line) if bounty else None
    seat = Seat(int(number), name, read_amount(stack, builder.line), money, sitting_out=how == "is sitting out")
    builder.sit(seat, dealt_in=not (how or "").startswith("out of hand"))


def total(builder: HandBuilder, found: Found) -> None:
    """Read the size of the pot."""
    builder.total = read_amount(found[1].rstrip("."), builder.line)


def board(builder: HandBuilder, found: Found) -> None:
    """Check a board of the summary against the dealt ones."""
    builder.check_board(read_cards(found[1], builder.line))


def seat_result(builder: HandBuilder, found: Found) -> None:
    """Read a seat's line of the summary: folds, to compare, and cards."""
    for name in builder.names:
        if found[1].startswith(f"{name} ") and (end := SEAT_RESULT.fullmatch(found[1][len(name) :])):
            builder.summarised.add(name)
            if end[1]:
                builder.folded.add(name)
            if end[2]:
                builder.show(name, read_cards(end[2], builder.line))
            return
    builder.note(f"unrecognised line of the summary, skipped: {found[0][:80]!r}")


def check_pot(builder: HandBuilder) -> None:
    """Raise unless the pot of the summary equals the chips collected."""
    paid = sum(builder.collected.values())
    if builder.total is None:
        raise builder.fail("the summary does not state the pot: lines are missing")
    if builder.total != paid:
        words = f"{plain_number(builder.total):,}, but players collect {plain_number(paid):,}"
        raise builder.fail(f"the summary states a pot of {words}: lines are missing or duplicated")


def compare_with_summary(builder: HandBuilder) -> None:
    """Raise if pot or folds of the summary differ from the lines before it; note missing players and board."""
    if builder.total is None:
        builder.note("the summary does not state the pot: a line may be missing")
    else:
        check_pot(builder)
    lines = {action.player for action in builder.ledger.actions if action.act is Act.FOLD}
    if builder.folded - lines:
        odd = min(builder.folded - lines)
        raise builder.fail(f"{odd} folded according to the summary, but no line says so: lines are missing")
    missing = [name for name in builder.seats if name not in builder.summarised]
    if missing:
        builder.note(f"the summary does not name {', '.join(missing)[:100]}: a line may be missing")
    if builder.boards and not builder.has_board:
        builder.note("the summary has no board: a line may be missing")


TABLES: LineRules = rules(
    (r"Table '(.*)'(?: \d+-max)?(?: \([^()]*\))* Seat #(\d+) is the button", sit_at),
    (rf"Seat (\d+): (.+) \({N} in chips(?:, ({MONEY}) bounty)?\) ?(is sitting out|out of hand.*)?", sit),
)
SUMMARY: LineRules = rules(
    (rf"Total pot {N}(?: .*)?", total),
    (r"Hand was run (?:twice|three times)", ignore_line),
    (r"Board \[([^\]]+)\]", board),
    (r"FIRST Board \[([^\]]+)\]", board),
    (r"SECOND Board \[([^\]]+)\]", board),
    (r"THIRD Board \[([^\]]+)\]", board),
    (r"Seat \d+: (.+)", seat_result),
)
