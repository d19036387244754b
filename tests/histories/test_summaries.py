"""Tournament summaries: prizes and finishing places, as far as the file lists them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.histories.history import Summary
from tests.hands import ODD_NAMES

STARS = """PokerStars Tournament #354, No Limit Hold'em
Buy-In: $9.00/$1.00 USD
5 players
Total Prize Pool: $63.00 USD
Tournament started 2024/01/17 18:33:56 CET [2024/01/17 12:33:56 ET]

  1: Ana [2] (Poland), $31.50 (50%)
  2: x, y (São Paulo), $18.90 (30%)
  3: Bo (1) (UK), $6.30 (10%)
  3: Cy (UK), $6.30 (10%)
  5: Dee (Costa Rica),
  6: Eve (Malta),
  7: Ana (Poland),

You finished in 5th place (eliminated at hand #56087971216).
You made 1 re-entries for a total of $10.00.
"""
WINAMAX = """Winamax Poker - Tournament summary : TEA TIME (late)(546567)
Player : Ana
Buy-In : 18€ + 2€
Registered players : 1234
Type : knockout
Prizepool : 22212€
Tournament started 2022/05/23 17:00:00 UTC
You played 2h 3min 12s
You finished in 12th place
You won 1234.20€ + Bounty 20€
"""
EIGHT = """***** Cassava Tournament Summary *****
Tournament ID: 283
Buy-In: $10 + $1
Ana B finished 3/175 and won 1.035,50 €
"""


def only(text: str) -> Summary:
    history = ft.read_history(text)
    assert history.problems == ()
    (summary,) = history.summaries
    return summary


def test_pokerstars_lists_payouts_from_first_place_down_with_ties_and_several_entries() -> None:
    summary = only(STARS)
    assert (summary.tournament, summary.room, summary.players, summary.currency) == ("354", "PokerStars", 5, "$")
    assert summary.payouts == (Fraction(63, 2), Fraction(189, 10), Fraction(63, 10), Fraction(63, 10))
    assert sum(summary.payouts) == 63
    assert summary.places == {"Ana": 1, "x, y": 2, "Bo (1)": 3, "Cy": 3, "Dee": 5, "Eve": 6}
    assert summary.won["Bo (1)"] == Fraction(63, 10)


def test_payouts_are_unknown_while_the_leaders_are_still_playing() -> None:
    summary = only(STARS.replace("$31.50 (50%)", "still playing").replace("$18.90 (30%)", "still playing"))
    assert summary.payouts == ()
    assert summary.places == {"Bo (1)": 3, "Cy": 3, "Dee": 5, "Eve": 6, "Ana": 7}
    assert sum(summary.won.values()) == Fraction(63, 5)


def test_winamax_and_888_list_one_player() -> None:
    summary = only(WINAMAX)
    assert (summary.tournament, summary.players, summary.places) == ("546567", 1234, {"Ana": 12})
    assert (summary.won, summary.currency, summary.payouts) == ({"Ana": Fraction(6171, 5)}, "€", ())
    summary = only(EIGHT)
    assert (summary.tournament, summary.players, summary.places) == ("283", 175, {"Ana B": 3})
    assert summary.won == {"Ana B": Fraction(2071, 2)}


def test_a_file_may_have_several_summaries() -> None:
    history = ft.read_history([STARS + WINAMAX, EIGHT])
    assert [summary.room for summary in history.summaries] == ["PokerStars", "Winamax", "888"]


@pytest.mark.parametrize("row", range(7))
def test_a_missing_or_duplicated_row_is_reported(row: int) -> None:
    lines = STARS.split("\n")
    at = 6 + row
    for other in ([], [lines[at]] * 2):
        text = "\n".join([*lines[:at], *other, *lines[at + 1 :]])
        if row < 6 or other:  # the last row may be missing: nothing follows it
            assert "lines are missing or duplicated" in ft.read_history(text).problems[0].reason


@settings(max_examples=60, deadline=None)
@given(
    prizes=st.lists(st.integers(1, 10**7), min_size=1, max_size=9).map(lambda cents: sorted(cents, reverse=True)),
    out=st.integers(0, 3),
    names=st.permutations([*sorted({*ODD_NAMES} - {"a [2]"}), "a (b)", "c [3]x", "é, (f"]),
)
def test_payouts_are_read_back_to_the_cent(prizes: list[int], out: int, names: list[str]) -> None:
    rows = [f"  {i + 1}: {names[i]} (Nowhere), ${cents / 100:,.2f} (1%)" for i, cents in enumerate(prizes)]
    rows += [f"  {len(prizes) + i + 1}: {names[len(prizes) + i]} (Nowhere)," for i in range(out)]
    summary = only("PokerStars Tournament #7, No Limit Hold'em\n" + "\n".join(rows))
    assert summary.payouts == tuple(Fraction(cents, 100) for cents in prizes)
    assert list(summary.places) == names[: len(prizes) + out]
