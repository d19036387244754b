"""The command line as people use it: right and wrong input, files, pipes, terminals, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.cli import main
from finaltable.cli.stream import Exit
from finaltable.values.paper import paper as reproduction
from tests.conftest import tables
from tests.many import write_parquet
from tests.program import (
    COMMANDS,
    FINALTABLE,
    environment,
    hearing_ctrl_c,
    in_process,
    on_terminal,
    piped,
    started,
    wait_for_the_core,
)

CSV = "name,stack,payout\nAna,1000,100\nBo,500,50\nCy,100,\n"


# --- output ----------------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(tables, st.sampled_from(["dcm", "icm", "chip_chop"]))
def test_json_of_any_table_parses_back_to_the_python_result(table: tuple[list[int], list[int]], model: str) -> None:
    stacks, payouts = table
    prizes = ";".join(map(str, payouts)) + ";"
    code, out = in_process("equity", *map(str, stacks), "--payouts", prizes, "--model", model, "--json")
    assert code == Exit.OK
    assert json.loads(out) == ft.equity(stacks, payouts, model).to_dict()


@settings(max_examples=30)
@given(tables)
def test_json_of_a_comparison_parses_back_to_the_python_result(table: tuple[list[int], list[int]]) -> None:
    stacks, payouts = table
    prizes = ";".join(map(str, payouts)) + ";"
    code, out = in_process("compare", *map(str, stacks), "--payouts", prizes, "--json", "--method", "exact")
    assert code == Exit.OK
    assert json.loads(out) == ft.compare(stacks, payouts, method="exact").to_dict()


def test_json_of_finish_has_the_python_fields() -> None:
    data = json.loads(piped("finish", "1000", "500", "100", "--knockouts", "--json").out)
    result = ft.dcm([1000, 500, 100], [1])
    assert data["models"] == ["icm", "dcm"]
    assert data["results"][1]["finish"] == result.finish.tolist()
    assert data["results"][1]["knockouts"] == result.knockouts.tolist()
    assert "knockouts" not in data["results"][0]


def test_json_output_is_valid_input(tmp_path: Path) -> None:
    first = piped("equity", "Ana=1000", "Bo=500", "Cy=100", "-p", "100,50", "--json")
    file = tmp_path / "result.json"
    file.write_text(first.out, "utf-8")
    assert piped("equity", "--file", str(file), "--json").out == first.out


@pytest.mark.slow
@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in ("serve", "mcp")])
def test_the_examples_in_the_help_work(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.csv").write_text(CSV, "utf-8")
    (tmp_path / "tables.csv").write_text("id,stacks,payouts\n1,5 3,2 1\n", "utf-8")
    (tmp_path / "spots.csv").write_text("id,stacks,payouts,blinds\n1,500 300,2 1,50/100\n", "utf-8")
    shutil.copy(Path(__file__).parents[1] / "data" / "two.solution", tmp_path / "table.solution")
    write_parquet(tmp_path / "tables.parquet")
    for name in ("results.csv", "hands.txt", "more-hands.txt", "game.txt"):
        shutil.copy(Path(__file__).parents[1] / "data" / name, tmp_path)
    mistakes = piped("review", "game.txt", "-p", "45,27,18", "--range", "30%", "--json") if command == "train" else None
    (tmp_path / "mistakes.json").write_text(mistakes.out if mistakes else "", "utf-8")
    examples = re.findall(r"^ +finaltable (.*)$", piped(command, "--help").out, re.MULTILINE)
    assert len(examples) >= 2
    for example in examples:
        done = piped(*shlex.split(example))
        assert (done.code, done.out != "") == (0, True), example
        files = re.findall(r"\w+\.(?:png|svg|pdf|html|ohh)", example)
        verbs = {file: "Wrote" if file.endswith((".html", ".ohh")) else "Drew" for file in files}
        assert done.err == "".join(f"{verb} {file}\n" for file, verb in verbs.items())
        assert all((tmp_path / file).stat().st_size > 1000 for file in files)


def test_without_a_command_it_shows_the_help() -> None:
    shown = piped()
    assert shown.code == 0
    listed = re.findall(r"^  ([a-z]+) ", shown.out.partition("Commands:")[2], re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)
    assert shown == piped("--help") == piped("-h")
    assert "..." not in shown.out.partition("Commands:")[2]  # no description is cut off


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("compare Zoë=1000 Bo=500 -p 100,50", ""),
        ("equity - -p 5 --json", "name,stack\nAna,5\nBo,4\n"),
        ("equity - -p 5", b"\xff\xfe"),
        ("sweep --help", ""),
        ("equity 5 x -p 3", ""),
    ],
)
def test_running_in_process_gives_the_same_output_as_the_executable(line: str, given: str | bytes) -> None:
    assert piped(*line.split(), given=given) == started(*line.split(), given=given)


def test_version() -> None:
    assert piped("--version") == (0, f"finaltable {ft.__version__}\n", "")


# --- sources of tables -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (["Ana=1000", "Bo=500", "Cy=100", "-p", "100,50"], ""),
        (["1,000", "0.5k", "100", "--names", "Ana,Bo,Cy", "-p", "100 50"], ""),
        (["1000,500,100", "--names", "Ana, Bo, Cy", "-p", "100;50"], ""),
        (["-"], CSV),
        (["--file", "-"], CSV),
        (["-", "-p", "100,50"], "name;stack\nAna;1k\nBo;500\nCy;100\n"),
        (["-"], '{"stacks": [1000, 500, 100], "names": ["Ana", "Bo", "Cy"], "payouts": [100, 50]}'),
        (["-", "--names", "Ana,Bo,Cy"], '{"stacks": [1000, 500, 100], "payouts": ["100", 50]}'),
        (["1000", "500", "100", "--names", "Ana,Bo,Cy", "-p", "50%,25%", "--pool", "200"], ""),
    ],
)
def test_a_table_can_be_given_in_many_ways(arguments: list[str], given: str) -> None:
    done = piped("compare", *arguments, "--json", given=given)
    assert done.err == ""
    assert json.loads(done.out) == ft.compare([1000, 500, 100], [100, 50], names=["Ana", "Bo", "Cy"]).to_dict()


def test_names_of_models_and_players_may_be_in_any_case() -> None:
    line = ("Ana=9", "Bo=5", "Cy=4", "-p", "5,3")
    assert json.loads(piped("compare", *line, "--models", "ICM,Chip-Chop", "--json").out)["models"] == [
        "icm",
        "chip_chop",
    ]
    assert json.loads(piped("tree", *line[:3], "--player", "BO", "--json").out)["player"] == 1


def test_help_is_a_command_too() -> None:
    assert piped("help", "tree") == piped("tree", "--help")


def test_rising_payouts_are_noted_on_standard_error() -> None:
    done = piped("equity", "5", "4", "3", "-p", "20;30")
    assert done.err == "Note: place 2 pays more than place 1; payouts are read from first place down.\n"
    assert done.code == 0


def test_small_money_has_the_decimals_it_needs() -> None:
    assert "0.000808" in piped("equity", "1000", "500", "100", "-p", "0.001 0.0005").out
    assert "₿0.00080792" in piped("equity", "1000", "500", "100", "-p", "₿0.001 ₿0.0005").out  # to the satoshi


def test_an_error_above_the_tolerance_is_stated() -> None:
    shown = piped("equity", *map(str, range(1, 41)), "-p", "10,5", "--tolerance", "1e-8").out
    assert re.search(r"that is \S+ of the prizes, requested 1e-08; raise max_seconds to get closer", shown)


def test_finish_probabilities_of_a_large_field_are_sampled() -> None:
    line = ("finish", *map(str, range(1, 81)), "--models", "dcm", "--json")
    [answer] = json.loads(piped(*line).out)["results"]
    assert answer["work"] >= 2**22
    assert answer["finish_error"] < 2e-3
    # On any machine, this time limit allows only the first part.
    [shorter] = json.loads(piped(*line, "--max-seconds", "1e-6").out)["results"]
    assert shorter["work"] < answer["work"]
    assert shorter["finish_error"] > answer["finish_error"]


def test_a_given_currency_is_shown() -> None:
    assert "€80.79" in piped("equity", "1000", "500", "100", "-p", "€100,€50").out


@pytest.mark.slow
def test_options_of_the_computation_reach_the_model() -> None:
    line = ["equity", *map(str, range(1, 41)), "-p", "10,5", "--method", "sample", "--json"]
    seeded = [
        json.loads(piped(*line, "--seed", seed, "--threads", threads).out)
        for seed, threads in (("7", "1"), ("7", "2"), ("8", "1"))
    ]
    assert seeded[0] == seeded[1]
    assert seeded[0]["equities"] != seeded[2]["equities"]
    rough = json.loads(piped("equity", "9", "8", "7", "6", "5", "-p", "10,5", "--tolerance", "0.01", "--json").out)
    assert rough["tolerance"] == 0.01


# --- behaviour -------------------------------------------------------------------------------------------------------


def test_colours_appear_only_on_a_terminal_that_has_them() -> None:
    line = ("compare", "1000", "500", "100", "-p", "100,50")
    assert "\x1b[32m" in on_terminal(100, *line).out
    without = on_terminal(100, *line, NO_COLOR="1").out
    assert "\x1b[32m" not in without
    assert "\x1b" not in on_terminal(100, *line, TERM="dumb").out
    assert "\x1b" not in on_terminal(50, *line).out


def test_shades_work_without_colours() -> None:
    shown = on_terminal(100, "finish", "1000", "500", "100", NO_COLOR="1").out
    assert "\x1b[1m62.50" in shown  # likely places bold
    assert "\x1b[2m 0.92" in shown  # unlikely ones dim
    assert "48;" not in shown


def test_characters_that_a_terminal_does_not_have_are_replaced() -> None:
    shown = started("tree", "1000", "500", PYTHONIOENCODING="ascii")
    assert (shown.code, shown.err) == (0, "")
    assert "1/4" in shown.out


def test_names_in_any_script_are_aligned() -> None:
    lines = piped("equity", "牌手=10", "Zoë=5", "x=1", "-p", "3").out.splitlines()[1:]
    assert lines[0].startswith("Player  Stack")
    assert lines[1].startswith("牌手       10")
    assert lines[2].startswith("Zoë         5")


@pytest.mark.slow
def test_progress_is_shown_with_the_error_once_work_takes_a_second() -> None:
    line = ["equity", *map(str, range(2, 42)), "-p", "5,3,2", "--max-seconds", "4"]
    both = on_terminal_with_errors(line)
    assert re.search(r"Computing.*\d+%.*error below [0-9.e-]+", both)
    assert "error" not in piped(*line).err  # no terminal, no bar


def on_terminal_with_errors(line: list[str]) -> str:
    """Run with standard error on a terminal, and return all output."""
    import pty

    from tests.warm import read_all

    master, slave = pty.openpty()
    process = subprocess.Popen([FINALTABLE, *line], stdin=slave, stdout=slave, stderr=slave, env=environment())
    os.close(slave)
    try:
        return read_all(master).decode()
    finally:
        process.kill()
        process.wait()
        os.close(master)


def test_ctrl_c_during_imports_prints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("finaltable.cli.app.run", interrupted)
    with pytest.raises(SystemExit) as end:
        main(["equity", "3", "2", "-p", "5"])
    assert end.value.code == Exit.INTERRUPTED


@pytest.mark.parametrize(
    "line",
    [
        ["equity", *map(str, range(2, 42)), "-p", "5,3,2", "--max-seconds", "50"],
        ["equity", "9751", "7103", "4637", "3217", "2017", "881", "457", "-p", "5,3,2", "--method", "paper"],
        ["sweep", *map(str, range(101, 113)), "-p", "5,3,2", "--tolerance", "1e-9"],
    ],
)
def test_ctrl_c_exits_with_130_and_prints_nothing(line: list[str]) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [FINALTABLE, *line], stdout=pipe, stderr=pipe, env=environment(), preexec_fn=hearing_ctrl_c
    ) as process:
        try:
            wait_for_the_core(process)
            time.sleep(0.2)
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (Exit.INTERRUPTED, b"", b"")


@pytest.mark.slow
def test_a_closed_pipe_is_a_one_line_error() -> None:
    process = subprocess.Popen(
        [
            FINALTABLE,
            "sweep",
            "5",
            "4",
            "3",
            "-p",
            "5,3",
            "--points",
            "20000",
            "--to",
            "20",
            "--from",
            "0.001",
            "--csv",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        err = process.communicate(timeout=60)[1]
    finally:
        process.kill()
        process.wait()
    assert err == b"finaltable: the output was closed before everything was written\n"
    assert process.returncode == Exit.CLOSED_OUTPUT


@pytest.mark.parametrize(
    ("redirection", "words"), [(">/dev/full", "the output cannot be written"), (">&-", "the output is closed")]
)
def test_an_output_that_cannot_be_written_is_a_one_line_error(redirection: str, words: str) -> None:
    line = f"{shlex.quote(FINALTABLE)} compare 3 2 -p 5 {redirection}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == Exit.CLOSED_OUTPUT
    assert done.stderr.startswith(f"finaltable: {words}")
    assert done.stderr.count("\n") == 1


def test_a_closed_input_is_a_one_line_error() -> None:
    line = f"{shlex.quote(FINALTABLE)} compare - -p 5 <&-"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == Exit.BAD_INPUT
    assert "stacks must be on standard input, which is closed" in done.stderr


def test_a_paper_that_differs_has_a_separate_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    right = reproduction.recompute

    def wrong(number: dict[str, Any], solve: reproduction.Solve) -> float:
        return right(number, solve) + 0.02

    assert in_process("paper", "table", "2")[0] == Exit.OK
    monkeypatch.setattr(reproduction, "recompute", wrong)
    code, out = in_process("paper", "table", "2")
    assert code == Exit.DIFFERS
    assert " NO\n" in out
