"""Report of close stacks: pairs, the chips that would move, and the money that depends on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, listed, short_amount, upper

if TYPE_CHECKING:
    from finaltable.values.sensitivity.sensitivity import ClosePair, Sensitivity

MOST_LINES = 3
MOST_NAMED = 4  # players at one jump


def sensitivity_report(found: Sensitivity, currency: str = "") -> Report:
    """Return the close pairs as a table, nearest first, and the range of the search."""
    purse = MoneyFormat.of(found.table.pool, currency)
    names = found.table.names
    parts: list[Part] = []
    if found.close:
        rows: tuple[tuple[Cell | str, ...], ...] = tuple(
            (
                f"{names[close.pair[0]]} and {names[close.pair[1]]}",
                close.cause,
                short_amount(float(close.chips)),
                "–" if close.taker is None else names[close.taker],
                "–" if close.giver is None else names[close.giver],
                ", ".join(names[winner] for winner in close.path) or "–",
                *changes(found, close, purse),
            )
            for close in found.close
        )
        header = ("Pair", "cause", "chips", "to", "from", "hands won by", "gains", "loses")
        parts += [
            Note("Stacks so close that DCM would move money between players", "strong"),
            Grid(header, rows, left=frozenset({0, 1, 3, 4, 5, 6, 7})),
            Note(""),
        ]
        parts += [Note(line) for line in close_lines(found, currency, most=1)]
    else:
        parts.append(Note("No two stacks are so close that DCM would move money between players.", "strong"))
    parts.append(Note(reach_words(found)))
    parts.append(Note(f"Jumps of {purse.money(found.threshold)} or more; right to {currency}{upper(2 * found.error)}."))
    if found.complete_above > found.threshold:
        proved = purse.at_most(found.complete_above)
        parts.append(Note(f"No jump of {proved} or more was missed (proved); smaller ones may be missing."))
    return Report(tuple(parts))


def changes(found: Sensitivity, close: ClosePair, purse: MoneyFormat) -> tuple[Cell, Cell]:
    """Return the players who gain and those who lose at a jump, including others who are level there."""
    names = found.table.names
    seats = sorted(range(len(names)), key=lambda seat: -abs(close.jump[seat]))
    large = [seat for seat in seats if abs(close.jump[seat]) >= found.threshold / 2]
    words = {seat: f"{names[seat]} {purse.signed(float(close.jump[seat]))}" for seat in large[:MOST_NAMED]}
    up = [text for seat, text in words.items() if close.jump[seat] > 0]
    down = [text for seat, text in words.items() if close.jump[seat] <= 0]
    return Cell(", ".join(up) or "–", "gain"), Cell(", ".join(down) or "–", "loss")


def what_would_do_it(close: ClosePair, names: tuple[str, ...]) -> str:
    """Return the condition for the jump in words."""
    chips = f"{short_amount(float(close.chips))} chip{'' if close.chips == 1 else 's'}"
    later = next_hands_words([names[winner] for winner in close.path])
    if not close.chips:
        one, other = (names[seat] for seat in close.pair)
        return f"{one} and {other} are level{later or ', one chip decides'}"
    if close.giver is None:
        assert close.taker is not None
        return f"{names[close.taker]} has {chips} more{later}"
    if close.taker is None:
        return f"{names[close.giver]} has {chips} fewer{later}"
    return f"{names[close.taker]} wins {chips} from {names[close.giver]}{later}"


def next_hands_words(winners: list[str]) -> str:
    """Return a clause with the winners of the hands before the jump.

    >>> next_hands_words([]), next_hands_words(["Cy"]), next_hands_words(["Cy", "Di"])
    ('', ', and Cy wins the next hand', ', and the next 2 hands go to Cy, then Di')
    """
    if len(winners) < 2:
        return f", and {winners[0]} wins the next hand" if winners else ""
    return f", and the next {len(winners)} hands go to {', then '.join(winners)}"


def reach_words(found: Sensitivity) -> str:
    """Return a sentence on the range of the search."""
    reach = [f"recounts of up to {short_amount(float(found.recount))} chips"]
    if found.blinds:
        reach.append(f"blinds of {short_amount(float(found.blinds))}")
    if found.pot:
        reach.append(f"one pot of up to {short_amount(float(found.pot))}")
    return f"Search for close stacks: {listed(reach)}."


def close_lines(found: Sensitivity, currency: str = "", most: int = MOST_LINES) -> list[str]:
    """Return a line for each of the nearest pairs: recounts and blinds, or else one pot."""
    purse = MoneyFormat.of(found.table.pool, currency)
    near = [close for close in found.close if close.cause != "pot"] or list(found.close[:1])
    # Several pairs may be level at one place, which is one line.
    near = list({(close.taker, close.giver, close.chips, close.path): close for close in reversed(near)}.values())[::-1]
    lines = []
    for close in near[:most]:
        gains, loses = changes(found, close, purse)
        how = what_would_do_it(close, found.table.names)
        which = "One pot" if close.cause == "pot" else "Close stacks"
        lines.append(f"{which}: if {how}, DCM moves {gains.text}, {loses.text}.")
    return lines
