"""The sentences of a review, and the data of a summary that it uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from finaltable.errors import InputError
from finaltable.histories.hand import PlayedHand
from finaltable.histories.history import Summary
from finaltable.reviews.hand_table import NotReviewed, seat_players
from finaltable.reviews.payouts import MOST_PLACES, given
from finaltable.reviews.players_left import chips_of
from finaltable.reviews.reasons import reason_of
from tests.reviewing import played

WIDE = SimpleNamespace(position="SB", share=0.2)
TIGHT = SimpleNamespace(position="BB", share=0.051)
HELD = "Against SB's 20.0 % of hands, 94o had 45.0 %"


def reason(*opponents: object, kind: str = "call", called: float | None = None, **verdict: object) -> str:
    """Return the sentence about a decision with one verdict."""
    judged = {"goes_in": kind, "better": "call", "break_even": None, "win": None, "fold": 10.0} | verdict
    decision = {"kind": kind, "cards": "94o", "equity": 0.45, "called": called, "opponents": opponents or (WIDE,)}
    return reason_of(cast("Any", SimpleNamespace(**decision, verdicts=(SimpleNamespace(**judged),))))


def test_a_call_states_the_equity_it_had_and_needed() -> None:
    assert reason(break_even=0.4481, win=60.0) == f"{HELD} and needed 44.8 % to call."
    assert reason(break_even=0.0, win=60.0) == f"{HELD} and any equity is enough to call."
    assert reason(break_even=None, win=60.0) == f"{HELD} and no equity is enough to call."


def test_against_several_players_no_single_equity_is_needed() -> None:
    assert reason(break_even=None, win=None) == f"{HELD} of the pot."
    three = reason(TIGHT, WIDE, TIGHT)
    assert three.startswith("Against SB's 20.0 % of hands, BB's 5.1 % of hands and 1 more, ")
    assert reason(TIGHT, WIDE).startswith("Against SB's 20.0 % of hands and BB's 5.1 % of hands, ")


def test_a_push_states_how_often_it_is_called() -> None:
    called = "A push is called 8.0 % of the time (SB's 20.0 % of hands); then 94o has 45.0 %"
    assert reason(kind="push", called=0.08, break_even=0.3) == f"{called} and needed 30.0 % to push."
    assert reason(kind="push", called=0.08, fold=None) == f"{called}."
    assert reason(kind="push", called=0.0) == "No player calls: 94o wins the blinds every time."


def test_no_difference_comes_before_any_other_reason() -> None:
    assert reason(better="no difference", break_even=0.4).startswith("Winning and losing are worth the same")


@pytest.mark.parametrize(
    ("stacks", "players", "chips"),
    [([1500, 1500, 1500], 90, 135_000), ([1500, 1500, 1400], 90, None), ([1500, 1500, 1500], None, None)],
)
def test_all_chips_are_known_if_all_starting_stacks_were_equal(
    stacks: list[int], players: int | None, chips: int | None
) -> None:
    hand = played(stacks, "Ana push", "Bo fold", "Cy fold")
    assert chips_of([hand], Summary("1", "PokerStars", players)) == chips
    assert chips_of([hand], None) is None
    assert chips_of([hand, replace(hand, added={"Bo": 500})], Summary("1", "PokerStars", players)) is None


@pytest.mark.parametrize(
    ("payouts", "message"),
    [
        (7, "payouts must be a list of prizes, or the name of a structure, got 7"),
        ([0, 0], "payouts must name at least one prize"),
        ([1] * (MOST_PLACES + 1), "payouts must be at most"),
    ],
)
def test_payouts_of_a_review_must_be_prizes(payouts: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        given(payouts)
    assert given([50, 30]) == (50, 30)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda hand: {"seats": hand.seats[:1]}, "no other player is at the table"),
        (lambda hand: {"seats": hand.seats * 4}, "more than ten players are at the table"),
        (lambda hand: {"actions": hand.actions[:1]}, "no player posted the big blind"),
        (lambda hand: {"seats": hand.seats[::-1]}, "the blinds do not sit side by side"),
        (lambda hand: {"small_blind": hand.small_blind + 1}, "blinds and antes were not posted as usual"),
    ],
)
def test_a_hand_with_unusual_seats_or_blinds_is_not_judged(
    change: Callable[[PlayedHand], dict[str, Any]], reason: str
) -> None:
    hand = played([1500, 1500, 1500], "Ana push", "Bo fold", "Cy fold")
    assert seat_players(hand).stacks == (1500, 1500, 1500)
    with pytest.raises(NotReviewed, match=reason):
        seat_players(replace(hand, **change(hand)))
