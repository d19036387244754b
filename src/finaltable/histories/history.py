"""What was read from files of hands: the hands, and what could not be read, each with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from finaltable.answers import Answer, json_fields
from finaltable.histories.hand import Hand
from finaltable.table.numbers import Number


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that was not read, or that does not add up."""

    file: str
    """Name of the file."""
    line: int
    """Number of the line."""
    reason: str
    """What is wrong with it."""
    hand: str = ""
    """The id of the hand, where it is known."""
    kind: str = "broken"
    """"broken": a hand or a file that was not read; "aside": a whole hand of another game or for cash; "note": odd, and
    the hand was read; "link": stacks do not follow from the hand before."""

    in_json = json_fields("file line reason")
    json_name = "HistoryProblem"


@dataclass(frozen=True, slots=True)
class Summary:
    """What a room's summary of a tournament says."""

    tournament: str
    room: str
    players: int | None = None
    payouts: tuple[Number, ...] = ()
    """From first place down, as far as the file tells; empty: it does not."""
    currency: str = ""
    places: Mapping[str, int] = field(default_factory=dict)
    """Where players finished, as far as the file tells."""
    won: Mapping[str, Number] = field(default_factory=dict)
    """What players were paid in prizes, as far as the file tells."""
    file: str = ""


@dataclass(frozen=True)
class History(Answer):
    """Hands in the order in which they were played, tournament by tournament."""

    hands: tuple[Hand, ...]
    """Tournament by tournament."""
    problems: tuple[Problem, ...] = ()
    """Hands that are broken, hands of other games, chips that do not add up, stacks that do not link."""
    summaries: tuple[Summary, ...] = ()
    links: int = 0
    """Stacks that follow from the hand before, as they must."""

    in_json = json_fields("hands problems")

    def tournaments(self) -> dict[str, tuple[Hand, ...]]:
        """Return the hands of every tournament."""
        found: dict[str, list[Hand]] = {}
        for hand in self.hands:
            found.setdefault(hand.tournament.id, []).append(hand)
        return {name: tuple(hands) for name, hands in found.items()}

    def __str__(self) -> str:
        from finaltable.histories.report import history_report

        return str(history_report(self))
