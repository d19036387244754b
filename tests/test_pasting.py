"""Tables as people paste them from elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import finaltable as ft
from finaltable.pasting import MAX_PASTED, read_pasted


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
        # A share of the chips beside them is no number of chips.
        ("Ana\t1200\t60%\nBo\t800\t40 %", ("Ana", "Bo"), ("1200", "800")),
    ],
)
def test_lists_as_people_paste_them(text: str, names: tuple[str, ...], stacks: tuple[str, ...]) -> None:
    pasted = read_pasted(text)
    assert (pasted.names, pasted.stacks) == (names, stacks)


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


def test_a_text_of_any_length_is_not_read() -> None:
    line = "Ana 1200\n"
    with pytest.raises(ft.InputError, match="must be at most"):
        read_pasted(line * (MAX_PASTED // len(line) + 1))
    assert len(read_pasted("".join(f"P{i} 5\n" for i in range(1000))).stacks) == 1000
