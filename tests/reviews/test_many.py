"""Reviews of many players' hands: a row for each decision, whatever is broken, killed or too large."""

from __future__ import annotations

import os
import signal
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import finaltable as ft
from finaltable.batches import file_lists
from finaltable.batches.dask_clients import ANY_PORT
from finaltable.batches.storage import Target
from finaltable.cli.stream import Exit
from finaltable.reviews.totals import ManyReviewed
from tests.damaged import small_files
from tests.killable import Nursery, children_of, kill_driver, nursery, wait_for
from tests.many import hidden_in, parts_of, rows_of
from tests.program import in_process

GAME = (Path(__file__).parent.parent / "data" / "game.txt").read_text("utf-8")
OPTIONS: dict[str, Any] = {"ranges": "20%", "models": ["icm"]}
PAYOUTS = [45, 27, 18]


def write_games(folder: Path, count: int, copies: int = 1) -> Path:
    """Write the game of five hands for several players, a file for each; with copies, in several tournaments."""
    folder.mkdir(exist_ok=True)
    for number in range(count):
        texts = []
        for copy in range(copies):
            own = GAME.replace("Tournament #7", f"Tournament #{number}{copy:03d}").replace("Hero", f"Hero{number}")
            assert f"Tournament #{number}{copy:03d}" in own
            texts.append(own.replace("Hand #10", f"Hand #{number}{copy:03d}10"))
        (folder / f"HH {number}.txt").write_text("".join(texts))
    return folder


def judged_rows(out: Path) -> list[dict[str, Any]]:
    """Return the rows of judged decisions."""
    return [row for row in rows_of(out) if row["verdict"] not in (None, "not judged")]


@pytest.fixture(scope="module")
def ours() -> Iterator[Nursery]:
    with nursery() as own:
        yield own


def test_rows_and_totals_are_those_of_single_reviews(tmp_path: Path) -> None:
    folder = write_games(tmp_path / "in", 2)
    done = ft.review(folder, PAYOUTS, target=tmp_path / "out", **OPTIONS)
    assert isinstance(done, ManyReviewed)
    alone = ft.review(folder / "HH 1.txt", PAYOUTS, **OPTIONS)
    own = [row for row in judged_rows(tmp_path / "out") if row["player"] == "Hero1"]
    assert [
        (row["hand"], row["kind"], row["action"], row["verdict"], row["cost"], row["icm difference"]) for row in own
    ] == [(one.hand, one.kind, one.done, one.verdict, one.cost, one.verdicts[0].difference) for one in alone.decisions]
    assert {row["command"] for row in own} == {one.commands[0] for one in alone.decisions}
    assert (done.files, done.hands, done.judged, done.mistakes) == (2, 10, 2 * len(own), 2 * len(alone.mistakes))
    [total] = [one for one in done.totals if (one.by, one.name) == ("player", "Hero1")]
    assert total.cost == pytest.approx(alone["icm"].money)
    assert total.luck == pytest.approx(alone["icm"].luck)
    assert {one.by for one in done.totals} == {"player", "position", "depth", "kind"}
    for by in ("position", "depth", "kind"):
        assert sum(one.cost for one in done.totals if one.by == by) == pytest.approx(2 * total.cost)
    assert sum(one.cost for one in done.groups) == pytest.approx(2 * total.cost)
    assert {one.count for one in done.groups} == {2}
    assert ft.batch(folder, tmp_path / "out", ask="review", payouts=PAYOUTS, **OPTIONS).skipped == done.parts
    assert str(done).startswith("10 hands of 2 players in 2 files: ")


