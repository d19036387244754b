"""WPN (Americas Cardroom and others), the format until about 2017, mostly in UTF-16.

Amounts are the chips that an action adds. The number of the tournament is only in the name of the file (T6106397); a
hand has no level. The summary states the bets and winnings of each player, which are compared with the actions.
"""

from __future__ import annotations

import re
from dataclasses import replace

from finaltable.histories.bracketed import passes, posts, set_button, sit
from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.grammar import (
    Found,
    Grammar,
    HandSetAside,
    N,
    begin_summary,
    give_back,
    ignore_act,
    ignore_line,
    read_act,
    rules,
)
from finaltable.histories.hand import Act, Street, Tournament, whole
from finaltable.histories.room import TextRoom
from finaltable.histories.spelling import read_amount, read_cards, read_time
from finaltable.table.numbers import plain_number

NAME = "WPN"
QUIET = (" timed out", " sitting out", " wait BB", " disconnected", " reconnected", " stands up", " has left the table")
FILE = re.compile(r"\bT(\d{4,12})\b")


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand, which has only the time."""
    del number
    return Heading(NAME, "", Tournament(""), time=read_time(line))


def game(builder: HandBuilder, found: Found) -> None:
    """Read the line of the game: its number, the blinds, the tournament."""
    number, small, big, name, table, kind = found.groups()
    if kind != "Hold'em":
        raise HandSetAside(f"another game: {kind}")
    event = FILE.search(builder.file)
    if table is None and event is None:
        raise HandSetAside(f"a cash game: {name}")
    builder.table = table or ""
    builder.heading = replace(
        builder.heading,
        id=number,
        tournament=Tournament(event[1] if event else name, name),
        small_blind=read_amount(small, builder.line),
        big_blind=read_amount(big, builder.line),
    )


def puts(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a call, a bet, a raise or an all-in."""
    amount = read_amount(found[2], builder.line)
    if found[1] == "calls":
        builder.call(name, amount)
    elif found[1] == "allin":
        builder.ledger.all_in(name, amount, builder.line)
        builder.check_all_in(name, True)
    else:
        builder.put(name, Act.RAISE if builder.ledger.highest else Act.BET, amount)


def takes_card(builder: HandBuilder, name: str, found: Found) -> None:
    """Record one of hero's two cards."""
    builder.cards[name] = builder.cards.get(name, "") + read_cards(found[1], builder.line, 1)


def deal(builder: HandBuilder, found: Found) -> None:
    """Begin a street: board so far, new cards."""
    board = "".join(read_cards(part, builder.line) for part in found.groups()[1:] if part)
    builder.deal(Street(found[1].lower()), board)


def result(builder: HandBuilder, name: str, found: Found) -> None:
    """Read a player's line of the summary, and compare it with the actions."""
    _, shown, bets, collects = found.groups()
    put_in = sum(action.amount for action in builder.ledger.actions if action.player == name)
    back = sum(one.amount for one in builder.given_back if one.player == name)
    if whole(put_in - back) != read_amount(bets, builder.line):
        raise builder.fail(f"{name} bets {plain_number(put_in - back):,}, but {bets} according to the summary")
    if shown:
        builder.show(name, read_cards(shown, builder.line, 2))
    builder.summarised.add(name)
    builder.collect(name, read_amount(collects, builder.line))


def finish(builder: HandBuilder) -> None:
    """Compare the hand with its summary."""
    if not builder.heading.id:
        raise builder.fail("the hand does not name its game: lines are missing")
    if any(len(pair) != 4 for pair in builder.cards.values()):
        raise builder.fail("one of hero's cards is missing or duplicated")
    builder.collected = {name: won for name, won in builder.collected.items() if won}
    missing = [name for name in builder.seats if name not in builder.summarised]
    if missing:
        builder.note(f"the summary does not name {', '.join(missing)[:100]}: a line may be missing")


def ignored(line: str) -> bool:
    """Return whether a line is noise."""
    return line.startswith("Game ended at: ") or line.endswith(QUIET)


ACTS = rules(
    (rf"posts (ante) \({N}\)", posts),
    (rf"has (small blind|big blind|straddle) \({N}\)", posts),
    (r"folds", passes),
    (r"checks", passes),
    (rf"(calls) \({N}\)", puts),
    (rf"(bets) \({N}\)", puts),
    (rf"(raises) \({N}\)", puts),
    (rf"(allin) \({N}\)", puts),
    (r"received a card\.", ignore_act),
    (r"received card: \[([^\]]{2,3})\]", takes_card),
    (r"mucks cards", ignore_act),
    (rf"([^\[]{{0,100}}(?:\[([^\]]{{5,7}})\].{{0,100}})?)\. ?Bets: {N}\. Collects: {N}\. (?:Wins|Loses): .*", result),
)


def winner(builder: HandBuilder, found: Found) -> None:
    """Read the line of a winner, which begins with a star."""
    read_act(GRAMMAR, builder, found[0][1:])


GRAMMAR = Grammar(
    acts=ACTS,
    lines=rules(
        (rf"Game ID: (\d+) {N}/{N} (.*?)(?:, Table (\d+))? \(([^)]+)\)", game),
        (r"Seat (\d+) is the button", set_button),
        (rf"Seat (\d+): (.+) \({N}\)\.", sit),
        (r"\*\*\* (FLOP|TURN|RIVER) \*\*\*:? \[([^\]]+)\](?: \[([^\]]+)\])?", deal),
        (rf"Uncalled bet \({N}\) returned to (.+)", give_back),
        (r"------ Summary ------", begin_summary),
    ),
    summary=rules((rf"Pot: {N}.*", ignore_line), (r"Board: .*", ignore_line), (r"\*Player .*", winner)),
    ignored=ignored,
    lead="Player ",
    finish=finish,
)
ROOM = TextRoom(NAME, ("Game started at: ",), heading, GRAMMAR)
