"""partypoker: two formats, one with chips in [brackets] and one, since about 2019, in (parentheses).

In the older format, amounts are the chips added, there is no summary, and blinds often have no lines: they follow from
the level and the button. The newer one prints the total of a raise, and the stacks at the end, which are compared. In
"raises 294000 to 294000" only the second number is reliable.
"""

from __future__ import annotations

import re
from dataclasses import replace

from finaltable.histories.bracketed import (
    CARDS,
    CHIPS,
    adds,
    calls,
    deal,
    passes,
    posts,
    set_button,
    shows,
    sit,
    take_cards,
)
from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.grammar import (
    Found,
    Grammar,
    HandSetAside,
    begin_summary,
    find_first,
    ignore_act,
    ignore_line,
    rules,
)
from finaltable.histories.hand import NOT_MATCHED, Act, Finished, Street, Tournament, whole
from finaltable.histories.room import TextRoom
from finaltable.histories.spelling import read_amount, read_cards, read_currency, read_time
from finaltable.histories.turns import order_after
from finaltable.table.numbers import Number, plain_number

NAME = "partypoker"
MARKS = ("***** Hand History for Game ", "***** Hand History For Game ")
FIRST = re.compile(r"\*{5} Hand History [Ff]or Game (\w{1,40}) \*{5}.{0,20}")
N = r"(\d[\d,.]*)"
QUIET = (" has joined the table.", " has left the table.", " is disconnected.", " has been reconnected", " sits out.")


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand, which has only its number."""
    return Heading(NAME, find_first(FIRST, line, number)[1], Tournament(""))


def older(builder: HandBuilder, found: Found) -> None:
    """Read the second line of the older format: NL Texas Hold'em $1 USD Buy-in Trny:67 Level:7 Blinds(400/800)."""
    limit, kind, paid, number, level, small, big, ante, time = found.groups()
    check_game(limit, kind)
    event = Tournament(number, "", read_currency(paid), costs(paid, builder.line)[0])
    fill(builder, event, (small, big), ante or "0", level, time)


def newer(builder: HandBuilder, found: Found) -> None:
    """Read the second line of the newer format: 50/100 Tourney Texas Holdem Game Table (NL) (MTT Tournament #3)."""
    small, big, kind, limit, number, paid, time = found.groups()
    check_game(limit, kind)
    prize, *bounty, fee = costs(paid or "", builder.line)
    event = Tournament(number, "", read_currency(paid or ""), prize, bounty[0] if bounty else None, fee)
    fill(builder, event, (small, big), "0", "", time)


def check_game(limit: str, kind: str) -> None:
    """Raise unless the game is no-limit hold'em."""
    if limit != "NL" or kind.replace("'", "") != "Texas Holdem":
        raise HandSetAside(f"another game: {limit} {kind}")


def costs(text: str, line: int) -> list[Number | None]:
    """Return the parts of a buy-in."""
    parts = [read_amount(part, line) for part in re.findall(r"\d[\d,.]*", text)]
    return [*parts] if len(parts) > 1 else [parts[0] if parts else None, None]


def fill(builder: HandBuilder, event: Tournament, blinds: tuple[str, str], ante: str, level: str, time: str) -> None:
    """Record the facts of the second line."""
    small, big = (read_amount(blind, builder.line) for blind in blinds)
    heading = replace(builder.heading, tournament=event, small_blind=small, big_blind=big, level=level)
    builder.heading = replace(heading, ante=read_amount(ante, builder.line), time=read_time(time))


def cash(builder: HandBuilder, found: Found) -> None:
    """Raise for a cash game."""
    del builder
    raise HandSetAside(f"a cash game: {found[0][:60]}")


def sit_at(builder: HandBuilder, found: Found) -> None:
    """Read the table, and the button if it is on the same line."""
    builder.table = found[1]
    if found[2]:
        builder.button = int(found[2])


