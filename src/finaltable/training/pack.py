"""The spots that come with the package, and spots read from JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache
from importlib import resources
from typing import Any

from finaltable.training.decision_chart import Chart
from finaltable.training.spot_table import SpotTable
from finaltable.training.training_spot import BountyView, ModelView, TrainingSpot

# Shared with the page. The numbers of the charts are a file of their own: the page asks a spot before it needs them.
FILE, CHARTS = "web/static/training/pack.json", "web/static/training/charts.json"
IN_CHARTS = ("hands", "ev", "raises", "raise_ev")
NESTED = ("chart", "views", "bounty", "raises")


@cache
def pack() -> tuple[TrainingSpot, ...]:
    """Return the spots that ``make pack`` solved."""
    package = resources.files("finaltable")
    data, charts = (json.loads(package.joinpath(name).read_text("utf-8")) for name in (FILE, CHARTS))
    joined = [one | chart for one, chart in zip(data["decisions"], charts, strict=True)]
    return spots_of({**data, "decisions": joined})


def split(data: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a training without the numbers of its charts, and these. A chart with raises keeps an empty list."""
    charts = [{name: one[name] for name in IN_CHARTS if name in one} for one in data["decisions"]]
    rest = [{name: value for name, value in one.items() if name not in IN_CHARTS} for one in data["decisions"]]
    short = [one | ({"raises": []} if "raises" in chart else {}) for one, chart in zip(rest, charts, strict=True)]
    return {**data, "decisions": short}, charts


def spots_of(data: dict[str, Any]) -> tuple[TrainingSpot, ...]:
    """Return spots that `Training.to_dict` wrote; `recipes` reads all others."""
    tables = [(layout_of(table), table) for table in data["tables"]]
    charts = [chart_of(one, *tables[one["table"]]) for one in data["decisions"]]
    return tuple(spot_of(one, charts[one["decision"]]) for one in data["spots"])


def layout_of(table: dict[str, Any]) -> SpotTable:
    """Build a table from JSON."""
    names = [field.name for field in fields(SpotTable)]
    given: Any = {name: value for name, value in table.items() if name in names}
    for name in ("stacks", "payouts", "bounties"):
        given[name] = tuple(given.get(name, ()))
    return SpotTable(**given)


def chart_of(chart: dict[str, Any], layout: SpotTable, table: dict[str, Any]) -> Chart:
    """Build a decision from JSON."""
    facing, hands, ev = tuple(chart["facing"]), tuple(chart["hands"]), tuple(chart["ev"])
    shared = (layout, table["model"], table["exploitability"], table["pool"])
    raised = (tuple(chart.get(name, ())) for name in ("raises", "raise_ev"))
    return Chart(*shared, chart["seat"], facing, chart["margin"], hands, ev, chart.get("raised_by"), *raised)


def spot_of(one: dict[str, Any], chart: Chart) -> TrainingSpot:
    """Build a spot from JSON."""
    given: Any = {name: value for name, value in one.items() if name not in ("key", "decision", *NESTED)}
    bounty = one.get("bounty")
    views = tuple(ModelView(**view) for view in one["views"])
    raises = tuple(one.get("raises", ()))
    heads = None if bounty is None else BountyView(**bounty)
    return TrainingSpot(chart=chart, **given, views=views, bounty=heads, raises=raises)
