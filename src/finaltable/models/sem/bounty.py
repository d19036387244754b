"""Bounties under sequential elimination: a player who takes a part of another's chips takes that part of the bounty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from finaltable import _core
from finaltable.errors import InputError, TooSlowError, Verbatim, counted
from finaltable.models.model import BountyFunctions
from finaltable.models.sem.kernels import KERNELS, Weight
from finaltable.models.sem.tree import check_range
from finaltable.results import Income, Values
from finaltable.table.options import Progress
from finaltable.table.table import Number, exact_value

MAX_TREE_PLAYERS = 11  # about a second; each further player takes more than ten times as long
MAX_EXACT_PLAYERS = 5


def income(
    stacks: Values,
    bounties: Values,
    *,
    share: Number,
    own: bool,
    kernel: str = "knockout",
    method: str = "auto",
    threads: int = 1,
    max_seconds: float | None = None,
    progress: Progress | None = None,
    **_: Any,
) -> Income:
    """Return the expected bounty money at checked tables, shape (tables, players)."""
    check_live(stacks, MAX_EXACT_PLAYERS if method == "exact" else MAX_TREE_PLAYERS)
    if method == "exact":
        rows = zip(stacks.tolist(), bounties.tolist(), strict=True)
        values = [exact_income(row, amounts, share, own, kernel) for row, amounts in rows]
        return Income(np.array(values, dtype=object), np.zeros(len(values)), True, "exact", len(values))
    chips = np.ascontiguousarray(stacks, dtype=np.float64)
    check_range(chips)
    amounts = np.ascontiguousarray(bounties, dtype=np.float64)
    number = list(KERNELS).index(kernel)
    found = _core.sem_income(chips, amounts, number, float(share), own, threads, max_seconds, progress)
    if not found.finished:
        raise TooSlowError("max_seconds", f"is too short for bounties of {counted(len(chips), 'table')}", max_seconds)
    return Income(found.values, found.errors, True, "tree", found.work)


def matrix(stacks: Values, **options: Any) -> Income:
    """Return the bounty matrix of checked tables: each bounty in turn is 1, the others are 0."""
    columns = []
    for unit in np.eye(stacks.shape[1], dtype=np.int64):
        bounties = np.where(stacks > 0, unit, 0)
        columns.append(income(stacks, bounties, **options))
    values = np.stack([column.values for column in columns], axis=2)
    errors = np.max([column.errors for column in columns], axis=0)
    return Income(values, errors, True, columns[0].method, sum(column.work for column in columns))


BOUNTY = BountyFunctions(income, matrix)


def check_live(stacks: Values, most: int) -> None:
    """Raise if a table has too many players with chips to enumerate their orders."""
    live = int((stacks > 0).sum(axis=1).max())
    if live > most:
        rule = f"must leave at most {most} players with chips for bounties under sequential elimination"
        raise InputError("stacks", rule, Verbatim(f"{live} players"), code="too_many")


def exact_income(stacks: Sequence[Number], bounties: Sequence[Number], share: Number, own: bool, kernel: str) -> Values:
    """Return each player's income in fractions."""
    seats = [i for i, stack in enumerate(stacks) if stack]
    won: Values = np.array([exact_value(0)] * len(stacks), dtype=object)
    chips, amounts = ([exact_value(values[i]) for i in seats] for values in (stacks, bounties))
    won[seats] = follow(chips, amounts, exact_value(share), own, KERNELS[kernel])
    return won


def follow(stacks: Sequence[Any], bounties: Sequence[Any], share: Any, own: bool, weight: Weight) -> list[Any]:
    """Return income by the definition, in any type of number: eliminate each player in turn, and recurse.

    >>> from fractions import Fraction
    >>> one = Fraction(1)
    >>> [str(money) for money in follow([one, one, 2 * one], [one] * 3, Fraction(1, 2), True, KERNELS["knockout"])]
    ['97/120', '97/120', '83/60']
    """
    if len(stacks) == 1:
        return [bounties[0] * own]
    weights = [[weight(x, y) if i != j else 0 for j, y in enumerate(stacks)] for i, x in enumerate(stacks)]
    rates = [sum(row) / stack for row, stack in zip(weights, stacks, strict=True)]
    won = [0 * stack for stack in stacks]
    for out, rate in enumerate(rates):
        chance = rate / sum(rates)
        parts = [one / sum(weights[out]) for one in weights[out]]
        left = [j for j in range(len(stacks)) if j != out]
        later = follow(
            [stacks[j] + stacks[out] * parts[j] for j in left],
            [bounties[j] + (1 - share) * bounties[out] * parts[j] for j in left],
            share,
            own,
            weight,
        )
        for j, money in zip(left, later, strict=True):
            won[j] += chance * (share * bounties[out] * parts[j] + money)
    return won
