"""The train command: it asks through pipes, keeps progress, and repeats mistakes at growing intervals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finaltable.training.pack import pack
from finaltable.training.progress import (
    Answered,
    TrainingProgress,
    default_path,
    progress_of,
    read_progress,
    update_progress,
    write_progress,
)
from finaltable.training.repetition import INTERVALS, next_box
from finaltable.training.session import train
from tests.program import FINALTABLE, environment, hearing_ctrl_c, piped
from tests.refused import refused

TODAY = date(2026, 3, 1)
SPOT = pack()[0]


def answers() -> str:
    """Input of a user who is always right on seed 7."""
    return "".join(spot.score("in").best[0].replace("i", "c") + "\n" for spot in train(seed=7, spots=3).spots)


def test_right_answers_lose_nothing_and_are_explained(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    done = piped("train", "--seed", "7", "--spots", "3", "--progress", str(file), given=answers())
    assert (done.code, done.err) == (0, "")
    assert done.out.count("Right: ") == 3
    assert "3 of 3 right. Lost 0.00 in all" in done.out
    assert done.out.count("Bubble factor") == done.out.count("Equity needed") == 3
    assert f"Your progress is in {file}." in done.out
    assert read_progress(file).total().right == 3


def test_a_wrong_answer_prints_its_cost_and_is_repeated_when_due(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    spot = train(seed=7, spots=1).spots[0]
    wrong = "f" if spot.score("in").best == "in" else "c"
    done = piped("train", "--seed", "7", "--spots", "1", "--progress", str(file), given=wrong)
    assert f"cost {abs(spot.own.difference):,.2f}." in done.out
    assert "Comes again on" in done.out
    kept = json.loads(file.read_text("utf-8"))
    kept["cards"][0]["due"] = "2020-01-01"
    file.write_text(json.dumps(kept), "utf-8")
    again = piped("train", "--spots", "1", "--progress", str(file), given=wrong.translate({99: "f", 102: "c"}))
    assert "Again: mistake 1 of 1" in again.out
    assert read_progress(file).cards[0].box == 1


def test_the_end_of_the_input_and_quit_end_the_session_quietly() -> None:
    for given_ in ("", "q\n", "\n" * 3):
        done = piped("train", "--seed", "1", "--progress", "none", given=given_)
        assert (done.code, done.err) == (0, "")
        assert "Nothing answered. Seed 1, pack." in done.out


def test_a_range_is_painted_and_asked_again_if_it_cannot_be_read() -> None:
    done = piped("train", "--seed", "7", "--spots", "2", "--paint", "--progress", "none", given="A9q\n22+, A2+\nnone\n")
    assert done.code == 0
    assert done.out.count("The equilibrium plays") == 2
    assert done.out.count("range must") + done.out.count("'A9q'") >= 1


def test_a_program_gets_spots_and_answers_as_json_and_can_train_on_them(tmp_path: Path) -> None:
    written = piped("train", "--seed", "7", "--spots", "2", "--json")
    data = json.loads(written.out)
    assert [spot["key"] for spot in data["spots"]] == [spot.key for spot in train(seed=7, spots=2).spots]
    file = tmp_path / "spots.json"
    file.write_text(json.dumps(data | {"spots": data["spots"][:1]}), "utf-8")
    again = json.loads(piped("train", "--from", str(file), "--json").out)
    assert again["spots"][0]["key"] == data["spots"][0]["key"]


def test_ctrl_c_is_quiet_and_keeps_the_answers(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    line = [FINALTABLE, "train", "--seed", "7", "--progress", str(file)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        line, stdin=pipe, stdout=pipe, stderr=pipe, env=environment(), preexec_fn=hearing_ctrl_c
    ) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(b"f\n")
        program.stdin.flush()
        while not program.stdout.readline().startswith(b"Spot 2"):
            pass
        os.kill(program.pid, signal.SIGINT)
        _, errors = program.communicate(timeout=60)
    assert (program.returncode, errors) == (130, b"")
    assert read_progress(file).total().answers == 1


def session(file: Path, seed: int) -> subprocess.Popen[str]:
    """Start a session and wait for its first question."""
    line = [FINALTABLE, "train", "--seed", str(seed), "--spots", "3", "--progress", str(file)]
    pipe = subprocess.PIPE
    program = subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True, env=environment())
    assert program.stdout
    while not program.stdout.readline().startswith("Spot 1"):
        pass
    return program


def test_sessions_with_one_file_keep_all_their_answers(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    sessions = [session(file, seed) for seed in (1, 2)]
    for program in (sessions[1], sessions[0]):
        _, errors = program.communicate("f\nf\nf\n", timeout=120)
        assert program.returncode == 0, errors
    kept = read_progress(file)
    spots = [spot for seed in (2, 1) for spot in train(seed=seed, spots=3).spots]
    assert [one.key for one in kept.answers] == [spot.key for spot in spots]
    assert {card.key for card in kept.cards} == {spot.key for spot in spots if spot.score("fold").lost}


def test_sessions_that_answer_at_the_same_time_keep_all_their_answers(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    code = f"""
from datetime import date
from pathlib import Path
from finaltable.training.pack import pack
from finaltable.training.progress import update_progress
for spot in pack()[:25]:
    update_progress(Path({str(file)!r}), lambda progress: progress.record(spot, 0.0, date(2026, 3, 1)))
