"""`finaltable batch` and its output: counts, progress, standard input, and errors."""

from __future__ import annotations

import io
import json
import pickle
import re
from itertools import pairwise
from pathlib import Path

import pytest

import finaltable as ft
from finaltable.batches.summary import TablesSetAside
from finaltable.cli.stream import Exit
from finaltable.reporting import terminal
from tests.documents import ROOT
from tests.many import hidden_in, ids_of, parts_of, rows_of, write_parquet, write_rows
from tests.program import in_process, piped


def test_a_summary_is_frozen_picklable_and_prints_as_a_table(tmp_path: Path) -> None:
    done = ft.batch(write_rows(tmp_path / "t.parquet", [[5, 3], [-1, 3]]), tmp_path / "out")
    with pytest.raises(AttributeError):
        done.tables = 3  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(done)) == done
    data = json.loads(json.dumps(done.to_dict()))
    assert data["problems"] == 1
    page = (ROOT / "docs" / "reference" / "json.md").read_text("utf-8")
    documented = set(re.findall(r"`(\w+)`", page.partition("`batch` prints")[2]))
    assert {*data, *data["first_problems"][0], *TablesSetAside._fields} == documented
    lines = str(done).splitlines()
    assert lines[1].split() == ["parts", "1"]
    assert lines[-1] == "2 tables by ICM and DCM: 1 problem"
    assert "part-000000.parquet row 1: stacks[0] must not be negative, got -1" in lines


def test_progress_is_reported_and_may_stop_the_work(tmp_path: Path) -> None:
    write_parquet(tmp_path / "t.parquet", 40, 4)
    seen: list[ft.Pace] = []
    ft.batch(tmp_path / "t.parquet", tmp_path / "out", models=["icm"], progress=seen.append)
    assert seen[-1][:4] == (1.0, 40, 0, 40)
    assert all(a.fraction <= b.fraction for a, b in pairwise(seen))

    def enough(pace: ft.Pace) -> None:
        if pace.tables >= 12:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ft.batch(tmp_path / "t.parquet", tmp_path / "stopped", models=["icm"], progress=enough)
    assert len(parts_of(tmp_path / "stopped")) < 10
    assert hidden_in(tmp_path / "stopped") == []
    done = ft.batch(tmp_path / "t.parquet", tmp_path / "stopped", models=["icm"])
    assert done.skipped > 0
    assert ids_of(tmp_path / "stopped") == list(range(40))


def test_the_bar_shows_tables_per_second_the_time_left_and_problems(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("FORCE_COLOR", "1")  # the same, to Rich 13
    with terminal.ProgressBar("Computing") as bar:
        bar.pace(ft.Pace(0.25, 1_200, 3, 1_000, 2.0))
        bar.pace(ft.Pace(0.5, 2_200, 3, 2_000, 4.0))
    shown = capsys.readouterr().err
    assert "2,200 tables, 500 tables/s, 3 problems" in shown
    assert "50%" in shown


def test_the_command_prints_the_number_of_problems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_rows(tmp_path / "t.parquet", [[5, 3], [-1, 3]])
    line = ("batch", str(tmp_path / "t.parquet"), "-o", str(tmp_path / "out"), "--model", "icm", "--model", "chip-chop")
    code, shown = in_process(*line)
    assert (code, shown.splitlines()[-1]) == (Exit.PROBLEMS, "2 tables by ICM and chip chop: 1 problem")
    code, shown = in_process(*line, "--json")
    assert (code, json.loads(shown)["skipped"]) == (Exit.PROBLEMS, 1)
    assert in_process(*line, "--tolerance", "1e-7") == (Exit.BAD_INPUT, "")
    assert "there tolerance is 1e-06, now it is 1e-07" in capsys.readouterr().err
    assert rows_of(tmp_path / "out")[0]["chip_chop"] == pytest.approx([1.625, 1.375])


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_standard_input_of_any_kind_is_read_and_its_copy_removed(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: bytes = {
        "csv": b"id,stacks,payouts\n1,5 3,2 1\n2,6 3,2 1\n",
        "jsonl": b'{"id": 1, "stacks": [5, 3], "payouts": [2, 1]}\n{"id": 2, "stacks": [6, 3], "payouts": [2, 1]}\n',
        "parquet": write_parquet(tmp_path / "t.parquet", 2, first=1).read_bytes(),
    }[kind]
    out = tmp_path / "out"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
    assert ft.batch("-", out).tables == 2
    assert ids_of(out) == [1, 2]
    assert sorted(path.name for path in out.iterdir()) == [".lock", "_manifest.json", "part-000000.parquet"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
    assert ft.batch("-", out).skipped == 1
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"id,stacks,payouts\n9,5 3,2 1\n")))
    with pytest.raises(ft.InputError, match="standard input has changed since"):
        ft.batch("-", out)
    assert ids_of(out) == [1, 2]


def test_a_pipe_into_the_command_is_read_to_its_end(tmp_path: Path) -> None:
    given = "id,stacks,payouts\n" + "".join(f"{i},5 3,2 1\n" for i in range(500))
    done = piped("batch", "-", "-o", str(tmp_path / "out"), given=given)
    assert (done.code, done.out.splitlines()[-1]) == (0, "500 tables by ICM and DCM: no problems")
    assert ids_of(tmp_path / "out") == list(range(500))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("batch t.parquet", "--output must be given: the output folder"),
        (
            "batch t.parquet -o out --workers 2 --scheduler tcp://127.0.0.1:1",
            "--workers must not come with --scheduler",
        ),
        ("batch t.parquet -o out --workers 0", "--workers must be"),
        ("batch t.parquet -o out --workers 2 --threads 2", "--threads must not come with a cluster"),
        ("batch t.parquet -o out --scheduler nowhere", "--scheduler must be the address of a Dask scheduler"),
        ("batch t.parquet -o out --model nonsense", "must be one of"),
        ("batch t.parquet -o out -o out2", "--output must be given once"),
        ("batch t.parquet -o out --tolerance 2", "--tolerance must lie between 0 and 1"),
    ],
)
def test_a_wrong_command_is_refused_with_the_reason(
    line: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_parquet(tmp_path / "t.parquet", 2)
    assert in_process(*line.split()) == (Exit.BAD_INPUT, "")
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_without_pyarrow_the_error_names_the_package_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "finaltable.batches.resume", None)
    with pytest.raises(ft.InputError, match=r"batch needs the extra frames \(pip install 'finaltable\[frames\]'; .*\)"):
        ft.batch(tmp_path / "t.parquet", tmp_path / "out")
    with pytest.raises(ft.InputError, match="output needs the extra frames"):
        ft.review(tmp_path, [2, 1], target=tmp_path / "out")
