"""Host names that a server accepts, and the addresses that it prints."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from socket import AF_INET, AF_INET6

import pytest
from starlette.testclient import TestClient

from finaltable.cli.serve import show_addresses
from finaltable.web.guard import HEADERS
from finaltable.web.hosts import Hosts, check_hosts, own_addresses
from finaltable.web.server import addresses_of
from tests.refused import refused
from tests.serving import asking

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with asking() as client:
        yield client


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:80", "[::1]:8000", "localhost."])
def test_this_machine_answers_to_its_own_names(client: TestClient, host: str) -> None:
    assert client.get("/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:8000", "192.168.1.5", "", "localhost@evil"])
@pytest.mark.parametrize("path", ["/health", "/", "/api/v1/equity", "/openapi.json", "/static/0/app/main.js"])
def test_a_request_for_another_name_is_refused(client: TestClient, path: str, host: str) -> None:
    refused = client.get(path, headers={"host": host})
    assert refused.status_code == 421
    assert refused.json()["field"] == "host"
    assert refused.json()["rule"].startswith("must be a name this server was started with")
    assert {name: refused.headers.get(name) for name in HEADERS} == HEADERS


def test_a_server_answers_to_the_names_it_was_started_with() -> None:
    hosts = Hosts("cards.lan", ["club.example"])
    assert hosts.allow("cards.lan:8000")
    assert hosts.allow("club.example")
    assert not hosts.allow("example")
    assert Hosts(also=["*"]).allow("anything.example")


def test_a_server_for_the_network_answers_to_this_machines_names_and_to_ip_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Poker.lan")
    for everywhere in ("0.0.0.0", "::"):
        hosts = Hosts(everywhere)
        for name in ("poker", "poker.lan", "poker.local:8000", "localhost", "192.168.1.5:8000", "[fe80::1]:8000"):
            assert hosts.allow(name), name
        assert not hosts.allow("evil.example")


def test_a_machine_without_a_network_has_no_addresses_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("finaltable.web.hosts.ELSEWHERE", {AF_INET: ("127.0.0.2", "0.0.0.0.0"), AF_INET6: ("::1",)})
    assert own_addresses() == []
    assert addresses_of("0.0.0.0", 80) == ["http://127.0.0.1:80/"]


def test_allowed_names_are_host_names_not_urls() -> None:
    assert check_hosts("a.example, b.example:8000,*") == ["a.example", "b.example:8000", "*"]
    assert check_hosts("") == []
    for wrong in ("http://a.example", "a.example b.example", ":80"):
        with refused("wrong_format", "allow_host"):
            check_hosts(wrong)


def test_a_server_for_the_network_prints_the_address_for_phones_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("finaltable.web.server.own_addresses", lambda _: ["192.168.1.5", "fd00::5"])
    there = ["http://192.168.1.5:80/", "http://[fd00::5]:80/", "http://127.0.0.1:80/"]
    assert addresses_of("0.0.0.0", 80) == addresses_of("::", 80) == there
    assert addresses_of("192.168.1.5", 80) == ["http://192.168.1.5:80/"]


@pytest.mark.parametrize("terminal", [True, False])
def test_on_a_terminal_the_address_is_also_a_qr_code(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    show_addresses(["http://192.168.1.5:8000/", "http://127.0.0.1:8000/"])
    first, second, *picture = capsys.readouterr().err.splitlines()
    assert (first, second) == ("Open http://192.168.1.5:8000/ (Ctrl-C stops)", "  or http://127.0.0.1:8000/")
    # 25 modules and a margin of two, two rows per line.
    assert [len(line) for line in picture] == ([29] * 15 if terminal else [])
    assert set("".join(picture)) <= set(" ▀▄█")
    show_addresses(["http://127.0.0.1:8000/"])
    assert capsys.readouterr().err == "Open http://127.0.0.1:8000/ (Ctrl-C stops)\n"  # no phone can open this
