"""The page as people use it, in a real browser: by touch, by keyboard, offline, undone and shared."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

import finaltable as ft
from tests.visiting import NAMES, NINE, PHONE, PRIZES, SPOT, STACKS, Visitor, money_in, seat, typed

pytestmark = pytest.mark.slow


# --- the first page ---


def test_two_taps_lead_from_the_first_page_to_a_filled_table(visit: Visitor) -> None:
    page = visit("/", **PHONE)
    seat(page, "Ana").tap()
    expect(page.locator(".seat")).to_have_count(9)
    seat(page, "Ana").tap()
    expect(page.get_by_label("Chips", exact=True)).to_have_value("4,125,000")


def test_the_home_screen_shows_the_value_of_one_player_under_each_model(visit: Visitor) -> None:
    page = visit("/")
    table = ft.Table.of(STACKS, PRIZES)
    for model, value in (("ICM", ft.icm(table).equities[6]), ("DCM", ft.dcm(table).equities[6])):
        expect(page.locator("main")).to_contain_text(f"{model} says €{value:,.0f}")
    page.get_by_role("group", name="Chip model").get_by_role("button", name="ICM").click()
    expect(seat(page, "Gus").locator("b")).to_have_text(f"€{ft.icm(table).equities[6]:,.0f}")


def test_the_home_screen_shows_dcm_and_icm_and_names_the_model_of_advice(visit: Visitor) -> None:
    page = visit("/")
    table = ft.Table.of(STACKS, PRIZES)
    for name, dcm, icm in zip(NAMES, ft.dcm(table).equities, ft.icm(table).equities, strict=True):
        expect(seat(page, name).locator(".tm")).to_have_text([f"€{dcm:,.0f}", f"€{icm:,.0f}"])
    expect(page.locator("main")).to_contain_text("Values show DCM, the subject of the paper, next to ICM.")
    expect(page.locator("main")).to_contain_text("training use ICM unless you choose otherwise")


# --- values ---


def test_values_are_those_of_python_and_add_up(visit: Visitor) -> None:
    page = visit("/value", NINE)
    rows = page.locator("ol.list li.vr:not(.vh)")
    expect(rows).to_have_count(9)
    table = ft.Table.of(STACKS, PRIZES)
    for k, model in enumerate(("icm", "sem", "dcm")):
        shown = [money_in(rows.nth(i).locator(".v").nth(k).inner_text().split()[-1]) for i in range(9)]
        assert sum(shown) == sum(PRIZES)
        assert np.abs(np.array(shown) - ft.equity(table, model=model).equities).max() <= 1


def test_a_tap_on_the_axis_gives_each_row_a_separate_axis(visit: Visitor) -> None:
    page = visit("/value", NINE, **PHONE)
    line = page.locator("li.vr:not(.vh) .trk").nth(3)  # Di: all three within a hundred of 62,000
    middles = "ones => ones.map((one) => one.getBoundingClientRect().left + one.getBoundingClientRect().width / 2)"
    expect(line.locator(".mk")).to_have_count(3)
    before = line.locator(".mk").evaluate_all(middles)
    assert max(before) - min(before) < 2
    page.get_by_role("button", name="Zoom in: each line on its own").tap()
    after = line.locator(".mk").evaluate_all(middles)
    assert max(after) - min(after) > 200
    values = [ft.equity(STACKS, PRIZES, model=model).equities[3] for model in ("icm", "sem", "dcm")]
    expect(line.locator("small")).to_have_text([f"€{min(values):,.0f}", f"€{max(values):,.0f}"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    visit.go(page, "/deal", NINE)
    page.get_by_role("button", name="Zoom in: each line on its own").tap()
    expect(page.locator(".dr .trk.own")).to_have_count(9)
    page.get_by_role("button", name="Zoom out: one axis for all").tap()
    expect(page.locator(".dr .trk.own")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, {}], ids=["phone", "desk"])
@pytest.mark.parametrize("screen", ["value", "deal"])
def test_the_axis_and_the_lines_of_all_players_have_one_scale(
    visit: Visitor, screen: str, size: dict[str, Any]
) -> None:
    uneven = NINE.replace("stack=615000", "stack=15000")  # the amounts differ in length
    page = visit(f"/{screen}", uneven, **size)
    ends = "ones => ones.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right])"
    expect(page.locator(".list .trk")).to_have_count(9)
    found = np.array(page.locator(".list .ax, .list .trk").evaluate_all(ends))
    assert np.ptp(found, axis=0).max() < 0.5, found


def test_the_accuracy_dialog_opens_and_closes_with_escape(visit: Visitor) -> None:
    page = visit("/value", NINE)
    mark = page.get_by_role("button", name="Exact to the cent")
    mark.click()
    expect(page.get_by_role("dialog")).to_contain_text("proved")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(mark).to_be_focused()


def test_places_are_a_heat_map_that_changes_with_the_model(visit: Visitor) -> None:
    page = visit("/value", NINE, **PHONE)
    last = page.locator("table.heat tbody tr").last.locator("td").last
    expect(last).to_have_text("89")
    page.get_by_role("group", name="Model of the places").get_by_role("button", name="ICM").tap()
    expect(last).to_have_text("41")
    page.get_by_role("button", name="Knockouts").tap()
    expect(page.locator("section", has_text="ICM has no knockout probabilities").last).to_be_visible()


def test_close_stacks_are_shown_with_their_cost(visit: Visitor) -> None:
    page = visit("/value", NINE)
    expect(page.locator(".note.warn", has_text="Fil and Gus")).to_contain_text("15,000 chips apart", timeout=20000)


# --- deals ---


def shares(page: Page) -> list[float]:
    return [money_in(text) for text in page.locator("button.dr .sh").all_inner_texts()]


def test_a_deal_is_icm_until_the_slider_moves_and_always_adds_up(visit: Visitor) -> None:
    page = visit("/deal", NINE + "&unit=1&leave=10000")
    expect(page.get_by_text("The table signs ICM")).to_be_visible()
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


def test_tapping_a_name_shows_that_players_view(visit: Visitor) -> None:
    page = visit("/deal", NINE, **PHONE)
    page.locator("button.dr", has_text="Bo").tap()
    expect(page.get_by_role("heading", name="Your view: Bo")).to_be_visible()
    expect(page.locator(".stay")).to_contain_text("Bo")


def test_the_sheet_to_sign_has_the_shares_of_the_screen(visit: Visitor) -> None:
    page = visit("/deal", NINE + "&unit=1")
    expect(page.locator("button.dr").first).to_be_visible()
    shares = page.locator("button.dr .sh").all_inner_texts()
    page.get_by_role("button", name="Sheet to sign").locator("visible=true").click()
    expect(page.locator(".paper tbody tr:not(.sum) .paid")).to_have_text(shares)


def test_errors_of_terms_appear_next_to_their_field(visit: Visitor) -> None:
    page = visit("/deal", NINE)
    typed(page, "Left for the winner", "900k")
    page.get_by_label("Left for the winner").blur()
    expect(page.locator(".field .err")).to_be_visible()
    expect(page.locator("button.dr")).to_have_count(9)


# --- decisions ---


def test_the_verdict_comes_first_and_models_differ_as_in_python(visit: Visitor) -> None:
    page = visit("/decide", SPOT)
    expect(page.locator(".word")).to_have_text("FOLD")
    expect(page.locator(".verdict")).to_contain_text("A call costs €2.47 of the €100 prizes.")
    expect(page.locator(".eq")).to_contain_text("DCM 31.2")
    expect(page.locator(".note.warn").first).to_contain_text("DCM would call")


def test_sampled_cards_are_not_proved(visit: Visitor) -> None:
    page = visit("/decide", SPOT.replace("all_in=SB", "all_in=CO,SB"))
    page.locator(".verdict").get_by_role("button", name="How exact?").click()
    expect(page.get_by_role("dialog")).to_contain_text("estimated")
    expect(page.get_by_role("dialog").locator("li", has_text="proved")).to_have_count(0)


def test_two_taps_make_a_spot(visit: Visitor) -> None:
    page = visit("/decide", SPOT.partition("&me=")[0], **PHONE)
    expect(page.locator(".word")).to_have_text("Tap your seat")
    seat(page, "BB").tap()
    expect(page.locator(".word")).to_have_text("Tap the player who is all-in")
    seat(page, "SB").tap()
    expect(page.locator(".word")).to_have_text("What do you hold?")  # no verdict before a hand is chosen
    expect(page.locator("main")).not_to_contain_text("FOLD")
    page.locator("[data-hand=AKs]").tap()
    expect(page.locator(".word")).to_have_text(re.compile("CALL|FOLD"))
    assert "all_in=SB" in page.url


def test_a_range_is_painted_by_touch_and_undone_stroke_by_stroke(visit: Visitor) -> None:
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


def test_a_range_is_painted_by_keyboard(visit: Visitor) -> None:
    page = visit("/decide", SPOT)
    page.get_by_role("button", name="Range: 40%").click()
    page.get_by_role("slider").last.fill("0")
    page.get_by_role("group", name="Hands").locator("[data-hand=AA]").focus()
    for key in ("Space", "ArrowDown", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(page.get_by_role("group", name="Hands").locator("button.y")).to_have_text(["AA", "KK"])


def test_an_invalid_range_shows_an_error_and_keeps_the_last_verdict(visit: Visitor) -> None:
    page = visit("/decide", SPOT)
    page.get_by_role("button", name="Range: 40%").click()
    typed(page, "As text", "AAx")
    page.get_by_label("As text").blur()
    expect(page.get_by_role("dialog").locator(".err")).to_contain_text("AAx")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".word")).to_have_text("FOLD")


# --- how it works ---


def test_hands_play_by_the_rules_of_dcm(visit: Visitor) -> None:
    page = visit("/how")
    page.get_by_role("button", name="Bo", exact=True).click()
    expect(page.locator(".frame").nth(2)).to_contain_text("1,100")
    expect(page.get_by_text("Chance of this path: 1 in 3")).to_be_visible()
    page.get_by_role("button", name="Bo", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Bo has all the chips after 2 hands")).to_be_visible()
    expect(page.get_by_role("list", name="Hands so far")).to_contain_text("Cy 3rd")
