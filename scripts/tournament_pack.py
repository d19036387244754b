"""Solve the tournaments that come with the page: ``make tournaments``, or ``python -m scripts.tournament_pack FOLDER``.

A file for each structure of prizes; docs/contributing/tests-and-benchmarks.md has the format.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import finaltable as ft
from finaltable.results import Values
from finaltable.tournaments.distances import ModelDistances, over_seats, rms
from finaltable.tournaments.grid import State, states_of
from finaltable.tournaments.rules import Rules

PACK = Path(__file__).parent.parent / "src" / "finaltable" / "web" / "static" / "tournaments"
STRUCTURES = ((100,), (50, 30, 20), (65, 35))
DEPTHS = (11.25, 22.5, 45.0, 90.0)  # big blinds of all players
MODELS = ("icm", "sem", "dcm")
PLAYERS, UNITS, SCALE = 3, 24, 100_000


def name_of(payouts: tuple[int, ...]) -> str:
    """Return the name of a file."""
    return "-".join(map(str, payouts)) + ".json"


def solved(payouts: tuple[int, ...], depth: float, units: int) -> ft.Tournament:
    """Solve a tournament in which a step is one chip."""
    blind = units / depth
    rules: dict[str, Any] = {"players": PLAYERS, "chips": units, "small_blind": blind / 2, "big_blind": blind}
    return ft.tournament(payouts, **rules, step=1, max_seconds=None)


def sorted_states(rules: Rules) -> list[State]:
    """Return the states whose stacks rise with the seat: one for all ways to seat them."""
    return [state for state in states_of(rules.players, rules.units) if state == tuple(sorted(state))]


def whole(values: Values) -> list[int]:
    """Return shares as whole numbers."""
    return [round(SCALE * float(value)) for value in values.ravel()]


def distances_of(compared: ModelDistances) -> dict[str, dict[str, float]]:
    """Return how far each model is, as shares of the prizes."""
    pool = compared.rules.pool
    return {
        one.model: {"rms": short(one.rms / pool), "largest": short(one.largest / pool), "nearest": short(one.nearest)}
        for one in compared.models
    }


def short(value: float) -> float:
    """Return three digits of a number."""
    return float(f"{value:.3g}")


def described(found: ft.Tournament, depth: float, compared: ModelDistances) -> dict[str, Any]:
    """Return one tournament as JSON."""
    rules, values = found.rules, found.values[PLAYERS] / found.rules.pool
    averaged, states = over_seats(values, rules), states_of(PLAYERS, rules.units)
    return {
        "big_blinds": depth,
        "by_seat": whole(values),
        "averaged": whole(averaged[[states[state] for state in sorted_states(rules)]]),
        "seats": short(rms(values - averaged)),
        "deviation": short(found.deviation / rules.pool),
        "mean_deviation": short(found.mean_deviation / rules.pool),
        "distances": distances_of(compared),
    }


def structure(payouts: tuple[int, ...], depths: tuple[float, ...] = DEPTHS, units: int = UNITS) -> dict[str, Any]:
    """Solve the tournaments of one structure of prizes, and return them as JSON."""
    tournaments, models = [], {}
    for depth in depths:
        found = solved(payouts, depth, units)
        compared = found.compare(MODELS)
        tournaments.append(described(found, depth, compared))
        rows = [states_of(PLAYERS, units)[state] for state in sorted_states(found.rules)]
        values = (compared.by_seat + found.values[PLAYERS]) / found.rules.pool
        models = {name: whole(values[number, rows]) for number, name in enumerate(MODELS)}
    return {
        "payouts": payouts,
        "players": PLAYERS,
        "units": units,
        "scale": SCALE,
        "stacks": sorted_states(found.rules),
        "models": models,
        "tournaments": tournaments,
    }


def written(data: dict[str, Any]) -> str:
    """Return a file: one line of JSON."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False) + "\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PACK
    folder.mkdir(exist_ok=True)
    for payouts in STRUCTURES:
        began, path = time.process_time(), folder / name_of(payouts)
        path.write_text(written(structure(payouts)), "utf-8")
        seconds = time.process_time() - began
        sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes in {seconds:.0f} s of processor time\n")
