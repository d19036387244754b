"""Layout and accessibility: every screen, width, theme and language; screenshots are saved."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.boxes import faults_of
from tests.browsing import SHOTS, serious_in, shoot
from tests.visiting import LANGUAGES, NINE, PHONE, SCREENS, Visitor, path_of, seat, typed

pytestmark = pytest.mark.slow

WIDTHS = (320, 360, 390, 768, 1024, 1280, 1920)
LONG = ("Maximilian", "Bo", "Konstantina", "Di", "Eve", "Fil", "Gus", "Wolfgang-Amadeus", "Ivo", "Jo")
HEAVY = "&".join(f"name={name}&stack={41_250_000 // 2**i}" for i, name in enumerate(LONG[:9]))
HEAVY += "&payouts=" + "+".join(f"${15_200_000 // (i + 1)}" for i in range(9)) + "&button=Bo&me=Di"
HEAVY += "&bounties=" + "+".join(f"${2500 * (i + 1)}" for i in range(9)) + "&blinds=60000/120000&big_blind_ante=120000"
# Clipped words, and buttons too small for a thumb.
CLIPPED = """() => [...document.querySelectorAll('.btn, .pill, .seg > *, .tabs a, .nav a, h1, h2, .word, .note')]
    .filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1 && !one.matches('.clip, .unseen'))
    .map((one) => one.textContent.trim())"""
SMALL = """() => [...document.querySelectorAll('button, select, input, a.btn, .tabs a')]
    .filter((one) => one.offsetParent && !one.closest('.grid, p, .unseen') && !one.matches('.mark, .skip'))
    .filter((one) => innerWidth < 900 || !one.matches('.rb, .low, .nash .seg > *'))  // for a pointer
    .map((one) => [one, one.type === 'checkbox' ? one.closest('label') : one])
    .filter(([, target]) => target.getBoundingClientRect().height < 40)
    .map(([one]) => one.outerHTML.slice(0, 80))"""


def width_of(page: Page) -> int:
    """Return the width of the content."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_fits_every_width_and_is_accessible_in_both_themes(visit: Visitor, screen: str) -> None:
    page = visit(path_of(screen), SCREENS[screen], reduced_motion="reduce")
    visit.wait(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            shoot(page, f"{screen}-{width}-{scheme}")
            assert width_of(page) <= width
            assert page.evaluate(CLIPPED) == []
            assert page.evaluate(SMALL) == []
            assert faults_of(page) == [], (width, scheme)
        page.set_viewport_size({"width": 390, "height": 844})
        assert serious_in(page) == [], scheme


def test_the_description_of_the_api_fits_every_width_and_is_accessible_in_both_themes(visit: Visitor) -> None:
    page = visit.context({}).new_page()
    page.goto("/docs")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            shoot(page, f"docs-{width}-{scheme}")
            assert width_of(page) <= width
        assert serious_in(page) == [], scheme
    page.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits_a_narrow_phone(visit: Visitor, language: str) -> None:
    page = visit("/", locale=LANGUAGES[language], viewport={"width": 320, "height": 700})
    for screen, query in SCREENS.items():
        visit.walk(page, screen, query)
        assert page.locator("html").get_attribute("lang") == language
        assert width_of(page) <= 320, screen
        assert page.evaluate(CLIPPED) == [], screen
        assert faults_of(page) == [], screen
    for screen in (
        "home",
        "table",
        "value",
        "deal",
        "how",
    ):  # long names, money of eight digits, a bounty on every seat
        visit.walk(page, screen, HEAVY)
        for width in (320, 768, 1280):
            page.set_viewport_size({"width": width, "height": 700})
            assert faults_of(page) == [], (screen, width)
    assert written_and_read_back(page)


def written_and_read_back(page: Page) -> bool:
    """Return whether a displayed prize that is typed again stays the same."""
    page.goto("/table?name=Ana&stack=5&name=Bo&stack=4&payouts=€1234567.5")
    prize = page.locator(".prize input")
    shown = prize.input_value()
    prize.fill("1")
    page.wait_for_function("() => location.search.includes('%E2%82%AC1&') || location.search.endsWith('%E2%82%AC1')")
    prize.fill(shown)
    page.wait_for_function("() => location.search.includes('1234567.5')")
    return True


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_seats_never_overlap(visit: Visitor, width: int) -> None:
    page = visit("/", viewport={"width": width, "height": 800})
    for screen in ("table", "decide", "home"):
        for players in range(2, 11):
            query = "&".join(f"name={name}&stack=1455000" for name in LONG[:players])
            visit.walk(page, screen, query + "&payouts=€5000+€3000&button=Bo&me=Bo")
            boxes = page.evaluate(
                "[...document.querySelectorAll('.seat')].map((one) => one.getBoundingClientRect().toJSON())"
            )
            assert len(boxes) >= players
            for i, one in enumerate(boxes):
                assert one["left"] >= 0
                assert one["right"] <= width
                for other in boxes[:i]:
                    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
                    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
                    assert min(across, down) <= 1, (screen, players, i)


def test_text_of_twice_the_size_fits(visit: Visitor) -> None:
    page = visit("/", viewport={"width": 640, "height": 800})
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    for screen, query in SCREENS.items():
        visit.walk(page, screen, query)
        assert width_of(page) <= 640, screen


def test_nothing_moves_with_reduced_motion(visit: Visitor) -> None:
    page = visit("/deal", NINE, reduced_motion="reduce")
    page.locator(".pin").first.wait_for()
    moving = """[...document.querySelectorAll('*')].map((one) => [one.className, getComputedStyle(one)])
        .filter(([, style]) => parseFloat(style.transitionDuration) > 0.01 || style.animationName !== 'none')
        .map(([name]) => name)"""
    assert page.evaluate(moving) == []


def test_print_shows_answers_without_bars_buttons_and_shadows(visit: Visitor) -> None:
    page = visit("/table", NINE, color_scheme="dark", viewport={"width": 1280, "height": 900})
    for screen, most in {"table": 1, "value": 2, "deal": 1, "decide": 2}.items():
        visit.walk(page, screen, SCREENS[screen])
        page.emulate_media(media="print")
        assert page.locator("main .card").first.evaluate("one => getComputedStyle(one).boxShadow") == "none"
        assert page.locator("h1").evaluate("one => getComputedStyle(one).color") == "rgb(16, 32, 26)"
        shown = ".top, .tabs, .btn, .stay, .scroll, .late, [type=range], .seg > [aria-pressed=false]"
        assert page.locator(shown).locator("visible=true").count() == 0, screen
        assert pages_in(page.pdf(format="A4", path=SHOTS / f"{screen}.pdf")) <= most, screen


def pages_in(document: bytes) -> int:
    """Count the pages of a PDF."""
    return len(re.findall(rb"/Type /Page\b(?!s)", document))


def test_seats_and_charts_have_names_for_screen_readers(visit: Visitor) -> None:
    page = visit("/table", NINE)
    expect(seat(page, "Cy")).to_have_accessible_name("Cy, seat 3, 2,910,000 chips, button")
    visit.screen(page, "decide")
    expect(page.get_by_role("img", name=re.compile("Chance to win 39.9"))).to_have_count(1)
    expect(page.get_by_role("img", name=re.compile("What calling and folding are worth"))).to_have_count(1)


def test_a_table_is_set_up_and_valued_by_keyboard_alone(visit: Visitor) -> None:
    page = visit("/table", NINE)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    seat(page, "Fil").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Chips", exact=True).focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("2m")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.get_by_role("navigation").first.get_by_role("link", name="Value").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#screen")).to_be_focused()
    expect(page.locator("li.vr").nth(6)).to_contain_text("2m")


def test_numbers_are_formatted_and_parsed_by_locale(visit: Visitor) -> None:
    page = visit("/table", NINE, locale="de-DE")
    seat(page, "Fil").click()
    expect(page.get_by_label("Chips", exact=True)).to_have_value("1.470.000")
    typed(page, "Chips", "1.500.000")
    page.wait_for_function("() => location.search.includes('stack=1500000')")
    typed(page, "Chips", "1,5m")
    expect(seat(page, "Fil")).to_contain_text("1,5m")


def test_the_first_load_is_light(visit: Visitor) -> None:
    page = visit("/", whole=True, **PHONE, locale="de-AT")
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate("performance.getEntriesByType('resource').map((one) => [one.name, one.encodedBodySize])")
    assert not [name for name, _ in sizes if not name.startswith(visit.served.address)]
    assert len(sizes) > 20
    assert sum(size for _, size in sizes) < 150_000
