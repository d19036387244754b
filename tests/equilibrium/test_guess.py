"""The first guess of an equilibrium: a search from there is short, and ends where others end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.cards.range import ranking
from finaltable.equilibrium.solution import Nash, Search
from finaltable.equilibrium.solver import run_solver, start_profile
from finaltable.models import find_model
from finaltable.models.model import Model
from finaltable.results import Values

AT_ONCE = 0.9  # of the pool: the first sweep is enough
BLINDS: dict[str, Any] = {"small_blind": 50, "big_blind": 100}
STACKS = [900, 1500, 600, 2400, 1100]


def model_of(found: Nash) -> Model:
    return find_model(found.model)


def guessed(found: Nash, lock: dict[int, Values] | None = None, tolerance: float = AT_ONCE) -> Nash:
    profile, locked = start_profile(found.lineup, lock or {})
    return run_solver(found.terminals, model_of(found), profile, locked, Search(tolerance), guess=True)


@settings(max_examples=15)
@given(
    stacks=st.lists(st.integers(2, 20), min_size=3, max_size=6),
    payouts=st.sampled_from([[1], [50, 30, 20], [65, 35], [1, 1]]),
    ante=st.sampled_from([0, 10]),
)
def test_a_guess_is_nearly_an_equilibrium(stacks: list[int], payouts: list[int], ante: int) -> None:
    found = ft.nash([100 * one for one in stacks], payouts, **BLINDS, ante=ante, tolerance=AT_ONCE, threads=1)
    profile, locked = start_profile(found.lineup, {})
    usual = run_solver(found.terminals, model_of(found), profile, locked, Search(AT_ONCE))
    first = guessed(found)
    assert len(first.history) == len(usual.history) == 1
    # In satellites that are as good as won, all of a start's mistakes are small.
    assert first.exploitability.total < max(0.006, 0.3 * usual.exploitability.total)


def test_a_guess_goes_in_with_the_best_hands() -> None:
    found = guessed(ft.nash(STACKS, [50, 30, 20], **BLINDS, tolerance=AT_ONCE))
    assert set(np.unique(found.profile)) == {0.0, 1.0}
    assert (np.diff(found.profile[:, list(ranking())], axis=1) <= 0).all()


def test_a_guess_keeps_locked_decisions_and_answers_them() -> None:
    found = ft.nash(STACKS, [50, 30, 20], **BLINDS, tolerance=1e-4)
    row = found.nodes.index(found.find("SB"))
    never = guessed(found, {row: np.zeros(169)})
    always = guessed(found, {row: np.ones(169)})
    assert not never.profile[row].any()
    assert always.profile[row].all()
    assert always.frequency("BB", "SB") > never.frequency("BB", "SB")


@pytest.mark.parametrize("stacks", [STACKS, [900, 60, 1500, 2400], [1000, 1200, 800]])
def test_searches_from_the_guess_and_from_the_usual_start_agree(stacks: list[int]) -> None:
    found = ft.nash(stacks, [50, 30, 20], **BLINDS, tolerance=1e-5)
    profile, locked = start_profile(found.lineup, {})
    usual = run_solver(found.terminals, model_of(found), profile, locked, Search(1e-5))
    assert usual.reached
    assert found.reached
    assert np.nan_to_num(usual.equities) == pytest.approx(np.nan_to_num(found.equities), abs=1e-4 * found.pool)
    assert len(found.history) <= len(usual.history)


def test_a_guess_of_level_stacks_does_not_depend_on_names_or_seats() -> None:
    one = ft.nash([1000] * 4, [50, 30, 20], **BLINDS, tolerance=AT_ONCE)
    other = ft.nash([1000] * 4, [50, 30, 20], **BLINDS, button=1, tolerance=AT_ONCE)
    assert np.array_equal(one.profile, other.profile)
