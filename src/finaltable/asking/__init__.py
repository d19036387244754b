"""All questions by name; `declare` has the classes that define one."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from finaltable.asking.declare import Question

# The module of each question, imported on first use.
HOMES = {
    "batch": "finaltable.batches.question",
    "bounties": "finaltable.values.bounties.question",
    "compare": "finaltable.values.equities.question_compare",
    "deal": "finaltable.deals.question",
    "decide": "finaltable.decisions.question",
    "equity": "finaltable.values.equities.question",
    "evidence": "finaltable.scoring.question",
    "finish": "finaltable.values.finish.question",
    "history": "finaltable.histories.question",
    "nash": "finaltable.equilibrium.question",
    "open": "finaltable.equilibrium.question_open",
    "paper": "finaltable.values.paper.question",
    "pressure": "finaltable.decisions.pressures.question",
    "push": "finaltable.decisions.pushes.question",
    "range": "finaltable.cards.question",
    "review": "finaltable.reviews.question",
    "sensitivity": "finaltable.values.sensitivity.question",
    "simulate": "finaltable.histories.question_simulate",
    "sweep": "finaltable.values.sweeps.question",
    "tournament": "finaltable.tournaments.question",
    "train": "finaltable.training.question",
    "tree": "finaltable.values.trees.question",
}


@cache
def question_names() -> tuple[str, ...]:
    """Return the names of all questions, sorted."""
    return tuple(sorted(HOMES))


def find_question(name: str) -> type[Question]:
    """Return a question by name; import only its module."""
    found: type[Question] = import_module(HOMES[name]).QUESTION
    return found
