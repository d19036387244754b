"""Writers of WPN (both formats), 888, partypoker (both formats) and Bovada, independent of the readers.

``WRITTEN`` has for each room its writer and the hand that a reader must return.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from finaltable.histories.hand import Act, Action, PlayedHand, Seat, Street, Tournament
from finaltable.table.numbers import Number
from tests.hands import STREETS, spaced, won_and_back, written

ANTES = (Act.ANTE, Act.BIG_BLIND_ANTE)
BLINDS = {Act.SMALL_BLIND: "small blind", Act.BIG_BLIND: "big blind"}
FORCED = (*ANTES, *BLINDS)


@dataclass(frozen=True)
class Written:
    """A room: a writer of its hands, and the hand that a reader must return."""

    write: Callable[[PlayedHand], str]
    expected: Callable[[PlayedHand], PlayedHand]
    file: str = "hands.txt"


def board_of(hand: PlayedHand, street: Street) -> tuple[str, str]:
    """Return the board before a street and its new cards; empty if it was not dealt."""
    start, end = {Street.FLOP: (0, 6), Street.TURN: (6, 8), Street.RIVER: (8, 10)}[street]
    board = hand.boards[0] if hand.boards else ""
    return board[:start], board[start:end]


def streets(hand: PlayedHand) -> Iterator[tuple[Street, list[Action]]]:
    """Yield the dealt streets with their voluntary actions."""
    for street in STREETS:
        if street is Street.PREFLOP or board_of(hand, street)[1]:
            acts = [action for action in hand.actions if action.street is street and action.act not in FORCED]
            yield street, acts


def posts(hand: PlayedHand) -> list[Action]:
    """Return the antes and blinds."""
    return [action for action in hand.actions if action.act in FORCED]


def street_line(hand: PlayedHand, street: Street, spell: Callable[[str], str] = spaced, colon: str = "") -> str:
    """*** TURN *** [Ah Kd 2c] [9s]: the board, the new cards apart."""
    before, new = map(spell, board_of(hand, street))
    return f"*** {street.upper()} ***{colon} {f'[{before}] ' if before else ''}[{new}]"


def commas(pair: str) -> str:
    """Return cards in the notation of 888 and partypoker: [ Ah, Kd ]."""
    return f"[ {spaced(pair, ', ')} ]"


def total_to(hand: PlayedHand, action: Action) -> Number:
    """Return a player's bet on the street after an action, without antes."""
    total: Number = 0
    for other in hand.actions:
        if other.player == action.player and other.street is action.street and other.act not in ANTES:
            total += other.amount
        if other is action:
            break
    return total


def with_posted_antes(hand: PlayedHand) -> PlayedHand:
    """Return the hand with the largest posted ante as its ante, as a file states it."""
    most = {act: max((action.amount for action in hand.actions if action.act is act), default=0) for act in ANTES}
    return replace(hand, ante=most[Act.ANTE], big_blind_ante=most[Act.BIG_BLIND_ANTE])


# WPN


def wpn(number: Number) -> str:
    return f"{number}.00" if isinstance(number, int) else f"{float(number):.2f}"


