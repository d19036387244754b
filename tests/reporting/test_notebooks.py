"""Results in notebooks: HTML, frames, figures, and a repr of one line."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
from matplotlib.figure import Figure
from nbclient import NotebookClient

import finaltable as ft
from finaltable.answers import Displayed, Tabular
from finaltable.errors import InputError, UnavailableError
from tests.solved_spots import solved_spot

DATA = Path(__file__).parents[1] / "data"
NAMES = ["<b>Ana</b>", "B&o", "C'y"]
STACKS, PRIZES = [1000, 500, 100], [100, 50]
RESULTS: dict[str, Callable[[], Any]] = {
    "BatchSummary": lambda: ft.BatchSummary("out", "equity", ("icm",), 1, 2, 0, 0, (), (), 1.0),
    "Bounties": lambda: ft.bounties(STACKS, [10, 20, 30]),
    "BountyComparison": lambda: ft.compare_bounties(ft.Table.of(STACKS, [1], bounties=[10, 20, 30], names=NAMES)),
    "Comparison": lambda: ft.compare(STACKS, PRIZES, names=NAMES),
    "Deal": lambda: ft.deal(STACKS, PRIZES, names=NAMES),
    "Decision": lambda: ft.decide(
        ft.Spot.of(STACKS, PRIZES, hero=1, all_in=[0], small_blind=10, big_blind=20), equity=0.4
    ),
    "Equity": lambda: ft.dcm(STACKS, PRIZES, names=NAMES),
    "Evidence": lambda: ft.evidence(ft.read_snapshots(DATA / "results.csv"), models=("icm", "dcm")),
    "FinishProbabilities": lambda: ft.finish(STACKS),
    "GameTree": lambda: ft.tree([3, 2], depth=3),
    "History": lambda: ft.read_history(DATA / "hands.txt"),
    "Nash": lambda: solved_spot("heads-up"),
    "Pressure": lambda: ft.pressure(STACKS, PRIZES, names=NAMES),
    "PushDecision": lambda: ft.push(
        ft.PushSpot.of([10, 10], [1], hero=0, small_blind=0.5, big_blind=1), hand="AA", ranges=["20%"]
    ),
    "Range": lambda: ft.Range.read("QQ+, AKs:0.5"),
    "Review": lambda: ft.review(
        ft.read_history(DATA / "game.txt"), [45, 27, 18], push_range="30%", call_range="15%", models=("icm",)
    ),
    "Sensitivity": lambda: ft.sensitivity([1000, 990, 100], PRIZES, names=NAMES),
    "Sweep": lambda: ft.sweep(STACKS, PRIZES, player=0, points=3, names=NAMES),
    "TableValues": lambda: ft.value_tables([STACKS], PRIZES),
    "Tournament": lambda: ft.tournament([1], players=2, chips=10, small_blind=1, big_blind=2, step=1),
    "Training": lambda: ft.train(spots=2, seed=1),
    "TrainingSpot": lambda: ft.train(spots=1, seed=2).spots[0],
    "PaperNumbers": lambda: ft.paper("table 3"),
}
INPUTS = {"Mystery", "Pace", "Prizes", "PushSpot", "Spot", "Table", "Terms"}
ERRORS = {"InputError", "UnavailableError", "UnfinishedError"}
DRAWN = {
    "BountyComparison",
    "Comparison",
    "Deal",
    "Decision",
    "Evidence",
    "GameTree",
    "Nash",
    "Pressure",
    "Review",
    "Sensitivity",
    "Sweep",
}
NOT_TABULAR = {"BatchSummary", "GameTree", "Range", "Training", "TrainingSpot"}


@cache
def made(name: str) -> Any:
    return RESULTS[name]()


class Checked(HTMLParser):
    """Raise for tags that are not closed, or are not plain."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in {"div", "p", "pre", "table", "thead", "tbody", "caption", "tr", "th", "td"}, tag
        assert {name for name, _ in attrs} <= {"style", "scope"}
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_public_result_is_tested_here() -> None:
    public = {name for name in ft.__all__ if name[0].isupper()}
    assert public - INPUTS - ERRORS <= set(RESULTS)


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_table_in_html(name: str) -> None:
    html = made(name)._repr_html_()
    parser = Checked()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    assert "<b>" not in html
    if name not in {"Range", "GameTree", "BatchSummary", "Tournament", "Training", "TrainingSpot"}:
        assert "table" in parser.seen


@pytest.mark.parametrize("name", RESULTS)
def test_a_repr_is_one_short_line(name: str) -> None:
    if name != "FinishProbabilities":  # an array
        assert "\n" not in repr(made(name))
        assert len(repr(made(name))) < 200


@pytest.mark.parametrize("name", sorted(set(RESULTS) - NOT_TABULAR))
def test_a_table_is_a_frame_of_every_kind(name: str) -> None:
    found = made(name)
    frames = [found.to_pandas(), found.to_polars(), found.to_arrow()]
    columns = [list(frames[0].columns), list(frames[1].columns), list(frames[2].column_names)]
    assert columns[0] == columns[1] == columns[2] != []
    assert len(frames[0]) == len(frames[1]) == len(frames[2]) > 0
    if isinstance(found, Tabular):
        assert len(found.records()) == len(frames[0])


def test_numbers_of_frames_are_those_of_the_result() -> None:
    equity, exact = ft.icm(STACKS, PRIZES), ft.dcm(STACKS, PRIZES, method="exact")
    assert equity.to_pandas()["equity"].tolist() == equity.equities.tolist()
    assert exact.to_polars()["equity"].to_list() == [float(value) for value in exact.equities]
    assert made("FinishProbabilities").to_arrow()["place_1"].to_pylist() == made("FinishProbabilities")[:, 0].tolist()
    chart = made("Nash").to_pandas()
    aces = chart[(chart["decision"] == "BB v SB") & (chart["hand"] == "AA")]
    assert aces["ev"].tolist() == [made("Nash").decisions[1].ev["AA"]]
    batch = ft.finish(np.array([STACKS, STACKS]))
    assert set(batch.to_pandas()["table"]) == {0, 1}
    assert batch._repr_html_() is None


@pytest.mark.parametrize("name", RESULTS)
def test_plot_returns_the_figure_of_the_command(name: str) -> None:
    found = made(name)
    if name in DRAWN:
        assert isinstance(found.plot(), Figure)
    elif isinstance(found, Displayed) and name != "FinishProbabilities":
        with pytest.raises(UnavailableError, match="plot is not part of"):
            found.plot()


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError, match=r"to_polars needs polars \(pip install polars\)"):
        made("Equity").to_polars()


@pytest.mark.slow
def test_jupyter_shows_the_html() -> None:
    code = [
        "import finaltable as ft",
        "ft.icm([1000, 500, 100], [100, 50])",
        "ft.compare([1000, 500, 100], [100, 50]).plot()",
        "ft.Range.read('QQ+')",
    ]
    make: Any = nbformat.v4
    notebook = make.new_notebook(cells=[make.new_code_cell(line) for line in code])
    NotebookClient(notebook, timeout=120).execute()
    shown = [set(cell.outputs[0].data) if cell.outputs else set() for cell in notebook.cells]
    assert shown[1] == {"text/html", "text/plain"}
    assert "image/png" in shown[2]
    assert shown[3] == {"text/html", "text/plain"}
    assert "\n" not in notebook.cells[1].outputs[0].data["text/plain"]
