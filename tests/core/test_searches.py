"""Searches of DCM's tree are counted: none is repeated within a call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import finaltable as ft
from finaltable import _core
from finaltable.asking.declare import Run
from finaltable.deals.report import deal_chat, deal_csv, view_report
from finaltable.deals.sheet import deal_sheet
from finaltable.decisions.pushes.push import push
from finaltable.decisions.pushes.push_spot import PushSpot
from finaltable.models import find_models
from finaltable.models.cache import sharing
from finaltable.values.bounties.comparison import compare_bounties
from finaltable.values.finish.question import FinishQuestion
from tests.conftest import tables

STACKS, PAYOUTS = [1000, 800, 2000, 3000], [50, 30, 20]
PLANS = ("tree_cost",)  # functions that estimate the cost of a search


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The core functions that searched DCM's tree, in the order of calls."""
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


def test_equities_with_finish_probabilities_take_one_search(searches: list[str]) -> None:
    result = ft.dcm(STACKS, PAYOUTS, places=True)
    assert result.finish.shape == (4, 4)
    assert searches == ["tree_finish"]


def test_finish_probabilities_and_knockouts_take_a_search_each(searches: list[str]) -> None:
    table = ft.Table.of(STACKS, [1])
    alone = FinishQuestion(table=table).ask(Run())
    assert searches == ["tree_finish"]
    searches.clear()
    both = FinishQuestion(table=table, knockouts=True).ask(Run())
    assert searches == ["tree_finish", "tree_knockouts"]
    for one, other in zip(alone.to_dict()["results"], both.to_dict()["results"], strict=True):
        assert {**one, **other} == other  # finish probabilities do not depend on knockouts


@pytest.mark.parametrize("model", ["dcm", "sem", "sem:0.5,dcm:0.5"])
@pytest.mark.parametrize("method", ["auto", "tree", "sample", "exact"])
def test_knockouts_do_not_change_the_finish_probabilities(model: str, method: str) -> None:
    table = ft.Table.of([9, 5, 4, 0], [1])
    options: dict[str, Any] = {"table": table, "models": [model], "method": method, "tolerance": 1e-6}
    alone, both = (FinishQuestion(knockouts=more, **options).ask(Run()).to_dict() for more in (False, True))
    assert {**alone["results"][0], **both["results"][0]} == both["results"][0]


@pytest.mark.parametrize("tolerance", [1e-9, 1e-4])
@given(table=tables)
def test_the_stated_error_of_equities_from_finish_probabilities_holds(
    tolerance: float, table: tuple[list[int], list[int]]
) -> None:
    exact = ft.dcm(*table, method="exact")
    found = ft.dcm(*table, tolerance=tolerance, places=True)
    assert np.abs(found.equities - exact.equities.astype(float)).max() <= found.error
    assert np.abs(found.finish - exact.finish.astype(float)).max() <= found.finish_error
    assert found.error <= tolerance * found.table.pool * (1 + 1e-12) or found.error <= 1e-13 * found.table.pool
    assert found.guaranteed


def test_the_error_includes_rounding_of_finish_probabilities() -> None:
    found = ft.dcm(range(1, 31), [1] * 30, method="tree", tolerance=1e-6, max_seconds=0.05, places=True)
    assert np.abs(found.equities - 1).max() <= found.error < 1e-9


def test_finish_probabilities_are_the_same_from_one_search_or_two() -> None:
    later, at_once = (ft.dcm(STACKS, PAYOUTS, places=places) for places in (False, True))
    assert (later.finish == at_once.finish).all()
    assert later.finish_error == at_once.finish_error
    with pytest.raises(ft.InputError, match="places must be True or False, got 1"):
        ft.dcm(STACKS, PAYOUTS, places=1)  # type: ignore[arg-type]


