"""Real faults in long runs: afterwards every table exists once, or an error gives the reason."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import finaltable as ft
from finaltable.cli.stream import Exit
from tests.damaged import small_files
from tests.killable import Nursery, held_in, kill_driver, nursery, wait_for
from tests.many import hidden_in, ids_of, parts_of, rows_of, write_parquet, write_rows
from tests.program import in_process


@pytest.fixture(scope="module")
def ours() -> Iterator[Nursery]:
    with nursery() as own:
        yield own


@pytest.mark.slow
def test_a_run_whose_driver_was_killed_in_the_middle_of_a_part_is_resumed(ours: Nursery, tmp_path: Path) -> None:
    source, out = write_parquet(tmp_path / "t.parquet"), tmp_path / "out"
    driver = ours.start("drive", tmp_path, source, out)
    assert wait_for(lambda: held_in(tmp_path), "the second part") == [driver]
    with pytest.raises(ft.InputError, match="target must not be in use: another run is writing there"):
        ft.batch(source, out)
    kill_driver(driver, [])
    assert parts_of(out) == ["part-000000.parquet"]
    assert hidden_in(out)
    assert ids_of(out) == list(range(8))  # readers ignore incomplete files
    done = ft.batch(source, out)
    assert (done.skipped, done.tables, hidden_in(out)) == (1, 24, [])
    assert ids_of(out) == list(range(24))


# --- a full disk -----------------------------------------------------------------------------------------------------


def test_a_part_that_does_not_fit_stops_a_run_that_is_resumed_once_there_is_room(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_parquet(tmp_path / "t.parquet", 5000, 2000)
    line = ("batch", str(tmp_path / "t.parquet"), "-o", str(tmp_path / "out"), "--model", "icm")
    with small_files(4096):
        assert in_process(*line) == (Exit.UNFINISHED, "")
    words = capsys.readouterr().err
    assert "the run stopped (" in words
    assert "File too large" in words
    assert "the same call resumes from the finished parts" in words
    assert (parts_of(tmp_path / "out"), hidden_in(tmp_path / "out")) == ([], [])
    assert in_process(*line)[0] == 0
    assert ids_of(tmp_path / "out") == list(range(5000))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of a few hundred kilobytes."""
    folder, mount = tmp_path / "disk", shutil.which("mount")
    folder.mkdir()
    made = mount and subprocess.run([mount, "-t", "tmpfs", "-o", "size=400k", "none", str(folder)], capture_output=True)
    if not made or made.returncode:
        pytest.skip("only root can mount a small disk; a limit of the size of files is tested above")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_fills_up_in_the_middle_keeps_the_finished_parts(small_disk: Path, tmp_path: Path) -> None:
    source, out = tmp_path / "t.parquet", small_disk / "out"
    stacks = np.random.default_rng(1).integers(1, 10**9, (6000, 3))
    table = pa.table({"id": range(6000), "stacks": stacks.tolist(), "payouts": [[2, 1]] * 6000})
    pq.write_table(table, source, row_group_size=1000)
    (small_disk / "ballast").write_bytes(bytes(200_000))
    with pytest.raises(ft.UnfinishedError, match="No space left on device"):
        ft.batch(source, out, models=["icm"], threads=1)
    kept = parts_of(out)
    assert 0 < len(kept) < 6
    assert hidden_in(out) == []
    (small_disk / "ballast").unlink()
    assert ft.batch(source, out, models=["icm"]).skipped == len(kept)
    assert ids_of(out) == list(range(6000))


# --- broken or changing sources --------------------------------------------------------------------------------------


def test_a_row_group_that_cannot_be_read_is_set_aside_and_the_rest_is_done(tmp_path: Path) -> None:
    source, out = write_parquet(tmp_path / "t.parquet"), tmp_path / "out"
    column = pq.ParquetFile(source).metadata.row_group(1).column(1)
    data = bytearray(source.read_bytes())
    start = column.dictionary_page_offset or column.data_page_offset
    data[start : start + column.total_compressed_size] = b"\xff" * column.total_compressed_size
    source.write_bytes(data)
    done = ft.batch(source, out)
    assert (done.parts, done.tables) == (2, 16)
    [aside] = done.set_aside
    assert (aside.part, aside.source, aside.piece) == ("part-000001.parquet", "t.parquet", 1)
    assert [path.name for path in (out / "_set-aside").iterdir()] == ["part-000001.parquet.json"]
    assert ids_of(out) == [*range(8), *range(16, 24)]
    assert str(done).splitlines()[-1].endswith("1 part set aside (the same call tries again)")
    assert in_process("batch", str(source), "-o", str(out))[0] == Exit.UNFINISHED


def test_a_part_that_was_set_aside_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files: Any = import_module("finaltable.batches.row_files")
    source, out, tries = write_parquet(tmp_path / "t.parquet"), tmp_path / "out", list[Any]()

    def broken(*piece: object) -> object:
        tries.append(piece[2])
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(files, "frames_of_group", broken)
        done = ft.batch(source, out)
    assert sorted(tries) == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert (done.parts, len(done.set_aside)) == (0, 3)
    assert "Input/output error" in done.set_aside[0].reason
    done = ft.batch(source, out)
    assert (done.parts, done.set_aside, list((out / "_set-aside").iterdir())) == (3, (), [])
    assert ids_of(out) == list(range(24))