def write_wpn(hand: PlayedHand) -> str:
    """Write the format with *** FLOP ***; an uncontested pot is only in the summary."""
    lines = [
        f"Game Hand #{hand.id} - $5K GTD Tournament #{hand.tournament.id} - Holdem(No Limit) - Level {hand.level}"
        f" ({wpn(hand.small_blind)}/{wpn(hand.big_blind)})- 2024/03/09 21:04:05 UTC",
        f"Table '{hand.table}' 9-max Seat #{hand.button} is the button",
        *(f"Seat {seat.seat}: {seat.name} ({wpn(seat.stack)})" for seat in hand.seats),
    ]
    for action in posts(hand):
        what = "ante" if action.act in ANTES else f"the {BLINDS[action.act]}"
        lines.append(f"{action.player} posts {what} {wpn(action.amount)}{' and is all-in' * action.all_in}")
    lines += ["*** HOLE CARDS ***", f"Main pot {wpn(hand.pot)}"]
    lines += [f"Dealt to {name} [{spaced(pair)}]" for name, pair in hand.cards.items()]
    for street, acts in streets(hand):
        if street is not Street.PREFLOP:
            lines.append(street_line(hand, street))
        lines += [wpn_act(hand, action) for action in acts]
    lines += [f"Uncalled bet ({wpn(back.amount)}) returned to {back.player}" for back in hand.uncalled]
    if hand.shown:
        lines.append("*** SHOW DOWN ***")
        lines += [f"{name} shows [{spaced(pair)}] (a pair of Tens [Ts Th])" for name, pair in hand.shown.items()]
        lines += [f"{name} collected {wpn(chips)} from main pot" for name, chips in hand.collected.items()]
    lines += ["*** SUMMARY ***", f"Total pot {wpn(sum(hand.collected.values()))}"]
    lines += [f"Board [{spaced(hand.boards[0])}]"] if hand.boards else []
    for seat in hand.seats:
        won = hand.collected.get(seat.name)
        lines.append(f"Seat {seat.seat}: {seat.name} did not show and {f'won {wpn(won)}' if won else 'lost'}")
    return "\n".join(lines) + "\n"


def wpn_act(hand: PlayedHand, action: Action) -> str:
    end = " and is all-in" * action.all_in
    if action.act is Act.RAISE:
        return f"{action.player} raises {wpn(action.amount)} to {wpn(total_to(hand, action))}{end}"
    return f"{action.player} {action.act}s{f' {wpn(action.amount)}' * bool(action.amount)}{end}"


def wpn_expected(hand: PlayedHand) -> PlayedHand:
    return with_posted_antes(replace(hand, room="WPN", tournament=Tournament(hand.tournament.id, "$5K GTD")))


def write_wpn_old(hand: PlayedHand) -> str:
    """Write the format with "Player " before names; amounts are the chips added."""

    def tens(text: str) -> str:
        return spaced(text).replace("T", "10")

    lines = [
        "Game started at: 2024/3/9 21:04:05",
        f"Game ID: {hand.id} {hand.small_blind}/{hand.big_blind} Cup - On Demand, Table {hand.table} (Hold'em)",
        f"Seat {hand.button} is the button",
        *(f"Seat {seat.seat}: {seat.name} ({written(seat.stack)})." for seat in hand.seats),
    ]
    for action in posts(hand):
        what = "posts ante" if action.act in ANTES else f"has {BLINDS[action.act]}"
        lines.append(f"Player {action.player} {what} ({written(action.amount)})")
    for seat in hand.seats:
        known = re.findall("..", hand.cards.get(seat.name, ""))
        lines += [f"Player {seat.name} received card: [{tens(card)}]" for card in known]
        lines += [f"Player {seat.name} received a card."] * (0 if known else 2)
    for street, acts in streets(hand):
        if street is not Street.PREFLOP:
            lines.append(street_line(hand, street, tens, ":"))
        for action in acts:
            word = "allin" if action.all_in else f"{action.act}s"
            lines.append(f"Player {action.player} {word}{f' ({written(action.amount)})' * bool(action.amount)}")
    lines += [f"Uncalled bet ({written(back.amount)}) returned to {back.player}" for back in hand.uncalled]
    lines += ["------ Summary ------", f"Pot: {written(hand.pot)}"]
    lines += [f"Board: [{tens(hand.boards[0])}]"] if hand.boards else []
    back_to = {back.player: back.amount for back in hand.uncalled}
    for name, put_in in hand.put_in.items():
        bets, won = put_in - back_to.get(name, 0), hand.collected.get(name, 0)
        show = f"shows: a pair of Tens [{tens(hand.shown[name])}]" if name in hand.shown else "does not show cards"
        end = f"Wins: {written(won - bets)}." if won > bets else f"Loses: {written(bets - won)}."
        star = "*" if won else ""
        lines.append(f"{star}Player {name} {show}. Bets: {written(bets)}. Collects: {written(won)}. {end}")
    return "\n".join([*lines, "Game ended at: 2024/3/9 21:05:05"]) + "\n"


