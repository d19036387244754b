"""What people give is checked once: from there on only tables, spots and terms travel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import finaltable as ft
from finaltable import _core
from finaltable.inputs import prizes, table

STACKS, PAYOUTS = [1000, 800, 2000, 3000], [50, 30, 20]
BLINDS: dict[str, Any] = {"hero": 1, "all_in": [0], "button": 3, "small_blind": 100, "big_blind": 200}
QUESTIONS: dict[str, Callable[..., Any]] = {
    "equity": ft.equity,
    "dcm": ft.dcm,
    "icm": ft.icm,
    "chip_chop": ft.chip_chop,
    "chip_ev": ft.chip_ev,
    "smoothed": partial(ft.smoothed, chip_noise=5, samples=1024),
    "mixture": partial(ft.equity, model={"icm": 0.8, "dcm": 0.2}),
    "compare": partial(ft.compare, models=("icm", "dcm", "chip_chop", "icm:0.8,dcm:0.2")),
    "pressure": ft.pressure,
    "sweep": partial(ft.sweep, points=5),
    "sensitivity": ft.sensitivity,
    "deal": partial(ft.deal, leave=10),
    "decide": lambda *table: ft.decide(ft.Spot.of(*table, **BLINDS), 0.4),
    "finish_probabilities": lambda *table: ft.finish_probabilities(table[0]),
    "game_tree": lambda *table: ft.game_tree(table[0]),
}


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The fields whose numbers were checked, in order."""
    fields: list[str] = []
    real = table.check_numbers

    def counting(numbers: Any, field: str) -> Any:
        fields.append(field)
        return real(numbers, field)

    for module in (prizes, table):
        monkeypatch.setattr(module, "check_numbers", counting)
    return fields


@pytest.mark.parametrize("question", QUESTIONS)
def test_raw_stacks_are_checked_once(question: str, checked: list[str]) -> None:
    QUESTIONS[question](STACKS, PAYOUTS)
    assert checked.count("stacks") == 1
    assert checked.count("payouts") <= 1


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_table_is_not_checked_again(question: str, checked: list[str]) -> None:
    table = ft.Table.of(STACKS, PAYOUTS)
    checked.clear()
    answer = QUESTIONS[question](table)
    assert checked == []
    assert str(answer) == str(QUESTIONS[question](STACKS, PAYOUTS))


def test_payouts_and_names_of_a_table_are_its_own() -> None:
    table = ft.Table.of(STACKS, PAYOUTS, names=["Ana", "Bo", "Cy", "Di"])
    assert ft.icm(table).names == ("Ana", "Bo", "Cy", "Di")
    with pytest.raises(ft.InputError, match="payouts must be left out with a Table, which has its own"):
        ft.icm(table, PAYOUTS)
    with pytest.raises(ft.InputError, match="names must be left out with a Table, which has its own"):
        ft.deal(table, names=["A", "B", "C", "D"])
    with pytest.raises(ft.InputError, match="payouts must be given with stacks"):
        ft.equity(STACKS)


def test_a_deal_takes_terms_or_their_keywords() -> None:
    table = ft.Table.of(STACKS, PAYOUTS)
    terms = ft.Terms.of(table, leave=10, unit=1, guarantee=False)
    agreed = ft.deal(table, terms)
    assert agreed.terms is terms
    assert agreed.to_dict() == ft.deal(STACKS, PAYOUTS, leave=10, unit=1, guarantee=False).to_dict()
    with pytest.raises(ft.InputError, match="leave must be left out where Terms are given, which have their own"):
        ft.deal(table, terms, leave=5)
    with pytest.raises(ft.InputError, match="terms must be those of this table"):
        ft.deal(ft.Table.of(STACKS, [60, 40]), terms)


def test_prizes_are_an_object_that_payouts_read() -> None:
    table = ft.Table.of([5, 3, 2], [60, 40])
    assert table.prizes == ft.Prizes((60, 40))
    assert (table.payouts, table.pool, table.prizes.pool) == ((60, 40), 100.0, 100.0)


def test_a_build_of_64_bits_refuses_chips_that_need_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_core, "WIDE_CHIPS", False)
    assert ft.dcm([2**60 + 1, 2**60 - 1, 3], [1]).equities.round(6).tolist() == [0.5, 0.5, 0]
    for method in ("tree", "sample"):
        with pytest.raises(ft.InputError, match=r"stacks must fit a common unit in 62 bits, .*, got 63 bits"):
            ft.dcm([2**61 + 1, 2**61], [1], method=method, tolerance=1e-3)
