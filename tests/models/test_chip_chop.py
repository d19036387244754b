"""Chip chop: the lowest prize for each player, and the rest by chips."""

from __future__ import annotations

import pytest

import finaltable as ft


def test_chip_chop_pays_each_player_the_lowest_prize_first() -> None:
    assert ft.chip_chop([1200, 800, 500], [100, 50, 25]).equities.tolist() == pytest.approx([73, 57, 45])
    assert ft.chip_chop([1200, 800, 500], [100, 50]).equities.tolist() == pytest.approx([72, 48, 30])


def test_proportional_chop_ignores_the_lowest_prize() -> None:
    result = ft.chip_chop([1200, 800, 500], [100, 50, 25], method="proportional")
    assert result.equities.tolist() == pytest.approx([84, 56, 35])


def test_chip_chop_pays_players_who_are_out_the_last_prize() -> None:
    assert ft.chip_chop([50, 30, 0], [50, 30, 20]).equities.tolist() == pytest.approx([42.5, 37.5, 20])


def test_chip_chop_has_no_finish_probabilities() -> None:
    assert not hasattr(ft.chip_chop([2, 1], [1]), "finish")
