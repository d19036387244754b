"""ICM on powers of stacks, and models with a parameter in their name."""

from __future__ import annotations

import pickle
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.models import find_model
from finaltable.models.powers import weights_of
from tests.conftest import whole_stacks
from tests.models.test_icm import icm_in_fractions
from tests.refused import refused

STACKS, PAYOUTS = [1000, 800, 2000, 3000], [50, 30, 20]
exponents = st.floats(0.05, 5).map(lambda value: float(f"{value:.12g}"))


def powers(stacks: list[int], exponent: float) -> list[Fraction]:
    """Return powers of stacks to 60 digits."""
    with localcontext() as context:
        context.prec = 60
        return [Fraction(Decimal(stack) ** Decimal(repr(exponent))) for stack in stacks]


@given(whole_stacks, exponents)
@settings(max_examples=40)
def test_both_methods_agree_with_fractions_of_powers(stacks: list[int], exponent: float) -> None:
    truth = np.array(icm_in_fractions(powers(stacks, exponent)), dtype=np.float64)  # type: ignore[arg-type]
    for method in ("subsets", "quadrature"):
        result = ft.icm(stacks, [1], method=method, exponent=exponent)
        assert np.abs(result.finish - truth).max() <= result.finish_error < 1e-12
        assert result.guaranteed == (method == "subsets")


@given(st.lists(st.lists(st.integers(0, 30), min_size=4, max_size=4).filter(any), min_size=1, max_size=5), exponents)
@settings(max_examples=30)
def test_a_batch_is_its_tables_one_by_one(rows: list[list[int]], exponent: float) -> None:
    model = find_model(f"icm^{exponent:.12g}")
    batch = ft.finish(rows, model.name)
    assert batch.model == model.name
    for row, finish in zip(rows, batch, strict=True):
        single = ft.icm(row, [3, 2], exponent=exponent)
        assert np.abs(single.finish - finish).max() <= batch.error + single.finish_error


def test_exponent_one_is_icm_to_the_last_bit() -> None:
    plain, power = ft.icm(STACKS, PAYOUTS), ft.icm(STACKS, PAYOUTS, exponent=1)
    assert power.model == "icm"
    assert (power.equities == plain.equities).all()
    assert power.error == plain.error
    assert find_model("icm^1") is find_model("icm^1.0") is find_model("icm")


def test_a_large_field_with_an_exponent_equals_icm_on_powers_of_stacks() -> None:
    rng = np.random.default_rng(5)
    stacks = np.ceil(20_000 * rng.lognormal(sigma=0.8, size=300))
    payouts = 1000 / np.arange(1, 61)
    power, plain = ft.icm(stacks, payouts, exponent=2), ft.icm(stacks**2, payouts)
    assert power.method == "quadrature"
    assert np.abs(power.equities - plain.equities).max() <= power.error + plain.error
    assert power.error <= 3e-12 * payouts.sum()


@given(whole_stacks.filter(lambda stacks: len(set(stacks)) > 1))
@settings(max_examples=30)
def test_a_higher_exponent_favours_the_leader(stacks: list[int]) -> None:
    leader = int(np.argmax(stacks))
    first = [ft.icm(stacks, [1], exponent=exponent).equities[leader] for exponent in (0.5, 1.0, 1.1, 3.0)]
    assert first == sorted(first)
    assert first[0] < first[-1]


@example([1e100, 1e-100, 2e-100, 3.0], 5.0)
@example([1.0, 1e-60, 1e-61, 3e-90, 0.0], 5.0)
@given(st.lists(st.sampled_from([0.0, 1e-100, 2e-100, 1e-40, 1.0, 3.0, 1e70]), min_size=2, max_size=6), exponents)
@settings(max_examples=40)
def test_powers_beyond_the_range_of_floats_keep_the_order_of_stacks(stacks: list[float], exponent: float) -> None:
    if not any(stacks):
        return
    [weights] = weights_of(np.array([stacks]), exponent)
    assert ((weights > 0) == (np.array(stacks) > 0)).all()
    result = ft.icm(stacks, [2, 1], exponent=exponent)
    assert np.isfinite(result.finish).all()
    assert np.abs(result.finish.sum(axis=0) - 1).max() <= len(stacks) * result.finish_error
    exact = [Fraction(power) for power in powers_of_floats(stacks, exponent)]
    truth = np.array(icm_in_fractions([power for power in exact if power]), dtype=np.float64)  # type: ignore[misc]
    live = np.flatnonzero(stacks)
    assert np.abs(result.finish[live, : len(live)] - truth).max() <= result.finish_error


