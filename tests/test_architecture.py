"""The map of the code in the documentation is the map of the code: imports go one way, from input to picture."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter

import pytest

import finaltable as ft
from tests.conftest import LONG, TOGETHER
from tests.documents import ROOT
from tests.imports import MODULES, graph

MAP = (ROOT / "docs" / "contributing" / "index.md").read_text("utf-8")
# What is in each room that is a folder, in words.
WITHIN = dict(
    re.findall(r"^\| `(?!core|docs)(\w+)/` \| (.*) \|$", MAP.partition("## What is in them")[2], re.MULTILINE)
)
ALIKE = ("answers.", "questions.", "histories.rooms.")  # a module for each of many things, called like the thing
# A result prints itself: __str__ fetches its rendering when somebody prints, and at no other time.
PRINTING = {
    "results",
    "analysis.bounty_comparison",
    "analysis.equity",
    "batches.values",
    "analysis.sweep",
    "analysis.tree",
    "analysis.reproduction",
    "analysis.sensitivity",
    "decisions.decide",
    "decisions.pressure",
    "decisions.push",
    "reviews.review",
    "deals.deal",
    "runs.summary",
    "scoring.evidence",
    "equilibrium.solution",
    "histories.history",
    "training.session",
    "training.spot",
}


def rooms() -> list[list[str]]:
    """The rooms of the map from left to right, each with its modules."""
    table = MAP.partition("## Rooms")[2].partition("## ")[0]
    cells = re.findall(r"^\| (`[^|]+) \|[^|]+\|[^|]+\|$", table, re.MULTILINE)
    return [re.findall(r"`(\w+)/?`", cell) for cell in cells]


def room_of(module: str) -> int:
    """The number of a module's room, from the left."""
    [number] = [number for number, names in enumerate(rooms()) if module.partition(".")[0] in names]
    return number


def test_the_map_has_every_module() -> None:
    on_the_map = {name for names in rooms() for name in names}
    assert on_the_map == {module.partition(".")[0] for module in MODULES} - {"", "__init__"}


@pytest.mark.parametrize(("room", "told"), WITHIN.items())
def test_the_map_says_what_is_in_a_room_and_nothing_that_is_not(room: str, told: str) -> None:
    names = set(re.findall(r"`(\w+)/?`", told))
    modules = {module for module in MODULES if module.startswith(f"{room}.") and not module.startswith(ALIKE)}
    assert {part for module in modules for part in module.split(".")[1:]} - {"__init__"} <= names
    there = {path.stem for path in (ROOT / "src" / "finaltable" / room).rglob("*")}
    assert {name for name in names if name.islower()} - there - set(ft.__all__) - {"to_dict"} == set()


def test_a_module_imports_only_from_its_left() -> None:
    edges = [(module, other) for module, others in graph().items() if module for other in others]
    assert len(edges) > 150
    assert [(module, other) for module, other in edges if room_of(other) > room_of(module)] == []


def test_no_module_imports_itself_in_a_circle() -> None:
    order = list(TopologicalSorter(graph()).static_order())
    assert set(order) >= set(MODULES)


def test_what_functions_import_goes_one_way_too_but_for_printing() -> None:
    for module, others in graph(inside_functions=True).items():
        backwards = {other for other in others if module and room_of(other) > room_of(module)}
        assert not backwards or (module in PRINTING and {other.partition(".")[0] for other in backwards} == {"render"})


def test_the_command_line_and_the_server_do_not_import_each_other() -> None:
    whole = graph(inside_functions=True)
    for door, other in (("cli", "web"), ("web", "cli")):
        across = {(a, b) for a, targets in whole.items() if a.startswith(door) for b in targets if b.startswith(other)}
        assert across <= {("cli.serve", "web.server"), ("cli.serve", "web.limits")}


def test_the_core_knows_no_python_but_for_its_bindings() -> None:
    files = [path for path in (ROOT / "core").rglob("*.*") if path.parent.name != "bindings"]
    assert len(files) > 15
    assert not [path.name for path in files if re.search(r"Python\.h|nanobind|PyObject", path.read_text("utf-8"))]


def test_the_page_about_the_tests_names_every_file() -> None:
    page = (ROOT / "docs" / "contributing" / "tests-and-benchmarks.md").read_text("utf-8")
    files = {path.stem for path in (ROOT / "tests").glob("*.py")} - {"__init__"}
    assert files <= set(re.findall(r"`(\w+)`", page))


def test_the_files_of_tests_that_begin_first_are_there() -> None:
    files = {path.stem for path in (ROOT / "tests").glob("test_*.py")}
    assert {*TOGETHER, *LONG} <= files
