"""The questions, one module each, called like its command. What is needed to declare them starts with an underscore."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from finaltable.questions._declare import Question


@cache
def question_names() -> tuple[str, ...]:
    """Return the names of all questions."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_")))


def find_question(name: str) -> type[Question]:
    """Return a question by its name; only its module is imported."""
    found: type[Question] = import_module(f"{__name__}.{name}").QUESTION
    return found
