"""Files of solutions on the device: the page's engine, run by Node, reads and writes what Python does."""

from __future__ import annotations

import base64
import hashlib
import math
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.equilibrium.files import FORMAT, packed
from finaltable.errors import InputError
from tests.device import run_jobs
from tests.equilibrium.test_solution_files import HOSTILE
from tests.solved_spots import SAVED_SPOTS, solved_spot, with_header

WHOLE_GAINS = {"gains": [1, 2, 3, 4]}  # no floats in Python; the page has one kind of numbers
NINE: dict[str, Any] = {
    "stacks": [41, 33, 29, 24, 19, 14, 14, 9, 6],
    "payouts": [30, 20, 14, 10, 8, 6, 5, 4, 3],
    "names": [*"ABCDEFGHI"],
    "button": "C",
    "small_blind": 0.5,
    "big_blind": 1,
    "tolerance": 1e-3,
}
FOUR: dict[str, Any] = {
    "stacks": [2000, 3000, 1000, 150],
    "payouts": [50, 30, 20],
    "names": ["CO", "BTN", "SB", "BB"],
    "button": "BTN",
    "small_blind": 100,
    "big_blind": 200,
    "ante": 12.5,
    "tolerance": 1e-4,
}
SOLVED = {
    "nine": NINE,
    "all-in by posting": FOUR,
    "bounties": {**FOUR, "bounties": [20, 0, 10, 2.5], "bounty_share": 0.4, "own_bounty": False, "model": "sem"},
    "locked": {**FOUR, "lock": {"SB": "20%"}, "folded": ["CO"], "model": "dcm"},
}


def opening(content: bytes, name: str = "a.solution") -> dict[str, Any]:
    """Return the job that opens a file."""
    return {"kind": "open", "name": name, "base64": base64.b64encode(content).decode()}


def assert_same(here: Any, there: Any, where: str = "") -> None:
    """Compare answers; sums may differ in their last digits."""
    if isinstance(there, dict):
        assert set(here) == set(there) - {"leaves_out"}, where
        for name in here:
            assert_same(here[name], there[name], f"{where}.{name}")
    elif isinstance(there, list | tuple):
        assert len(here) == len(there), where
        for i, (one, other) in enumerate(zip(here, there, strict=True)):
            assert_same(one, other, f"{where}[{i}]")
    elif isinstance(there, float):
        assert here is not None, where
        assert math.isclose(here, there, rel_tol=1e-9, abs_tol=1e-12), (where, here, there)
    else:
        assert here == there, where


def test_a_file_of_python_opens_with_the_same_answer() -> None:
    found = {name: solved_spot(name) for name in SAVED_SPOTS}
    answers = run_jobs([opening(packed(one)) for one in found.values()])
    for (name, one), answer in zip(found.items(), answers, strict=True):
        assert "problem" not in answer, (name, answer)
        assert_same(answer["answer"], one.to_dict(), name)


@pytest.mark.parametrize("name", SOLVED)
def test_a_file_of_the_device_opens_in_python_with_the_same_answer(name: str, tmp_path: Path) -> None:
    request = SOLVED[name]
    solved, saved = run_jobs(
        [{"kind": "ask", "question": "nash", "request": request}, {"kind": "save", "request": request}]
    )
    path = tmp_path / "a.solution"
    path.write_bytes(base64.b64decode(saved["answer"]))
    again = ft.open_solution(path)
    del solved["answer"]["on_device"]
    assert_same(solved["answer"], again.to_dict())
    by_python = ft.nash(**{**request, "lock": request.get("lock")})
    assert again.table == by_python.table
    assert np.array_equal(again.terminals.rows, by_python.terminals.rows)
    assert np.allclose(again.terminals.values, by_python.terminals.values, atol=1e-6)
    assert again.judge(2000, threads=1).deals == 2000
    reopened = run_jobs([opening(packed(again))])[0]["answer"]
    assert_same(reopened, again.to_dict())


def damaged_files(found: ft.Nash) -> dict[str, bytes]:
    """Return files that are no solution."""
    content = packed(found)
    header = content.index(b"\n", len(FORMAT.magic)) + 1
    changes = {str(change)[:60]: with_header(content, change) for change in HOSTILE if change != WHOLE_GAINS}
    nan, beyond = (bytearray(zlib.decompress(content[header:])) for _ in range(2))
    nan[8:16] = np.float64("nan").tobytes()
    return {
        **changes,
        **{f"cut {size}": content[:size] for size in range(0, len(content), len(content) // 30)},
        "empty": b"",
        "version": content.replace(b"solution 1\n", b"solution 2\n", 1),
        "a picture": b"\x89PNG\r\n\x1a\n" + bytes(1000),
        "deep": FORMAT.magic + b'{"stacks": ' + b"[" * 100_000 + b"\n",
        "not UTF-8": FORMAT.magic + b'{"stacks": "\xff"}\n',
        "long": FORMAT.magic + b" " * 1_100_000 + b"\n",
        "bomb": content[:header] + zlib.compress(bytes(50_000_000), 9),
        "damaged": content[:-3] + bytes(3),
        "other numbers": content[:header] + zlib.compress(bytes(nan)),
        "too short": content[:header] + zlib.compress(bytes(beyond[:-8])),
    }


def test_a_damaged_file_gets_the_words_of_python(tmp_path: Path) -> None:
    files = damaged_files(solved_spot("antes"))
    answers = run_jobs([opening(content, "bad.solution") for content in files.values()])
    for (name, content), answer in zip(files.items(), answers, strict=True):
        path = tmp_path / "bad.solution"
        path.write_bytes(content)
        with pytest.raises(InputError) as caught:
            ft.open_solution(path)
        assert "refusal" in answer, name
        refusal = answer["refusal"]
        assert (refusal["code"], refusal["message"]) == (caught.value.code, str(caught.value)), name


def test_numbers_that_no_solution_has_are_refused_with_a_right_checksum(tmp_path: Path) -> None:
    content = packed(solved_spot("heads-up"))
    start = content.index(b"\n", len(FORMAT.magic)) + 1
    cells = bytearray(zlib.decompress(content[start:]))
    for number in (float("nan"), float("inf"), 1.5, -0.1):
        cells[0:8] = np.float64(number).tobytes()
        changed = with_header(content, {"sha256": hashlib.sha256(cells).hexdigest()})
        changed = changed[: changed.index(b"\n", len(FORMAT.magic)) + 1] + zlib.compress(bytes(cells))
        path = tmp_path / "a.solution"
        path.write_bytes(changed)
        with pytest.raises(InputError, match="not those of a solution") as caught:
            ft.open_solution(path)
        assert run_jobs([opening(changed)])[0]["refusal"]["message"] == str(caught.value)
