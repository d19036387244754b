"""How well models predicted real results."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from finaltable.answers.shared import Model

StandardError = Annotated[float | None, "Clustered by event; null: there is one event only."]


class SetAsideDict(TypedDict):
    """Snapshots that were not scored for one reason."""

    reason: str
    count: int
    example: Annotated[str, "Where the first of them is."]


class ScoreDict(TypedDict):
    """What a model loses by one measure, on average over snapshots."""

    measure: Literal["squared_error", "winner", "places", "first_out"] | str
    loss: float
    difference: Annotated[float, "Minus the loss of the first model: below 0, it predicted results better."]
    standard_error: StandardError


class ModelScoresDict(TypedDict):
    """What one model loses by every measure."""

    model: Model
    finish_error: Annotated[float, "No finish probability is further from its exact value than this."]
    scores: list[ScoreDict]


class BiasDict(TypedDict):
    """What players won minus what a model said, in average prizes."""

    value: float
    standard_error: StandardError


class CalibrationDict(TypedDict):
    """Players with stacks of about one size."""

    low: Annotated[float, "Stack over average stack, from here."]
    high: Annotated[float | None, "To here; null: and above."]
    players: int
    bias: Annotated[list[BiasDict], "One per model."]


class FrequencyDict(TypedDict):
    """How often something happened, and how often models expected it."""

    what: str
    happened: float
    standard_error: StandardError
    expected: Annotated[list[float], "One per model."]


class FitDict(TypedDict):
    """A parameter chosen by squared error, and cross-validated by event."""

    parameter: str
    best: Annotated[float, "The best value on all events."]
    chosen: Annotated[list[float], "The best value without each fold."]
    scores: list[ScoreDict]


class EvidenceDict(TypedDict):
    """How well models predicted real results."""

    given: Annotated[int, "Snapshots that were given."]
    not_scored: list[SetAsideDict]
    snapshots: Annotated[int, "Snapshots that were scored."]
    events: int
    players: Annotated[list[int], "The fewest and the most players of a snapshot that is scored."]
    models: list[ModelScoresDict]
    calibration: list[CalibrationDict]
    frequencies: list[FrequencyDict]
    fit: FitDict | None
