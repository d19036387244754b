"""Training on the page: the same spots and scores as on the command line, with progress stored on the device."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from finaltable.training.decision_chart import HANDS, Answer
from finaltable.training.pack import pack
from finaltable.training.progress import progress_of
from finaltable.training.session import train
from tests.page.test_app_review import ACES, drop, file
from tests.visiting import PHONE, SPOT, Visitor

pytestmark = pytest.mark.slow


def answer(page: Page, best: str) -> None:
    """Go all-in or fold; first in with a raise, all-in or fold."""
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
    expect(page.locator("main")).to_contain_text("lost so far −€")
    [shown] = re.findall(r"lost so far −€([0-9,]+(?:\.[0-9]+)?)", page.locator("main").text_content() or "")
    assert float(shown.replace(",", "")) == pytest.approx(lost, rel=0.01)
    assert "seed=7" in page.url
    kept = progress_of(page.evaluate("localStorage.getItem('finaltable.training')"))
    assert [one.key for one in kept.answers] == [spot.key for spot in spots]
    assert [card.key for card in kept.cards] == [spots[1].key]


@pytest.mark.parametrize("seed", ["constructor", "-1", "1e400", "NaN"])
def test_a_seed_that_is_none_is_replaced(visit: Visitor, seed: str) -> None:
    page = visit("/train", f"seed={seed}", locale="en-AU")
    page.wait_for_function(r"() => /seed=\d+(&|$)/.test(location.search)")
    expect(page.get_by_role("img", name=re.compile("^Hand "))).to_be_visible()


def test_a_desk_shows_the_round_what_was_answered_and_the_whole_chart(visit: Visitor) -> None:
    first, second = train(seed=7, spots=2).spots
    page = visit("/train", "seed=7", locale="en-SG", viewport={"width": 1440, "height": 900})
    expect(page.locator(".yours")).to_contain_text("Nothing answered yet")
    wrong = {"in": "fold", "fold": "in"}[first.score("in").best]
    answer(page, wrong)
    expect(page.locator(".wholly .cur")).to_have_attribute("data-hand", first.hand)
    expect(page.locator(".wholly").locator("xpath=..")).to_contain_text(f"{100 * first.chart.frequency:.1f}")
    page.keyboard.press(" ")
    answer(page, second.score("in").best)
    page.keyboard.press(" ")
    lost = max(first.score("in").lost, first.score("fold").lost)
    shown = page.locator(".rounds li")
    expect(shown).to_have_count(2)
    expect(shown.first).to_contain_text(first.hand)
    expect(shown.first).to_contain_text(f"−€{lost:.0f}")
    expect(shown.nth(1)).not_to_contain_text("€")
    last = page.locator(".yours tbody tr").last
    kept = progress_of(page.evaluate("localStorage.getItem('finaltable.training')"))
    expect(last.locator("td")).to_have_text(["2", "50\u00a0%", f"{100 * kept.answers[0].lost / 2:.2f}\u00a0%"])


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
    expect(page.locator(".verdict .word")).to_contain_text(f"−€{chart.paint('AA, KK, 72o').lost:.2f}")


def test_spots_of_a_file_are_solved_and_keys_answer(visit: Visitor) -> None:
    page = visit("/train", "seed=7", locale="en-NZ")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Train on a file").set_input_files(Path(__file__).parents[1] / "data" / "spots.json")
    expect(page.get_by_role("img", name="Hand T7s")).to_be_visible(timeout=30_000)
    page.keyboard.press("c")
    expect(page.locator(".verdict .word")).to_have_text("FOLD")
    expect(page.locator("main")).to_contain_text("DCM differs here: call.")


def test_a_spot_after_a_raise_shows_the_raise_and_is_scored_as_in_python(visit: Visitor, tmp_path: Path) -> None:
    table = {"stacks": [14, 13, 15], "payouts": [50, 30, 20], "small_blind": 0.5, "big_blind": 1, "raise_to": 2.2}
    spots = [
        {**table, "seat": "BB", "raised_by": "BTN", "hand": "AKs"},
        {**table, "seat": "BTN", "raised_by": "BTN", "facing": ["BB"], "hand": "AKs"},
    ]
    given = tmp_path / "raises.json"
    given.write_text(json.dumps(spots))
    page = visit("/train", "seed=7", locale="en-NZ")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Train on a file").set_input_files(given)
    expect(page.locator(".ask")).to_contain_text("You are BB, BTN raises to 2.2 bb. Push 12 bb?", timeout=30_000)
    expect(page.get_by_label(re.compile("BTN.*has raised"))).to_be_visible()
    expect(page.locator(".ask")).to_contain_text("No player calls a raise to see a flop here.")
    answer(page, "fold")
    assert train(source=spots).spots[0].score("fold").best == "in"
    expect(page.locator(".verdict .word")).to_contain_text("PUSH")
    page.keyboard.press(" ")
    expect(page.locator(".ask")).to_contain_text(
        "You raised to 2.2 bb, BB is all-in. Call 10.8 bb more", timeout=30_000
    )


def test_first_in_three_actions_are_asked_by_buttons_and_keys_and_scored_as_in_python(
    visit: Visitor, tmp_path: Path
) -> None:
    table = {"stacks": [14, 13, 15], "payouts": [50, 30, 20], "small_blind": 0.5, "big_blind": 1, "raise_to": 2.2}
    spots = [{**table, "seat": "BTN", "raised_by": "BTN", "hand": hand} for hand in ("AKs", "AKs", "72o")]
    solved = train(source=spots).spots
    given = tmp_path / "opens.json"
    given.write_text(json.dumps(spots))
    page = visit("/train", "seed=7", locale="en-NZ")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Train on a file").set_input_files(given)
    question = "You are BTN, first in. Fold, raise to 2.2 bb, or all-in for 15 bb?"
    expect(page.locator(".ask")).to_contain_text(question, timeout=30_000)
    expect(page.locator(".ans button")).to_have_text(["Fold", "Raise", "All-in"])
    expect(page.get_by_label(re.compile("BTN.*has raised"))).to_have_count(0)
    page.keyboard.press("r")
    assert solved[0].score("raise").best == "raise"
    expect(page.locator(".verdict .word")).to_have_text("RAISE")
    expect(page.locator(".verdict")).to_contain_text("Nothing lost.")
    main = page.locator("main")
    expect(main).to_contain_text("Calls that see a flop are left out")
    expect(page.get_by_role("row", name="Raise − fold")).to_contain_text(f"+€{solved[0].raises[0]:.2f}")
    expect(page.get_by_role("row", name="All-in − fold")).to_contain_text(f"+€{solved[0].own.difference:.2f}")
    expect(main).not_to_contain_text("You need")
    place = HANDS.index("77")
    label = f"77: raise {solved[0].chart.raises[place]} %, all-in {solved[0].chart.hands[place]} %"
    expect(page.get_by_label(label)).to_have_count(1)
    page.keyboard.press(" ")
    expect(page.locator(".ask")).to_contain_text(question, timeout=30_000)
    page.locator(".ask").click()
    page.keyboard.press("a")
    expect(page.locator(".verdict")).to_contain_text(f"cost you €{solved[1].score('in').lost:.2f}")
    page.keyboard.press(" ")
    expect(page.get_by_role("img", name="Hand 72o")).to_be_visible(timeout=30_000)
    page.locator(".ans button").nth(1).click()
    expect(page.locator(".verdict .word")).to_have_text("FOLD")
    expect(page.locator(".verdict")).to_contain_text(f"Your raise cost €{solved[2].score('raise').lost:.2f}")


@pytest.mark.parametrize("kind", ["hand", "range"])
def test_opens_of_the_pack_are_scored_as_in_python(visit: Visitor, kind: str) -> None:
    """Every answer to every open of the pack, and a painted range."""
    opens = [spot for spot in pack() if spot.raises]
    page = visit("/train", "seed=7", locale="en-IE")
    script = """async (kind) => {
        const base = document.querySelector("script[type=module]").src;
        const { loadPack, paint, score, withChart } = await import(new URL("training/spots.js", base));
        const opens = await Promise.all((await loadPack()).filter((spot) => spot.raises).map(withChart));
        return opens.map((spot) => kind === "range"
            ? [paint(spot, { AA: 1, KQs: 1, "72o": 0.5 }).lost]
            : ["fold", "raise", "in"].map((answer) => score(spot, answer)).flatMap(({ best, lost }) => [best, lost]));
    }"""
    found = page.evaluate(script, kind)
    answers: tuple[Answer, ...] = ("fold", "raise", "in")
    assert len(found) == len(opens) > 0
    for spot, got in zip(opens, found, strict=True):
        if kind == "range":
            assert got == pytest.approx([spot.chart.paint("AA, KQs, 72o:0.5").lost])
        else:
            assert got[::2] == [spot.score(answer).best for answer in answers]
            assert got[1::2] == pytest.approx([spot.score(answer).lost for answer in answers])


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
