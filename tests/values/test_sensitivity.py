"""Sensitivity: close stacks are found, with the correct money."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.results import Values
from finaltable.values.cliff import Tie, find_ties
from finaltable.values.sensitivity.sensitivity import ClosePair, close_curves, explaining, to_list
from tests.jumps import PARTS, Chips, find_jumps

PAYOUTS = [50, 30, 20]


def after(stacks: list[int], close: ClosePair, more: float) -> list[Fraction | int]:
    """Return the stacks after the chips have moved, and slightly more or less."""
    chips = Fraction(close.chips) + Fraction(more)
    moved: list[Fraction | int] = list(stacks)
    if close.taker is not None:
        moved[close.taker] += chips
    if close.giver is not None:
        moved[close.giver] -= chips
    return moved


def test_a_close_pair_is_found_with_its_smallest_cause() -> None:
    stacks = [1000, 990, 2000, 3000]
    causes = {"recount": {"recount": 20}, "blinds": {"recount": 1, "big_blind": 10}, "pot": {"recount": 1, "pot": 100}}
    for cause, options in causes.items():
        found = ft.sensitivity(stacks, PAYOUTS, threshold=5, **options)  # type: ignore[arg-type]
        assert [(close.pair, close.cause) for close in found.close] == [((0, 1), cause)]
        [close] = found.close
        assert close.chips == (10 if cause == "recount" else 5)
        assert close.money == pytest.approx(10, abs=0.1)


def test_a_tie_exactly_at_the_end_of_the_range_is_found() -> None:
    stacks = [1000, 990, 2000, 3000]
    reaches = {"recount": {"recount": 10, "pot": 0}, "blinds": {"recount": 0, "big_blind": 5, "pot": 0}}
    reaches |= {"pot": {"recount": 0, "pot": 5}}
    for cause, options in reaches.items():
        found = ft.sensitivity(stacks, PAYOUTS, threshold=5, **options)  # type: ignore[arg-type]
        assert [close.cause for close in found.close] == [cause]
        shorter = {name: chips - 0.01 if chips else 0 for name, chips in options.items()}
        assert ft.sensitivity(stacks, PAYOUTS, threshold=5, **shorter).close == ()  # type: ignore[arg-type]


def listed(*jumps: tuple[tuple[int, int], tuple[int, ...], str, int, float]) -> list[tuple[tuple[int, int], float]]:
    """Return the listed jumps by pair and money."""
    close = [
        ClosePair(pair, path, cause, chips, 0, None, np.zeros(3), np.array([money] * 3))  # type: ignore[arg-type]
        for pair, path, cause, chips, money in jumps
    ]
    return [(found.pair, found.money) for found in to_list(close)]


def test_the_nearest_jump_of_a_pair_is_listed_or_one_that_moves_much_more() -> None:
    near = ((0, 1), (), "pot", 5, 10.0)
    assert listed(near, ((0, 1), (), "pot", 9, 14.9)) == [((0, 1), 10.0)]
    assert listed(near, ((0, 1), (), "pot", 9, 15.1)) == [((0, 1), 15.1)]
    assert listed(near, ((0, 1), (2,), "pot", 1, 10.0)) == [((0, 1), 10.0)]
    # A jump now comes before a jump some hands later, even if that takes fewer chips.
    assert listed(((0, 1), (2,), "pot", 1, 12.0), near) == [((0, 1), 10.0)]
    # At one place, the larger jump is listed.
    assert listed(near, ((0, 1), (), "pot", 5, 10.5)) == [((0, 1), 10.5)]


def test_small_causes_come_first_and_within_a_cause_the_most_money() -> None:
    jumps = [((0, 1), (), "pot", 5, 30.0), ((0, 2), (), "recount", 5, 8.0), ((1, 2), (), "recount", 1, 9.0)]
    jumps += [((0, 2), (), "blinds", 2, 8.0), ((1, 2), (), "pot", 2, 9.5)]
    # A jump that a recount already makes is not listed for the blinds, but a larger one by a pot is.
    assert listed(*jumps) == [((1, 2), 9.0), ((0, 2), 8.0), ((0, 1), 30.0), ((1, 2), 9.5)]


def test_the_money_is_the_difference_of_the_model_on_both_sides() -> None:
    stacks = [1500, 900, 700, 500, 400, 350]
    payouts = [180, 150, 120, 90, 70, 55]
    found = ft.sensitivity(stacks, payouts, big_blind=40)
    assert len(found.close) > 3
    assert 0 < found.error < 1e-3 * found.threshold  # accurate, but not called exact
    for close in found.close:
        before, behind = (ft.dcm(after(stacks, close, side), payouts) for side in (-1e-6, 1e-6))
        assert np.abs(behind.equities - before.equities - close.jump).max() <= 2 * (found.error + before.error) + 1e-4


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(10, 30), min_size=3, max_size=5), st.integers(0, 4))
def test_no_recount_that_jumps_is_missed_and_none_is_invented(stacks: list[int], seat: int) -> None:
    seat %= len(stacks)
    threshold, reach = 2.0, 5

    def tables(places: Chips) -> Chips:
        return np.array([[*own[:seat], place, *own[seat + 1 :]] for place in places.tolist()])

    own = [PARTS * stack for stack in stacks]
    jumps = find_jumps(tables, stacks[seat] - reach, stacks[seat] + reach, PAYOUTS, 0.99 * threshold)
    found = ft.sensitivity(stacks, PAYOUTS, recount=reach, pot=0, threshold=threshold)
    # Players who are level now face only a part of the jump on either side.
    if any(jump.money > 1.01 * threshold and not jump.at(stacks[seat]) for jump in jumps):
        assert any(seat in (close.taker, close.giver, *close.pair) for close in found.close)
    for close in found.close:
        if seat in (close.taker, close.giver):
            place = stacks[seat] + float(close.chips) * (1 if close.taker == seat else -1)
            [jump] = [jump for jump in jumps if jump.at(place)]
            assert close.chips == 0 or np.abs(close.jump).max() == pytest.approx(jump.money, abs=0.01)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(4, 40), min_size=3, max_size=4), st.sampled_from([[50, 30, 20], [50, 30], [50, 30, 30, 0]]))
def test_every_pair_with_a_jump_is_listed(stacks: list[int], payouts: list[int]) -> None:
    """Compare with an exhaustive oracle: many more ties, and the model on both sides of each."""
    payouts, n = payouts[: len(stacks)], len(stacks)
    threshold = 0.02 * sum(payouts)
    found = ft.sensitivity(stacks, payouts, recount=3, pot=4, threshold=threshold)
    pairs = {close.pair for close in found.close}
    moves = [(seat, None) for seat in range(n)] + list(combinations(range(n), 2))
    for taker, giver in moves:
        direction = [int(seat == taker) - int(seat == giver) for seat in range(n)]
        reach = Fraction(3 if giver is None else min(4, stacks[taker], stacks[giver]))
        prizes = [*payouts, 0][:n]
        for tie in find_ties(stacks, direction, -reach, reach, prizes, threshold / 5).found:
            jump = jump_past(stacks, payouts, direction, tie.moved)
            if tie.first and max(abs(jump[seat]) for seat in tie.pair) > 1.01 * threshold:
                assert tie.pair in pairs, (taker, giver, tie)
            if tie.moved or giver is None:  # level now, one player's chip decides
                moving = set(np.flatnonzero(np.abs(jump) > 1.01 * threshold).tolist())
                assert moving <= {seat for pair in pairs for seat in pair}, (taker, giver, tie)


def jump_past(stacks: list[int], payouts: list[int], direction: list[int], place: Fraction) -> Values:
    """Return the gain of each player as chips move past a place, or from it if players are level already."""
    sides = [
        [stack + step * (place + side * Fraction(1, 10**6)) for stack, step in zip(stacks, direction, strict=True)]
        for side in ((-1, 1) if place else (0, 1))
    ]
    before, behind = (ft.dcm(row, payouts, tolerance=1e-7).equities for row in sides)
    jump: Values = behind - before
    return jump


def test_a_tie_at_the_place_of_an_earlier_one_is_listed() -> None:
    """One chip from seat 0 to seat 4 makes seats 0 and 1 level, and some hands later seats 2 and 4."""
    [close] = ft.sensitivity([57, 56, 98, 48, 79], [65, 35], recount=0.5, pot=3, threshold=0.5).close
    assert (close.pair, close.chips, close.taker, close.giver) == ((2, 4), 1, 4, 0)
    assert close.jump.round(2).tolist() == pytest.approx([0, 0, -0.52, 0, 0.52], abs=1e-9)


def test_a_jump_is_listed_by_the_loser_if_several_players_share_the_gain() -> None:
    found = ft.sensitivity([12, 10, 10, 10, 30, 45, 45], [1, 1], big_blind=2)
    [close] = [close for close in found.close if close.cause == "blinds"]
    assert close.jump.round(3).tolist() == pytest.approx([0.006, 0.006, 0, 0, -0.012, 0, 0], abs=1e-9)
    assert close.chips == 2
    assert 4 in close.pair


def at_one_place(*ties: tuple[tuple[int, int], bool], jump: list[float]) -> list[tuple[int, int]]:
    """Return the listed pairs of those level at one place, likeliest first."""
    there = [
        (
            Tie(Fraction(5), (), pair, Fraction(1, number), first),
            ClosePair(pair, (), "pot", 5, 0, None, np.zeros(len(jump)), np.array(jump)),
        )
        for number, (pair, first) in enumerate(ties, start=1)
    ]
    return [found.pair for found in explaining(there, 1.0)]


def test_pairs_are_listed_if_they_explain_why_money_moves() -> None:
    first, later = ((0, 1), True), ((2, 3), False)
    assert at_one_place(first, later, jump=[2, -2, 0, 0]) == [(0, 1)]
    assert at_one_place(first, later, jump=[0, 0, 2, -2]) == [(2, 3)]
    assert at_one_place(first, later, jump=[2, -2, 2, -2]) == [(0, 1), (2, 3)]
    assert at_one_place(first, later, ((1, 3), False), jump=[2, -2, 2, -2]) == [(0, 1), (2, 3)]
    assert at_one_place(first, later, jump=[0.9, -0.9, 0, 0]) == []
    # No player who is level gains so much, but another player does: the jump is listed.
    assert at_one_place(first, later, jump=[0, 0, 0.5, -0.5, 2, -1]) == [(2, 3)]


def test_the_bound_for_unvisited_nodes_is_reported() -> None:
    few = ft.sensitivity([1000, 990, 2000, 3000], PAYOUTS)
    assert few.complete_above == few.threshold
    assert "may be missing" not in str(few)
    many = ft.sensitivity(range(5000, 5900, 100), PAYOUTS)
    assert many.threshold < many.complete_above < 0.1 * 100
    assert "or more was missed (proved); smaller ones may be missing" in str(many)
    assert many.to_dict()["complete_above"] == many.complete_above


def test_a_larger_jump_behind_a_small_one_is_listed() -> None:
    found = ft.sensitivity([140_000, 210_000, 485_000], [50_000, 30_000])
    assert any(close.pair == (0, 2) and close.money == pytest.approx(1111.11, abs=0.1) for close in found.close)


def test_level_players_are_measured_both_ways() -> None:
    """One chip fewer than three others costs more than one chip more gains."""
    found = ft.sensitivity([1000] * 4 + [9000], [50, 30, 29, 28, 0])
    assert max(close.money for close in found.close) == pytest.approx(15.75, abs=0.01)


def test_many_level_players_tie_at_one_place() -> None:
    found = ft.sensitivity([100] * 8 + [1097, 100_000], [100, 100], recount=10, threshold=25)
    assert max(close.money for close in found.close) == pytest.approx(26.67, abs=0.01)


@pytest.mark.parametrize(
    "stacks", [[1.1 + 2.2, 330, 333.3, 700], [0.1 + 0.2, 330, 330.3, 700], [20_000_001, 500_000_000, 520_000_000]]
)
def test_no_player_gives_more_than_their_stack(stacks: list[float]) -> None:
    # A player becomes level by giving their whole stack: on the other side they would have less than nothing.
    found = ft.sensitivity(stacks, [50, 30, 20], pot=max(stacks))
    assert found.close
    for close in found.close:
        assert close.giver is None or close.chips <= stacks[close.giver]
        assert close.before.sum() == pytest.approx(100)
        assert close.after.sum() == pytest.approx(100)
        assert min(close.before.min(), close.after.min()) >= 0


def test_extreme_stacks_are_listed_correctly() -> None:
    found = ft.sensitivity([10**18, 5 * 10**17, 10, 9], [50, 30, 20], recount=2, pot=2)
    assert all(close.money == pytest.approx(10, abs=0.01) for close in found.close if close.pair == (2, 3))
    assert any(close.pair == (2, 3) for close in found.close)


def test_results_cannot_be_changed() -> None:
    [close] = ft.sensitivity([1000, 995, 2000, 3000], PAYOUTS, threshold=5).close
    with pytest.raises(ValueError, match="read-only"):
        close.before[0] = 1


def test_one_chip_decides_between_level_players() -> None:
    found = ft.sensitivity([1000, 1000, 1000, 500], PAYOUTS, recount=0, pot=0)
    assert {close.pair for close in found.close} == {(0, 1), (0, 2), (1, 2)}
    assert all(close.chips == 0 and close.cause == "recount" for close in found.close)


def test_players_far_apart_are_not_close() -> None:
    found = ft.sensitivity([8000, 2000, 300], PAYOUTS, pot=20)
    assert found.close == ()
    assert "No two stacks are so close" in str(found)


def test_a_pot_takes_no_more_than_a_player_has() -> None:
    found = ft.sensitivity([1000, 40, 30, 2000], PAYOUTS, pot=500)
    for close in found.close:
        stacks = [1000, 40, 30, 2000]
        assert (
            close.giver is None or close.taker is None or close.chips <= min(stacks[close.giver], stacks[close.taker])
        )


def test_only_pairs_whose_own_money_moves_are_named() -> None:
    found = ft.sensitivity(range(5000, 6000, 100), PAYOUTS)
    assert found.close
    for close in found.close:
        assert max(abs(close.jump[seat]) for seat in close.pair) >= found.threshold


def test_heads_up_has_no_cliffs() -> None:
    assert ft.sensitivity([500, 499], [60, 40]).close == ()


def test_ties_some_hands_later_are_listed_with_their_path() -> None:
    found = ft.sensitivity([1000, 160, 800, 3000], PAYOUTS, recount=5)
    later = [close for close in found.close if close.path]
    assert any(close.cause == "recount" and close.path == (1,) for close in later)  # 4 x 160 = 640 = 800 - 160


def test_a_comparison_converts_to_json_and_text() -> None:
    found = ft.sensitivity([1000, 990, 2000, 3000], PAYOUTS, names=["Ana", "Bo", "Cy", "Di"])
    data = json.loads(json.dumps(found.to_dict()))
    assert data["close"][0]["pair"] == [0, 1]
    assert "Ana and Bo" in str(found)


def test_progress_runs_to_the_end() -> None:
    seen: list[float] = []
    found = ft.sensitivity([1000, 990, 2000, 3000], PAYOUTS, progress=lambda done, _: seen.append(done))
    assert seen[-1] == 1.0
    seen.clear()
    close_curves(found, points=5, progress=lambda done, _: seen.append(done))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_curves_pass_the_jump() -> None:
    found = ft.sensitivity([1000, 990, 2000, 3000], PAYOUTS, threshold=5)
    [curve] = close_curves(found)
    dcm = curve.equities["dcm"][:, 0]
    assert np.abs(np.diff(dcm)).max() == pytest.approx(found.close[0].money, abs=0.2)
    assert np.abs(np.diff(curve.equities["icm"][:, 0])).max() < 0.1
    assert (curve.moved[0], curve.moved[-1]) == (-20, 20)  # twice as far as the jump, either way
    level = ft.sensitivity([1000, 1000, 1000, 500], PAYOUTS, recount=0, pot=0)
    for curve in close_curves(level, points=3):
        assert curve.moved.tolist() == [-5, 0, 5]  # 1 % of the shortest stack, if no chips need to move


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold": 0}, "threshold must be at least 0.1, got 0"),
        ({"recount": -1}, "recount must not be negative"),
        ({"pot": "x"}, "pot must be a number"),
        ({"big_blind": float("nan")}, "big_blind must be a finite number"),
        ({"big_blind": Decimal("sNaN")}, "big_blind must be a finite number"),
        ({"names": 5}, "names must be a list of names, got 5"),
    ],
)
def test_wrong_input(options: dict[str, object], message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        ft.sensitivity([5, 4, 3], PAYOUTS, **options)  # type: ignore[arg-type]


def test_without_prizes_nothing_can_move() -> None:
    with pytest.raises(ft.InputError, match="payouts must include a prize above 0"):
        ft.sensitivity([5, 5, 4], [0])


def test_too_many_players_raise() -> None:
    with pytest.raises(ft.InputError, match="stacks must leave at most 14 players with chips, got 15"):
        ft.sensitivity(range(10, 25), PAYOUTS)
