"""What is known is not searched for again: every search of DCM's tree is counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from hypothesis import given

import finaltable as ft
from finaltable import _core
from finaltable.questions._declare import Run
from finaltable.questions.finish import FinishQuestion
from tests.conftest import tables
from tests.serving import asking

STACKS, PAYOUTS = [1000, 800, 2000, 3000], [50, 30, 20]
PLANS = ("tree_cost",)  # which tell what a search would cost, and search nothing


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions of the core that searched DCM's tree, in order."""
    found: list[str] = []

    def counted(name: str, search: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            found.append(name)
            return search(*arguments)

        return run

    for name in dir(_core):
        if name.startswith("tree_") and name not in PLANS:
            monkeypatch.setattr(_core, name, counted(name, getattr(_core, name)))
    return found


def test_every_search_is_counted(searches: list[str]) -> None:
    result = ft.dcm(STACKS, PAYOUTS)
    assert searches == ["tree_of_one"]
    assert result.finish.shape == result.knockouts.shape == (4, 4)
    assert searches == ["tree_of_one", "tree_finish", "tree_knockouts"]


@pytest.mark.parametrize("players", [2, 4, 11, 12])  # at none of these tables are stacks close to each other
def test_the_page_of_values_takes_one_search_and_one_for_the_knockouts(players: int, searches: list[str]) -> None:
    stacks = [("stack", str(1000 + 97 * seat**2)) for seat in range(players)]
    with asking() as client:
        page = client.get("/?" + urlencode([*stacks, ("payouts", "70 30")]))
    assert page.status_code == 200
    assert searches == ["tree_finish", "tree_knockouts"]


def test_places_and_knockouts_take_a_search_each(searches: list[str]) -> None:
    table = ft.Table.of(STACKS, [1])
    alone = FinishQuestion(table=table).ask(Run())
    assert searches == ["tree_finish"]
    searches.clear()
    both = FinishQuestion(table=table, knockouts=True).ask(Run())
    assert searches == ["tree_finish", "tree_knockouts"]
    for one, other in zip(alone.to_dict()["results"], both.to_dict()["results"], strict=True):
        assert {**one, **other} == other  # the places do not depend on whether knockouts are asked for


@pytest.mark.parametrize("model", ["dcm", "sem", "sem:0.5,dcm:0.5"])
@pytest.mark.parametrize("method", ["auto", "tree", "sample", "exact"])
def test_knockouts_leave_the_places_as_they_are(model: str, method: str) -> None:
    table = ft.Table.of([9, 5, 4, 0], [1])
    asked: dict[str, Any] = {"table": table, "models": [model], "method": method, "tolerance": 1e-6}
    alone, both = (FinishQuestion(knockouts=more, **asked).ask(Run()).to_dict() for more in (False, True))
    assert {**alone["results"][0], **both["results"][0]} == both["results"][0]


@pytest.mark.parametrize("tolerance", [1e-9, 1e-4])
@given(table=tables)
def test_equities_that_come_with_the_places_are_as_good_as_they_say(
    tolerance: float, table: tuple[list[int], list[int]]
) -> None:
    exact = ft.dcm(*table, method="exact")
    found = ft.dcm(*table, tolerance=tolerance, places=True)
    assert np.abs(found.equities - exact.equities.astype(float)).max() <= found.error
    assert np.abs(found.finish - exact.finish.astype(float)).max() <= found.finish_error
    assert found.error <= tolerance * found.table.pool * (1 + 1e-12) or found.error <= 1e-13 * found.table.pool
    assert found.guaranteed


def test_places_that_come_with_the_equities_are_those_that_are_searched_for_later() -> None:
    later, at_once = (ft.dcm(STACKS, PAYOUTS, places=places) for places in (False, True))
    assert (later.finish == at_once.finish).all()
    assert later.finish_error == at_once.finish_error
    with pytest.raises(ft.InputError, match="places must be True or False, got 1"):
        ft.dcm(STACKS, PAYOUTS, places=1)  # type: ignore[arg-type]
