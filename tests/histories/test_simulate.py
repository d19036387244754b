"""Hands played as a solution says."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.cards.hand import class_name, class_of, read_combo
from finaltable.errors import InputError
from finaltable.histories.hand import Act
from finaltable.histories.ohh_write import write_ohh
from tests.solved_spots import SAVED_SPOTS, solved_spot


@pytest.mark.parametrize("name", SAVED_SPOTS)
def test_hands_are_complete_and_come_back_from_a_tracker_file(name: str) -> None:
    found = solved_spot(name)
    played = ft.simulate(found, 150, seed=5)
    for hand in played.hands:
        assert sum(hand.stacks_after.values()) == sum(seat.stack for seat in hand.seats)
        assert min(hand.stacks_after.values()) >= 0
        assert sum(hand.collected.values()) == hand.pot
    again = ft.read_history(write_ohh(played.hands))
    assert [problem.reason for problem in again.problems] == []
    for one, other in zip(again.hands, played.hands, strict=True):
        assert one.stacks_after == other.stacks_after
        assert one.collected == other.collected
        assert one.bounties == other.bounties
        acts = [[(act.player, act.act, act.amount, act.all_in) for act in hand.actions] for hand in (one, other)]
        assert acts[0] == acts[1]


def test_players_do_as_often_what_the_solution_says() -> None:
    found, hands = solved_spot("heads-up"), 4000
    pushed = expected = 0.0
    for hand in ft.simulate(found, hands, seed=2).hands:
        acts = {action.player: action.act for action in hand.actions}
        pushed += acts["SB"] is not Act.FOLD
        expected += found.decisions[0].hands[class_name(class_of(read_combo(hand.cards["SB"])))]
    share = found.frequency("SB")
    error = math.sqrt(share * (1 - share) / hands)
    assert abs(pushed / hands - share) < 5 * error
    assert abs(pushed - expected) / hands < 5 * error


def test_the_mean_of_the_chips_is_the_value_of_the_solution() -> None:
    found = solved_spot("heads-up")
    ends = np.array([float(hand.stacks_after["SB"]) / 20 for hand in ft.simulate(found, 6000, seed=3).hands])
    error = ends.std() / math.sqrt(len(ends))
    assert abs(ends.mean() - found.equities[0]) < 5 * error


def test_the_same_seed_gives_the_same_hands() -> None:
    found = solved_spot("raise")
    one, same, other = (ft.simulate(found, 20, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_bounties_are_paid_for_players_who_are_out() -> None:
    paid = 0
    for hand in ft.simulate(solved_spot("bounties"), 300, seed=1).hands:
        out = {name for name, chips in hand.stacks_after.items() if not chips}
        assert {victim for paid in hand.bounties for victim in paid.victims} == out
        paid += len(out)
    assert paid > 10


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"hands": 0}, "hands must"),
        ({"hands": 10**9}, "hands must"),
        ({"seed": -1}, "seed must"),
        ({"hero": "Zed"}, "hero must be one of"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], words: str) -> None:
    found = solved_spot("heads-up")
    with pytest.raises(InputError, match=words):
        ft.simulate(found, **options)
    with pytest.raises(InputError, match="result of nash"):
        ft.simulate(3)  # type: ignore[arg-type]
