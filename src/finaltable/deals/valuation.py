"""The value of playing on to each player, and of the money that a deal leaves to play for."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from finaltable.deals.terms import Terms
from finaltable.models import Model
from finaltable.results import Equity, Values
from finaltable.table.table import Table, plain_number
from finaltable.values.payable import level_shares


def played_for(terms: Terms) -> Table:
    """Return the table with the payouts of playing on."""
    return terms.table.with_payouts(map(plain_number, terms.prizes))


class Valuation:
    """Values of the prizes, and of the part left to play for, under one model, which is solved on first access."""

    def __init__(self, terms: Terms, model: Model, options: Mapping[str, Any]) -> None:
        self.terms, self.model = terms, model
        self.options = model.check(model.known({name: value for name, value in options.items() if value is not None}))

    @cached_property
    def playing_on(self) -> Equity:
        """The value of playing on."""
        return self.model.solve(played_for(self.terms), **self.options)

    @cached_property
    def money_left(self) -> tuple[Values, float]:
        """Value to each player of the money left to play for, and its error."""
        terms, found = self.terms, self.playing_on
        left = np.array([float(money) for money in terms.leave])
        if not left.any():
            return np.zeros(terms.table.players), 0.0
        if found.method == "sample":  # sampling money is more precise than sampling places
            played = terms.table.with_payouts(left.tolist()).with_other_bounties(())
            sampled = self.model.solve(played, **self.options)
            return sampled.equities, sampled.error
        found.with_parts("finish", progress=self.options.get("progress"))
        return found.finish[:, : len(left)] @ left, found.finish_error * float(left.sum())

    @property
    def left(self) -> Values:
        """Value to each player of the money left to play for."""
        return self.money_left[0]

    @property
    def error(self) -> float:
        """Error of the shares."""
        bounties = self.playing_on.bounty_error if self.terms.bounties_shared else 0.0
        return self.playing_on.error + bounties + self.money_left[1]

    def shares(self, table: Table) -> list[Fraction]:
        """Return the payment to each player now; players with equal stacks get the same."""
        if self.terms.bounties_shared:
            return level_shares(self.playing_on.total - self.left, table.stacks, table.bounties)
        return level_shares(self.playing_on.equities - self.left, table.stacks)

    @property
    def still_worth(self) -> Values:
        """Value to each player of the money and bounties still played for after the deal."""
        worth: Values = self.left + last_longer_worth(self.terms)
        return worth if self.terms.bounties_shared else worth + self.playing_on.bounty


def last_longer_worth(terms: Terms) -> Values:
    """Return the value of the last longer pot to each player: in proportion to chips.

    That is exact under ICM, and under DCM if all players take part; otherwise DCM would differ.
    """
    among = np.zeros(terms.table.players)
    seats = list(terms.last_longer_players)
    among[seats] = terms.table.stack_array[seats]
    worth: Values = float(terms.last_longer_pot) * among / (among.sum() or 1.0)
    return worth
