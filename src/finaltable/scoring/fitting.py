"""A parameter fitted to results, and tested on events that were not used to fit it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from finaltable.answers import Answer
from finaltable.errors import InputError, Verbatim
from finaltable.models import Model, all_models, find_model
from finaltable.models.model import family
from finaltable.scoring.clusters import Mean, clustered_mean
from finaltable.scoring.losses import MEASURES
from finaltable.table.table import Floats

EXPONENTS = [round(0.7 + 0.02 * step, 2) for step in range(46)]  # 0.7 to 1.6
SHARES = [round(0.02 * step, 2) for step in range(51)]  # 0 to 1

ROUNDING = 1e-12


class Candidates(NamedTuple):
    """Candidate values, each with its model."""

    parameter: str
    values: list[float]
    models: list[Model]


@dataclass(frozen=True)
class FitScore(Answer):
    """Average loss of a model by one measure, and its difference from the first model."""

    measure: str
    """squared_error, winner, places or first_out."""
    loss: float
    """Average loss per snapshot."""
    difference: float
    """Loss minus that of the first model; negative if the predictions were better."""
    standard_error: float | None
    """Standard error of the difference, clustered by event; None if there is one event only."""

    @property
    def standard_errors(self) -> float | None:
        """The difference in standard errors; None without standard errors."""
        return self.difference / self.standard_error if self.standard_error else None


@dataclass(frozen=True)
class Fit(Answer):
    """A parameter chosen by squared error, and cross-validated by event."""

    parameter: str
    """"exponent", or a model whose share in a mixture with the first model is fitted."""
    best: float
    """The best value on all events; optimistic, because it was fitted to them."""
    chosen: tuple[float, ...]
    """The best value without each fold."""
    scores: tuple[FitScore, ...]
    """Losses on each fold of the value fitted to the others, over all folds."""


def candidates(fit: str | None, first: Model) -> Candidates | None:
    """Return the candidate models of a parameter, or raise."""
    if fit is None:
        return None
    for model in all_models():
        if model.parameter is not None and model.parameter.option == fit == "exponent":
            return Candidates(fit, EXPONENTS, [family(model, value) for value in EXPONENTS])
    try:
        other = find_model(fit, "fit")
    except InputError:
        rule = "must be exponent, or a model whose share is fitted"
        raise InputError("fit", rule, fit, code="unknown_choice") from None
    if other.parts or first.parts or other.name == first.name:
        rule = "must be another model than the first one, and neither of them a mixture"
        raise InputError("fit", rule, Verbatim(f"{fit} with {first.name}"), code="unknown_choice")
    if other.finish is None:
        raise InputError("fit", "must be a model that gives finish probabilities", fit, code="unknown_choice")
    mixed = [share_of(other, first, value) for value in SHARES]
    return Candidates(other.name, SHARES, mixed)


def share_of(other: Model, first: Model, value: float) -> Model:
    """Return a mixture of two models; for a share of 0 or 1, one of them."""
    weights = {first.name: 1.0 - value, other.name: value}
    return find_model({name: weight for name, weight in weights.items() if weight})


def fitted(given: Candidates, losses: Floats, first: Floats, events: NDArray[np.intp], folds: int) -> Fit:
    """Fit the parameter by squared error on the other folds, and score it on each.

    ``losses`` has shape (candidates, snapshots, measures), ``first`` (snapshots, measures).
    """
    number = int(events.max()) + 1
    if number < folds:
        raise InputError("folds", f"must be at most the number of events, {number}", folds, code="too_large")
    fold = np.random.default_rng(0).permutation(number)[events] % folds
    chosen, held_out = [], np.empty_like(first)
    for k in range(folds):
        without = fold != k
        best = int(losses[:, without, 0].mean(axis=1).argmin())
        chosen.append(given.values[best])
        held_out[~without] = losses[best, ~without]
    return Fit(
        parameter=given.parameter,
        best=given.values[int(losses[:, :, 0].mean(axis=1).argmin())],
        chosen=tuple(chosen),
        scores=scores_of(held_out, first, events),
    )


def scores_of(
    losses: Floats, first: Floats, events: NDArray[np.intp], measures: Sequence[str] = MEASURES
) -> tuple[FitScore, ...]:
    """Return the loss by each measure, and its difference from the first model; both (snapshots, measures)."""
    apart = losses - first
    apart[np.abs(apart) < ROUNDING] = 0.0  # models whose winner is by chips agree about the winner
    means: Sequence[Mean] = [clustered_mean(apart[:, k], events) for k in range(len(measures))]
    return tuple(
        FitScore(measure, float(losses[:, k].mean()), means[k].value, means[k].standard_error)
        for k, measure in enumerate(measures)
    )
