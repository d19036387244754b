"""The command serve."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from finaltable.asking.declare import given, read_fields
from finaltable.asking.kinds import FLAG, NUMBER, TEXT, Kind, Known, unparsed, whole
from finaltable.cli.stream import Exit, tell
from finaltable.errors import InputError, MissingError, Verbatim

HELP = "Serve the page and the JSON API."
EXAMPLES = ("serve", "serve --port 8080 --host 0.0.0.0 --max-players 30 --workers 4")


def whole_from(least: int, most: int) -> Kind:
    """Return a kind for whole numbers within bounds."""

    def read(text: str, field: str, known: Known) -> int:
        from finaltable.table.table import check_whole

        return check_whole(whole(text, field, known), field, least, most)

    schema = {"type": "integer", "minimum": least, "maximum": most}
    return Kind(read, unparsed, schema, metavar="<int>", in_text=f"From {least} to {most}.")


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """Address, allowed names and limits of the server."""

    host: str = given(
        TEXT,
        "127.0.0.1",
        help="Address to listen on. The default serves only this machine; 0.0.0.0 serves the network.",
        usual="127.0.0.1",
    )
    port: int = given(whole_from(0, 65_535), 8000, help="Port to listen on; 0 for a free one.", usual="8000")
    allow_host: str = given(TEXT, "", help="More host names to answer to, separated by commas; * for any.")
    trust_proxy: str = given(
        TEXT,
        "",
        help="Trusted proxies, by address or network, separated by commas. The last address in their "
        "X-Forwarded-For is the client.",
    )
    workers: int | None = given(whole_from(1, 256), None, help="Requests computed in parallel. Default: four per core.")
    waiting: int = given(
        whole_from(0, 100_000), 100, help="Maximum number of waiting requests; more get status 503.", usual="100"
    )
    max_players: int = given(
        whole_from(2, 10_000), 100, help="Maximum number of players, and of prizes, in one request.", usual="100"
    )
    max_seconds: float = given(NUMBER, 5.0, help="Time limit of one request, in seconds.", usual="5")
    max_long_seconds: float = given(
        NUMBER, 120.0, help="Time limit of a long request (Prefer: respond-async), in seconds.", usual="120"
    )
    max_bytes: int = given(
        whole_from(1024, 2**26), 65_536, help="Maximum size of one request, in bytes.", usual="65536"
    )
    max_answer: int = given(
        whole_from(65_536, 2**30), 4_194_304, help="Maximum size of one answer, in bytes.", usual="4194304"
    )
    max_connections: int = given(whole_from(1, 100_000), 500, help="Maximum number of open connections.", usual="500")
    tolerance: float = given(NUMBER, 1e-9, help="Smallest tolerance that a request may ask for.", usual="1e-09")
    quiet: bool = given(FLAG, False, help="Write no log.")


def serve(texts: Mapping[str, Any]) -> int:
    """Serve until stopped."""
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
    """Print the server's addresses; on a terminal, also a QR code for phones."""
    first, *others = addresses
    tell(f"Open {first} (Ctrl-C stops)")
    for other in others:
        tell(f"  or {other}")
    if others and sys.stderr.isatty():
        import segno

        segno.make(first, micro=False).terminal(out=sys.stderr, border=2, compact=True)
