"""A new table on a phone: how many, chips by keypad, prizes from the pool; and dialogs with Back and Escape."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Page, expect

from tests.browsing import serious_in
from tests.serving import Served
from tests.visiting import NINE, PHONE, Visitor, seat

pytestmark = pytest.mark.slow


def press(page: Page, keys: str) -> int:
    """Tap keys of the keypad; return how many."""
    for key in keys:
        page.locator(".keypad").get_by_role("button", name=key, exact=True).tap()
    return len(keys)


def next_field(page: Page) -> int:
    """Tap Next or Done; return 1."""
    page.locator(".keypad .pri").tap()
    return 1


def stacks_of(page: Page) -> list[str]:
    """Return the stacks in the address."""
    return parse_qs(urlparse(page.url).query)["stack"]


def test_five_stacks_take_six_taps_besides_the_digits(visit: Visitor) -> None:
    page = visit("/deal", NINE, **PHONE, locale="en-IE")
    page.get_by_role("button", name="More").tap()
    page.get_by_role("dialog").get_by_role("button", name="New table").tap()
    taps = 1
    page.get_by_role("button", name="5", exact=True).tap()
    first, *others = ("1240k", "860", "610", "415", "185")
    press(page, first)
    for keys in others:
        taps += next_field(page)
        press(page, keys)
    expect(page.locator("dl")).to_contain_text("3,310,000")
    expect(page.locator("dl")).to_contain_text("662,000")
    expect(page.get_by_role("dialog")).to_contain_text("The first was typed 1240k, so 185 is 185,000.")
    assert serious_in(page) == []
    taps += next_field(page)
    assert taps == 6
    press(page, "54200")
    expect(page.get_by_label("Prize for 1st place")).to_have_value("€20,200")
    assert serious_in(page) == []
    next_field(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_url("**/deal?**stack=1240000**")
    assert stacks_of(page) == ["1240000", "860000", "610000", "415000", "185000"]
    prizes = [int(prize[1:]) for prize in parse_qs(urlparse(page.url).query)["payouts"][0].split()]
    assert sum(prizes) == 54200
    expect(page.locator("button.dr")).to_have_count(5)
    page.locator(".toast").get_by_role("button", name="Undo").tap()
    expect(page.locator("button.dr")).to_have_count(9)


def test_a_stack_that_is_ten_times_off_is_questioned_and_never_blocks(visit: Visitor) -> None:
    page = visit("/table", "", **PHONE)
    page.get_by_role("button", name="New table").tap()
    page.get_by_role("button", name="4", exact=True).tap()
    for keys in ("1240k", "8600", "415", "3"):
        press(page, keys)
        if keys != "3":
            next_field(page)
    note = page.locator("dialog .note")
    expect(note).to_contain_text("More than all others together. A digit too many?")
    note.get_by_role("button", name="Make it 860k").tap()
    expect(note).to_have_count(0)
    expect(page.get_by_label("Chips of Seat 2")).to_have_value("860,000")
    page.get_by_label("Chips of Seat 3").tap()  # leaves the last field
    expect(note).to_contain_text("Far below the others. A digit missing?")
    page.get_by_label("Chips of Seat 4").tap()
    next_field(page)
    expect(page.get_by_label("Prize pool")).to_be_focused()  # it does not block


def test_names_are_optional_and_keys_of_a_keyboard_work(visit: Visitor) -> None:
    page = visit("/table", "", locale="de-DE")
    page.get_by_role("button", name="Neuer Tisch").click()
    page.get_by_role("button", name="2", exact=True).click()
    expect(page.get_by_label("Chips von Platz 1")).to_be_focused()
    page.keyboard.type("1,5m")
    page.keyboard.press("Enter")
    page.keyboard.type("900k")
    page.get_by_label("Name von Platz 2").fill("<i>Bo</i>")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Chips von <i>Bo</i>")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Preisgeld", exact=True)).to_be_focused()
    page.keyboard.type("5000")
    page.keyboard.press("Enter")
    expect(page.locator(".seat", has_text="<i>Bo</i>")).to_contain_text("900k")
    assert stacks_of(page) == ["1500000", "900000"]


def test_back_closes_a_dialog_and_keeps_what_was_changed(visit: Visitor) -> None:
    page = visit("/table", NINE, **PHONE)
    seat(page, "Fil").tap()
    expect(page.get_by_label("Chips", exact=True)).to_be_focused()
    page.get_by_label("Chips", exact=True).fill("2m")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Chips", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Share").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Share")).to_be_focused()
    assert "stack=2000000" in page.url
    page.get_by_role("button", name="New table").tap()
    page.get_by_role("button", name="3", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Back").tap()
    expect(page.get_by_text("How many are left?")).to_be_visible()
    page.get_by_role("button", name="Paste a list or a hand").tap()
    page.get_by_role("dialog").get_by_role("textbox").fill("Kim 5k\nLee 4k")
    page.get_by_role("button", name="Use these 2").tap()
    expect(seat(page, "Kim")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("navigation").last.get_by_role("link", name="Value").tap()
    page.wait_for_url("**/value?name=Kim**")
    page.go_back()
    page.wait_for_url(re.compile("/table[?].*name=Kim"))


def test_the_first_load_is_at_most_150_kilobytes(visitor: Visitor, served: Served) -> None:
    page = visitor.browser.new_context(base_url=served.address, locale="en-GB", service_workers="block").new_page()
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert 10_000 < sum(sizes) <= 150_000
    page.context.close()