def test_broken_large_and_foreign_files_are_reported_and_the_rest_is_done(tmp_path: Path) -> None:
    folder = write_games(tmp_path / "in", 1)
    (folder / "large.txt").touch()
    os.truncate(folder / "large.txt", 2 << 30)  # 2 GB, without a byte on the disk
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    with zipfile.ZipFile(folder / "good.zip", "w") as archive:
        archive.writestr("inside.txt", GAME.replace("Hero", "Zed"))
    (folder / "bad.zip").write_bytes((folder / "good.zip").read_bytes()[:-40])
    os.mkfifo(folder / "pipe.txt")
    (folder / ".hidden.txt").write_text(GAME)
    done = ft.review(folder, PAYOUTS, target=tmp_path / "out", **OPTIONS)
    found = {row["file"]: row["problem"] for row in rows_of(tmp_path / "out") if row["problem"]}
    assert found.keys() == {"large.txt", "picture.png", "bad.zip"}
    assert found["large.txt"] == "the file is not read: it is larger than 64 MB"
    assert "the archive is broken" in found["bad.zip"]
    assert (done.hands, done.problems, done.files) == (10, 3, 5)
    assert {one.name for one in done.totals if one.by == "player"} == {"Hero0", "Zed"}
    assert "Not read: large.txt, line 1: the file is not read: it is larger than 64 MB\n" in str(done)
    assert {one.file for one in done.not_read} == found.keys()


def test_names_of_files_that_are_no_text_do_not_stop_the_run(tmp_path: Path) -> None:
    folder = write_games(tmp_path / "in", 3)
    for number, name in enumerate((b"caf\xe9.txt", b"two\nlines.txt", b"=1+1.txt")):
        (folder / f"HH {number}.txt").rename(folder / os.fsdecode(name))
    (folder / os.fsdecode(b"\xff.txt")).write_bytes(b"no hand")
    done = ft.review(folder, PAYOUTS, target=tmp_path / "out", **OPTIONS)
    assert (done.hands, done.problems, done.set_aside) == (15, 1, ())
    assert {"caf\\udce9.txt", "two\nlines.txt", "=1+1.txt"} < {row["file"] for row in rows_of(tmp_path / "out")}
    assert "\\udcff.txt" in str(done)


@pytest.mark.slow
def test_hands_that_are_in_several_parts_count_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once = ft.review(write_games(tmp_path / "one", 3), PAYOUTS, target=tmp_path / "once", **OPTIONS)
    assert (once.repeated, once.parts) == (0, 1)
    folder = tmp_path / "two"
    folder.mkdir()
    write_games(folder / "a", 3)
    write_games(folder / "backup", 2)
    monkeypatch.setattr(file_lists, "PART_FILES", 2)
    twice = ft.review(folder, PAYOUTS, target=tmp_path / "twice", **OPTIONS)
    assert twice.parts > 1
    assert (twice.totals, twice.groups, twice.not_judged) == (once.totals, once.groups, once.not_judged)
    assert (twice.judged, twice.mistakes) == (once.judged, once.mistakes)
    assert twice.repeated == twice.tables - once.tables > 0
    assert f"{twice.repeated} decisions of hands that the files have twice: each counts once." in str(twice)


def test_a_tournament_without_prizes_is_a_problem_of_its_own(tmp_path: Path) -> None:
    done = ft.review(write_games(tmp_path / "in", 1), target=tmp_path / "out", **OPTIONS)
    [row] = rows_of(tmp_path / "out")
    assert (row["player"], row["problem"]) == (
        "Hero0",
        "payouts must be given: no summary says what the tournament paid",
    )
    assert (done.hands, done.judged, done.problems) == (5, 0, 1)


def test_files_of_a_tournament_stay_in_one_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_lists, "PART_FILES", 3)
    for number in range(1_000):
        for name in (f"HH{number:04d} T1.txt", f"TS{number:04d} T1.txt"):
            (tmp_path / name).write_text("x")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "20220523_TEA(1)_summary.txt").write_text("x")
    (tmp_path / "below" / "20220523_TEA(1).txt").write_text("x")
    (tmp_path / "out").mkdir()
    target = Target(str(tmp_path / "out"))
    plan = file_lists.plan_files([str(tmp_path)], target)
    parts = [[file.name for file in file_lists.files_of(part)] for part in plan.parts]
    assert sorted(name for names in parts for name in names if not name.startswith("out/")) == sorted(
        [f"{kind}{number:04d} T1.txt" for number in range(1_000) for kind in ("HH", "TS")]
        + ["below/20220523_TEA(1)_summary.txt", "below/20220523_TEA(1).txt"]
    )
    for names in parts:
        for name in names:
            pair = f"{'TS' if name.startswith('HH') else 'HH'}{name[2:]}"
            assert pair in names or not name.startswith(("HH", "TS"))
    again = file_lists.plan_files([str(tmp_path)], target)
    assert again.fingerprint == plan.fingerprint
    (tmp_path / "HH0500 T1.txt").write_text("longer")
    assert file_lists.plan_files([str(tmp_path)], target).fingerprint != plan.fingerprint


