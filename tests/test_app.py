"""The page as people use it, in a real browser: by touch, by keyboard, on a phone, offline, in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

import finaltable as ft
from tests.browsing import open_browser
from tests.serving import Served, serving

pytestmark = pytest.mark.slow

SHOTS = Path(__file__).parent / "screenshots"
STACKS = (4125000, 3380000, 2910000, 2400000, 1985000, 1470000, 1455000, 910000, 615000)
PRIZES = (152000, 101400, 72500, 54000, 40600, 30300, 22800, 17200, 13200)
NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Fil", "Gus", "Hana", "Ivo")
NINE = "&".join(f"name={name}&stack={stack}" for name, stack in zip(NAMES, STACKS, strict=True))
NINE += "&payouts=" + "+".join(f"€{prize}" for prize in PRIZES)
NINE += "&blinds=60000/120000&big_blind_ante=120000&button=Cy&me=Gus"
SPOT = "name=CO&stack=2000&name=BTN&stack=3000&name=SB&stack=1000&name=BB&stack=1000&payouts=€50+€30+€20"
SPOT += "&blinds=100/200&button=BTN&me=BB&hero=BB&all_in=SB&hand=T8s&range=40%25"
LANGUAGES = {"en": "en-GB", "es": "es-ES", "de": "de-DE", "fr": "fr-FR", "pt": "pt-BR"}
SCREENS = {"home": "/", "table": "/table", "value": "/value", "deal": "/deal", "decide": "/decide", "how": "/how"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving("--quiet") as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Open]:
    """Open an address; every error of a script, of the console or of the network fails the test."""
    contexts = []
    problems: list[str] = []

    def opened(path: str = "/", query: str = "", **options: Any) -> Page:
        options = {"locale": "en-GB", **options}
        context = browser.new_context(base_url=served.address, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.goto(path + ("?" + quote(query, safe="=&+%/€") if query else ""))
        if options.get("java_script_enabled", True):
            page.wait_for_selector("html[data-app=on]")
        return page

    yield opened
    for context in contexts:
        context.close()
    known = ("status of 422", "net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED")
    assert [problem for problem in problems if not any(words in problem for words in known)] == []


def screen_query(name: str) -> str:
    return "" if name in ("home", "how") else SPOT if name == "decide" else NINE


def money_in(text: str) -> float:
    """Read €83,154 or −€1,137."""
    return float(re.sub(r"[^\d.−-]", "", text).replace("−", "-"))


def seat(page: Page, name: str) -> Locator:
    return page.locator(".oval").get_by_role("button", name=re.compile(f"^{name}\\b"))


def typed(page: Page, label: str, text: str) -> None:
    page.get_by_label(label, exact=True).fill(text)


# --- the table ---


def test_two_taps_lead_from_the_first_page_to_a_filled_table(visit: Open) -> None:
    page = visit("/", **PHONE)
    page.get_by_role("button", name="Set up your table").tap()
    expect(page.locator(".seat")).to_have_count(9)
    seat(page, "Ana").tap()
    expect(page.get_by_label("Chips", exact=True)).to_have_value("4,125,000")


def test_the_first_page_says_what_each_model_gives_the_same_player(visit: Open) -> None:
    page = visit("/")
    table = ft.Table.of(STACKS, PRIZES)
    for model, value in (("ICM", ft.icm(table).equities[6]), ("DCM", ft.dcm(table).equities[6])):
        expect(page.locator("main")).to_contain_text(f"{model} says €{value:,.0f}")
    page.get_by_role("button", name="ICM").click()
    expect(seat(page, "Gus")).to_contain_text(f"{ft.icm(table).equities[6]:,.0f}")


@pytest.mark.parametrize(
    ("written", "kept"), [("2.5m", "2500000"), ("1455k", "1455000"), ("1,455,000", "1455000"), ("2 400 000", "2400000")]
)
def test_chips_are_read_as_people_write_them(visit: Open, written: str, kept: str) -> None:
    page = visit("/table", NINE)
    seat(page, "Fil").click()
    typed(page, "Chips", written)
    page.wait_for_function("kept => location.search.includes('name=Fil&stack=' + kept)", arg=kept)


def test_an_error_stands_beside_its_field_only_once_it_has_been_left(visit: Open) -> None:
    page = visit("/table", NINE)
    seat(page, "Fil").click()
    typed(page, "Chips", "many")
    expect(page.locator(".err")).to_have_count(0)
    page.get_by_label("Chips", exact=True).blur()
    expect(page.locator(".err")).to_contain_text("Write a number")
    typed(page, "Chips", "1m")
    expect(page.locator(".err")).to_have_count(0)


def test_a_bust_takes_the_lowest_prize_along_and_can_be_undone_and_done_again(visit: Open) -> None:
    page = visit("/table", NINE, **PHONE)
    seat(page, "Ivo").tap()
    page.get_by_role("button", name="Bust").tap()
    expect(page.locator(".oval .seat:not(.out)")).to_have_count(8)
    assert "13200" not in page.url
    expect(page.get_by_role("status").filter(has_text="Ivo is out")).to_be_visible()
    page.locator(".toast").get_by_role("button", name="Undo").tap()
    expect(page.locator(".oval .seat:not(.out)")).to_have_count(9)
    assert "13200" in page.url


def test_undo_takes_the_typing_of_one_field_back_at_once(visit: Open) -> None:
    page = visit("/table", NINE)
    seat(page, "Fil").click()
    page.get_by_label("Chips", exact=True).press_sequentially("99", delay=5)
    page.get_by_label("Chips", exact=True).blur()
    assert "stack=1470000" not in page.url
    page.get_by_role("button", name="Undo").click()
    assert "stack=1470000" in page.url
    page.get_by_role("button", name="Redo").click()
    assert "stack=1470000" not in page.url


def test_the_button_can_be_dragged_to_another_seat(visit: Open) -> None:
    page = visit("/table", NINE)
    start, end = page.locator(".dbtn").bounding_box(), seat(page, "Hana").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=4)
    page.mouse.up()
    page.wait_for_function("() => location.search.includes('button=Hana')")


def test_a_list_can_be_pasted_with_its_prizes(visit: Open) -> None:
    page = visit("/")
    page.get_by_role("button", name="Paste one").click()
    page.get_by_role("textbox").fill("Ana 1.2m\nBo 800k\nCy 75k")
    page.get_by_role("button", name="Take it").click()
    expect(seat(page, "Bo")).to_contain_text("800k")


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_seats_never_overlap(visit: Open, players: int, width: int) -> None:
    names = ("Maximilian", "Bo", "Konstantina", "Di", "Eve", "Fil", "Gus", "Wolfgang-Amadeus", "Ivo", "Jo")
    query = "&".join(f"name={name}&stack=1455000" for name in names[:players]) + "&payouts=50+30"
    page = visit("/table", query, viewport={"width": width, "height": 800})
    boxes = [box for seat in page.locator(".seat").all() if (box := seat.bounding_box())]
    for i, one in enumerate(boxes):
        assert one["x"] >= 0
        assert one["x"] + one["width"] <= width
        for other in boxes[:i]:
            apart = abs(one["x"] - other["x"]) >= min(one["width"], other["width"]) - 1
            assert apart or abs(one["y"] - other["y"]) >= min(one["height"], other["height"]) - 1


# --- what it is worth ---


def test_values_are_those_of_python_and_add_up(visit: Open) -> None:
    page = visit("/value", NINE)
    rows = page.locator("ol.list li.vr:not(.vh)")
    expect(rows).to_have_count(9)
    table = ft.Table.of(STACKS, PRIZES)
    for k, model in enumerate(("icm", "sem", "dcm")):
        shown = [money_in(rows.nth(i).locator(".v").nth(k).inner_text().split()[-1]) for i in range(9)]
        assert sum(shown) == sum(PRIZES)
        assert np.abs(np.array(shown) - ft.equity(table, model=model).equities).max() <= 1


def test_the_proof_opens_behind_its_mark_and_closes_with_escape(visit: Open) -> None:
    page = visit("/value", NINE)
    mark = page.get_by_role("button", name="Exact to the cent")
    mark.click()
    expect(page.get_by_role("dialog")).to_contain_text("proved")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(mark).to_be_focused()


def test_places_are_a_heat_map_that_changes_with_the_model(visit: Open) -> None:
    page = visit("/value", NINE, **PHONE)
    last = page.locator("table.heat tbody tr").last.locator("td").last
    expect(last).to_have_text("89")
    page.get_by_role("group", name="Model of the places").get_by_role("button", name="ICM").tap()
    expect(last).to_have_text("41")
    page.get_by_role("button", name="Knockouts").tap()
    expect(page.locator("section", has_text="ICM does not say who busts whom").last).to_be_visible()


def test_close_stacks_are_told_in_money(visit: Open) -> None:
    page = visit("/value", NINE)
    expect(page.locator(".note.warn", has_text="Fil and Gus")).to_contain_text("15,000 chips apart", timeout=20000)


# --- deals ---


def shares(page: Page) -> list[float]:
    return [money_in(text) for text in page.locator("button.dr .sh").all_inner_texts()]


def test_a_deal_is_icm_until_the_slider_moves_and_always_adds_up(visit: Open) -> None:
    page = visit("/deal", NINE + "&unit=1&leave=10000")
    expect(page.get_by_text("ICM is what is signed")).to_be_visible()
    before = shares(page)
    slider = page.get_by_role("slider")
    for _ in range(3):
        slider.press("PageUp")
    expect(page.locator(".slider b")).not_to_have_text("ICM")
    page.wait_for_function("old => document.querySelector('button.dr .sh').textContent !== old", arg="€78,600")
    page.wait_for_timeout(300)
    after = shares(page)
    assert before != after
    assert sum(before) == sum(after) == sum(PRIZES) - 10000
    page.get_by_role("button", name="Back to ICM").click()
    page.wait_for_function("old => document.querySelector('button.dr .sh').textContent === old", arg="€78,600")
    assert shares(page) == before


def test_tapping_a_name_shows_that_players_view(visit: Open) -> None:
    page = visit("/deal", NINE, **PHONE)
    page.locator("button.dr", has_text="Bo").tap()
    expect(page.get_by_role("heading", name="Your view: Bo")).to_be_visible()
    expect(page.locator(".stay")).to_contain_text("Bo")


def test_the_sheet_to_sign_has_the_shares_of_the_screen(visit: Open) -> None:
    page = visit("/deal", NINE + "&unit=1")
    expect(page.locator("button.dr").first).to_be_visible()
    first = page.locator("button.dr .sh").first.inner_text()
    sheet = page.get_by_role("link", name="Sheet to sign").first.get_attribute("href")
    assert sheet
    page.goto(sheet)
    expect(page.locator("body")).to_contain_text(first.removeprefix("€"))


def test_terms_that_cannot_be_are_said_beside_their_field(visit: Open) -> None:
    page = visit("/deal", NINE)
    typed(page, "Left for the winner", "900k")
    page.get_by_label("Left for the winner").blur()
    expect(page.locator(".field .err")).to_be_visible()
    expect(page.locator("button.dr")).to_have_count(9)


# --- decisions ---


def test_the_verdict_comes_first_and_models_part_where_python_says(visit: Open) -> None:
    page = visit("/decide", SPOT)
    expect(page.locator(".word")).to_have_text("FOLD")
    expect(page.locator(".verdict")).to_contain_text("A call costs €2.47 of the €100 prizes.")
    expect(page.locator(".eq")).to_contain_text("DCM 31.2")
    expect(page.locator(".note.warn").first).to_contain_text("DCM would call")


def test_two_taps_make_a_spot(visit: Open) -> None:
    page = visit("/decide", SPOT.partition("&me=")[0], **PHONE)
    expect(page.locator(".word")).to_have_text("Tap who you are")
    seat(page, "BB").tap()
    expect(page.locator(".word")).to_have_text("Tap who is all-in")
    seat(page, "SB").tap()
    expect(page.locator(".word")).to_have_text(re.compile("CALL|FOLD"))
    assert "all_in=SB" in page.url


def test_a_range_is_painted_with_the_thumb_and_undone_a_stroke_at_a_time(visit: Open) -> None:
    page = visit("/decide", SPOT)
    page.get_by_role("button", name="Range: 40%").click()
    grid = page.get_by_role("group", name="Hands")
    expect(grid.locator("button.y").first).to_be_visible()
    page.get_by_role("slider").last.fill("0")
    expect(grid.locator("button.y")).to_have_count(0)
    grid.locator("[data-hand=AA]").hover()
    page.mouse.down()
    for hand in ("AKs", "AQs", "AJs"):
        grid.locator(f"[data-hand={hand}]").hover()
    page.mouse.up()
    expect(grid.locator("button.y")).to_have_count(4)
    expect(page.get_by_role("dialog")).to_contain_text("18 combinations")


def test_a_range_is_painted_by_keyboard_too(visit: Open) -> None:
    page = visit("/decide", SPOT)
    page.get_by_role("button", name="Range: 40%").click()
    page.get_by_role("slider").last.fill("0")
    page.get_by_role("group", name="Hands").locator("[data-hand=AA]").focus()
    for key in ("Space", "ArrowDown", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(page.get_by_role("group", name="Hands").locator("button.y")).to_have_text(["AA", "KK"])


def test_a_wrong_range_is_said_and_the_last_verdict_stays(visit: Open) -> None:
    page = visit("/decide", SPOT)
    page.get_by_role("button", name="Range: 40%").click()
    typed(page, "As text", "AAx")
    page.get_by_label("As text").blur()
    expect(page.get_by_role("dialog").locator(".err")).to_contain_text("AAx")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".word")).to_have_text("FOLD")


# --- how it works ---


def test_hands_play_by_the_rules_of_dcm(visit: Open) -> None:
    page = visit("/how")
    page.get_by_role("button", name="Bo", exact=True).click()
    expect(page.locator(".frame").nth(2)).to_contain_text("1,100")
    expect(page.get_by_text("Chance of this path: 1 in 3")).to_be_visible()
    page.get_by_role("button", name="Bo", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Bo has all the chips after 2 hands")).to_be_visible()
    expect(page.get_by_role("list", name="Hands so far")).to_contain_text("Cy 3rd")


# --- kept, shared, lost and found ---


def test_tables_are_saved_on_the_device_and_opened_again(visit: Open) -> None:
    page = visit("/table", NINE)
    page.get_by_role("button", name="Saved tables").click()
    typed(page, "Name of this table", "Sunday final")
    page.get_by_role("button", name="Save", exact=True).click()
    page.goto("/table")
    page.get_by_role("button", name="Saved tables").click()
    page.get_by_role("button", name="Sunday final", exact=True).click()
    expect(page.locator(".oval .seat:not(.out)")).to_have_count(9)


def test_sharing_offers_the_address_and_its_code(visit: Open) -> None:
    page = visit("/value", NINE)
    page.get_by_role("button", name="Share").click()
    assert "name=Ana&stack=4125000" in page.get_by_label("Address").input_value()
    page.wait_for_function("() => document.querySelector('.qr')?.naturalWidth > 0")
    with page.expect_download() as picture:
        page.get_by_role("button", name="Picture").click()
    assert picture.value.suggested_filename == "finaltable.png"


def test_a_lost_network_loses_no_keystroke(visit: Open) -> None:
    page = visit("/value", NINE)
    expect(page.locator("li.vr")).to_have_count(10)
    page.context.set_offline(True)
    page.get_by_role("navigation").first.get_by_role("link", name="Table").click()
    seat(page, "Ana").click()
    typed(page, "Chips", "9m")
    page.get_by_role("navigation").first.get_by_role("link", name="Value").click()
    expect(page.get_by_text("No network.").first).to_be_visible()
    page.context.set_offline(False)
    value = ft.icm([9000000, *STACKS[1:]], PRIZES).equities[0]
    expect(page.locator("li.vr").nth(1)).to_contain_text(f"{value:,.0f}", timeout=15000)


def test_markup_in_a_name_stays_text(visit: Open) -> None:
    page = visit("/value", NINE.replace("Ana", "<img src=x onerror=alert(1)>"))
    expect(page.locator("li.vr").nth(1)).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.locator("main img").count() == 0


def test_old_addresses_still_work_without_javascript(visit: Open) -> None:
    page = visit(
        "/", "name=Ana&stack=1000&name=Bo&stack=500&name=Cy&stack=100&payouts=100+50", java_script_enabled=False
    )
    expect(page.locator("body")).to_contain_text("80.79")


# --- for everybody ---


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_screens_are_accessible(visit: Open, screen: str, scheme: str) -> None:
    page = visit(SCREENS[screen], screen_query(screen), color_scheme=scheme, **PHONE)
    page.wait_for_timeout(500)
    found = Axe().run(page).response["violations"]
    assert [
        (one["id"], one["nodes"][0]["html"][:120]) for one in found if one["impact"] in ("serious", "critical")
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
def test_every_language_fits_a_narrow_phone(visit: Open, screen: str, language: str) -> None:
    page = visit(
        SCREENS[screen], screen_query(screen), locale=LANGUAGES[language], viewport={"width": 320, "height": 700}
    )
    page.wait_for_timeout(300)
    assert page.locator("html").get_attribute("lang") == language
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    clipped = page.evaluate(
        """() => [...document.querySelectorAll('.btn, .pill, .seg > *, .tabs a, h1, h2, .word')]
        .filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1 && !one.matches('.clip, .unseen'))
        .map((one) => one.textContent.trim())"""
    )
    assert clipped == []


def test_all_languages_have_the_same_words(visit: Open) -> None:
    page = visit("/")
    base = page.locator("script[type=module]").get_attribute("src")
    assert base
    words = {
        code: page.evaluate(f"async () => (await import('{base.replace('main.js', f'words/{code}.js')}')).default")
        for code in LANGUAGES
    }
    for code, own in words.items():
        assert set(own) == set(words["en"]), code
        for key, text in own.items():
            holes = [set(re.findall(r"\{\w+\}", str(one))) for one in (text, words["en"][key])]
            assert holes[0] == holes[1], (code, key)


def test_numbers_are_written_and_read_as_the_locale_has_them(visit: Open) -> None:
    page = visit("/table", NINE, locale="de-DE")
    seat(page, "Fil").click()
    expect(page.get_by_label("Chips", exact=True)).to_have_value("1.470.000")
    typed(page, "Chips", "1.500.000")
    page.wait_for_function("() => location.search.includes('stack=1500000')")
    typed(page, "Chips", "1,5m")
    expect(seat(page, "Fil")).to_contain_text("1,5m")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 768, 1280, 1920])
@pytest.mark.parametrize("screen", SCREENS)
def test_pictures_of_every_screen(visit: Open, screen: str, width: int, scheme: str) -> None:
    page = visit(SCREENS[screen], screen_query(screen), viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.wait_for_timeout(250)
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"{screen}-{width}-{scheme}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_first_load_is_light(visit: Open, served: Served) -> None:
    page = visit("/")
    page.wait_for_timeout(500)
    sizes = page.evaluate("performance.getEntriesByType('resource').map((one) => [one.name, one.encodedBodySize])")
    assert not [name for name, _ in sizes if not name.startswith(served.address)]
    assert sum(size for _, size in sizes) < 150_000
