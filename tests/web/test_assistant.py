"""The Model Context Protocol, with the client of the official SDK over standard input and output."""

from __future__ import annotations

import json
import os
import shlex
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client

import finaltable as ft
from finaltable.asking import find_question
from finaltable.web import api
from finaltable.web.assistant import Assistant, ToolJob, watched
from finaltable.web.folder import AllowedFolder
from finaltable.web.limits import Limits
from finaltable.web.tools import MOST_TEXT, answer_text, command_of
from finaltable.web.workers import ClientDisconnected
from tests.program import FINALTABLE, in_process, piped
from tests.refused import refused

DATA = Path(__file__).parents[1] / "data"
TABLE = {"stacks": [1000, 500, 100], "payouts": [100, 50], "names": ["Ana", "Bo", "Cy"]}
SLOW = {"stacks": [10 + i / 7 for i in range(10)], "payouts": [5, 3, 2], "blinds": "0.5/1", "tolerance": 1e-9}


def talk(what: Callable[[ClientSession], Awaitable[Any]], *options: str) -> Any:
    """Start the server as an assistant does, and return what a conversation returns."""

    async def run() -> Any:
        started = StdioServerParameters(command=FINALTABLE, args=["mcp", *options])
        async with stdio_client(started) as (reader, writer), ClientSession(reader, writer) as session:
            await session.initialize()
            with anyio.fail_after(120):
                return await what(session)

    return anyio.run(run)


def text_of(result: Any) -> str:
    return str(result.content[0].text)


@pytest.mark.slow
def test_each_question_is_a_tool_with_the_schema_of_the_api() -> None:
    async def ask(session: ClientSession) -> Any:
        return (await session.list_tools()).tools

    tools = {tool.name: tool for tool in talk(ask)}
    assert set(tools) == set(api.QUESTIONS)
    for name, question in api.QUESTIONS.items():
        schema = api.request_schema(question)
        assert tools[name].input_schema["required"] == schema["required"]
        properties = tools[name].input_schema["properties"]
        assert {key: value for key, value in properties.items() if key != "picture"} == schema["properties"]


@pytest.mark.slow
def test_an_answer_is_short_and_names_the_command_that_prints_it() -> None:
    async def ask(session: ClientSession) -> Any:
        return [
            await session.call_tool("compare", TABLE),
            await session.call_tool("equity", {**TABLE, "stacks": [-1, 500, 100]}),
            await session.call_tool("nothing", {}),
            await session.call_tool("compare", {**TABLE, "picture": True}),
        ]

    found, refused, unknown, drawn = talk(ask)
    assert "80.79" in text_of(found)
    command = found.structured_content["command"]
    assert text_of(found).endswith(f"Command: {command}")
    code, shown = in_process(*shlex.split(command)[1:])
    assert (code, "80.79" in shown) == (0, True)
    assert refused.is_error
    assert refused.structured_content["code"] == "negative"
    assert text_of(refused) == "negative: stacks[0] must not be negative, got -1"
    assert unknown.is_error
    assert drawn.content[1].mime_type == "image/png"


@pytest.mark.slow
def test_long_work_reports_progress_and_can_be_cancelled() -> None:
    async def ask(session: ClientSession) -> Any:
        seen: list[float] = []

        async def note(progress: float, total: float | None, message: str | None) -> None:
            assert (total, message) == (1.0, None)
            seen.append(progress)

        with anyio.move_on_after(4):
            await session.call_tool("nash", {**SLOW, "max_seconds": 100}, progress_callback=note)
        after = await session.call_tool("equity", TABLE)
        return seen, after

    seen, after = talk(ask)
    assert seen
    assert all(0 <= one <= 1 for one in seen)
    assert "80.79" in text_of(after)


def test_cancelled_work_stops() -> None:
    job = ToolJob(Limits(seconds=100))
    job.left.set()
    with pytest.raises(ClientDisconnected):
        Assistant(Limits()).answer("nash", SLOW, job)


