"""Everything the paper prints, to the printed digits."""

from __future__ import annotations

import json
from decimal import Decimal
from importlib import resources
from typing import Any

import pytest

import finaltable as ft
from finaltable.models import paper

PAPER = json.loads(resources.files("finaltable").joinpath("data/paper.json").read_text("utf-8"))
METHODS = {"icm": ("subsets", "quadrature"), "dcm": ("tree", "exact", "paper")}


def recompute(number: dict[str, Any], method: str) -> float:
    stacks, payouts, player, model = number["stacks"], number["payouts"], number["player"], number["model"]
    result = ft.equity(stacks, payouts, model, method=method)
    money = float(result.equities[player])
    match number["quantity"]:
        case "equity":
            return money
        case "finish percent":
            return 100 * float(result.finish[player, number["place"] - 1])
        case "percent difference":
            base = ft.icm(stacks, payouts).equities[player]
            return float(100 * (money - base) / base)
        case "40 percent of equity":
            return 0.4 * money
        case "break-even percent":
            fold = ft.equity(number["fold_stacks"], payouts, model, method=method)
            return 100 * float(fold.equities[player]) / money
    raise AssertionError(number["quantity"])


def at_digits_of(printed: str, value: float) -> Decimal:
    return Decimal(value).quantize(Decimal(printed))


@pytest.mark.parametrize(
    ("number", "method"),
    [
        pytest.param(number, method, id=f"{number['table']}, {number['row']}, {number['column']}, {method}")
        for number in PAPER["numbers"]
        for method in METHODS[number["model"]]
    ],
)
def test_every_printed_number_is_reproduced(number: dict[str, Any], method: str) -> None:
    printed = number["printed"].removesuffix("%")
    right = number.get("right", printed)
    assert at_digits_of(right, recompute(number, method)) == Decimal(right)
    assert ("slip" in number) == (Decimal(right) != Decimal(printed))


def test_the_data_holds_every_table_and_the_slips() -> None:
    tables = [number["table"] for number in PAPER["numbers"]]
    counts = {table: tables.count(table) for table in tables}
    assert counts == {"Table 1": 28, "Table 2": 8, "Table 3": 60, "Table 4": 18, "Section 6": 10}
    assert [number["printed"] for number in PAPER["numbers"] if "slip" in number] == ["21.25", "21.25"]


@pytest.mark.parametrize("method", METHODS["dcm"])
def test_the_authors_published_example(method: str) -> None:
    result = ft.dcm([1000, 800, 500], [500, 200, 0], method=method)
    assert [round(float(money), 6) for money in result.equities] == [310.681696, 257.845768, 131.472535]


@pytest.mark.parametrize("truncation", ["depth", "comparison", "chip share"])
def test_equation_1_gives_chip_share_with_every_way_of_stopping(truncation: paper.Truncation) -> None:
    for a, b in ((1000, 500), (1000, 100), (7, 5), (1, 1)):
        assert paper.equation_1(a, b, truncation=truncation) == pytest.approx(a / (a + b), abs=1e-14)


def test_the_ways_of_stopping_differ_when_stopped_early() -> None:
    early = {truncation: paper.equation_1(2, 1, truncation=truncation, MD=2) for truncation in ("depth", "comparison")}
    # After two hands of (2, 1) the path is back where it started, with probability 1/4.
    assert early == {"depth": 0.5, "comparison": 0.75}
    assert paper.equation_1(2, 1, truncation="chip share", MD=2) == pytest.approx(2 / 3)


def test_a_virtual_tie_may_be_pruned_or_played_out() -> None:
    assert paper.equation_1(3, 1, prune_ties=True) == paper.equation_1(3, 1, prune_ties=False) == 0.75


def test_algorithm_1_pays_groups_of_equals_alike() -> None:
    assert paper.algorithm_1([1, 2, 2, 5], [30, 0, 20, 10]) == [0, 15, 15, 30]
    assert paper.algorithm_1([4, 4, 4], [1, 2, 6]) == [3, 3, 3]
    assert paper.algorithm_1([4], [7]) == [7]


def test_algorithm_2_sorts_stacks_and_drags_identities() -> None:
    money = [0.0] * 5
    paper.algorithm_2(0.5, money, w=[4, 2, 0], S=[300, 100, 300], P=[0, 10, 20])
    assert money == [7.5, 0, 0, 0, 7.5]


def test_algorithm_3_falls_short_by_what_its_forced_stop_underpays() -> None:
    prizes = [0, 50, 100]
    result = paper.algorithm_3([1000, 500, 100], prizes, MD=6)
    pruned = 1 - result.completeness
    assert pruned > 1e-4
    # The players of a node with probability n p are paid with weight p: n - 1 of n parts of the money are lost there.
    assert 0 < sum(prizes) - sum(result.DCM) < pruned * sum(prizes)
    assert sum(paper.algorithm_3([1000, 500, 100], prizes).PW) == pytest.approx(1, abs=1e-9)


def test_figure_3_conserves_the_chips() -> None:
    assert paper.all_in([1000, 500, 100], 0) == [1600, 0, 0]
    assert paper.all_in([1000, 500, 100], 2) == [900, 400, 300]
