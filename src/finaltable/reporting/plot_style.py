"""Plot style, also readable in black and white: ICM ring, dashed; SEM diamond; DCM disc, solid."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, ParamSpec

import matplotlib as mpl

from finaltable.errors import InputError, Verbatim
from finaltable.models import find_model
from finaltable.table.file_bytes import reason

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, GREY, PALE = "#10243e", "#8a8f98", "#d9dce1"
PAPER = {"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.8}  # behind text that crosses lines
OTHER_SCRIPTS = (
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "WenQuanYi Micro Hei",
    "PingFang SC",
    "Hiragino Sans",
    "Microsoft YaHei",
    "Noto Sans Devanagari",
    "Noto Sans Thai",
)
STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": GREY,
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "figure.constrained_layout.use": True,
    "font.size": 9,
    "grid.color": PALE,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "savefig.bbox": "tight",
    "savefig.dpi": 160,
    "svg.fonttype": "none",  # text stays text: it can be searched and read aloud
    "text.parse_math": False,  # dollar signs are currency
    "svg.hashsalt": "finaltable",  # identical pictures are identical files
}
MAX_PLAYERS = 30  # more would be illegible
Arguments = ParamSpec("Arguments")


def check_crowd(players: int) -> None:
    """Raise if there are too many players for a legible picture."""
    if players > MAX_PLAYERS:
        rule = f"must be at most {MAX_PLAYERS} players for a picture"
        raise InputError("stacks", rule, Verbatim(players), code="too_many")


def in_style(draw: Callable[Arguments, Figure]) -> Callable[Arguments, Figure]:
    """Draw a figure in our style, independent of the user's settings (decorator)."""

    @wraps(draw)
    def drawn(*arguments: Arguments.args, **options: Arguments.kwargs) -> Figure:
        with style():
            return draw(*arguments, **options)

    return drawn


@contextmanager
def style() -> Iterator[None]:
    """Apply our style temporarily."""
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        warnings.filterwarnings("ignore", message="Glyph .* missing from font", category=UserWarning)
        mpl.rcParams["font.family"] = fonts()
        mpl.rcParams.update(STYLE)  # type: ignore[arg-type]
        yield


def fonts() -> list[str]:
    """Return our font, then installed fonts for other scripts."""
    from matplotlib.font_manager import fontManager

    known = set(fontManager.get_font_names())
    return ["DejaVu Sans", *(font for font in OTHER_SCRIPTS if font in known)]


def save_figure(figure: Figure, path: str) -> None:
    """Write a figure as PNG, SVG or PDF, by file ending; the output is deterministic."""
    dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(path.rpartition(".")[2].lower(), {})
    try:
        with style():
            figure.savefig(path, metadata=dated)
    except (OSError, ValueError) as error:
        rule = "must be a file that can be written"
        raise InputError("plot", rule, reason(path, error), code="file_failed") from None


def for_notebooks(figure: Figure) -> Figure:
    """Return a figure that notebooks show as a picture, without pyplot."""
    figure._repr_png_ = partial(png_of, figure)  # type: ignore[attr-defined]
    return figure


def png_of(figure: Figure) -> bytes:
    """Return a figure as PNG."""
    out = io.BytesIO()
    with style():
        figure.savefig(out, format="png", bbox_inches="tight")
    return out.getvalue()


def short_name(name: str, most: int = 16) -> str:
    """Shorten a name for a picture."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def line_style(model: str) -> dict[str, Any]:
    """Return the line style of a model."""
    line = find_model(model).line
    return {"color": line.color, "linestyle": line.linestyle, "linewidth": line.linewidth}


def mark_style(model: str) -> dict[str, Any]:
    """Return the marker style of a model."""
    line = find_model(model).line
    return {"color": line.color, "marker": line.marker, "fillstyle": line.filled, "markerfacecoloralt": "white"}