def test_work_that_takes_too_long_is_refused_with_the_code_of_the_api() -> None:
    answer = Assistant(Limits(seconds=0.0)).answer("sweep", {**TABLE, "points": 400}, ToolJob(Limits(seconds=0.0)))
    assert answer.is_error
    assert answer.structured_content is not None
    assert answer.structured_content["code"] == "too_slow"


@pytest.mark.parametrize("name", sorted(set(api.QUESTIONS) - {"history", "review", "train"}))
def test_the_command_of_a_request_gives_the_same_answer(name: str) -> None:
    question = api.QUESTIONS[name]
    given = dict(question.example)
    words = shlex.split(command_of(question, given))[1:]
    found = api.answer(question, dict(given), Limits(seconds=60), ToolJob(Limits(seconds=60)))
    code, shown = in_process(*words, "--json", *(["--threads", "1"] if question.cores else []))
    assert code == 0
    one, other = json.loads(json.dumps(found)), json.loads(shown)
    assert one == other


@pytest.mark.parametrize(
    ("name", "given", "line"),
    [
        (
            "nash",
            {"lock": {"BB v SB": "20%"}, "folded": [2], "model": {"icm": 0.8, "dcm": 0.2}},
            "nash 1000 500 100 --payouts 100,50 --lock 'BB v SB=20%' --folded 3 --model icm:0.8+dcm:0.2",
        ),
        ("deal", {"fixed": {"Ana": 5}, "round": 1.125}, None),
        ("compare", {"models": ["icm", {"icm": 0.5, "dcm": 0.5}], "own_bounty": False, "bounties": [1, 2, 3]}, None),
        ("bounties", {"mystery": [[1, 1000], [5, 100]]}, None),
    ],
)
def test_values_of_json_are_written_as_options(name: str, given: dict[str, Any], line: str | None) -> None:
    asked = {"stacks": [1000, 500, 100], **({} if name == "bounties" else {"payouts": [100, 50]}), **given}
    if name == "deal":
        asked["names"] = ["Ana", "Bo", "Cy"]
    found = command_of(api.QUESTIONS[name], asked)
    if line is not None:
        fields = shlex.split(found)
        assert all(word in fields for word in shlex.split(line))
    else:
        assert in_process(*shlex.split(found)[1:], "--json")[0] == 0


