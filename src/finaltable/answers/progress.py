"""How far a long answer is."""

from __future__ import annotations

from typing import Annotated, TypedDict


class ProgressDict(TypedDict):
    """How far an answer is that is not there yet."""

    progress: Annotated[float, "The share of the work that is done, from 0 to 1. Ask the same again."]
