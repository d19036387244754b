"""Bounties under DCM: choose tree, sample, exact or paper, and state the error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from finaltable import _core
from finaltable.errors import UnavailableError
from finaltable.models.dcm.bounty_paper import BountyRules, play_for_bounties
from finaltable.models.dcm.bounty_sample import sample_income
from finaltable.models.dcm.bounty_tree import plan_bounties, search_income, search_matrix, tree_is_better
from finaltable.models.dcm.paper_limits import paper_limits
from finaltable.models.dcm.sample import Sampling
from finaltable.models.deadline import clock
from finaltable.results import Income, Values
from finaltable.table.options import Progress
from finaltable.table.table import Number, exact_value, whole_chips


class Options(NamedTuple):
    """Checked options."""

    method: str = "auto"
    tolerance: float = 1e-9
    seed: int = 0
    max_seconds: float | None = None
    progress: Progress | None = None
    threads: int = 1
    max_depth: int | None = None
    min_probability: float | None = None


def dcm_options(options: Mapping[str, Any]) -> Options:
    """Return the options of DCM; others may be meant for another part of a mixture."""
    return Options(**{name: value for name, value in options.items() if name in Options._fields})


def income(stacks: Values, bounties: Values, *, share: Number, own: bool, **options: Any) -> Income:
    """Return the expected bounty money at checked tables, shape (tables, players)."""
    how = dcm_options(options)
    if how.method == "exact":
        return exact_income(stacks, bounties, share, own, how)
    if how.method == "paper":
        return paper_income(stacks, bounties.astype(np.float64), BountyRules(float(share), own), how)
    live = most_live(stacks)
    if how.method == "sample" or (how.method == "auto" and not tree_is_better(live, how.tolerance, how.max_seconds)):
        sampling = Sampling(how.tolerance, how.seed, how.max_seconds, how.progress, how.threads)
        return sample_income(stacks, bounties, float(share), own, sampling)
    plan = plan_bounties(live, how.method, how.tolerance, how.max_seconds, how.progress)
    return search_income(stacks, bounties, float(share), own, plan, how.threads)


def matrix(stacks: Values, *, share: Number, own: bool, **options: Any) -> Income:
    """Return the bounty matrix of checked tables, shape (tables, players, players)."""
    how = dcm_options(options)
    if how.method == "exact":
        values, states = zip(*(exact_matrix(row, share, own, how) for row in stacks.tolist()), strict=True)
        return Income(np.array(values), np.zeros(len(stacks)), True, "exact", sum(states))
    if how.method == "paper":
        return paper_matrix(stacks, BountyRules(float(share), own), how)
    live = most_live(stacks)
    if live > _core.MAX_TREE_PLAYERS:
        raise UnavailableError(
            "matrix", f"is given for at most {_core.MAX_TREE_PLAYERS} players with chips, here {live}"
        )
    method = "auto" if how.method == "sample" else how.method
    plan = plan_bounties(live, method, how.tolerance, how.max_seconds, how.progress)
    return search_matrix(stacks, float(share), own, plan, how.threads)


def most_live(stacks: Values) -> int:
    """Return the largest number of players with chips."""
    return int((stacks > 0).sum(axis=1).max())


# --- exact -----------------------------------------------------------------------------------------------------------


def exact_income(stacks: Values, bounties: Values, share: Number, own: bool, how: Options) -> Income:
    """Multiply the matrix of fractions by the exact values of the bounties."""
    values, states = [], 0
    for row, own_bounties in zip(stacks.tolist(), bounties.tolist(), strict=True):
        found, met = exact_matrix(row, share, own, how)
        values.append(found @ np.array([exact_value(one) for one in own_bounties], dtype=object))
        states += met
    return Income(np.array(values, dtype=object), np.zeros(len(values)), True, "exact", states)


def exact_matrix(stacks: Sequence[Number], share: Number, own: bool, how: Options) -> tuple[Values, int]:
    """Return the bounty matrix of one table in fractions, and the number of distinct tables met."""
    from fractions import Fraction  # not needed for anything else

    from finaltable.models.dcm import exact, exact_bounty

    chips = whole_chips(stacks)
    seats = [i for i, chip in enumerate(chips) if chip]
    checkpoint = clock("exact", how.max_seconds, how.progress)
    cells, states = exact_bounty.solve_bounties(
        [chips[i] for i in seats], exact_value(share), own, lambda met: checkpoint(met / exact.MAX_STATES)
    )
    values: Values = np.array([[Fraction(0)] * len(chips)] * len(chips), dtype=object)
    for i, row in zip(seats, cells, strict=True):
        values[i, seats] = row
    return values, states


# --- paper -----------------------------------------------------------------------------------------------------------


def paper_income(stacks: Values, bounties: Values, rules: BountyRules, how: Options) -> Income:
    """Follow the rules in plain Python, down to the paper's limits."""
    rows = zip(stacks.tolist(), bounties.tolist(), strict=True)
    found = [follow(chips, amounts, rules, how) for chips, amounts in rows]
    values, errors, nodes = zip(*found, strict=True)
    return Income(np.array(values), np.array(errors), True, "paper", sum(nodes))


def paper_matrix(stacks: Values, rules: BountyRules, how: Options) -> Income:
    """Set each bounty in turn to 1 and the others to 0."""
    units = np.eye(stacks.shape[1])
    columns = [paper_income(stacks, np.tile(unit, (len(stacks), 1)), rules, how) for unit in units]
    values = np.stack([column.values for column in columns], axis=2)
    errors = np.max([column.errors for column in columns], axis=0)
    return Income(values, errors, True, "paper", sum(column.work for column in columns))


def follow(
    stacks: Sequence[Number], bounties: Sequence[float], rules: BountyRules, how: Options
) -> tuple[Values, float, int]:
    """Return income, error and nodes of one table; players without chips win nothing."""
    chips = whole_chips(stacks)
    seats = [i for i, chip in enumerate(chips) if chip]
    limits = paper_limits(how.method, how.max_depth, how.min_probability)
    found = play_for_bounties(
        [chips[i] for i in seats],
        [bounties[i] for i in seats],
        rules,
        min_probability=limits.min_probability,
        max_depth=limits.max_depth,
        checkpoint=clock("paper", how.max_seconds, how.progress),
    )
    values = np.zeros(len(chips))
    values[seats] = found.income
    rounding = (found.nodes + 64) * 2.0**-52 * sum(bounties[i] for i in seats)
    return values, max(found.error) + rounding, found.nodes
