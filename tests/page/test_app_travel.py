"""What people bring along and take away: stacks in big blinds, ranges and hands of other programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import finaltable as ft
from finaltable.histories.ohh_write import write_ohh
from finaltable.histories.simulate import simulate
from tests.device import run_jobs
from tests.page.test_app_nash import DESK, is_solved, solved
from tests.solved_spots import solved_spot
from tests.visiting import PHONE, SPOT, Visitor, seat, typed

RANGE = "22+,A2s+,KTs+:0.5,AJo+,QJo:0.25"
FORMS = ("short", "classes", "combos", "weights", "brackets")
OTHERS = (
    "AKs@50, QQ+",
    "{TT+, AKs}",
    "Axs, Kx:0.5",
    "[50]AKs, AQs[/50], QQ+",
    "Ah Kh",
    "AhKh:0.5,AsKs:0.5",
    "20 %",
    "XX",
)


def test_the_device_reads_ranges_of_other_programs_as_python_does() -> None:
    hands = ft.Range.read(RANGE)
    texts = [*(hands.write(form) for form in FORMS), *OTHERS]
    jobs = [{"kind": "ask", "question": "range", "request": {"hands": [text]}} for text in texts]
    for text, found in zip(texts, run_jobs(jobs), strict=True):
        read = ft.Range.read(text)
        if read.singles:
            assert "Error" in found["problem"], text  # left to the server
        else:
            classes = {name: weight for name, weight in found["answer"]["classes"].items() if weight}
            known = {ft.Range({number: 1.0}).write("classes"): weight for number, weight in read.classes.items()}
            assert classes == known, text


def test_wrong_weights_have_the_words_of_python() -> None:
    texts = ("AKs@150", "AKs:2", "[150]AKs[/150]", "AKs:@")
    jobs = [{"kind": "ask", "question": "range", "request": {"hands": [text]}} for text in texts]
    for text, found in zip(texts, run_jobs(jobs), strict=True):
        with pytest.raises(ft.InputError) as caught:
            ft.Range.read(text, "hands[0]")
        assert found["refusal"]["code"] == caught.value.code, text


def chosen_range(page: Page, text: str) -> None:
    """Paste a text into the range of the player all-in."""
    page.get_by_label("As text").fill(text)
    page.get_by_label("As text").blur()


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("alone", [False, True])
def test_a_pasted_range_is_read_whatever_program_wrote_it(visit: Visitor, form: str, alone: bool) -> None:
    hands = ft.Range.read(RANGE)
    page = visit("/decide", SPOT, **DESK)
    if alone:
        page.route("**/api/v1/**", lambda route: route.abort())
    page.get_by_role("button", name="40").first.click()
    chosen_range(page, hands.write(form))
    combos = f"{hands.combos:.0f}"
    expect(page.locator(".paint")).to_contain_text(f"{combos} combinations", timeout=15000)
    page.get_by_role("button", name="Use these hands").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function("!history.state?.overlay")
    visit.wait(page)
    query = page.evaluate("new URLSearchParams(location.search).get('range')")
    assert ft.Range.read(query) == hands


@pytest.mark.slow
def test_a_range_is_copied_in_every_form(visit: Visitor) -> None:
    page = visit("/nash", SPOT + "&node=SB", **DESK)
    is_solved(page)
    node = next(one for one in solved()["nodes"] if one["seat"] == "SB" and not one["facing"])
    for form in ("classes", "brackets", "weights"):
        page.get_by_label("Form of the text").select_option(form)
        read = ft.Range.read(page.locator("#copy-range code").inner_text())
        share = sum(read.classes.values())
        assert not read.singles
        assert share == pytest.approx(sum(node["hands"].values()), abs=0.2)


@pytest.mark.slow
def test_a_stack_in_big_blinds_is_typed_pasted_and_given_in_the_address(visit: Visitor) -> None:
    page = visit("/table", SPOT, **DESK)
    seat(page, "CO").click()
    typed(page, "Chips", "12.5bb")
    expect(seat(page, "CO")).to_contain_text("2,500")
    assert "stack=2500" in page.url
    visit.go(page, "/nash", SPOT.replace("stack=2000", "stack=7.5bb"))
    is_solved(page)
    expect(page.locator(".rs").filter(has_text="CO").first).to_contain_text("7.5 bb")
    visit.go(page, "/table", "name=Ana&stack=5000&name=Bo&stack=3000&payouts=€5+€3")
    seat(page, "Ana").click()
    typed(page, "Chips", "12.5bb")
    page.get_by_label("Chips", exact=True).blur()
    expect(page.get_by_text("Write the blinds first")).to_be_visible()


@pytest.mark.slow
def test_pasted_stacks_in_big_blinds_bring_blinds(visit: Visitor) -> None:
    page = visit("/nash", "", **PHONE)
    page.get_by_role("button", name="Paste").click()
    page.get_by_role("textbox", name="Paste a table").fill("Ana 12.5bb\nBo 8bb\nCy 20 BB\nPrizes: €50, €30")
    expect(page.locator(".read")).to_contain_text("12.5 bb")
    page.get_by_role("button", name="Use").click()
    visit.wait(page)
    assert "stack=1250" in page.url
    assert "blinds=50/100" in page.url


@pytest.mark.slow
def test_a_new_table_has_blinds_and_a_chart_at_once(visit: Visitor) -> None:
    page = visit("/nash", "", **PHONE)
    page.get_by_role("button", name="New table").click()
    page.get_by_role("button", name="3", exact=True).click()
    for stack in ("12.5bb", "8", "20"):
        page.keyboard.type(stack)
        page.keyboard.press("Enter")
    page.keyboard.type("100")
    page.keyboard.press("Enter")
    expect(page.get_by_text("A new table with blinds of 50/100")).to_be_visible()
    is_solved(page)
    expect(page.locator(".rs").first).to_contain_text("bb")


@pytest.mark.slow
def test_a_table_without_blinds_offers_some(visit: Visitor) -> None:
    page = visit("/nash", "name=Ana&stack=5000&name=Bo&stack=3000&name=Cy&stack=4000&payouts=€5+€3", **DESK)
    page.get_by_role("button", name="Use blinds of 100/200").click()
    is_solved(page)
    assert "blinds=100/200" in page.url


@pytest.mark.slow
@pytest.mark.parametrize("pasted", [False, True])
def test_open_hand_histories_are_reviewed(visit: Visitor, tmp_path: Path, pasted: bool) -> None:
    path = tmp_path / "hands.ohh"
    path.write_text(write_ohh(simulate(solved_spot("antes"), 6, hero="SB").hands))
    page = visit("/review", "", **DESK)
    text = path.read_text()
    assert json.loads(text.split("\n\n")[0])
    if pasted:
        page.get_by_role("button", name="Paste hands").click()
        page.get_by_role("textbox", name="Paste hands").fill(text)
        page.get_by_role("button", name="Use it").click()
    else:
        page.locator("input[type=file]").first.set_input_files(path)
    page.get_by_label("Prizes from first place down").fill("50 30 20")
    expect(page.locator("main")).to_contain_text("6 hands", timeout=60000)
