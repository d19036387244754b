"""Files of results: the same snapshots from JSON, JSON lines and CSV, and one-line errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import finaltable as ft
from finaltable.errors import InputError
from finaltable.scoring.files import read_results
from tests.refused import refused

ROWS: list[dict[str, list[float]]] = [
    {"chip_counts": [600, 400, 200], "places": [1, 0, 2], "payouts": [100, 60, 30]},
    {"chip_counts": [500, 450, 300.5], "places": [0, 1, 2], "payouts": [90, 50, 0]},
]
COLUMNS = {name: [row[name] for row in ROWS] for name in ROWS[0]}
CSV = "chip_counts,places,payouts\n600 400 200,1 0 2,100 60 30\n500 450 300.5,0 1 2,90 50 0\n"
FORMS = {
    "columns": json.dumps(COLUMNS),
    "rows": json.dumps(ROWS, indent=1),
    "lines": "\n".join(map(json.dumps, ROWS)) + "\n\n",
    "csv": CSV,
    "csv with brackets": CSV.replace("600 400 200", '"[600, 400, 200]"'),
    "csv with more columns": "event;payouts;chip_counts;places\nA;100 60 30;600,400,200;1 0 2\n\n"
    "B;90 50 0;500 450 300.5;0 1 2",
    "csv with tabs and a mark in front": "\ufeff" + CSV.replace(",", "\t"),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_file_format_holds_the_same_snapshots(form: str, tmp_path: Path) -> None:
    file = tmp_path / "results"
    file.write_text(FORMS[form], "utf-8")
    found = ft.read_snapshots(file)
    assert [list(one[:3]) for one in found] == [list(row.values()) for row in ROWS]
    assert found[1].where.startswith("results")


def test_one_line_of_json_is_one_snapshot() -> None:
    [found] = read_results(json.dumps(ROWS[0]).encode(), "results")
    assert found.payouts == [100, 60, 30]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "results must hold JSON, JSON lines or CSV with chip_counts, places and payouts, got an empty file"),
        ("a,b\n1,2\n", "results line 1 must have chip_counts, places and payouts; chip_counts is missing"),
        ("chip_counts,places,payouts\n", "results must have at least one snapshot"),
        (
            "chip_counts,places,payouts\n1 x,0 1,5 4\n",
            "line 2, chip_counts must be a list of numbers: 600 400, got 'x'",
        ),
        ('chip_counts,places,payouts\n"1', "results must be CSV"),
        ("{", "results must be JSON, got 'Expecting property name"),
        ("[1]", r"results\[0\] must be an object with chip_counts, places and payouts, got 1"),
        ('{"chip_counts": []}', "results must have chip_counts, places and payouts; places is missing"),
        ('{"a": 1}\n{"a": 1}', "results line 1 must have chip_counts"),
        ('{"chip_counts": [[1]], "places": [], "payouts": []}', "must have columns of the same length"),
        ("[" * 100_000, "lists that are nested too deeply"),
        ('{"chip_counts": ' + "9" * 5000 + "}", "a number with thousands of digits"),
        ("chip_counts,places,payouts\n" + "9" * 50, "must be at most 40 characters, got 50"),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_results(text.encode(), "results")


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"PK\x03", "save the spreadsheet as CSV"), (b"\xff\xfe\x00", "must be text in UTF-8")],
)
def test_other_kinds_of_files_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_results(data, "results")


def test_a_missing_file_is_named_in_the_error() -> None:
    with pytest.raises(InputError, match=r"files must be a file that can be read, got nowhere\.csv: No such file"):
        ft.read_snapshots("nowhere.csv")
    with refused("file_failed", "files"):
        ft.read_snapshots("/dev/zero")
