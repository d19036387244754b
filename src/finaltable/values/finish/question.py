"""The question `finish`: finish probabilities and knockouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from finaltable.answers import Amount, Answer, json_fields
from finaltable.asking.common_fields import MixtureField, WorkFields, models_field
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import FLAG, PLAYERS, WHOLE, WHOLES

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.results import Equity, FinishProbabilities
    from finaltable.table.table import Table


@dataclass(frozen=True)
class PlacesOfModel:
    """Finish probabilities under one model."""

    finish: Annotated[FinishProbabilities, list[list[Amount]]]
    """Probability of each place by player; first place first."""
    busts: Equity | None
    """Source of the knockouts; None if they were not computed with this model."""

    in_json = json_fields(
        "finish.facts.model finish.facts.method finish finish_error=finish.facts.error finish.facts.guaranteed "
        "finish.facts.work"
    ) + json_fields("busts.knockouts busts.knockouts_error", where="busts")


@dataclass(frozen=True)
class FinishAnswer(Answer):
    """Finish probabilities of several models, and knockouts if requested."""

    table: Table
    answers: list[FinishProbabilities]
    knockouts: Equity | None
    only: tuple[int, ...] | None = None
    """Places, if only some were asked for: the columns of the finish probabilities."""
    players: tuple[int, ...] | None = None
    """Players, from 0 on, if only some were asked for: the rows of the finish probabilities."""

    in_json = (
        json_fields("models table.names table.stacks results")
        + json_fields("only", where="only")
        + json_fields("players", where="players")
    )

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models."""
        return tuple(answer.model for answer in self.answers)

    @property
    def results(self) -> tuple[PlacesOfModel, ...]:
        """One per model."""
        busts = self.knockouts
        own = (busts if busts is not None and busts.model == answer.model else None for answer in self.answers)
        return tuple(map(PlacesOfModel, self.answers, own))


@shown
class FinishShown(Shown):
    """A grid of players and places for each model."""

    figure = "finish_figure"
    places: int | None = given(WHOLE, None, help="Number of places to show; the others become one column.")

    def show(self, answer: FinishAnswer, currency: str) -> Report:
        """Return the report."""
        from finaltable.reporting.terminal import terminal_width
        from finaltable.table.table import check_whole
        from finaltable.values.equities.chosen import Chosen
        from finaltable.values.finish.report import finish_report

        del currency
        places = None if self.places is None else check_whole(self.places, "places", 1, answer.table.players)
        width = terminal_width()
        chosen = Chosen(answer.only, answer.players)
        return finish_report(answer.table, answer.answers, answer.knockouts, places=places, chosen=chosen, width=width)

    def drawn(self, answer: FinishAnswer, currency: str) -> tuple[Any, ...]:
        """Return the arguments of the figure."""
        del currency
        return (answer.table, answer.answers, answer.only, answer.players)


@question(
    "finish",
    help="Show the probability of each place for each player.",
    examples=(
        "finish 1000 500 100 --knockouts",
        "finish 1000 800 500 200 100 --models dcm --plot places.svg",
        "finish 1000 800 500 200 100 --only 1,4",
        "finish 1000 800 500 200 100 --players 2,5",
    ),
    example={"stacks": [1000, 500, 100], "knockouts": True},
    shown=FinishShown,
    by="values",
    needs="players",
)
class FinishQuestion(MixtureField, WorkFields, Question):
    """A table and models."""

    table: Table
    models: Any = models_field("Models: icm, sem, dcm.")
    knockouts: bool = given(FLAG, False, help="Also show who busts whom (DCM, SEM).")
    only: Any = given(WHOLES, None, help="Only these places: at most 100, in a field of any size.")
    players: Any = given(PLAYERS, None, help="Only these players: at most 100; under ICM in a field of any size.")

    def ask(self, run: Run) -> FinishAnswer:
        """Compute the finish probabilities."""
        from finaltable.errors import InputError
        from finaltable.models import find_models
        from finaltable.models.cache import sharing
        from finaltable.table.table import check_no_bounties, exact_array
        from finaltable.values.equities.chosen import check_chosen
        from finaltable.values.equities.equity import (
            check_known,
            check_places,
            known_options,
            places_of,
            places_under,
        )

        chosen = check_chosen(self.only, self.players, self.table.names)
        for field, some in zip(("only", "players"), chosen, strict=True):
            if some and self.knockouts:
                rule = "must not be given with knockouts, which need all players and places"
                raise InputError(field, rule, list(some), code="conflict")
        check_no_bounties(self.table, "they do not change finish probabilities")
        models = self.with_mixture(self.models)
        check_places(models, self.knockouts)
        found = sharing(find_models(models))
        given = self.options(run, found)
        check_known(given, found)
        able = next((model for model in found if model.knockouts), None) if self.knockouts else None
        busts = None
        answers = []
        for model in found:
            own: dict[str, Any] = {**known_options(model, given), "progress": run.progress}
            if model is not able:
                checked = model.check({**own, "threads": run.threads})
                answers.append(places_under(model, exact_array([self.table.stacks]), True, chosen, **checked))
                continue
            both: dict[str, Any] = {"places": True} if "places" in model.options else {}
            busts = model.equity(self.table, **own, **both).with_parts("finish", "knockouts", progress=run.progress)
            answers.append(places_of(busts))
        return FinishAnswer(self.table, answers, busts, *chosen)


QUESTION = FinishQuestion
