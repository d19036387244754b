"""Every cliff of a sweep belongs to a given model, and has the size of that model's jump."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import finaltable as ft
from finaltable.values.sweeps.sweep import Cliff

STACKS, PAYOUTS = [1000, 800, 2000, 3000], [50, 30, 20]
MIXED = "icm:0.8,dcm:0.2"


def beside(cliff: Cliff, side: int, *, parts: int = 10**7) -> list[Fraction]:
    """Return the table with the first player's stack next to a cliff."""
    return [Fraction(cliff.stack) + Fraction(side, parts), *map(Fraction, STACKS[1:])]


@pytest.mark.parametrize(
    "mixture", [MIXED, "icm:0.5,dcm:0.5", "sem:0.6,dcm:0.4", {"dcm": 0.5, "chip_ev": 0.2, "chip_chop": 0.3}]
)
def test_a_mixtures_jump_is_the_difference_of_its_equities_on_both_sides(mixture: str | dict[str, float]) -> None:
    moved = ft.sweep(STACKS, PAYOUTS, 0, 700, 2500, points=3, models=("icm", mixture), threshold=0.3)
    assert {cliff.model for cliff in moved.cliffs} == {moved.models[1]}
    assert {800, 2000} <= {cliff.stack for cliff in moved.cliffs}
    for cliff in moved.cliffs:
        for side, shown in ((-1, cliff.before), (0, cliff.level), (1, cliff.after)):
            truth = ft.equity(beside(cliff, side), PAYOUTS, mixture, tolerance=1e-6)
            assert shown == pytest.approx(truth.equities, abs=1e-3)


def test_a_mixture_has_the_cliffs_of_dcm_that_are_high_enough_for_its_share() -> None:
    moved = ft.sweep(STACKS, PAYOUTS, 0, 100, 4000, points=3, models=("dcm", MIXED), threshold=0.3)
    dcm, mixed = ([cliff for cliff in moved.cliffs if cliff.model == model] for model in moved.models)
    assert [*dcm, *mixed] == [*moved.cliffs]
    high = [cliff for cliff in dcm if 0.2 * np.abs(cliff.jump).max() >= 0.3]
    assert [cliff.stack for cliff in mixed] == [cliff.stack for cliff in high] == [160, 800, 2000, 3000]
    for one, other in zip(mixed, high, strict=True):
        assert (one.pair, one.path) == (other.pair, other.path)
        assert one.jump == pytest.approx(0.2 * other.jump, abs=1e-3)


def test_a_jump_is_not_listed_where_the_share_of_the_mixture_is_below_the_threshold() -> None:
    options = {"player": 0, "start": 700, "stop": 900, "points": 3}
    small = ft.sweep(STACKS, PAYOUTS, models=("icm", "icm:0.99,dcm:0.01"), **options)  # type: ignore[arg-type]
    assert (small.cliffs, small.complete_above) == ((), 0.5)
    assert "No cliffs of 0.50 or more: no single chip moves an equity under 99 % ICM, 1 % DCM" in str(small)
    fine = ft.sweep(STACKS, PAYOUTS, models=("icm:0.99,dcm:0.01",), threshold=0.05, **options)  # type: ignore[arg-type]
    [cliff] = fine.cliffs
    assert (cliff.stack, cliff.jump[0]) == (800, pytest.approx(0.1, abs=1e-3))


def test_only_cliffs_of_the_given_models_are_listed() -> None:
    alone = ft.sweep(STACKS, PAYOUTS, 0, 700, 900, points=3, models=("icm", "sem"))
    assert alone.cliffs == ()
    assert "liff" not in str(alone)
    mixed = str(ft.sweep(STACKS, PAYOUTS, 0, 700, 900, points=3, models=("icm", MIXED)))
    assert "moves an equity under 80 % ICM, 20 % DCM by 0.50 or more" in mixed
    assert "under DCM" not in mixed
    assert "+10.00" not in mixed


def test_every_model_that_jumps_has_its_own_list() -> None:
    moved = ft.sweep(STACKS, PAYOUTS, 0, 700, 900, points=3, models=("dcm", MIXED))
    assert [(cliff["model"], cliff["stack"]) for cliff in moved.to_dict()["cliffs"]] == [("dcm", 800), (MIXED, 800)]
    assert str(moved).count("At 800: Player 1 and Player 2 are level.") == 2


def test_progress_runs_to_the_end_with_several_models_that_jump() -> None:
    seen: list[float] = []
    ft.sweep(STACKS, PAYOUTS, points=3, models=("dcm", MIXED), progress=lambda done, _: seen.append(done))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


@pytest.mark.slow
def test_the_bound_of_a_mixture_is_its_share_of_dcms_bound() -> None:
    stacks = [9750, 7100, 4630, 4100, 3900, 2500, 2200, 1500, 900]
    options = {"player": 4, "points": 2, "tolerance": 5e-5}
    dcm = ft.sweep(stacks, PAYOUTS, models=("dcm",), threshold=0.02, **options)  # type: ignore[arg-type]
    half = ft.sweep(stacks, PAYOUTS, models=("icm:0.5,dcm:0.5",), threshold=0.02, **options)  # type: ignore[arg-type]
    assert 0.02 < half.complete_above <= dcm.complete_above


def test_another_model_that_jumps_changes_nothing_about_dcm(request: pytest.FixtureRequest) -> None:
    before = ft.sweep(STACKS, PAYOUTS, points=3).to_dict()
    assert request.getfixturevalue("by_rank") in ft.model_names()
    assert ft.sweep(STACKS, PAYOUTS, points=3).to_dict() == before


def test_the_report_states_that_cliffs_of_another_model_are_not_listed(by_rank: str) -> None:
    both: dict[str, float] = {by_rank: 0.5, "dcm": 0.5}
    moved = ft.sweep(STACKS, PAYOUTS, 0, 700, 900, points=3, models=("dcm", by_rank, both))
    assert [cliff.model for cliff in moved.cliffs] == ["dcm"]
    assert "by rank jumps, too. Its cliffs are not listed: only those of DCM are found." in str(moved)
    assert "50 % by rank, 50 % DCM jumps, too. Its cliffs are not listed" in str(moved)
    assert "cliffs of 0.50" not in str(ft.sweep(STACKS, PAYOUTS, points=3, models=(by_rank,)))
