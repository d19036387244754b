"""Serve the page and the API in one process, until a signal stops it."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import uvicorn

from finaltable.web.app import create_app
from finaltable.web.clients import Proxies
from finaltable.web.hosts import EVERYWHERE, LOOPBACK, Hosts, check_hosts, own_addresses
from finaltable.web.limits import Limits
from finaltable.web.protocol import protocol_for

GRACE = 30  # seconds to finish running requests at shutdown
KEEP_ALIVE = 5  # seconds
BACKLOG = 2048
SWITCH = 0.0005  # seconds between thread switches, for a responsive event loop; Python's default is ten times as long
OTHER_FILES = 64  # open files besides connections


def make_server(
    host: str, port: int, limits: Limits, *, allow_host: str = "", trust_proxy: str = "", quiet: bool = False
) -> uvicorn.Server:
    """Return a server that has not started yet.

    ``allow_host`` lists more host names to answer to, ``trust_proxy`` the trusted proxies.
    """
    proxies = Proxies(trust_proxy)
    limits = replace(limits, connections=min(limits.connections, max(1, most_files() - OTHER_FILES)))
    # The loop is uvloop, except on Windows.
    options: dict[str, Any] = {
        "http": protocol_for(limits, proxies),
        "ws": "none",
        "loop": "auto",
        "server_header": False,
    }
    config = uvicorn.Config(
        create_app(limits, Hosts(host, check_hosts(allow_host)), proxies),
        host=host,
        port=port,
        access_log=False,  # it would contain addresses, and these contain tables
        log_config=None,
        proxy_headers=False,  # `Proxies` does this; uvicorn would trust any client on this machine
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
        **options,
    )
    level = logging.ERROR if quiet else logging.INFO
    logging.basicConfig(level=level, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # a warning for each bad request would fill the log
    return uvicorn.Server(config)


def most_files() -> int:
    """Return the maximum number of open files of this process."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 2**31
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 2**31 if soft == resource.RLIM_INFINITY else soft


def serve_until_stopped(server: uvicorn.Server, tell: Callable[[list[str]], None]) -> None:
    """Listen, call ``tell`` with the addresses, and serve until a signal; raise OSError if the port is in use."""
    host, port = server.config.host, server.config.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6 and host == "::":
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # everywhere is both families
        listening.bind((host, port))
        listening.listen(BACKLOG)
        tell(addresses_of(host, listening.getsockname()[1]))
        sys.setswitchinterval(SWITCH)
        server.run(sockets=[listening])


def addresses_of(host: str, port: int) -> list[str]:
    """Return the addresses of the server: first those for other devices, last the one for this machine.

    >>> addresses_of("127.0.0.1", 8000), addresses_of("::1", 8000)
    (['http://127.0.0.1:8000/'], ['http://[::1]:8000/'])
    """
    hosts = [*own_addresses(host), LOOPBACK[1]] if host in EVERYWHERE else [host]
    return [f"http://[{one}]:{port}/" if ":" in one else f"http://{one}:{port}/" for one in hosts]
