"""Fields about a hand before the cards are dealt: the button, blinds and antes, players at other tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from finaltable.asking.declare import given
from finaltable.asking.kinds import AMOUNT, BLINDS, PLAYER, PLAYERS

POSTED = ("small_blind", "big_blind", "ante", "big_blind_ante")
BUTTON = "The player with the button. Default: the first player is the small blind."


def elsewhere_field() -> Any:
    """Declare the players at other tables."""
    return given(
        PLAYERS,
        (),
        help="Players at other tables, who post nothing and are not in the hand: they play for the same prizes.",
    )


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
