"""Bounties in addition to prizes: a model values both, each with half of the time limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from finaltable.errors import InputError
from finaltable.models.model import BountyFunctions, IncomeFunction, Solve
from finaltable.results import Bounties, Equity, Values
from finaltable.table.options import Progress, stage_of
from finaltable.table.table import Table, exact_array


def with_bounties(name: str, title: str, solve: Solve, functions: BountyFunctions | None) -> Solve:
    """Return a function that solves a table, its bounties included."""

    def solve_both(table: Table, **options: Any) -> Equity:
        if not table.bounties:
            return solve(table, **options)
        if functions is None:
            rule = f"have no value under {title}: choose another model"
            raise InputError("bounties", rule, name, code="conflict")
        first, second = half_of(options, 0), half_of(options, 1)
        result = solve(table, **first)
        return replace(result, bounties=value_bounties(result.model, functions, table, second))

    return solve_both


def half_of(options: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the options for the first or second of two computations: each has half of the time and of the progress."""
    half = dict(options)
    if half.get("max_seconds") is not None:
        half["max_seconds"] /= 2
    if half.get("progress") is not None:
        half["progress"] = stage_of(half["progress"], number, 2)
    return half


def value_bounties(name: str, functions: BountyFunctions, table: Table, options: Mapping[str, Any]) -> Bounties:
    """Return the expected bounty money of each player at a table."""
    rules = {"share": table.prizes.share, "own": table.prizes.own}
    found = functions.income(exact_array([table.stacks]), exact_array([table.bounties]), **rules, **options)
    later = {key: value for key, value in options.items() if key != "progress"} | {"method": found.method} | rules
    return Bounties(
        table=table,
        income=found.values[0],
        error=found.error,
        guaranteed=found.guaranteed,
        model=name,
        method=found.method,
        work=found.work,
        tolerance=options.get("tolerance", 0.0),
        assumption=functions.assumption,
        _matrix=partial(matrix_later, functions.matrix, table.stacks, later),
    )


def matrix_later(
    matrix: IncomeFunction, stacks: tuple[Any, ...], options: Mapping[str, Any], progress: Progress | None
) -> tuple[Values, float]:
    """Return the bounty matrix of one table, and its error."""
    found = matrix(exact_array([stacks]), progress=progress, **options)
    return found.values[0], found.error
