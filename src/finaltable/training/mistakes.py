"""The mistakes of a review as spots, parsed from the command line that a review keeps for each decision."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from finaltable.equilibrium.nodes import RAISE, split_versus
from finaltable.errors import InputError, MissingError, check_length

LONGEST = 4000  # characters of a command
NUMBERS = {"--ante": "ante", "--big-blind-ante": "big_blind_ante", "--bounty-share": "bounty_share"}
LISTS = {"-p": "payouts", "--payouts": "payouts", "--bounties": "bounties"}
WORDS = {"--button": "button", "--hero": "seat", "--hand": "hand"}


def mistakes_of(review: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the decisions of a review that cost money by its first model, the costliest first."""
    found = []
    try:
        for tournament in review["tournaments"]:
            for one in tournament["decisions"]:
                cost = float(one["verdicts"][0]["cost"])
                if cost > 0:
                    found.append((cost, {"command": one["commands"][0], "hand": one["cards"]}))
    except (LookupError, TypeError, ValueError):
        rule = "must be a review as finaltable writes it"
        raise InputError("source", rule, sorted(map(str, review))[:5], code="wrong_format") from None
    return [spot for _, spot in sorted(found, key=lambda pair: -pair[0])]


def spot_of_command(command: object, hand: object, where: str) -> dict[str, Any]:
    """Parse the spot from a command line of decide, push or nash, for `read_recipe`.

    >>> line = "finaltable decide Ana=1500 Bo=900 -p 50,30 --blinds 50/100 --button Ana --hero Bo --all-in Ana"
    >>> spot = spot_of_command(line, "AhKd", "spot")
    >>> spot["stacks"], spot["seat"], spot["facing"], spot["big_blind"]
    ([1500.0, 900.0], 'Bo', ['Ana'], 100.0)
    """
    words = split(command, where)
    spot: dict[str, Any] = {"names": [], "stacks": [], "facing": [], "hand": hand}
    rest = iter(words[2:])
    for word in rest:
        if not word.startswith("-"):
            name, _, chips = word.rpartition("=")
            spot["names"].append(name)
            spot["stacks"].append(number(chips, f"{where}.command"))
        elif word == "--no-own-bounty":
            rule = "must pay the last player their own bounty, as all spots do"
            raise InputError(f"{where}.command", rule, word, code="conflict")
        elif word != "--own-bounty":
            take(spot, word, next(rest, ""), where)
    if spot["hand"] is None:
        raise MissingError(f"{where}.hand", "must be given with a command")
    return with_raise(spot, words[1], where)


def with_raise(spot: dict[str, Any], command: str, where: str) -> dict[str, Any]:
    """Return a spot with its bets as one raise: of the player before hero, of hero before an all-in, or first in."""
    bets = spot.pop("bets", {})
    if not bets:
        return spot
    raiser, size = next(iter(bets.items()))
    own = raiser == spot.get("seat")
    usual = own if command == "decide" else not own or command == "nash"
    if len(bets) > 1 or not usual or size <= spot.get("big_blind", 0):
        rule = "must have one raise and no limps or calls: other bets are not trained"
        raise InputError(f"{where}.command", rule, ", ".join(bets), code="conflict")
    return spot | {"raise_to": size, "raised_by": raiser}


def split(command: object, where: str) -> list[str]:
    """Split a command line into words."""
    if not isinstance(command, str):
        raise InputError(f"{where}.command", "must be a command line of finaltable", command, code="wrong_format")
    check_length(f"{where}.command", command, LONGEST)
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if words[:1] != ["finaltable"] or words[1:2] not in (["decide"], ["push"], ["nash"]):
        rule = "must be a line of finaltable decide, push or nash"
        raise InputError(f"{where}.command", rule, command, code="wrong_format")
    return words


def take(spot: dict[str, Any], option: str, value: str, where: str) -> None:
    """Add an option to a spot; ignore those that a spot does not need."""
    field = f"{where}.command"
    if option == "--elsewhere":
        rule = "must have all players at one table: players elsewhere cannot push or fold"
        raise InputError(field, rule, value, code="conflict")
    if option in NUMBERS:
        spot[NUMBERS[option]] = number(value, field)
    elif option in LISTS:
        spot[LISTS[option]] = [number(piece, field) for piece in value.split(",")]
    elif option == "--blinds":
        small, _, big = value.partition("/")
        spot |= {"small_blind": number(small, field), "big_blind": number(big, field)}
    elif option in ("--bets", "--raise-to"):
        pairs = (piece.rpartition("=") for piece in value.split(","))
        spot["bets"] = {name: number(chips, field) for name, _, chips in pairs}
    elif option == "--all-in":
        spot["facing"] = value.split(",")
    elif option == "--grid":
        seat, _, others = split_versus(value)
        spot["seat"] = seat.removesuffix(RAISE)
        faced = (other.strip() for other in others.split(",") if not other.strip().endswith(RAISE))
        spot["facing"] = [other for other in faced if other]
    elif option in WORDS and (option != "--hand" or spot["hand"] is None):
        spot[WORDS[option]] = value


def number(text: str, field: str) -> float:
    """Parse a number of a command line that finaltable wrote."""
    try:
        return float(text)
    except ValueError:
        raise InputError(field, "must hold numbers as finaltable writes them", text[:40], code="not_a_number") from None
