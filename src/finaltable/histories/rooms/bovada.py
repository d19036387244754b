"""Bovada, Ignition and Bodog: players have no names, only their position in this hand.

Seats keep their numbers from hand to hand, so players are named after them: "Seat 4", and "Hero" if the file has [ME].
In large tournaments the number is that of the entry: "Seat 1243". The file has all hole cards; only hero's count as
known before the flop. Some lines appear twice: the second one is skipped with a note. "All-in 166" among the posts is
an ante or a blind, depending on the lines around it. "Fold(Blind Disconnected)" is an automatic fold for an absent
player; it is moved to their turn.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby

from finaltable.histories.builder import DEALT as DEALT_CARDS
from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.grammar import (
    LINES,
    Found,
    Grammar,
    HandSetAside,
    N,
    begin_summary,
    check,
    collect,
    find_first,
    ignore_act,
    ignore_line,
    merged,
    rules,
)
from finaltable.histories.hand import Act, Action, Finished, Seat, Tournament
from finaltable.histories.room import TextRoom
from finaltable.histories.spelling import read_amount, read_cards, read_time
from finaltable.histories.tables import check_pot, total
from finaltable.histories.turns import Turns

NAME = "Bovada"
SKINS = (
    "Bovada",
    "Ignition",
    "Ignition Casino",
    "Bodog",
    "Bodog.com",
    "Bodog.eu",
    "Bodog UK",
    "Bodog Canada",
    "Bodog88",
)
MARKS = tuple(f"{skin} Hand #" for skin in SKINS)
FIRST = re.compile(
    r"[A-Z][\w. ]{1,20} Hand #C?(\d+):? {1,2}(?:(\w+(?: \w+)?) {1,2}Tournament #(?:M-)?(\d+) TBL#(\d+),? ?(.{0,40}?)"
    r" ?- ?Level (\d+) \(([\d,.]+)/([\d,.]+)\)(?: \[\w{1,9}\])?|(.{1,60})) - (\d{4}-.{10,20})"
)
POSITION = r"(UTG(?:\+\d{1,2})?|Dealer|Small Blind|Big Blind)"
QUIET = ("Set", "Draw", "Table", "Seat", "Stand", "Sit", "Sitout", "Re-join", "Leave", "Enter", "BOUNTY", "Prize")
"""First words of lines that are noise."""
COMES_OR_GOES = re.compile(
    r"Table (?:(?:enter|leave) user|deposit .{1,20})|Seat (?:stand|sit down|sit out|sit in|re-join)"
    r"|(?:Leave|Enter)\(Auto\)|Re-join|Stand|Sit out|Showdown\(.{1,20}\)"
)
"""Noise without a position."""
TURN = ("Small Blind", "Big Blind", "UTG", "Dealer")
POSTS = {"Small": Act.SMALL_BLIND, "Big": Act.BIG_BLIND, "Ante/Small": Act.SMALL_BLIND}
LAST, WAITING, DEALT = "previous line", "all-in among the posts", "cards are dealt"
AUTO, WON = "automatic fold", "won according to the summary"


def heading(line: str, number: int) -> Heading:
    """Read the first line of a hand."""
    hand, game, tournament, table, kind, level, small, big, cash, time = find_first(FIRST, line, number).groups()
    if cash is not None:
        raise HandSetAside(f"a cash game: {cash.strip()}")
    if game != "HOLDEM" or re.search("Pot Limit|Fixed Limit", kind):
        raise HandSetAside(f"another game: {game} {kind}")
    blinds = read_amount(small, number), read_amount(big, number)
    return Heading(NAME, hand, Tournament(tournament), *blinds, level=level, time=read_time(time), table=table)


def sit(builder: HandBuilder, found: Found) -> None:
    """Read the line of a seat."""
    number, position, me, stack = found.groups()
    name = "Hero" if me else f"Seat {number}"
    if position in builder.kept:
        raise builder.fail(f"two players have the position {position}")
    builder.kept[position] = name
    builder.sit(Seat(int(number), name, read_amount(stack, builder.line)))
    if position == "Dealer":
        builder.button = int(number)


def act(builder: HandBuilder, found: Found) -> None:
    """Read an action; a line that appears twice counts once."""
    position, words = found.groups()
    twice = builder.kept.get(LAST) == f"{builder.line - 1} {found[0]}"
    builder.kept[LAST] = f"{builder.line} {found[0]}"
    if twice:
        return builder.note(f"duplicate line, skipped: {found[0][:80]!r}")
    name, word = builder.kept.get(position), re.split(r"[ (]", words, maxsplit=1)[0]
    if name is None:
        if word in QUIET:
            return None  # a player who comes or goes, and is not in the hand
        raise builder.fail(f"no player has the position {position}")
    for pattern, apply in (*ACTS.get(word, ()), *ACTS.get("", ())):
        if matched := pattern.fullmatch(words):
            return apply(builder, name, matched)
    return builder.note(f"unrecognised line, skipped: {found[0][:80]!r}")


def post(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a blind."""
    settle_waiting(builder, antes=False)
    builder.put(name, POSTS[found[1]], read_amount(found[2], builder.line))


