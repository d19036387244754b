"""Host names that a server accepts, as a defence against DNS rebinding."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address

from finaltable.errors import InputError

LOOPBACK = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")
ANY = "*"
# Destinations in each kind of network. Connecting a datagram socket to one selects our source address; nothing is sent.
ELSEWHERE = {
    socket.AF_INET: ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1"),
    socket.AF_INET6: ("2001:db8::1",),
}


class Hosts:
    """Names allowed in the ``Host`` header.

    >>> hosts = Hosts("127.0.0.1", ["cards.example"])
    >>> [hosts.allow(name) for name in ("localhost:8000", "[::1]", "Cards.Example", "evil.example", "192.0.2.7", "")]
    [True, True, True, False, False, False]
    """

    def __init__(self, listening: str = LOOPBACK[1], also: Iterable[str] = ()) -> None:
        names = {*LOOPBACK, listening, *also}
        # An IP address is never another site's name; behind a router or container it may not be one of ours.
        self.any_address = listening in EVERYWHERE
        if self.any_address:
            names |= {*own_names(), *own_addresses()}
        self.any_name = ANY in names
        self.names = {bare_name(name) for name in names}

    def allow(self, host: str) -> bool:
        """Return whether a host, with or without a port, is allowed."""
        name = bare_name(host)
        return self.any_name or name in self.names or (self.any_address and is_address(name))


def check_hosts(text: str) -> list[str]:
    """Parse a comma-separated list of names, or raise.

    >>> check_hosts("cards.example, club.example")
    ['cards.example', 'club.example']
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if "/" in name or " " in name or not bare_name(name):
            rule = "must be names like cards.example, with commas between them"
            raise InputError("allow_host", rule, name, code="wrong_format")
    return names


def bare_name(host: str) -> str:
    """Return a host in lower case, without port, brackets and trailing dot.

    >>> bare_name("[::1]:8000"), bare_name("LOCALHOST.:80"), bare_name("::1")
    ('::1', 'localhost', '::1')
    """
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    name = host if host.count(":") > 1 else host.partition(":")[0]
    return name.removesuffix(".")


def is_address(name: str) -> bool:
    """Return whether a name is an IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def own_names() -> set[str]:
    """Return the host names of this machine, including its mDNS name."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"} if short else set()


def own_addresses(listening: str = EVERYWHERE[1]) -> list[str]:
    """Return the addresses of this machine in its networks, the likeliest first."""
    families = [socket.AF_INET, socket.AF_INET6] if listening == EVERYWHERE[1] else [socket.AF_INET]
    found = [address_towards(family, there) for family in families for there in ELSEWHERE[family]]
    return list(dict.fromkeys(address for address in found if address and not ip_address(address).is_loopback))


def address_towards(family: socket.AddressFamily, there: str) -> str | None:
    """Return our source address for a destination; None if there is no route."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((there, 9))
            return str(asking.getsockname()[0])
    except OSError:
        return None
