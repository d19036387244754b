"""Parsing of amounts, lists and files, and errors."""

from __future__ import annotations

import json
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finaltable.errors import InputError
from finaltable.table.files import read_csv, read_document, read_json
from finaltable.table.text import (
    read_amount,
    read_blinds,
    read_payouts,
    read_player,
    read_players,
    read_small_and_big,
    split_list,
)
from tests.refused import refused


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1000", 1000),
        ("12.5k", 12_500),
        ("12.5 K", 12_500),
        ("1.2m", 1_200_000),
        ("1.2M", 1_200_000),
        ("2bn", 2_000_000_000),
        ("1,200,000", 1_200_000),
        ("1 200 000", 1_200_000),
        ("1'200'000", 1_200_000),
        ("1_200_000", 1_200_000),
        ("€50", 50),
        ("50 €", 50),
        ("$1,234.56", 1234.56),
        ("£0.5", 0.5),
        (".5", 0.5),
        ("5.", 5),
        ("1e6", 1_000_000),
        ("1.5e-3", 0.0015),
        ("0", 0),
        ("000", 0),
        ("  7 ", 7),
    ],
)
def test_amounts_are_parsed_in_every_spelling(text: str, value: float) -> None:
    read = read_amount(text, "stack").value
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "must be a number, got ''"),
        ("abc", "must be a number, got 'abc'"),
        ("k", "must be a number"),
        ("€", "must be a number"),
        ("-5", "must not be negative, got '-5'"),
        ("-€5", "must not be negative"),
        ("nan", "must be a number"),
        ("inf", "must be a number"),
        ("1,20", "decimals are written 1.20"),
        ("12,5k", "decimals are written 12.5k"),
        ("1.200.000", "thousands are written 1,200,000 or 1200000"),
        ("12,34,567", "must be a number"),
        ("table.csv", "must be a number, got 'table.csv'"),
        ("1e999", "must be zero or between 1e-100 and 1e+100"),
        ("1e9999999", "must be a number"),
        ("5kk", "must be a number"),
        ("€5$", "must be a number"),
        ("٣", "must be a number"),
    ],
)
def test_text_that_is_not_an_amount_raises(text: str, words: str) -> None:
    with pytest.raises(InputError, match=r"^stacks\[1\] ") as caught:
        read_amount(text, "stacks[1]")
    assert words in str(caught.value)


@given(st.integers(0, 10**15))
def test_whole_numbers_survive_thousands_and_currency(number: int) -> None:
    assert read_amount(f"€{number:,}", "stack") == (number, False, "€")


@given(st.text(max_size=12))
def test_any_text_is_an_amount_or_an_input_error(text: str) -> None:
    with suppress(InputError):
        assert read_amount(text, "stack").value >= 0


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("100,50", ["100", "50"]),
        ("500,300,200", ["500", "300", "200"]),
        ("100, 50", ["100", "50"]),
        ("100 50", ["100", "50"]),
        ("50,000 30,000", ["50,000", "30,000"]),
        ("50,000;30,000", ["50,000", "30,000"]),
        ("50 / 30 / 20", ["50", "30", "20"]),
        ("50%,30%,20%", ["50%", "30%", "20%"]),
        ("0,100,0", ["0", "100", "0"]),
        ("100,", ["100"]),
        ("100;", ["100"]),
        ("100 €, 50 €", ["100€", "50€"]),
        ("€ 100 € 50", ["€100", "€50"]),
        ("€1.25m €800k", ["€1.25m", "€800k"]),
        ("", []),
        ("12.5k,8k", ["12.5k", "8k"]),
    ],
)
def test_lists_are_split_at_the_right_separators(text: str, pieces: list[str]) -> None:
    assert split_list(text, "payouts") == pieces


@pytest.mark.parametrize("text", ["1,200", "1,200,000", "50,000,30,000", "50,100"])
def test_an_ambiguous_list_raises_with_a_hint(text: str) -> None:
    with pytest.raises(InputError, match=r"is ambiguous \(put spaces between amounts"):
        split_list(text, "payouts")


def test_percentages_are_taken_of_the_pool() -> None:
    assert read_payouts(["50%", "33.3%", "1%"], "€1,000") == ([500, 333, 10], "€")
    assert read_payouts(["12.5%"], "0.5") == ([0.0625], "")


