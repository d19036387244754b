"""Games with a raise: the sizes, the initial profile, and the solver's answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from finaltable.equilibrium.lineup import Lineup, check_lineup
from finaltable.errors import InputError
from finaltable.spots.posted import chips_of
from finaltable.spots.spot import as_list
from finaltable.table.table import Number, Table, check_player, exact_number, exact_value

if TYPE_CHECKING:
    from finaltable.spots.posted import Forced

BIG_BLINDS = "bb"
LEAST = 2  # big blinds
MEANT = 20  # a number of chips below this may be meant in big blinds

FLATS = (
    "Calls that see a flop are left out, so small raises look better than they are, the more so the deeper the stacks."
)
DEEP = 15  # big blinds: above, no advice to raise


def read_raises(table: Table, raise_to: object, forced: Forced) -> dict[int, Number] | None:
    """Return the bet of each player who may raise, by seat; None without raises.

    One size is for all players with a larger stack. A mapping names the players who raise.

    >>> from finaltable.spots.posted import Forced, chips_of
    >>> table = Table.of([3000, 400, 2000], [1], names=["SB", "BB", "BTN"])
    >>> read_raises(table, "2.2bb", Forced.of(100, 200, 0, 0))
    {0: 440, 2: 440}
    >>> read_raises(table, {"SB": 600}, Forced.of(100, 200, 0, 0))
    {0: 600}
    """
    if raise_to is None:
        return None
    if isinstance(raise_to, Mapping):
        sizes: dict[int, Number] = {}
        for player, size in raise_to.items():
            seat, field = check_player(player, table.names, "raise_to"), f"raise_to[{player}]"
            if seat in sizes:
                raise InputError("raise_to", "must name a player only once", str(player), code="duplicate")
            sizes[seat] = read_size(size, forced, field)
            if not leaves_chips(sizes[seat], table.stacks[seat], forced):
                rule = f"must leave a chip of the stack of {table.stacks[seat]}: a larger raise is an all-in"
                raise InputError(field, rule, size, code="too_large", facts={"most": float(table.stacks[seat])})
        return sizes
    size = read_size(raise_to, forced, "raise_to")
    largest = max(table.stacks, key=exact_value)
    if not leaves_chips(size, largest, forced):
        rule = f"must be below the largest stack of {largest}"
        raise InputError("raise_to", rule, raise_to, code="too_large", facts={"most": float(largest)})
    return {seat: size for seat, stack in enumerate(table.stacks) if leaves_chips(size, stack, forced)}


def read_size(size: object, forced: Forced, field: str) -> Number:
    """Return a bet in chips, or raise. "2.2bb" and numbers below the big blind count big blinds.

    >>> from finaltable.spots.posted import Forced, chips_of
    >>> [read_size(size, Forced.of(100, 200, 0, 0), "raise_to") for size in ("2.2bb", 2.2, 440)]
    [440, 440, 440]
    """
    blind = exact_value(forced.big_blind)
    in_blinds = isinstance(size, str) and size.strip().lower().endswith(BIG_BLINDS)
    try:
        number = exact_value(chips_of(size, field, forced.big_blind))
    except InputError as error:
        if not isinstance(size, str):
            raise
        raise InputError(field, "must be a size like 2.2bb or 440", size, code=error.code) from None
    chips = number * blind if number < blind and not in_blinds else number
    if chips < LEAST * blind:
        rule = f"must be at least {LEAST} big blinds"
        hint = f"numbers from the big blind on are chips, {plain(number)}bb is in big blinds"
        doubtful = not in_blinds and LEAST <= number < MEANT
        raise InputError(field, rule, size, hint=hint if doubtful else "", code="too_small")
    return exact_number(chips)


def plain(number: Fraction) -> str:
    """Return a number as it is written."""
    return f"{float(number):g}"


def leaves_chips(size: Number, stack: Number, forced: Forced) -> bool:
    """Return whether a player has at least a chip left after a bet; with fractions of chips, anything at all."""
    left = exact_value(stack) - exact_value(size) - exact_value(forced.ante)
    whole = all(exact_value(number).denominator == 1 for number in (stack, *forced))
    return left >= 1 if whole else left > 0


def check_raisers(lineup: Lineup, raise_to: object) -> None:
    """Raise if a player is named who cannot raise."""
    if not isinstance(raise_to, Mapping):
        return
    for player in raise_to:
        seat = check_player(player, lineup.table.names, "raise_to")
        if seat not in lineup.deciding:
            rule = "must name players with a decision: this one has folded, is all-in or at another table"
            raise InputError("raise_to", rule, lineup.table.names[seat], code="no_decision")
        if not lineup.raised[seat]:
            rule = "must name players with a larger stack behind them, who can re-raise"
            raise InputError("raise_to", rule, lineup.table.names[seat], code="conflict")


def check_raise_only(lineup: Lineup, players: Iterable[int | str]) -> tuple[int, ...]:
    """Return the players who do not push first in, as seats, or raise if one of them cannot raise."""
    seats = tuple({check_player(player, lineup.table.names, "raise_only") for player in as_list(players, "raise_only")})
    for seat in seats:
        if not lineup.raised or not lineup.raised[seat]:
            rule = "must name players who can raise, with a size in {raise_to}"
            raise InputError("raise_only", rule, lineup.table.names[seat], code="needs_other")
    return tuple(sorted(seats))


def lineup_of(
    table: Table,
    button: object,
    forced: Forced,
    folded: Collection[int],
    elsewhere: Collection[int],
    raise_to: object,
    raise_only: Iterable[int | str],
) -> Lineup:
    """Return a table with blinds posted and the players who may raise, or raise if that is impossible."""
    lineup = check_lineup(table, button, forced, folded, elsewhere, read_raises(table, raise_to, forced))
    check_raisers(lineup, raise_to)
    return replace(lineup, raise_only=check_raise_only(lineup, raise_only))


def no_advice(depth: float) -> str:
    """Return the warning of a game with a raise and deep stacks.

    >>> no_advice(20.0)[:51]
    'Stacks are deeper than 15 big blinds (20): hands to'
    """
    return (
        f"Stacks are deeper than {DEEP} big blinds ({depth:.0f}): hands to raise or push first in are no advice. "
        "Re-jams and calls of re-jams are sound answers to these raises."
    )
