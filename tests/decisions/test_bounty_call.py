"""Calls for a bounty: prizes and bounties, now and later; break-even points; bounties in chips."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.models import all_models, find_model
from finaltable.spots.knockouts import After
from finaltable.spots.outcome import Outcomes
from tests.known_spots import BY_SEAT, Case, spots

ABLE = [model.name for model in all_models() if model.bounty is not None]
BOUNTIES = {"bounties": [20, 20, 10, 40], "bounty_share": 0.5}


def notes_spot(**changes: Any) -> ft.Spot:
    """Return section 6 of the paper with a bounty on each player."""
    options = {**BY_SEAT, **BOUNTIES, **changes}
    return ft.Spot.of(options.pop("stacks"), options.pop("payouts"), **options)


@pytest.mark.parametrize(("model", "without", "with_other_bounties"), [("icm", 47.81, 40.53), ("dcm", 31.16, 30.91)])
def test_the_papers_decision_with_bounties(model: str, without: float, with_other_bounties: float) -> None:
    verdict = ft.decide(notes_spot(), 0.4, models=(model,))[model]
    assert verdict.break_even is not None
    assert verdict.bounty is not None
    assert verdict.bounty.break_even is not None
    assert 100 * verdict.break_even == pytest.approx(with_other_bounties, abs=0.005)
    assert 100 * verdict.bounty.break_even == pytest.approx(without, abs=0.005)
    assert verdict.bounty.drop == pytest.approx(verdict.bounty.break_even - verdict.break_even)
    bare = ft.decide(ft.Spot.of(**BY_SEAT), 0.4, models=(model,))[model]
    assert verdict.bounty.break_even == pytest.approx(bare.break_even, abs=1e-6)
    assert verdict.bounty.difference == pytest.approx(bare.difference, abs=1e-4)


def test_a_win_pays_half_of_the_bounty_and_adds_half_to_heros_own() -> None:
    decision = ft.decide(notes_spot(), 0.4, models=("dcm",))
    assert decision.cash["win"] == (0, 10, 0, 0)
    assert decision.heads["win"] == (0, 30, 10, 40)
    assert decision.heads["lose"] == (30, 0, 10, 40)
    assert decision.cash["tie"] == decision.cash["fold"] == (0, 0, 0, 0)
    bounty = decision["dcm"].bounty
    assert bounty is not None
    assert bounty.cash == pytest.approx(4)  # 40 % of ten
    assert bounty.onto_head == pytest.approx(4)
    later = ft.dcm(ft.Table.of([0, 2000, 2000, 3000], [50, 30, 20], bounties=[0, 30, 10, 40])).bounty[1]
    assert bounty.later_call == pytest.approx(0.4 * later, abs=1e-4)
    folded = ft.dcm(ft.Table.of([1200, 800, 2000, 3000], [50, 30, 20], bounties=[20, 20, 10, 40])).bounty[1]
    assert bounty.later_fold == pytest.approx(folded, abs=1e-4)


def test_values_are_sums_of_prizes_and_bounties() -> None:
    verdict = ft.decide(notes_spot(), 0.4, models=("dcm",))["dcm"]
    win = ft.dcm(ft.Table.of([0, 2000, 2000, 3000], [50, 30, 20], bounties=[0, 30, 10, 40]))
    assert verdict.win == pytest.approx(win.total[1] + 10, abs=1e-4)
    assert verdict.lose == 0.0
    assert verdict.call == pytest.approx(0.4 * (win.total[1] + 10), abs=1e-4)


@pytest.mark.parametrize("model", ABLE)
def test_dead_chips_have_the_effect_of_the_bounties_and_one_fewer_has_less(model: str) -> None:
    spot = notes_spot()
    verdict = ft.decide(spot, 0.4, models=(model,), tolerance=1e-9)[model]
    assert verdict.bounty is not None
    assert verdict.bounty.chips is not None
    chips = int(verdict.bounty.chips)
    assert verdict.bounty.big_blinds == pytest.approx(chips / 200)

    def without_bounties(dead: int) -> float:
        """Return call minus fold for the prizes alone, with dead chips for the winner of the pot."""
        win, fold = [0, 2000 + dead, 2000, 3000], [1200 + dead, 800, 2000, 3000]
        won, folded = (ft.equity(stacks, [50, 30, 20], model).equities[1] for stacks in (win, fold))
        return 0.4 * float(won) - float(folded)

    assert chips > 0
    assert without_bounties(chips) >= verdict.difference - 1e-6
    assert without_bounties(chips - 1) < verdict.difference


def test_hero_wins_no_bounty_from_a_player_with_more_chips() -> None:
    table = ft.Table.of([500, 1000, 3000], [100], bounties=[0, 0, 50], bounty_share=1)
    spot = ft.Spot.of(table, hero=0, all_in=[2])
    bounty = ft.decide(spot, 0.6, models=("dcm",))["dcm"].bounty
    assert bounty is not None
    assert (bounty.cash, bounty.onto_head) == (0, 0)
    assert "does not cover" in str(ft.decide(spot, 0.6, models=("dcm",)))


def test_bounty_power_is_chips_per_unit_of_remaining_money() -> None:
    assert ft.decide(notes_spot(), 0.4, models=("dcm",)).bounty_power == pytest.approx(7000 / 190)
    assert ft.decide(ft.Spot.of(**BY_SEAT), 0.4).bounty_power is None


def test_hero_can_win_the_bounties_of_several_opponents() -> None:
    table = ft.Table.of([800, 2000, 1200, 3000], [50, 30, 20], bounties=[10, 10, 30, 10], bounty_share=1)
    spot = ft.Spot.of(table, hero=1, all_in=[0, 2])
    decision = ft.decide(spot, hand="AhAd", ranges=["KcKs", "QcQd"], models=("dcm",), samples=2000)
    bounty = decision["dcm"].bounty
    assert bounty is not None
    orders = decision.showdown.orders
    expected = sum(chance * float(spot.if_called(order).cash[1]) for order, chance in orders.items())
    assert bounty.cash == pytest.approx(expected)
    assert 20 < bounty.cash < 40
    assert bounty.break_even is None
    assert bounty.drop is None
    assert decision.cash == {}


@settings(max_examples=25)
@given(spots(), st.data(), st.sampled_from(["dcm"]))
def test_money_is_conserved_in_every_outcome(case: Case, data: st.DataObject, name: str) -> None:
    """Cash, bounties and prizes of all players after a hand sum to the money in play."""
    bare, order, _ = case
    players = bare.table.players
    bounties = data.draw(st.lists(st.integers(1, 90), min_size=players, max_size=players))
    share = data.draw(st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]))
    prizes = replace(bare.table.prizes, bounties=tuple(bounties), share=share)
    spot = replace(bare, table=replace(bare.table, prizes=prizes))
    ends = [spot.if_called(order), spot.if_folded(order[1:])]
    worth = Outcomes(spot.table, find_model(name), 1e-4).worth(
        [end.stacks for end in ends], [end.bounties for end in ends], [end.cash for end in ends]
    )
    whole = spot.table.pool + sum(bounties)
    assert worth.values.sum(axis=1) == pytest.approx([whole, whole], abs=players * worth.error + 1e-9)
    for end, values in zip(ends, worth.values, strict=True):
        assert values[[seat for seat in range(players) if not end.stacks[seat]]] == pytest.approx(
            [
                worth.prizes[ends.index(end), seat] + float(end.cash[seat])
                for seat in range(players)
                if not end.stacks[seat]
            ]
        )


@pytest.mark.parametrize("model", [*ABLE, "dcm:0.5,icm:0.5"])
def test_a_batch_of_outcomes_with_bounties_has_the_values_of_single_ones(model: str) -> None:
    table = ft.Table.of([900, 700, 400], [50, 30, 20], bounties=[5, 10, 20])
    ends = [After((900 + k, 700 - k, 400), (5, 10, 20), (0, 0, 0)) for k in range(0, 120, 40)]
    ends.append(After((1300, 700, 0), (15, 10, 0), (10, 0, 0)))
    outcomes = Outcomes(table, find_model(model), 1e-9)
    worth = outcomes.worth([end.stacks for end in ends], [end.bounties for end in ends], [end.cash for end in ends])
    for row, end in enumerate(ends):
        for seat in range(3):
            share = outcomes.worth_to(seat, end)
            assert worth.values[row, seat] == pytest.approx(share.value, abs=1e-6)
            assert worth.later[row, seat] == pytest.approx(share.later, abs=1e-6)
    assert worth.values.sum(axis=1) == pytest.approx([135.0] * 4)


def test_models_without_bounties_raise() -> None:
    unable = [model.name for model in all_models() if model.bounty is None and not model.needs]
    for name in unable:
        with pytest.raises(ft.InputError, match=r"must be among those that value bounties \(.*dcm"):
            ft.decide(notes_spot(), 0.4, models=(name,))


def test_pressure_includes_bounties() -> None:
    table = ft.Table.of([3000, 1000, 2000], [60, 40], bounties=[30, 20, 10])
    pressure = ft.pressure(table, models=("dcm",), tolerance=1e-9)
    now = ft.dcm(table, tolerance=1e-9).total
    assert pressure.equities[0] == pytest.approx(now, abs=1e-6)
    won = ft.dcm(ft.Table.of([4000, 0, 2000], [60, 40], bounties=[40, 0, 10]), tolerance=1e-9).total[0] + 10
    assert pressure.gains[0, 0, 1] == pytest.approx(won - now[0], abs=1e-6)
    assert pressure.losses[0, 1, 0] == pytest.approx(now[1], abs=1e-6)  # third place pays nothing
    short = ft.dcm(ft.Table.of([2000, 2000, 2000], [60, 40], bounties=[30, 20, 10]), tolerance=1e-9).total
    assert pressure.losses[0, 0, 1] == pytest.approx(now[0] - short[0], abs=1e-6)
    assert not np.isnan(pressure.bubble_factors[0, 0, 1])
