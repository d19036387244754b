"""Push or fold on the page: one decision at a time, along a ribbon of seats."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import finaltable as ft
from tests.serving import wait_for
from tests.visiting import NAMES, NINE, PHONE, SPOT, STACKS, Visitor

pytestmark = pytest.mark.slow
FOUR: dict[str, Any] = {"names": ["CO", "BTN", "SB", "BB"], "button": "BTN", "small_blind": 100, "big_blind": 200}
SIX = "&".join(f"name={name}&stack={stack}" for name, stack in zip(NAMES[:6], STACKS[:6], strict=True))
SIX += "&payouts=€500+€300+€200&blinds=60000/120000&button=Ana&models=icm,dcm"  # DCM takes seconds, but ends by itself
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}


@cache
def solved(model: str = "icm", **given: Any) -> dict[str, Any]:
    """Return the chart of the paper's section 6."""
    return ft.nash([2000, 3000, 1000, 1000], [50, 30, 20], model=model, **FOUR, **given).to_dict()


def node_of(found: dict[str, Any], seat: str, facing: tuple[str, ...] = (), raised_by: str | None = None) -> Any:
    """Return one decision."""
    wanted = (seat, list(facing), raised_by)
    return next(one for one in found["nodes"] if (one["seat"], list(one["facing"]), one["raised_by"]) == wanted)


def seat_of(page: Page, name: str) -> Locator:
    """Return a seat of the ribbon."""
    return page.locator(".rs").filter(has=page.locator("b", has_text=name)).first


def is_solved(page: Page, count: int = 1) -> None:
    """Wait for the solution."""
    expect(page.locator(".solved .ok")).to_have_count(count, timeout=30000)


def test_the_chart_opens_on_my_decision_and_shows_the_numbers_of_python(visit: Visitor) -> None:
    page = visit("/nash", SPOT.replace("&me=BB", "&me=SB"), **DESK)
    is_solved(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("SB, you, first in")
    node = node_of(solved(), "SB")
    page.locator("[data-hand=A5s]").hover()
    card = page.locator(".ro")
    expect(card.locator(".big")).to_have_text("A5s")
    expect(card.locator("tbody tr").first).to_contain_text(f"+€{node['ev']['A5s']:.2f}")
    share = f"{100 * node['frequency']:.1f}\u00a0%"
    expect(page.locator(".card", has_text="of 1,326")).to_contain_text(share)
    assert page.locator(".rs.past .rb[aria-pressed=true]").all_inner_texts()[0].startswith("Fold")


def test_without_a_seat_of_mine_the_first_to_act_decides(visit: Visitor) -> None:
    page = visit("/nash", SPOT.replace("&me=BB", ""))
    is_solved(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("CO, first in")
    positions = page.locator(".rs .rn:first-child span").all_inner_texts()
    assert positions == ["CO", "BTN", "SB", "BB"]


def test_the_whole_grid_of_nine_players_is_seen_on_a_desk(visit: Visitor) -> None:
    page = visit("/nash", NINE, **DESK)
    is_solved(page)
    box = page.locator("[data-hand='22']").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 900
    last = page.locator(".rs").last.bounding_box()
    assert last
    assert last["x"] + last["width"] <= 1440
    expect(page.locator(".rs")).to_have_count(9)


def test_actions_lead_through_the_tree_by_click_and_by_key(visit: Visitor) -> None:
    page = visit("/nash", SPOT + "&node=CO", **DESK)
    is_solved(page)
    title = page.get_by_role("heading", level=1)
    seat_of(page, "BTN").get_by_role("button", name="All-in").click()
    expect(title).to_have_text("SB v BTN, all-in")
    assert "node=SB+v+BTN" in page.url
    page.keyboard.press("a")
    expect(title).to_have_text("BB, you v BTN + SB, all-in")
    node = node_of(solved(), "BB", ("BTN", "SB"))
    expect(page.locator(".card", has_text="of 1,326")).to_contain_text(f"{100 * node['frequency']:.1f}\u00a0%")
    page.keyboard.press("Backspace")
    expect(title).to_have_text("SB v BTN, all-in")
    page.keyboard.press("f")
    expect(title).to_have_text("BB, you v BTN, all-in")
    page.keyboard.press("Home")
    expect(title).to_have_text("BB, you v SB, all-in")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_only_the_chosen_model_is_solved(visit: Visitor) -> None:
    page = visit("/", fresh=True, **DESK)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.post_data or "") if "/api/v1/nash" in one.url else None)
    visit.go(page, "/nash", SPOT + "&node=SB")
    is_solved(page)
    visit.wait(page)
    assert asked
    assert all('"model":"icm"' in body for body in asked)
    page.locator("tr", has_text="SEM").get_by_role("button", name="Solve").click()
    found = solved("sem")
    gain = node_of(found, "SB")["ev"]["A9s"]
    expect(page.locator(".ro tr", has_text="SEM")).to_contain_text(f"+€{gain:.2f}", timeout=30000)
    assert not any('"model":"dcm"' in body for body in asked)
    page.keyboard.press("2")
    expect(page.get_by_role("group", name="Model").get_by_role("button", name="SEM")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_a_difference_is_drawn_only_when_both_models_are_solved(visit: Visitor) -> None:
    page = visit("/nash", SPOT + "&node=SB", fresh=True, **DESK)
    is_solved(page)
    held: list[Route] = []
    page.route("**/api/v1/nash", lambda route: held.append(route))
    with page.expect_request("**/api/v1/nash"):
        page.keyboard.press("d")
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator(".mg .more")).to_have_count(0)
    expect(page.locator(".mg .full").first).to_be_visible()  # the first model stays
    page.unroute("**/api/v1/nash")  # lets held requests continue
    expect(page.get_by_text("ICM against SEM")).to_be_visible(timeout=30000)
    more, less = (node_of(solved(model), "SB")["frequency"] for model in ("icm", "sem"))
    expect(page.locator("main")).to_contain_text(f"{100 * more:.1f}\u00a0% / {100 * less:.1f}\u00a0%")


