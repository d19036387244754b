"""Output of push or fold: the report, the grid, the page, the figure; and ranges for a decision."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.asking.declare import Run
from finaltable.equilibrium.grids_page import chart_page
from finaltable.equilibrium.nash import nash
from finaltable.equilibrium.question import NashQuestion
from finaltable.equilibrium.report import nash_report
from finaltable.equilibrium.report_grid import grid_report, squares_of
from finaltable.plots import nash_figure
from tests.program import piped

TWO = "nash SB=900 BB=1200 -p 60,40 --blinds 50/100 --tolerance 1e-3"


@pytest.fixture(scope="module")
def found() -> ft.Nash:
    return nash([900, 1200, 1500], [60, 40], small_blind=50, big_blind=100, tolerance=1e-3)


def test_the_report_has_a_line_per_decision(found: ft.Nash) -> None:
    text = str(nash_report([found], "€"))
    for line in ("BTN", "SB", "SB v BTN", "BB v BTN", "BB v SB", "BB v BTN, SB"):
        assert re.search(rf"^{line} +(push|call|overcall) +\d", text, re.MULTILINE), line
    assert "Exploitability" in text
    assert "of decisions are close" in text
    assert "Three players go all-in in" in text


def test_a_report_of_two_models_lists_the_hands_that_differ(found: ft.Nash) -> None:
    other = nash([900, 1200, 1500], [60, 40], small_blind=50, big_blind=100, tolerance=1e-3, model="chip_ev")
    text = str(nash_report([found, other]))
    assert "hands that differ" in text
    assert re.search(r"^BB v SB +call +[\d.]+ % +[\d.]+ % +\+\d", text, re.MULTILINE)
    assert str(nash_report([found, found])).count("the same") == len(found.nodes)
    node = found.find("SB")
    shifted = found.profile.copy()
    shifted[found.index_of(node)] = np.where(found.hands(node) > 0.5, 1.0, 0.4)
    mixed = str(nash_report([found, replace(found, profile=shifted)]))
    assert re.search(r"^SB +push .* \+\d+\.\d  mixed hands only$", mixed, re.MULTILINE)


def test_a_grid_has_frequencies_of_mixed_hands_only(found: ft.Nash) -> None:
    node = found.find("BB", "SB")
    squares = [square for line in squares_of(found, node) for square in line]
    assert len(squares) == 169
    assert [square.hand for square in squares[:3]] == ["AA", "AKs", "AQs"]
    text = str(grid_report(found, node))
    mixed = sum(square.mixed for square in squares)
    assert text.partition("minus fold")[0].count("%") == mixed + 2  # the share of hands, and the explanation
    assert all(square.close for square in squares if square.mixed and abs(square.difference) < 1e-6)


class Cells(HTMLParser):
    """Cells of the grids in a page, and all its links."""

    def __init__(self) -> None:
        super().__init__()
        self.cells = 0
        self.hatched = 0
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag == "td" and "title" in given:
            self.cells += 1
            self.hatched += given.get("class") == "close"


def test_the_page_has_all_grids_and_needs_no_other_file(found: ft.Nash) -> None:
    page = chart_page([found], "€")
    read = Cells()
    read.feed(page)
    assert read.cells == 169 * len(found.nodes)
    assert 0 < read.hatched < read.cells
    assert read.addresses == []
    assert "url(" not in page
    assert "€" in page


def test_the_figure_has_a_grid_for_each_decision(found: ft.Nash) -> None:
    figure = nash_figure([found])
    titles = [axes.get_title(loc="left") or axes.get_title() for axes in figure.axes]
    assert len(titles) == len(found.nodes)
    assert any(title.startswith("BB v SB: call") for title in titles)


def test_the_command_writes_json_and_a_page(tmp_path: Path) -> None:
    page = tmp_path / "chart.html"
    run = piped(*shlex.split(f"{TWO} --json --html {page}"))
    answer = json.loads(run.out)
    push, call = answer["nodes"]
    assert (push["seat"], push["facing"], push["action"]) == ("SB", [], "push")
    assert (call["seat"], call["facing"], call["action"]) == ("BB", ["SB"], "call")
    assert len(call["hands"]) == len(call["ev"]) == 169
    assert answer["exploitability"]["total"] < 1e-3
    assert {"equities", "three_way", "stacks", "payouts", "small_blind", "big_blind"} <= set(answer)
    assert "</html>" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nash 900 1200 -p 60,40", "--blinds must be given: 100/200"),
        (f"{TWO} --grid XX", "--grid must be one of SB, BB, got 'XX'"),
        (f"{TWO} --lock XX", "--lock must be a decision and its hands, like BB v SB=20%, got 'XX'"),
        (f"{TWO} --lock SB=AA --lock SB=KK", "--lock must lock a decision only once"),
        (f"{TWO} --html chart.pdf", "--html must end in .html"),
        (f"{TWO} --folded BB", "--folded must not name the big blind, who acts last and has won if all others fold"),
        (f"{TWO} --max-seconds -1", "--max-seconds must not be negative, got -1"),
    ],
)
def test_wrong_options_are_reported_in_one_line(line: str, words: str) -> None:
    run = piped(*shlex.split(line))
    assert run.code == 2
    assert words in run.err


def test_a_decision_can_use_the_range_of_the_equilibrium() -> None:
    spot = "decide SB=900 BB=1200 -p 60,40 --blinds 50/100 --button SB --all-in SB --hero BB --hand K8o"
    run = piped(*shlex.split(f"{spot} --range nash --models icm --json"))
    answer = json.loads(run.out)
    found = nash([900, 1200], [60, 40], small_blind=50, big_blind=100, tolerance=1e-4)
    assert answer["ranges"] == [str(found.range("SB"))]


@pytest.mark.parametrize(("given", "limit"), [({}, 30.0), ({"max_seconds": 0}, None), ({"max_seconds": 7}, 7.0)])
def test_the_time_limit_is_30_seconds_by_default_and_0_removes_it(
    given: dict[str, Any], limit: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def solve(*args: Any, **options: Any) -> ft.Nash:
        seen.append(options["max_seconds"])
        return nash(*args, **options)

    monkeypatch.setattr("finaltable.equilibrium.nash.nash", solve)
    table = ft.Table.of([900, 1200], [60, 40])
    NashQuestion(table=table, blinds=(50, 100), tolerance=1e-2, **given).ask(Run())
    assert seen == [limit]


def test_a_search_that_runs_out_of_time_reports_its_exploitability() -> None:
    run = piped(*shlex.split("nash 10 10 10 10 10 10 -p 65,35 --blinds 0.5/1 --tolerance 1e-9 --max-seconds 0.3"))
    assert run.code == 0
    assert "Exploitability " in run.out
    assert "of the pool, summed over all players." in run.out
    assert "above the tolerance" in run.out


# --- with a raise -----------------------------------------------------------------------------------------------------

RAISED = "nash SB=1600 BB=1400 BTN=1500 -p 50,30,20 --blinds 50/100 --tolerance 1e-3"


@pytest.fixture(scope="module")
def raised() -> ft.Nash:
    return nash([1400, 1200, 1500], [60, 40], small_blind=50, big_blind=100, tolerance=1e-3, raise_to="2.2bb")


def test_a_report_with_a_raise_has_all_actions_and_says_what_it_leaves_out(raised: ft.Nash) -> None:
    text = str(nash_report([raised]))
    for line in (r"BTN +push", r"BTN raise +raise", r"SB v BTN raise +re-jam", r"BTN raise v SB +call"):
        assert re.search(rf"^{line} +\d", text, re.MULTILINE), line
    assert text.startswith("Calls that see a flop are left out")
    assert "Raises to 220 (2.2 bb) by SB and BTN." in text
    assert "no advice" not in text
    deep = nash([2000, 1800, 2500], [60, 40], small_blind=50, big_blind=100, tolerance=1e-2, raise_to=250)
    assert str(deep).startswith(
        "Stacks are deeper than 15 big blinds (20): hands to raise or push first in are no advice."
    )


def test_a_grid_first_in_shows_three_actions(raised: ft.Nash) -> None:
    node = raised.find("BTN")
    squares = {square.hand: square for line in squares_of(raised, node) for square in line}
    assert all(square.raises is not None for square in squares.values())
    assert {"R", "A"} & set("".join(square.mixture for square in squares.values()))
    text = str(grid_report(raised, node))
    assert re.search(r"^BTN: raise [\d.]+ %, push [\d.]+ % of hands$", text, re.MULTILINE)
    later = str(grid_report(raised, raised.find("BTN", "SB", "BTN")))
    assert re.search(r"^BTN raise v SB: call [\d.]+ % of the hands that raised$", later, re.MULTILINE)


def test_the_page_and_the_figure_with_a_raise_have_a_grid_for_each_decision(raised: ft.Nash) -> None:
    page = chart_page([raised])
    read = Cells()
    read.feed(page)
    decisions = [node for node in raised.nodes if node.action != "raise"]
    assert read.cells == 169 * len(decisions)
    assert "Calls that see a flop are left out" in page
    assert "R: raise; A: all-in" in page
    titles = [axes.get_title(loc="left") or axes.get_title() for axes in nash_figure([raised]).axes]
    assert any(re.fullmatch(r"BTN: raise [\d.]+ %, push [\d.]+ %", title) for title in titles)


def test_the_command_with_a_raise_writes_its_decisions_as_json() -> None:
    answer = json.loads(piped(*shlex.split(f"{RAISED} --raise-to BTN=2.2bb --json")).out)
    actions = {(node["seat"], node["raised_by"], *node["facing"]): node["action"] for node in answer["nodes"]}
    assert actions["BTN", None] == "push"
    assert actions["BTN", "BTN"] == "raise"
    assert actions["SB", "BTN"] == "rejam"
    assert actions["BB", "BTN", "SB"] == "call_rejam"
    assert actions["BTN", "BTN", "SB"] == "call_rejam"
    assert answer["raise_to"] == [None, None, 220.0]
    assert answer["depth"] == 15.0
    assert answer["leaves_out"].startswith("Calls that see a flop")


def test_a_raise_in_a_request_may_be_a_number_text_or_sizes_by_player(raised: ft.Nash) -> None:
    for size in (2.2, 220, "2.2bb", {"SB": "2.2bb", "BTN": 220}):
        table = ft.Table.of([1400, 1200, 1500], [60, 40], names=["SB", "BB", "BTN"])
        asked = NashQuestion(table=table, blinds=(50, 100), raise_to=size, tolerance=1e-3).ask(Run())
        assert (asked.first.profile == raised.profile).all()


def test_a_number_that_is_used_as_a_name_stays_one() -> None:
    found = ft.nash([1250, 800, 2000], [50, 30, 20], small_blind=50, big_blind=100, button="Player 3", tolerance=1e-2)
    assert found.table.names == ("Player 1", "Player 2", "Player 3")
    assert found.button == "Player 3"
