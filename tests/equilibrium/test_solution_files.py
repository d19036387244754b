"""Solutions in files, which open again without solving."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.equilibrium.files import FORMAT, packed
from finaltable.errors import InputError
from tests.damaged import cut_off, with_one_byte_changed
from tests.program import piped
from tests.solved_spots import SAVED_SPOTS, solved_spot, with_header

AHEAD = {
    "by": "orbit",
    "hands": 2,
    "solved": 9,
    "step": None,
    "tolerance": 0.001,
    "deviation": 0.001,
    "reached": True,
    "by_model": 0.1,
}
WRONG_AHEAD: tuple[dict[str, object], ...] = (
    {"by": "\x1b[31m"},
    {"by": []},
    {"hands": "2"},
    {"hands": 2.5},
    {"solved": None},
    {"solved": True},
    {"step": float("inf")},
    {"deviation": 1e308},
    {"tolerance": "x"},
    {"reached": 1},
    {"by_model": float("nan")},
    {"more": 1},
)

HOSTILE: list[Any] = [
    {"stacks": [1, 2]},
    {"stacks": ["1/0", 1, 1, 1]},
    {"stacks": [float("nan"), 1, 1, 1]},
    {"names": [1, 2, 3, 4]},
    {"names": [["x"]] * 4},
    {"payouts": ["9" * 99]},
    {"posted": [1, 2]},
    {"button": 9},
    {"folded": [0.5]},
    {"elsewhere": [0, 1, 2, 3]},
    {"elsewhere": [[]]},
    {"raises": []},
    {"raises": ["x"] * 4},
    {"decisions": []},
    {"model": "x" * 5000},
    {"model": "a\nb"},
    {"look_ahead": {"by": "tournament"}},
    {"look_ahead": {}},
    {"gains": []},
    {"gains": [1, 2, 3, 4]},
    {"gains": [1e999] * 4},
    {"locked": [99]},
    {"locked": ["x"]},
    {"sweeps": 10**9},
    {"sweeps": -1},
    {"outcomes": 10**9},
    {"outcomes": 0},
    {"pool": -1.0},
    {"bounties": [1]},
    {"more": 1},
    {"tolerance": "x"},
    {"stacks": ["1e99999999", 1, 1, 1]},
    {"payouts": ["1e-99999999"]},
    {"raises": ["1e99999999", None, None, None]},
    {"raises": [-1, None, None, None]},
    {"bounty_share": "1e99999999", "bounties": [1, 1, 1, 1]},
    {"error": 1e308},
    {"error": -1.0},
    {"tolerance": 1e308},
    {"exploitability": 1e308},
    {"exploitability": float("nan")},
    {"gains": [1e308] * 4},
    *({"look_ahead": {**AHEAD, **wrong}} for wrong in WRONG_AHEAD),
]


@pytest.fixture(scope="module")
def found() -> ft.Nash:
    return solved_spot("antes")


@pytest.mark.parametrize("name", SAVED_SPOTS)
def test_a_solution_is_the_same_when_it_is_opened_again(name: str, tmp_path: Path) -> None:
    found, path = solved_spot(name), tmp_path / "a.solution"
    found.save(path)
    again = ft.open_solution(path)
    assert again.to_dict() == found.to_dict()
    assert str(again) == str(found)
    assert again.table == found.table
    assert np.array_equal(again.terminals.rows, found.terminals.rows)
    for one, other in ((again.profile, found.profile), (again.terminals.values, found.terminals.values)):
        assert np.array_equal(one, other)
    assert again.judge(2000, threads=1) == found.judge(2000, threads=1)
    assert not again.profile.flags.writeable
    assert [file.name for file in tmp_path.iterdir()] == ["a.solution"]


def test_a_chart_of_a_tournament_can_be_saved(tmp_path: Path) -> None:
    chart = ft.tournament([2, 1], players=2, chips=4, small_blind=0.25, big_blind=0.5, step=0.5).strategy([2, 2])
    chart.save(tmp_path / "a.solution")
    assert ft.open_solution(tmp_path / "a.solution").to_dict() == chart.to_dict()


def test_a_file_cut_off_anywhere_is_refused(found: ft.Nash, tmp_path: Path) -> None:
    path = tmp_path / "cut.solution"
    for content in cut_off(packed(found), 40):
        path.write_bytes(content)
        with pytest.raises(InputError, match="path must be a file of a solution"):
            ft.open_solution(path)


def test_a_changed_byte_is_noticed_or_harmless(found: ft.Nash, tmp_path: Path) -> None:
    path = tmp_path / "changed.solution"
    for content in with_one_byte_changed(packed(found), 150):
        path.write_bytes(content)
        with contextlib.suppress(InputError):
            assert np.array_equal(ft.open_solution(path).profile, found.profile)


@pytest.mark.parametrize("change", HOSTILE)
def test_a_hostile_header_gets_one_line(found: ft.Nash, tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "hostile.solution"
    path.write_bytes(with_header(packed(found), change))
    with pytest.raises(InputError) as caught:
        ft.open_solution(path)
    assert "damaged" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_bomb_is_not_unpacked(found: ft.Nash, tmp_path: Path) -> None:
    line = packed(found)[len(FORMAT.magic) :].split(b"\n", 1)[0]
    path = tmp_path / "bomb.solution"
    path.write_bytes(FORMAT.magic + line + b"\n" + zlib.compress(bytes(50_000_000), 9))
    with pytest.raises(InputError, match="its numbers are damaged"):
        ft.open_solution(path)


def test_the_commands_save_open_and_write_for_other_programs(tmp_path: Path) -> None:
    file = str(tmp_path / "a.solution")
    spot = ("SB=5bb", "BB=6bb", "-p", "60,40", "--blinds", "100/200", "--tolerance", "1e-3")
    solving = piped("nash", *spot, "--save", file)
    assert solving.code == 0, solving.err
    assert piped("open", file).out.strip() == solving.out.partition("\n")[2].strip()
    rows = list(csv.DictReader(io.StringIO(piped("open", file, "--csv").out)))
    assert len(rows) == 2 * 169
    found = ft.open_solution(file)
    aces = next(row for row in rows if row["decision"] == "BB v SB" and row["hand"] == "AA")
    assert float(aces["ev"]) == found.decisions[1].ev["AA"]
    lines = piped("open", file, "--form", "weights").out.splitlines()
    name, _, text = lines[1].partition(": ")
    assert (name, ft.Range.read(text)) == ("BB v SB", found.range("BB", "SB"))
    assert json.loads(piped("open", file, "--json").out) == found.to_dict()
    played = piped("simulate", file, "--hands", "20", "--ohh", str(tmp_path / "a.ohh"))
    assert "20 hands" in played.out
    assert len(ft.read_history(tmp_path / "a.ohh").hands) == 20


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["open"], "Missing argument"),
        (["open", "none.solution"], "must be a file that can be read"),
        (["open", "one", "two"], "must be given once"),
        (["nash", "5", "5", "-p", "1", "--blinds", "1/2", "--save", "a.txt"], "--save must end in .solution"),
        (["nash", "5", "5", "-p", "1", "--blinds", "1/2", "--form", "excel"], "--form must be one of"),
        (["nash", "5", "5", "-p", "1", "--blinds", "1/2", "--csv", "--json"], "must not come with"),
    ],
)
def test_wrong_commands_get_one_line(arguments: list[str], words: str) -> None:
    ended = piped(*arguments)
    assert ended.code == 2
    assert words in ended.err
    assert len(ended.err.splitlines()) == 1
