"""The tournament on the page: models beside what push or fold, played to the end, makes of three stacks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.visiting import PHONE, SPOT, Visitor, money_in

pytestmark = pytest.mark.slow
PACK = Path(__file__).parents[2] / "src" / "finaltable" / "web" / "static" / "tournaments" / "50-30-20.json"
THREE = "name=Ana&stack=12000&name=Bo&stack=6000&name=Cy&stack=6000&payouts=€500+€300+€200&blinds=250/500"


def pack() -> dict[str, Any]:
    """Return the solved tournaments."""
    found: dict[str, Any] = json.loads(PACK.read_text("utf-8"))
    return found


def test_three_stacks_are_worth_what_the_solved_tournament_says(visit: Visitor) -> None:
    page = visit("/tournament", THREE)
    solved = pack()
    tournament = next(one for one in solved["tournaments"] if one["big_blinds"] == 45)  # 48 big blinds are nearest
    place = 3 * solved["stacks"].index([6, 6, 12])
    rows = page.locator(".own tbody tr")
    expect(rows).to_have_count(3)
    for row, rank in ((0, 2), (1, 0), (2, 1)):
        cells = rows.nth(row).locator("td")
        value = 1000 * tournament["averaged"][place + rank] / solved["scale"]
        assert money_in(cells.nth(1).inner_text()) == pytest.approx(value, abs=0.006)
    rms = tournament["distances"]["icm"]["rms"]
    expect(page.locator("main")).to_contain_text(f"ICM is within {100 * rms:.2f}")
    page.get_by_role("slider").fill("0")
    expect(page.locator(".rm .sel")).to_contain_text("11.25")


def test_the_nearest_model_of_every_state_is_drawn(visit: Visitor) -> None:
    page = visit("/tournament", "shows=nearest", **PHONE)
    expect(page.locator(".cell")).to_have_count(253)
    shares = pack()["tournaments"][1]["distances"]
    for model in ("icm", "sem", "dcm"):
        drawn = page.locator(f".cell.{model}").count()
        assert drawn / 253 == pytest.approx(shares[model]["nearest"], abs=0.005)
    expect(page.get_by_text("An example")).to_be_visible()


def test_prizes_that_are_not_solved_are_named(visit: Visitor) -> None:
    page = visit("/tournament", THREE.replace("€300", "€250"))
    expect(page.locator("main")).to_contain_text("These prizes are not solved here")
    visit.go(page, "/tournament", SPOT)  # four players
    expect(page.locator("main")).to_contain_text("Set up a table of three players")
