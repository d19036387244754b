"""Input is checked once; after that, functions pass only tables, spots and terms."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import finaltable as ft
from finaltable import _core, errors
from finaltable.cards import range as hands
from finaltable.table import numbers, options, table
from finaltable.web.api import QUESTIONS as QUESTIONS_OF_THE_API
from finaltable.web.api import read_request, request_fields
from finaltable.web.limits import Limits
from tests.refused import refused
from tests.serving import asking

STACKS, PAYOUTS = [1000, 800, 2000, 3000], [50, 30, 20]
BLINDS: dict[str, Any] = {"hero": 1, "all_in": [0], "button": 3, "small_blind": 100, "big_blind": 200}
SINGLE_HANDS = "AhKh, AdKd, QhJh, QdJd, ThTd, 9h9d, 8h8d"  # too many to enumerate every board for every pair
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
    "finish": lambda *table: ft.finish(table[0]),
    "tree": lambda *table: ft.tree(table[0]),
}


# Functions that check input, and the field that they check.
COUNTED: dict[Callable[..., Any], Callable[..., str | None]] = {
    numbers.check_numbers: lambda _, field: field,
    table.check_names: lambda names, _: None if names is None else "names",
    errors.check_choice: lambda field, *_: field if field == "extra_payouts" else None,
    options.check_samples: lambda _: "samples",
    options.check_seed: lambda _: "seed",
    options.check_progress: lambda _: "progress",
    hands.read_range: lambda text, _: f"range {text}",
}


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The fields that were checked, in order."""
    fields: list[str] = []

    def counting(real: Callable[..., Any], field_of: Callable[..., str | None]) -> Callable[..., Any]:
        def check(*given: Any) -> Any:
            if (field := field_of(*given)) is not None:
                fields.append(field)
            return real(*given)

        return check

    for name in ft.__all__:
        getattr(ft, name)  # a module imported later would keep the patched function
    modules = [module for name, module in sys.modules.items() if name.startswith("finaltable.")]
    for real, field_of in COUNTED.items():
        counted = counting(real, field_of)
        for module in modules:
            if vars(module).get(real.__name__) is real:
                monkeypatch.setattr(module, real.__name__, counted)
    return fields


@pytest.mark.parametrize("question", QUESTIONS)
def test_raw_stacks_are_checked_once(question: str, checked: list[str]) -> None:
    QUESTIONS[question](STACKS, PAYOUTS)
    assert checked.count("stacks") == 1
    assert checked.count("payouts") == checked.count("extra_payouts") <= 1


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_table_is_not_checked_again(question: str, checked: list[str]) -> None:
    table = ft.Table.of(STACKS, PAYOUTS)
    checked.clear()
    answer = QUESTIONS[question](table)
    assert not {"stacks", "payouts", "names", "extra_payouts"} & set(checked)
    assert str(answer) == str(QUESTIONS[question](STACKS, PAYOUTS))


@pytest.mark.parametrize("name", [name for name, asked in QUESTIONS_OF_THE_API.items() if asked.needs])
def test_a_request_is_checked_once(name: str, checked: list[str]) -> None:
    asked = QUESTIONS_OF_THE_API[name]
    table = {"names": ["Ana", "Bo", "Cy"], "stacks": [5, 3, 2], "payouts": [5, 3], "extra_payouts": "drop"}
    known = {field: value for field, value in table.items() if field in request_fields(asked)}
    given = {**known, **{field: value for field, value in asked.example.items() if field not in (*known, "names")}}
    if name in ("compare", "equity"):
        given["bounties"] = {"Ana": 10, "Bo": 5, "Cy": 5}
    read_request(asked, given, Limits())
    assert [checked.count(field) for field in known] == [1] * len(known)


SHOWDOWNS: dict[str, dict[str, Any]] = {
    "heads_up": {"all_in": [0], "ranges": "KK+"},
    "drawn": {"all_in": [0], "ranges": SINGLE_HANDS},
    "three": {"all_in": [0, 2], "ranges": ["KK+", "QQ"]},
}