@pytest.mark.parametrize(
    ("payouts", "pool", "words"),
    [
        (["50%"], None, "pool is required for payouts in %"),
        (["50"], "100", "pool is only for payouts in %, got '100'"),
        (["60%", "50%"], "100", "payouts must sum to at most 100 %, got 110 %"),
        (["€5", "$5"], None, "payouts must be in one currency, got $ and €"),
        (["60", "60%"], "100", "payouts must be all in % or all in money, got 60, 60%"),
        (["5", "x"], None, "payouts[1] must be a number, got 'x'"),
        (["50%"], "x", "pool must be a number"),
    ],
)
def test_impossible_payouts_raise(payouts: list[str], pool: str | None, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_payouts(payouts, pool)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "name,stack,payout\nAna,1k,100\nBo,500,50\nCy,100,\n",
        "Name;Chips;Prize\nAna;1,000;100\nBo;500;50\nCy;100;\n",
        "stack\tplayer\tpayouts\n1000\tAna\t100\n500\tBo\t50\n\n100\tCy\n",
        '\ufeffname,stack,payout\r\nAna,"1,000",100\r\nBo,500,50\r\nCy,100,\r\n',
        "\n\nname, stack, payout\nAna, 1000, 100\nBo, 500, 50\nCy, 100,\n",
        '{"stacks": [1000, "500", 100.0], "payouts": [100, "50"], "names": ["Ana", "Bo", "Cy"], "equities": [1]}',
        '{"players": [{"name": "Ana", "stack": "1k"}, {"name": "Bo", "stack": 500}, {"name": "Cy", "stack": 100}],'
        ' "payouts": "100,50"}',
    ],
)
def test_the_same_table_in_every_form_is_the_same_table(text: str) -> None:
    table = read_document(text.encode(), "table")
    assert table.read_stacks() == [1000, 500, 100]
    assert table.payouts is not None
    assert read_payouts(table.payouts) == ([100, 50], "")
    assert table.names == ("Ana", "Bo", "Cy")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "table must hold a table: CSV with a column 'stack', or JSON, got an empty file"),
        (b" \n\n", "got an empty file"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "table must be text in UTF-8: CSV or JSON"),
        (b"\xff\xfe\x00", "must be text in UTF-8"),
        (b"name,chip count\nAna,5\n", "table line 1 must be a header with a column 'stack'"),
        (b"Ana,1000\nBo,500\n", "table line 1 must be a header"),
        (b"name,stack\nAna,1,000\n", "line 2 must have 2 columns like the header (amounts with commas need quot"),
        (b'name,stack\nAna,"5\n', "table must be CSV"),
        (b"name,stack\n", "table must have a line for each player, got only a header"),
        (b"name,stack\nAna,5\nBo,\n", "table line 3, stack must be a number, got ''"),
        (b"name,stack\nAna,5\n,4\n", "table line 3, name is missing: the other players have one"),
        (
            b"stack,payout\n5,100\n4,\n3,20\n",
            "table line 3, payout is missing: a later place has a prize (write 0 if the place is not paid)",
        ),
        (b"PK\x03\x04xlsx", "save the spreadsheet as CSV"),
        (b'{"stacks": [1,]}', "table line 1 must be JSON"),
        (b'{"stack": [1]}', "table must have 'stacks' or 'players', got ['stack']"),
        (b'{"stacks": 5}', "table, stacks must be a list, got 5"),
        (b'{"stacks": [true]}', "table, stacks[0] must be a number or a text, got True"),
        (b'{"stacks": [NaN]}', "table, stacks[0] must be a number, got 'nan'"),
        (b'{"players": [1]}', "table, players must be a list of objects"),
        (b'{"players": {"stack": 1}}', "table, players must be a list of objects"),
        (b"[" * 100_000, "table must be JSON of a table"),
    ],
)
def test_files_that_are_not_tables_raise_with_a_sentence(data: bytes, words: str) -> None:
    from finaltable.table.table import check_stacks

    with pytest.raises(InputError) as caught:
        check_stacks(read_document(data, "table").read_stacks())
    assert words in str(caught.value)