def raises(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a raise by its total."""
    builder.raise_to(name, read_amount(found[1], builder.line))


def all_in(builder: HandBuilder, name: str, found: Found) -> None:
    """Record an all-in; without an amount, it is about the previous action."""
    if found[1]:
        builder.ledger.all_in(name, read_amount(found[1], builder.line), builder.line)
    builder.check_all_in(name, True)


def begin_cards(builder: HandBuilder, found: Found) -> None:
    """Post the blinds if no line did: their sizes follow from the level, the players from the button."""
    del found
    if any(action.act in (Act.SMALL_BLIND, Act.BIG_BLIND) for action in builder.ledger.actions):
        return
    if builder.button is None or len(builder.seats) < 2:
        raise builder.fail("the hand has no button, or fewer than two players with chips: lines are missing")
    order = [seat.name for seat in order_after(tuple(builder.seats.values()), builder.button)]
    small, big = (order[-1], order[0]) if len(order) == 2 else order[:2]
    sizes = builder.heading.small_blind, builder.heading.big_blind
    for name, act, blind in zip((small, big), (Act.SMALL_BLIND, Act.BIG_BLIND), sizes, strict=True):
        if left := builder.ledger.left[name]:
            builder.put(name, act, min(blind, left))


def wins(builder: HandBuilder, name: str, found: Found) -> None:
    """Record chips won; in the older format, they end the hand."""
    builder.in_summary = True
    builder.collect(name, read_amount(found[1], builder.line))


def balance(builder: HandBuilder, name: str, found: Found) -> None:
    """Read a player's line of the summary: stack, winnings, cards."""
    stack, won, cards = found.groups()
    if won:
        builder.collect(name, read_amount(won, builder.line))
    if cards:
        builder.show(name, read_cards(cards, builder.line, 2))
    builder.ends[name] = read_amount(stack, builder.line)


def finished(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a finishing place."""
    prize = read_amount(found[2], builder.line) if found[2] else None
    builder.finished.append(Finished(name, int(found[1]), prize))


def finish(builder: HandBuilder) -> None:
    """Compare the stacks with the summary, if there is one."""
    if not builder.heading.tournament.id:
        raise builder.fail("the hand does not name its tournament or its blinds: lines are missing")
    missing = [name for name in builder.seats if name not in builder.ends]
    if builder.ends and missing:
        raise builder.fail(f"the summary does not name {', '.join(missing)[:100]}: lines are missing")
    ledger = builder.ledger
    have = {name: ledger.left[name] + builder.collected.get(name, 0) for name in builder.ends}
    off = {name: whole(have[name] - end) for name, end in builder.ends.items() if have[name] != end}
    if off and not (set(off.values()) in ({1}, {-1}) and round_off(builder, off)):
        name = next(iter(off))
        words = f"{plain_number(have[name]):,} chips, but {plain_number(builder.ends[name]):,} in the summary"
        raise builder.fail(f"{name} ends with {words}: lines are missing")


def round_off(builder: HandBuilder, off: dict[str, Number]) -> bool:
    """Correct a bet and its calls by one chip, with a note: the room prints 751624 instead of 751625.

    The bet must be made or called by exactly the players whose stacks are off by a chip; of several bets, the one with
    the fewest zeros at its end is corrected.
    """
    actions = builder.ledger.actions
    alike: dict[tuple[Street, Number], list[int]] = {}
    bets: dict[tuple[Street, str], Number] = {}
    for i, action in enumerate(actions):
        if action.act not in NOT_MATCHED:
            total = bets.get((action.street, action.player), 0) + action.amount
            bets[action.street, action.player] = total
            if action.act in (Act.BET, Act.CALL, Act.RAISE) and not action.all_in:
                alike.setdefault((action.street, total), []).append(i)
    found = [key for key, at in alike.items() if sorted(actions[i].player for i in at) == sorted(off)]
    if not found:
        return False
    street, amount = min(found, key=lambda key: len(str(key[1])) - len(str(key[1]).rstrip("0")))
    chip = next(iter(off.values()))
    for i in alike[street, amount]:
        actions[i] = replace(actions[i], amount=actions[i].amount + chip)
        builder.ledger.left[actions[i].player] -= chip
    words = f"{plain_number(amount):,} is corrected to {plain_number(amount + chip):,}"
    builder.note(f"the {street} bet of {words}: the room rounds, and the stacks at the end require it")
    return True


def ignored(line: str) -> bool:
    """Return whether a line is noise."""
    return line.startswith(("#Game No : ", ">", "Trny:", "Blinds", "Game #", "Your time bank ")) or line.endswith(QUIET)


TIME = r"(.{10,60})"
GRAMMAR = Grammar(
    acts=rules(
        (rf"posts (ante|small blind|big blind) {CHIPS}\.?", posts),
        (r"folds", passes),
        (r"checks", passes),
        (rf"calls {CHIPS}", calls),
        (rf"bets {CHIPS}", adds),
        (rf"raises {N} to {N}".replace(N, "[0-9,.]+", 1), raises),
        (rf"raises {CHIPS}", adds),
        (rf"is all-In(?:\.| {{1,2}}{CHIPS})", all_in),
        (rf"shows {CARDS}.{{0,100}}", shows),
        (r"does not show cards\.", ignore_act),
        (rf"wins {N} chips.{{0,150}}", wins),
        (
            rf"balance {N}, (?:lost [0-9,.]+|didn't bet|bet [0-9,.]+, collected {N}, (?:net|lost) ?[+-]?[0-9,.]+)"
            rf"(?: ?\(folded\)| ?{CARDS}.{{0,100}})?",
            balance,
        ),
        (rf"finished in (\d+)\w* place(?: and received {CHIPS})?\.?", finished),
    ),
    lines=rules(
        (
            rf"(NL|PL|FL) ([A-Z][A-Za-z' -]{{1,30}}?) ((?:[$€£]?\d.{{0,20}}?)?) ?Buy-in Trny: ?(\d+) "
            rf"Level: ?(\w+) {{1,2}}Blinds(?:-Antes)?\({N}/{N}(?: -{N})?\) - {TIME}",
            older,
        ),
        (
            rf"({N[1:-1]})/({N[1:-1]}) Tourney (.{{1,30}}) Game Table \((\w\w)\) \(\w+ Tournament #(\d+)\)"
            rf"(?: \(Buyin ([^)]{{1,40}})\))? - {TIME}",
            newer,
        ),
        (r"([^ ]{1,20}) .{0,20}(?:Texas Hold'?em|Omaha|Stud).{0,100}", cash),
        (r"Table (.{1,60}?) \(.{1,20}\)(?: -- Seat (\d+) is the button)?", sit_at),
        (r"Seat (\d+) is the button", set_button),
        (r"Total number of players : \d+/\d+ ?", ignore_line),
        (rf"Seat (\d+): (.+) \( ?{N} ?\)", sit),
        (r"\*\* Dealing down cards \*\*", begin_cards),
        (r"\*\* Dealing (Flop|Turn|River) \*\* :? ?\[ ?(.{2,12}?) ?\]", deal),
        (rf"Dealt to (.+) {CARDS}", take_cards),
        (r"\*\* Summary \*\*", begin_summary),
    ),
    summary=rules((rf"Main Pot: {N}.{{0,200}}", ignore_line), (r"Board: .{0,40}", ignore_line)),
    ignored=ignored,
    finish=finish,
)
ROOM = TextRoom(NAME, MARKS, heading, GRAMMAR)
