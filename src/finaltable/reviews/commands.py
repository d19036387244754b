"""Command lines that print a verdict's numbers again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from finaltable.cards.range import Range
from finaltable.decisions.pushes.push import PushDecision
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.equilibrium.solution import Nash
from finaltable.spots.posted import Forced, Posted
from finaltable.spots.spot import Spot
from finaltable.table.numbers import Number, exact_value

Held = Mapping[int, Range | None]


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
    words = ["--models", ",".join(model.replace(",", "+") for model in models)]
    return words + ([] if tolerance == 1e-6 else ["--tolerance", f"{tolerance:g}"])


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
    """Return the command for a push."""
    words = ["push", *rest, "--hero", push.spot.table.names[push.spot.hero], "--hand", push.hand]
    words += range_words("--range", [caller.hands for caller in push.callers])
    known = [folder.hands for folder in push.folders]
    return line_of(words + (range_words("--folded-from", known) if any(known) else []))


def range_words(option: str, ranges: Sequence[str | None]) -> list[str]:
    """Return an option for each range, or one for all."""
    some = ranges if len(set(ranges)) > 1 else ranges[:1]
    return [word for hands in some for word in (option, hands or "fold")]


def nash_lines(spot: PushSpot, forced: Forced, solved: Nash, models: Sequence[str], given: Held) -> tuple[str, ...]:
    """Return the commands for a push against the equilibrium, one per model: ``ev`` in their JSON has the values."""
    names = spot.table.names
    lineup, hero = solved.lineup, names[spot.hero]
    away = {*lineup.acting, *spot.elsewhere}
    folded = [name for seat, name in enumerate(names) if seat not in away]
    words = ["nash", *table_words(spot, forced), *(["--folded", ",".join(folded)] if folded else [])]
    for seat, hands in given.items():
        words += ["--lock", f"{names[seat]} v {hero}={'fold' if hands is None else hands}"]
    words += ["--hero", hero, "--others", solved.model, "--tolerance", f"{solved.tolerance:g}"]
    return tuple(line_of([*words, "--model", model, "--grid", hero]) for model in models)
