"""The question how likely every place is for every player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from finaltable.questions._declare import Question, Run, Shown, given, question, shown
from finaltable.questions._kinds import FLAG, WHOLE
from finaltable.questions._shared import Between, Work, models_field

if TYPE_CHECKING:
    from finaltable.answers.equity import PlacesDict
    from finaltable.inputs.table import Table
    from finaltable.render.layout import Report
    from finaltable.results import Equity, FinishProbabilities


@dataclass(frozen=True)
class Places:
    """Finish probabilities of several models, and knockouts if they were asked for."""

    table: Table
    answers: list[FinishProbabilities]
    knockouts: Equity | None

    def to_dict(self) -> PlacesDict:
        """Return everything ready for JSON."""
        from finaltable.analysis.equity import finish_dict

        return finish_dict(self.table, self.answers, self.knockouts)


@shown
class PlacesShown(Shown):
    """A grid of players and places for each model."""

    figure = "finish_figure"
    places: int | None = given(WHOLE, None, help="Show so many places; the others become one column.")

    def show(self, answer: Places, currency: str) -> Report:
        """Return the report."""
        from finaltable.inputs.table import check_whole
        from finaltable.render.finish import finish_report
        from finaltable.render.terminal import terminal_width

        del currency
        places = None if self.places is None else check_whole(self.places, "places", 1, answer.table.players)
        return finish_report(answer.table, answer.answers, answer.knockouts, places=places, width=terminal_width())

    def drawn(self, answer: Places, currency: str) -> tuple[Any, ...]:
        """Return what the figure is drawn from."""
        del currency
        return (answer.table, answer.answers)


@question(
    "finish",
    help="Show how likely every place is for every player.",
    examples=(
        "finish 1000 500 100 --knockouts",
        "finish 1000 800 500 200 100 --models dcm --plot places.svg",
    ),
    example={"stacks": [1000, 500, 100], "knockouts": True},
    shown=PlacesShown,
    needs="players",
)
class FinishQuestion(Between, Work, Question):
    """Places, and who busts whom."""

    table: Table
    models: Any = models_field("Models: icm, sem, dcm.")
    knockouts: bool = given(FLAG, False, help="Also who busts whom (DCM, SEM).")

    def ask(self, run: Run) -> Places:
        """Compute it."""
        from finaltable.analysis.equity import (
            check_known,
            check_places,
            equity,
            finish_probabilities,
            known_options,
            places_of,
        )
        from finaltable.inputs.table import check_no_bounties
        from finaltable.models import find_models

        check_no_bounties(self.table, "they do not change who finishes where")
        models = self.with_mixture(self.models)
        check_places(models, self.knockouts)
        found = find_models(models)
        given = self.options(run, found)
        check_known(given, found)
        options = {model.name: known_options(model, given) for model in found}
        shared = {"progress": run.progress, "threads": run.threads}
        able = next((model for model in found if model.knockouts), None) if self.knockouts else None
        busts = None
        answers = []
        for model in found:
            own = options[model.name]
            if model is not able:
                answers.append(finish_probabilities(self.table, model.name, **{**own, **shared}))
                continue
            both: dict[str, Any] = {"places": True} if "places" in model.options else {}
            result = equity(self.table, model=model.name, progress=run.progress, **own, **both)
            busts = result.with_parts("finish", "knockouts", progress=run.progress)
            answers.append(places_of(busts))
        return Places(self.table, answers, busts)


QUESTION = FinishQuestion
