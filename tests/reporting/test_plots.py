"""Figures: valid files with the right content, readable in black and white."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

import finaltable as ft
from finaltable.plots import (
    comparison_figure,
    deal_figure,
    decision_figure,
    finish_figure,
    pressure_figure,
    save_figure,
    sensitivity_figure,
    sweep_figure,
    tree_figure,
)
from finaltable.table.table import Table
from finaltable.values.sensitivity.sensitivity import close_curves
from tests.known_spots import BY_SEAT
from tests.pictures import svg_words

NAMES = ["Ana", "Bo", "Cy"]
STACKS, PAYOUTS = [1000, 500, 100], [100, 50]
SPOT = ft.Spot.of(**BY_SEAT)
CLOSE = ft.sensitivity([1000, 990, 2000, 3000], [50, 30, 20], names=["Ana", "Bo", "Cy", "Di"], threshold=5)
PLACES = [ft.finish(STACKS, model) for model in ("icm", "dcm")]


def figures() -> dict[str, Figure]:
    return {
        "comparison": comparison_figure(ft.compare(STACKS, PAYOUTS, names=NAMES), "€"),
        "finish": finish_figure(Table.of(STACKS, [1], names=NAMES), [ft.finish(STACKS, m) for m in ("icm", "dcm")]),
        "sweep": sweep_figure(ft.sweep([1000, 800, 2000, 3000], [50, 30, 20], 0, 100, 4000)),
        "decision": decision_figure(ft.decide(SPOT, 0.4)),
        "pressure": pressure_figure(ft.pressure([1000, 800, 2000, 3000], [50, 30, 20])),
        "tree": tree_figure(ft.tree(STACKS, 3, names=NAMES)),
        "deal": deal_figure(ft.deal(STACKS, PAYOUTS, names=NAMES), "€"),
        "sensitivity": sensitivity_figure(CLOSE, close_curves(CLOSE, points=20), "€"),
        "partial tree": tree_figure(ft.tree(STACKS, 3, names=NAMES, player="Bo")),
    }


FIGURES = figures()
TEXTS = {
    "deal": ["Payment to each player by each proposal", "Ana", "Cy", "ICM (chosen)", "SEM", "chip chop", "equal"],
    "sensitivity": ["Ana and Bo", "Bo, DCM", "chips moved; the jump: Bo has 10 chips more"],
    "decision": [
        "Should BB call?",
        "ICM calls from 47.8 %; a fold is worth 15.23",
        "DCM calls from 31.2 %",
        "equity 40.0 %",
    ],
    "pressure": ["ICM: bubble factors", "DCM: bubble factors", "Player 3 (2,000)", "2.80", "3.38"],
    "comparison": ["Ana", "1,000", "ICM", "DCM", "€78.79", "€80.79  (+€2.00)", "€8.54  (-€4.34)"],
    "finish": [
        "ICM: finish probabilities (%)",
        "DCM: finish probabilities (%)",
        "Cy (100)",
        "3rd",
        "62.5",
        "36.6",
        "89.2",
    ],
    "sweep": ["Player 1's equity as Player 1's stack grows", "+10.00, level with Player 2", "Player 2 (800)", "ICM"],
    "tree": ["1,000 / 500 / 100", "1,600 / – / –", "1/3, Ana 1st, Bo 2nd, Cy 3rd", "1/9, Cy 3rd, as at [3]"],
    "partial tree": ["Game tree of Ana / Bo / Cy: 1,000 / 500 / 100 chips, partial tree of Bo", "1/6, Bo 1st, Ana 2nd"],
}


@pytest.mark.parametrize("name", FIGURES)
def test_an_svg_holds_its_words_as_text(name: str, tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    save_figure(FIGURES[name], str(path))
    texts = svg_words(path.read_text("utf-8"))
    for words in TEXTS[name]:
        assert any(words in text for text in texts), words


@pytest.mark.parametrize("name", FIGURES)
def test_a_png_is_readable_in_grey(name: str, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    save_figure(FIGURES[name], str(path))
    pixels = imread(path)[..., :3]
    height, width = pixels.shape[:2]
    assert min(height, width) > 250
    grey = pixels @ np.array([0.299, 0.587, 0.114])
    assert grey.min() < 0.2  # ink
    assert grey.max() > 0.99  # paper
    assert 0.005 < (grey < 0.5).mean() < 0.5


def test_a_pdf_is_a_pdf(tmp_path: Path) -> None:
    path = tmp_path / "picture.pdf"
    save_figure(FIGURES["sweep"], str(path))
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    streams = re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL)
    drawn = b"".join(zlib.decompress(s) for s in streams if s[:1] == b"\x78")
    assert drawn.count(b" l\n") > 100  # lines


@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_the_same_picture_is_the_same_file(ending: str, tmp_path: Path) -> None:
    for number in (1, 2):
        save_figure(tree_figure(ft.tree(STACKS, 3, names=NAMES)), str(tmp_path / f"{number}.{ending}"))
    assert (tmp_path / f"1.{ending}").read_bytes() == (tmp_path / f"2.{ending}").read_bytes()


def test_models_differ_by_more_than_colour() -> None:
    lines = {line.get_label(): line for line in FIGURES["sweep"].axes[0].lines}
    assert lines["ICM"].get_linestyle() != lines["DCM"].get_linestyle()


def test_curves_end_at_the_cliffs_instead_of_crossing_them() -> None:
    moved = ft.sweep([1000, 800, 2000, 3000], [50, 30, 20], 0, 100, 4000)
    assert moved.cliffs[-1].stack == 4000  # the last piece is a point
    pieces = [
        line
        for line in sweep_figure(moved).axes[0].lines
        if line.get_linestyle() == "-" and len(np.asarray(line.get_xdata())) > 2
    ]
    assert len(pieces) == len(moved.cliffs)
    for piece, cliff in zip(pieces, moved.cliffs, strict=False):
        assert np.asarray(piece.get_xdata())[-1] == cliff.stack
        assert np.asarray(piece.get_ydata())[-1] == cliff.before[0]


def test_the_curve_of_a_mixture_ends_at_its_own_cliffs_too() -> None:
    moved = ft.sweep([1000, 800, 2000, 3000], [50, 30, 20], 0, 700, 900, points=21, models=("dcm", "icm:0.8,dcm:0.2"))
    axes = sweep_figure(moved).axes[0]
    pieces = [line for line in axes.lines if len(np.asarray(line.get_xdata())) > 2]
    ends = [(np.asarray(line.get_xdata())[-1], np.asarray(line.get_ydata())[-1]) for line in pieces]
    assert len(pieces) == 4
    assert [ends[0], ends[2]] == [(800, cliff.before[0]) for cliff in moved.cliffs]
    words = [text.get_text() for text in axes.texts]
    assert words == ["DCM +10.00\n80 % ICM, 20 % DCM +2.00, level with Player 2"]  # one label, since two would overlap


def test_names_are_text_whatever_they_look_like(tmp_path: Path) -> None:
    names = ["$a^2$", "<b>&", r"\frac"]
    path = tmp_path / "picture.svg"
    save_figure(tree_figure(ft.tree(STACKS, 1, names=names)), str(path))
    texts = svg_words(path.read_text("utf-8"))
    assert all(any(name in text for text in texts) for name in names)


def test_the_plot_style_does_not_change_the_users_style() -> None:
    with mpl.rc_context({"lines.linewidth": 9.0, "axes.grid": False}):
        figures()
        assert mpl.rcParams["lines.linewidth"] == 9.0
        assert not mpl.rcParams["axes.grid"]


def test_figures_with_too_many_players_raise() -> None:
    many = list(range(1, 32))
    with pytest.raises(ft.InputError, match="must be at most 30 players for a picture, got 31"):
        finish_figure(Table.of(many, [1]), [ft.finish(many, "icm")])
    with pytest.raises(ft.InputError, match="must be at most 30 players for a picture, got 31"):
        comparison_figure(ft.compare(many, [1]))
    several = ft.Spot.of([5, 4, 3], [5, 3], hero=0, all_in=[1, 2])
    with pytest.raises(ft.InputError, match="all_in must be one player for a picture, got 2 players"):
        decision_figure(ft.decide(several, hand="AhAd", ranges=["KhKd", "QhQd"]))
    with pytest.raises(ft.InputError, match="depth must be small enough for 200 nodes in a picture"):
        tree_figure(ft.tree([1009, 997, 983, 971, 967], 8))


def test_names_in_scripts_without_a_font_do_not_warn(tmp_path: Path) -> None:
    save_figure(tree_figure(ft.tree([2, 1], 1, names=["牌手", "खिलाड़ी"])), str(tmp_path / "picture.png"))
