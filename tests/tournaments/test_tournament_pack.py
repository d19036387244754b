"""The tournaments that come with the page: they are the output of the script, and hold all that the screen shows."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.tournaments.grid import states_of
from scripts.tournament_pack import (
    DEPTHS,
    MODELS,
    PACK,
    PLAYERS,
    SCALE,
    STRUCTURES,
    UNITS,
    described,
    name_of,
    solved,
    written,
)

MOST = 1_000_000  # bytes in all
PACKS: dict[tuple[int, ...], dict[str, Any]] = {
    payouts: json.loads((PACK / name_of(payouts)).read_text("utf-8")) for payouts in STRUCTURES
}


def by_state(one: dict[str, Any], units: int = UNITS) -> dict[tuple[int, ...], list[int]]:
    values = np.array(one["by_seat"]).reshape(-1, PLAYERS).tolist()
    return dict(zip(states_of(PLAYERS, units), values, strict=True))


def test_the_pack_has_a_file_for_each_structure_and_is_small() -> None:
    files = sorted(PACK.iterdir())
    assert [path.name for path in files] == sorted(map(name_of, STRUCTURES))
    assert sum(path.stat().st_size for path in files) < MOST


@pytest.mark.parametrize("payouts", STRUCTURES)
def test_a_file_is_the_output_of_the_script(payouts: tuple[int, ...]) -> None:
    data = PACKS[payouts]
    assert written(data) == (PACK / name_of(payouts)).read_text("utf-8")
    assert tuple(data["payouts"]) == payouts
    assert (data["players"], data["units"], data["scale"], tuple(data["models"])) == (PLAYERS, UNITS, SCALE, MODELS)
    assert tuple(one["big_blinds"] for one in data["tournaments"]) == DEPTHS


@pytest.mark.parametrize("payouts", STRUCTURES)
def test_values_add_up_to_the_prizes_and_every_tournament_is_solved(payouts: tuple[int, ...]) -> None:
    data = PACKS[payouts]
    for rows in (
        *data["models"].values(),
        *(one[key] for one in data["tournaments"] for key in ("by_seat", "averaged")),
    ):
        assert np.abs(np.array(rows).reshape(-1, PLAYERS).sum(axis=1) - SCALE).max() <= 2  # each is rounded
    for one in data["tournaments"]:
        assert 0.0 < one["mean_deviation"] < one["deviation"] <= 1e-4


@pytest.mark.parametrize("payouts", STRUCTURES)
def test_averages_and_distances_follow_from_the_values(payouts: tuple[int, ...]) -> None:
    data, half = PACKS[payouts], 0.5 / SCALE
    for one in data["tournaments"]:
        known = by_state(one)
        for stacks, averaged in zip(data["stacks"], np.array(one["averaged"]).reshape(-1, PLAYERS), strict=True):
            sums = np.zeros(PLAYERS)
            for seating in permutations(range(PLAYERS)):
                sums[list(seating)] += known[tuple(stacks[player] for player in seating)]
            assert np.abs(sums / 6 - averaged).max() <= 1.01
        weights = [len(set(permutations(stacks))) for stacks in data["stacks"]]
        for model, far in one["distances"].items():
            apart = (np.array(data["models"][model]) - one["averaged"]).reshape(-1, PLAYERS) / SCALE
            mean = np.sqrt(np.average((apart**2).mean(axis=1), weights=weights))
            assert mean == pytest.approx(far["rms"], rel=0.01, abs=2 * half)
            assert np.abs(apart).max() == pytest.approx(far["largest"], rel=0.01, abs=2 * half)
        assert sum(far["nearest"] for far in one["distances"].values()) <= 1.01


def test_models_are_those_of_the_package() -> None:
    data = PACKS[50, 30, 20]
    for number in (0, len(data["stacks"]) // 2, -2):
        for model in MODELS:
            start = number % len(data["stacks"]) * PLAYERS
            kept = np.array(data["models"][model][start : start + PLAYERS]) / SCALE
            assert ft.equity(data["stacks"][number], [0.5, 0.3, 0.2], model=model).equities == pytest.approx(
                kept, abs=6e-6
            )


@pytest.mark.slow
def test_a_coarser_grid_gives_nearly_the_same_values() -> None:
    payouts, depth, units = (50, 30, 20), DEPTHS[1], UNITS // 3
    found = solved(payouts, depth, units)
    again = by_state(described(found, depth, found.compare(MODELS)), units)
    kept = by_state(PACKS[payouts]["tournaments"][1])
    apart = [np.subtract(again[state], kept[tuple(3 * stack for stack in state)]) for state in again]
    assert np.sqrt(np.mean(np.square(apart))) < 0.003 * SCALE
