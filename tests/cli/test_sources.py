"""Sources of tables on the command line: files, pipes and devices; and the program as a Python module."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import finaltable as ft
from tests.program import COMMANDS, FINALTABLE, Outcome, environment

CSV = "name,stack,payout\nAna,1200,90\nBo,800,60\n"
MEMORY = 2 * 2**30  # more than the program needs, less than the machine has


def bounded(line: list[str], **options: object) -> Outcome:
    """Run a program with a limit on its memory."""
    done: subprocess.CompletedProcess[str] = subprocess.run(  # type: ignore[call-overload]
        line,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(OPENBLAS_NUM_THREADS="1"),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        **options,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/dev/urandom"])
def test_a_device_is_refused(path: str) -> None:
    run = bounded([FINALTABLE, "equity", "--file", path])
    assert run.code == 2
    assert f"--file must be a file, not a device or a pipe ('-' reads standard input), got '{path}'" in run.err


def test_a_pipe_without_a_writer_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    run = bounded([FINALTABLE, "equity", "--file", str(tmp_path / "pipe")])
    assert run.code == 2
    assert "must be a file, not a device or a pipe" in run.err


def test_a_source_that_is_too_large_is_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.csv"
    with large.open("wb") as file:
        file.truncate(10 * 2**30)  # sparse: takes no space on disk
    run = bounded([FINALTABLE, "equity", "--file", str(large)])
    assert (run.code, "large.csv must be at most 64 MB, got more" in run.err) == (2, True)
    with Path("/dev/zero").open("rb") as endless:
        run = bounded([FINALTABLE, "equity", "-"], stdin=endless)
    assert (run.code, "standard input must be at most 64 MB, got more" in run.err) == (2, True)


def test_pipes_of_the_shell_are_read() -> None:
    wanted = bounded([FINALTABLE, "equity", "-"], input=CSV)
    assert wanted.code == 0
    assert bounded([FINALTABLE, "equity", "--file", "/dev/stdin"], input=CSV) == wanted
    line = 'exec "$1" equity --file <(printf "$2")'
    assert bounded(["bash", "-c", line, "bash", FINALTABLE, CSV]) == wanted


# One process for all commands, because starting one is slow.
HELP = """
import sys
from finaltable.cli import main
for command in ("", *sys.argv[1:]):
    try:
        main([*command.split(), "--help"])
    except SystemExit as ended:
        print("ends with", ended.code)
"""


def test_help_is_the_same_without_docstrings() -> None:
    plain, stripped = (bounded([sys.executable, *options, "-c", HELP, *COMMANDS]) for options in ([], ["-OO"]))
    assert (plain.out.count("Usage: "), plain.out.count("ends with 0\n")) == (len(COMMANDS) + 1,) * 2
    assert stripped == plain


@pytest.mark.parametrize("command", ["", "deal"])
def test_the_module_has_the_same_help_as_the_program(command: str) -> None:
    line = [*command.split(), "--help"]
    assert bounded([FINALTABLE, *line]) == bounded([sys.executable, "-m", "finaltable", *line])


def test_the_list_of_commands_describes_every_command() -> None:
    shown = bounded([sys.executable, "-OO", "-m", "finaltable", "--help"]).out
    lines = {line.split()[0]: line.split()[1:] for line in shown.partition("Commands:")[2].splitlines() if line.strip()}
    assert set(COMMANDS) <= set(lines)
    assert all(len(lines[command]) > 3 for command in COMMANDS)


def test_the_program_runs_as_a_module() -> None:
    line = ["compare", "1000", "500", "100", "--payouts", "100,50"]
    assert bounded([sys.executable, "-m", "finaltable", *line]) == bounded([FINALTABLE, *line])
    run = bounded([sys.executable, "-m", "finaltable", "equity", "x", "-p", "5"])
    assert (run.code, run.err.startswith("finaltable: stacks[0] must be a number")) == (2, True)


LONG = "a" * 400


@pytest.mark.parametrize(
    ("line", "field", "verb"),
    [
        (("history", LONG), "files", "read"),
        (("review", LONG), "files", "read"),
        (("evidence", LONG), "files", "read"),
        (("equity", "--file", LONG), "--file", "read"),
        (("batch", LONG, "-o", "out"), "source", "read"),
        (("train", "--report", "--progress", LONG), "--progress", "read"),
        (("train", "--forget", "--progress", LONG), "--progress", "read"),
        (("train", "--from", LONG), "--from", "read"),
        (("sweep", "5", "3", "-p", "5,3", "--plot", f"{LONG}.png"), "--plot", "written"),
        (("deal", "5", "3", "-p", "5,3", "--sheet", f"{LONG}.html"), "--sheet", "written"),
    ],
)
def test_an_impossible_file_name_is_a_one_line_error(
    line: tuple[str, ...], field: str, verb: str, tmp_path: Path
) -> None:
    run = bounded([FINALTABLE, *line], cwd=tmp_path)
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert run.err.startswith(f"finaltable: {field} must be a file that can be {verb}, got aaaaaaaaaaaaaaaaaa…a")
    assert ": File name too long (see finaltable" in run.err


def test_an_impossible_folder_name_is_refused(tmp_path: Path) -> None:
    run = bounded([FINALTABLE, "batch", str(tmp_path), "-o", LONG])
    assert run.code == 2
    assert "--output must be the name of a folder, got aaaaaaaaaaaaaaaaaa…aaaaaaaaaaaa: File name too long" in run.err


@pytest.mark.parametrize("name", ["pipe", "pipe.csv", "pipe.parquet"])
def test_batch_refuses_pipes(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    run = bounded([FINALTABLE, "batch", name, "-o", "out"], cwd=tmp_path)
    assert run.code == 2
    assert f"source must be a file, not a device or a pipe ('-' reads standard input), got '{name}'" in run.err


@pytest.mark.parametrize("given", ["a\0b", LONG])
@pytest.mark.parametrize("call", [ft.read_history, ft.read_snapshots, lambda name: ft.batch(name, "out")])
def test_functions_explain_why_a_file_cannot_be_read(
    call: Callable[[str], object], given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ft.InputError, match=r"must be a file that can be read, got .*: (embedded null|File name too)"):
        call(given)


@pytest.mark.parametrize("given", [1.5, [1.5], None])
@pytest.mark.parametrize("call", [ft.read_history, ft.read_snapshots, ft.review])
def test_a_source_that_is_neither_a_path_nor_a_list_of_paths_is_refused(
    call: Callable[[object], object], given: object
) -> None:
    with pytest.raises(ft.InputError, match=r"^files must be (a path, a text or bytes|the path of a file), or a list"):
        call(given)
