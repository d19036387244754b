"""Training on the page: the same spots and scores as on the command line, with progress stored on the device."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from finaltable.training.progress import progress_of
from finaltable.training.session import train
from tests.page.test_app_review import ACES, drop, file
from tests.visiting import PHONE, SPOT, Visitor

pytestmark = pytest.mark.slow


def answer(page: Page, best: str) -> None:
    """Go all-in or fold."""
    page.locator(".ans .go" if best == "in" else ".ans .hollow").click()


def test_a_round_has_the_spots_of_the_command_line_and_the_same_scores(visit: Visitor) -> None:
    spots = train(seed=7, spots=4).spots
    page = visit("/train", "seed=7", **PHONE)
    for number, spot in enumerate(spots):
        expect(page.get_by_role("img", name=f"Hand {spot.hand}")).to_be_visible()
        wrong = number == 1
        best = spot.score("in").best
        answer(page, {"in": "fold", "fold": "in"}[best] if wrong else best)
        expect(page.locator(".verdict")).to_contain_text("Not this time" if wrong else "Right")
        expect(page.locator(".verdict .word")).to_have_text(spot.chart.action.upper() if best == "in" else "FOLD")
        expect(page.locator(".stay")).to_contain_text("Repeats in 1 day" if wrong else "Next spot")
        page.locator(".stay").get_by_role("button").click()
    lost = max(spots[1].score("in").lost, spots[1].score("fold").lost)
    expect(page.locator("main")).to_contain_text(f"lost so far −{lost:.0f}")
    assert "seed=7" in page.url
    kept = progress_of(page.evaluate("localStorage.getItem('finaltable.training')"))
    assert [one.key for one in kept.answers] == [spot.key for spot in spots]
    assert [card.key for card in kept.cards] == [spots[1].key]


def test_two_windows_store_the_answers_of_both(visit: Visitor) -> None:
    pages = [visit("/train", f"seed={seed}", locale="en-AU") for seed in (7, 8)]
    for page in pages * 2:
        page.locator(".ans .hollow").click()
        page.locator(".stay").get_by_role("button").click()
    keys = [spot.key for seed in (7, 8) for spot in train(seed=seed, spots=2).spots]
    kept = progress_of(pages[0].evaluate("localStorage.getItem('finaltable.training')"))
    assert sorted(one.key for one in kept.answers) == sorted(keys)
    for page in pages:
        page.get_by_role("button", name="Progress").click()
        expect(page.get_by_role("dialog")).to_contain_text("4 spots")


def test_an_import_that_replaces_progress_can_be_undone(visit: Visitor, tmp_path: Path) -> None:
    page = visit("/train", "seed=7", locale="en-HK")
    page.locator(".ans .hollow").click()
    page.locator(".stay").get_by_role("button").click()
    file = tmp_path / "empty.json"
    file.write_text(json.dumps({"finaltable": "training", "version": 1, "answers": [], "cards": []}), "utf-8")
    page.get_by_role("button", name="Progress").click()
    page.get_by_label("Import").set_input_files(file)
    toast = page.get_by_role("dialog").locator(".toast")
    expect(toast).to_contain_text("Your progress was replaced by the file: 0 answers.")
    toast.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("dialog")).to_contain_text("1 spot,")


def test_due_mistakes_come_first_and_progress_can_be_exported_and_deleted(visit: Visitor, tmp_path: Path) -> None:
    spot = train(seed=7, spots=2).spots[1]
    due = {"key": spot.key, "box": 0, "due": "2026-01-01", "spot": spot.recipe()}
    entry = {"key": spot.key, "day": "2026-01-01", "seat": "BB", "depth": "6-10", "lost": 0.004, "mode": "hand"}
    file = tmp_path / "progress.json"
    file.write_text(json.dumps({"finaltable": "training", "version": 1, "answers": [entry], "cards": [due]}), "utf-8")
    page = visit("/train", "seed=1", locale="en-US")
    page.get_by_role("button", name="Progress").click()
    page.get_by_label("Import").set_input_files(file)
    expect(page.get_by_role("dialog")).to_contain_text("1 spot, 0 % right, 0.40 % of the prizes lost")
    page.reload()
    expect(page.get_by_role("heading", name="A mistake to repeat")).to_be_visible()
    answer(page, spot.score("in").best)
    expect(page.locator(".stay")).to_contain_text("Repeats in 3 days")
    page.locator(".stay").get_by_role("button").click()
    page.get_by_role("button", name="Progress").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert progress_of(Path(download.value.path()).read_text("utf-8")).cards[0].box == 1
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("dialog")).to_contain_text("Nothing answered yet")


def test_a_painted_range_is_scored_as_in_python_without_a_server(visit: Visitor) -> None:
    chart = train(seed=7, spots=1).spots[0].chart
    page = visit("/train", "seed=7&mode=range", locale="en-IE")
    page.get_by_role("button", name="Paint hands").click()
    for hand in ("AA", "KK", "72o"):
        page.get_by_role("dialog").get_by_role("button", name=f"{hand}, ").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Score it").click()
    expect(page.locator(".verdict .word")).to_contain_text(f"−{chart.paint('AA, KK, 72o').lost:.2f}")


def test_spots_of_a_file_are_solved_and_keys_answer(visit: Visitor) -> None:
    page = visit("/train", "seed=7", locale="en-NZ")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Train on a file").set_input_files(Path(__file__).parents[1] / "data" / "spots.json")
    expect(page.get_by_role("img", name="Hand T7s")).to_be_visible(timeout=30_000)
    page.keyboard.press("c")
    expect(page.locator(".verdict .word")).to_have_text("FOLD")
    expect(page.locator("main")).to_contain_text("DCM differs here: call.")


def test_the_mistakes_of_a_review_are_asked_again(visit: Visitor) -> None:
    page = visit("/review", locale="en-CA")
    drop(page, file(ACES))
    page.get_by_role("button", name="Train on these mistakes").click()
    expect(page.get_by_role("img", name="Hand AA")).to_be_visible(timeout=30_000)
    answer(page, "in")
    expect(page.locator(".verdict .word")).to_have_text("CALL")


def test_models_with_equal_break_even_points_agree(visit: Visitor) -> None:
    """If only the winner is paid, all models have the same break-even point."""
    page = visit("/decide", SPOT.replace("€50+€30+€20", "€100"), locale="en-GB")
    expect(page.locator("main")).to_contain_text("You need")
    expect(page.locator("main")).not_to_contain_text("the models disagree")
