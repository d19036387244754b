"""From a mistake to the next step: the commands that open its chart, replay the hand and train on it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from finaltable.reviews.decision import Reviewed

OF_TABLE = ("-p", "--bounties", "--bounty-share", "--blinds", "--ante", "--big-blind-ante", "--button", "--elsewhere")
TRAIN = "finaltable train --from review.json"
TRAIN_WORDS = f"Train on these mistakes: this review with --json > review.json, then {TRAIN}"


class NextStep(NamedTuple):
    """A command and what it is for."""

    label: str
    command: str


def steps_of(one: Reviewed) -> list[NextStep]:
    """Return the commands for a decision: its numbers again, the chart of the spot, and the hand."""
    steps = [NextStep("The numbers again" if number == 0 else "and", line) for number, line in enumerate(one.commands)]
    chart = chart_line(one.commands[0]) if one.commands else None
    if chart is not None:
        steps.append(NextStep("The chart of the spot", chart))
    return [*steps, NextStep("Replay the hand", replay_line(one))]


def replay_line(one: Reviewed) -> str:
    """Return the command that replays a hand."""
    return shlex.join(["finaltable", "history", one.file, "--hand", one.hand])


def chart_line(command: str) -> str | None:
    """Return the command for the chart of a decision; None if its own command shows the chart.

    >>> chart_line("finaltable decide BTN=900 SB=500 BB=800 -p 5,3 --blinds 50/100 --button BTN --hero BB --all-in SB")
    "finaltable nash BTN=900 SB=500 BB=800 -p 5,3 --blinds 50/100 --button BTN --grid 'BB v SB'"
    >>> chart_line("finaltable push SB=900 BB=800 -p 5,3 --blinds 50/100 --button SB --hero BB --bets SB=220")
    "finaltable nash SB=900 BB=800 -p 5,3 --blinds 50/100 --button SB --raise-to SB=220 --grid 'BB v SB raise'"
    """
    words = shlex.split(command)
    if words[1] == "nash":
        return None
    kept, named = ["finaltable", "nash"], dict[str, str]()
    rest = iter(words[2:])
    for word in rest:
        if not word.startswith("-") or word == "--no-own-bounty":
            kept.append(word)
        else:
            value = next(rest, "")
            named[word] = value
            kept += [word, value] if word in OF_TABLE else []
    facing = named.get("--all-in", "")
    hero, bets = named["--hero"], named.get("--bets", "")
    raiser, _, size = bets.rpartition("=")
    if "," in facing or "," in bets or (bets and float(size) < 2 * float(named["--blinds"].partition("/")[2])):
        return shlex.join(kept)  # play that a chart does not have
    own = f"{hero} raise" if raiser == hero else hero
    faced = [f"{raiser} raise"] if bets and raiser != hero else []
    faced += [facing] if facing else []
    kept += ["--raise-to", bets] if bets else []
    return shlex.join([*kept, "--grid", f"{own} v {', '.join(faced)}" if faced else own])
