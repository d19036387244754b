"""Tournaments in files."""

from __future__ import annotations

import contextlib
import json
import zlib
from pathlib import Path

import numpy as np
import pytest

import finaltable as ft
from finaltable.errors import InputError
from finaltable.tournaments.files import FORMAT, packed
from tests.damaged import cut_off, with_one_byte_changed


@pytest.fixture(scope="module")
def found() -> ft.Tournament:
    return ft.tournament([2, 1], players=2, chips=4.5, small_blind=0.25, big_blind=0.5, step=0.25)


def test_a_tournament_is_the_same_when_it_is_opened_again(found: ft.Tournament, tmp_path: Path) -> None:
    found.save(tmp_path / "a.tournament")
    again = ft.open_tournament(tmp_path / "a.tournament")
    assert again.to_dict() == found.to_dict()
    assert again.rules == found.rules
    assert np.array_equal(again.values[2], found.values[2])
    assert np.array_equal(again.profiles[2], found.profiles[2])
    assert np.array_equal(again.value([1.5, 3]), found.value([1.5, 3]))
    assert [path.name for path in tmp_path.iterdir()] == ["a.tournament"]


def test_a_file_cut_off_anywhere_is_refused(found: ft.Tournament, tmp_path: Path) -> None:
    path = tmp_path / "cut.tournament"
    for content in cut_off(packed(found), 60):
        path.write_bytes(content)
        with pytest.raises(InputError, match="path must be a file of a tournament"):
            ft.open_tournament(path)


def test_a_changed_byte_is_noticed_or_harmless(found: ft.Tournament, tmp_path: Path) -> None:
    path = tmp_path / "changed.tournament"
    for content in with_one_byte_changed(packed(found), 100):
        path.write_bytes(content)
        with contextlib.suppress(InputError):
            assert np.array_equal(ft.open_tournament(path).profiles[2], found.profiles[2])


@pytest.mark.parametrize(
    "change",
    [
        {"players": 4, "step": "1/1000000000000"},
        {"step": 1e-300},
        {"chips": float("inf")},
        {"chips": "1/0"},
        {"chips": "9" * 90},
        {"chips": "1e99999999"},
        {"payouts": ["1e-99999999"]},
        {"residual": float("nan")},
        {"tolerance": float("inf")},
        {"rounds": -1},
        {"payouts": []},
        {"payouts": "50"},
        {"posted": [1, 2, 3]},
        {"tolerance": "x"},
        {"players": 2.0},
        {"more": 1},
    ],
)
def test_a_hostile_header_gets_one_line(found: ft.Tournament, tmp_path: Path, change: dict[str, object]) -> None:
    line, rest = packed(found)[len(FORMAT.magic) :].split(b"\n", 1)
    path = tmp_path / "hostile.tournament"
    path.write_bytes(FORMAT.magic + json.dumps({**json.loads(line), **change}).encode() + b"\n" + rest)
    with pytest.raises(InputError, match="damaged") as caught:
        ft.open_tournament(path)
    assert "\n" not in str(caught.value)


def test_a_bomb_is_not_unpacked(found: ft.Tournament, tmp_path: Path) -> None:
    line = packed(found)[len(FORMAT.magic) :].split(b"\n", 1)[0]
    path = tmp_path / "bomb.tournament"
    path.write_bytes(FORMAT.magic + line + b"\n" + zlib.compress(bytes(50_000_000), 9))
    with pytest.raises(InputError, match="its numbers are damaged"):
        ft.open_tournament(path)


def test_files_that_cannot_be_read_or_written_are_named(found: ft.Tournament, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must be a file that can be read"):
        ft.open_tournament(tmp_path / "none.tournament")
    with pytest.raises(InputError, match="must be a file that can be written"):
        found.save(tmp_path / "none" / "a.tournament")
    (tmp_path / "other").write_text("stacks,payouts\n1,2\n")
    with pytest.raises(InputError, match="does not begin as a tournament"):
        ft.open_tournament(tmp_path / "other")