def wpn_old_expected(hand: PlayedHand) -> PlayedHand:
    event = Tournament("6106397", "Cup - On Demand")
    return with_posted_antes(replace(hand, room="WPN", tournament=event, level=""))


# 888


def write_pacific(hand: PlayedHand, spell: Callable[[Number], str] = written, *, uncalled: bool = False) -> str:
    """Write 888; ``spell`` writes numbers of a locale, ``uncalled`` counts an uncalled bet as collected."""
    lines = [
        f"#Game No : {hand.id}",
        f"***** 888poker Hand History for Game {hand.id} *****",
        f"{spell(hand.small_blind)}/{spell(hand.big_blind)} Blinds No Limit Holdem - *** 09 03 2024 21:04:05",
        f"Tournament #{hand.tournament.id} $18.30 + $1.70 - Table #{hand.table} 9 Max (Real Money)",
        f"Seat {hand.button} is the button",
        f"Total number of players : {len(hand.seats)}",
        *(f"Seat {seat.seat}: {seat.name} ( {spell(seat.stack)} )" for seat in hand.seats),
    ]
    lines += [
        f"{action.player} posts {BLINDS.get(action.act, 'ante')} [{spell(action.amount)}]" for action in posts(hand)
    ]
    lines.append("** Dealing down cards **")
    lines += [f"Dealt to {name} {commas(pair)}" for name, pair in hand.cards.items()]
    for street, acts in streets(hand):
        if street is not Street.PREFLOP:
            lines.append(f"** Dealing {street} ** {commas(board_of(hand, street)[1])}")
        for action in acts:
            lines.append(f"{action.player} {action.act}s{f' [{spell(action.amount)}]' * bool(action.amount)}")
    lines.append("** Summary **")
    lines += [f"{name} shows {commas(pair)}" for name, pair in hand.shown.items()]
    won = won_and_back(hand) if uncalled else dict(hand.collected)
    lines += [f"{name} collected [ {spell(chips)} ]" for name, chips in won.items()]
    return "\n".join(lines) + "\n"


def pacific_expected(hand: PlayedHand) -> PlayedHand:
    event = Tournament(hand.tournament.id, "", "$", Fraction(183, 10), None, Fraction(17, 10))
    return with_posted_antes(replace(hand, room="888", tournament=event, table=f"Table #{hand.table}", level=""))


# partypoker


def write_party(hand: PlayedHand) -> str:
    """Write the format with parentheses; an all-in has a separate line."""
    lines = [
        f"***** Hand History For Game {hand.id} *****",
        f"{hand.small_blind}/{hand.big_blind} Tourney Texas Holdem Game Table (NL) (MTT Tournament "
        f"#{hand.tournament.id}) (Buyin $100.0 + $9.0) - Sat Mar 09 21:04:05 EDT 2024",
        f"Table (1) Table #{hand.table} (Real Money) -- Seat {hand.button} is the button",
        f"Total number of players : {len(hand.seats)}/10",
        *(f"Seat {seat.seat}: {seat.name} ({seat.stack})" for seat in hand.seats),
    ]
    lines += [f"{action.player} posts {BLINDS.get(action.act, 'ante')} ({action.amount})" for action in posts(hand)]
    lines.append("** Dealing down cards **")
    lines += [f"Dealt to {name} {commas(pair)}" for name, pair in hand.cards.items()]
    for street, acts in streets(hand):
        if street is not Street.PREFLOP:
            lines.append(f"** Dealing {street.title()} ** : {commas(board_of(hand, street)[1])}")
        for action in acts:
            if action.act is Act.RAISE:
                lines.append(f"{action.player} raises {action.amount} to {total_to(hand, action)}")
            else:
                lines.append(f"{action.player} {action.act}s{f' ({action.amount})' * bool(action.amount)}")
            lines += [f"{action.player} is all-In."] * action.all_in
    lines += ["** Summary **", f"Main Pot: {hand.pot}"]
    lines += [f"Board: {commas(hand.boards[0])}"] if hand.boards else []
    won, after = won_and_back(hand), hand.stacks_after
    for name, put_in in hand.put_in.items():
        end = f"lost {put_in} (folded)" if put_in else "didn't bet (folded)"
        if name in hand.shown:
            end = f"lost {put_in} {commas(hand.shown[name])} [ a pair of tens ]"
        if name in won:
            end = f"bet {put_in}, collected {won[name]}, net {won[name] - put_in:+}"
            end += f"{commas(hand.shown[name])} [ a pair of tens ]" if name in hand.shown else ""
        lines.append(f"{name} balance {after[name]}, {end}")
    return "\n".join(lines) + "\n"