"""
    programs = [subprocess.Popen([sys.executable, "-c", code], env=environment()) for _ in range(4)]
    assert [program.wait(timeout=120) for program in programs] == [0] * 4
    assert read_progress(file).total().answers == 100


def test_a_session_killed_while_it_writes_loses_nothing_and_leaves_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    write_progress(TrainingProgress().record(SPOT, 5.0, TODAY), file)
    before = file.read_bytes()
    code = f"""
import os
from pathlib import Path
from finaltable.training.progress import update_progress
Path.replace = lambda *paths: os.kill(os.getpid(), 9)
update_progress(Path({str(file)!r}), lambda progress: progress)
"""
    killed = subprocess.run([sys.executable, "-c", code], check=False, timeout=60, env=environment())
    assert killed.returncode == -signal.SIGKILL
    assert file.read_bytes() == before
    assert update_progress(file, lambda progress: progress.record(SPOT, 0.0, TODAY)).total().answers == 2


def test_progress_is_shown_and_deleted_and_other_files_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "progress.json"
    write_progress(TrainingProgress().record(SPOT, 0.0, TODAY), file)
    shown = piped("train", "--report", "--progress", str(file))
    assert "1 answered, 100 % right" in shown.out
    assert "deleted" in piped("train", "--forget", "--progress", str(file)).out
    assert not file.exists()
    assert "Nothing answered yet" in piped("train", "--report", "--progress", str(file)).out
    file.write_text("mine", "utf-8")
    refused = piped("train", "--forget", "--progress", str(file))
    assert refused.code == 2
    assert "--progress must be a file of training progress" in refused.err
    assert file.exists()


def test_progress_is_in_the_folder_of_the_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "finaltable" / "training.json"


@given(st.lists(st.booleans(), max_size=12))
def test_a_mistake_waits_longer_after_every_right_answer_and_starts_again_after_a_wrong_one(right: list[bool]) -> None:
    progress, today = TrainingProgress().record(SPOT, 5.0, TODAY), TODAY
    box: int | None = 0
    for one in right:
        if box is None:
            break
        due = progress.when(SPOT.key)
        assert due == (today + timedelta(days=INTERVALS[box])).isoformat()
        today = date.fromisoformat(due)
        assert [recipe.seat for recipe in progress.due(today)] == [SPOT.chart.seat]
        assert progress.due(today - timedelta(days=1)) == []
        progress, box = progress.record(SPOT, 0.0 if one else 3.0, today), next_box(box, one)
    assert (progress.when(SPOT.key) is None) == (box is None)
    assert progress_of(json.dumps(progress.to_dict())) == progress


def test_each_box_waits_longer_and_the_last_ends_a_mistake() -> None:
    assert list(INTERVALS) == sorted(set(INTERVALS))
    assert next_box(len(INTERVALS) - 1, right=True) is None
    assert next_box(None, right=True) is None


def test_a_right_answer_before_the_due_date_does_not_move_a_mistake() -> None:
    progress = TrainingProgress().record(SPOT, 5.0, TODAY).record(SPOT, 0.0, TODAY)
    assert progress.cards[0].box == 0
    assert progress.record(SPOT, 0.0, TODAY + timedelta(days=1)).cards[0].box == 1


def test_progress_has_totals_by_position_depth_and_ten_answers() -> None:
    progress = TrainingProgress(
        tuple(Answered(str(i), "2026-03-01", "BB" if i % 2 else "SB", "6-10", i / 1e4) for i in range(15))
    )
    assert [(one.name, one.answers) for one in progress.by("seat")] == [("SB", 8), ("BB", 7)]
    assert [one.name for one in progress.by("depth")] == ["6-10"]
    assert progress.curve() == pytest.approx([4.5e-4, 12e-4])
    assert progress.total().right == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"finaltable": "training", "version": 2}',
        '{"finaltable": "training", "version": 1, "answers": [1], "cards": []}',
        '{"finaltable": "training", "version": 1, "answers": [], "cards": [{"key": "a", "box": 9, "due": "x"}]}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_not_progress_is_refused(text: str) -> None:
    with refused("wrong_format", "progress"):
        progress_of(text)
