"""The command serve."""

from __future__ import annotations

import sys
from socket import gaierror
from typing import Annotated

import typer

from finaltable.errors import InputError, MissingError, Verbatim

HELP = "Serve the page and the JSON API."
EXAMPLES = ("serve", "serve --port 8080 --host 0.0.0.0 --max-players 30 --workers 4")


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; this machine alone by default (0.0.0.0: everywhere).")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="On which port; 0 takes a free one.")] = 8000,
    allow_host: Annotated[
        str,
        typer.Option(help="More names to answer to, with commas between them; * for any.", show_default=False),
    ] = "",
    trust_proxy: Annotated[
        str,
        typer.Option(
            help="Proxies in front, by address or network, with commas between them: the last address in their "
            "X-Forwarded-For is the client.",
            show_default=False,
        ),
    ] = "",
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Requests computed at once; four per core.", show_default=False),
    ] = None,
    waiting: Annotated[int, typer.Option(min=0, max=100_000, help="Requests that may wait; more get 503.")] = 100,
    max_players: Annotated[int, typer.Option(min=2, max=10_000, help="Players and prizes of one request.")] = 100,
    max_seconds: Annotated[float, typer.Option(help="Work of one request.")] = 5.0,
    max_long_seconds: Annotated[float, typer.Option(help="Work that a client asks for until it is done.")] = 120.0,
    max_bytes: Annotated[int, typer.Option(min=1024, max=2**26, help="Size of one request.")] = 65_536,
    max_answer: Annotated[int, typer.Option(min=65_536, max=2**30, help="Size of one answer.")] = 4_194_304,
    max_connections: Annotated[int, typer.Option(min=1, max=100_000, help="Connections at the same time.")] = 500,
    tolerance: Annotated[float, typer.Option(help="The smallest tolerance that may be asked for.")] = 1e-9,
    quiet: Annotated[bool, typer.Option("--quiet", help="Write no log.")] = False,
) -> None:
    from finaltable.table.options import CORES, check_seconds, check_tolerance

    try:
        from finaltable.web.limits import Limits
        from finaltable.web.server import make_server, serve_until_stopped
    except ImportError as missing:
        hint = f"pip install 'finaltable[web]'; {missing}"
        raise MissingError("serve", "needs the extra web", hint=hint) from None
    limits = Limits(
        players=max_players,
        tolerance=check_tolerance(tolerance),
        seconds=check_seconds(max_seconds, "max_seconds"),
        long_seconds=check_seconds(max_long_seconds, "max_long_seconds"),
        body_bytes=max_bytes,
        answer_bytes=max_answer,
        connections=max_connections,
        waiting=waiting,
        workers=4 * CORES if workers is None else workers,
    )
    server = make_server(host, port, limits, allow_host=allow_host, trust_proxy=trust_proxy, quiet=quiet)
    try:
        serve_until_stopped(server, tell)
    except OSError as error:
        unknown = ("host", "must be an address of this machine")
        field, rule = unknown if isinstance(error, gaierror) else ("port", "must be free to listen on")
        raise InputError(field, rule, Verbatim(f"{host}:{port}: {error.strerror}")) from None


def tell(addresses: list[str]) -> None:
    """Say where the server is; on a terminal, what a phone can open is also a QR code."""
    first, *others = addresses
    typer.echo(f"Open {first} (Ctrl-C stops)", err=True)
    for other in others:
        typer.echo(f"  or {other}", err=True)
    if others and sys.stderr.isatty():
        import segno

        segno.make(first, micro=False).terminal(out=sys.stderr, border=2, compact=True)
