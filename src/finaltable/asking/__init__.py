"""What can be asked: every question by its name, and what is needed to declare one."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from finaltable.asking.declare import Question

# Where each question is declared; its module is imported when it is asked.
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
    "paper": "finaltable.values.paper.question",
    "pressure": "finaltable.decisions.pressures.question",
    "push": "finaltable.decisions.pushes.question",
    "range": "finaltable.cards.question",
    "review": "finaltable.reviews.question",
    "sensitivity": "finaltable.values.sensitivity.question",
    "sweep": "finaltable.values.sweeps.question",
    "train": "finaltable.training.question",
    "tree": "finaltable.values.trees.question",
}


@cache
def question_names() -> tuple[str, ...]:
    """Return the names of all questions."""
    return tuple(sorted(HOMES))


def find_question(name: str) -> type[Question]:
    """Return a question by its name; only its module is imported."""
    found: type[Question] = import_module(HOMES[name]).QUESTION
    return found
