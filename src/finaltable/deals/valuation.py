"""The value of playing on to each player, and of the money that a deal leaves to play for."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from finaltable.deals.terms import Terms
from finaltable.models import Model
from finaltable.results import Values
from finaltable.table.table import Table, plain_number
from finaltable.values.payable import level_shares


def played_for(terms: Terms) -> Table:
    """Return the table with the payouts of playing on."""
    return terms.table.with_payouts(map(plain_number, terms.prizes))


class Valuation:
    """Values of the prizes, and of the part left to play for, under one model."""

    def __init__(self, terms: Terms, model: Model, options: Mapping[str, Any]) -> None:
        self.terms = terms
        known = model.check(model.known({name: value for name, value in options.items() if value is not None}))
        self.playing_on = model.solve(played_for(terms), **known)
        left = np.array([float(money) for money in terms.leave])
        self.error = self.playing_on.error + (self.playing_on.bounty_error if terms.bounties_shared else 0.0)
        self.left: Values = np.zeros(terms.table.players)
        if not left.any():
            return
        if self.playing_on.method == "sample":  # sampling money is more precise than sampling places
            sampled = model.solve(terms.table.with_payouts(left.tolist()).with_other_bounties(()), **known)
            self.left, self.error = sampled.equities, self.error + sampled.error
        else:
            self.playing_on.with_parts("finish", progress=options.get("progress"))
            self.left = self.playing_on.finish[:, : len(left)] @ left
            self.error += self.playing_on.finish_error * float(left.sum())

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
