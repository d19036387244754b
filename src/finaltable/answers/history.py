"""What was read from files of hands."""

from __future__ import annotations

from typing import Annotated, TypedDict

Chips = int | float
ByName = Annotated[dict[str, Chips], "Chips by the name of the player."]


class HandSeatDict(TypedDict):
    """A player at the table before anything is posted."""

    seat: Annotated[int, "The number of the seat, as the room counts."]
    name: str
    stack: Chips
    bounty: Annotated[Chips | None, "What is on the head, in money; null: the file does not say."]


class PlayedHandDict(TypedDict):
    """A hand as it was played."""

    id: str
    room: str
    tournament: Annotated[str, "The room's number of the tournament."]
    small_blind: Chips
    big_blind: Chips
    antes: Annotated[Chips, "All antes together."]
    button: Annotated[int, "The number of the seat."]
    seats: list[HandSeatDict]
    pot: Annotated[Chips, "What was played for, without what came back."]
    collected: ByName
    uncalled: ByName
    uncalled_inferred: Annotated[bool, "The file has no line for it: it follows from the bets."]
    stacks_after: ByName


class HistoryProblemDict(TypedDict):
    """Something that was not read, or that does not add up."""

    file: str
    line: int
    reason: str


class HistoryDict(TypedDict):
    """Hands and problems."""

    hands: list[PlayedHandDict]
    problems: list[HistoryProblemDict]
