"""Bubble factors: the cost of losing a stack divided by the gain of winning one, for each pair of players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, Unpack

import numpy as np

from finaltable.answers import Answer, Tabular, json_fields
from finaltable.errors import InputError, Verbatim
from finaltable.freezing import FrozenArrays, frozen
from finaltable.models import Choice, find_models
from finaltable.models.cache import sharing
from finaltable.results import Values
from finaltable.spots.knockouts import After, take_bounties
from finaltable.spots.outcome import Outcomes
from finaltable.table.options import Progress, check_progress, check_threads, check_tolerance
from finaltable.table.table import BountyOptions, Table, as_table, check_bounty_options, exact_number, exact_value
from finaltable.values.distributions import check_tree, checkpoint_of

MAX_PLAYERS = 50
Pairs: TypeAlias = Annotated[Values, list[list[list[float | None]]]]


@dataclass(frozen=True, eq=False, repr=False)
class Pressure(FrozenArrays, Tabular, Answer):
    """Bubble factors of all pairs. Made by `pressure`."""

    table: Table
    """The players, their stacks and the payouts."""
    models: tuple[str, ...]
    """Names of the models."""
    equities: Annotated[Values, list[list[float]]]
    """Equities before the hand, by model and player."""
    losses: Pairs
    """Cost of losing an all-in, by model, player and opponent; NaN on the diagonal."""
    gains: Pairs
    """Gain of winning an all-in, by model, player and opponent; NaN on the diagonal."""
    errors: tuple[float, ...]
    """Bound on the error of losses and gains in payout units, by model."""

    reported_by = "decisions.pressures.report.pressure_report"
    drawn_by = "pressure_figure"

    in_json = json_fields(
        "table.names table.stacks table.payouts models equities losses gains bubble_factors risk_premiums errors"
    )

    def __post_init__(self) -> None:
        for values in (self.equities, self.losses, self.gains):
            frozen(values)

    @property
    def bubble_factors(self) -> Pairs:
        """Losses divided by gains; 1 if chips are worth money in proportion, NaN if there is nothing to gain."""
        gains = np.where(self.gains > 2 * np.array(self.errors)[:, None, None], self.gains, np.nan)
        factors: Values = self.losses / gains
        return factors

    @property
    def risk_premiums(self) -> Pairs:
        """Share of pots above one half that a player must win to break even in a fair bet."""
        factors = self.bubble_factors
        premiums: Values = factors / (1.0 + factors) - 0.5
        return premiums

    def records(self) -> list[dict[str, Any]]:
        """Return a line per model and pair of players."""
        names = self.table.names
        tables = {"loss": self.losses, "gain": self.gains, "bubble_factor": self.bubble_factors}
        return [
            {"model": model, "player": one, "opponent": other, **{key: found[m][i][j] for key, found in tables.items()}}
            for m, model in enumerate(self.models)
            for i, one in enumerate(names)
            for j, other in enumerate(names)
            if i != j
        ]


def pressure(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    models: Sequence[Choice] = ("icm", "dcm"),
    *,
    tolerance: float = 1e-6,
    threads: int | None = None,
    progress: Progress | None = None,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
    **bounties: Unpack[BountyOptions],
) -> Pressure:
    """Return the bubble factor of each player against each other.

    >>> table = pressure([50, 30, 20], [50, 30, 20])
    >>> table.bubble_factors[0, 1].round(2).tolist()          # the second player, under ICM
    [1.55, nan, 1.11]

    Parameters
    ----------
    stacks, payouts, names, extra_payouts, bounties
        See `Table.of`; or a `Table` alone. With bounties, equities, losses and gains count them.
    models
        Names of models, or mixtures of them: see `equity`.
    tolerance, threads, progress
        As for `equity`.
    """
    check_bounty_options(bounties, pressure)
    table = as_table(stacks, payouts, names=names, extra_payouts=extra_payouts, **bounties)
    tolerance, threads = check_tolerance(tolerance), check_threads(threads)
    check_progress(progress)
    found = sharing(find_models(models))
    if not 2 <= table.live <= MAX_PLAYERS:
        rule = f"must leave 2 to {MAX_PLAYERS} players with chips"
        raise InputError("stacks", rule, Verbatim(f"{table.live} with chips"), code="wrong_count")
    pairs = [(i, j) for i in range(table.players) for j in range(table.players) if i != j]
    pairs = [(i, j) for i, j in pairs if table.stacks[i] and table.stacks[j]]
    before = After(table.stacks, table.bounties, (0,) * len(table.bounties))
    ends = [before, *(after_all_in(table, i, j) for i, j in pairs)]
    left, cash = ([end.bounties for end in ends], [end.cash for end in ends]) if table.bounties else (None, None)
    check_tree(found, table.live, tolerance)

    losses = np.full((len(found), table.players, table.players), np.nan)
    gains = losses.copy()
    now, errors = [], []
    for m, model in enumerate(found):
        stage = checkpoint_of(progress, m, len(found), tolerance)
        worth = Outcomes(table, model, tolerance, threads).worth([end.stacks for end in ends], left, cash, stage)
        equities, error = worth.values, worth.error
        now.append(equities[0])
        errors.append(2 * error)
        for row, (winner, loser) in enumerate(pairs, start=1):
            gains[m, winner, loser] = equities[row, winner] - equities[0, winner]
            losses[m, loser, winner] = equities[0, loser] - equities[row, loser]
    return Pressure(table, tuple(model.name for model in found), np.array(now), losses, gains, tuple(errors))


def after_all_in(table: Table, winner: int, loser: int) -> After:
    """Return stacks and bounties after one player has won an all-in against another."""
    stacks = list(table.stacks)
    stake = min(exact_value(stacks[winner]), exact_value(stacks[loser]))
    for player, change in ((winner, stake), (loser, -stake)):
        stacks[player] = exact_number(exact_value(stacks[player]) + change)
    if not table.bounties:
        return After(tuple(stacks))
    taken = {} if stacks[loser] else {loser: [winner]}
    return After(tuple(stacks), *take_bounties(table.bounties, table.prizes.share, taken))
