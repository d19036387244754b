"""One hand, action by action, as a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.errors import InputError, Verbatim
from finaltable.histories.hand import FORCED, Act, PlayedHand, Street
from finaltable.histories.report import visible
from finaltable.reporting.layout import Grid, Note, Part, Report
from finaltable.reporting.words import amount

if TYPE_CHECKING:
    from finaltable.histories.hand import Action
    from finaltable.histories.history import History

CARDS = {Street.PREFLOP: 0, Street.FLOP: 6, Street.TURN: 8, Street.RIVER: 10}
"""Characters of the board that are seen on a street."""
DOES = {Act.FOLD: "folds", Act.CHECK: "checks", Act.CALL: "calls", Act.BET: "bets", Act.RAISE: "raises"}


def find_hand(history: History, wanted: str) -> PlayedHand:
    """Return the hand with the room's number, or raise."""
    found = [hand for hand in history.hands if hand.id == wanted.strip().lstrip("#")]
    if not found:
        some = ", ".join(hand.id for hand in history.hands[:3])
        rule = f"must be the number of a hand in these files: {some}{', …' if len(history.hands) > 3 else ''}"
        raise InputError("hand", rule, Verbatim(visible(wanted[:40])), code="unknown_choice")
    return found[0]


def replay_report(hand: PlayedHand) -> Report:
    """Return the players, the actions street by street with the pot, and the end."""
    level = f"{amount(hand.small_blind)}/{amount(hand.big_blind)}"
    level += f", antes {amount(hand.antes)}" if hand.antes else ""
    heading = f"{hand.room} hand {hand.id}, tournament {hand.tournament.id or '-'}: blinds {level}. {hand.file}"
    parts: list[Part] = [Note(visible(f"{heading}, line {hand.line:,}"), "strong"), Note(""), players_grid(hand)]
    pot, street = hand.antes * 0, None
    for action in hand.actions:
        if action.street is not street:
            street = action.street
            parts += [Note(""), Note(street_words(hand, street, amount(pot)), "strong")]
        pot += action.amount
        parts.append(Note(visible(action_words(action))))
    return Report((*parts, Note(""), *(Note(visible(line)) for line in end_lines(hand))))


def players_grid(hand: PlayedHand) -> Grid:
    """Return the players with their stacks in chips and big blinds, and the cards that are known."""
    rows = []
    for seat in hand.seats:
        marks = [
            word for word, here in (("button", seat.seat == hand.button), ("hero", seat.name == hand.hero)) if here
        ]
        cards = hand.cards.get(seat.name) or hand.shown.get(seat.name, "")
        blinds = f"{float(seat.stack / hand.big_blind):.1f}" if hand.big_blind else "-"
        rows.append((f"{seat.seat}", visible(seat.name), amount(seat.stack), blinds, cards, ", ".join(marks)))
    return Grid(("Seat", "Player", "chips", "bb", "cards", ""), tuple(rows), left=frozenset({1, 4, 5}))


def street_words(hand: PlayedHand, street: Street, pot: str) -> str:
    """Return the name of a street, its board and the pot."""
    if street is Street.PREFLOP:
        return "Before the flop"
    board = hand.boards[0][: CARDS[street]] if hand.boards else ""
    cards = " ".join(board[i : i + 2] for i in range(0, len(board), 2))
    return f"{street.value.capitalize()} {cards}, pot {pot}"


def action_words(action: Action) -> str:
    """Return an action in words."""
    if action.act in FORCED:
        does = f"posts {action.act.value} {amount(action.amount)}"
    else:
        does = f"{DOES[action.act]} {amount(action.amount) if action.amount else ''}".rstrip()
    return f"{action.player} {does}{' and is all-in' if action.all_in else ''}"


def end_lines(hand: PlayedHand) -> list[str]:
    """Return chips that went back, shown cards, chips won, and players who are out."""
    lines = [f"{amount(back.amount)} go back to {back.player}" for back in hand.uncalled]
    if hand.boards:
        lines.append("Board: " + ", ".join(hand.boards))
    lines += [f"{name} shows {cards}" for name, cards in hand.shown.items()]
    lines += [f"{name} collects {amount(chips)}" for name, chips in hand.collected.items()]
    return lines + [f"{name} is out" for name, chips in hand.stacks_after.items() if not chips]