def powers_of_floats(stacks: list[float], exponent: float) -> list[Decimal]:
    with localcontext() as context:
        context.prec = 60
        return [Decimal(stack) ** Decimal(repr(exponent)) if stack else Decimal(0) for stack in stacks]


def test_stacks_too_far_apart_for_floats_raise() -> None:
    stacks = [10.0**power for power in range(-100, 101, 10)]
    with pytest.raises(ft.InputError, match="stacks must be closer together for an exponent of 5, got stacks from"):
        ft.icm(stacks, [1], exponent=5)
    assert ft.icm(stacks, [1]).equities[-1] == pytest.approx(1)


@pytest.mark.parametrize("exponent", [0, -1, 5.01, float("nan"), float("inf"), "much", None, True, 1e-101])
def test_an_invalid_exponent_raises(exponent: Any) -> None:
    with pytest.raises(ft.InputError, match="exponent must be above 0 and at most 5, got "):
        ft.icm(STACKS, PAYOUTS, exponent=exponent)


@pytest.mark.parametrize("name", ["icm^0", "icm^-1", "icm^6", "icm^", "icm^nan", "icm^much", "icm^1.1^2"])
def test_a_name_with_an_invalid_exponent_raises(name: str) -> None:
    sentence = r"must have an exponent that is above 0 and at most 5, got 'icm\^"
    with pytest.raises(ft.InputError, match="^model " + sentence):
        ft.equity(STACKS, PAYOUTS, name)
    with pytest.raises(ft.InputError, match=r"^models\[1\] " + sentence):
        ft.compare(STACKS, PAYOUTS, ("icm", name))
    with pytest.raises(ft.InputError, match="^model " + sentence):
        ft.equity(STACKS, PAYOUTS, {name: 0.5, "dcm": 0.5})


def test_only_models_with_a_parameter_take_one() -> None:
    for model in ("dcm", {"icm": 0.5, "dcm": 0.5}, "icm^1.1"):
        with refused("unknown_field", "exponent"):
            ft.equity(STACKS, PAYOUTS, model, exponent=1.2)
    with refused("unknown_choice", "model"):
        ft.equity(STACKS, PAYOUTS, "dcm^2")
    with refused("duplicate", "model"):
        ft.equity(STACKS, PAYOUTS, {"icm^1.1": 0.5, "icm^1.10": 0.5})
    with refused("too_long", "model"):
        find_model("icm^" + "1" * 200)


def test_every_question_accepts_a_name_with_an_exponent() -> None:
    mixture = {"icm^1.1": 0.8, "dcm": 0.2}
    both = ft.compare(STACKS, PAYOUTS, ("icm", "icm^1.1", mixture))
    assert both.models == ("icm", "icm^1.1", "icm^1.1:0.8,dcm:0.2")
    assert both["icm^1.10"] is both.results[1]
    assert both[mixture] is both["icm^1.1:0.8, dcm:0.2"] is both.results[2]
    assert (both["icm^1.1"].equities == ft.icm(STACKS, PAYOUTS, exponent=1.1).equities).all()
    assert (both["icm^1.1"].equities == ft.equity(STACKS, PAYOUTS, "icm", exponent=1.1).equities).all()
    assert "ICM^1.1" in str(both)
    assert "80 % ICM^1.1, 20 % DCM" in str(both)
    assert ft.pressure(STACKS, PAYOUTS, ("icm^1.1", mixture)).models == ("icm^1.1", "icm^1.1:0.8,dcm:0.2")
    assert ft.sweep(STACKS, PAYOUTS, 0, 700, 900, points=3, models=("icm", "icm^1.1")).models == ("icm", "icm^1.1")
    spot = ft.Spot.of(STACKS, PAYOUTS, hero=1, all_in=[0], button=3, small_blind=100, big_blind=200)
    assert ft.decide(spot, 0.4, models=("icm^1.1",))["icm^1.1"].model == "icm^1.1"


def test_results_of_a_family_can_be_pickled() -> None:
    result = ft.icm([3, 2, 1] * 7, [3, 2], exponent=1.3, method="quadrature")
    again = pickle.loads(pickle.dumps(result))
    assert again.model == "icm^1.3"
    assert (again.finish == result.finish).all()
