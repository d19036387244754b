"""The spots that come with the package, and spots as JSON: tables, decisions and hands, each told once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from finaltable.training.chart import Chart
from finaltable.training.layout import Layout
from finaltable.training.spot import BountyView, TrainingSpot, View

if TYPE_CHECKING:
    from finaltable.answers.training import ChartDict, TrainingDict, TrainingSpotDict, TrainingTableDict

FILE = "web/static/training/pack.json"  # where the page finds it, too
NESTED = ("chart", "views", "bounty")


@cache
def pack() -> tuple[TrainingSpot, ...]:
    """Return the spots that ``make pack`` solved."""
    return spots_of(json.loads(resources.files("finaltable").joinpath(FILE).read_text("utf-8")))


def to_dict(spots: Sequence[TrainingSpot], seed: int, settings: str) -> TrainingDict:
    """Return spots ready for JSON; those of the same table or decision share it."""
    layouts = unique([(spot.chart.layout, spot.chart.model) for spot in spots])
    charts = unique([spot.chart for spot in spots])
    first = {(chart.layout, chart.model): chart for chart in reversed(charts)}
    return {
        "seed": seed,
        "settings": settings,
        "tables": [table_dict(first[one]) for one in layouts],
        "decisions": [chart_dict(chart, layouts.index((chart.layout, chart.model))) for chart in charts],
        "spots": [spot_dict(spot, charts.index(spot.chart)) for spot in spots],
    }


def unique(items: Sequence[Any]) -> list[Any]:
    """Return every item once, in the order they first appear."""
    return list(dict.fromkeys(items))


def table_dict(chart: Chart) -> TrainingTableDict:
    """Return a table ready for JSON."""
    layout = chart.layout
    found: TrainingTableDict = {
        "names": list(layout.names),
        "stacks": list(layout.stacks),
        "payouts": list(layout.payouts),
        "button": layout.names[layout.button],
        "small_blind": layout.small_blind,
        "big_blind": layout.big_blind,
        "ante": layout.ante,
        "big_blind_ante": layout.big_blind_ante,
        "model": chart.model,
        "pool": chart.pool,
        "exploitability": chart.exploitability,
    }
    if layout.bounties:
        found["bounties"] = list(layout.bounties)
        found["bounty_share"] = layout.bounty_share
    return found


def chart_dict(chart: Chart, table: int) -> ChartDict:
    """Return a decision ready for JSON."""
    return {
        "table": table,
        "seat": chart.seat,
        "facing": list(chart.facing),
        "action": chart.action,
        "frequency": round(chart.frequency, 4),
        "margin": chart.margin,
        "hands": list(chart.hands),
        "ev": list(chart.ev),
    }


def spot_dict(spot: TrainingSpot, decision: int) -> TrainingSpotDict:
    """Return a spot ready for JSON."""
    plain: Any = {field.name: getattr(spot, field.name) for field in fields(spot) if field.name not in NESTED}
    plain = {"key": spot.key, "decision": decision, **plain, "views": [view.to_dict() for view in spot.views]}
    if spot.bounty is not None:
        plain["bounty"] = spot.bounty.to_dict()
    found: TrainingSpotDict = plain
    return found


def spots_of(data: TrainingDict) -> tuple[TrainingSpot, ...]:
    """Return spots that `to_dict` wrote; what others wrote is read by `recipes`."""
    tables = [(layout_of(table), table) for table in data["tables"]]
    charts = [chart_of(one, *tables[one["table"]]) for one in data["decisions"]]
    return tuple(spot_of(one, charts[one["decision"]]) for one in data["spots"])


def layout_of(table: TrainingTableDict) -> Layout:
    """Return the table of JSON."""
    names = [field.name for field in fields(Layout)]
    given: Any = {name: value for name, value in table.items() if name in names}
    for name in ("stacks", "payouts", "bounties"):
        given[name] = tuple(given.get(name, ()))
    return Layout(**given)


def chart_of(chart: ChartDict, layout: Layout, table: TrainingTableDict) -> Chart:
    """Return the decision of JSON."""
    facing, hands, ev = tuple(chart["facing"]), tuple(chart["hands"]), tuple(chart["ev"])
    shared = (layout, table["model"], table["exploitability"], table["pool"])
    return Chart(*shared, chart["seat"], facing, chart["margin"], hands, ev)


def spot_of(one: TrainingSpotDict, chart: Chart) -> TrainingSpot:
    """Return the spot of JSON."""
    given: Any = {name: value for name, value in one.items() if name not in ("key", "decision", *NESTED)}
    bounty = one.get("bounty")
    views = tuple(View(**view) for view in one["views"])
    return TrainingSpot(chart=chart, **given, views=views, bounty=None if bounty is None else BountyView(**bounty))
