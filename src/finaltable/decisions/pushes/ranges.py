"""Ranges of all players around a push, parsed and matched with the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from finaltable.cards.hand import class_name
from finaltable.cards.preflop import as_range
from finaltable.cards.range import Range
from finaltable.decisions.pushes.callers import classes_of_combos, weights_of
from finaltable.decisions.pushes.lines import Bet
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.errors import InputError, MissingError
from finaltable.spots.spot import Player, Spot
from finaltable.table.table import check_player

NOTHING = ("0%", "0 %", "fold", "none")  # in place of a range: a player who never calls
BEST = "best"  # in place of a range: the best answer to hero's range
GivenRange = str | Range | None
GivenRanges = GivenRange | Sequence[GivenRange] | Mapping[Player, GivenRange]


def read_callers(spot: PushSpot, ranges: object) -> list[Range | None]:
    """Return the calling ranges of the players behind, in turn, or raise."""
    if ranges is None and spot.callers:
        raise MissingError("ranges", "must say what the players behind call with")
    if not spot.callers:
        if ranges not in (None, [], {}, ()):
            raise InputError("ranges", "must be left out if no player is behind hero", ranges, code="conflict")
        return []
    return read_all(spot, ranges, "ranges", spot.callers, "player behind")


def read_folders(spot: PushSpot | Spot, ranges: object) -> list[Range | None]:
    """Return the ranges that players who folded would have played, in turn, or raise; None if unknown."""
    if ranges is None:
        return [None] * len(spot.folders)
    if isinstance(ranges, Mapping):
        by_seat = read_seats(spot, ranges, "folded_from")
        if not set(by_seat) <= set(spot.folders):
            raise wrong_players(spot, "folded_from", "may be given for", spot.folders, by_seat)
        ranges = [by_seat.get(seat) for seat in spot.folders]
    elif not spot.folders:
        raise InputError("folded_from", "must be left out if no player before hero has folded", ranges, code="conflict")
    return read_in_turn(spot, ranges, "folded_from", spot.folders, "player before hero")


def read_seats(spot: PushSpot | Spot, ranges: Mapping[Player, object], field: str) -> dict[int, object]:
    """Return ranges by seat, or raise for a player who is not at the table."""
    return {check_player(player, spot.table.names, field): hands for player, hands in ranges.items()}


def wrong_players(
    spot: PushSpot | Spot, field: str, rule: str, seats: Sequence[int], given: Mapping[int, object]
) -> InputError:
    """Return an error that names the players whose ranges are expected."""
    names = spot.table.names
    wanted = ", ".join(names[seat] for seat in seats) or "no player"
    return InputError(field, f"{rule} {wanted}", [names[seat] for seat in sorted(given)], code="wrong_count")


def read_in_turn(
    spot: PushSpot | Spot, ranges: object, field: str, seats: Sequence[int], who: str
) -> list[Range | None]:
    """Return one range for each of some players: the same for all, or one each."""
    if isinstance(ranges, str | Range):
        return [read_one(ranges, field)] * len(seats)
    if not isinstance(ranges, Sequence):
        rule = "must be a range, a list of ranges, or a mapping from players"
        raise InputError(field, rule, ranges, code="wrong_type")
    if len(ranges) == 1:
        return [read_one(ranges[0], field)] * len(seats)
    if len(ranges) != len(seats):
        raise InputError(field, f"must be one for each {who}, here {len(seats)}", len(ranges), code="wrong_count")
    names = spot.table.names
    return [read_one(one, f"{field}[{names[seat]}]") for one, seat in zip(ranges, seats, strict=True)]


def read_one(hands: object, field: str) -> Range | None:
    """Return a range, or None for a player who never calls."""
    if hands is None or (isinstance(hands, str) and hands.strip().lower() in NOTHING):
        return None
    if not isinstance(hands, str | Range):
        raise InputError(field, "must be a range like 22+, A2s+ or 20%", hands, code="not_hands")
    return as_range(hands, field)


def read_all(spot: PushSpot, ranges: object, field: str, seats: Sequence[int], who: str) -> list[Range | None]:
    """Return one range for each of some players: the same for all, one each, or by player."""
    if isinstance(ranges, Mapping):
        by_seat = read_seats(spot, ranges, field)
        if set(by_seat) != set(seats):
            raise wrong_players(spot, field, "must be given for", seats, by_seat)
        ranges = [by_seat[seat] for seat in seats]
    return read_in_turn(spot, ranges, field, seats, who)


def read_bets(spot: PushSpot, bet_with: object, calls: object, overcalls: object) -> list[Bet]:
    """Return the hands of the players who bet before hero, in turn, or raise."""
    names = spot.table.names
    if not spot.bettors:
        for field, given in (("bet_with", bet_with), ("bettor_calls", calls), ("bettor_overcalls", overcalls)):
            if given is not None:
                raise InputError(field, "must be left out if {bets} is not given", given, code="needs_other")
        return []
    who = ", ".join(names[seat] for seat in spot.bettors)
    if bet_with is None:
        raise MissingError("bet_with", f"must say which hands {who} bet with")
    held = read_all(spot, bet_with, "bet_with", spot.bettors, "player who bet")
    kept = read_answers(spot, calls, "bettor_calls")
    again = kept if overcalls is None else read_answers(spot, overcalls, "bettor_overcalls")
    found = []
    for seat, hands, call, over in zip(spot.bettors, held, kept, again, strict=True):
        if hands is None:
            raise InputError(f"bet_with[{names[seat]}]", "must have hands: the player has bet", hands, code="no_hands")
        if seat in spot.committed:
            found.append(Bet(seat, hands, hands, (hands,) * len(spot.callers)))
            continue
        check_within(call, hands, f"bettor_calls[{names[seat]}]")
        check_within(over, hands, f"bettor_overcalls[{names[seat]}]")
        overs = (over,) * len(spot.callers)
        best = (is_best(calls), is_best(calls if overcalls is None else overcalls))
        found.append(Bet(seat, hands, call, overs, *best))
    return found


def read_answers(spot: PushSpot, ranges: object, field: str) -> list[Range | None]:
    """Return the ranges with which the players who bet call, in turn; None for all if left open."""
    if is_best(ranges):
        return [None] * len(spot.bettors)
    if spot.committed:
        name = spot.table.names[spot.committed[0]]
        rule = f"must be left out: the push is for no more than {name} has put in, who cannot fold"
        raise InputError(field, rule, ranges, code="conflict")
    return read_all(spot, ranges, field, spot.bettors, "player who bet")


def is_best(ranges: object) -> bool:
    """Return whether the best answer is asked for: by name, or because none is given."""
    if isinstance(ranges, Sequence) and not isinstance(ranges, str) and len(ranges) == 1:
        ranges = ranges[0]
    return ranges is None or (isinstance(ranges, str) and ranges.strip().lower() == BEST)


def read_expected(bets: Sequence[Bet], pushes: object) -> Range | None:
    """Return the range with which hero pushes if a best answer is asked for, or raise."""
    if not any(bet.find_calls or bet.find_overcalls for bet in bets):
        if pushes is not None:
            raise InputError("pushes_with", "must be left out: no best answer is asked for", pushes, code="conflict")
        return None
    if pushes is None:
        rule = "must be given for the best answer of players who bet, or else {bettor_calls}"
        raise MissingError("pushes_with", rule)
    if not isinstance(pushes, str | Range):
        raise InputError("pushes_with", "must be a range like 22+, A2s+ or 20%", pushes, code="not_hands")
    return as_range(pushes, "pushes_with")


def check_within(kept: Range | None, hands: Range, field: str) -> None:
    """Raise unless all hands of one range are in another."""
    if kept is None:
        return
    outside = np.flatnonzero(weights_of(kept) > weights_of(hands) + 1e-9)
    if len(outside):
        name = class_name(int(classes_of_combos()[outside[-1]]))
        rule = f"must be within the hands that the player bet with, unlike {name}"
        raise InputError(field, rule, str(kept), code="conflict")
