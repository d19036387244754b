"""Equilibria of many spots: a file in, charts out; workers and drivers are killed, and nothing is lost."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import finaltable as ft
from finaltable.batches import spots
from finaltable.cli.stream import Exit
from tests.killable import Nursery, children_of, kill_driver, nursery, wait_for
from tests.many import hidden_in, ids_of, parts_of, rows_of
from tests.program import in_process

SPOTS = """id;stacks;payouts;blinds;button;model;ante
1;1000 1000 2000 3000;50 30 20;100/200;;;
2;1000,1000,2000,3000;50,30,20;100/200;3;sem;25
3;1000 1000;1;100/200;7;;
4;1000 -5;1;100/200;;;
"""
EASY: dict[str, Any] = {"small_blind": 0.5, "big_blind": 1, "model": "chip_ev", "tolerance": 1e-3}


def write_easy(path: Path, rows: int) -> Path:
    """Write heads-up spots that are solved in milliseconds, as JSON lines."""
    lines = [json.dumps({"id": i, "stacks": [5 + i % 7, 8], "payouts": [1], **EASY}) for i in range(rows)]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(scope="module")
def ours() -> Iterator[Nursery]:
    with nursery() as own:
        yield own


@pytest.fixture(params=["processes", "threads"])
def workers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in processes, as usual, or here."""
    monkeypatch.setattr(spots.SpotWork, "in_processes", request.param == "processes")


@pytest.mark.usefixtures("workers")
def test_each_row_has_the_charts_of_nash_or_its_problem(tmp_path: Path) -> None:
    (tmp_path / "spots.csv").write_text(SPOTS)
    done = ft.batch(tmp_path / "spots.csv", tmp_path / "out", ask="nash", tolerance=1e-3)
    assert (done.ask, done.tables, done.problems, done.models) == ("nash", 4, 2, ("icm",))
    first, second, third, fourth = rows_of(tmp_path / "out")
    found = ft.nash([1000, 1000, 2000, 3000], [50, 30, 20], small_blind=100, big_blind=200, tolerance=1e-3)
    assert first["equities"] == found.equities.tolist()
    assert (first["exploitability"], first["reached"]) == (found.exploitability.total, True)
    for node, own in zip(first["nodes"], found.decisions, strict=True):
        assert (node["seat"], tuple(node["facing"]), node["action"]) == (own.seat, own.facing, own.action)
        assert dict(zip(spots.HAND_NAMES, node["hands"], strict=True)) == own.hands
        assert dict(zip(spots.HAND_NAMES, node["ev"], strict=True)) == own.ev
        assert node["range"] == str(found.range(own.seat, own.facing) or "")
    other = ft.nash(
        [1000, 1000, 2000, 3000],
        [50, 30, 20],
        small_blind=100,
        big_blind=200,
        ante=25,
        button=2,  # the third player: CSV counts from 1, as the command line does
        model="sem",
        tolerance=1e-3,
    )
    assert second["equities"] == other.equities.tolist()
    assert third["problem"] == "button must be a number from 1 to 2 or a name, got '7'"
    assert "stacks[1] must not be negative" in fourth["problem"]
    assert third["nodes"] is None


@pytest.mark.usefixtures("workers")
def test_csv_json_lines_and_parquet_give_the_same_charts(tmp_path: Path) -> None:
    own = {"stacks": [9, 8, 7], "payouts": [3, 2], "names": ["A", "B", "C"], "button": "C", "lock": {"B v C": "20%"}}
    (tmp_path / "a.jsonl").write_text(json.dumps(own | EASY))
    (tmp_path / "a.csv").write_text(
        'stacks,payouts,names,button,lock,blinds,model,tolerance\n9 8 7,3 2,"A,B,C",C,B v C=20%,0.5/1,chip_ev,1e-3\n'
    )
    lists = {name: pa.array([own[name]]) for name in ("stacks", "payouts", "names")}
    pq.write_table(
        pa.table({**lists, "button": ["C"], "lock": ["B v C=20%"], **{k: [v] for k, v in EASY.items()}}),
        tmp_path / "a.parquet",
    )
    found = []
    for kind in ("jsonl", "csv", "parquet"):
        ft.batch(tmp_path / f"a.{kind}", tmp_path / kind, ask="nash")
        [row] = rows_of(tmp_path / kind)
        found.append((row["problem"], row["equities"], row["nodes"]))
    assert found[0][0] is None
    assert found[0] == found[1] == found[2]


def test_row_groups_are_cut_into_parts_that_can_be_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spots, "ROWS", 3)
    rows = [{"id": i, "stacks": [5 + i, 8], "payouts": [1], **EASY} for i in range(10)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "s.parquet", row_group_size=7)
    done = ft.batch(tmp_path / "s.parquet", tmp_path / "out", ask="nash")
    assert (done.parts, done.tables, done.problems) == (4, 10, 0)  # 3 + 3 + 1 and 3
    assert ids_of(tmp_path / "out") == list(range(10))
    (tmp_path / "out" / "part-000001.parquet").unlink()
    assert ft.batch(tmp_path / "s.parquet", tmp_path / "out", ask="nash").skipped == 3
    assert ids_of(tmp_path / "out") == list(range(10))
    with pytest.raises(ft.InputError, match="there ask is nash, now it is equity"):
        ft.batch(tmp_path / "s.parquet", tmp_path / "out")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"ask": "deal"}, "ask must be one of equity, nash, review, got 'deal'"),
        ({"ask": "nash", "models": ["icm", "sem"]}, "models must be one model: a column model may name another"),
        ({"ask": "nash", "colour": 1}, "colour must be an option of this batch"),
        ({"blinds": "1/2"}, "blinds must be an option of this batch, got models, tolerance"),
        ({"ask": "nash", "tolerance": -1}, "tolerance must"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_written(
    options: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(ft.InputError, match=words):
        ft.batch(write_easy(tmp_path / "s.jsonl", 1), tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()


def test_the_command_solves_a_file_of_spots(tmp_path: Path) -> None:
    source = write_easy(tmp_path / "s.jsonl", 2)
    code, text = in_process("batch", str(source), "-o", str(tmp_path / "out"), "--ask", "nash")
    assert (code, text.splitlines()[-1]) == (Exit.OK, "2 spots by ICM: no problems")


# --- killed processes ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_killed_worker_and_a_killed_driver_lose_nothing(ours: Nursery, tmp_path: Path) -> None:
    source, out = write_easy(tmp_path / "s.jsonl", 600), tmp_path / "out"
    driver = ours.start("drive_spots", tmp_path, source, out)
    first = wait_for(lambda: children_of(driver), "a worker")[0]
    wait_for(lambda: parts_of(out), "the first part")
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: [one for one in children_of(driver) if one != first], "another worker")
    wait_for(lambda: len(parts_of(out)) > 2, "further parts")
    kill_driver(driver, children_of(driver))
    assert parts_of(out)
    done = ft.batch(source, out, ask="nash")
    assert (done.tables, done.problems, done.set_aside, hidden_in(out)) == (600, 0, (), [])
    assert done.skipped > 0
    assert ids_of(out) == list(range(600))