def ante(builder: HandBuilder, name: str, found: Found) -> None:
    """Record an ante; an all-in before it was an ante, too."""
    settle_waiting(builder, antes=True)
    builder.put(name, Act.ANTE, read_amount(found[1], builder.line))


def late_post(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a missed blind; of both together, the small blind is dead."""
    amount, big = read_amount(found[2], builder.line), builder.heading.big_blind
    live = 0 if found[1] and amount <= big else min(amount, big) if found[1] else amount
    if live < amount:
        builder.put(name, Act.DEAD, amount - live)
    if live:
        builder.put(name, Act.POST, live)


def all_in(builder: HandBuilder, name: str, found: Found) -> None:
    """Record an all-in; among the posts, the next lines decide whether it is an ante or a blind."""
    if read_amount(found[1], builder.line) != builder.ledger.left[name]:
        raise builder.fail(f"{name} goes all-in with {found[1]}, but has a different stack: lines are missing")
    if DEALT in builder.kept:
        builder.ledger.all_in(name, None, builder.line)
    else:
        builder.kept[f"{WAITING} {name}"] = name


def settle_waiting(builder: HandBuilder, *, antes: bool) -> None:
    """Record all-ins among the posts: antes if there are others, or if the player has no blind to post."""
    waiting = [builder.kept.pop(key) for key in list(builder.kept) if key.startswith(WAITING)]
    blinds = {name: blind_of(builder, name) for name in waiting}
    others = any(action.act is Act.ANTE for action in builder.ledger.actions) or None in blinds.values()
    for name, blind in blinds.items():
        acts = {action.act for action in builder.ledger.actions if action.player == name}
        ante = antes or blind is None or blind in acts or (others and Act.ANTE not in acts)
        builder.put(name, Act.ANTE if ante or blind is None else blind, builder.ledger.left[name])


def blind_of(builder: HandBuilder, name: str) -> Act | None:
    """Return the blind that a player has to post; None if it is neither."""
    position = next(position for position, who in builder.kept.items() if who == name)
    if position == "Small Blind" or (position == "Dealer" and len(builder.seats) == 2):
        return Act.SMALL_BLIND
    return Act.BIG_BLIND if position == "Big Blind" else None


def begin_cards(builder: HandBuilder, found: Found) -> None:
    """End the posts."""
    del found
    settle_waiting(builder, antes=False)
    builder.kept[DEALT] = ""


def fold(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a fold, unless the player is the last one: the room folds for all absent players."""
    folded = {action.player for action in builder.ledger.actions if action.act is Act.FOLD}
    if set(builder.seats) - folded == {name}:
        return builder.note(f"{name} folds after all other players: the fold is skipped, {name} wins")
    if "isconnect" in found[0]:
        builder.kept[f"{AUTO} {name}"] = ""
    builder.put(name, Act.FOLD)
    if len(found.groups()) and found[1]:
        builder.show(name, read_cards(found[1], builder.line))
    return None


def call(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a call."""
    builder.call(name, read_amount(found[1], builder.line))


def bet(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a bet."""
    builder.put(name, Act.BET, read_amount(found[1], builder.line))


def raises(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a raise by its total: the second of two numbers, or the only one in files of 2012."""
    to = read_amount(found[2] or found[1], builder.line)
    builder.raise_to(name, to, all_in=found[0].startswith("All-in"))


def deal_to(builder: HandBuilder, name: str, found: Found) -> None:
    """Record cards: hero's as dealt, those of other players as shown."""
    if DEALT not in builder.kept:
        begin_cards(builder, found)
    (builder.dealt if name == "Hero" else builder.show)(name, read_cards(found[1], builder.line))


def give_back(builder: HandBuilder, name: str, found: Found) -> None:
    """Record an uncalled bet that is returned."""
    builder.give_back(name, read_amount(found[1], builder.line))


def rank(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a finishing place."""
    builder.finished.append(Finished(name, int(found[1])))


def prize(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a prize, with the place of an earlier line."""
    places = [one.place for one in builder.finished if one.player == name]
    place = places[-1] if places else None
    rest = [one for one in builder.finished if one.player != name]
    builder.finished = [*rest, Finished(name, place, read_amount(found[1], builder.line))]


def deposit(builder: HandBuilder, name: str, found: Found) -> None:
    """Record chips that a player bought."""
    builder.add(name, read_amount(found[1], builder.line))


def deal_board(builder: HandBuilder, found: Found) -> None:
    """Begin a street by its new cards, as in files of 2012."""
    before, cards = builder.boards[0] if builder.boards else "", read_cards(found[1], builder.line)
    board = cards if before and cards.startswith(before) else before + cards
    street = next((street for street, count in DEALT_CARDS.items() if 2 * count == len(board)), None)
    if street is None:
        raise builder.fail(f"not the cards of a flop, turn or river: {found[1][:40]!r}")
    builder.deal(street, board)


def seat_result(builder: HandBuilder, found: Found) -> None:
    """Read a seat's winnings in the summary, for hands without a line for them."""
    name = builder.kept.get(found[1])
    if name and found[2]:
        builder.kept[f"{WON} {name}"] = found[2]


def finish(builder: HandBuilder) -> None:
    """Compare the hand with its summary, and place a dead button."""
    if DEALT not in builder.kept:
        raise builder.fail("the hand has no line for dealing the cards: lines are missing")
    if not builder.collected:
        for name in builder.seats:
            if won := builder.kept.get(f"{WON} {name}"):
                builder.collect(name, read_amount(won, builder.line))
    check_pot(builder)
    leave_out(builder)
    order_seats(builder)
    if builder.button is None:
        first = next((builder.kept[one] for one in TURN if one in builder.kept), None)
        # Heads-up, the small blind has the button; otherwise the button is dead and before the blinds.
        alone = len(builder.seats) == 2 and "Small Blind" in builder.kept
        builder.button = builder.seats[first].seat - (not alone) if first in builder.seats else None
    if any(key.startswith(AUTO) for key in builder.kept):
        builder.ledger.actions = in_turn(builder)


def leave_out(builder: HandBuilder) -> None:
    """Mark players without cards and actions as sitting out, with a note, if all others have cards."""
    acting = {action.player for action in builder.ledger.actions}
    known = {*builder.cards, *builder.shown}
    absent = [name for name in builder.seats if name not in acting and name not in known]
    if not absent or any(name not in known for name in builder.seats if name not in absent):
        return
    for name in absent:
        builder.seats[name] = replace(builder.seats[name], sitting_out=True)
    builder.note(f"no cards are dealt to {', '.join(absent)[:100]}: treated as sitting out")


def in_turn(builder: HandBuilder) -> list[Action]:
    """Return the actions, with automatic folds that came too early moved to their turn."""
    hand = builder.hand()
    turns = Turns(hand)
    ordered: list[Action] = []
    for street, group in groupby(hand.actions, lambda action: action.street):
        actions = list(group)
        early: dict[str, Action] = {}
        turns.begin(street, actions)
        for action in actions:
            auto = action.act is Act.FOLD and f"{AUTO} {action.player}" in builder.kept
            if auto and action.player != next(turns.able(), ""):
                early[action.player] = action
                continue
            turns.take(action)
            ordered.append(action)
            while (name := next(turns.able(), "")) in early:
                ordered.append(early.pop(name))
                turns.take(ordered[-1])
        ordered += early.values()  # their turn never came: the checks report it
        turns.live = [name for name in turns.live if name not in early]
    return ordered


def order_seats(builder: HandBuilder) -> None:
    """Renumber the seats in the order listed if their numbers contradict the positions."""
    seats = list(builder.seats.values())
    of = {name: position for position, name in builder.kept.items() if name in builder.seats}
    turn = sorted(seats, key=lambda seat: TURN.index(of[seat.name].partition("+")[0]) * 100 + later(of[seat.name]))
    falls = sum(one.seat > other.seat for one, other in zip(turn, turn[1:] + turn[:1], strict=True))
    if falls == 1:
        return
    listed = [turn.index(seat) for seat in seats]
    if sum(one > other for one, other in zip(listed, listed[1:] + listed[:1], strict=True)) > 1:
        seats = turn  # the list contradicts them, too
    for number, seat in enumerate(seats, start=1):
        builder.seats[seat.name] = replace(seat, seat=number)
        if of[seat.name] == "Dealer":
            builder.button = number


def later(position: str) -> int:
    """Return the number of seats after the first to act: UTG+2 is 2."""
    return int(position.partition("+")[2] or 0)


AWAY = r"(?: ?\(.{1,30}\))?"
ACTS = rules(
    (rf"(Small|Big|Ante/Small) [Bb]lind(?:/Bring in)? {N}", post),
    (rf"Ante chip {N}", ante),
    (rf"Posts( dead)?(?: chip)? {N}", late_post),
    (rf"Fold{AWAY}", fold),
    (rf"Folds{AWAY}", fold),
    (r"Folds & shows \[([^\]]{5})\].{0,40}", fold),
    (rf"Check{AWAY}", check),
    (rf"Checks{AWAY}", check),
    (rf"Call{AWAY} {N}", call),
    (rf"Calls{AWAY} {N}", call),
    (rf"Bet{AWAY} {N}", bet),
    (rf"Bets{AWAY} {N}", bet),
    (rf"Raise{AWAY} {N}(?: to {N})?", raises),
    (rf"Raises{AWAY} {N}(?: to {N})?", raises),
    (rf"All-in ?\(raise.{{0,30}}\) {N}(?: to {N})?", raises),
    (rf"All-in{AWAY} {N}", all_in),
    (r"Card dealt to a spot \[([^\]]{5})\]", deal_to),
    (r"Does not show \[([^\]]{5})\].{0,40}", deal_to),
    (r"Mucks \[([^\]]{5})\].{0,40}", deal_to),
    (r"Showdown \[[^\]]+\].{0,40}", ignore_act),
    (rf"Return uncalled (?:portion of bet|blind) {N}", give_back),
    (rf"Hand [Rr]esult(?:-Side [Pp]ot)? {N}", collect),
    (r"Ranking (\d{1,6})", rank),
    (r"Prize Cash \[([^\]]{1,20})\]", prize),
    (rf"Table deposit {N}", deposit),
    *((rf"{word}(?:\W.{{0,60}})?", ignore_act) for word in QUIET),
)
OWN = rules(
    (r"Card dealt to table \[([^\]]+)\]", deal_board),
    (rf"Seat (\d{{1,12}}): {POSITION} {{0,2}}(\[ME\])? \({N} in chips\)", sit),
    (rf"{POSITION} {{0,2}}(?:\[ME\])? ?: (.+)", act),
    (r"\*\*\* HOLE CARDS \*\*\*", begin_cards),
    (r"\*\*\* SUMMARY \*\*\*", begin_summary),
)
GRAMMAR = Grammar(
    acts={},
    lines=merged(OWN, LINES),
    summary=rules(
        (rf"(?:Total Pot)\({N}\).{{0,60}}", total),
        (r"Board \[[^\]]*\]", ignore_line),
        (rf"(?:Seat)\+\d{{1,12}}: ?{POSITION} {{0,2}}(?:\[ME\])? ?(?:{N}\b)?.*", seat_result),
        (r"(?:Seat)\+\d+: .+", ignore_line),
        (rf"{POSITION} {{0,2}}(?:\[ME\])? ?: (.+)", act),
    ),
    ignored=lambda line: COMES_OR_GOES.fullmatch(line.rpartition(" : ")[2]) is not None,
    finish=finish,
)
ROOM = TextRoom(NAME, MARKS, heading, GRAMMAR)