def test_a_solve_can_be_stopped_and_continued(visit: Visitor) -> None:
    page = visit("/", fresh=True, **DESK)
    held: list[Route] = []
    page.route("**/api/v1/nash", lambda route: held.append(route))
    visit.go(page, "/nash", SPOT)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped", exact=True)).to_be_visible()
    page.unroute("**/api/v1/nash")
    page.get_by_role("button", name="Continue").click()
    is_solved(page)


def test_a_range_is_copied_as_other_programs_read_it(visit: Visitor) -> None:
    page = visit("/nash", SPOT + "&node=SB", **DESK)
    is_solved(page)
    page.evaluate("navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); }")
    page.get_by_role("button", name="Copy", exact=True).click()
    copied = page.evaluate("copied")
    weights = {name: round(share, 2) for name, share in node_of(solved(), "SB")["hands"].items()}
    read = dict(piece.split(":") if ":" in piece else (piece, "1") for piece in copied.split(","))
    assert {name: float(share) for name, share in read.items()} == {k: v for k, v in weights.items() if v > 0}
    assert " " not in copied
    ft.Range.read(copied)  # as the program reads it
    page.get_by_role("button", name="CSV").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    lines = page.evaluate("copied").splitlines()
    assert lines[0] == "hand,combinations,push,fold,push_gain"
    assert len(lines) == 170
    page.get_by_role("button", name="Picture").click()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save the picture").click()
    assert kept.value.suggested_filename == "SB-first-in.png"


def test_a_locked_share_changes_the_others(visit: Visitor) -> None:
    page = visit("/nash", SPOT + "&node=BB v SB", **DESK)
    is_solved(page)
    free = seat_of(page, "SB").locator(".rb b").last.inner_text()
    page.get_by_role("button", name="Lock", exact=True).click()
    slider = page.get_by_role("slider")
    slider.fill("5")
    page.get_by_role("button", name="Lock this share").click()
    is_solved(page)
    visit.wait(page)
    expect(seat_of(page, "BB").locator(".rb b").last).to_have_text("5")
    expect(seat_of(page, "SB").locator(".rb b").last).not_to_have_text(free)
    expect(page.locator(".held")).to_have_count(1)
    page.get_by_role("button", name="Locked", exact=True).click()
    page.get_by_role("button", name="Unlock").click()
    expect(page.locator(".held")).to_have_count(0)


