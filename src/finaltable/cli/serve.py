"""The command serve."""

from __future__ import annotations

from socket import gaierror
from typing import Annotated

import typer

from finaltable.cli.app import app
from finaltable.cli.options import examples
from finaltable.errors import InputError, MissingError, Said


@app.command(
    help="Serve the page and the JSON API.",
    epilog=examples("serve", "serve --port 8080 --host 0.0.0.0 --max-players 30 --workers 4"),
)
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; this machine alone unless told otherwise.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="On which port; 0 takes a free one.")] = 8000,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Requests computed at once; four a core.", show_default=False),
    ] = None,
    waiting: Annotated[int, typer.Option(min=0, max=100_000, help="Requests that may wait; more get 503.")] = 100,
    max_players: Annotated[int, typer.Option(min=2, max=10_000, help="Players and prizes of one request.")] = 100,
    max_seconds: Annotated[float, typer.Option(help="Work of one request.")] = 5.0,
    max_bytes: Annotated[int, typer.Option(min=1024, max=2**26, help="Size of one request.")] = 65_536,
    tolerance: Annotated[float, typer.Option(help="The smallest tolerance that may be asked for.")] = 1e-9,
    quiet: Annotated[bool, typer.Option("--quiet", help="Write no log.")] = False,
) -> None:
    from finaltable.options import CORES, check_seconds, check_tolerance

    try:
        from finaltable.web.limits import Limits
        from finaltable.web.server import make_server, serve_until_stopped
    except ImportError as missing:
        raise MissingError("serve", f"needs the extra web: pip install 'finaltable[web]' ({missing})") from None
    limits = Limits(
        players=max_players,
        tolerance=check_tolerance(tolerance),
        seconds=check_seconds(max_seconds, "max_seconds"),
        body_bytes=max_bytes,
        waiting=waiting,
        workers=4 * CORES if workers is None else workers,
    )
    server = make_server(host, port, limits, quiet=quiet)
    try:
        serve_until_stopped(server, lambda address: typer.echo(f"Open {address} (Ctrl-C stops)", err=True))
    except OSError as error:
        unknown = ("host", "must be an address of this machine")
        field, rule = unknown if isinstance(error, gaierror) else ("port", "must be free to listen on")
        raise InputError(field, rule, Said(f"{host}:{port}: {error.strerror}")) from None
