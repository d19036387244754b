"""The map of the code is the map of the code; `make lint` holds imports to the order in pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from graphlib import TopologicalSorter

from tests.conftest import LONG, TOGETHER
from tests.documents import ROOT
from tests.imports import MODULES, graph


def test_the_map_and_the_order_of_imports_name_the_same_folders() -> None:
    page = (ROOT / "docs" / "contributing" / "index.md").read_text("utf-8")
    rooms = re.findall(r"^\| `(\w+)/?` \|", page.partition("| folder |")[2].partition("\n\n")[0], re.MULTILINE)
    [contract] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    assert [*rooms, "__main__"] == contract["layers"][::-1]


def test_no_module_imports_itself_in_a_circle() -> None:
    order = list(TopologicalSorter(graph()).static_order())
    assert set(order) >= set(MODULES)


def test_the_core_knows_no_python_but_for_its_bindings() -> None:
    files = [path for path in (ROOT / "core").rglob("*.*") if path.parent.name != "bindings"]
    assert len(files) > 15
    assert not [path.name for path in files if re.search(r"Python\.h|nanobind|PyObject", path.read_text("utf-8"))]


def test_the_files_of_tests_that_begin_first_are_there() -> None:
    files = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    assert {*TOGETHER, *LONG} <= files
