"""The documented map of the code is correct; `make lint` checks the order of imports in pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from graphlib import TopologicalSorter

from tests.conftest import LONG, TOGETHER
from tests.documents import ROOT
from tests.imports import MODULES, graph


def test_the_map_and_the_import_order_name_the_same_folders() -> None:
    page = (ROOT / "docs" / "contributing" / "index.md").read_text("utf-8")
    rooms = re.findall(r"^\| `(\w+)/?` \|", page.partition("| folder |")[2].partition("\n\n")[0], re.MULTILINE)
    [contract] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    assert [*rooms, "__main__"] == contract["layers"][::-1]


def test_there_are_no_circular_imports() -> None:
    order = list(TopologicalSorter(graph()).static_order())
    assert set(order) >= set(MODULES)


def test_only_the_bindings_of_the_core_use_python() -> None:
    files = [path for path in (ROOT / "core").rglob("*.*") if path.parent.name != "bindings"]
    assert len(files) > 15
    assert not [path.name for path in files if re.search(r"Python\.h|nanobind|PyObject", path.read_text("utf-8"))]


def test_the_test_files_that_run_first_exist() -> None:
    files = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    assert {*TOGETHER, *LONG} <= files
