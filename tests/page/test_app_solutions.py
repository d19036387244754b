"""Files of solutions on the page: opened without solving, saved, and charts that a reload finds again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import finaltable as ft
from finaltable.equilibrium.files import packed
from tests.page.test_app_nash import DESK, is_solved, node_of, seat_of
from tests.page.test_solutions import assert_same, damaged_files
from tests.solved_spots import SAVED_SPOTS, solved_spot
from tests.visiting import PHONE, SPOT, Visitor

pytestmark = pytest.mark.slow
OPEN = "input[type=file][accept='.solution']"


@pytest.fixture
def asked() -> list[str]:
    """Return the list of requests of charts, which `watched` fills."""
    return []


def watched(page: Page, asked: list[str]) -> Page:
    """Collect the requests of charts."""
    page.on("request", lambda one: asked.append(one.url) if "/api/v1/nash" in one.url else None)
    return page


def give(page: Page, content: bytes, name: str = "table.solution") -> None:
    """Choose a file."""
    page.locator(OPEN).first.set_input_files({"name": name, "mimeType": "", "buffer": content})


def saved(page: Page) -> bytes:
    """Save the chart, and return the file."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the solution").click()
    return Path(download.value.path()).read_bytes()


def without_server(page: Page) -> None:
    """Let all requests to the API fail."""
    page.route("**/api/v1/**", lambda route: route.abort())


@pytest.mark.parametrize("name", SAVED_SPOTS)
def test_a_file_of_python_opens_without_solving_and_is_saved_as_it_was(
    visit: Visitor, asked: list[str], name: str
) -> None:
    found = solved_spot(name)
    content = packed(found)
    page = watched(visit("/nash", fresh=True, **DESK), asked)
    give(page, content)
    is_solved(page, int(found.reached))
    expect(page.locator(".solved .tag").last).to_have_text("table.solution")
    first = next(iter(found.decisions))
    share = sum(one.frequency for one in found.decisions if one.seat == first.seat and not one.facing)
    if "node" not in page.url and share > 0:
        expect(page.locator(".card", has_text="of 1,326")).to_contain_text(f"{100 * first.frequency:.1f}")
    assert saved(page) == content
    page.reload()
    is_solved(page, int(found.reached))
    expect(page.locator(".solved .tag").last).to_have_text("table.solution")
    assert saved(page) == content
    assert not asked


def test_an_opened_chart_shows_the_numbers_of_python(visit: Visitor, asked: list[str]) -> None:
    found = ft.nash(
        [2000, 3000, 1000, 1000],
        [50, 30, 20],
        names=["CO", "BTN", "SB", "BB"],
        button="BTN",
        small_blind=100,
        big_blind=200,
        model={"icm": 0.8, "dcm": 0.2},
        tolerance=1e-4,
    )
    page = watched(visit("/nash", "name=X&stack=12&name=Y&stack=5&payouts=€7+€3&me=X", fresh=True, **DESK), asked)
    give(page, packed(found))
    is_solved(page)
    node = node_of(found.to_dict(), "SB")
    for _ in range(2):
        seat_of(page, "SB").get_by_role("button", name="All-in").click()
        page.keyboard.press("Backspace")
    page.locator("[data-hand=A5s]").hover()
    expect(page.locator("main")).to_contain_text(found.model.upper())
    expect(page.locator(".ro")).to_contain_text(f"+€{node['ev']['A5s']:.2f}")
    expect(page.locator(".solved .ok")).to_contain_text("Solved to 0.0")
    page.get_by_role("button", name="Undo", exact=True).last.click()
    assert "stack=12" in page.url  # what was typed comes back
    assert not asked