def test_an_empty_folder_and_a_missing_one_are_refused(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(ft.InputError, match="source must hold files"):
        ft.review(tmp_path / "in", PAYOUTS, target=tmp_path / "out")
    with pytest.raises(ft.InputError, match=r"source must be a file or a folder that can be read, got .*No such file"):
        ft.review(tmp_path / "none", PAYOUTS, target=tmp_path / "out2")
    with pytest.raises(ft.InputError, match="target must be given with a client"):
        ft.review(tmp_path / "in", PAYOUTS, client=object())


def test_the_command_reviews_a_folder_and_refuses_options_of_single_reviews(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = write_games(tmp_path / "in", 1), tmp_path / "out"
    line = ["review", str(folder), "-p", "45,27,18", "--range", "20%", "--models", "icm", "-o", str(out)]
    code, text = in_process(*line)
    assert (code, text.splitlines()[1]) == (
        Exit.OK,
        "5 hands of 1 player in 1 file: 5 of 5 decisions judged, 2 mistakes.",
    )
    assert in_process(*line, "--csv")[0] == Exit.BAD_INPUT
    assert "--csv must be left out with --output" in capsys.readouterr().err
    assert in_process(*line[:-2], "--workers", "2")[0] == Exit.BAD_INPUT
    assert "--output must be given with a cluster" in capsys.readouterr().err


# --- faults ----------------------------------------------------------------------------------------------------------


def test_a_disk_that_fills_up_stops_the_run_which_goes_on_once_there_is_room(tmp_path: Path) -> None:
    folder = write_games(tmp_path / "in", 2)
    with small_files(4_096), pytest.raises(ft.UnfinishedError, match=r"the run stopped \(.*File too large"):
        ft.review(folder, PAYOUTS, target=tmp_path / "out", **OPTIONS)
    assert parts_of(tmp_path / "out") == []
    assert ft.review(folder, PAYOUTS, target=tmp_path / "out", **OPTIONS).hands == 10


@pytest.mark.slow
def test_a_killed_worker_and_a_killed_driver_lose_no_hand(ours: Nursery, tmp_path: Path) -> None:
    folder, out = write_games(tmp_path / "in", 6, copies=30), tmp_path / "out"
    driver = ours.start("drive_hands", tmp_path, folder, out)
    wait_for(lambda: parts_of(out), "the first part")
    first = wait_for(lambda: children_of(driver), "a worker")[0]
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: [one for one in children_of(driver) if one != first], "another worker")
    wait_for(lambda: len(parts_of(out)) > 2, "further parts")
    kill_driver(driver, children_of(driver))
    assert parts_of(out)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_lists, "PART_FILES", 1)
        done = ft.review(folder, PAYOUTS, target=out, **OPTIONS)
    assert (done.parts, done.hands, done.set_aside, hidden_in(out)) == (6, 6 * 30 * 5, (), [])
    assert done.skipped > 0
    hands = [(row["player"], row["tournament"], row["hand"]) for row in rows_of(out)]
    assert len(set(hands)) == len(hands) == 6 * 30 * 5


@pytest.mark.slow
def test_a_cluster_writes_the_same_rows(tmp_path: Path) -> None:
    folder = write_games(tmp_path / "in", 2)
    distributed: Any = import_module("distributed")
    with distributed.Client(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=ANY_PORT, set_as_default=False
    ) as client:
        ft.review(folder, PAYOUTS, target=tmp_path / "dask", client=client, **OPTIONS)
    ft.review(folder, PAYOUTS, target=tmp_path / "here", **OPTIONS)
    assert rows_of(tmp_path / "dask") == rows_of(tmp_path / "here")
