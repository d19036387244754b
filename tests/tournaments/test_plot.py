"""The picture of a tournament: a triangle for each model with three players, otherwise distances by stack."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.plots import tournament_figure
from finaltable.tournaments.answer import TournamentValues

MODELS = ("icm", "dcm")


def answer_of(players: int, compared: bool) -> TournamentValues:
    found = ft.tournament(
        [50, 30, 20][:players], players=players, chips=600 * players, small_blind=100, big_blind=200, step=300
    )
    table = ft.Table.of([600] * players, [50, 30, 20][:players])
    distances = found.compare(MODELS) if compared else None
    return TournamentValues(found, table, tuple(range(players)), None, distances)


def test_three_players_have_a_triangle_for_each_model_with_a_dot_for_each_state() -> None:
    answer = answer_of(3, compared=True)
    every: list[Any] = tournament_figure(answer).axes
    triangles = [axes for axes in every if "nearest in" in axes.get_title(loc="left")]
    assert [axes.get_title(loc="left").partition(":")[0] for axes in triangles] == ["ICM", "DCM"]
    assert answer.distances is not None
    for number, axes in enumerate(triangles):
        dots, rings = (np.asarray(some.get_offsets()) for some in axes.collections)
        assert len(dots) == len(answer.found.values[3])
        assert len(rings) == int((answer.distances.nearest == number).sum())
    [lines] = [axes for axes in every if axes.get_xlabel()]
    rms, largest = lines.get_lines()[0].get_ydata(), lines.get_lines()[1].get_ydata()
    assert (np.asarray(rms) <= np.asarray(largest)).all()


@pytest.mark.parametrize(("compared", "label"), [(True, "stack of the player, in big blinds"), (False, "stack")])
def test_two_players_have_one_panel(compared: bool, label: str) -> None:
    figure: Any = tournament_figure(answer_of(2, compared), "€")
    assert [axes.get_xlabel() for axes in figure.axes] == [label]