def party_expected(hand: PlayedHand) -> PlayedHand:
    event = Tournament(hand.tournament.id, "", "$", 100, None, 9)
    table = f"(1) Table #{hand.table}"
    return with_posted_antes(replace(hand, room="partypoker", tournament=event, table=table, level=""))


def write_party_old(hand: PlayedHand) -> str:
    """Write the format with brackets; blinds have no lines, and an all-in may be a bet, a raise or a call."""
    level = f"Blinds-Antes({hand.small_blind}/{hand.big_blind} -{hand.ante})"
    lines = [
        f"***** Hand History for Game {hand.id} *****",
        f"NL Texas Hold'em $1 USD Buy-in Trny:{hand.tournament.id} Level:{hand.level}  {level}"
        " - Saturday, March 09, 21:04:05 EST 2024",
        f"Table Turbo #{hand.table} (Real Money)",
        f"Seat {hand.button} is the button",
        f"Total number of players : {len(hand.seats)}/10",
        *(f"Seat {seat.seat}: {seat.name} ( {seat.stack:,} )" for seat in hand.seats),
        f"Trny:{hand.tournament.id} Level:{hand.level}",
        level,
    ]
    shown = [action for action in posts(hand) if action.act in ANTES or hand.big_blind_ante]
    lines += [f"{action.player} posts {BLINDS.get(action.act, 'ante')} [{action.amount:,}]" for action in shown]
    lines.append("** Dealing down cards **")
    lines += [f"Dealt to {name} [  {spaced(pair)} ]" for name, pair in hand.cards.items()]
    for street, acts in streets(hand):
        if street is not Street.PREFLOP:
            lines.append(f"** Dealing {street.title()} ** {commas(board_of(hand, street)[1])}")
        for action in acts:
            word = "is all-In " if action.all_in else f"{action.act}s"
            lines.append(f"{action.player} {word}{f' [{action.amount:,}]' * bool(action.amount)}")
    lines += [f"{name} shows {commas(pair)}a pair of Tens." for name, pair in hand.shown.items()]
    for name, chips in won_and_back(hand).items():
        lines.append(f"{name} wins {chips:,} chips from the main pot with a pair of Tens.")
    return "\n".join(lines) + "\n"


def party_old_expected(hand: PlayedHand) -> PlayedHand:
    event = Tournament(hand.tournament.id, "", "$", 1)
    expected = with_posted_antes(replace(hand, room="partypoker", tournament=event, table=f"Turbo #{hand.table}"))
    return replace(expected, ante=hand.ante)


# Bovada


def positions(hand: PlayedHand) -> dict[str, str]:
    """Return the position of each player."""
    at = [seat.seat for seat in hand.seats].index(hand.button)
    names = [*hand.names[at + 1 :], *hand.names[: at + 1]]
    if len(names) == 2:
        return dict(zip(names, ("Big Blind", "Dealer"), strict=True))
    early = ["UTG", *(f"UTG+{i}" for i in range(1, 9))][: len(names) - 3]
    return dict(zip(names, ("Small Blind", "Big Blind", *early, "Dealer"), strict=True))


