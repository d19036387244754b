"""Every option of every command does something: two lines that differ in it alone print different things.

The options are those of the program itself, so one that is new, or renamed, must be put into tests/command_lines.py.
"""

from __future__ import annotations

import pkgutil
import shlex
from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from finaltable.asking import question_names
from finaltable.cli.commands import SERVERS, make_command
from finaltable.cli.stream import Exit
from tests.command_lines import (
    CSV,
    HEADS,
    NO_PRIZES,
    NO_TABLE,
    OPTIONS,
    PAID,
    PLAYERS,
    REFUSING,
    TABLES,
    USUAL,
)
from tests.hand_lines import PRIZES, SIX, STACKS
from tests.program import in_process

# Options that change no number: checked by the arguments of library calls.
UNSEEN = {"threads", "max_seconds"}
UNSEEN_IN = {
    ("bounties", "seed"),
    *(("review", option) for option in ("bounty_share", "open_range", "rejam_range", "scheduler", "workers")),
}
CALLED: dict[str, str] = {
    "equity": "finaltable.values.equities.equity.equity",
    "compare": "finaltable.values.equities.equity.compare",
    "bounties": "finaltable.values.bounties.comparison.compare_bounties",
    "finish": "finaltable.values.equities.equity.places_under",
    "sweep": "finaltable.values.sweeps.sweep.sweep",
    "pressure": "finaltable.decisions.pressures.pressure.pressure",
    "decide": "finaltable.decisions.decide.decide",
    "push": "finaltable.decisions.pushes.push.push",
    "nash": "finaltable.equilibrium.nash.nash",
    "open": "finaltable.equilibrium.files.open_solution",
    "simulate": "finaltable.histories.simulate.simulate",
    "tournament": "finaltable.tournaments.answer.value_table",
    "train": "finaltable.training.session.train",
    "deal": "finaltable.deals.deal.deal",
    "sensitivity": "finaltable.values.sensitivity.sensitivity.sensitivity",
    "evidence": "finaltable.scoring.evidence.evidence",
    "history": "finaltable.histories.reading.read_history",
    "review": "finaltable.reviews.review.review",
    "serve": "finaltable.web.server.make_server",
    "mcp": "finaltable.web.assistant.Assistant",
    "batch": "finaltable.batches.batch.batch",
}


def parameters() -> dict[str, set[str]]:
    """Return the options and arguments of every command."""
    return {name: set(make_command(name).fields) for name in (*question_names(), *SERVERS)}


def line_of(command: str, option: str, which: int) -> list[str]:
    """Return one of two lines that differ only in an option."""
    part = OPTIONS[command][option][which]
    stacks = "" if command in NO_TABLE else part if option in PLAYERS else SIX if option == "all" else STACKS
    prizes = "" if command in NO_PRIZES else part if option in PAID else PRIZES
    own = USUAL.get(command, "") if option in {*PLAYERS, *PAID} and command not in NO_TABLE else part
    if option in HEADS:
        own = f"{USUAL.get(command, '') if command != 'bounties' else ''} {part}"
    return shlex.split(f"{command} {stacks} {prizes} {own}")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record the arguments of library calls; no server is started."""
    seen: list[Any] = []

    def watch(path: str, answer: Callable[..., Any]) -> None:
        @wraps(answer)
        def watched(*given: Any, **options: Any) -> Any:
            seen.append((given, {name: value for name, value in options.items() if name != "progress"}))
            return answer(*given, **options)

        monkeypatch.setattr(path, watched)

    for path in CALLED.values():
        watch(path, pkgutil.resolve_name(path) if "server" not in path else lambda *_, **__: None)
    monkeypatch.setattr("finaltable.web.server.serve_until_stopped", lambda *_: None)
    monkeypatch.setattr("finaltable.web.assistant.serve_stdio", lambda *_: None)
    watch("finaltable.batches.dask_clients.opened_client", lambda *_: nullcontext())  # no cluster is started either
    return seen


def test_all_options_of_all_commands_are_tested_here() -> None:
    known = {command: set(options) for command, options in OPTIONS.items()}
    for command in REFUSING:
        known[command] |= set(HEADS)
    assert known == parameters()


@pytest.mark.parametrize("command", sorted(REFUSING))
def test_commands_without_bounties_explain_why(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    prizes = "" if command in NO_PRIZES else PRIZES
    code, _ = in_process(*shlex.split(f"{command} {STACKS} {prizes} --mystery 9x10"))
    assert code == Exit.BAD_INPUT
    assert "--bounties must be left out here: " in capsys.readouterr().err


def is_unseen(command: str, option: str) -> bool:
    """Return whether an option changes no number."""
    return option in UNSEEN or (command, option) in UNSEEN_IN


@pytest.mark.parametrize(("command", "option"), [(command, name) for command in OPTIONS for name in OPTIONS[command]])
def test_every_option_does_something(
    command: str, option: str, calls: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    did = []
    for which in (0, 1):
        folder = tmp_path / str(which)
        folder.mkdir()
        monkeypatch.chdir(folder)
        Path("table.csv").write_text(TABLES if command == "batch" else CSV, "utf-8")
        Path("tables.csv").write_text(TABLES, "utf-8")
        calls.clear()
        code, shown = in_process(*line_of(command, option, which))
        written = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
        called = command in ("batch", "mcp", "serve") and option not in ("json", "list")
        did.append(str(calls) if called or is_unseen(command, option) else (code, shown, written))
    assert code == Exit.OK
    assert did[0] != did[1]