@pytest.mark.parametrize("opening", ["[", '{"stacks":', '{"players":['])
def test_json_nested_too_deeply_raises_with_a_sentence(opening: str) -> None:
    def said_further_down(error: InputError, calls: int) -> str:
        return said_further_down(error, calls - 1) if calls else str(error)

    closing = opening.translate(str.maketrans("[{", "]}", '"stackplyer:'))[::-1]
    for depth in range(3, sys.getrecursionlimit(), 7):
        with pytest.raises(InputError) as caught:
            read_document(f"{opening * depth}1{closing * depth}".encode(), "table").read_stacks()
        assert said_further_down(caught.value, 40).startswith("table")


def test_a_bad_stack_in_a_file_is_found_by_its_line() -> None:
    with pytest.raises(InputError, match=r"^table\.csv line 3, stack must be a number, got 'x'$"):
        read_csv("name,stack\nAna,5\nBo,x\n", "table.csv").read_stacks()
    with pytest.raises(InputError, match=r"^table\.json, stacks\[1\] must not be negative, got '-1'$"):
        read_json("[5, -1]", "table.json").read_stacks()
    with refused("not_a_number", "table.json, stacks[0]"):
        read_json('["50%"]', "table.json").read_stacks()


def test_a_bad_payout_in_a_file_is_found_by_its_line() -> None:
    for table, field in (
        (read_csv("name,stack,payout\n\nAna,5,9\nBo,4,x\n", "table.csv"), "table.csv line 4, payout"),
        (read_json('{"stacks": [5, 4], "payouts": [9, "x"]}', "table.json"), "table.json, payouts[1]"),
    ):
        assert table.payouts is not None
        with pytest.raises(InputError) as caught:
            read_payouts(table.payouts, where=table.payouts_where)
        assert str(caught.value) == f"{field} must be a number, got 'x'"


def test_terms_in_a_file_are_recorded_unless_empty() -> None:
    table = read_json('{"stacks": [5, 4], "leave": ["5.00"], "fixed": {}, "trophy": "0.00", "withheld": "3"}', "deal")
    assert table.terms == ("leave", "withheld")
    assert read_json('{"stacks": [5, 4], "leave": [], "trophy": 0}', "deal").terms == ()


@given(st.binary(max_size=60))
def test_any_bytes_are_a_table_or_an_input_error(data: bytes) -> None:
    with suppress(InputError):
        assert all(stack >= 0 for stack in read_document(data, "table").read_stacks())


@given(st.lists(st.floats(0.01, 1e9) | st.integers(0, 10**12), min_size=1, max_size=5))
def test_stacks_in_json_are_read_back_exactly(stacks: list[float]) -> None:
    assert read_json(json.dumps({"stacks": stacks}), "table").read_stacks() == stacks


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("50.000", "50000 or 50"),
        ("800.000", "800000 or 800"),
        ("5.500", "5500 or 5.5"),
        ("212.223", "212223 or 212.2230"),
        ("1.234", "1234 or 1.2340"),
        ("€12.345", "12345 or 12.3450"),
        ("33.333 €", "33333 or 33.3330"),
    ],
)
def test_ambiguous_dots_raise_with_both_readings(text: str, readings: str) -> None:
    words = f"stack must not be ambiguous (write {readings}), got '{text}'"
    with pytest.raises(InputError) as caught:
        read_amount(text, "stack")
    assert str(caught.value) == words
    thousands, decimals = (read_amount(reading, "stack").value for reading in readings.split(" or "))
    assert thousands == pytest.approx(1000 * decimals)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12.5", 12.5),
        ("0.5", 0.5),
        ("0.500", 0.5),
        ("0.125", 0.125),
        ("12.25", 12.25),
        ("1000.5", 1000.5),
        ("1234.567", 1234.567),
        ("1,234.567", 1234.567),
        ("212.2230", 212.223),
        ("1.500k", 1500),
        ("1.234m", 1_234_000),
        ("33.333%", 33.333),
        ("212,223", 212_223),
    ],
)
def test_unambiguous_decimals_and_thousands_are_parsed(text: str, value: float) -> None:
    assert read_amount(text, "stack").value == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0,500", "decimals are written 0.500"),  # not 500
        ("0 500", "must be a number"),
        ("1 200,000", "must be a number"),  # 1200 to some, 1200000 to others
        ("1.234,56", "write 1,234.56"),
        ("1.234.567,5", "write 1,234,567.5"),
        ("e5", "must be a number"),  # not 0
        (".e5", "must be a number"),
        ("-", "must be a number"),
    ],
)
def test_other_ambiguous_numbers_raise(text: str, words: str) -> None:
    with pytest.raises(InputError, match=r"^stack must be a number") as caught:
        read_amount(text, "stack")
    assert words in str(caught.value)


