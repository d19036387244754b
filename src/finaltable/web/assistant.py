"""The Model Context Protocol: each question is a tool, with the schema, the bounds and the errors of the API."""

from __future__ import annotations

import json
import logging
import threading
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

import anyio
import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from finaltable import __version__
from finaltable.asking.declare import Question, Run
from finaltable.errors import InputError, TooSlowError, Verbatim
from finaltable.web.api import QUESTIONS, read_request
from finaltable.web.folder import AllowedFolder
from finaltable.web.limits import FILES, Limits
from finaltable.web.problems import our_mistake, problem
from finaltable.web.routes import set_time_limit
from finaltable.web.tools import about, answer_text, command_of, tool_schema
from finaltable.web.workers import ClientDisconnected, Job

AT_ONCE = 4  # calls that are computed; the others wait
EVERY = 0.5  # seconds between reports of progress
ABOUT = (
    "Value of tournament poker chips (ICM, DCM, SEM), deals, call or fold, push or fold, reviews of hand histories. "
    "Each tool takes the fields of the HTTP API; its answer ends with the command that prints it again."
)
NAMES = {"type": "array", "items": {"type": "string"}}
PATHS = {**NAMES, "description": "Names of hand history files in the allowed folder, instead of files."}
SAVE = {"type": "string", "description": "Also save the solution to this .solution file in the allowed folder."}
OPEN = {
    "type": "object",
    "properties": {"file": {"type": "string", "description": "Name of a .solution file in the allowed folder."}},
    "required": ["file"],
    "additionalProperties": False,
}
NOTHING = {"type": "object", "properties": {}, "additionalProperties": False}


class Assistant:
    """The tools, their limits, and perhaps a folder."""

    def __init__(self, limits: Limits, folder: AllowedFolder | None = None) -> None:
        self.limits, self.folder = limits, folder

    def tools(self) -> list[types.Tool]:
        """Return all tools; those with files only with a folder."""
        found = [self.tool(name, about(question), self.schema(question)) for name, question in QUESTIONS.items()]
        if self.folder is not None:
            found.append(self.tool("files", "List the files in the allowed folder.", NOTHING))
            found.append(self.tool("open", "Show a solution of nash that was saved, without solving.", OPEN))
        return found

    @staticmethod
    def tool(name: str, text: str, schema: Mapping[str, Any]) -> types.Tool:
        """Return one tool."""
        return types.Tool(name=name, description=text, input_schema=dict(schema))

    def schema(self, question: type[Question]) -> dict[str, Any]:
        """Return the schema of a tool, with the names of files if there is a folder."""
        schema = tool_schema(question)
        more = (
            {"paths": PATHS} if "files" in schema["properties"] else {"save": SAVE} if question.name == "nash" else {}
        )
        if self.folder is None or not more:
            return schema
        required = [name for name in schema["required"] if name != "files"]
        return {**schema, "properties": {**schema["properties"], **more}, "required": required}

    def answer(self, name: str, given: dict[str, Any], job: Job) -> types.CallToolResult:
        """Compute the answer of a tool; errors are answers, too."""
        try:
            return self.computed(name, dict(given), job)
        except InputError as error:
            return refusal(error)
        except ClientDisconnected:
            raise
        except Exception:
            logging.getLogger("finaltable").exception("The tool %s failed", name)
            return refusal(our_mistake())

    def computed(self, name: str, given: dict[str, Any], job: Job) -> types.CallToolResult:
        """Compute the answer of a tool."""
        if self.folder is not None and name == "files":
            return text_result("\n".join(self.folder.names()) or "The folder has no files.")
        if self.folder is not None and name == "open":
            return self.opened(self.folder, given)
        if name not in QUESTIONS:
            raise InputError("tool", "must be one of the tools listed", name, code="unknown_choice")
        question = QUESTIONS[name]
        self.limits.check_sizes(given)
        picture, save = given.pop("picture", False), None
        if self.folder is not None:
            save = given.pop("save", None) if name == "nash" else None
            if "paths" in given and "files" in self.schema(question)["properties"]:
                given[FILES] = self.folder.read_all(given.pop("paths"), "paths")
        target = None if save is None or self.folder is None else self.folder.find(save, "save")
        if target is not None and target.suffix != ".solution":
            raise InputError("save", "must end in .solution", save, code="unknown_choice")
        self.limits.check_sizes(given)
        command = command_of_request(question, given, self.limits)
        set_time_limit(question, self.limits, given, long=True)
        asked = read_request(question, given, self.limits)
        found = asked.ask(Run(job.checkpoint, None))
        if target is not None and self.folder is not None:
            with self.folder.named(target.name, "save"):
                found.first.save(target)
            command += f" --save {target.name}"
        result = text_result(answer_text(question, found, command), command)
        if picture is True and question.shown.figure:
            result.content.append(picture_of(question, found))
        return result

    @staticmethod
    def opened(folder: AllowedFolder, given: dict[str, Any]) -> types.CallToolResult:
        """Return a saved solution."""
        from finaltable.asking import find_question
        from finaltable.equilibrium.files import open_solution
        from finaltable.equilibrium.solution import NashCharts

        name = given.get("file")
        path = folder.find(name, "file")
        with folder.named(path.name, "file"):
            charts = NashCharts((open_solution(path),))
        command = f"finaltable open {name}"
        return text_result(answer_text(find_question("open"), charts, command), command)


