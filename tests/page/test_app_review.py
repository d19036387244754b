"""The review on the page: files stay in memory; the result is the cost of decisions."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FilePayload, Page, Response, expect

import finaltable as ft
from finaltable.reviews.question import EXAMPLE
from tests.program import in_process
from tests.serving import asking
from tests.visiting import PHONE, Visitor

ACES = EXAMPLE.replace("[Ah Js]", "[Ah As]")
PRIZES = "50, 30, 20"
DATA = Path(__file__).parents[1] / "data" / "game.txt"
STATIC = Path(__file__).parents[2] / "src" / "finaltable" / "web" / "static"
SAMPLE = (STATIC / "samples" / "tournament.txt").read_text("utf-8")
GAME = DATA.read_text("utf-8")
FILE = {"name": "game.txt", "text": GAME}
pytestmark = pytest.mark.slow


def file(text: str, name: str = "game.txt", encoding: str = "utf-8") -> FilePayload:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode(encoding)}


def drop(page: Page, *files: FilePayload) -> None:
    page.locator("input[type=file]").set_input_files(list(files))
    prizes = page.get_by_label("Prizes from first place down")  # the files have none, so the page asks for them
    expect(prizes).to_be_visible(timeout=20000)
    prizes.fill(PRIZES)


def test_a_file_shows_the_costliest_mistake_first_and_opens_it_as_a_decision(visit: Visitor) -> None:
    page = visit("/review")
    expect(page.locator("main")).to_contain_text("never stored")
    drop(page, file(ACES))
    cost = ft.review(ft.read_history(ACES), [50, 30, 20], models=("icm",)).to_dict()["costs"][0]["money"]
    title = page.get_by_role("heading", level=1)
    expect(title).to_contain_text(f"1 clear mistake cost ${cost:.2f}")
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
    expect(page.locator(".ml").first).to_contain_text("Call, not fold")
    replay = page.get_by_role("complementary", name="The hand, replayed")
    expect(replay).to_contain_text("Going in is worth")
    done = replay.locator(".rs", has_text="you").locator(".rb")
    expect(done).to_have_text("Fold")  # what hero did
    expect(done).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowLeft")
    expect(done).to_have_attribute("aria-pressed", "false")
    replay.get_by_role("button", name="Decision").click()
    expect(page.locator(".verdict .word")).to_have_text("CALL")
    assert "hand=" in page.url
    page.go_back()
    expect(title).to_contain_text("1 clear mistake")  # still in memory


def test_hands_can_be_pasted(visit: Visitor) -> None:
    page = visit("/review", **PHONE)
    page.get_by_role("button", name="Paste hands").tap()
    page.get_by_role("textbox", name="Paste hands").fill(ACES)
    page.get_by_role("button", name="Use it").tap()
    page.get_by_label("Prizes from first place down").fill(PRIZES)
    expect(page.get_by_role("heading", level=1)).to_contain_text("1 clear mistake")


def test_the_sample_leads_to_the_chart_and_to_training(visit: Visitor) -> None:
    page = visit("/review")
    page.get_by_role("button", name="Open the sample").click()
    expect(page.locator(".ml").first).to_be_visible(timeout=60000)
    found = ft.review(ft.read_history(SAMPLE), [72, 36, 12], models=("icm",)).to_dict()
    expect(page.locator(".ml .no:not(.o)")).to_have_count(found["costs"][0]["mistakes"])
    page.keyboard.press("ArrowDown")
    expect(page.locator(".ml").nth(1)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Study this spot").click()
    expect(page.locator(".solved .ok")).to_be_visible(timeout=30000)
    expect(page.get_by_role("heading", level=1)).to_contain_text("you")
    page.go_back()
    page.get_by_role("button", name="Train this").click()
    expect(page.locator(".btn.xl", has_text="Fold")).to_be_visible(timeout=30000)


def test_a_hand_is_replayed_to_its_end_with_the_cards_that_were_shown(visit: Visitor) -> None:
    page = visit("/review")
    page.get_by_role("button", name="Open the sample").click()
    replay = page.get_by_role("complementary", name="The hand, replayed")
    expect(replay).to_contain_text("Hand 23", timeout=60000)
    expect(replay.locator(".rs.now")).to_contain_text("you")
    expect(replay.locator(".oval")).not_to_contain_text("A♦")
    page.keyboard.press("ArrowRight")
    expect(replay.locator(".rs.now")).to_contain_text("Call")
    expect(replay.locator(".board")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(replay.locator(".rs.now")).to_contain_text("wins 3.2 bb")
    expect(replay.get_by_role("img", name="Board AcJcTd8sTc")).to_be_visible()
    expect(replay.get_by_role("button", name=re.compile("^CO, .*Ad9s"))).to_contain_text("A♦ 9♠")
    page.keyboard.press("ArrowRight")  # the end stays
    expect(replay.locator(".rs.now")).to_contain_text("wins")


@pytest.mark.parametrize(("words", "name"), [("As a page", "html"), ("As text", "md"), ("For a spreadsheet", "csv")])
def test_a_report_is_kept_without_running_what_a_file_says(visit: Visitor, words: str, name: str) -> None:
    page = visit("/review")
    drop(page, file(ACES.replace("Cy", "<img src=x>|")))
    page.get_by_role("button", name="Save report").click(timeout=20000)
    with page.expect_download() as kept:
        page.get_by_role("button", name=words).click()
    assert kept.value.suggested_filename == f"review.{name}"
    text = Path(kept.value.path()).read_text("utf-8")
    assert "AhAs" in text
    if name != "csv":  # what it rests on; a margin has one sign
        assert "ICM · prizes 50, 30, 20 · they play the equilibrium" in text
        assert re.search(r"±\$\d", text)
    assert "<img" not in text.replace("\\<img", "")


def costs(found: dict[str, Any]) -> dict[tuple[int, str], float]:
    """Return the cost of every decision under every model."""
    decisions = [one for tournament in found["tournaments"] for one in tournament["decisions"]]
    return {(one["number"], verdict["model"]): verdict["cost"] for one in decisions for verdict in one["verdicts"]}


@pytest.mark.parametrize("ranges", [{}, {"push_range": "20%"}, {"push_range": "40%", "call_range": "10%"}])
def test_the_page_the_api_the_command_and_python_find_the_same_costs(visit: Visitor, ranges: dict[str, Any]) -> None:
    """Opponents play the equilibrium, unless their push and call ranges are given."""
    expected = costs(cast("Any", ft.review(ft.read_history(GAME), [45, 27, 18], **ranges).to_dict()))
    assert len(expected) == 15
    assert sum(expected.values()) > 1
    flags = [part for name, hands in ranges.items() for part in (f"--{name.replace('_', '-')}", hands)]
    _, command = in_process("review", str(DATA), "-p", "45,27,18", *flags, "--json")
    assert costs(json.loads(command)) == pytest.approx(expected, abs=1e-9)
    with asking() as client:
        answer = client.post("/api/v1/review", json={"files": [FILE], "payouts": [45, 27, 18], **ranges})
    assert costs(answer.json()) == pytest.approx(expected, abs=1e-9)
    page = visit("/review")
    drop(page, file(GAME))
    page.get_by_role("button", name="Change").click()
    for label, name in (("Opponents push with", "push_range"), ("Opponents call with", "call_range")):
        page.get_by_label(label).select_option(ranges.get(name, ""))
    page.get_by_role("button", name="Add SEM and DCM").click()
    whole = {"payouts": "45, 27, 18", **ranges}

    def is_answer(response: Response) -> bool:
        asked: Any = response.request.post_data_json if "/api/v1/review" in response.url else {}
        return response.status == 200 and all(asked.get(k) == v for k, v in whole.items()) and len(asked["models"]) == 3

    with page.expect_response(is_answer) as got:
        page.get_by_label("Prizes from first place down").fill("45, 27, 18")
    assert costs(got.value.json()) == pytest.approx(expected, rel=1e-5, abs=1e-5)  # rounded to six digits


def test_files_are_neither_in_the_address_nor_stored_and_can_be_removed(visit: Visitor) -> None:
    page = visit("/review", **PHONE)
    drop(page, file(ACES), file("no hands", "photo.txt"))
    expect(page.get_by_role("button", name="note")).to_be_visible()
    assert "Ana" not in page.url
    assert page.evaluate("() => Object.keys(localStorage).length + Object.keys(sessionStorage).length") == 0
    page.get_by_role("button", name="Change").tap()
    page.get_by_role("button", name="Remove them").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review a tournament")


def test_binary_files_are_sent_and_too_large_ones_are_refused_on_the_page(visit: Visitor) -> None:
    page = visit("/review")
    drop(page, file(ACES, encoding="utf-16"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("1 clear mistake")
    page.get_by_role("button", name="Change").click()
    drop(page, file("x" * 1_600_000, "large.txt"))
    expect(page.get_by_role("alert")).to_have_text("These are 1.6 MB. At most 1.0 MB are read at once.")
