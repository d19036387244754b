"""What several answers have."""

from __future__ import annotations

from typing import Annotated, TypedDict

# A fraction that no number holds exactly is a text: "5/8".
Amount = float | str
Model = Annotated[str, 'The name of a model, or a mixture: "icm:0.8,dcm:0.2".']


class PlayersDict(TypedDict):
    """The players, in the order they were given; elsewhere they are counted from 0."""

    names: list[str]
    stacks: list[Amount]


class TableDict(PlayersDict):
    """The players and the prizes."""

    payouts: Annotated[list[Amount], "Prizes from first place down."]
