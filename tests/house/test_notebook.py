"""The notebook that walks through the paper."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

from tests import notebook
from tests.documents import ROOT
from tests.pictures import svg_words


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("notebook") / "made.ipynb"
    subprocess.run([sys.executable, "-m", "tests.notebook", str(path)], cwd=ROOT, check=True, timeout=200)
    return notebook.read(path)


def shown(cell: Any) -> list[str | list[str]]:
    """Return the output of a cell: its text, and the words in its pictures."""
    found: list[str | list[str]] = []
    for output in cell.outputs:
        data = output.get("data", {})
        found.append(svg_words(data["image/svg+xml"]) if "image/svg+xml" in data else output.get("text", data))
    return found


def test_every_cell_has_the_stored_output(made: Any) -> None:
    kept = notebook.read()
    assert [shown(cell) for cell in made.cells if cell.cell_type == "code"] == [
        shown(cell) for cell in kept.cells if cell.cell_type == "code"
    ]


def test_it_shows_every_section_table_figure_and_algorithm_of_the_paper() -> None:
    text = "\n".join(cell.source for cell in notebook.read().cells)
    assert re.findall(r"^## (\d)\.", text, re.MULTILINE) == list("1234567")
    for part in [f"Table {n}" for n in range(1, 5)] + [f"Figure {n}" for n in range(1, 5)]:
        assert f"**{part}" in text, part
    for part in (
        "equation 1",
        "Equation 3",
        "Equations 4 and 5",
        "Algorithm 1",
        "**Algorithm 2**",
        "Algorithm 3",
        "4.2",
        "4.3",
    ):
        assert part in text, part


def test_its_last_cell_finds_no_number_that_differs(made: Any) -> None:
    last = [cell for cell in made.cells if cell.cell_type == "code"][-1]
    [text] = shown(last)
    assert str(text).count("122 agree at the printed digits, 2 are slips of the paper, 0 differ") == 3
