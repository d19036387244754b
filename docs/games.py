"""Simulate three games in which all players are treated alike, and compare them with ICM and DCM."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import finaltable as ft
from finaltable.reporting.plot_style import GREY, INK, in_style, mark_style

STACKS = (5, 3, 2)
TOURNAMENTS = 3000
Step = Callable[[list[int], Random], None]


def two_chips(stacks: list[int], random: Random) -> None:
    """Draw two chips; the second goes to the owner of the first."""
    winner = owner(stacks, int(random.random() * sum(stacks)))
    stacks[winner] -= 1  # the first chip is not drawn again
    loser = owner(stacks, int(random.random() * sum(stacks)))
    stacks[winner] += 2
    stacks[loser] -= 1


def owner(stacks: Sequence[int], chip: int) -> int:
    """Return the owner of a chip."""
    return next(i for i in range(len(stacks)) if sum(stacks[: i + 1]) > chip)


def two_players(stacks: list[int], random: Random) -> None:
    """Draw two of the players left; one wins a chip from the other."""
    left = [i for i, stack in enumerate(stacks) if stack]
    winner = left.pop(int(random.random() * len(left)))
    loser = left[int(random.random() * len(left))]
    stacks[winner] += 1
    stacks[loser] -= 1


def all_players(stacks: list[int], random: Random) -> None:
    """Put all players all-in; the winner takes from each at most as many chips as they had."""
    left = [i for i, stack in enumerate(stacks) if stack]
    winner = left[int(random.random() * len(left))]
    chips = stacks[winner]
    for i in left:
        if i != winner:
            paid = min(stacks[i], chips)
            stacks[i] -= paid
            stacks[winner] += paid


GAMES: dict[str, tuple[Step, str | None]] = {
    "two random chips duel": (two_chips, "icm"),
    "two random players duel": (two_players, None),
    "all players are all-in": (all_players, "dcm"),
}


def play(step: Step, start: Sequence[int], random: Random) -> list[int]:
    """Return the players in the order of their places; players who bust in one hand are ranked by their stacks."""
    stacks = list(start)
    places: list[int] = []
    while len(places) < len(stacks) - 1:
        before = list(stacks)
        step(stacks, random)
        out = [i for i, stack in enumerate(stacks) if not stack and i not in places]
        random.shuffle(out)  # ties are broken at random
        places = sorted(out, key=lambda i: -before[i]) + places
    return [*(i for i in range(len(stacks)) if i not in places), *places]


def frequencies(step: Step, stacks: Sequence[int] = STACKS, tournaments: int = TOURNAMENTS, seed: int = 1) -> Any:
    """Return the frequency of each place for each player, shape (players, places)."""
    random = Random(seed)
    counts = np.zeros((len(stacks), len(stacks)))
    for _ in range(tournaments):
        for place, player in enumerate(play(step, stacks, random)):
            counts[player, place] += 1
    return counts / tournaments


@in_style
def games_figure() -> Figure:
    """Draw how often each player is last in the three games, with the models' probabilities."""
    figure = Figure(figsize=(9, 2.8))
    panels = figure.subplots(1, 3, sharex=True, sharey=True)
    names = [f"{stack} chips" for stack in STACKS]
    for axes, (game, (step, model)) in zip(panels, GAMES.items(), strict=True):
        last = frequencies(step)[:, -1]
        bars = 2 * np.sqrt(last * (1 - last) / TOURNAMENTS)
        axes.barh(names, last, xerr=bars, color="#d9dce1", ecolor=INK)
        if model is not None:
            solved = ft.finish(STACKS, model)[:, -1]
            axes.plot(solved, names, linestyle="none", **mark_style(model))
        label = "played; the line is two standard errors" if model is None else f"played, and {model.upper()} solved"
        axes.set_title(game)
        axes.set_xlabel(f"out first: {label}", color=GREY)
    panels[0].invert_yaxis()
    return figure
