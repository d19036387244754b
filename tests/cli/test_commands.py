"""Commands built from the fields of questions: parsing, imports and shell completion."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from finaltable.asking import question_names
from finaltable.asking.kinds import FLAG
from finaltable.cli.commands import SERVERS, Command, flags_of, make_command, texts_given
from finaltable.errors import InputError
from tests.program import on_terminal, piped

NAMES = (*question_names(), *SERVERS)
LATE = ("numpy", "rich.console", "socket", "subprocess", "jinja2", "matplotlib", "starlette", "fastapi")


@cache
def command(name: str) -> Command:
    """Return a command, cached."""
    return make_command(name)


def read(name: str, line: list[str]) -> dict[str, Any]:
    """Return the texts that a command parses from a line, or raise."""
    found = command(name)
    return texts_given(found.fields, found.make_context(name, line).params)


@pytest.mark.parametrize("name", NAMES)
def test_every_spelling_of_an_option_sets_its_field(name: str) -> None:
    needed = [field.name for field in command(name).fields.values() if not flags_of(field)]
    for field in command(name).fields.values():
        for flag in flags_of(field):
            yes, _, no = flag.partition("/")
            lines: dict[tuple[str, ...], object] = {(yes, "7"): "7", (f"{yes}=a=b",): "a=b", (f"{yes}=",): ""}
            if field.kind is FLAG:
                lines = {(yes,): True, (no or yes,): not no}
            elif not yes.startswith("--"):
                lines = {(yes, "7"): "7", (f"{yes}7",): "7"}
            for line, meant in lines.items():
                given = read(name, [*line, "x"] if needed else [*line])
                assert given[field.name] == ([meant] if field.kind.many else meant)
                words = [["x"] if command(name).fields[argument].kind.many else "x" for argument in needed]
                assert [given[argument] for argument in needed] == words


def test_options_may_be_anywhere_in_a_line() -> None:
    read_ = read("compare", ["--json", "Ana=9", "-p", "100,50", "-", "--", "--5"])
    assert {name: read_[name] for name in ("stacks", "payouts", "json")} == {
        "stacks": ["Ana=9", "-", "--5"],
        "payouts": "100,50",
        "json": True,
    }


PLAIN = ["1000", "Ana=5", "100,50", "", " ", "-", "a b", "=", "é"]
ODD = ["--", "-5", "-p5", "-p=5", "--pay", "--help", "-h", "-x", "--=", "--json=1"]


@cache
def words_of(name: str) -> list[str]:
    """Words of random lines: all flags, with and without a value, and words special to a parser."""
    flags = [flag for field in command(name).fields.values() for both in flags_of(field) for flag in both.split("/")]
    return [*flags, *(f"{flag}=7" for flag in flags), *ODD, *3 * PLAIN]


@given(
    st.sampled_from(NAMES).flatmap(
        lambda name: st.tuples(st.just(name), st.lists(st.sampled_from(words_of(name)), max_size=7))
    )
)
def test_any_line_is_parsed_or_refused_with_the_field(line: tuple[str, list[str]]) -> None:
    name, words = line
    usual = {field.usual for field in command(name).fields.values()}
    refused: Exception | None = None
    texts: dict[str, Any] = {}
    try:
        texts = read(name, [*words])
    except (click.UsageError, InputError, click.exceptions.Exit) as error:
        refused = error
    assert not isinstance(refused, click.UsageError) or refused.ctx is not None  # the context names the help command
    assert not isinstance(refused, InputError) or refused.rule == "must be given once"
    assert not isinstance(refused, click.exceptions.Exit) or {"-h", "--help"} & {*words}
    for value in texts.values():
        found = [] if isinstance(value, bool) else value if isinstance(value, list) else [value]
        assert all(text in usual or any(word.endswith(text) for word in words) for text in found)


@pytest.mark.parametrize("line", [["--version"], ["--help"], [], ["deal", "--help"], ["equty"], ["equity", "--jsn"]])
def test_help_version_and_errors_do_not_import_numpy(line: list[str]) -> None:
    assert loaded(line) == set()


def test_an_answer_imports_numpy_and_no_other_slow_module() -> None:
    early = "import numpy; "  # numpy 1.26 imports some of the others
    assert loaded(["compare", "3", "2", "1", "-p", "2,1"], early) == set()
    assert "numpy" in loaded(["compare", "3", "2", "1", "-p", "2,1"])


def loaded(line: list[str], early: str = "") -> set[str]:
    """Return the slow modules that a command line imports."""
    code = (
        f"import sys; {early}before = set(sys.modules); from finaltable.cli.app import run; run(sys.argv[1:]);"
        f"print(*set({LATE}) & (set(sys.modules) - before), file=sys.stderr, sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", code, *line], capture_output=True, text=True, check=True)
    return {word for word in done.stderr.split() if word in LATE}


def offered(shell: str, *words: str) -> set[str]:
    """Return the completions of the last word."""
    asked = {"COMP_WORDS": "\n".join(["finaltable", *words]), "COMP_CWORD": str(len(words))}
    if shell == "fish":
        asked["COMP_CWORD"] = words[-1]
    found = piped(_FINALTABLE_COMPLETE=f"{shell}_complete", **asked)
    assert (found.code, found.err) == (0, "")
    return {*re.split(r"[,\t\n]", found.out)}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_offers_commands_options_and_models(shell: str) -> None:
    assert offered(shell, "eq") & {*NAMES} == {"equity"}
    assert offered(shell, "deal", "--p") >= {"--payouts", "--player", "--plot"}
    assert "--fixed" not in offered(shell, "deal", "--p")
    assert "dcm" in offered(shell, "equity", "--model", "d")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_is_installed_once_for_the_users_shell(shell: str, tmp_path: Path) -> None:
    rc = tmp_path / ".zshrc"
    rc.write_text("alias ll='ls -l'", "utf-8")  # without a newline at the end
    for _ in range(2):
        done = piped("--install-completion", HOME=str(tmp_path), SHELL=f"/usr/bin/{shell}")
        assert (done.code, done.err) == (0, "")
    [script] = tmp_path.rglob(f"finaltable.{shell}")
    assert script.read_text("utf-8") == piped("--show-completion", SHELL=shell).out
    added = [f"source {script}"] if shell == "zsh" else []
    assert rc.read_text("utf-8").splitlines() == ["alias ll='ls -l'", *added]


def test_bash_completes_a_line_after_the_installation(tmp_path: Path) -> None:
    assert piped("--install-completion", HOME=str(tmp_path), SHELL="/bin/bash").code == 0
    program = Path(sys.executable).with_name("finaltable")
    ask = (
        f"source {tmp_path}/.bashrc; COMP_WORDS=(finaltable sens); COMP_CWORD=1; "
        f"_finaltable_completion {program}; echo ${{COMPREPLY[@]}}"
    )
    done = subprocess.run(["bash", "--norc", "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout == "sensitivity\n"


def test_an_unsupported_shell_is_a_one_line_error() -> None:
    refused = piped("--install-completion", SHELL="/bin/tcsh")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == ("finaltable: Completion is for bash, zsh and fish, not for tcsh. (see finaltable --help)\n")


def test_help_is_as_wide_as_the_terminal() -> None:
    for columns in (60, 100):
        lines = on_terminal(columns, "deal", "--help").out.splitlines()
        assert columns - 25 < max(map(len, lines[:-6])) <= columns  # examples are not wrapped
