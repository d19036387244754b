"""The command serve."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from finaltable.asking.declare import given, read_fields
from finaltable.asking.kinds import FLAG, NUMBER, TEXT, Kind, Known, as_it_is, whole
from finaltable.cli.stream import Exit, tell
from finaltable.errors import InputError, MissingError, Verbatim

HELP = "Serve the page and the JSON API."
EXAMPLES = ("serve", "serve --port 8080 --host 0.0.0.0 --max-players 30 --workers 4")


def whole_from(least: int, most: int) -> Kind:
    """Return the kind of a whole number within bounds."""

    def read(text: str, field: str, known: Known) -> int:
        from finaltable.table.table import check_whole

        return check_whole(whole(text, field, known), field, least, most)

    schema = {"type": "integer", "minimum": least, "maximum": most}
    return Kind(read, as_it_is, schema, metavar="<int>", in_text=f"From {least} to {most}.")


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """Where to listen, whom to answer, and how much to compute."""

    host: str = given(
        TEXT,
        "127.0.0.1",
        help="Where to listen; this machine alone by default (0.0.0.0: everywhere).",
        usual="127.0.0.1",
    )
    port: int = given(whole_from(0, 65_535), 8000, help="On which port; 0 takes a free one.", usual="8000")
    allow_host: str = given(TEXT, "", help="More names to answer to, with commas between them; * for any.")
    trust_proxy: str = given(
        TEXT,
        "",
        help="Proxies in front, by address or network, with commas between them: the last address in their "
        "X-Forwarded-For is the client.",
    )
    workers: int | None = given(whole_from(1, 256), None, help="Requests computed at once; four per core.")
    waiting: int = given(whole_from(0, 100_000), 100, help="Requests that may wait; more get 503.", usual="100")
    max_players: int = given(whole_from(2, 10_000), 100, help="Players and prizes of one request.", usual="100")
    max_seconds: float = given(NUMBER, 5.0, help="Work of one request.", usual="5")
    max_long_seconds: float = given(NUMBER, 120.0, help="Work that a client asks for until it is done.", usual="120")
    max_bytes: int = given(whole_from(1024, 2**26), 65_536, help="Size of one request.", usual="65536")
    max_answer: int = given(whole_from(65_536, 2**30), 4_194_304, help="Size of one answer.", usual="4194304")
    max_connections: int = given(whole_from(1, 100_000), 500, help="Connections at the same time.", usual="500")
    tolerance: float = given(NUMBER, 1e-9, help="The smallest tolerance that may be asked for.", usual="1e-09")
    quiet: bool = given(FLAG, False, help="Write no log.")


def serve(texts: Mapping[str, Any]) -> int:
    """Serve until it is stopped."""
    from socket import gaierror

    from finaltable.table.options import CORES, check_seconds, check_tolerance

    try:
        from finaltable.web.limits import Limits
        from finaltable.web.server import make_server, serve_until_stopped
    except ImportError as missing:
        hint = f"pip install 'finaltable[web]'; {missing}"
        raise MissingError("serve", "needs the extra web", hint=hint, code="unavailable") from None
    options = ServeOptions(**read_fields(ServeOptions, texts, Known(), text=True))
    limits = Limits(
        players=options.max_players,
        tolerance=check_tolerance(options.tolerance),
        seconds=check_seconds(options.max_seconds, "max_seconds"),
        long_seconds=check_seconds(options.max_long_seconds, "max_long_seconds"),
        body_bytes=options.max_bytes,
        answer_bytes=options.max_answer,
        connections=options.max_connections,
        waiting=options.waiting,
        workers=4 * CORES if options.workers is None else options.workers,
    )
    named = {name: getattr(options, name) for name in ("allow_host", "trust_proxy", "quiet")}
    server = make_server(options.host, options.port, limits, **named)
    try:
        serve_until_stopped(server, show_addresses)
    except OSError as error:
        unknown = ("host", "must be an address of this machine")
        field, rule = unknown if isinstance(error, gaierror) else ("port", "must be free to listen on")
        found = Verbatim(f"{options.host}:{options.port}: {error.strerror}")
        raise InputError(field, rule, found, code="file_failed") from None
    return Exit.OK


def show_addresses(addresses: list[str]) -> None:
    """Say where the server is; on a terminal, what a phone can open is also a QR code."""
    first, *others = addresses
    tell(f"Open {first} (Ctrl-C stops)")
    for other in others:
        tell(f"  or {other}")
    if others and sys.stderr.isatty():
        import segno

        segno.make(first, micro=False).terminal(out=sys.stderr, border=2, compact=True)
