"""Evidence for models: paired differences in loss, clustered by event, calibration, and a fitted parameter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from finaltable.answers import Answer, Tabular, json_fields, to_jsonable
from finaltable.errors import check_choice
from finaltable.models import Choice, find_models, known_name
from finaltable.scoring.cleaning import SnapshotsSetAside, check_range, clean
from finaltable.scoring.clusters import Mean, clustered_mean
from finaltable.scoring.fitting import Fit, FitScore, candidates, fitted, scores_of
from finaltable.scoring.losses import FLOOR, GUARDED, GUARDS, MEASURES, Extreme, Losses, Seats, score
from finaltable.scoring.snapshots import snapshots_of
from finaltable.table.options import Progress, check_progress, check_threads, check_tolerance
from finaltable.table.table import check_whole
from finaltable.values.equities.equity import finish_functions

EDGES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
MOST_FOLDS = 100
FEWEST_EVENTS = 10  # with fewer, all players of a group may have had the same luck, and the error is too small


@dataclass(frozen=True)
class Calibration(Answer):
    """Players with stacks of about one size: their prizes minus each model's prediction."""

    low: float
    """Lower bound of stack over average stack."""
    high: float | None
    """Upper bound, excluded; None if there is none."""
    players: int
    """Number of players."""
    bias: tuple[Mean, ...]
    """One per model, in average prizes above the lowest prize; negative if the model overvalues these stacks."""


@dataclass(frozen=True)
class Frequency(Answer):
    """Frequency of an outcome, and the models' predictions of it."""

    what: str
    """"leader_won" or "shortest_out_first"."""
    happened: Mean
    """Observed frequency."""
    expected: tuple[float, ...]
    """Predicted frequency, one per model."""

    in_json = json_fields("what happened=happened.value happened.standard_error expected")


class GuardedScores(NamedTuple):
    """Losses by places and by the first player out, with another rule for very small probabilities."""

    floor: float
    """Lower bound on probabilities; 0 if there is none."""
    uniform: float
    """Weight of equal probabilities that is mixed into each model."""
    scores: tuple[tuple[FitScore, ...], ...]
    """By model: places, then the first player out."""


class ModelScores(NamedTuple):
    """Losses of one model by every measure."""

    model: str
    """Name of the model."""
    finish_error: float
    """Bound on the error of each finish probability."""
    impossible: float
    """Share of players who took a place to which the model gives a probability below 1e-7."""
    scores: tuple[FitScore, ...]
    """One per measure."""


@dataclass(frozen=True, repr=False)
class Evidence(Tabular, Answer):
    """Losses of models on real results. Made by `evidence`."""

    given: int
    """Number of snapshots that were given."""
    not_scored: tuple[SnapshotsSetAside, ...]
    """Snapshots that were not scored, with the reason; includes duplicates."""
    snapshots: int
    """Number of snapshots that were scored."""
    events: int
    """Number of tournaments, identified by their first two prizes."""
    players: tuple[int, int]
    """The fewest and the most players of a scored snapshot."""
    models: tuple[str, ...]
    """Names of the models; the others are compared with the first."""
    scores: tuple[tuple[FitScore, ...], ...]
    """By model and measure."""
    finish_errors: tuple[float, ...]
    """One per model: bound on the error of each finish probability."""
    impossible: tuple[float, ...]
    """One per model: share of players who took a place to which it gives a probability below 1e-7."""
    guards: tuple[GuardedScores, ...]
    """Scores with other lower bounds on probabilities, and with equal probabilities mixed in."""
    calibration: tuple[Calibration, ...]
    """Groups of stacks of about one size, from the shortest up."""
    frequencies: tuple[Frequency, ...]
    """Frequencies of outcomes, observed and predicted."""
    fit: Fit | None
    """The fitted parameter, if any."""

    reported_by = "scoring.report.evidence_report"
    drawn_by = "evidence_figure"

    in_json = json_fields(
        "given not_scored snapshots events players models=model_scores guards calibration frequencies fit"
    )

    @property
    def model_scores(self) -> tuple[ModelScores, ...]:
        """Scores of each model, by every measure."""
        return tuple(map(ModelScores, self.models, self.finish_errors, self.impossible, self.scores))

    def score(self, model: Choice, measure: str = "squared_error") -> FitScore:
        """Return the loss of one model by one measure."""
        name = check_choice("model", known_name(model), self.models)
        check_choice("measure", measure, MEASURES)
        return self.scores[self.models.index(name)][MEASURES.index(measure)]

    def records(self) -> list[dict[str, Any]]:
        """Return a line per model and measure."""
        return [
            {"model": model, **to_jsonable(score)}
            for model, scores in zip(self.models, self.scores, strict=True)
            for score in scores
        ]


