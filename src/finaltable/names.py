"""Names of earlier versions, which still work, and the names that replaced them."""

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
"""Arguments in Python, options of commands and fields of requests that accept the new name but not the old one."""


def old_names(known: Iterable[str]) -> dict[str, str]:
    """Return a dict from the old names of some arguments to their new names.

    >>> old_names(["stacks", "round"]), old_names(["between", "mixture"])
    ({'unit': 'round'}, {})
    """
    names = set(known)
    return {old: new for old, new in ARGUMENTS.items() if new in names and old not in names}


def under_new_names(given: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
    """Return arguments under their new names, or raise if one is given under both.

    >>> under_new_names({"unit": 5}, ["leave", "round"])
    {'round': 5}
    """
    renamed = old_names(known)
    for old, new in renamed.items():
        if old in given and new in given:
            raise InputError(old, f"must be left out: it is the old name of {new}", given[old], code="conflict")
    return {renamed.get(name, name): value for name, value in given.items()}


def accepts_old_names(function: Function) -> Function:
    """Decorate a function so that it accepts its arguments by their old names, too."""
    code = function.__code__
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @wraps(function)
    def call(*args: Any, **given: Any) -> Any:
        return function(*args, **under_new_names(given, known))

    return call  # type: ignore[return-value]
