"""Identify clients by address; behind a trusted proxy, by the address that it forwards."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from finaltable.errors import InputError
from finaltable.web.hosts import bare_name

FORWARDED = b"x-forwarded-for"
OWN_BITS = 64  # prefix of an IPv6 network; one client may have all of its addresses


class Proxies:
    """Trusted proxies; none by default.

    >>> proxies = Proxies("10.0.0.1, 172.16.0.0/12")
    >>> "10.0.0.1" in proxies, "172.17.0.2" in proxies, "10.0.0.2" in proxies
    (True, True, False)
    """

    def __init__(self, addresses: str = "") -> None:
        self.networks = [network_of(text.strip()) for text in addresses.split(",") if text.strip()]

    def __contains__(self, address: str) -> bool:
        if not self.networks:
            return False
        try:
            found = plain_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)

    def client_of(self, scope: Scope) -> str:
        """Return the client of a request. Only the last forwarded address is from the proxy; others can be forged."""
        peer = scope["client"][0] if scope.get("client") else ""
        if peer not in self:
            return client_name(peer)
        forwarded = [value for name, value in scope["headers"] if name == FORWARDED]
        return client_name(bare_name(forwarded[-1].decode("latin-1").rpartition(",")[2]) if forwarded else "", peer)


def network_of(text: str) -> IPv4Network | IPv6Network:
    """Read an address or a network, or raise."""
    try:
        return ip_network(text)
    except ValueError:
        rule = "must be addresses or networks, like 10.0.0.1 or 172.16.0.0/12"
        raise InputError("trust_proxy", rule, text, code="wrong_format") from None


@lru_cache(maxsize=1024)
def client_name(address: str, otherwise: str = "") -> str:
    """Return one name for all addresses that one client may have; use ``otherwise`` if this is not an address.

    >>> client_name("192.0.2.7"), client_name("::ffff:192.0.2.7"), client_name("2001:db8::1:2")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    >>> client_name("unknown", "192.0.2.7")
    '192.0.2.7'
    """
    try:
        found = plain_address(address)
    except ValueError:
        return client_name(otherwise) if otherwise else address
    return str(found) if found.version == 4 else str(ip_network((found, OWN_BITS), strict=False))


def plain_address(address: str) -> IPv4Address | IPv6Address:
    """Parse an address; unwrap IPv4 in IPv6."""
    found = ip_address(address.partition("%")[0])
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found