def evidence(
    snapshots: Mapping[str, Any] | Iterable[Any],
    models: Sequence[Choice] = ("icm", "sem", "dcm"),
    *,
    players: Sequence[int] = (3, 9),
    fit: str | None = None,
    folds: int = 5,
    tolerance: float = 1e-6,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Evidence:
    """Score models on real results: losses as differences from the first model, clustered by event.

    >>> tables = [([600, 400, 200], [0, 1, 2], [100, 60, 30]), ([500, 450, 300], [1, 0, 2], [90, 50, 20])]
    >>> found = evidence(tables, models=["icm", "dcm"])
    >>> found.snapshots, found.events, round(found.score("dcm", "places").difference, 3)
    (2, 2, -0.485)

    Parameters
    ----------
    snapshots
        Triples (stacks, places, payouts); or mappings with ``chip_counts``, ``places`` and ``payouts``, or one mapping
        with these columns; or the result of `read_snapshots`. Place 0 is the winner.
    models
        Names of models, or mixtures; the others are compared with the first.
    players
        The fewest and the most players of a scored snapshot.
    fit
        Also fit a parameter by squared error and judge it by cross-validation: "exponent" (of ICM), or the name of a
        model whose share in a mixture with the first one is fitted.
    folds
        Number of parts into which cross-validation divides the events.
    tolerance
        Error allowed for each finish probability; with more than 13 players at least 1e-4.
    threads, progress
        As for `dcm`.
    """
    found = find_models(models)
    finish_functions("models", found)
    tried = candidates(fit, found[0])
    parts = check_whole(folds, "folds", 2, MOST_FOLDS)
    fewest, most = check_range(players)
    tolerance, cores, progress = check_tolerance(tolerance), check_threads(threads), check_progress(progress)
    cleaned = clean(snapshots_of(snapshots), (fewest, most), progress)
    losses = score(cleaned.scored, [*found, *(tried.models if tried else [])], tolerance, cores, progress)
    shown, own = losses.values[: len(found)], losses.values[len(found) :]
    return Evidence(
        given=cleaned.given,
        not_scored=cleaned.not_scored,
        snapshots=len(cleaned.scored),
        events=int(losses.events.max()) + 1,
        players=(fewest, most),
        models=tuple(model.name for model in found),
        scores=tuple(scores_of(values, shown[0], losses.events) for values in shown),
        finish_errors=tuple(losses.errors[: len(found)].tolist()),
        impossible=tuple((losses.seats.chances[: len(found)] < FLOOR).mean(axis=1).tolist()),
        guards=guarded_scores(losses, len(found)),
        calibration=calibrated(losses.seats, len(found)),
        frequencies=frequencies_of(losses, len(found)),
        fit=fitted(tried, own, shown[0], losses.events, parts) if tried else None,
    )


def guarded_scores(losses: Losses, models: int) -> tuple[GuardedScores, ...]:
    """Return the scores under every guard."""
    return tuple(
        GuardedScores(*guard, tuple(scores_of(one, values[0], losses.events, GUARDED) for one in values[:models]))
        for guard, values in zip(GUARDS, losses.guarded, strict=True)
    )


def calibrated(seats: Seats, models: int) -> tuple[Calibration, ...]:
    """Return prizes minus predictions, by the size of stacks; empty groups are omitted."""
    found = []
    for low, high in zip(EDGES, [*EDGES[1:], None], strict=True):
        inside = (seats.relative >= low) & (seats.relative < (np.inf if high is None else high))
        if inside.any():
            bias = [seats.actual[inside] - seats.expected[m, inside] for m in range(models)]
            few = len(np.unique(seats.events[inside])) < FEWEST_EVENTS
            means = tuple(clustered_mean(values, seats.events[inside]) for values in bias)
            means = tuple(mean._replace(standard_error=None) for mean in means) if few else means
            found.append(Calibration(low, high, int(inside.sum()), means))
    return tuple(found)


def frequencies_of(losses: Losses, models: int) -> tuple[Frequency, ...]:
    """Return how often the leader won and the shortest stack was out first, with the models' predictions."""
    both: dict[str, Extreme] = {"leader_won": losses.leader, "shortest_out_first": losses.shortest}
    return tuple(
        Frequency(
            what, clustered_mean(seen.happened, losses.events), tuple(seen.expected[:models].mean(axis=1).tolist())
        )
        for what, seen in both.items()
    )
