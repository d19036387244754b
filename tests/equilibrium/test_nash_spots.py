"""Push or fold with blinds, antes, short stacks, players all-in by posting, side pots and bounties; and errors."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.cards.range import Range
from finaltable.equilibrium.lineup import Lineup, check_lineup, position_names
from finaltable.equilibrium.showdowns import orders_after
from finaltable.equilibrium.terminals import ends_of, find_gains, find_terminals, sets_of, settle
from finaltable.models import find_model
from finaltable.spots.posted import Forced
from finaltable.table.table import Table
from tests import plain_hand

SPOT: dict[str, Any] = {"stacks": [1000, 1000, 2000, 3000], "payouts": [50, 30, 20]}
BLINDS = {"small_blind": 100, "big_blind": 200}


def lineup(stacks: list[int], blinds: tuple[int, int, int, int] = (50, 100, 0, 0), **options: Any) -> Lineup:
    return check_lineup(Table.of(stacks, [60, 40], **options), None, Forced.of(*blinds))


def quick(stacks: list[int], **options: Any) -> ft.Nash:
    given_ = {"payouts": [60, 40], "small_blind": 50, "big_blind": 100, "tolerance": 1e-3, **options}
    return ft.nash(stacks, given_.pop("payouts"), **given_)


HANDS = (
    st.lists(st.integers(1, 900), min_size=2, max_size=6),
    st.tuples(st.integers(0, 40), st.integers(40, 90), st.integers(0, 30), st.integers(0, 90)),
)


@settings(max_examples=40, deadline=None)
@given(*HANDS, st.booleans(), st.booleans())
def test_outcomes_are_those_of_plain_python_and_conserve_chips(
    stacks: list[int], blinds: tuple[int, int, int, int], bounties: bool, raises: bool
) -> None:
    table, forced = Table.of(stacks, [1], bounties=10.05 if bounties else None), Forced.of(*blinds)
    sizes = dict.fromkeys(range(len(stacks)), 2 * forced.big_blind) if raises else None
    seated = Lineup.of(table, 0 if len(stacks) == 2 else len(stacks) - 1, forced, raises=sizes)
    if len(seated.all_in) > 2 or len(seated.deciding) < 2:
        return
    ends = ends_of(seated)
    rows, outcomes = settle(seated, ends)
    found = iter(rows.tolist())
    for pushed, raiser in ends:
        seats = tuple(seated.deciding[i] for i in pushed)
        for order in orders_after(seated, len(pushed)):
            after = outcomes[next(found)]
            assert after == plain_hand.after(seated, seats, order, None if raiser is None else seated.deciding[raiser])
            assert sum(after.stacks) == sum(seated.chips)
            assert min(after.stacks) >= 0
            for seat, chips in enumerate(after.stacks):
                if seat not in seated.showdown(seats) and (raiser is None or seat != seated.deciding[raiser]):
                    assert chips >= seated.chips[seat] - seated.posted[seat] - seated.dead
    assert next(found, None) is None


@settings(max_examples=15, deadline=None)
@given(*HANDS)
def test_gains_are_those_of_plain_python(stacks: list[int], blinds: tuple[int, int, int, int]) -> None:
    seated = Lineup.of(Table.of(stacks, [3, 1]), 0 if len(stacks) == 2 else len(stacks) - 1, Forced.of(*blinds))
    if len(seated.all_in) > 2 or len(seated.deciding) < 2:
        return
    terminals = find_terminals(seated, find_model("icm"), 1e-6, 1)
    for found, plain in zip(find_gains(terminals), plain_hand.gains(terminals), strict=True):
        assert found == pytest.approx(np.array(plain).reshape(found.shape), abs=1e-14)


def test_chips_of_more_than_64_bits_are_settled() -> None:
    stacks = [10**28, 3 * 10**28 + 1, 2 * 10**28]
    seated = Lineup.of(Table.of(stacks, [1]), 2, Forced.of(10**26, 2 * 10**26, 0, 0))
    rows, outcomes = settle(seated, ends_of(seated))
    assert {sum(after.stacks) for after in outcomes} == {60 * sum(stacks)}
    assert len(rows) == 1 + 3 + 3 * 3 + 13
    with pytest.raises(ft.InputError, match="must fit a common unit, in which all pots can be divided, in 126 bits"):
        quick([10**50, 1, 10**50])


def test_side_pots_are_paid_and_uncalled_chips_go_back() -> None:
    seated = lineup([300, 500, 900])  # SB 300, BB 500, BTN 900
    unit = seated.chips[0] // 300
    rows, outcomes = settle(seated, ends_of(seated))
    last = dict(zip(orders_after(seated, 3), rows[-13:].tolist(), strict=True))  # button, small blind, big blind
    chips = [chip // unit for chip in outcomes[last[1, 0, 2]].stacks]
    assert chips == [900, 0, 800]  # the small blind wins 900, the button the side pot of 400 and keeps 400
    split = [chip / unit for chip in outcomes[last[0, 0, 1]].stacks]
    assert split == [450, 0, 450 + 400 + 400]


def test_a_player_all_in_by_posting_is_at_every_showdown() -> None:
    seated = lineup([600, 80, 900], (50, 100, 0, 0))
    assert [seated.table.names[seat] for seat in seated.all_in] == ["Player 2"]
    assert seated.last_opens
    assert seated.showdown(()) == (1,)
    found = quick([600, 80, 900])
    assert found.to_dict()["all_in"] == ["BB"]
    assert [found.name_of(node) for node in found.nodes] == ["BTN", "SB", "SB v BTN"]
    assert float(found.equities.sum()) == pytest.approx(100)


@pytest.mark.parametrize(
    ("stacks", "options", "posted"),
    [
        ([40, 80, 900, 700], {}, ["BB", "SB"]),
        ([30, 600, 900, 700], {}, ["SB"]),
        ([500, 600, 20, 15, 900], {"ante": 20}, ["CO", "HJ"]),
        ([30, 60, 20, 15, 900, 700], {"ante": 20}, ["BB", "SB", "HJ", "LJ"]),
        ([500, 110, 900, 700], {"big_blind_ante": 100}, ["BB"]),
    ],
)
def test_any_number_of_players_can_be_all_in_by_posting(
    stacks: list[int], options: dict[str, int], posted: list[str]
) -> None:
    found = quick(stacks, **options)
    names = found.table.names
    assert sorted(names[seat] for seat in found.lineup.all_in) == sorted(posted)
    assert float(found.equities.sum()) == pytest.approx(100)
    assert found.reached


def test_calling_costs_a_big_blind_nothing_if_there_is_nothing_to_call() -> None:
    found = find_terminals(lineup([500, 500, 60]), find_model("icm"), 1e-6, 1)  # the button has less than the big blind
    fold = found.by_order((0,))[0, 2]
    assert (found.by_order((0, 2))[:, 2] >= fold - 1e-12).all()


def test_weights_of_orders_sum_to_one_with_players_all_in_by_posting() -> None:
    for pushed, posted in ((1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (1, 5)):
        rows = plain_hand.averaged(pushed, posted, min(3, pushed + posted))
        assert rows.sum(axis=1) == pytest.approx(np.ones(len(rows)))
        assert (rows >= 0).all()


def test_terminals_have_a_value_for_each_order() -> None:
    seated = lineup([600, 80, 900, 700])
    found = find_terminals(seated, find_model("icm"), 1e-6, 1)
    for pushed in sets_of(3):
        orders = orders_after(seated, len(pushed))
        assert len(orders) == {0: 1, 1: 3, 2: 13, 3: 75}[len(pushed)]
        assert found.by_order(pushed).sum(axis=1) == pytest.approx(1.0)


def test_bounties_make_players_call_wider() -> None:
    plain = quick([1000, 1000, 1500])
    hunted = quick([1000, 1000, 1500], bounties=30)
    assert hunted.pool == 190
    assert float(hunted.equities.sum()) == pytest.approx(190)
    assert hunted.frequency("BB", "SB") > plain.frequency("BB", "SB") + 0.05
    assert hunted.to_dict()["bounties"] == [30, 30, 30]


def test_dcm_sem_and_mixtures_can_be_solved() -> None:
    for model in ("dcm", {"icm": 0.8, "dcm": 0.2}, "sem"):
        found = quick([1000, 1100, 1500], model=model)
        assert found.reached
        assert float(found.equities.sum()) == pytest.approx(100, rel=1e-4)


def test_results_can_be_pickled_and_are_read_only() -> None:
    found = quick([1000, 900])
    again = pickle.loads(pickle.dumps(found))
    assert np.array_equal(again.profile, found.profile)
    assert not again.profile.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        found.profile[0, 0] = 1.0


def test_ev_differences_are_in_money_and_in_percent() -> None:
    found = quick([1000, 900])
    worth = found.ev_difference("BB", facing="SB")
    assert worth.money.shape == (169,)
    assert worth.money == pytest.approx(worth.percent * found.pool / 100)
    assert worth.money[14 * 12] > worth.money[13 * 5] > -100


def test_a_time_limit_and_a_progress_callback_can_stop_the_search() -> None:
    found = quick([1000, 1100, 1500, 900], tolerance=1e-9, max_seconds=0.2)
    assert not found.reached
    assert found.exploitability.total > 1e-9
    seen: list[float] = []
    quick([1000, 1100, 1500], progress=lambda done, _: seen.append(done))
    assert seen == sorted(seen)

    def stop(_done: float, _error: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        quick([1000, 1100, 1500, 900, 1300], tolerance=1e-8, progress=stop)


def test_ctrl_c_returns_the_best_profile_so_far() -> None:
    def interrupt(_done: float, error: float) -> None:
        if error > 0:
            raise KeyboardInterrupt

    found = quick([1000, 1100, 1500, 900], tolerance=1e-9, progress=interrupt)
    assert found.interrupted
    assert not found.reached
    assert "stopped" in str(found)


def test_real_deals_agree_with_the_solver() -> None:
    found = quick([1000, 900], tolerance=1e-5)
    judged = found.judge(200_000, seed=1)
    assert judged.deals == 200_000
    assert abs(judged.exploitability) < 4 * judged.standard_error + 2e-5
    assert judged == found.judge(200_000, seed=1, threads=1)
    bad = quick([1000, 900], lock={"BB v SB": "fold"}, tolerance=1e-4)
    assert bad.judge(100_000).exploitability < 1e-3  # locked decisions do not count


def test_real_deals_find_a_wrong_strategy() -> None:
    found = quick([1000, 900], lock={"SB": "random"}, tolerance=1e-4)
    free = ft.Nash(**{**vars(found), "locked": ()})
    judged = free.judge(200_000)
    assert judged.seats[0] > 4 * judged.standard_error
    assert judged.seats[0] == pytest.approx(found.best_response("SB").gain / found.pool, abs=4 * judged.standard_error)


def test_players_without_names_are_named_by_position() -> None:
    assert quick([1000, 900, 800, 700, 600]).table.names == ("SB", "BB", "HJ", "CO", "BTN")
    assert quick([1000, 900], button=1).table.names == ("BB", "SB")
    assert position_names(10)[2:6] == ["UTG", "UTG+1", "UTG+2", "UTG+3"]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"stacks": [1000, 0, 500]}, r"stacks\[1\] must be above 0 \(leave out players who are not dealt in\), got 0"),
    ({"big_blind": 5000}, "big_blind must be at most the largest stack of 3000, got 5000"),
    ({"big_blind": 0, "small_blind": 0}, "big_blind must be above 0, got 0"),
    ({"stacks": [1000] * 11}, "stacks must be those of 2 to 10 players, got 11"),
    ({"stacks": [1000], "payouts": [1]}, "stacks must be those of 2 to 10 players, got 1"),
    (
        {"stacks": [150, 2000], "payouts": [1], "small_blind": 200},
        "stacks must leave a player with a decision: all others",
    ),
    ({"lock": {"XX v SB": "20%"}}, "lock must be one of SB, BB, CO, BTN, got 'XX'"),
    ({"lock": {"SB v BB": "20%"}}, "lock must face players who act earlier; the order is CO, BTN, SB, BB"),
    ({"lock": {"BB": "20%"}}, "lock must be a decision: if all fold, the big blind has won"),
    ({"lock": {"BB v SB, CO, BTN": "20%"}}, "lock must face at most two all-ins"),
    ({"lock": {"BB v SB": "20%", ("BB", "SB"): "AA"}}, "lock must lock a decision only once"),
    ({"lock": {"BB v SB": 7}}, r"lock\[BB v SB\] must be a range"),
    ({"lock": ["BB"]}, "lock must be a mapping"),
    ({"model": "smoothed"}, "model must not need options: chip_noise"),
    ({"tolerance": 0}, "tolerance must lie between 0 and 1"),
    ({"button": "Bo"}, "button must be one of SB, BB, CO, BTN"),
]


@pytest.mark.parametrize(("changed", "words"), REFUSED)
def test_invalid_input_raises_an_error_with_the_rule(changed: dict[str, Any], words: str) -> None:
    given_ = {**SPOT, **BLINDS, **changed}
    with pytest.raises(ft.InputError, match=words):
        ft.nash(given_.pop("stacks"), given_.pop("payouts"), **given_)


def test_locking_all_decisions_raises() -> None:
    with pytest.raises(ft.InputError, match="must leave a player with a decision"):
        quick([1000, 900], lock={"SB": "20%", "BB v SB": "30%"})


def test_range_returns_a_range_or_none() -> None:
    found = quick([1000, 900])
    hands = found.range("SB")
    assert isinstance(hands, Range)
    assert hands.combos / 1326 == pytest.approx(found.frequency("SB"), abs=0.01)
    assert quick([1000, 900], lock={"BB v SB": "fold"}).range("BB", "SB") is None
