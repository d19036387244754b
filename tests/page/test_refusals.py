"""Refusals on the page are translated: each of their codes has a message."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from finaltable.errors import TooSlowError
from finaltable.web.problems import problem as as_answer
from tests.refused import BASES, TYPED
from tests.serving import asking
from tests.visiting import LANGUAGES, SPOT, Visitor, typed

pytestmark = pytest.mark.slow

WORDS = Path(__file__).parents[2] / "src" / "finaltable" / "web" / "static" / "app" / "words"
SPELL = """async ({ base, problems }) => {
    const [{ spell }, { Refusal }] = await Promise.all([import(`${base}refusals.js`), import(`${base}engine.js`)]);
    return problems.map((problem) => [spell(new Refusal(problem)), spell(new Refusal(problem), true)]);
}"""


@pytest.fixture(scope="module")
def problems() -> list[dict[str, str]]:
    """Return the server's errors for all requests."""
    with asking() as client:
        answers = [client.post(f"/api/v1/{name}", json={**BASES[name], **more}) for name, more in TYPED]
    assert [answer.status_code for answer in answers] == [422] * len(answers)
    return [answer.json() for answer in answers]


def spelled(page: Page, problems: list[dict[str, str]]) -> list[list[str]]:
    """Return the page's messages: alone, and next to a field."""
    found: list[list[str]] = page.evaluate(SPELL, {"base": base_of(page), "problems": problems})
    return found


def base_of(page: Page) -> str:
    """Return the address of the page's scripts."""
    return str(page.locator("script[src]").get_attribute("src")).removesuffix("main.js")


def sentences(code: str) -> list[str]:
    """Return the messages of refusals in a language."""
    words: dict[str, str] = json.loads((WORDS / f"{code}.json").read_text("utf-8"))
    return [text for key, text in words.items() if key.startswith("refusal.")]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_refusal_of_the_pages_fields_is_translated(
    visit: Visitor, problems: list[dict[str, str]], code: str
) -> None:
    found = spelled(visit("/deal", SPOT, locale=LANGUAGES[code]), problems)
    shapes = [re.compile(re.sub(r"\\\{\w\w*\\\}", "(.*)", re.escape(text)), re.DOTALL) for text in sentences(code)]
    used = set()
    for (alone, beside), problem in zip(found, problems, strict=True):
        assert not re.search(r"\{\w+\}|undefined", alone), alone
        matching = [shape.pattern for shape in shapes if shape.fullmatch(beside)]
        assert matching, f"{json.dumps(problem)} -> {beside}"
        assert alone.endswith(beside)
        used |= {*matching}
    assert used == {shape.pattern for shape in shapes}  # no message is unused


def test_the_page_has_messages_for_the_codes_of_its_fields_only(visit: Visitor, problems: list[dict[str, str]]) -> None:
    page = visit("/deal", SPOT)
    words = page.evaluate("async (base) => Object.keys((await import(`${base}refusals.js`)).WORDS)", base_of(page))
    assert {*words} == {problem["code"] for problem in problems}


@pytest.mark.parametrize("code", ["too_new", "not_whole"])  # of the second, facts are missing
def test_a_refusal_without_a_translation_shows_the_servers_message(visit: Visitor, code: str) -> None:
    problem = {"code": code, "field": "x", "value": "1", "message": "x must be something new, got 1"}
    page = visit("/deal", SPOT, locale="de-DE")
    assert spelled(page, [problem]) == [["x must be something new, got 1"] * 2]


def test_a_refusal_appears_next_to_its_field_in_the_readers_language(visit: Visitor) -> None:
    page = visit("/deal", SPOT, locale="de-DE")
    typed(page, "Bleibt für Platz 1", "5000")
    page.get_by_label("Bleibt für Platz 1").blur()
    expect(page.locator(".err")).to_have_text("Höchstens 100 können übrig bleiben.")
    expect(page.locator(".note.warn")).to_have_text("Bleibt für Platz 1: Höchstens 100 können übrig bleiben.")
    visit.go(page, "/decide", SPOT.replace("range=40%25", "range=AAx"))
    expect(page.locator(".note.warn")).to_contain_text("SB: „AAx“ ist keine Hand.")


def test_a_deal_that_is_refused_at_first_can_be_corrected(visit: Visitor) -> None:
    page = visit("/deal", SPOT + "&leave=5000")
    expect(page.locator(".note.warn")).to_have_text("Left for the winner: At most 100 can be left.")
    typed(page, "Left for the winner", "5")
    expect(page.locator(".list")).to_contain_text("€95.00")
    expect(page.get_by_label("Left for the winner")).to_be_focused()  # typing can continue


SLOW = as_answer(TooSlowError("request", "would take longer than 5 s, this server's limit", 6))


def test_a_question_that_takes_the_server_too_long_says_so(visit: Visitor) -> None:
    page = visit("/table", SPOT)
    page.route("**/api/v1/nash", lambda route: route.fulfill(status=504, body=json.dumps(SLOW)))
    visit.go(page, "/nash", SPOT)
    expect(page.locator(".note.warn").first).to_contain_text("This takes longer than the server allows.")


@pytest.mark.parametrize("body", ["<h1>Gateway Timeout</h1>", '{"error": "timeout"}'])
def test_the_device_answers_if_a_proxy_says_that_the_server_does_not(visit: Visitor, body: str) -> None:
    page = visit("/table", SPOT)
    page.route("**/api/v1/nash", lambda route: route.fulfill(status=504, body=body))
    visit.go(page, "/nash", SPOT)
    expect(page.get_by_text("Solved", exact=False).first).to_be_visible(timeout=60_000)
