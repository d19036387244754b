"""The table screen in a real browser: seats, the button, undo, bounties, by touch and by keyboard."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, expect

import finaltable as ft
from tests.visiting import HEADS, NINE, PHONE, SPOT, Visitor, seat, typed

pytestmark = pytest.mark.slow


def test_chips_can_be_typed_in_many_formats(visit: Visitor) -> None:
    page = visit("/table", NINE)
    seat(page, "Fil").click()
    for written, kept in {"2.5m": 2500000, "1455k": 1455000, "1,455,000": 1455000, "2 400 000": 2400000}.items():
        typed(page, "Chips", written)
        page.wait_for_function("kept => location.search.includes('name=Fil&stack=' + kept)", arg=kept)


def test_an_error_appears_next_to_its_field_once_the_field_loses_focus(visit: Visitor) -> None:
    page = visit("/table", NINE)
    seat(page, "Fil").click()
    typed(page, "Chips", "many")
    expect(page.locator(".err")).to_have_count(0)
    page.get_by_label("Chips", exact=True).blur()
    expect(page.locator(".err")).to_contain_text("Write a number")
    typed(page, "Chips", "1m")
    expect(page.locator(".err")).to_have_count(0)


def test_a_bust_removes_the_lowest_prize_and_can_be_undone_and_redone(visit: Visitor) -> None:
    page = visit("/table", NINE, **PHONE)
    seat(page, "Ivo").tap()
    page.get_by_role("button", name="Bust").tap()
    expect(page.locator(".oval .seat:not(.out)")).to_have_count(8)
    assert "13200" not in page.url
    expect(page.get_by_role("status").filter(has_text="Ivo is out")).to_be_visible()
    page.locator(".toast").get_by_role("button", name="Undo").tap()
    expect(page.locator(".oval .seat:not(.out)")).to_have_count(9)
    assert "13200" in page.url


def test_undo_reverts_all_typing_in_one_field(visit: Visitor) -> None:
    page = visit("/table", NINE)
    seat(page, "Fil").click()
    page.get_by_label("Chips", exact=True).press_sequentially("99", delay=5)
    page.get_by_label("Chips", exact=True).blur()
    assert "stack=1470000" not in page.url
    page.get_by_role("button", name="Undo").click()
    assert "stack=1470000" in page.url
    page.get_by_role("button", name="Redo").click()
    assert "stack=1470000" not in page.url


def test_the_button_can_be_dragged_to_another_seat(visit: Visitor) -> None:
    page = visit("/table", NINE)
    start, end = page.locator(".dbtn").bounding_box(), seat(page, "Hana").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=4)
    page.mouse.up()
    page.wait_for_function("() => location.search.includes('button=Hana')")


def test_a_list_can_be_pasted_with_its_prizes(visit: Visitor) -> None:
    page = visit("/")
    page.get_by_role("button", name="Paste one").click()
    text = "Seat 1: Ana (1,200,000)\nBo 800k\nLevel 24, ante 10,000\nCy <b>x</b> 75k\n1st: 20 000 €\n2nd: 9 500,50 €"
    page.get_by_role("textbox").fill(text)
    preview = page.get_by_role("region", name="What was read")
    expect(preview).to_contain_text("3 players, 2,075,000 chips")
    read = ["Ana1,200,000", "Bo800,000", "Cy <b>x</b>75,000", "1st€20,000", "2nd€9,500.50"]
    shown = [re.sub(r"\s*\n\s*", "", line) for line in preview.get_by_role("listitem").all_inner_texts()]
    assert shown == [*read, "“Level 24, ante 10,000”Not read"]
    page.get_by_role("button", name="Use these 3").click()
    expect(seat(page, "Bo")).to_contain_text("800k")
    page.wait_for_function("() => location.search.includes('payouts=%E2%82%AC20000+%E2%82%AC9500.5')")
    page.get_by_role("button", name="Paste").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("20000/14000/9500")  # only prizes: the players stay
    page.get_by_role("button", name="Use these prizes").click()
    expect(page.get_by_label("Prize for 3rd place")).to_have_value("9,500")
    expect(seat(page, "Bo")).to_contain_text("800k")


def test_bounties_are_entered_at_seats_and_change_value_deal_and_decision(visit: Visitor) -> None:
    page = visit("/table", SPOT, **PHONE)
    page.get_by_role("button", name="On players").tap()
    seat(page, "SB").tap()
    typed(page, "Bounty", "€10")
    expect(seat(page, "SB")).to_have_accessible_name(re.compile("bounty €10"))
    assert "bounties=0+0+10+0" in page.url
    visit.go(page, "/value", HEADS)
    bounties = ft.bounties(ft.Table.of([2000, 3000, 1000, 1000], [50, 30, 20], bounties=[20, 20, 10, 40]), model="icm")
    table = page.get_by_role("region", name="Bounties expected").locator("tbody tr").first
    expect(table).to_contain_text(f"€{bounties.income[0]:.2f}")
    visit.go(page, "/deal", HEADS)
    expect(page.get_by_label("Bounties in the deal")).to_have_value("")
    visit.go(page, "/decide", HEADS)
    expect(page.locator("#spot")).to_contain_text("break-even 47.7 % without bounties, 42.5 % with them")


def test_envelopes_of_a_mystery_bounty_are_valued_and_validated(visit: Visitor) -> None:
    page = visit("/table", SPOT)
    page.get_by_role("button", name="Mystery").click()
    assert "mystery=4x100" in page.url
    typed(page, "Envelopes left", "many")
    page.get_by_label("Envelopes left").blur()
    expect(page.locator(".err")).to_contain_text("Write how many of each amount")
    typed(page, "Envelopes left", "1x50, 3x10")
    page.get_by_label("The winner opens an envelope, too.").uncheck()
    page.get_by_role("navigation").first.get_by_role("link", name="Value").click()
    table = ft.Table.of([2000, 3000, 1000, 1000], [50, 30, 20], mystery="1x50, 3x10", own_bounty=False)
    value = ft.bounties(table, model="icm").income[0]
    expect(page.get_by_role("region", name="Bounties expected").locator("tbody tr").first).to_contain_text(
        f"€{value:.2f}"
    )
    assert "no_own_bounty=1" in page.url
    visit.go(page, "/table", page.url.partition("?")[2])
    expect(page.get_by_role("button", name="Mystery")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("group", name="Bounties").get_by_role("button", name="None").click()
    assert "mystery" not in page.url


def names_at(page: Page) -> list[str]:
    """Return the players in the order of the address."""
    return [value for key, value in parse_qsl(page.url.partition("?")[2]) if key == "name"]


def test_a_long_press_lifts_a_seat_and_a_short_one_opens_it(visit: Visitor) -> None:
    page = visit("/table", NINE)
    start, end = seat(page, "Bo").bounding_box(), seat(page, "Di").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.locator(".seat.lifted").wait_for()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=4)
    page.mouse.up()
    expect(page.get_by_role("status").filter(has_text="Bo is now in seat 4")).to_be_visible()
    assert names_at(page)[:4] == ["Ana", "Cy", "Di", "Bo"]
    assert "button=Cy&me=Gus" in page.url
    expect(page.get_by_label("Chips", exact=True)).to_have_count(0)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    assert names_at(page)[:4] == ["Ana", "Bo", "Cy", "Di"]


def test_a_seat_moves_by_taps_and_keys_and_roles_follow_unnamed_players(visit: Visitor) -> None:
    page = visit("/table", "name=&stack=5000&name=&stack=4000&name=Cy&stack=3000&payouts=5&button=Player+1&me=Player+2")
    seat(page, "Player 1").click()
    page.get_by_role("button", name="To seat 2").focus()
    page.keyboard.press("Enter")
    assert page.url.partition("?")[2].startswith("name=&stack=4000&name=&stack=5000&name=Cy&stack=3000")
    assert "button=Player+2&me=Player+1" in page.url
    expect(page.get_by_label("Chips", exact=True)).to_have_value("5,000")
