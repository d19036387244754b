"""A review as a single HTML file: to keep, to print, to show a coach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from finaltable import __version__
from finaltable.reporting.layout import Cell, Grid
from finaltable.reporting.words import MoneyFormat, compact, title
from finaltable.reviews.groups import all_alike
from finaltable.reviews.next_steps import steps_of
from finaltable.reviews.report import (
    costs_grid,
    gain_cell,
    headline,
    homes_of,
    meaning,
    outcome_words,
    purse_of,
    range_lines,
    scope_words,
    small_print,
    values_grid,
)

if TYPE_CHECKING:
    from finaltable.reviews.curve import Point
    from finaltable.reviews.decision import Reviewed
    from finaltable.reviews.groups import MistakeGroup
    from finaltable.reviews.review import Review
    from finaltable.reviews.tournament import TournamentReview

WIDTH, HEIGHT, LEFT, BELOW, ABOVE = 640, 300, 70, 30, 14
MARKED = 9
DASHES = ("", "6 4", "12 3 3 3", "3 3")


class DecisionLine(NamedTuple):
    """One curve of the chart."""

    name: str
    points: tuple[str, ...]
    """One text for each piece: hands without a value are gaps."""
    dash: str
    number: int


def review_page(review: Review, currency: str = "") -> str:
    """Return the page."""
    from jinja2 import Environment, StrictUndefined

    template = files("finaltable.reviews").joinpath("page.html").read_text("utf-8")
    page = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True).from_string(template)
    purse = purse_of(review, currency)
    costs, homes = costs_grid(review, purse), homes_of(review)
    return page.render(
        version=__version__,
        title=outcome_words(review, purse),
        scope=scope_words(review),
        groups=[] if all_alike(review.groups) else [shown_group(one, purse) for one in review.groups],
        costs=shown_grid(costs),
        notes=meaning(review),
        curves=[curve_of(review, one, purse) for one in review.tournaments if drawable(one)],
        mistakes=[shown_decision(one, purse, homes) for one in review.mistakes],
        others=[shown_decision(one, purse, homes) for one in review.decisions if not one.cost],
        first=title(review.models[0]),
        width=WIDTH,
        small=small_print(review, len(review.mistakes)),
    )


def shown_grid(grid: Grid) -> dict[str, Any]:
    """Return a table for the template."""
    cells = [[cell if isinstance(cell, Cell) else Cell(cell) for cell in row] for row in grid.rows]
    return {"header": grid.header, "rows": cells}


def shown_decision(one: Reviewed, purse: MoneyFormat, homes: Mapping[int, str]) -> dict[str, Any]:
    """Return a decision for the template."""
    gains = [(title(judged.model), gain_cell(judged, purse)) for judged in one.verdicts]
    return {
        "headline": headline(one, homes),
        "reason": one.reason,
        "gains": gains,
        "values": shown_grid(values_grid(one, purse)) if one.verdicts[0].fold is not None else None,
        "ranges": range_lines(one),
        "uncertainty": purse.money(one.uncertainty) if one.cost else "",
        "steps": steps_of(one),
    }


def shown_group(one: MistakeGroup, purse: MoneyFormat) -> dict[str, Any]:
    """Return a group of mistakes for the template."""
    words = one.words[:1].upper() + one.words[1:]
    return {"words": words, "count": one.count, "cost": purse.signed(-one.cost), "range": purse.money(one.uncertainty)}


def drawable(tournament: TournamentReview) -> bool:
    """Return whether there is a curve."""
    return sum(1 for point in tournament.curve if point.values is not None) > 1


def curve_of(review: Review, tournament: TournamentReview, purse: MoneyFormat) -> dict[str, Any]:
    """Return a chart of the value of hero's chips."""
    points = tournament.curve
    known = [value for point in points for value in (*(point.values or ()), *(point.without_luck or ())[:1])]
    low, high = min(0.0, *known), max(*known, 1e-9)
    last = max(point.number for point in points)

    def x(number: int) -> float:
        return LEFT + (WIDTH - LEFT - 10) * (number - 1) / max(1, last - 1)

    def y(value: float) -> float:
        return ABOVE + (HEIGHT - ABOVE - BELOW) * (high - value) / (high - low)

    def pieces(values: Sequence[float | None]) -> tuple[str, ...]:
        found: list[list[str]] = [[]]
        for point, value in zip(points, values, strict=True):
            if value is None:
                found.append([])
            else:
                found[-1].append(f"{x(point.number):.1f},{y(value):.1f}")
        return tuple(" ".join(piece) for piece in found if piece)

    lines = [
        DecisionLine(
            title(model),
            pieces(by_model(points, m)),
            DASHES[m % len(DASHES)],
            m,
        )
        for m, model in enumerate(review.models)
    ]
    bare = pieces([None if one.without_luck is None else one.without_luck[0] for one in points])
    mine = {id(one) for one in tournament.decisions}
    places = [(place, one) for place, one in enumerate(review.mistakes, start=1) if id(one) in mine]
    marks = [
        (place, f"{x(one.number):.1f}", f"{y(value[0]):.1f}")
        for place, one in places[:MARKED]
        if (value := points[one.number - 1].values) is not None
    ]
    ticks = [(f"{purse.symbol}{compact(round(v, 2))}", f"{y(v):.1f}") for v in ticks_of(low, high)]
    called = f"{tournament.name or 'Tournament'} {tournament.id}"
    return {"name": called, "lines": lines, "bare": bare, "marks": marks, "ticks": ticks, "last": last - 1}


def by_model(points: Sequence[Point], m: int) -> list[float | None]:
    """Return the values of one model."""
    return [None if one.values is None else one.values[m] for one in points]


def ticks_of(low: float, high: float) -> list[float]:
    """Return a few round values between two bounds.

    >>> ticks_of(0, 47)
    [0.0, 10.0, 20.0, 30.0, 40.0]
    """
    import math

    step = 10.0 ** math.floor(math.log10((high - low) or 1.0))
    step = next(step * part for part in (0.2, 0.5, 1, 2) if (high - low) / (step * part) <= 5)
    return [step * k for k in range(math.ceil(low / step), math.floor(high / step) + 1)]
