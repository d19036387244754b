"""Solve the tournaments of the documentation, print their tables, and draw their figures.

``python docs/tournaments.py FOLDER`` keeps the solved tournaments in a folder, and solves only those that are missing.
It takes about three minutes of two cores. ``python docs/tournaments.py FOLDER losses`` only measures what charts lose,
by the number of hands ahead.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import finaltable as ft
from finaltable.equilibrium.solver import start_profile
from finaltable.equilibrium.terminals import find_gains
from finaltable.models import find_model
from finaltable.plots import save_figure, tournament_figure
from finaltable.reporting.plot_style import in_style, line_style
from finaltable.reporting.words import title
from finaltable.tournaments.answer import TournamentValues
from finaltable.tournaments.batch import Effort, solve_alike
from finaltable.tournaments.hand import Hand
from finaltable.tournaments.hands_ahead import End, Levels, channel_gains
from finaltable.tournaments.policy import Watch
from finaltable.tournaments.rules import Rules
from finaltable.tournaments.seats import move_by_seat

MODELS = ("icm", "sem", "dcm")
PUBLISHED: dict[str, Any] = {"players": 3, "chips": 13500, "small_blind": 300, "big_blind": 600, "step": 300}
DEPTHS = (11.25, 22.5, 45, 90)  # big blinds of all players
PAYOUTS = {"50/30/20": [50, 30, 20], "65/35": [65, 35]}


def settings() -> dict[str, tuple[list[int], dict[str, Any]]]:
    """Return the prizes and rules of every tournament, by its name."""
    found: dict[str, tuple[list[int], dict[str, Any]]] = {"published": ([50, 30, 20], PUBLISHED)}
    for name, payouts in PAYOUTS.items():
        for depth in DEPTHS:
            blind = 2160 / depth
            rules = {"players": 3, "chips": 2160, "small_blind": blind / 2, "big_blind": blind, "step": 120}
            found[f"{name} at {depth:g}"] = payouts, rules
    bubble = {"players": 4, "chips": 5400, "small_blind": 75, "big_blind": 150, "step": 300}
    return {**found, "four players": ([50, 30, 20], bubble)}


def solved(folder: Path, name: str) -> ft.Tournament:
    """Return a tournament; solve and keep it if it is not in the folder."""
    payouts, rules = settings()[name]
    path = folder / f"{name.replace('/', '-')}.tournament"
    if not path.exists():
        ft.tournament(payouts, **rules, max_seconds=None).save(path)
    return ft.open_tournament(path)


def table_of(found: dict[str, ft.Tournament]) -> str:
    """Return a line for each tournament: rms distances averaged over seats, and by seat, in % of the pool."""
    lines = ["| tournament | deviation | ICM | SEM | DCM |", "|---|---|---|---|---|"]
    for name, one in found.items():
        pool = one.rules.pool / 100
        far = [f"{m.rms / pool:.3f} ({m.rms_by_seat / pool:.3f})" for m in one.compare(MODELS).models]
        lines.append(f"| {name} | {one.deviation / pool:.4f} | {' | '.join(far)} |")
    return "\n".join(lines)


def losses(found: ft.Tournament, count: int = 12) -> Iterator[str]:
    """Yield what charts lose in a hand of a solved tournament, summed over all players, in % of the pool.

    A row for each number of hands ahead, for stacks of grid points that are drawn from a fixed seed.
    """
    rules, players = found.rules, found.rules.players
    yield f"| hands ahead, {players} players | mean loss | largest | worse than none, of {count} |\n|---|---|---|---|"
    before = None
    for hands in (0, 1, *range(2, players + 1), 2 * players):
        lost = [100 * chart_loss(found, one, look_ahead=hands or None, tolerance=1e-5) for one in spots(rules, count)]
        before = lost if before is None else before
        worse = sum(now > then for now, then in zip(lost, before, strict=True))
        name = f"{hands} (an orbit)" if hands == players else hands
        yield f"| {name} | {sum(lost) / count:.4f} | {max(lost):.4f} | {worse} |"


def seats_of(found: dict[str, ft.Tournament], count: int = 8) -> str:
    """Return what knowing the seats is worth to a model: a line for each tournament, in % of the pool.

    The rms distance of values seat by seat in all states, and the mean loss of charts in a hand, each without and with
    ``look_ahead="seat"``.
    """
    models = ("icm", "sem")
    lines = ["| tournament | ICM: values | charts | SEM: values | charts |", "|---|---|---|---|---|"]
    for name, one in found.items():
        cells = []
        for model in models:
            lost = [
                [chart_loss(one, stacks, model=model, look_ahead=ahead) for ahead in (None, "seat")]
                for stacks in spots(one.rules, count)
            ]
            before, after = 100 * np.mean(lost, axis=0)
            far = one.compare([model]).models[0].rms_by_seat / one.rules.pool
            cells += [f"{100 * far:.3f} to {100 * seat_distance(one, model):.3f}", f"{before:.4f} to {after:.4f}"]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def seat_distance(found: ft.Tournament, model: str) -> float:
    """Return the rms distance of a model that knows the seats, as a share of the pool."""
    rules, order = found.rules, tuple(range(found.rules.players))
    states = rules.tables(rules.players)
    table = ft.Table.of(states[0], rules.payouts)
    levels = Levels(table, find_model(model), lambda _: rules.forced, 1e-4, Watch(1, None, None))
    values, _ = levels.model_values(move_by_seat(levels, [End(order, stacks) for stacks in states]))
    return float(np.sqrt(np.mean((values - found.values[rules.players] / rules.pool) ** 2)))


def spots(rules: Rules, count: int) -> list[list[Any]]:
    """Draw stacks on the grid."""
    random = np.random.default_rng(1)
    found: list[list[Any]] = []
    while len(found) < count:
        drawn = np.maximum(1, np.round(random.dirichlet(np.full(rules.players, 2.0)) * rules.units)).astype(int)
        if drawn.sum() == rules.units:
            found.append(list(rules.stacks(tuple(drawn.tolist()))))
    return found


def chart_loss(found: ft.Tournament, stacks: list[Any], **options: Any) -> float:
    """Return the gains of best responses to a chart in one hand of a tournament, summed over all players.

    As a share of the pool; ``options`` are those of `finaltable.nash`.
    """
    chart = ft.nash(stacks, found.rules.payouts, **found.rules.forced._asdict(), max_seconds=None, **options)
    hand = Hand.of(chart.lineup)
    gains = channel_gains(find_gains(hand.terminals(found.worth(chart.lineup, hand.outcomes), 1.0)))
    _, locked = start_profile(chart.lineup, {})
    watch, once = Watch(1, None, None), Effort(0.0, 1, 0.0)
    measured = solve_alike(
        hand.shape, gains[np.newaxis], chart.profile[np.newaxis], locked, once, watch, None, lambda _: None
    )
    return float(measured.exploitability.sum())


@in_style
def depths_figure(found: dict[str, ft.Tournament]) -> Figure:
    """Draw the distance of models by depth, for each structure of prizes."""
    figure = Figure(figsize=(7, 3))
    for place, payouts in enumerate(PAYOUTS):
        axes = figure.add_subplot(1, len(PAYOUTS), place + 1)
        compared = [found[f"{payouts} at {depth:g}"].compare(MODELS).models for depth in DEPTHS]
        for number, model in enumerate(MODELS):
            axes.plot(DEPTHS, [one[number].rms for one in compared], label=title(model), **line_style(model))
            thin = {**line_style(model), "linewidth": 0.6}
            axes.plot(DEPTHS, [one[number].largest for one in compared], **thin)
        axes.set_xscale("log", base=2)
        axes.set_xticks(DEPTHS, [f"{depth:g}" for depth in DEPTHS])
        axes.set_yscale("log")
        axes.set_title(f"prizes {payouts}", fontsize=8)
        axes.set_xlabel("big blinds in play")
        axes.set_ylabel("distance, % of pool: rms (thick), largest (thin)", fontsize=7)
        axes.legend()
    return figure


def print_losses(folder: Path) -> None:
    """Print what charts lose, row by row."""
    for name in ("published", "four players"):
        for line in losses(solved(folder, name)):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


def main(given: str, *only: str) -> None:
    """Solve everything, print the tables and draw the figures; or only measure what charts lose."""
    folder = Path(given)
    folder.mkdir(exist_ok=True)
    print_losses(folder)
    if only == ("losses",):
        return
    tournaments = {name: solved(folder, name) for name in settings()}
    sys.stdout.write(table_of(tournaments) + "\n")
    sys.stdout.write(seats_of(tournaments) + "\n")
    figures = Path(__file__).parent / "figures"
    one = tournaments["published"]
    table = ft.Table.of([4500] * 3, [50, 30, 20], names=["SB", "BB", "BTN"])
    values = TournamentValues(one, table, (0, 1, 2), None, one.compare(MODELS))
    save_figure(tournament_figure(values), str(figures / "tournament.svg"))
    save_figure(depths_figure(tournaments), str(figures / "tournament-depths.svg"))


if __name__ == "__main__":
    main(*sys.argv[1:])
