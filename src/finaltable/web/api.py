"""The JSON API: the same words as the Python functions, their errors as 422."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, WithJsonSchema

from finaltable.analysis.equity import check_places, compare, equity, finish_dict, finish_probabilities
from finaltable.analysis.sensitivity import sensitivity
from finaltable.analysis.sweep import sweep
from finaltable.deals.deal import PROPOSALS, deal
from finaltable.decisions.decide import decide
from finaltable.decisions.spot import Spot
from finaltable.inputs.table import Table
from finaltable.inputs.text import read_chips, read_share
from finaltable.models import Model, find_model, find_models
from finaltable.web.limits import Limits
from finaltable.web.workshop import Job

# Any value is let in: what is wrong with it is said by the functions themselves, in the same words as in Python.
Amount = Annotated[Any, WithJsonSchema({"anyOf": [{"type": "number", "minimum": 0}, {"type": "string"}]})]
Player = Annotated[Any, WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string"}]})]
Number = Annotated[Any, WithJsonSchema({"type": "number"})]
Whole = Annotated[Any, WithJsonSchema({"type": "integer"})]
Text = Annotated[Any, WithJsonSchema({"type": "string"})]
Flag = StrictBool
Answer = dict[str, Any]
NAMES = ["Ana", "Bo", "Cy"]
TABLE: dict[str, Any] = {"stacks": [1000, 500, 100], "payouts": [100, 50], "names": NAMES}


def number(value: Any, field: str) -> Any:
    """Return a text as the number people mean by it; what is no text is checked later, where it is used."""
    return read_chips(value, field) if isinstance(value, str) else value


def one_core(models: Sequence[Model]) -> dict[str, Any]:
    """Return the option that leaves the other cores to other requests, where one of the models has it."""
    return {"threads": 1} if any("threads" in model.options for model in models) else {}


def numbers(values: list[Any], field: str) -> list[Any]:
    """Return amounts as numbers."""
    return [number(value, f"{field}[{i}]") for i, value in enumerate(values)]


class Players(BaseModel):
    """Stacks and names."""

    model_config = ConfigDict(extra="forbid")

    stacks: list[Amount] = Field(description='Chips of each player; texts like "12.5k" are read, too.')
    names: list[Text] | None = Field(None, description="One a player.")


class TableIn(Players):
    """Stacks, prizes and names."""

    payouts: list[Amount] = Field(description="Prizes from first place down.")
    extra_payouts: Literal["error", "drop"] = "error"

    def read(self, limits: Limits) -> dict[str, Any]:
        """Return what every function takes."""
        limits.check_table(self.stacks, self.payouts)
        return {
            "stacks": numbers(self.stacks, "stacks"),
            "payouts": numbers(self.payouts, "payouts"),
            "names": self.names,
            "extra_payouts": self.extra_payouts,
        }


class Work(BaseModel):
    """How to compute."""

    method: Text | None = None
    tolerance: Number | None = Field(None, description="Error allowed, as a share of the prize pool.")
    seed: Whole | None = None
    chip_noise: Amount | None = Field(None, description="For the model smoothed: what counts may be off by.")

    def options(self, limits: Limits) -> dict[str, Any]:
        """Return the options that were given."""
        limits.check_tolerance(self.tolerance)
        given = {name: getattr(self, name) for name in Work.model_fields}
        given["chip_noise"] = number(self.chip_noise, "chip_noise")
        return {name: value for name, value in given.items() if value is not None}


class EquityIn(TableIn, Work):
    """What every stack is worth under one model."""

    model_config = ConfigDict(json_schema_extra={"examples": [{**TABLE, "model": "dcm"}]})
    model: Text = "dcm"

    def answer(self, limits: Limits, job: Job) -> Answer:
        """Compute it."""
        options = {**self.read(limits), **self.options(limits)}
        options |= one_core([find_model(self.model)])
        return equity(model=self.model, progress=job.look, **options).to_dict()


class CompareIn(TableIn, Work):
    """Several models side by side."""

    model_config = ConfigDict(json_schema_extra={"examples": [{**TABLE, "models": ["icm", "dcm"]}]})
    models: list[Text] = ["icm", "dcm"]

    def answer(self, limits: Limits, job: Job) -> Answer:
        """Compute it."""
        options = {**self.read(limits), **self.options(limits)}
        options |= one_core(find_models(self.models))
        return compare(models=self.models, progress=job.look, **options).to_dict()


class FinishIn(Players):
    """How likely every place is for every player."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"stacks": [1000, 500, 100], "knockouts": True}]})
    models: list[Text] = ["icm", "dcm"]
    tolerance: Number | None = None
    seed: Whole | None = None
    knockouts: Flag = Field(False, description="Also who busts whom, under DCM.")

    def answer(self, limits: Limits, job: Job) -> Answer:
        """Compute it."""
        limits.check_table(self.stacks)
        limits.check_tolerance(self.tolerance)
        table = Table.of(numbers(self.stacks, "stacks"), [1], names=self.names)
        options: dict[str, Any] = {"tolerance": self.tolerance, "seed": self.seed, "threads": 1}
        names = [model.name for model in find_models(self.models)]
        check_places(names, self.knockouts)
        answers = [finish_probabilities(table.stacks, model, progress=job.look, **options) for model in names]
        given = {name: value for name, value in options.items() if value is not None}
        busts = equity(table.stacks, [1], "dcm", progress=job.look, **given) if self.knockouts else None
        if busts is not None:
            busts.with_parts("knockouts", progress=job.look)
        return finish_dict(table, answers, busts)


