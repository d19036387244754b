"""Reports of decisions and close stacks, and sentences on errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.decisions.pressures.report import average, factor_cell
from finaltable.decisions.report import conclusion, from_equity, small_print, win_and_tie
from finaltable.reporting.words import provenance
from finaltable.values.equities.equity import Comparison
from finaltable.values.equities.report import comparison_report
from finaltable.values.sensitivity.report import close_lines, reach_words, sensitivity_report, what_would_do_it
from finaltable.values.sensitivity.sensitivity import ClosePair
from tests.known_spots import section_6

NAMES = ("Ana", "Bo", "Cy", "Di")


# --- close stacks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"taker": 1}, "Bo has 5 chips more"),
        ({"giver": 0}, "Ana has 5 chips fewer"),
        ({"taker": 1, "giver": 0}, "Bo wins 5 chips from Ana"),
        ({"taker": 1, "chips": 1}, "Bo has 1 chip more"),
        ({"taker": 1, "chips": 0}, "Ana and Bo are level, one chip decides"),
        ({"taker": 1, "chips": 0, "path": (2,)}, "Ana and Bo are level, and Cy wins the next hand"),
        ({"giver": 0, "path": (2, 3)}, "Ana has 5 chips fewer, and the next 2 hands go to Cy, then Di"),
    ],
)
def test_the_condition_for_a_jump_is_a_full_sentence(fields: dict[str, Any], words: str) -> None:
    usual: dict[str, Any] = {"pair": (0, 1), "path": (), "cause": "recount", "chips": 5, "taker": None, "giver": None}
    close = ClosePair(**{**usual, **fields}, before=np.zeros(4), after=np.zeros(4))
    assert what_would_do_it(close, NAMES) == words


def test_the_table_of_close_stacks_shows_gains_and_losses() -> None:
    found = ft.sensitivity([1000, 995, 2000, 3000], [50, 30, 20], big_blind=100, names=NAMES)
    first, second, *_ = found.close
    lines = str(sensitivity_report(found, "€")).splitlines()
    assert lines[2].split() == ["Ana", "and", "Bo", "recount", "5", "Bo", "–", "–", "Bo", "+€10.09", "Ana", "-€10.00"]
    assert lines[3].split() == ["Ana", "and", "Cy", "pot", "500", "Ana", "Cy", "–", "Ana", "+€5.00", "Cy", "-€5.00"]
    assert (first.taker, first.giver, second.taker, second.giver) == (1, None, 0, 2)
    assert (first.jump[1], first.jump[0]) == pytest.approx((10.09, -10.0), abs=0.005)
    assert "Search for close stacks: recounts of up to 17.488 chips, blinds of 100 and one pot of up to 500." in lines
    assert lines[-1].startswith("Jumps of €0.50 or more; right to €")


def test_without_close_stacks_the_report_has_the_range_of_the_search() -> None:
    found = ft.sensitivity([1000, 100], [50, 30])
    text = str(sensitivity_report(found))
    assert text.startswith("No two stacks are so close")
    assert reach_words(found) == "Search for close stacks: recounts of up to 5.5 chips and one pot of up to 55."
    assert reach_words(found) in text
    assert close_lines(found) == []


def test_a_pot_is_reported_only_if_nothing_is_nearer() -> None:
    far = ft.sensitivity([1000, 900, 2000, 3000], [50, 30, 20], names=NAMES)
    assert {close.cause for close in far.close} == {"pot"}
    [line] = close_lines(far)
    assert line.startswith("One pot: if ")
    near = ft.sensitivity([1000, 995, 2000, 3000], [50, 30, 20], names=NAMES)
    assert "pot" in {close.cause for close in near.close}
    assert [line.partition(",")[0] for line in close_lines(near)] == ["Close stacks: if Bo has 5 chips more"]


# --- decisions -------------------------------------------------------------------------------------------------------


def test_wins_and_ties_are_shown_if_there_are_ties() -> None:
    decision = ft.decide(section_6(), hand="AQo", ranges="AK, AQ")
    orders = decision.showdown.orders
    assert win_and_tie(decision) == f" (wins {100 * orders[0, 1]:.2f} %, ties {100 * orders[0, 0]:.2f} %)"
    assert win_and_tie(ft.decide(section_6(), 0.4)) == ""


def test_the_conclusion_names_the_callers_and_their_seats() -> None:
    assert conclusion(ft.decide(section_6(), 0.4)) == [
        "ICM says fold and DCM says call.",
        "Equity needed to call: DCM 31.16 % and ICM 47.81 %. In between they disagree.",
        "ICM predicted real results better than DCM did.",
    ]
    assert conclusion(ft.decide(section_6(), 0.9))[0] == "All models say call."
    assert conclusion(ft.decide(section_6(), 0.9, models=["icm"])) == []
    assert [from_equity(point) for point in (0.0, 0.4781, 1.0)] == ["always", "47.81 %", "never"]


def test_the_small_print_has_the_errors_and_the_players_to_act() -> None:
    given = ft.decide(section_6(), 0.4)
    assert small_print(given, "€") == [
        "Differences are right to €6e-05; the equity is as given.",
    ]
    behind = section_6(hero="Villain", all_in=["CO"])
    quality, folded, waiting = small_print(ft.decide(behind, hand="AA", ranges="KK"), "")
    assert quality.endswith("; the equity is exact.")
    assert folded.startswith("BTN folded before hero. Their cards are random here")
    assert waiting == "Hero is still to act and assumed to fold."
    several = section_6(hero="CO", all_in=["Villain", "BTN"], folded=["Hero"])
    drawn = ft.decide(several, hand="AA", ranges=["22+", "QQ"], samples=5000)
    assert small_print(drawn, "")[0].endswith("; the equity is from 5,000 random boards.")
    crowd = ft.Spot.of([10] * 10, [5, 3], hero=4, all_in=[3], button=0)
    assert small_print(ft.decide(crowd, 0.4, models=["icm"]), "")[-1].startswith("8 players are still to act")


def test_bubble_factors_are_shaded_by_their_size() -> None:
    assert [factor_cell(factor).shade for factor in (0.9, 1.0, 2.5, 4.0, 9.0)] == [0, 0, 0.5, 1, 1]
    assert factor_cell(float("nan")).text == "–"
    assert average([0.1, float("nan"), 0.05]) == "+7.5"
    assert average([float("nan")]) == "–"


# --- errors ----------------------------------------------------------------------------------------------------------


def test_only_sampling_that_missed_its_tolerance_is_marked() -> None:
    field, prizes = list(range(1, 41)), [10, 5]
    reached = ft.dcm(field, prizes, method="sample", tolerance=0.05)
    assert reached.error < 0.05 * 15
    assert "requested" not in provenance(reached)
    short = ft.dcm(field, prizes, tolerance=1e-7, max_seconds=0.2)
    assert short.error > 1e-7 * 15
    assert "of the prizes, requested 1e-07; raise max_seconds to get closer" in provenance(short)
    tree = ft.dcm([9, 8, 7, 6, 5], prizes, tolerance=0.01)
    assert tree.method == "tree"
    assert "requested" not in provenance(tree)


def test_a_comparison_computes_its_differences_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    for name in ("differences", "percentages"):
        real = getattr(Comparison, name).fget

        def counted(self: Comparison, name: str = name, real: Any = real) -> Any:
            built.append(name)
            return real(self)

        monkeypatch.setattr(Comparison, name, property(counted))
    comparison_report(ft.compare(range(1, 31), [5, 3], models=["icm", "chip_chop"]))
    assert built.count("percentages") == 1
    assert built.count("differences") == 1  # for the percentages