def command_of_request(question: type[Question], given: dict[str, Any], limits: Limits) -> str:
    """Return the command line of a request, which is checked first."""
    read_request(question, given, limits)
    return command_of(question, given)


def refusal(error: InputError) -> types.CallToolResult:
    """Return an error as an answer."""
    text = types.TextContent(type="text", text=f"{error.code}: {error}")
    return types.CallToolResult(content=[text], structured_content=problem(error), is_error=True)


def text_result(text: str, command: str = "") -> types.CallToolResult:
    """Return a text as an answer."""
    structured = {"command": command} if command else None
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], structured_content=structured)


def picture_of(question: type[Question], found: Any) -> types.ImageContent:
    """Return the figure of an answer as PNG."""
    from finaltable import plots
    from finaltable.reporting.plot_style import png_of

    figure = getattr(plots, question.shown.figure)(*question.shown().drawn(found, ""))
    return types.ImageContent(type="image", data=b64encode(png_of(figure)).decode(), mime_type="image/png")


class ToolJob(Job):
    """A tool at work, which notes how far it is, and stops when it is cancelled."""

    done = 0.0

    def checkpoint(self, fraction: float = 0.0, error: float = 0.0) -> None:
        """Note the fraction done; raise if the work should stop."""
        self.done = max(self.done, min(1.0, fraction))
        super().checkpoint(fraction, error)

    def too_slow(self) -> TooSlowError:
        """Return the error for a missed deadline."""
        rule = f"would take longer than {self.limits.seconds:g} s, the limit of this program"
        return TooSlowError("request", rule, Verbatim("no answer in time"), hint="ask for less")


def make_server(assistant: Assistant) -> Server[Any]:
    """Return the server of the protocol."""
    at_once = anyio.CapacityLimiter(AT_ONCE)

    async def list_tools(_ctx: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=assistant.tools())

    async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        job, given = ToolJob(assistant.limits), dict(params.arguments or {})
        return await watched(ctx, job, lambda: assistant.answer(params.name, given, job), at_once)

    return Server(
        "finaltable", version=__version__, instructions=ABOUT, on_list_tools=list_tools, on_call_tool=call_tool
    )


async def watched(
    ctx: Any, job: ToolJob, work: Callable[[], types.CallToolResult], at_once: anyio.CapacityLimiter
) -> types.CallToolResult:
    """Run work in a thread when its turn comes, report its progress, and stop it if the call is cancelled."""
    ended = threading.Event()

    async def tell() -> None:
        while not ended.is_set():
            await anyio.sleep(EVERY)
            await ctx.session.report_progress(job.done, 1.0)

    async with anyio.create_task_group() as group:
        group.start_soon(tell)
        try:
            found = await anyio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=at_once)
        finally:
            ended.set()
            job.left.set()
        group.cancel_scope.cancel()
    return found


def serve_stdio(assistant: Assistant) -> None:
    """Serve on standard input and output until the client leaves."""

    async def run() -> None:
        server = make_server(assistant)
        async with stdio_server() as (reader, writer):
            await server.run(reader, writer, server.create_initialization_options())

    anyio.run(run)


def listed(assistant: Assistant) -> str:
    """Return the tools as JSON, for a person who wants to look at them."""
    return json.dumps([tool.model_dump(exclude_none=True) for tool in assistant.tools()], indent=1)
