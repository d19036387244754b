"""Parsing of pasted tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import finaltable as ft
from finaltable.table.files import WrittenTable
from finaltable.table.paste import MAX_PASTED, read_pasted
from tests.refused import refused


@pytest.mark.parametrize(
    ("text", "names", "stacks"),
    [
        ("Ana 1.2m, Bo 800k", ("Ana", "Bo"), ("1.2m", "800k")),
        ("Ana: 1,200,000; Bo: 75,000", ("Ana", "Bo"), ("1,200,000", "75,000")),
        ("Ana 1,200,000, Bo 75,000", ("Ana", "Bo"), ("1,200,000", "75,000")),
        ("1. Ana B - 12.5k\n2. Bo C - 8k\n", ("Ana B", "Bo C"), ("12.5k", "8k")),
        ("Ana\t4\t1200\r\nBo\t7\t800\r\n", ("Ana", "Bo"), ("1200", "800")),
        ("1000\n500\n100", ("", "", ""), ("1000", "500", "100")),
        ("1000 500 100", ("", "", ""), ("1000", "500", "100")),
        ("Ana=5k,Bo=3k", ("Ana", "Bo"), ("5k", "3k")),
        ("• Seat 3 José 25,300 chips\n• Seat 5 李 9k", ("Seat 3 José", "Seat 5 李"), ("25,300", "9k")),
        ("name;chips\nAna;5\nBo;4", ("Ana", "Bo"), ("5", "4")),
        ("Ana 1 200 500\nBo 800 250", ("Ana", "Bo"), ("1200500", "800250")),
        ("Ana 1\u00a0200\u00a0500; Bo 800\u202f250", ("Ana", "Bo"), ("1200500", "800250")),
        ("1 200 500\n800 250", ("", ""), ("1200500", "800250")),
        ("Ana 1.200.000\nBo 800.000.000", ("Ana", "Bo"), ("1200000", "800000000")),
        ("Ana (1.2m)\nBo 800,000 (24 BB)", ("Ana", "Bo"), ("1.2m", "800,000")),
        (
            "Seat 1: Ana (1200000 in chips)\nSeat 2: Bo (800000 in chips)",
            ("Seat 1: Ana", "Seat 2: Bo"),
            ("1200000", "800000"),
        ),
        ("Ana 1.2m and Bo 800k", ("Ana", "Bo"), ("1.2m", "800k")),
        ("Ana\t1200\nBo\t800\nTotal\t2000", ("Ana", "Bo"), ("1200", "800")),
        ("Ana\t1200\nBo\t800\nTotal:\t2000", ("Ana", "Bo"), ("1200", "800")),
        # A percentage next to the chips is not a number of chips.
        ("Ana\t1200\t60%\nBo\t800\t40 %", ("Ana", "Bo"), ("1200", "800")),
    ],
)
def test_pasted_lists_are_parsed(text: str, names: tuple[str, ...], stacks: tuple[str, ...]) -> None:
    pasted = read_pasted(text)
    assert (pasted.names, pasted.stacks) == (names, stacks)


@pytest.mark.parametrize(
    "text",
    [
        "Ana 1234567\nBo 212.223",
        "Ana 1234567, Bo 212.223",
        "1234567 212.223",
        "Ana: 212.223 (24 BB)\nBo: 1234567",
        "Ana\t4\t1234567\nBo\t7\t212.223",  # not the 7 before it
        "name\tchips\nAna\t1234567\nBo\t212.223",
    ],
)
def test_ambiguous_chips_in_a_pasted_list_raise(text: str) -> None:
    with pytest.raises(ft.InputError, match=r"must not be ambiguous \(write 212223 or 212\.2230\), got '212\.223'"):
        WrittenTable(read_pasted(text).stacks).read_stacks()


def test_a_cell_that_looks_like_chips_is_not_skipped() -> None:
    for cell in ("12,5k", "1.2.3", "1,20"):
        with refused("not_a_number", "paste"):
            read_pasted(f"Ana\t4\t{cell}\nBo\t7\t800")


def test_two_lines_of_prizes_raise() -> None:
    with pytest.raises(ft.InputError, match="paste must have one line of prizes, got 2 of them"):
        read_pasted("Ana 5\nBo 4\nPrizes: 50, 30\nPayouts: 60, 20")


def test_prizes_in_a_pasted_list_are_prizes() -> None:
    pasted = read_pasted("Ana 1.2m\nBo 800k\nPrizes: €50k, €30k")
    assert (pasted.names, pasted.payouts) == (("Ana", "Bo"), ("€50k", "€30k"))


@given(st.text(max_size=200))
def test_no_pasted_text_breaks_the_reader(text: str) -> None:
    try:
        pasted = read_pasted(text)
    except ft.InputError:
        return
    assert len(pasted.names) == len(pasted.stacks) >= 1


def test_long_text_raises_before_it_is_parsed() -> None:
    line = "Ana 1200\n"
    with refused("too_long", "paste"):
        read_pasted(line * (MAX_PASTED // len(line) + 1))
    assert len(read_pasted("".join(f"P{i} 5\n" for i in range(1000))).stacks) == 1000