def test_a_damaged_file_gets_a_line_and_nothing_is_lost(visit: Visitor) -> None:
    page = visit("/nash", SPOT, fresh=True, **DESK)
    is_solved(page)
    before = page.url
    files = damaged_files(solved_spot("antes"))
    words = {
        "version": "does not begin as a solution of this version",
        "cut 0": "does not begin as a solution of this version",
        "deep": "its header is damaged",
        "long": "its header is damaged",
        "bomb": "its numbers are damaged or cut off",
        "damaged": "its numbers are damaged or cut off",
        "too short": "its numbers are damaged or cut off",
    }
    for name, expected in words.items():
        give(page, files[name], f"{name}.solution")
        expect(page.get_by_role("alert")).to_contain_text(f"{name}.solution")
        expect(page.get_by_role("alert")).to_contain_text(expected)
    give(page, files["damaged"] + b"more", "trailing.solution")
    expect(page.get_by_role("alert")).to_contain_text("its numbers are damaged")
    give(page, packed(solved_spot("antes")) + b"more", "trailing.solution")
    expect(page.get_by_role("alert")).to_contain_text("trailing.solution cannot be read")
    assert page.url == before
    is_solved(page)


def test_a_dropped_file_opens_on_a_phone_without_a_server(visit: Visitor) -> None:
    page = visit("/nash", "", **PHONE)
    without_server(page)
    content = packed(solved_spot("locked"))
    page.evaluate(
        """(bytes) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([new Uint8Array(bytes)], "dropped.solution"));
            const drop = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
            document.getElementById("screen").dispatchEvent(drop);
        }""",
        list(content),
    )
    is_solved(page)
    expect(page.locator(".solved .tag")).to_have_text("dropped.solution")
    assert saved(page) == content


def test_a_chart_of_the_device_is_saved_and_found_again_after_a_reload(visit: Visitor, tmp_path: Path) -> None:
    page = visit("/", **DESK, locale="en-AU")
    without_server(page)
    visit.go(page, "/nash", SPOT + "&node=SB")
    is_solved(page)
    path = tmp_path / "a.solution"
    path.write_bytes(saved(page))
    found = ft.open_solution(path)
    asked: dict[str, Any] = {"small_blind": 100, "big_blind": 200, "button": "BTN", "names": ["CO", "BTN", "SB", "BB"]}
    by_python = ft.nash([2000, 3000, 1000, 1000], [50, 30, 20], **asked)
    assert found.table == by_python.table
    assert abs(found.exploitability.total - by_python.exploitability.total) < 1e-6
    assert abs(found.frequency("SB") - by_python.frequency("SB")) < 1e-3
    shown = page.locator(".mg").inner_text()
    page.route("**/nash.wasm*", lambda route: route.abort())  # there is nothing to solve with
    page.reload()
    is_solved(page)
    assert page.locator(".mg").inner_text() == shown


def test_a_chart_of_the_server_is_saved_with_raises(visit: Visitor, tmp_path: Path) -> None:
    page = visit("/nash", SPOT + "&raise_to=2.2&node=SB", fresh=True, **DESK)
    is_solved(page)
    path = tmp_path / "a.solution"
    path.write_bytes(saved(page))
    found = ft.open_solution(path)
    assert found.raise_to
    page.goto("/nash")
    give(page, path.read_bytes())
    is_solved(page)
    assert saved(page) == path.read_bytes()
    assert "raise_to=2.2" in page.url


def test_an_opened_table_that_is_changed_is_solved(visit: Visitor) -> None:
    page = visit("/nash", "", fresh=True, **DESK)
    give(page, packed(solved_spot("antes")))
    is_solved(page)
    visit.go(page, "/nash", page.url.partition("?")[2].replace("stack=3000", "stack=3500"))
    is_solved(page)
    expect(page.get_by_text("Solved here: the table is no longer that of the file")).to_be_visible()


def test_the_api_gives_the_file_of_a_solution(visit: Visitor, tmp_path: Path) -> None:
    request: dict[str, Any] = {"stacks": [5, 6], "payouts": [3, 2], "small_blind": 0.5, "big_blind": 1}
    headers = {"accept": "application/vnd.finaltable.solution"}
    answer = httpx.post(visit.served.address + "/api/v1/nash", json=request, headers=headers, timeout=30)
    assert answer.headers["content-type"] == headers["accept"]
    path = tmp_path / "a.solution"
    path.write_bytes(answer.content)
    assert_same(ft.open_solution(path).to_dict(), ft.nash(**request).to_dict())
