"""Names of earlier versions, which still work: each beside the name that replaced it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, TypeVar

from finaltable.errors import InputError

Function = TypeVar("Function", bound=Callable[..., Any])

PUBLIC = {
    "PushFold": "Nash",
    "decide_push": "push",
    "finish_probabilities": "finish",
    "game_tree": "tree",
    "push_fold": "nash",
    "reproduce_paper": "paper",
}
"""Functions and classes of ``finaltable``."""

ARGUMENTS = {"between": "mixture", "heads": "bounty_terms", "locked": "lock", "unit": "round"}
"""Arguments in Python, options of commands and fields of requests: wherever the new name is one and the old is not."""


def old_names(known: Iterable[str]) -> dict[str, str]:
    """Return the old names of some arguments, each with its new name.

    >>> old_names(["stacks", "round"]), old_names(["between", "mixture"])
    ({'unit': 'round'}, {})
    """
    names = set(known)
    return {old: new for old, new in ARGUMENTS.items() if new in names and old not in names}


def under_new_names(given: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
    """Return arguments under their new names, or raise where one is given under both.

    >>> under_new_names({"unit": 5}, ["leave", "round"])
    {'round': 5}
    """
    renamed = old_names(known)
    for old, new in renamed.items():
        if old in given and new in given:
            raise InputError(old, f"must be left out: it is the old name of {new}", given[old], code="conflict")
    return {renamed.get(name, name): value for name, value in given.items()}


def accepts_old_names(function: Function) -> Function:
    """Let a function take its arguments by their old names, too."""
    code = function.__code__
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @wraps(function)
    def call(*args: Any, **given: Any) -> Any:
        return function(*args, **under_new_names(given, known))

    return call  # type: ignore[return-value]
