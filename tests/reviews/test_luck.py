"""Luck apart from skill: all-ins valued before the board was dealt; a real tournament from start to end."""

from __future__ import annotations

from pathlib import Path

import pytest

import finaltable as ft
from finaltable.histories.hand import Action, Street
from finaltable.models import find_model
from finaltable.reviews.curve import table_of
from finaltable.reviews.luck import (
    DECK,
    betting_ended,
    find_all_in,
    luck_of,
    order_on,
    orders_of,
    pairs_of,
    playing_out,
    pots_of,
)
from finaltable.spots.outcome import Outcomes
from tests.reviewing import history, played, values_again

FILES = Path(__file__).resolve().parents[3] / "shared" / "data" / "histories"
REAL = FILES / "Stars" / "NLHE-USD-STT-20-201006.DONturbo.txt"
BOARD = "2c3d5h7sJs"


def test_three_equal_stacks_with_55_percent_lose_18_50_whatever_happens() -> None:
    """The example of the notes: $600 paid 65/35, 200 becomes 181.50."""
    hand = played([1000, 1000, 1000], "Ana push", "Bo fold", "Cy call", blinds=(0, 200), cards="AhKd", winner="Ana")
    table = table_of(hand, ("BTN", "SB", "BB"), (), [390, 210], 0.5)
    pots, worth = pots_of(hand, table), Outcomes(table, find_model("icm"), 1e-9)
    assert pots is not None
    chances: dict[tuple[int, ...], float] = {(0, 1): 0.55, (1, 0): 0.45}
    won, lost = (luck_of(pots, [0, 2], chances, order, worth) for order in ((0, 1), (1, 0)))
    assert won.expected == lost.expected == pytest.approx(181.50, abs=0.005)
    assert won.expected - 200 == pytest.approx(-18.50, abs=0.005)
    assert (won.value, lost.value) == pytest.approx((148.5, -181.5))
    assert 0.55 * won.value + 0.45 * lost.value == pytest.approx(0)


def test_the_curve_without_luck_falls_by_the_expected_loss_whoever_wins() -> None:
    def adjusted(winner: str, board: str) -> float:
        hand = played(
            [1000] * 3, "Ana push", "Bo fold", "Cy call", cards="AhKd", shown={"Cy": "QsQc"}, board=board, winner=winner
        )
        found = ft.review(history(hand), [390, 210], models=("icm",), ranges="20%")
        last = found.tournaments[0].curve[-1].without_luck
        assert last is not None
        return last[0]

    assert adjusted("Ana", "AsAc5h7sJs") == pytest.approx(adjusted("Cy", "2c3d5h7s8s"))


def test_luck_averages_to_zero_over_the_turn() -> None:
    hands, flop = ["AhKd", "QsQc"], ["2c", "7d", "Ks"]
    gone = {"Ah", "Kd", "Qs", "Qc", *flop}
    turns = [orders_of(hands, [*flop, card]).get((0, 1), 0.0) for card in DECK if card not in gone]
    assert sum(turns) / 45 == pytest.approx(orders_of(hands, flop)[0, 1])
    assert order_on(["AhKd", "AsKc"], ["2c", "7d", "Ks", "9h", "4s"]) == (0, 0)


def test_side_pots_go_to_players_who_can_win_them() -> None:
    hand = played(
        [3000, 2000, 1000],
        "Ana push",
        "Bo call",
        "Cy call",
        cards="AhKd",
        shown={"Bo": "QsQc", "Cy": "9h9d"},
        board="AsKc5h7sJs",
        winner="Ana",
    )
    table = table_of(hand, ("BTN", "SB", "BB"), (), [50, 30, 20], 0.5)
    found = find_all_in(hand, "Ana", table, 1, [Outcomes(table, find_model("icm"), 1e-9)])
    assert found is not None
    assert found.luck[0].actual == 50
    assert found.luck[0].expected < 50
    assert 0.3 < found.equity < 0.5


@pytest.mark.parametrize(
    "hand",
    [
        played([1000] * 3, "Ana push", "Bo fold", "Cy fold"),
        played([1000] * 3, "Ana push", "Bo fold", "Cy call", winner="Cy", board=BOARD),  # Cy's cards are not known
        played(
            [1000] * 3, "Ana push", "Bo fold", "Cy call", winner="Cy", shown={"Cy": "AhKd"}, cards="AhQd", board=BOARD
        ),
        played([1000] * 3, "Ana raise 500", "Bo fold", "Cy call", winner="Cy", shown={"Cy": "KhKd"}, board=BOARD),
    ],
    ids=["no showdown", "unknown cards", "a card twice", "no all-in"],
)
def test_without_an_all_in_whose_cards_are_known_there_is_no_luck(hand: object) -> None:
    found = ft.review(history(hand), [50, 30], ranges="20%")  # type: ignore[arg-type]
    assert found.tournaments[0].all_ins == ()
    assert found["icm"].luck == 0


def test_betting_that_ends_on_the_river_is_not_luck() -> None:
    from dataclasses import replace

    hand = played([1000] * 3, "Ana push", "Bo fold", "Cy call", winner="Cy", shown={"Cy": "KhKd"}, board=BOARD)
    last = Action("Ana", hand.actions[-1].act, 0, Street.RIVER, True)
    late = replace(hand, actions=(*hand.actions, last))
    assert len(ft.review(history(hand), [50, 30], ranges="20%").tournaments[0].all_ins) == 1
    assert ft.review(history(late), [50, 30], ranges="20%").tournaments[0].all_ins == ()


@pytest.mark.skipif(not REAL.is_file(), reason="real histories are not available")
def test_all_ins_of_real_files_end_with_the_stacks_in_the_files() -> None:
    seen = 0
    for hand in ft.read_history(FILES).hands:
        known = {**hand.cards, **hand.shown}
        playing = playing_out(hand)
        if len(hand.boards) != 1 or len(hand.boards[0]) != 10 or any(len(known.get(name, "")) != 4 for name in playing):
            continue
        if betting_ended(hand, playing[0]) is None:
            continue
        pots = pots_of(hand, table_of(hand, [f"S{seat.seat}" for seat in hand.seats], (), [50, 30, 20], 0.5))
        assert pots is not None
        order = order_on([known[name] for name in playing], pairs_of(hand.boards[0]))
        after = pots.settle(pots.posted, [hand.names.index(name) for name in playing], order, 0)
        assert list(after.stacks) == list(hand.stacks_after.values()), hand.id
        seen += 1
    assert seen > 50


@pytest.mark.skipif(not REAL.is_file(), reason="the real double-or-nothing is not available")
def test_a_real_double_or_nothing_is_reviewed_from_beginning_to_end() -> None:
    found = ft.review(ft.read_history(REAL), "double_or_nothing", pool=200, ranges="20%")
    [tournament] = found.tournaments
    assert tournament.hands == 61
    assert found.left_out == ("dcm",)
    assert [account.end for account in tournament.accounts] == [40, 40]
    assert sum(len(one.numbers) for one in tournament.skipped) + len(tournament.decisions) == 59
    nine = tournament.curve[10].values  # hand 11: hero has 1,802 of 15,000 chips
    assert nine is not None
    assert round(nine[0], 2) == 24.01  # ICM, as in the notes
    for one in found.mistakes[:3]:
        for judged, again in zip(one.verdicts, values_again(one), strict=True):
            assert judged.difference == again["difference"]