def test_a_file_that_changed_between_two_runs_is_refused(tmp_path: Path) -> None:
    source, out = write_parquet(tmp_path / "t.parquet"), tmp_path / "out"
    ft.batch(source, out)
    before = source.stat()
    write_parquet(source, first=100)
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))  # only the content differs
    with pytest.raises(ft.InputError, match=r"must be empty, or hold the same run: t\.parquet has changed since"):
        ft.batch(source, out)
    write_parquet(source)
    with pytest.raises(ft.InputError, match="has changed since"):  # same content, written later
        ft.batch(source, out)
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert ft.batch(source, out).skipped == 3
    assert ids_of(out) == list(range(24))


def test_a_file_that_changes_during_a_run_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables: Any = import_module("finaltable.batches.tables")
    source, out = write_parquet(tmp_path / "t.parquet"), tmp_path / "out"
    value = tables.value_partition

    def meanwhile(frame: Any, **options: Any) -> Any:
        os.utime(source)
        return value(frame, **options)

    monkeypatch.setattr(tables, "value_partition", meanwhile)
    done = ft.batch(source, out, threads=1)
    assert (done.parts, {aside.reason for aside in done.set_aside}) == (0, {"t.parquet has changed during the run"})


def test_a_folder_whose_files_differ_from_the_first_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    write_parquet(tmp_path / "in" / "a.parquet", 4)
    ft.batch(tmp_path / "in", tmp_path / "out")
    write_parquet(tmp_path / "in" / "b.parquet", 4, first=4)
    with pytest.raises(ft.InputError, match=r"b\.parquet was not in its source"):
        ft.batch(tmp_path / "in", tmp_path / "out")
    (tmp_path / "in" / "a.parquet").rename(tmp_path / "in" / "c.parquet")
    (tmp_path / "in" / "b.parquet").unlink()
    with pytest.raises(ft.InputError, match=r"c\.parquet was not in its source"):
        ft.batch(tmp_path / "in", tmp_path / "out")


def test_other_options_and_another_version_are_refused(tmp_path: Path) -> None:
    source, out = write_parquet(tmp_path / "t.parquet"), tmp_path / "out"
    ft.batch(source, out, models=["icm"])
    with pytest.raises(ft.InputError, match="there models is icm, now it is icm, dcm"):
        ft.batch(source, out)
    manifest = (out / "_manifest.json").read_text()
    (out / "_manifest.json").write_text(manifest.replace(f'"{ft.__version__}"', '"0.0.1"'))
    with pytest.raises(ft.InputError, match=r"there finaltable is 0\.0\.1, now it is"):
        ft.batch(source, out, models=["icm"])
    (out / "_manifest.json").write_text("{")
    with pytest.raises(ft.InputError, match="its manifest cannot be read"):
        ft.batch(source, out, models=["icm"])


def test_a_truncated_part_is_computed_again_and_one_of_another_run_refused(tmp_path: Path) -> None:
    source, out = write_parquet(tmp_path / "t.parquet"), tmp_path / "out"
    ft.batch(source, out, models=["icm"])
    part = out / "part-000001.parquet"
    part.write_bytes(part.read_bytes()[:-20])
    assert ft.batch(source, out, models=["icm"]).skipped == 2
    assert ids_of(out) == list(range(24))
    ft.batch(source, tmp_path / "other", models=["chip_chop"])
    shutil.copy(tmp_path / "other" / "part-000001.parquet", part)
    with pytest.raises(ft.InputError, match=r"must hold parts of one run, got part-000001\.parquet"):
        ft.batch(source, out, models=["icm"])


# --- many, few, none -------------------------------------------------------------------------------------------------


def test_problems_are_counted_from_the_parts_even_if_all_are_from_an_earlier_run(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "t.parquet", [[5, 3], [-1, 2], [float("nan"), 2]])
    assert [ft.batch(source, tmp_path / "out").problems for _ in range(2)] == [2, 2]


def test_empty_files_have_no_tables(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name, text in (("a.csv", ""), ("b.csv", "stacks,payouts\n"), ("c.csv", "stacks,payouts\n5 3,2 1\n")):
        (tmp_path / "in" / name).write_text(text)
    assert ft.batch(tmp_path / "in", tmp_path / "out").tables == 1
    for name in ("e.csv", "e.jsonl"):
        (tmp_path / name).touch()
        done = ft.batch(tmp_path / name, tmp_path / f"out-{name}")
        assert (done.tables, done.parts, done.problems) == (0, 0, 0)
    write_parquet(tmp_path / "e.parquet", 0)
    assert ft.batch(tmp_path / "e.parquet", tmp_path / "out-p").tables == 0
    (tmp_path / "none").mkdir()
    assert ft.batch(tmp_path / "none", tmp_path / "out-none").tables == 0


@pytest.mark.slow
def test_a_thousand_tiny_files_are_a_thousand_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("finaltable.batches.storage.sync", lambda _: None)  # a test need not survive a power failure
    (tmp_path / "in").mkdir()
    for number in range(1000):
        (tmp_path / "in" / f"{number:04d}.csv").write_text(f"id,stacks,payouts\n{number},{number + 1} 3,2 1\n")
    done = ft.batch(tmp_path / "in", tmp_path / "out", models=["icm"])
    assert (done.parts, done.tables, done.problems) == (1000, 1000, 0)
    rows = rows_of(tmp_path / "out")
    assert [row["id"] for row in rows] == [str(number) for number in range(1000)]
    assert rows[2]["icm"] == pytest.approx([1.5, 1.5])
