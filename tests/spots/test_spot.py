"""Spots: posting, pots and payments."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

import finaltable as ft
from tests.known_spots import Case, section_6, spots
from tests.refused import refused


def plain_posting(stacks: list[int], spot: ft.Spot, forced: dict[str, int]) -> tuple[list[int], list[int]]:
    """Return chips put in and dead chips by seat, from an independent dealer who goes from seat to seat."""
    left, put_in, dead = list(stacks), [0] * len(stacks), [0] * len(stacks)

    def take(seat: int, chips: int, pile: list[int]) -> None:
        paid = min(chips, left[seat])
        left[seat] -= paid
        pile[seat] += paid

    for seat in range(len(stacks)):
        take(seat, forced["ante"], put_in)
    assert spot.button is not None
    round_table = [*range(spot.button + 1, len(stacks)), *range(spot.button + 1)]
    small, big = [seat for seat in round_table if stacks[seat]][:2]  # three players at least: the button is neither
    take(small, forced["small_blind"], put_in)
    take(big, forced["big_blind"], put_in)
    take(big, forced["big_blind_ante"], dead)
    for seat in spot.all_in:
        take(seat, left[seat], put_in)
    return put_in, dead


def plain_settlement(
    stacks: list[int], put_in: list[int], dead: list[int], button: int, rank: dict[int, int]
) -> list[int]:
    """Return stacks after a hand, from an independent calculator that pays the pots chip by chip."""
    players = list(rank)
    after = [stack - put - lost for stack, put, lost in zip(stacks, put_in, dead, strict=True)]
    levels = sorted({put_in[p] for p in players})
    piles: dict[tuple[int, ...], int] = {}
    for chip in range(1, max(put_in) + 1):
        level = next(lv for lv in levels if lv >= chip)
        key = tuple(sorted(p for p in players if put_in[p] >= level))
        piles[key] = piles.get(key, 0) + sum(1 for put in put_in if put >= chip)
    first = tuple(sorted(players))
    piles[first] = piles.get(first, 0) + sum(dead)
    for eligible, chips in piles.items():
        best = min(rank[p] for p in eligible)
        winners = sorted((p for p in eligible if rank[p] == best), key=lambda p: (p - button - 1) % len(stacks))
        for n in range(chips):
            after[winners[n % len(winners)]] += 1
    return after


@pytest.mark.slow
@settings(max_examples=300)
@given(spots())
def test_chips_are_conserved_and_paid_like_by_an_independent_calculator(case: Case) -> None:
    spot, order, forced = case
    stacks = [int(stack) for stack in spot.table.stacks]
    posted, dead = plain_posting(stacks, spot, forced)
    assert list(spot.posted) == posted
    assert spot.dead == sum(dead)
    most = max(posted[seat] for seat in spot.all_in)
    called = min(stacks[spot.hero] - dead[spot.hero], most)
    assert (spot.called, spot.to_call) == (called, called - posted[spot.hero])
    # Hero can win from each player at most as much as hero puts in.
    assert spot.pot == sum(min(put, called) for put in posted) + sum(dead)
    assert spot.button is not None
    put_in = [called if seat == spot.hero else put for seat, put in enumerate(posted)]
    rank = dict(zip((spot.hero, *spot.all_in), order, strict=True))
    assert list(spot.after_call(order)) == plain_settlement(stacks, put_in, dead, spot.button, rank)
    del rank[spot.hero]
    folded = plain_settlement(stacks, posted, dead, spot.button, rank)
    assert list(spot.after_fold(order[1:])) == folded
    assert sum(spot.after_call(order)) == sum(folded) == sum(stacks)


def test_all_ins_may_be_given_in_any_order() -> None:
    stacks, payouts = [500, 100, 2000, 900], [5, 3]
    named, reversed_ = (ft.Spot.of(stacks, payouts, hero=0, all_in=players) for players in ([1, 2, 3], [3, 1, 2]))
    assert named == reversed_
    hands: dict[int | str, str | ft.Range] = {1: "QdQc", 2: "7s6s", 3: "AcAd"}
    assert (
        ft.decide(named, hand="AhKh", ranges=hands).to_dict()
        == ft.decide(reversed_, hand="AhKh", ranges=dict(reversed(hands.items()))).to_dict()
    )


def test_side_pots_are_paid_and_uncalled_bets_come_back() -> None:
    # Hero has 500; one opponent is all-in for 100, another for 2000.
    spot = ft.Spot.of([500, 100, 2000, 900], [5, 3], hero=0, all_in=[2, 1])
    assert spot.to_call == 500
    # Ranks: hero, seat 1, seat 2. The short stack wins the main pot, hero the side pot; 1500 come back to seat 2.
    assert spot.after_call((1, 0, 2)) == (800, 300, 1500, 900)
    assert spot.after_call((0, 1, 1)) == (1100, 0, 1500, 900)
    assert spot.after_call((2, 1, 0)) == (0, 0, 2600, 900)
    assert spot.after_fold((0, 1)) == (500, 200, 1900, 900)


def test_the_pot_counts_only_chips_that_hero_can_win() -> None:
    short = ft.Spot.of([500, 2000, 900], [5, 3], hero=0, all_in=[1])
    assert (short.pot, short.to_call) == (500, 500)
    long = ft.Spot.of([2000, 500, 900], [5, 3], hero=0, all_in=[1])
    assert (long.pot, long.to_call) == (500, 500)


def test_blinds_antes_and_the_big_blind_ante_are_posted() -> None:
    spot = ft.Spot.of([1000] * 4, [5, 3], hero=3, all_in=[0], button=1, small_blind=50, big_blind=100, ante=10)
    # Seat 2 is the small blind and has folded, hero the big blind.
    assert spot.posted == (1000, 10, 60, 110)
    assert (spot.to_call, spot.pot) == (890, 1180)
    assert spot.after_fold() == (1180, 990, 940, 890)
    assert spot.after_call((0, 1)) == (0, 990, 940, 2070)
    big = ft.Spot.of(
        [1000] * 4, [5, 3], hero=3, all_in=[0], button=1, small_blind=50, big_blind=100, big_blind_ante=100
    )
    assert (big.dead, big.dead_from) == (100, 3)
    assert big.to_call == 800  # the ante is gone: 900 are left, 100 of them posted
    assert big.after_call((0, 1)) == (100, 1000, 950, 1950)


def test_heads_up_the_button_posts_the_small_blind() -> None:
    spot = ft.Spot.of([1000, 1000], [2, 1], hero=1, all_in=[0], button=0, small_blind=50, big_blind=100)
    assert spot.posted == (1000, 100)
    out = ft.Spot.of([1000, 1000, 0], [2, 1], hero=1, all_in=[0], button=0, small_blind=50, big_blind=100)
    assert out.posted == (1000, 100, 0)
    # The button may be at an empty seat: then the blinds follow clockwise as usual.
    for hero, villain, posted in ((1, 0, (1000, 100, 0)), (0, 1, (50, 1000, 0))):
        gone = ft.Spot.of([1000, 1000, 0], [2, 1], hero=hero, all_in=[villain], button=2, small_blind=50, big_blind=100)
        assert gone.posted == posted


def test_odd_chips_go_left_of_the_button_and_decimals_are_split_exactly() -> None:
    spot = ft.Spot.of([100, 100, 51], [3, 2], hero=0, all_in=[1], button=1, small_blind=1, big_blind=1)
    # Seat 2 posted one chip: the pot of 201 has an odd one, which goes to seat 0, the first left of the button.
    assert spot.after_call((0, 0)) == (101, 100, 50)
    half = ft.Spot.of([10.5, 10.5, 4], [3, 2], hero=0, all_in=[1], button=1, small_blind=0.5, big_blind=0.5)
    assert sum(half.after_call((0, 0))) == 25
    assert half.after_call((0, 0))[0] == Fraction("10.75")


def test_bets_before_the_all_in_are_dead_money_or_part_of_the_call() -> None:
    spot = ft.Spot.of([1000, 800, 900], [3, 2], hero=0, all_in=[1], bets={0: 200, 2: 300})
    assert spot.posted == (200, 800, 300)
    assert (spot.to_call, spot.pot) == (600, 1300)
    assert spot.after_fold() == (800, 1300, 600)
    ante = ft.Spot.of([1000, 800, 900], [3, 2], hero=0, all_in=[1], bets={2: 300}, ante=10)
    assert ante.posted == (10, 800, 310)  # a bet is counted without the ante


def test_bets_and_all_ins_at_their_limits() -> None:
    below = section_6(bets={"CO": 999})
    assert below.posted == (1000, 200, 999, 0)
    # A player who has put in as much as the all-in is still in the hand, unless given as folded.
    with refused("too_small", "all_in"):
        section_6(bets={"CO": 1000})
    assert section_6(bets={"CO": 1000}, folded=["CO"]).pot == 2200
    blind = section_6(bets={"Hero": 200})
    assert blind == section_6()  # only the blind
    # A bet of CO's whole stack is allowed, but then CO is all-in, too.
    with refused("posted_all_in", "all_in"):
        section_6(bets={"CO": 2000}, stacks=[3000, 1000, 2000, 3000])
    # Villain's whole stack is as large as hero's blind: there is nothing to call. With one more chip there is.
    with pytest.raises(ft.InputError, match="all_in must leave hero something to call, got 200"):
        section_6(stacks=[200, 1000, 2000, 3000])
    # The big blind has nothing to call, and is still in the hand, if the all-in is not above the blind.
    with refused("too_small", "all_in"):
        section_6(hero="BTN", all_in=["CO"], stacks=[1000, 1000, 200, 3000])
    assert section_6(stacks=[201, 1000, 2000, 3000]).to_call == 1


def test_folded_players_are_in_the_order_of_the_seats() -> None:
    spot = section_6(folded=["BTN", "CO"])
    assert spot.folded == (2, 3)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hero": "Zoe"}, "hero must be one of Villain, Hero, CO, BTN, got 'Zoe'"),
        ({"hero": "Villain"}, "hero must not be among all_in: hero is still to act, got 'Villain'"),
        ({"folded": ["Hero"]}, "hero must not be among folded: hero is still to act, got 'Hero'"),
        ({"folded": ["Villain"]}, "folded must not be all-in as well, got 'Villain'"),
        ({"all_in": ["Villain", "Villain"]}, "all_in[1] must be named once, got 'Villain'"),
        ({"all_in": []}, "all_in must name the player or players who are all-in"),
        ({"all_in": "Villain"}, "all_in must be a list of players"),
        ({"button": ["BTN", "CO"]}, "button must be a whole number from 0 to 3"),
        ({"big_blind": -1}, "big_blind must not be negative"),
        ({"stacks": [1000, 0, 2000, 3000]}, "hero must have chips, got 'Hero'"),
        ({"stacks": [0, 1000, 2000, 3000]}, "all_in must have chips, got 'Villain'"),
        ({"bets": {"CO": 5000}}, "bets[CO] must be at most the player's stack of 2000, got 5000"),
        ({"stacks": [150, 1000, 2000, 3000]}, "all_in must leave hero something to call, got 150"),
        ({"stacks": [1000, 200, 2000, 3000]}, "hero must have chips left after blinds and antes, got 'Hero'"),
        ({"all_in": {"Villain": 1500}}, "all_in must be a list of players"),
        ({"small_blind": 300}, "small_blind must be at most the big blind of 200, got 300"),
        ({"bets": [500]}, "bets must be a mapping from players to chips"),
        ({"bets": {"Villain": 500}}, "bets[Villain] must be a player who is not all-in"),
        ({"bets": {"Hero": 100}}, "bets[Hero] must be at least the player's blind of 200, got 100"),
        ({"bets": {"CO": 1500}}, "all_in must be more than the 1500 that CO has put in, who is still in the hand"),
        (
            {"hero": "BTN", "stacks": [2000, 150, 900, 2500]},
            "all_in must include Hero, whose whole stack is in the pot",
        ),
        ({"hero": "BTN", "stacks": [60, 3000, 900, 2500]}, "all_in must be more than the 200 that Hero has put in"),
        ({"ante": 900, "stacks": [2000, 2000, 900, 2500]}, "all_in must include CO, whose whole stack is in the pot"),
    ],
)
def test_impossible_spots_raise_an_error_with_the_rule(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        section_6(**changes)
    assert words in str(caught.value)
