"""Fields about a hand before the cards are dealt: the button, blinds and antes, players at other tables."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from finaltable.asking.declare import given
from finaltable.asking.kinds import AMOUNT, BLINDS, LEVELS, LOOK_AHEAD, NUMBER, PLAYER, PLAYERS

POSTED = ("small_blind", "big_blind", "ante", "big_blind_ante")
BUTTON = "The player with the button. Default: the first player is the small blind."


def elsewhere_field() -> Any:
    """Declare the players at other tables."""
    return given(
        PLAYERS,
        (),
        help="Players at other tables, who post nothing and are not in the hand: they play for the same prizes.",
    )


def big_blind_of(question: type, raw: Mapping[str, Any]) -> int | float | None:
    """Return the big blind of a command line or request, for stacks such as 12.5bb; None if it is not given."""
    from finaltable.table.text import read_chips, read_small_and_big

    if not issubclass(question, PostedFields):
        return None
    if isinstance(raw.get("blinds"), str):
        return read_small_and_big(raw["blinds"])[1]
    given = raw.get("big_blind")
    found = read_chips(given, "big_blind") if isinstance(given, str) else given
    return found if isinstance(found, int | float) and 0 < found < math.inf else None


@dataclass(frozen=True, kw_only=True)
class ButtonField:
    """The button."""

    button: Any = given(PLAYER, None, help=BUTTON)


@dataclass(frozen=True, kw_only=True)
class PostedFields:
    """Blinds and antes."""

    blinds: Any = given(BLINDS, None, help="Small and big blind: 100/200.")
    small_blind: Any = given(AMOUNT, 0, help="The small blind, if not given with the big one.")
    big_blind: Any = given(AMOUNT, 0, help="The big blind, if not given with the small one.")
    ante: Any = given(AMOUNT, 0, help="Ante of every player.")
    big_blind_ante: Any = given(AMOUNT, 0, help="Ante that the big blind pays for the table.")

    def posted(self, *, needed: bool = False) -> dict[str, Any]:
        """Return blinds and antes, or raise where blinds are given twice, or are needed and not given."""
        from finaltable.errors import InputError, MissingError

        posted = {name: getattr(self, name) for name in POSTED}
        if self.blinds is None:
            if needed and not self.big_blind:
                raise MissingError("blinds", "must be given: 100/200")
            return posted
        if self.small_blind or self.big_blind:
            rule = "must be given once: both together, or one by one"
            raise InputError("blinds", rule, self.blinds, code="conflict")
        posted["small_blind"], posted["big_blind"] = self.blinds
        return posted


@dataclass(frozen=True, kw_only=True)
class BlindsFields(PostedFields, ButtonField):
    """The button, blinds and antes, and players at other tables."""

    elsewhere: Any = elsewhere_field()


@dataclass(frozen=True, kw_only=True)
class LookAheadFields:
    """The hands after this one."""

    look_ahead: Any = given(
        LOOK_AHEAD,
        None,
        help="Value the ends of the hand by what follows it, push or fold. orbit: as many hands as players, up to ten; "
        "a number of hands, where fewer than an orbit are not always better than none; seat: the model, with stacks "
        "moved by what the next blinds cost each seat; tournament: the rest of the tournament without a model, up to "
        "four players.",
    )
    levels: Any = given(LEVELS, None, help="With {look_ahead}: blinds from a hand ahead on.")
    max_seconds: float | None = given(
        NUMBER,
        30.0,
        help="Time limit; the report states the error reached. 0: no limit.",
        usual="30",
        bound="seconds",
    )

    def ahead(self) -> dict[str, Any]:
        """Return the options of looking ahead."""
        return {"look_ahead": self.look_ahead, "levels": self.levels, "max_seconds": self.max_seconds or None}