MIXED = {"icm": 0.8, "dcm": 0.2}
BATCHED = ("decide", "push", "pressure", "pressure-bounties", "sweep")
SPOT: dict[str, Any] = {"hero": 1, "all_in": [0], "button": 3, "small_blind": 100, "big_blind": 200}
PUSH = PushSpot.of(STACKS, PAYOUTS, hero=0, button=3, small_blind=100, big_blind=200)
TOGETHER: dict[str, Callable[[list[Any]], Any]] = {
    "compare": lambda models: ft.compare(STACKS, PAYOUTS, models),
    "compare-bounties": lambda models: ft.compare(STACKS, PAYOUTS, models, bounties=10),
    "decide": lambda models: ft.decide(ft.Spot.of(STACKS, PAYOUTS, **SPOT), 0.4, models=models),
    "decide-bounties": lambda models: ft.decide(ft.Spot.of(STACKS, PAYOUTS, bounties=10, **SPOT), 0.4, models=models),
    "push": lambda models: push(PUSH, hand="K5o", ranges="40%", models=models),
    "pressure": lambda models: ft.pressure(STACKS, PAYOUTS, models),
    "pressure-bounties": lambda models: ft.pressure(STACKS, PAYOUTS, models, bounties=10),
    "bounties": lambda models: compare_bounties(ft.Table.of(STACKS, PAYOUTS, bounties=10), models),
    "sweep": lambda models: ft.sweep(STACKS, PAYOUTS, points=40, threshold=60, models=models),
    "finish": lambda models: FinishQuestion(table=ft.Table.of(STACKS, [1]), models=models).ask(Run()),
    "deal": lambda models: ft.deal(STACKS, PAYOUTS, leave=10, proposals=models),
}


# With bounties, decide also converts bounties to chips, which takes searches for each model.
@pytest.mark.parametrize("name", [name for name in TOGETHER if name != "decide-bounties"])
def test_a_mixture_together_with_its_parts_takes_no_further_search(name: str, searches: list[str]) -> None:
    ask = TOGETHER[name]
    # Without a mixture, many tables are valued in one search for equities; a mixture shares searches with its parts.
    ask([MIXED] if name in BATCHED else ["icm", "dcm"])
    apart = searches.copy()
    searches.clear()
    ask(["icm", "dcm", MIXED])
    assert apart
    assert searches == apart


@pytest.mark.parametrize("name", TOGETHER)
def test_the_answer_of_a_mixture_does_not_depend_on_the_other_models(name: str) -> None:
    ask = TOGETHER[name]
    together = ask(["icm", "dcm", MIXED]).to_dict()
    alone = ask([MIXED]).to_dict()
    for key in ("results", "verdicts", "equities", "losses", "gains", "errors", "proposals"):
        if key in alone:
            assert last_of(together[key]) == last_of(alone[key]), key


def last_of(answers: list[Any]) -> Any:
    """Return the answer of the last model without comparisons with others."""
    last = answers[-1]
    return {k: v for k, v in last.items() if k != "against_playing_on"} if isinstance(last, dict) else last


def test_a_deal_searches_for_dcm_only_if_it_is_proposed_or_shown(searches: list[str]) -> None:
    deal = ft.deal(STACKS, PAYOUTS, proposals=["icm", "chip_chop"])
    for show in (str, repr, deal_chat, deal_csv, deal_sheet):
        show(deal)
    assert deal.against_playing_on("chip_chop", "icm").shape == (4,)
    assert searches == []
    view_report(deal, 0)  # one player's view has a column "if DCM is right"
    assert searches == ["tree_of_one"]
    assert list(deal.to_dict()["playing_on"]) == list(deal.playing_on) == ["icm", "dcm"]
    assert searches == ["tree_of_one"]


def test_an_unhashable_option_raises_an_input_error() -> None:
    with pytest.raises(ft.InputError, match=r"max_depth must be a whole number .*, got \[3\]"):
        ft.compare(STACKS, PAYOUTS, ["icm", "dcm", MIXED], method="paper", max_depth=[3])


def test_two_mixtures_share_their_parts(searches: list[str]) -> None:
    ft.compare(STACKS, PAYOUTS, [MIXED, {"icm": 0.5, "dcm": 0.5}])
    assert searches == ["tree_of_one"]


def test_answers_are_cached_for_one_call_and_only_if_models_share_a_part(searches: list[str]) -> None:
    for _ in range(2):
        ft.compare(STACKS, PAYOUTS, ["icm", "dcm", MIXED])
    assert searches == ["tree_of_one"] * 2
    apart = find_models(["icm", "dcm", {"sem": 0.5, "chip_ev": 0.5}])
    assert [one.solve for one in sharing(apart)[:2]] == [one.solve for one in apart[:2]]


def test_the_cache_distinguishes_options_and_is_limited_in_size(
    searches: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ft.Table.of(STACKS, PAYOUTS)
    dcm = sharing(find_models(["dcm", MIXED]))[0]
    assert dcm.solve(table) is dcm.solve(table, method="auto", progress=print)
    assert dcm.solve(table, tolerance=1e-3) is not dcm.solve(table)
    assert dcm.solve(table.with_payouts([1, 0, 0])) is not dcm.solve(table)
    assert len(searches) == 3
    monkeypatch.setattr("finaltable.models.cache.MOST_KEPT", 15)
    dcm = sharing(find_models(["dcm", MIXED]))[0]
    assert dcm.solve(table) is not dcm.solve(table)
