"""Bets before a push: limps, one raise, and its calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from finaltable.errors import InputError
from finaltable.spots.posted import Forced, Stacks, chips_of
from finaltable.table.table import Number, Table, check_player


def check_bets(
    bets: object, table: Table, acting: Sequence[int], hero: int, able: Stacks, forced: Forced
) -> dict[int, Number]:
    """Return the chips that players before hero have put in, antes included, by seat in turn, or raise.

    A bet of one big blind is a limp; the first bet above it is a raise, to at least two big blinds. Players after the
    raise have called it.
    """
    if bets is None:
        return {}
    if not isinstance(bets, Mapping):
        raise InputError("bets", "must be a mapping from players to chips", bets, code="wrong_type")
    given = {check_player(player, table.names, "bets"): bet for player, bet in bets.items()}
    before = acting[: acting.index(hero)]
    for seat in given:
        check_bettor(table, seat, hero, before)
    found: dict[int, Number] = {}
    raiser: int | None = None
    for seat in [seat for seat in before if seat in given]:
        field = f"bets[{table.names[seat]}]"
        bet = chips_of(given[seat], field, forced.big_blind)
        level = forced.big_blind if raiser is None else found[raiser] - forced.ante
        check_size(field, bet, level, forced.big_blind, None if raiser is None else table.names[raiser])
        check_left(field, bet, able[seat] - forced.ante, forced.big_blind)
        found[seat] = bet + forced.ante
        raiser = seat if bet > level else raiser
    return found


def check_bettor(table: Table, seat: int, hero: int, before: Sequence[int]) -> None:
    """Raise unless a player can have bet before hero's push."""
    name = table.names[seat]
    if seat == hero:
        rule, hint = "must not name hero, who has not acted", "an all-in over hero's raise is for decide"
        raise InputError("bets", rule, name, hint=hint, code="conflict")
    if seat not in before:
        names = ", ".join(table.names[one] for one in before) or "no player: hero is the first to act"
        raise InputError("bets", f"must name players who act before hero: {names}", name, code="conflict")


def check_size(field: str, bet: Number, level: Number, big_blind: Number, raiser: str | None) -> None:
    """Raise unless a bet is a limp, a raise, or the call of a raise."""
    if bet < level:
        rule = f"must be at least the big blind of {level}" if raiser is None else f"must match the raise to {level}"
        raise InputError(field, rule, bet, code="too_small")
    if raiser is not None and bet > level:
        rule = f"must be the call of the raise to {level}: {raiser} has raised, and only one player may"
        raise InputError(field, rule, bet, code="conflict")
    if level < bet < 2 * big_blind:
        rule = f"must be {big_blind}, a limp, or a raise to at least {2 * big_blind}"
        raise InputError(field, rule, bet, code="too_small")


def check_left(field: str, bet: Number, able: Number, big_blind: Number) -> None:
    """Raise unless a bet leaves chips: at least one, where chips are whole numbers."""
    if bet > able:
        raise InputError(field, f"must be at most the player's chips, {able}", bet, code="too_large")
    if bet == able or (able - bet < 1 < big_blind):
        rule, hint = "must leave the player a chip", "facing an all-in is for decide"
        raise InputError(field, rule, bet, hint=hint, code="too_large")