@pytest.mark.parametrize("meeting", SHOWDOWNS)
def test_the_input_of_a_showdown_is_checked_once(meeting: str, checked: list[str]) -> None:
    given = dict(SHOWDOWNS[meeting])
    spot = ft.Spot.of(STACKS, PAYOUTS, **{**BLINDS, "all_in": given.pop("all_in")})
    ft.decide(spot, hand=SINGLE_HANDS, **given, models=["icm"], samples=1000, seed=1, progress=lambda *_: None)
    assert [checked.count(field) for field in ("samples", "seed", "progress")] == [1, 1, 1]


def test_a_request_reads_a_range_once(checked: list[str]) -> None:
    spot = {"hero": 1, "all_in": [0], "button": 3, "small_blind": 100, "big_blind": 200}
    with asking() as client:
        body = {"stacks": STACKS, "payouts": [50, 30, 20], **spot, "hand": "AJs", "ranges": ["KK+"]}
        assert client.post("/api/v1/decide", json=body).status_code == 200
    assert [checked.count(f"range {text}") for text in ("AJs", "KK+")] == [1, 1]


def test_payouts_and_names_of_a_table_are_its_own() -> None:
    table = ft.Table.of(STACKS, PAYOUTS, names=["Ana", "Bo", "Cy", "Di"])
    assert ft.icm(table).names == ("Ana", "Bo", "Cy", "Di")
    with refused("conflict", "payouts"):
        ft.icm(table, PAYOUTS)
    with refused("conflict", "names"):
        ft.deal(table, names=["A", "B", "C", "D"])
    with refused("missing", "payouts"):
        ft.equity(STACKS)


def test_a_deal_takes_terms_or_their_keywords() -> None:
    table = ft.Table.of(STACKS, PAYOUTS)
    terms = ft.Terms.of(table, leave=10, round=1, guarantee=False)
    agreed = ft.deal(table, terms)
    assert agreed.terms is terms
    assert agreed.to_dict() == ft.deal(STACKS, PAYOUTS, leave=10, round=1, guarantee=False).to_dict()
    with refused("conflict", "leave"):
        ft.deal(table, terms, leave=5)
    with refused("conflict", "terms"):
        ft.deal(ft.Table.of(STACKS, [60, 40]), terms)


def test_prizes_are_an_object_that_payouts_read() -> None:
    table = ft.Table.of([5, 3, 2], [60, 40])
    assert table.prizes == ft.Prizes((60, 40))
    assert (table.payouts, table.pool, table.prizes.pool) == ((60, 40), 100.0, 100.0)


def test_a_64_bit_build_raises_for_chips_of_more_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_core, "WIDE_CHIPS", False)
    assert ft.dcm([2**60 + 1, 2**60 - 1, 3], [1]).equities.round(6).tolist() == [0.5, 0.5, 0]
    for method in ("tree", "sample"):
        with pytest.raises(ft.InputError, match=r"stacks must fit a common unit in 62 bits, .*, got 63 bits"):
            ft.dcm([2**61 + 1, 2**61], [1], method=method, tolerance=1e-3)


@given(
    st.lists(st.floats(1, 1e6) | st.just(0.0), min_size=60, max_size=70),
    st.sampled_from([5.0, 0.0, -1.0, 1e101, 1e-101, math.nan, math.inf]),
    st.sampled_from([np.float64, np.int64, object]),
)
def test_a_long_array_is_checked_like_a_list(stacks: list[float], last: float, kind: Any) -> None:
    def checked(numbers: Any) -> Any:
        try:
            return ft.Table.of(numbers, [1]).stacks
        except ft.InputError as error:
            return str(error)

    array = np.array([*stacks, -3.0 if kind is np.int64 and not abs(last) < 10 else last]).astype(kind)
    assert checked(array) == checked(array.tolist())


@pytest.mark.parametrize("players", [1, 99, 100, 101, 250])
def test_players_without_names_are_numbered(players: int) -> None:
    names = ft.Table.of([5] * players, [1]).names
    assert names == tuple(f"Player {number}" for number in range(1, players + 1))