class SweepIn(TableIn):
    """Everybody's equity as one stack grows."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"stacks": [1000, 800, 2000, 3000], "payouts": [50, 30, 20], "player": 0, "points": 20}]
        }
    )
    player: Player = 0
    start: Amount | None = None
    stop: Amount | None = None
    points: Whole = 200
    models: list[Text] = ["icm", "dcm"]
    threshold: Amount | None = None
    tolerance: Number | None = Field(
        None, description="Error allowed, as a share of the prize pool; 1e-6 if not given."
    )

    def answer(self, limits: Limits, job: Job) -> Answer:
        """Compute it."""
        tolerance = limits.tolerance_or(1e-6, self.tolerance)
        limits.check_most("points", self.points, limits.points)
        ends: dict[str, Any] = {name: number(getattr(self, name), name) for name in ("start", "stop", "threshold")}
        return sweep(
            player=self.player,
            points=self.points,
            models=self.models,
            tolerance=tolerance,
            threads=1,
            progress=job.look,
            **ends,
            **self.read(limits),
        ).to_dict()


class SensitivityIn(TableIn):
    """Which close stacks a recount, the blinds or one pot would move past each other."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"stacks": [1000, 990, 2000, 3000], "payouts": [50, 30, 20], "big_blind": 100}]}
    )
    recount: Amount | None = None
    big_blind: Amount | None = None
    pot: Amount | None = None
    threshold: Amount | None = None

    def answer(self, limits: Limits, job: Job) -> Answer:
        """Compute it."""
        fields = ("recount", "big_blind", "pot", "threshold")
        given: dict[str, Any] = {name: number(getattr(self, name), name) for name in fields}
        return sensitivity(
            threads=1,
            progress=job.look,
            **given,
            **self.read(limits),
        ).to_dict()


class DealIn(TableIn):
    """Who gets what if the table stops now; money in the answer is exact decimals, as strings."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{**TABLE, "payouts": [50, 30, 20], "leave": 5, "unit": 1}]}
    )
    proposals: list[Text] = list(PROPOSALS)
    choose: Text | None = None
    between: Number = 0.2
    leave: Amount | list[Amount] = 0
    withhold: Amount = 0
    fixed: dict[str, Amount] | None = None
    trophy: Amount = 0
    trophy_to: Player | None = None
    last_longer: Amount = 0
    last_longer_players: list[Player] | None = None
    unit: Amount | None = None
    guarantee: Flag = True
    cap: Flag = True
    odd_to_staff: Flag = False
    chip_noise: Amount = 0
    big_blind: Amount | None = None
    seed: Whole | None = None

    def answer(self, limits: Limits, job: Job) -> Answer:
        """Compute it."""
        own = [name for name in DealIn.model_fields if name not in TableIn.model_fields]
        given: dict[str, Any] = {name: getattr(self, name) for name in own}
        return deal(threads=1, progress=job.look, **given, **self.read(limits)).to_dict()


class DecideIn(TableIn):
    """Whether to call an all-in."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "stacks": [1000, 1000, 2000, 3000],
                    "payouts": [50, 30, 20],
                    "names": ["SB", "BB", "CO", "BTN"],
                    "hero": "BB",
                    "all_in": ["SB"],
                    "button": "BTN",
                    "small_blind": 100,
                    "big_blind": 200,
                    "equity": 0.4,
                }
            ]
        }
    )
    hero: Player
    all_in: list[Player]
    folded: list[Player] = []
    button: Player | None = None
    small_blind: Amount = 0
    big_blind: Amount = 0
    ante: Amount = 0
    big_blind_ante: Amount = 0
    bets: dict[str, Amount] | None = None
    equity: Amount | None = Field(None, description="How often hero wins, 0 to 1; or hand and ranges.")
    hand: Text | None = None
    ranges: list[Text] | None = None
    models: list[Text] = ["icm", "dcm"]
    tolerance: Number | None = Field(
        None, description="Error allowed, as a share of the prize pool; 1e-6 if not given."
    )
    samples: Whole = 200_000
    seed: Whole = 0

    def answer(self, limits: Limits, job: Job) -> Answer:
        """Compute it."""
        tolerance = limits.tolerance_or(1e-6, self.tolerance)
        limits.check_most("samples", self.samples, limits.samples)
        posted = ("small_blind", "big_blind", "ante", "big_blind_ante")
        chips: dict[str, Any] = {name: number(getattr(self, name), name) for name in posted}
        bets: Any = None
        if self.bets is not None:
            bets = {name: number(bet, f"bets[{name}]") for name, bet in self.bets.items()}
        spot = Spot.of(
            hero=self.hero,
            all_in=self.all_in,
            folded=self.folded,
            button=self.button,
            bets=bets,
            **chips,
            **self.read(limits),
        )
        return decide(
            spot,
            read_share(self.equity, "equity") if isinstance(self.equity, str) else self.equity,
            hand=self.hand,
            ranges=self.ranges,
            models=self.models,
            tolerance=tolerance,
            samples=self.samples,
            seed=self.seed,
            threads=1,
            progress=job.look,
        ).to_dict()


QUESTIONS: dict[str, type[EquityIn | CompareIn | FinishIn | SweepIn | SensitivityIn | DealIn | DecideIn]] = {
    "equity": EquityIn,
    "compare": CompareIn,
    "finish": FinishIn,
    "decide": DecideIn,
    "deal": DealIn,
    "sensitivity": SensitivityIn,
    "sweep": SweepIn,
}