def test_ambiguous_chips_raise_in_every_input() -> None:
    csv = read_csv("name,stack\nAna,1234567\nBo,212.223\n", "table.csv")
    with pytest.raises(InputError, match=r"^table\.csv line 3, stack must not be ambiguous"):
        csv.read_stacks()
    with pytest.raises(InputError, match=r"must not be ambiguous \(write 212223 or"):
        read_json('{"stacks": ["1234567", "212.223"]}', "table.json").read_stacks()
    with pytest.raises(InputError, match=r"payouts\[1\] must not be ambiguous \(write 1000 or 1\),"):
        read_payouts(["2000", "1.000"])
    with refused("ambiguous", "blinds"):
        read_small_and_big("1.250/2.500")


def test_a_number_in_json_has_a_decimal_point() -> None:
    assert read_json('{"stacks": [212.223, 50.000, 1e3]}', "table.json").read_stacks() == [212.223, 50, 1000]
    assert read_payouts(read_json('{"stacks": [1], "payouts": [33.333]}', "t").payouts or ()) == ([33.333], "")


def test_a_currency_sign_on_each_amount_makes_a_list() -> None:
    assert split_list("€100,€500", "leave") == ["€100", "€500"]
    with refused("ambiguous", "payouts"):
        split_list("€1,500", "payouts")


def test_a_percentage_raises_where_an_amount_is_required() -> None:
    with refused("not_an_amount", "pool"):
        read_payouts(["50%", "50%"], pool="50%")
    with refused("not_an_amount", "blinds"):
        read_small_and_big("1%/2%")


def test_big_blinds_are_multiplied_as_decimals() -> None:
    assert [read_blinds(text, "noise", 100) for text in ("1.1bb", "0.5 BB", "3bb")] == [110, 50, 300]
    assert read_blinds("0.7bb", "noise", 0.1) == 0.07
    assert read_blinds("1.125bb", "noise", 1000) == 1125  # a point in big blinds is a decimal point
    for text in ("1kbb", "€1bb", "bb", "1.1.1bb", "Bobb"):
        with refused("not_a_number", "noise"):
            read_blinds(text, "noise", 100)


@pytest.mark.parametrize("text", ["²", "٣", "9" * 200])
def test_text_that_only_resembles_a_number_is_a_name(text: str) -> None:
    assert read_player(text, ("Ana", "Bo")) == text


def test_a_name_in_other_case_is_accepted_if_it_is_unambiguous() -> None:
    assert read_player("ANA", ("Ana", "Bo")) == "Ana"
    assert read_player("ANA", ("Ana", "ana")) == "ANA"  # matches neither name exactly
    assert read_players("Ana, B", ("Ana, B", "Bo"), "folded") == ["Ana, B"]  # a name, not two
    assert read_players("ana, 2", ("Ana", "Bo"), "folded") == ["Ana", 1]
    assert read_player("jose\u0301", ("Ana", "Jos\u00e9")) == "Jos\u00e9"  # the same letters in another encoding


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b",", "must hold a table"),
        (b"[1" + b"0" * 5000 + b"]", "must be JSON of a table, got a number of thousands of digits"),
        (b";;\n;;", "must hold a table"),
        (b'{"stacks": [' + b"9" * 5000 + b"]}", "must be JSON of a table, got a number of thousands of digits"),
        (b"stack,chips\n100,7\n", "header must have one column for 'stack', got stack, chips"),
        (b'{"stacks": [1], "players": [{"stack": 2}]}', "must have either 'stacks' or 'players', got both"),
    ],
)
def test_an_empty_or_contradictory_file_raises(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_document(data, "table")


def test_no_digit_of_a_long_number_is_lost() -> None:
    digits = "12345678901234567890123456789012"
    assert read_amount(digits, "stack").value == int(digits)
    assert read_amount(f"{digits}k", "stack").value == int(digits) * 1000
    assert "thousands of digits" in str(InputError("stacks", "must be numbers", [10**5000]))
