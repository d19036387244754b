"""Expected bounties under several models, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from finaltable.answers import Answer, Tabular, by_player, json_fields
from finaltable.errors import InputError, MissingError, check_choice
from finaltable.models import Choice, find_models, known_name
from finaltable.models.bounty import value_bounties
from finaltable.models.cache import sharing
from finaltable.results import Bounties, Matrix, Values
from finaltable.table.options import Progress, stage_of
from finaltable.table.table import Table, exact_value
from finaltable.values.bounties.bounties import bounty_functions
from finaltable.values.equities.equity import check_known


@dataclass(frozen=True, eq=False, repr=False)
class BountyComparison(Tabular, Answer):
    """Expected bounties under several models; differences are from the first. Made by `compare_bounties`."""

    table: Table
    """The players, their stacks and the bounties on them."""
    results: tuple[Bounties, ...]
    """The results, one per model, in the order given.

    ``comparison["icm"]`` looks one up by name.
    """

    reported_by = "values.bounties.report_comparison.incomes_report"
    drawn_by = "bounties_figure"

    in_json = json_fields(
        "models table.names table.stacks bounties=table.bounties bounty_share=table.prizes.share "
        "own_bounty=table.prizes.own results differences"
    ) + json_fields("table.prizes.mystery", where="table.prizes.mystery")

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models, in the order given."""
        return tuple(result.model for result in self.results)

    @property
    def incomes(self) -> Values:
        """Shape (models, players)."""
        return np.array([result.income for result in self.results])

    @property
    def differences(self) -> Matrix:
        """By model and player: the income minus that of the first model; shape (models, players)."""
        incomes = self.incomes
        differences: Values = incomes - incomes[0]
        return differences

    def __getitem__(self, model: Choice) -> Bounties:
        return self.results[self.models.index(check_choice("model", known_name(model), self.models))]

    def records(self) -> list[dict[str, Any]]:
        """Return a line per player, with a column for each model."""
        return by_player(self.table, {"bounty": self.table.bounties} | {one.model: one.income for one in self.results})


def compare_bounties(
    table: Table,
    models: Sequence[Choice] = ("icm", "dcm"),
    *,
    matrix: bool = False,
    progress: Progress | None = None,
    **options: Any,
) -> BountyComparison:
    """Return the money that each player wins in bounties on average, under several models.

    >>> table = Table.of([1000, 500, 100], [1], bounties=[10, 20, 30])
    >>> compare_bounties(table, models=["dcm"]).incomes.round(2).tolist()
    [[35.51, 20.83, 3.66]]

    Parameters
    ----------
    table
        A `Table` with bounties, or with envelopes of a mystery bounty.
    models
        Names of models, or mixtures, that value bounties; the others are compared with the first.
    matrix
        Whether to compute the split of each bounty, too.
    progress, options
        As for `equity`; the tolerance is relative to all bounties together.
    """
    if not isinstance(table, Table):
        raise InputError("table", "must be a Table with bounties", table, hint="Table.of makes one", code="wrong_type")
    if not table.bounties:
        raise MissingError("bounties", "must be given: the bounty on each player, or the envelopes of {mystery}")
    found = sharing(find_models(models))
    functions = bounty_functions("models", found)
    check_known(options, found)
    results = []
    for number, (model, how) in enumerate(zip(found, functions, strict=True)):
        watch = stage_of(progress, number, len(found))
        checked = model.check(model.known({**options, "progress": watch} if watch else options))
        result = value_bounties(model.name, how, table, checked)
        results.append(result.with_matrix(watch) if matrix else result)
    return BountyComparison(table, tuple(results))


def bounty_power(table: Table) -> float | None:
    """Return the chips per unit of money: chips in play, divided by the prizes and bounties left.

    Return None if no money is left.

    >>> bounty_power(Table.of([1000, 1000, 2000, 3000], [50, 30, 20], bounties=[20, 20, 10, 50]))
    35.0
    """
    left = sum((exact_value(payout) for payout in table.payouts[: table.live]), Fraction(0))
    left += sum((exact_value(bounty) for bounty in table.bounties), Fraction(0))
    return float(sum(map(exact_value, table.stacks), Fraction(0)) / left) if left else None