def test_files_need_a_folder_that_was_allowed(tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_bytes((DATA / "hands.txt").read_bytes())
    (tmp_path / "link").symlink_to("/etc/passwd")
    alone, with_folder = Assistant(Limits()), Assistant(Limits(), AllowedFolder(str(tmp_path)))
    assert {tool.name for tool in with_folder.tools()} - {tool.name for tool in alone.tools()} == {"files", "open"}

    def ask(assistant: Assistant, name: str, **given: Any) -> Any:
        return assistant.answer(name, given, ToolJob(Limits(seconds=60)))

    assert "hands.txt" in text_of(ask(with_folder, "files"))
    assert "hands" in text_of(ask(with_folder, "history", paths=["hands.txt"]))
    for denied in (ask(alone, "history", paths=["hands.txt"]), ask(alone, "files"), ask(alone, "open", file="a")):
        assert denied.is_error
    for name in ("../x", "/etc/passwd", "link", ".hidden", "", "a/b", None, "none.txt"):
        assert ask(with_folder, "history", paths=[name]).is_error, name
        assert ask(with_folder, "open", file=name).is_error, name
    spot = {"stacks": [10, 10], "payouts": [1], "blinds": "0.5/1", "tolerance": 1e-3}
    (tmp_path / "folder.solution").mkdir()
    for failed in (
        ask(with_folder, "open", file="none.txt"),
        ask(with_folder, "open", file="folder.solution"),
        ask(with_folder, "nash", **spot, save="folder.solution"),
    ):
        assert failed.is_error
        assert str(tmp_path) not in text_of(failed)
        assert text_of(failed).startswith("file_failed: ")
    (tmp_path / "folder.solution").rmdir()
    assert ask(alone, "nash", **spot, save="a.solution").is_error
    assert ask(with_folder, "nash", **spot, save="a.txt").is_error
    saved = ask(with_folder, "nash", **spot, save="a.solution")
    assert text_of(saved).endswith("--save a.solution")
    assert "BB v SB" in text_of(ask(with_folder, "open", file="a.solution"))
    assert {file.name for file in tmp_path.iterdir()} == {"hands.txt", "link", "a.solution"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_pipes_loops_and_wrong_lists_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "outside").symlink_to("/etc/passwd")
    for name in (".hidden", "two\nlines.txt", "here.txt", "here.solution"):
        (tmp_path / name).write_text("x")
    assistant = Assistant(Limits(), AllowedFolder(str(tmp_path)))

    def code_of(name: str, **given: Any) -> str:
        found = assistant.answer(name, given, ToolJob(Limits(seconds=60)))
        assert found.is_error
        assert found.structured_content is not None
        return str(found.structured_content["code"])

    assert text_of(assistant.answer("files", {}, ToolJob(Limits()))) == "here.solution\nhere.txt"
    for name in ("pipe.txt", "loop", "x" * 3000):
        assert code_of("history", paths=[name]) in ("file_failed", "over_limit"), name
        assert code_of("open", file=name) == "file_failed", name
    assert [code_of("history", paths=wrong) for wrong in (5, None, "here.txt", {"a": 1})] == ["wrong_type"] * 4
    assert code_of("history", paths=["here.txt"] * 5000) == "over_limit"
    spot = {"stacks": [10, 10], "payouts": [1], "blinds": "0.5/1", "tolerance": 1e-2}
    assert code_of("nash", **spot, save=f"{'x' * 300}.solution") == "file_failed"


def test_all_files_of_a_call_have_one_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("finaltable.web.folder.MOST_BYTES", 10)
    (tmp_path / "a").write_text("123456")
    folder = AllowedFolder(str(tmp_path))
    assert folder.read_all(["a"], "paths") == [{"name": "a", "base64": "MTIzNDU2"}]
    with pytest.raises(ft.InputError, match=r"paths\[1\] must be at most 0 MB, all files together"):
        folder.read_all(["a", "a"], "paths")


def test_a_fault_is_an_answer_with_the_code_of_the_api(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("finaltable.web.assistant.read_request", lambda *_: 1 / 0)
    answer = Assistant(Limits()).answer("equity", dict(TABLE), ToolJob(Limits()))
    assert answer.structured_content is not None
    assert (answer.is_error, answer.structured_content["code"]) == (True, "internal")


def test_a_few_calls_are_computed_at_once() -> None:
    async def most_at_once() -> int:
        limiter, here, seen = anyio.CapacityLimiter(2), [0], [0]
        lock = threading.Lock()

        class Quiet:
            async def report_progress(self, *_: float) -> None: ...

        class Context:
            session = Quiet()

        def work() -> Any:
            with lock:
                here[0] += 1
                seen[0] = max(seen[0], here[0])
            time.sleep(0.02)
            with lock:
                here[0] -= 1

        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(watched, Context(), ToolJob(Limits()), work, limiter)
        return seen[0]

    assert anyio.run(most_at_once) == 2


def test_a_long_answer_is_cut_at_a_line() -> None:
    text = answer_text(find_question("tree"), ft.tree([1000, 500, 100], depth=9), "finaltable tree")
    assert len(text) < MOST_TEXT + 200
    assert text.endswith("(cut here; the command prints all of it)\n\nCommand: finaltable tree")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--folder", "/none"], "--folder must be a folder"),
        (["--max-seconds", "x"], "--max-seconds must be a number"),
        (["--max-players", "1"], "--max-players must"),
    ],
)
def test_wrong_options_get_one_line(options: list[str], words: str) -> None:
    outcome = piped("mcp", *options)
    assert outcome.code == 2
    assert words in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_a_file_is_not_a_folder_to_allow(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("file", "missing"):
        with refused("file_failed", "folder"):
            AllowedFolder(str(tmp_path / name))