def write_bovada(hand: PlayedHand) -> str:
    """Write Bovada, with positions for names; an all-in among the posts has no other word."""
    who = {name: position + (" [ME]" if name == hand.hero else "") + " :" for name, position in positions(hand).items()}
    lines = [
        f"Ignition Hand #{hand.id}: HOLDEM Tournament #{hand.tournament.id} TBL#{hand.table}, No Limit- Level "
        f"{hand.level} ({hand.small_blind}/{hand.big_blind}) - 2024-03-09 21:04:05",
        *(f"Seat {seat.seat}: {who[seat.name][:-2]} ({seat.stack:,} in chips)" for seat in hand.seats),
        f"{next(iter(who.values()))} Table enter user",
    ]
    for action in posts(hand):
        what = BLINDS.get(action.act, "ante chip").capitalize()
        lines.append(f"{who[action.player]} {'All-in' if action.all_in else what} {action.amount:,}")
    lines.append("*** HOLE CARDS ***")
    for name, pair in {**hand.cards, **hand.shown}.items():
        lines.append(f"{who[name]} Card dealt to a spot [{spaced(pair)}]")
    for street, acts in streets(hand):
        if street is not Street.PREFLOP:
            lines.append(street_line(hand, street))
        lines += [f"{who[action.player]} {bovada_act(hand, action)}" for action in acts]
    lines += [f"{who[back.player]} Return uncalled portion of bet {back.amount:,}" for back in hand.uncalled]
    lines += [f"{who[name]} Hand Result {chips:,}" for name, chips in hand.collected.items()]
    lines += ["*** SUMMARY ***", f"Total Pot({sum(hand.collected.values()):,})"]
    lines += [f"Board [{spaced(hand.boards[0])} ]"] if hand.boards else []
    lines += [f"Seat+{seat.seat}: {who[seat.name][:-2]} Folded on the FLOP" for seat in hand.seats]
    return "\n".join(lines) + "\n"


def bovada_act(hand: PlayedHand, action: Action) -> str:
    chips, total = f"{action.amount:,}", f"{total_to(hand, action):,}"
    if action.act is Act.RAISE:
        return f"{'All-in(raise)' if action.all_in else 'Raises'} {chips} to {total}"
    if action.all_in:
        return f"All-in {chips}"
    words = {Act.FOLD: "Folds", Act.CHECK: "Checks(timeout)", Act.CALL: f"Call {chips}", Act.BET: f"Bets {chips}"}
    return words[action.act]


def bovada_expected(hand: PlayedHand) -> PlayedHand:
    names = {seat.name: "Hero" if seat.name == hand.hero else f"Seat {seat.seat}" for seat in hand.seats}

    def renamed(cards: dict[str, str]) -> dict[str, str]:
        return {names[name]: pair for name, pair in cards.items() if name != hand.hero}

    return with_posted_antes(
        replace(
            hand,
            room="Bovada",
            hero="Hero",
            seats=tuple(Seat(seat.seat, names[seat.name], seat.stack) for seat in hand.seats),
            actions=tuple(replace(action, player=names[action.player]) for action in hand.actions),
            cards={"Hero": next(iter(hand.cards.values()))},
            shown=renamed(dict(hand.shown)),
            collected={names[name]: chips for name, chips in hand.collected.items()},
            uncalled=tuple(replace(back, player=names[back.player]) for back in hand.uncalled),
        )
    )


WRITTEN = {
    "wpn": Written(write_wpn, wpn_expected),
    "wpn_old": Written(write_wpn_old, wpn_old_expected, "HH20240309 T6106397-G348.txt"),
    "888": Written(write_pacific, pacific_expected),
    "party": Written(write_party, party_expected),
    "party_old": Written(write_party_old, party_old_expected),
    "bovada": Written(write_bovada, bovada_expected),
}