def test_raises_add_a_third_action_and_say_what_they_leave_out(visit: Visitor) -> None:
    page = visit("/nash", SPOT, **DESK)
    is_solved(page)
    page.get_by_label("Raises").select_option("2.2")
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("BB, you v a raise of SB", timeout=30000)  # sound, so it comes first
    is_solved(page)
    expect(page.locator("main")).to_contain_text("Calls that see a flop are left out")
    found = solved(raise_to="2.2bb")
    seat_of(page, "CO").get_by_role("button", name="Fold").click()
    expect(title).to_have_text("BTN, first in")
    shares = [node_of(found, "BTN", (), raised)["frequency"] for raised in (None, "BTN")]
    amounts = page.locator(".card", has_text="of 1,326").locator(".num")
    expect(amounts.first).to_contain_text(f"{100 * shares[0]:.1f}\u00a0%")
    expect(amounts.nth(1)).to_contain_text(f"{100 * shares[1]:.1f}\u00a0%")
    page.keyboard.press("r")
    expect(title).to_have_text("SB v a raise of BTN")
    page.keyboard.press("a")
    expect(title).to_have_text("BB, you v BTN + SB, all-in")
    page.keyboard.press("f")
    expect(title).to_have_text("BTN raised, v SB, all-in")
    expect(page.locator(".rs")).to_have_count(5)  # the button decides again


def test_looking_ahead_is_offered_where_the_program_can(visit: Visitor) -> None:
    page = visit("/nash", SPOT, **DESK)
    ahead = page.get_by_label("Look ahead")
    expect(ahead.locator("option")).to_have_text(
        ["no", "to the end of the tournament", "what each seat gains"], timeout=30000
    )
    with page.expect_request("**/api/v1/nash") as asked:
        ahead.select_option("seat")
    assert (asked.value.post_data_json or {})["look_ahead"] == "seat"
    expect(page.get_by_text("knows what each seat gains")).to_be_visible(timeout=30000)
    gain = node_of(solved(look_ahead="seat"), "BB", ("SB",))["ev"]["A9s"]
    expect(page.locator(".ro tr", has_text="ICM")).to_contain_text(f"€{abs(gain):.2f}")


def test_a_decision_of_the_chart_is_trained(visit: Visitor) -> None:
    page = visit("/nash", SPOT + "&node=SB", **DESK)
    is_solved(page)
    page.get_by_role("button", name="Train this").click()
    expect(page.get_by_role("button", name="Fold", exact=True)).to_be_visible(timeout=30000)
    assert "source=given" in page.url


def test_a_long_solve_shows_progress_and_continues_while_the_user_is_away(visit: Visitor) -> None:
    page = visit("/", **PHONE)
    visit.go(page, "/nash", SIX)
    bar = page.get_by_role("progressbar")
    expect(bar).to_be_visible()
    page.get_by_role("link", name="Value").last.tap()
    expect(page.locator("li.vr")).to_have_count(7)
    wait_for(lambda: visit.served.health()["long"] == 0)
    page.go_back()
    expect(page.locator(".mg").first).to_be_visible()
    expect(bar).to_have_count(0)


def test_a_hand_is_read_at_the_thumb(visit: Visitor) -> None:
    page = visit("/nash", SPOT + "&node=SB", **PHONE)
    is_solved(page)
    page.locator("[data-hand=K9s]").tap()
    gain = node_of(solved(), "SB")["ev"]["K9s"]
    expect(page.locator(".stay")).to_contain_text("K9s")
    expect(page.locator(".stay")).to_contain_text(f"+€{gain:.2f}")
    page.get_by_role("button", name="Model: ICM").tap()
    expect(page.locator(".stay .key.sem")).to_be_visible(timeout=30000)
