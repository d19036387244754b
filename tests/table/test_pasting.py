"""Parsing of pasted tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import finaltable as ft
from finaltable.table.files import read_document
from finaltable.table.paste import MAX_PASTED, read_pasted
from tests.refused import refused

PLAYERS = [
    ("Ana 1.2m, Bo 800k", ("Ana", "Bo"), ("1200000", "800000")),
    ("Ana: 1,200,000; Bo: 75,000", ("Ana", "Bo"), ("1200000", "75000")),
    ("Ana 1,200,000, Bo 75,000", ("Ana", "Bo"), ("1200000", "75000")),
    ("1. Ana B - 12.5k\n2. Bo C - 8k\n", ("Ana B", "Bo C"), ("12500", "8000")),
    ("Ana\t4\t1200\r\nBo\t7\t800\r\n", ("Ana", "Bo"), ("1200", "800")),
    ("1000\n500\n100", ("", "", ""), ("1000", "500", "100")),
    ("1000 500 100", ("", "", ""), ("1000", "500", "100")),
    ("Ana=5k,Bo=3k", ("Ana", "Bo"), ("5000", "3000")),
    ("• Seat 3 José 25,300 chips\n• Seat 5 李 9k", ("José", "李"), ("25300", "9000")),
    ("name;chips\nAna;5\nBo;4", ("Ana", "Bo"), ("5", "4")),
    ('name,chips\n"Ana, the Rock","1,200"\nBo,800', ("Ana, the Rock", "Bo"), ("1200", "800")),
    ("Ana 1 200 500\nBo 800 250", ("Ana", "Bo"), ("1200500", "800250")),
    ("Ana 1\u00a0200\u00a0500; Bo 800\u202f250", ("Ana", "Bo"), ("1200500", "800250")),
    ("1 200 500\n800 250", ("", ""), ("1200500", "800250")),
    ("Ana 1.200.000\nBo 800.000.000", ("Ana", "Bo"), ("1200000", "800000000")),
    ("Ana (1.2m)\nBo 800,000 (24 BB)", ("Ana", "Bo"), ("1200000", "800000")),
    ("Ana 12.5bb\nPlayer 2: 8 BB\nSeat 3: Cy (20,5bb)", ("Ana", "Player 2", "Cy"), ("12.5bb", "8bb", "20.5bb")),
    ("Ana 12.5bb, Bo 8bb", ("Ana", "Bo"), ("12.5bb", "8bb")),
    ("Ana 12.5bb Bo 8bb", ("Ana", "Bo"), ("12.5bb", "8bb")),
    ("12.5bb, 8bb, 20bb", ("", "", ""), ("12.5bb", "8bb", "20bb")),
    ("name,stack\nAna,12.5bb\nBo,8bb", ("Ana", "Bo"), ("12.5bb", "8bb")),
    ("Ana\t12.5bb\nBo\t8bb", ("Ana", "Bo"), ("12.5bb", "8bb")),
    ("Seat 1: Ana (1200000 in chips)\nSeat 2: Bo ($800000 in chips)", ("Ana", "Bo"), ("1200000", "800000")),
    ("Seat 1: Kim (1,240,000)\nSeat 2: Lee (860,000)", ("Kim", "Lee"), ("1240000", "860000")),
    ("Noa / 415k, Pat / 185k\nMax 610k", ("Noa", "Pat", "Max"), ("415000", "185000", "610000")),
    ("Ana 12,5k\nBo 8k", ("Ana", "Bo"), ("12500", "8000")),
    ("Ana 1.2m and Bo 800k", ("Ana", "Bo"), ("1200000", "800000")),
    ("Ana\t1200\nBo\t800\nTotal\t2000", ("Ana", "Bo"), ("1200", "800")),
    ("Ana\t1200\nBo\t800\nTotal:\t2000", ("Ana", "Bo"), ("1200", "800")),
    # A percentage next to the chips is not a number of chips.
    ("Ana\t1200\t60%\nBo\t800\t40 %", ("Ana", "Bo"), ("1200", "800")),
    (
        "Seat 2: Ana (900)\nSeat 5: Bo (700)\nBo: posts big blind 20\n*** HOLE CARDS ***\nAna: raises 20 to 40\n"
        "Seat 2: Ana collected (60)",
        ("Ana", "Bo"),
        ("900", "700"),
    ),
]
PRIZES = [
    ("1st: 20 000 €\n2nd: 14 000 €", ("20000", "14000"), "€"),
    ("2nd $14k\n1st $20k", ("20000", "14000"), "$"),
    ("1. Platz: 20 000 €\n2. Platz: 9 500,50 €", ("20000", "9500.5"), "€"),
    ("1. €20,000\n2. €14,000", ("20000", "14000"), "€"),
    ("20000/14000/9500", ("20000", "14000", "9500"), ""),
    ("$20,000, $14,000", ("20000", "14000"), "$"),
    ("€50k €30k €20k", ("50000", "30000", "20000"), "€"),
    ("50 000 € 30 000 €", ("50000", "30000"), "€"),
    ("R$500, R$200", ("500", "200"), "R$"),
    ("Prizes: 50, 30", ("50", "30"), ""),
    ("Ana 5\nBo 4\n20 000 / 14 000", ("20000", "14000"), ""),
    ("Ana 5\nBo 4\n50 30".replace("50 30", "50, 30"), ("50", "30"), ""),
]


@pytest.mark.parametrize(("text", "names", "stacks"), PLAYERS)
def test_pasted_lists_are_parsed(text: str, names: tuple[str, ...], stacks: tuple[str, ...]) -> None:
    pasted = read_pasted(text)
    assert (pasted.names, pasted.stacks) == (names, stacks)
    assert (pasted.payouts, pasted.unread) == ((), ())


@pytest.mark.parametrize(("text", "payouts", "currency"), PRIZES)
def test_pasted_prizes_are_prizes(text: str, payouts: tuple[str, ...], currency: str) -> None:
    pasted = read_pasted(text)
    assert (pasted.payouts, pasted.currency, pasted.unread) == (payouts, currency, ())
    assert pasted.names in ((), ("Ana", "Bo"))


@pytest.mark.parametrize(
    "line",
    [
        "Level 24, ante 10,000",
        "Blinds 60,000/120,000",
        "Cy 212.223",  # thousands to some readers, decimals to others
        "Cy\t4\t212.223",  # not the 4 before it
        "Cy\t4\t1.2.3",
        "see you at eight",
        "12,000",
        "Cy " + "x" * 300 + " 5",
    ],
)
def test_a_line_that_cannot_be_read_is_returned_and_the_rest_is_read(line: str) -> None:
    pasted = read_pasted(f"Ana 1234567\n{line}\nBo 800k")
    assert pasted == (("Ana", "Bo"), ("1234567", "800000"), (), (), "", (line,))
    columns = read_pasted("name\tchips\nAna\t5\nBo\t212.223")
    assert (columns.names, columns.unread) == (("Ana",), ("Bo\t212.223",))


def test_text_without_players_and_prizes_raises() -> None:
    for text in ("", "  \n", "nothing here", "Level 24", "name,stack"):
        with refused("too_few", "paste"):
            read_pasted(text)


def test_a_file_may_hold_a_list_that_is_understood_line_by_line() -> None:
    table = read_document(
        b"Seat 1: Ana (1,200)\nSeat 2: Bo (800)\n1st: \xe2\x82\xac50\n2nd: \xe2\x82\xac30\n", "list.txt"
    )
    assert (table.names, table.read_stacks(), table.payouts) == (("Ana", "Bo"), [1200, 800], ("€50", "€30"))
    with refused("wrong_format", "list.txt line 1"):
        read_document(b"Ana 1,200\nLevel 24\nBo 800\n", "list.txt")


@given(st.text(max_size=200))
def test_no_pasted_text_breaks_the_reader(text: str) -> None:
    try:
        pasted = read_pasted(text)
    except ft.InputError:
        return
    assert len(pasted.names) == len(pasted.stacks)
    assert pasted.stacks or pasted.payouts


def test_long_text_raises_before_it_is_parsed() -> None:
    line = "Ana 1200\n"
    with refused("too_long", "paste"):
        read_pasted(line * (MAX_PASTED // len(line) + 1))
    assert len(read_pasted("".join(f"P{i} 5\n" for i in range(1000))).stacks) == 1000
