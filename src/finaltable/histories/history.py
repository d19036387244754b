"""Result of reading hand histories: hands, tournament summaries, and problems with their reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from finaltable.answers import Answer, Tabular, json_fields
from finaltable.histories.hand import PlayedHand
from finaltable.table.numbers import Number


@dataclass(frozen=True, slots=True)
class HistoryProblem:
    """A part of a file that was not read, or that does not add up."""

    file: str
    """Name of the file."""
    line: int
    """Number of the line."""
    reason: str
    """Reason, in a sentence."""
    hand: str = ""
    """The id of the hand; empty if unknown."""
    kind: str = "broken"
    """"broken": a hand or a file that was not read; "aside": a complete hand of a cash game or another game; "note": an
    odd hand that was read; "link": stacks that do not match the previous hand."""

    in_json = json_fields("file line reason")
    json_name = "HistoryProblem"


@dataclass(frozen=True, slots=True)
class Summary:
    """A room's summary of a tournament."""

    tournament: str
    room: str
    players: int | None = None
    payouts: tuple[Number, ...] = ()
    """From first place down, as far as the file lists them; empty if it does not."""
    currency: str = ""
    places: Mapping[str, int] = field(default_factory=dict)
    """Finishing places by player, as far as the file lists them."""
    won: Mapping[str, Number] = field(default_factory=dict)
    """Prizes by player, as far as the file lists them."""
    file: str = ""


@dataclass(frozen=True, repr=False)
class History(Tabular, Answer):
    """Hands in the order in which they were played, tournament by tournament."""

    hands: tuple[PlayedHand, ...]
    """The hands, tournament by tournament."""
    problems: tuple[HistoryProblem, ...] = ()
    """Broken hands, hands of other games, and stacks that do not match the previous hand."""
    summaries: tuple[Summary, ...] = ()
    links: int = 0
    """Number of stacks that match the end of the previous hand."""

    reported_by = "histories.report.history_report"

    in_json = json_fields("hands problems")

    def tournaments(self) -> dict[str, tuple[PlayedHand, ...]]:
        """Return the hands by tournament."""
        found: dict[str, list[PlayedHand]] = {}
        for hand in self.hands:
            found.setdefault(hand.tournament.id, []).append(hand)
        return {name: tuple(hands) for name, hands in found.items()}

    def records(self) -> list[dict[str, Any]]:
        """Return a line per hand."""
        return [
            {
                "tournament": hand.tournament.id,
                "hand": hand.id,
                "time": hand.time,
                "players": len(hand.seats),
                "small_blind": hand.small_blind,
                "big_blind": hand.big_blind,
                "hero": hand.hero,
                "cards": hand.cards.get(hand.hero or ""),
                "board": hand.boards[0] if hand.boards else None,
                "pot": hand.pot,
            }
            for hand in self.hands
        ]
