"""The reason for a verdict, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.reporting.words import listed

if TYPE_CHECKING:
    from finaltable.reviews.decision import JudgedDecision, Opponent, Reviewed

MOST_NAMED = 2  # ranges in one sentence


def reason_of(decision: Reviewed) -> str:
    """Return the reason by the first model."""
    first = decision.verdicts[0]
    if first.better == "no difference":
        return "Winning and losing are worth the same here, as far as the model can tell."
    if first.goes_in == "push":
        return push_reason(decision, first)
    if first.break_even is None and first.win is None:
        return f"Against {held(decision)}, {decision.cards} had {percent(decision.equity)} of the pot."
    return f"Against {held(decision)}, {decision.cards} had {percent(decision.equity)} and {needed(first, 'call')}."


def push_reason(decision: Reviewed, first: JudgedDecision) -> str:
    """Return the reason for a push or a fold, first in."""
    if decision.called is None or not decision.called:
        return f"No player calls: {decision.cards} wins the blinds every time."
    called = f"A push is called {percent(decision.called)} of the time ({held(decision)}); then {decision.cards} has "
    if first.fold is None:
        return f"{called}{percent(decision.equity)}."
    return f"{called}{percent(decision.equity)} and {needed(first, 'push')}."


def needed(judged: JudgedDecision, action: str) -> str:
    """Return the equity that the action needs, in words."""
    if judged.break_even is None:
        return f"no equity is enough to {action}"
    return (
        f"needed {percent(judged.break_even)} to {action}" if judged.break_even else f"any equity is enough to {action}"
    )


def held(decision: Reviewed) -> str:
    """Return the opponents' ranges, the widest first, in words."""
    in_it = [one for one in decision.opponents if one.share > 0] or decision.opponents
    some = sorted(in_it, key=lambda one: -one.share)
    more = [f"{len(some) - MOST_NAMED} more"] if len(some) > MOST_NAMED else []
    return listed([*(range_size(one) for one in some[:MOST_NAMED]), *more])


def range_size(opponent: Opponent) -> str:
    """Return an opponent with the size of the range."""
    return f"{opponent.position}'s {percent(opponent.share)} of hands"


def percent(share: float | None) -> str:
    """Return a percentage.

    >>> percent(0.4481)
    '44.8 %'
    """
    return f"{100 * (share or 0.0):.1f} %"
