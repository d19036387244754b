"""Bovada, Ignition and Bodog: players have no names, only the position they have in this hand.

Seats keep their numbers from hand to hand, so players are called by them: "Seat 4", and "Hero" where the file has [ME].
All hole cards are in the file; only hero's count as known before the flop. Lines come twice now and then: the second is
left out and reported. "All-in 166" among the posts is an ante or a blind, which the lines around it tell.
"""

from __future__ import annotations

import re
from dataclasses import replace

from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.grammar import (
    LINES,
    Found,
    Grammar,
    N,
    SetAside,
    begin_summary,
    find_first,
    merged,
    no_line,
    rules,
)
from finaltable.histories.hand import Act, Finished, Seat, Tournament
from finaltable.histories.room import TextRoom
from finaltable.histories.spelling import read_amount, read_cards, read_time

NAME = "Bovada"
MARKS = ("Bovada Hand #", "Ignition Hand #", "Bodog Hand #", "Ignition Casino Hand #")
FIRST = re.compile(
    r"[A-Z][\w ]{1,20} Hand #(\d+):? {1,2}(?:(\w+) {1,2}Tournament #(\d+) TBL#(\d+), ([^-]{1,40})- Level (\d+) "
    r"\(([\d,.]+)/([\d,.]+)\)|(.{1,60})) - (\d{4}-.{10,20})"
)
POSITION = r"(UTG(?:\+\d{1,2})?|Dealer|Small Blind|Big Blind)"
TURN = ("Small Blind", "Big Blind", "UTG", "Dealer")
POSTS = {"Small": Act.SMALL_BLIND, "Big": Act.BIG_BLIND, "Ante/Small": Act.SMALL_BLIND}
LAST, WAITING, DEALT = "the line before", "an all-in among the posts", "cards are dealt"


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand."""
    hand, game, tournament, table, kind, level, small, big, cash, time = find_first(FIRST, line, number).groups()
    if cash is not None:
        raise SetAside(f"a cash game: {cash.strip()}")
    if game != "HOLDEM" or re.search("Pot Limit|Fixed Limit", kind):
        raise SetAside(f"another game: {game} {kind}")
    blinds = read_amount(small, number), read_amount(big, number)
    return Heading(NAME, hand, Tournament(tournament), *blinds, level=level, time=read_time(time), table=table)


def sit(builder: HandBuilder, found: Found) -> None:
    """Read the line of a seat."""
    number, position, me, stack = found.groups()
    name = "Hero" if me else f"Seat {number}"
    if position in builder.kept:
        raise builder.fail(f"two players are called {position}")
    builder.kept[position] = name
    builder.sit(Seat(int(number), name, read_amount(stack, builder.line)))
    if position == "Dealer":
        builder.button = int(number)


def act(builder: HandBuilder, found: Found) -> None:
    """Read what somebody does; a line that is there twice counts once."""
    position, words = found.groups()
    twice = builder.kept.get(LAST) == f"{builder.line - 1} {found[0]}"
    builder.kept[LAST] = f"{builder.line} {found[0]}"
    if twice:
        return builder.note(f"this line is there twice: {found[0][:80]!r}")
    name = builder.kept.get(position)
    if name is None:
        raise builder.fail(f"nobody sits at {position}")
    word = re.split(r"[ (]", words, maxsplit=1)[0]
    for pattern, apply in (*ACTS.get(word, ()), *ACTS.get("", ())):
        if told := pattern.fullmatch(words):
            return apply(builder, name, told)
    return builder.note(f"this line is not understood: {found[0][:80]!r}")


def post(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a blind."""
    settle_waiting(builder, antes=False)
    builder.put(name, POSTS[found[1]], read_amount(found[2], builder.line))


