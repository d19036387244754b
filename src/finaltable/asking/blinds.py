"""Blinds and antes of a question, given together or one by one."""

from __future__ import annotations

from typing import Any

POSTED = ("small_blind", "big_blind", "ante", "big_blind_ante")
BUTTON = "Who has the button; otherwise the first player is the small blind."


def posted_by(question: Any, *, needed: bool = False) -> dict[str, Any]:
    """Return blinds and antes, or raise where blinds are given twice, or are needed and not given."""
    from finaltable.errors import InputError, MissingError

    posted = {name: getattr(question, name) for name in POSTED}
    if question.blinds is None:
        if needed and not question.big_blind:
            raise MissingError("blinds", "must be given: 100/200")
        return posted
    if question.small_blind or question.big_blind:
        raise InputError("blinds", "must be given once: both together, or one by one", question.blinds, code="conflict")
    posted["small_blind"], posted["big_blind"] = question.blinds
    return posted
