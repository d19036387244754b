"""The paper's numbers, to the printed digits."""

from __future__ import annotations

import dataclasses
import json
import re
from decimal import Decimal
from importlib import resources

import pytest

import finaltable as ft
from finaltable.models.dcm import paper
from finaltable.values.paper.paper import SECTIONS, find_section
from tests.documents import ROOT
from tests.refused import refused

PAGE = (ROOT / "docs" / "how-it-works" / "the-paper.md").read_text("utf-8")
PAPER = json.loads(resources.files("finaltable").joinpath("data/paper.json").read_text("utf-8"))
METHODS = {"icm": ("subsets", "quadrature", "compressed"), "dcm": ("tree", "exact", "paper")}


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("method", METHODS["dcm"])
def test_every_printed_number_is_reproduced(section: str, method: str) -> None:
    done = ft.paper(section, method=method)
    assert done.method == method
    for check in done.checks:
        right = Decimal(check.right.removesuffix("%"))
        assert Decimal(check.ours).quantize(right) == right, check
        assert check.agrees
        assert (check.slip is not None) == (check.printed != check.right)


@pytest.mark.parametrize("method", METHODS["icm"])
def test_icm_numbers_are_reproduced_by_every_method(method: str) -> None:
    for number in PAPER["numbers"]:
        if (number["model"], number["quantity"]) == ("icm", "equity"):
            ours = ft.icm(number["stacks"], number["payouts"], method=method).equities[number["player"]]
            right = Decimal(number.get("right", number["printed"]))
            assert Decimal(float(ours)).quantize(right) == right


def test_a_differing_number_is_reported() -> None:
    done = ft.paper("Section 6")
    wrong = dataclasses.replace(done.checks[0], ours=done.checks[0].ours + 0.01)
    assert not wrong.agrees
    changed = dataclasses.replace(done, checks=(wrong, *done.checks[1:]))
    assert changed.differing == (wrong,)
    assert changed.summary() == "10 numbers, DCM by tree: 9 agree at the printed digits, 1 differ."
    assert "31.867143  NO" in str(changed)


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("3", "Table 3"),
        ("table 3", "Table 3"),
        ("Table3", "Table 3"),
        ("t4", "Table 4"),
        ("6", "Section 6"),
        ("§6", "Section 6"),
    ],
)
def test_sections_are_found_in_every_spelling(text: str, section: str) -> None:
    assert find_section(text) == section


@pytest.mark.parametrize("text", ["5", "table 6", "section 4", "table", "figure 1", ""])
def test_sections_without_numbers_raise(text: str) -> None:
    with refused("unknown_choice", "section"):
        find_section(text)


def test_the_data_holds_every_table_and_the_slips() -> None:
    tables = [number["table"] for number in PAPER["numbers"]]
    counts = {table: tables.count(table) for table in tables}
    assert counts == {"Table 1": 28, "Table 2": 8, "Table 3": 60, "Table 4": 18, "Section 6": 10}
    assert [number["printed"] for number in PAPER["numbers"] if "slip" in number] == ["21.25", "21.25"]
    listed = PAGE.partition("## Slips")[2].partition("\n## ")[0]
    assert len(re.findall("^- ", listed, re.MULTILINE)) == len(PAPER["slips"]) - 1  # two share a line
    assert "$200 big blind" in listed


def test_the_page_about_the_paper_explains_every_reference() -> None:
    authors = ("Diaconis", "Gilbert", "Miltersen", "Ganzfried", "Sklansky", "Everett")
    rows = re.findall(r"^\| .*, [*].* \|$", PAGE.partition("## References of the paper")[2], re.MULTILINE)
    assert [author for author, row in zip(authors, rows, strict=True) if author in row] == list(authors)
    assert "https://github.com/emilibesalu/DCM_vs_ICM_poker" in PAGE


@pytest.mark.parametrize("method", METHODS["dcm"])
def test_the_authors_published_example(method: str) -> None:
    # The expected result of the example in the author's Fortran programs DCM.f90 and DCMM.f90, in the repository
    # github.com/emilibesalu/DCM_vs_ICM_poker.
    result = ft.dcm([1000, 800, 500], [500, 200, 0], method=method)
    assert [round(float(money), 6) for money in result.equities] == [310.681696, 257.845768, 131.472535]


@pytest.mark.parametrize("truncation", ["depth", "comparison", "chip share"])
def test_equation_1_gives_chip_share_with_every_way_of_stopping(truncation: paper.Truncation) -> None:
    for a, b in ((1000, 500), (1000, 100), (7, 5), (1, 1)):
        assert paper.equation_1(a, b, truncation=truncation) == pytest.approx(a / (a + b), abs=1e-14)


def test_the_ways_of_stopping_differ_when_stopped_early() -> None:
    early = {truncation: paper.equation_1(2, 1, truncation=truncation, MD=2) for truncation in ("depth", "comparison")}
    # After two hands of (2, 1) the path is back where it started, with probability 1/4.
    assert early == {"depth": 0.5, "comparison": 0.75}
    assert paper.equation_1(2, 1, truncation="chip share", MD=2) == pytest.approx(2 / 3)


def test_a_virtual_tie_may_be_pruned_or_played_out() -> None:
    assert paper.equation_1(3, 1, prune_ties=True) == paper.equation_1(3, 1, prune_ties=False) == 0.75


def test_algorithm_1_pays_groups_of_equals_alike() -> None:
    assert paper.algorithm_1([1, 2, 2, 5], [30, 0, 20, 10]) == [0, 15, 15, 30]
    assert paper.algorithm_1([4, 4, 4], [1, 2, 6]) == [3, 3, 3]
    assert paper.algorithm_1([4], [7]) == [7]


def test_algorithm_2_sorts_stacks_together_with_their_players() -> None:
    money = [0.0] * 5
    paper.algorithm_2(0.5, money, w=[4, 2, 0], S=[300, 100, 300], P=[0, 10, 20])
    assert money == [7.5, 0, 0, 0, 7.5]


def test_algorithm_3_falls_short_by_what_its_forced_stop_underpays() -> None:
    prizes = [0, 50, 100]
    result = paper.algorithm_3([1000, 500, 100], prizes, MD=6)
    pruned = 1 - result.completeness
    assert pruned > 1e-4
    # The players of a node with probability n p are paid with weight p: n - 1 of n parts of the money are lost there.
    assert 0 < sum(prizes) - sum(result.DCM) < pruned * sum(prizes)
    assert sum(paper.algorithm_3([1000, 500, 100], prizes).PW) == pytest.approx(1, abs=1e-9)


def test_figure_3_conserves_the_chips() -> None:
    assert paper.all_in([1000, 500, 100], 0) == [1600, 0, 0]
    assert paper.all_in([1000, 500, 100], 2) == [900, 400, 300]