def ante(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down an ante; an all-in before it was one, too."""
    settle_waiting(builder, antes=True)
    builder.put(name, Act.ANTE, read_amount(found[1], builder.line))


def late_post(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a blind that was missed."""
    builder.put(name, Act.DEAD if found[1] else Act.POST, read_amount(found[2], builder.line))


def all_in(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down an all-in; among the posts, wait for the next lines to tell what it is."""
    if read_amount(found[1], builder.line) != builder.ledger.left[name]:
        raise builder.fail(f"{name} is said to be all-in with {found[1]}, but has another stack: lines are missing")
    if DEALT in builder.kept:
        builder.ledger.all_in(name, None, builder.line)
    else:
        builder.kept[f"{WAITING} {name}"] = name


def settle_waiting(builder: HandBuilder, *, antes: bool) -> None:
    """Write down all-ins among the posts: antes where others follow, or where the blind is paid or is not theirs."""
    for name in [builder.kept.pop(key) for key in list(builder.kept) if key.startswith(WAITING)]:
        actions = builder.ledger.actions
        acts = {action.act for action in actions if action.player == name}
        others = any(action.act is Act.ANTE for action in actions)
        position = next(position for position, who in builder.kept.items() if who == name)
        small = position == "Small Blind" or (position == "Dealer" and len(builder.seats) == 2)
        blind = Act.SMALL_BLIND if small else Act.BIG_BLIND if position == "Big Blind" else None
        ante = antes or blind is None or blind in acts or (others and Act.ANTE not in acts)
        builder.put(name, Act.ANTE if ante or blind is None else blind, builder.ledger.left[name])


def begin_cards(builder: HandBuilder, found: Found) -> None:
    """End the posts."""
    del found
    settle_waiting(builder, antes=False)
    builder.kept[DEALT] = ""


def fold(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a fold or a check."""
    builder.put(name, Act.FOLD if found[0].startswith("Fold") else Act.CHECK)


def call(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a call."""
    builder.call(name, read_amount(found[1], builder.line))


def bet(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a bet."""
    builder.put(name, Act.BET, read_amount(found[1], builder.line))


def raises(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a raise by what it is to; the first number is what it adds."""
    builder.raise_to(name, read_amount(found[2], builder.line), all_in=found[0].startswith("All-in"))


def deal_to(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down cards: hero's are known from the deal, those of others from the file only."""
    (builder.dealt if name == "Hero" else builder.show)(name, read_cards(found[1], builder.line))


def give_back(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a bet that nobody called."""
    builder.give_back(name, read_amount(found[1], builder.line))


def win(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down chips that are won."""
    builder.collect(name, read_amount(found[1], builder.line))


def rank(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down where somebody finished."""
    builder.finished.append(Finished(name, int(found[1])))


def prize(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down what somebody is paid, behind where they finished."""
    told = [one for one in builder.finished if one.player == name]
    place = told[-1].place if told else None
    rest = [one for one in builder.finished if one.player != name]
    builder.finished = [*rest, Finished(name, place, read_amount(found[1], builder.line))]


def nothing(builder: HandBuilder, name: str, found: Found) -> None:
    """Take note of nothing."""
    del builder, name, found


def total(builder: HandBuilder, found: Found) -> None:
    """Read the size of the pot."""
    builder.total = read_amount(found[1], builder.line)


def finish(builder: HandBuilder) -> None:
    """Compare the hand with its summary, and place a button that nobody has."""
    if DEALT not in builder.kept:
        raise builder.fail("it does not say when cards were dealt: lines are missing")
    if builder.total != sum(builder.collected.values()):
        raise builder.fail("the pot of the summary is not what was won: lines are missing or doubled")
    order_seats(builder)
    if builder.button is None and "Small Blind" in builder.kept:
        builder.button = builder.seats[builder.kept["Small Blind"]].seat - 1


def order_seats(builder: HandBuilder) -> None:
    """Renumber seats as they are listed where their own numbers do not go round the table as positions do."""
    seats = list(builder.seats.values())
    of = {name: position for position, name in builder.kept.items() if name in builder.seats}
    turn = sorted(seats, key=lambda seat: TURN.index(of[seat.name].partition("+")[0]) * 100 + later(of[seat.name]))
    falls = sum(one.seat > other.seat for one, other in zip(turn, turn[1:] + turn[:1], strict=True))
    if falls == 1:
        return
    for number, seat in enumerate(seats, start=1):
        builder.seats[seat.name] = replace(seat, seat=number)
        if of[seat.name] == "Dealer":
            builder.button = number


def later(position: str) -> int:
    """Return how far somebody sits behind the first to act: UTG+2 is 2."""
    return int(position.partition("+")[2] or 0)


AWAY = r"(?:\([\w-]+\))?"
ACTS = rules(
    (rf"(Small|Big|Ante/Small) [Bb]lind(?:/Bring in)? {N}", post),
    (rf"Ante chip {N}", ante),
    (rf"Posts( dead)? chip {N}", late_post),
    (rf"Folds{AWAY}", fold),
    (rf"Checks{AWAY}", fold),
    (rf"Call {N}", call),
    (rf"Calls {N}", call),
    (rf"Bets {N}", bet),
    (rf"Raises {N} to {N}", raises),
    (rf"All-in {N}", all_in),
    (rf"All-in\((?:raise|raise-timeout)\) {N} to {N}", raises),
    (r"Card dealt to a spot \[([^\]]{5})\]", deal_to),
    (r"Does not show \[([^\]]{5})\].{0,40}", deal_to),
    (r"Mucks \[([^\]]{5})\].{0,40}", deal_to),
    (r"Showdown \[[^\]]+\].{0,40}", nothing),
    (rf"Return uncalled portion of bet {N}", give_back),
    (rf"Hand [Rr]esult(?:-Side pot)? {N}", win),
    (r"Ranking (\d{1,6})", rank),
    (r"Prize Cash \[([^\]]{1,20})\]", prize),
    (r"Set dealer.{0,40}", nothing),
    (r"Draw for dealer.{0,20}", nothing),
    (r"Table .{0,40}", nothing),
    (r"Seat .{0,40}", nothing),
    (r"Stand", nothing),
    (r"Sit out.{0,20}", nothing),
    (r"Re-join", nothing),
    (r"Leave.{0,20}", nothing),
    (r"Enter.{0,20}", nothing),
)
OWN = rules(
    (rf"Seat (\d{{1,2}}): {POSITION} {{0,2}}(\[ME\])? \({N} in chips\)", sit),
    (rf"{POSITION} {{0,2}}(?:\[ME\])? ?: (.+)", act),
    (r"\*\*\* HOLE CARDS \*\*\*", begin_cards),
    (r"\*\*\* SUMMARY \*\*\*", begin_summary),
)
GRAMMAR = Grammar(
    acts={},
    lines=merged(OWN, LINES),
    summary=rules(
        (rf"(?:Total Pot)\({N}\)", total),
        (r"Board \[[^\]]+\]", no_line),
        (r"(Seat\+\d+: .+)", no_line),
        (rf"{POSITION} {{0,2}}(?:\[ME\])? ?: (.+)", act),
    ),
    ignored=lambda line: line.endswith(("Table enter user", "Table leave user", "Seat stand")),
    finish=finish,
)
ROOM = TextRoom(NAME, MARKS, heading, GRAMMAR)
