"""What is wrong with a request."""

from __future__ import annotations

from typing import Annotated, TypedDict


class ProblemDict(TypedDict):
    """What is wrong with a request."""

    field: Annotated[str, 'The field, like "stacks[2]".']
    rule: Annotated[str, 'What must hold, like "must not be negative".']
    value: Annotated[str, "What it was; empty where nothing was given."]
    hint: Annotated[str, 'What may help, like "decimals are written 1.5"; often empty.']
    message: Annotated[str, "All of it in one sentence."]
