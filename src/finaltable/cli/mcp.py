"""The command mcp."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from finaltable.asking.declare import given, read_fields
from finaltable.asking.kinds import FLAG, NUMBER, TEXT, Known
from finaltable.cli.serve import whole_from
from finaltable.cli.stream import Exit, write
from finaltable.errors import MissingError

HELP = "Answer an assistant over the Model Context Protocol, on standard input and output."
EXAMPLES = ("mcp", "mcp --folder ~/poker", "mcp --list")


@dataclass(frozen=True, kw_only=True)
class McpOptions:
    """Limits, and the folder that may be read and written."""

    folder: str | None = given(
        TEXT,
        None,
        help="Allow the assistant to read hand histories and solutions in this folder, and to save solutions there. "
        "Default: no file is read or written.",
    )
    max_players: int = given(
        whole_from(2, 10_000), 100, help="Maximum number of players, and of prizes, in one question.", usual="100"
    )
    max_seconds: float = given(NUMBER, 120.0, help="Time limit of one question, in seconds.", usual="120")
    list: bool = given(FLAG, False, help="Print the tools as JSON, and do not serve.")


def mcp(texts: Mapping[str, Any]) -> int:
    """Serve until the client leaves."""
    from finaltable.table.options import check_seconds

    options = McpOptions(**read_fields(McpOptions, texts, Known(), text=True))
    seconds = check_seconds(options.max_seconds, "max_seconds")
    try:
        from finaltable.web.assistant import Assistant, listed, serve_stdio
        from finaltable.web.folder import AllowedFolder
        from finaltable.web.limits import Limits
    except ImportError as missing:
        hint = f"pip install 'finaltable[mcp]'; {missing}"
        raise MissingError("mcp", "needs the extra mcp", hint=hint, code="unavailable") from None
    folder = None if options.folder is None else AllowedFolder(options.folder)
    assistant = Assistant(Limits(players=options.max_players, seconds=seconds), folder)
    if options.list:
        write(listed(assistant) + "\n")
    else:
        serve_stdio(assistant)
    return Exit.OK
