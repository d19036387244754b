"""Bounties won in a hand, against an independent calculator in chips and cents."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.spots.knockouts import take_bounties
from tests.known_spots import Case, spots

CENT = Fraction(1, 100)


def plain_bounties(
    bounties: list[int], share: Fraction, put_in: list[int], button: int, rank: dict[int, int], busted: list[int]
) -> tuple[list[int], list[int]]:
    """Return bounties and cash in cents; the winners of a busted player's last chip win the bounty."""
    after, cash = list(bounties), [0] * len(bounties)
    for player in busted:
        last_chip = put_in[player]
        contested = [other for other in rank if put_in[other] >= last_chip]
        best = min(rank[other] for other in contested)
        order = [(button + 1 + k) % len(bounties) for k in range(len(bounties))]
        winners = [seat for seat in order if seat in contested and rank[seat] == best]
        assert player not in winners
        rest = bounties[player]
        after[player] -= rest
        added = 0
        while (added + 1) * len(winners) <= (1 - share) * bounties[player]:  # cent by cent, the same to all winners
            added += 1
        for winner in winners:
            after[winner] += added
            rest -= added
        for turn in range(rest):  # all the other cents in cash, in turn
            cash[winners[turn % len(winners)]] += 1
    return after, cash


@st.composite
def bounty_spots(draw: st.DrawFn) -> tuple[Case, list[int], Fraction]:
    """A spot, bounties in cents of at least one unit of money, and the share that is paid at once."""
    case = draw(spots())
    bounties = draw(st.lists(st.integers(100, 1000), min_size=case[0].table.players, max_size=case[0].table.players))
    return (
        case,
        bounties,
        draw(st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1, 3), Fraction(3, 4), Fraction(1)])),
    )


def with_other_bounties(spot: ft.Spot, bounties: list[int], share: Fraction) -> ft.Spot:
    """Return the same spot with bounties."""
    from dataclasses import replace

    prizes = replace(spot.table.prizes, bounties=tuple(Fraction(bounty, 100) for bounty in bounties), share=share)
    return replace(spot, table=replace(spot.table, prizes=prizes))


@settings(max_examples=200)
@given(bounty_spots())
def test_bounties_go_to_the_winner_of_the_last_chip_and_no_cent_is_lost(
    given: tuple[Case, list[int], Fraction],
) -> None:
    (bare, order, _), bounties, share = given
    spot = with_other_bounties(bare, bounties, share)
    assert spot.button is not None
    called = [int(put) for put in (*spot.posted[: spot.hero], spot.called, *spot.posted[spot.hero + 1 :])]
    players = (spot.hero, *spot.all_in)
    for after, put_in, ranked, shown in (
        (spot.if_called(order), called, order, players),
        (spot.if_folded(order[1:]), [int(put) for put in spot.posted], order[1:], spot.all_in),
    ):
        busted = [seat for seat in shown if not after.stacks[seat]]
        rank = dict(zip(shown, ranked, strict=True))
        left, paid = plain_bounties(bounties, share, put_in, spot.button, rank, busted)
        assert [100 * bounty for bounty in after.bounties] == left
        assert [100 * money for money in after.cash] == paid
        assert sum(after.bounties) + sum(after.cash) == Fraction(sum(bounties), 100)
        assert all(not after.bounties[seat] for seat in busted)


def test_a_main_pot_winner_with_fewer_chips_does_not_win_the_bounty() -> None:
    """Cy, with 300 chips, has the best hand; Bo beats Ana for the side pot, and wins the bounty on Ana."""
    table = ft.Table.of([500, 800, 300], [50, 30, 20], names=["Ana", "Bo", "Cy"], bounties=[40, 20, 10])
    spot = ft.Spot.of(table, hero="Bo", all_in=["Ana", "Cy"])
    after = spot.if_called((1, 2, 0))
    assert after.stacks == (0, 700, 900)
    assert after.bounties == (0, 40, 10)
    assert after.cash == (0, 20, 0)


def test_a_split_pot_splits_the_bounty_and_odd_cents_are_paid_in_cash() -> None:
    table = ft.Table.of([400, 800, 800], [50, 30, 20], bounties=[2.05, 1, 1])
    spot = ft.Spot.of(table, hero=1, all_in=[0, 2], button=0)
    after = spot.if_called((0, 1, 0))  # hero and player 3 share, player 1 is out
    assert after.stacks == (0, 1000, 1000)
    assert after.bounties == (0, Fraction("1.51"), Fraction("1.51"))
    assert after.cash == (0, Fraction("0.52"), Fraction("0.51"))


def test_no_bounty_is_won_if_no_player_busts() -> None:
    table = ft.Table.of([500, 800, 300], [50, 30, 20], bounties=10)
    spot = ft.Spot.of(table, hero=1, all_in=[0])
    for after in (spot.if_folded(), spot.if_called((0, 0)), spot.if_called((1, 0))):
        assert after.bounties == (10, 10, 10)
        assert after.cash == (0, 0, 0)
    assert spot.if_called((0, 1)).cash == (0, 5, 0)


def test_bounties_that_are_not_in_cents_are_split_exactly() -> None:
    third = Fraction(1, 3)
    assert take_bounties((third, 1), 0.5, {0: [1]}) == ((0, Fraction(7, 6)), (0, Fraction(1, 6)))
    assert take_bounties((0.05, 0.01), 0.5, {0: [1]}) == ((0, Fraction("0.035")), (0, Fraction("0.025")))


def test_an_outcome_without_bounties_has_only_stacks() -> None:
    spot = ft.Spot.of([500, 800, 300], [50, 30, 20], hero=1, all_in=[0])
    assert spot.if_called((0, 1)) == ((0, 1300, 300), (), ())


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_bounties_do_not_change_the_stacks_after_a_hand(share: float) -> None:
    bare = ft.Spot.of([500, 800, 300, 900], [50, 30, 20], hero=1, all_in=[0, 2])
    table = ft.Table.of([500, 800, 300, 900], [50, 30, 20], bounties=10, bounty_share=share)
    spot = ft.Spot.of(table, hero=1, all_in=[0, 2])
    for order in ((0, 1, 2), (2, 1, 0), (0, 0, 1), (1, 0, 0)):
        assert spot.after_call(order) == bare.after_call(order)
        assert spot.after_fold(order[1:]) == bare.after_fold(order[1:])
