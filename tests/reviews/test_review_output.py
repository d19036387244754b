"""A review in print, as JSON, CSV and a page."""

from __future__ import annotations

import csv
import json
import pickle
from dataclasses import replace
from io import StringIO
from pathlib import Path

import finaltable as ft
from finaltable.reviews.html_page import review_page
from finaltable.reviews.question import EXAMPLE
from finaltable.reviews.report import review_report
from finaltable.reviews.report_csv import review_csv
from tests.program import in_process
from tests.reviewing import played
from tests.reviews.test_review import CALLED, FOLDED, PRIZES, reviewed


def test_a_review_is_frozen_prints_and_goes_to_json_csv_and_a_page() -> None:
    found = reviewed(FOLDED, CALLED, hero="Bo")
    assert pickle.loads(pickle.dumps(found)) == found
    fields = json.loads(json.dumps(found.to_dict()))
    assert fields["costs"][0]["money"] == found["icm"].money
    assert fields["mistakes"][0] == {"tournament": "7", "number": found.mistakes[0].number}
    rows = list(csv.DictReader(StringIO(review_csv(found))))
    assert [float(row["icm cost"]) for row in rows] == [one.cost for one in found.decisions]
    page = review_page(found)
    assert "<script" not in page
    assert "http" not in page
    assert page.count("<polyline") == 4
    assert found.mistakes[0].reason.replace("'", "&#39;") in page


def test_names_of_players_are_escaped_in_the_page() -> None:
    evil = "<b>x</b>"
    seats = tuple(replace(one, name=evil if one.name == "Ana" else one.name) for one in FOLDED.seats)
    actions = tuple(replace(one, player=evil if one.player == "Ana" else one.player) for one in FOLDED.actions)
    hand = replace(FOLDED, seats=seats, actions=actions, collected={evil: 400}, uncalled=())
    page = review_page(reviewed(hand))
    assert "&lt;b&gt;x" in page
    assert "<b>x" not in page


def test_the_command_prints_the_report_of_python(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(EXAMPLE, "utf-8")
    code, printed = in_process("review", str(file), "-p", "50,30,20", "--range", "40%", "--json")
    found = ft.review(ft.read_history(file), PRIZES, ranges="40%")
    assert code == 0
    assert json.loads(printed) == json.loads(json.dumps(found.to_dict()))
    page = tmp_path / "review.html"
    asked = ["-p", "50%,30%,20%", "--pool", "100", "--range", "push=40%"]
    assert in_process("review", str(file), *asked, "--html", str(page))[0] == 0
    assert "AhJs" in page.read_text("utf-8")


def test_the_small_print_says_what_opponents_play() -> None:
    given = str(reviewed(FOLDED, ranges="40%"))
    assert "Opponents hold the ranges that were given; costs are right within their ±." in given
    assert "equilibri" not in given
    assert "Opponents play an equilibrium. Other equilibria change" in str(reviewed(FOLDED, ranges=None))
    first_in = played([2000, 1500, 2500, 1200], "Di fold", "Ana fold", "Bo fold", hero="Bo", number=3)
    some = str(reviewed(FOLDED, first_in, hero="Bo", ranges=None, push_range="40%"))
    assert "Some opponents hold the ranges that were given. Others play an equilibrium." in some


def test_mistakes_that_are_not_shown_are_counted() -> None:
    found = reviewed(FOLDED, CALLED, ranges="60%")
    assert len(found.mistakes) == 2
    assert "1 more mistake is not shown." in str(review_report(found, top=1))
    assert "2 more mistakes are not shown." in str(review_report(found, top=0))
    assert "not shown" not in str(review_report(found, top=2))
