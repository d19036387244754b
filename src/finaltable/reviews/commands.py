"""Command lines that print a verdict's numbers again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from finaltable.decisions.pushes.push import PushDecision
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.look_ahead import TOURNAMENT, LookAheadChoice
from finaltable.equilibrium.nodes import DecisionNode
from finaltable.equilibrium.solution import Nash
from finaltable.reviews.finding import Turn
from finaltable.spots.posted import Forced, Posted
from finaltable.spots.spot import Spot
from finaltable.table.numbers import Number, exact_number, exact_value


def plain(number: Number) -> str:
    """Return a number for a command line: no thousands separators, and never three decimals, which could be misread.

    >>> plain(1500), plain(0.5), plain(1.125)
    ('1500', '0.5', '1.1250')
    """
    value = exact_value(number)
    if value.denominator == 1:
        return str(value.numerator)
    text = repr(float(value))
    return f"{text}0" if len(text.partition(".")[2]) == 3 else text  # 1.125 is a thousand in some languages


def line_of(words: Sequence[str]) -> str:
    """Return a command line, quoted for a shell."""
    return "finaltable " + shlex.join(words)


def table_words(spot: Posted, forced: Forced) -> list[str]:
    """Return the arguments that all commands share: players, prizes, bounties, blinds."""
    table = spot.table
    words = [f"{name}={plain(stack)}" for name, stack in zip(table.names, table.stacks, strict=True)]
    words += ["-p", ",".join(plain(payout) for payout in table.payouts)]
    if table.bounties:
        words += ["--bounties", ",".join(plain(bounty) for bounty in table.bounties)]
        words += ["--bounty-share", plain(table.prizes.share)]
        words += [] if table.prizes.own else ["--no-own-bounty"]
    words += ["--blinds", f"{plain(forced.small_blind)}/{plain(forced.big_blind)}"]
    for name, amount in (("--ante", forced.ante), ("--big-blind-ante", forced.big_blind_ante)):
        words += [name, plain(amount)] if amount else []
    assert spot.button is not None, "a hand has a button"
    words += ["--button", table.names[spot.button]]
    if spot.elsewhere:
        words += ["--elsewhere", ",".join(table.names[seat] for seat in spot.elsewhere)]
    return words


def model_words(models: Sequence[str], tolerance: float) -> list[str]:
    """Return the models, and the tolerance if it is not the default."""
    known = [model.replace(",", "+") for model in models if model != TOURNAMENT]  # it takes the place of a model
    words = ["--models", ",".join(known)] if known else []
    return words + ([] if tolerance == 1e-6 else ["--tolerance", f"{tolerance:g}"])


def ahead_words(look_ahead: LookAheadChoice) -> list[str]:
    """Return how far to look ahead, if at all."""
    return [] if look_ahead is None else ["--look-ahead", str(look_ahead)]


def decide_line(
    spot: Spot,
    bets: Sequence[tuple[str, Number]],
    hand: str,
    ranges: Sequence[str],
    rest: Sequence[str],
) -> str:
    """Return the command for a call; ``rest`` holds the arguments that all commands share."""
    names = spot.table.names
    words = ["decide", *rest, "--hero", names[spot.hero], "--all-in", ",".join(names[seat] for seat in spot.all_in)]
    words += ["--folded", ",".join(names[seat] for seat in spot.folded)] if spot.folded else []
    words += ["--bets", ",".join(f"{name}={plain(chips)}" for name, chips in bets)] if bets else []
    return line_of([*words, "--hand", hand, *(word for hands in ranges for word in ("--range", hands))])


def push_line(push: PushDecision, rest: Sequence[str]) -> str:
    """Return the command for an all-in; ``rest`` holds the arguments that all commands share."""
    names = push.spot.table.names
    words = ["push", *rest, "--hero", names[push.spot.hero], "--hand", push.hand]
    words += range_words("--range", [caller.hands for caller in push.callers])
    known = [folder.hands for folder in push.folders]
    words += range_words("--folded-from", known) if any(known) else []
    if push.bettors:
        words += ["--bets", ",".join(f"{names[one.seat]}={plain(one.bet)}" for one in push.bettors)]
        words += range_words("--bet-with", [one.hands for one in push.bettors])
        words += [] if push.spot.committed else range_words("--bettor-calls", [one.calls_with for one in push.bettors])
    return line_of(words)


def range_words(option: str, ranges: Sequence[str | None]) -> list[str]:
    """Return an option for each range, or one for all."""
    some = ranges if len(set(ranges)) > 1 else ranges[:1]
    return [word for hands in some for word in (option, hands or "fold")]


def nash_lines(
    spot: PushSpot,
    turn: Turn,
    solved: Nash,
    node: DecisionNode,
    models: Sequence[str],
    locks: Mapping[str, object],
    look_ahead: LookAheadChoice,
) -> tuple[str, ...]:
    """Return the commands for an all-in against the equilibrium, one per model: ``ev`` in their JSON has the values."""
    names, lineup = spot.table.names, solved.lineup
    away = {*lineup.acting, *spot.elsewhere}
    folded = [name for seat, name in enumerate(names) if seat not in away]
    words = ["nash", *table_words(spot, turn.seating.forced), *(["--folded", ",".join(folded)] if folded else [])]
    for seat in lineup.raise_only:
        words += ["--raise-to", f"{names[seat]}={plain(raise_of(lineup, seat))}", "--raise-only", names[seat]]
    for name, hands in locks.items():
        words += ["--lock", f"{name}={'fold' if hands is None else hands}"]
    words += ["--tolerance", f"{solved.tolerance:g}", *ahead_words(look_ahead)]
    adapts = ["--hero", names[spot.hero], "--others", solved.model]
    grid = ["--grid", solved.name_of(node)]
    return tuple(
        line_of([*words, *(adapts if number else ()), *model_word(model), *grid]) for number, model in enumerate(models)
    )


def model_word(model: str) -> list[str]:
    """Return the option for a model, if one is used."""
    return [] if model == TOURNAMENT else ["--model", model.replace(",", "+")]


def raise_of(lineup: Lineup, seat: int) -> Number:
    """Return a player's raise in chips, without the ante."""
    unit = exact_value(lineup.table.stacks[seat]) / lineup.chips[seat]
    return exact_number(lineup.raised[seat] * unit - exact_value(lineup.forced.ante))
