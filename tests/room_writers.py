"""Writers of PokerStars, GGPoker and Winamax hands, independent of the readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from finaltable.histories.hand import NOT_MATCHED, Act, Action, PlayedHand, Street
from finaltable.table.numbers import Number
from tests.hands import STREETS, spaced, won_and_back, written

Amount = Callable[[Number], str]


def thousands(number: Number) -> str:
    """Return an amount in the notation of GGPoker: 12,500."""
    before, point, after = written(number).partition(".")
    return f"{int(before):,}{point}{after}"


def raises(hand: PlayedHand) -> Iterator[tuple[Action, Number, Number]]:
    """Yield each action with the increase and the total of its bet."""
    street = Street.PREFLOP
    bets: dict[str, Number] = dict.fromkeys(hand.names, 0)
    for action in hand.actions:
        if action.street is not street:
            street, bets = action.street, dict.fromkeys(hand.names, 0)
        # An incomplete big blind still counts in full as the bet to call.
        highest = max(*bets.values(), hand.big_blind if street is Street.PREFLOP else 0)
        if action.act not in NOT_MATCHED:
            bets[action.player] += action.amount
        yield action, bets[action.player] - highest, bets[action.player]


POSTS = {
    Act.ANTE: "ante",
    Act.BIG_BLIND_ANTE: "ante",
    Act.SMALL_BLIND: "small blind",
    Act.BIG_BLIND: "big blind",
}


def words(action: Action, by: Number, to: Number, amount: Amount, the: str) -> str:
    """Return an action in words."""
    size = amount(action.amount)
    match action.act:
        case Act.FOLD | Act.CHECK:
            return f"{action.act}s"
        case Act.CALL | Act.BET:
            text = f"{action.act}s {size}"
        case Act.RAISE:
            text = f"raises {amount(by)} to {amount(to)}"
        case _:
            text = f"posts {the if 'ante' in POSTS[action.act] else ''}{POSTS[action.act]} {size}"
    return text + " and is all-in" * action.all_in


def street_line(street: Street, board: str, gap: str) -> str:
    """Return the line of a street: board so far, new cards."""
    if street is Street.FLOP:
        return f"*** FLOP *** [{spaced(board[:6])}]"
    seen = 8 if street is Street.TURN else 10
    return f"*** {street.upper()} *** [{spaced(board[: seen - 2])}]{gap}[{spaced(board[seen - 2 : seen])}]"


def action_lines(hand: PlayedHand, colon: str, amount: Amount, the: str, gap: str, cards: list[str]) -> Iterator[str]:
    """Yield the lines from the first ante to the last bet; ``cards`` come after the blinds."""
    board, street, dealt = "".join(hand.boards), Street.PREFLOP, False
    for action, by, to in raises(hand):
        if not dealt and action.act not in {*POSTS}:
            dealt = True
            yield from cards
        while street is not action.street:
            street = STREETS[STREETS.index(street) + 1]
            yield street_line(street, board, gap)
        yield f"{action.player}{colon} {words(action, by, to, amount, the)}"
    if not dealt:
        yield from cards
    for later in STREETS[STREETS.index(street) + 1 :]:
        if len(board) // 2 >= STREETS.index(later) + 2:
            yield street_line(later, board, gap)


def seat_results(hand: PlayedHand, amount: Amount) -> Iterator[str]:
    """Yield a line of the summary per seat."""
    for seat in hand.seats:
        place = " (button)" * (seat.seat == hand.button)
        won = amount(hand.collected.get(seat.name, 0))
        if seat.name in hand.shown:
            how = f"and won ({won}) with a pair" if seat.name in hand.collected else "and lost with high card Ace"
            yield f"Seat {seat.seat}: {seat.name}{place} showed [{spaced(hand.shown[seat.name])}] {how}"
        elif seat.name in hand.collected:
            yield f"Seat {seat.seat}: {seat.name}{place} collected ({won})"
        else:
            yield f"Seat {seat.seat}: {seat.name}{place} folded before Flop"


def ending(hand: PlayedHand, colon: str, amount: Amount) -> Iterator[str]:
    """Yield the lines of shown cards and winnings."""
    for name, cards in hand.shown.items():
        yield f"{name}{colon} shows [{spaced(cards)}] (a pair)"
    for name, chips in hand.collected.items():
        yield f"{name} collected {amount(chips)} from pot"


def in_stars_words(hand: PlayedHand, first: str, amount: Amount, show_down: str, others: bool) -> str:
    """Return a hand in the format that PokerStars and GGPoker share."""
    dealt = [f"Dealt to {name} [{spaced(cards)}]" for name, cards in hand.cards.items()]
    nothing = [f"Dealt to {name}" for name in hand.names if name not in hand.cards] if others else []
    lines = [first, f"Table '{hand.table}' 9-max Seat #{hand.button} is the button"]
    lines += [f"Seat {seat.seat}: {seat.name} ({amount(seat.stack)} in chips)" for seat in hand.seats]
    lines += action_lines(hand, ":", amount, "the ", " ", ["*** HOLE CARDS ***", *dealt, *nothing])
    lines += [f"Uncalled bet ({amount(back.amount)}) returned to {back.player}" for back in hand.uncalled]
    lines += [f"*** {show_down} ***"] * bool(hand.shown)
    lines += ending(hand, ":", amount)
    lines += ["*** SUMMARY ***", f"Total pot {amount(hand.pot)} | Rake 0"]
    lines += [f"Board [{spaced(board)}]" for board in hand.boards]
    lines += seat_results(hand, amount)
    return "\n".join(lines) + "\n\n\n"


def roman(number: int) -> str:
    """Return a Roman numeral up to XXXIX."""
    tens, ones = divmod(number, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


def slashed(time: str) -> str:
    """Return a time with slashes: 2024/03/09 21:04:05."""
    return time.replace("-", "/").replace("T", " ")


def blinds(hand: PlayedHand, amount: Amount) -> str:
    """Return the small and big blind."""
    return f"{amount(hand.small_blind)}/{amount(hand.big_blind)}"


def write_pokerstars(hand: PlayedHand) -> str:
    """Return a hand of PokerStars."""
    first = (
        f"PokerStars Hand #{hand.id}: Tournament #{hand.tournament.id}, $10+$1 USD Hold'em No Limit - "
        f"Level {roman(int(hand.level))} ({blinds(hand, written)}) - {slashed(hand.time)} ET"
    )
    return in_stars_words(hand, first, written, "SHOW DOWN", others=False)


def write_ggpoker(hand: PlayedHand) -> str:
    """Return a hand of GGPoker."""
    first = (
        f"Poker Hand #TM{hand.id}: Tournament #{hand.tournament.id}, L-03: $52.50 Bounty Hunters Hold'em No Limit - "
        f"Level{hand.level}({blinds(hand, thousands)}) - {slashed(hand.time)}"
    )
    return in_stars_words(hand, first, thousands, "SHOWDOWN", others=True)


def write_winamax(hand: PlayedHand) -> str:
    """Return a hand of Winamax, where an uncalled bet is paid with the pot."""
    paid = dict.fromkeys(hand.names, 0) | won_and_back(hand)
    first = (
        f'Winamax Poker - Tournament "TEA TIME" buyIn: 18€ + 2€ level: {hand.level} - HandId: #{hand.id}-1-17 - '
        f"Holdem no limit ({blinds(hand, written)}) - {slashed(hand.time)} UTC"
    )
    where = f"Table: 'TEA TIME({hand.tournament.id})#{hand.table}' 9-max (real money) Seat #{hand.button} is the button"
    seats = [f"Seat {seat.seat}: {seat.name} ({written(seat.stack)})" for seat in hand.seats]
    dealt = [f"Dealt to {name} [{spaced(cards)}]" for name, cards in hand.cards.items()]
    lines = [first, where, *seats, "*** ANTE/BLINDS ***"]
    lines += action_lines(hand, "", written, "", "", [*dealt, "*** PRE-FLOP ***"])
    lines += ["*** SHOW DOWN ***"] * bool(hand.shown)
    lines += [f"{name} shows [{spaced(cards)}] (One pair : 5)" for name, cards in hand.shown.items()]
    lines += [f"{name} collected {written(chips)} from pot" for name, chips in paid.items() if chips]
    lines += ["*** SUMMARY ***", "Total pot 1.3k | No rake"]
    lines += [f"Board: [{spaced(board)}]" for board in hand.boards]
    for seat in hand.seats:
        won = f"won {written(paid[seat.name])}" if paid[seat.name] else ""
        if seat.name in hand.shown:
            how = f"{won} with One pair : 5" if won else "lost with High card : Ace"
            lines.append(f"Seat {seat.seat}: {seat.name} showed [{spaced(hand.shown[seat.name])}] and {how}")
        elif won:
            lines.append(f"Seat {seat.seat}: {seat.name} {won}")
    return "\n".join(lines) + "\n\n\n"
