"""Values of stacks after a hand, against a plain version that enumerates the orders of finish."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.models import find_model
from finaltable.spots.knockouts import After
from finaltable.spots.outcome import Outcomes, find_together
from tests.refused import refused

PAYOUTS = [50, 30, 15, 5, 1]


def paid_by_hand(before: list[int], after: list[int]) -> dict[int, Fraction]:
    """Return prizes of players without chips: means over the orders of finish that their stacks allow."""
    out = [seat for seat in range(len(after)) if not after[seat]]
    orders = [
        order for order in permutations(out) if all(a >= b for a, b in pairwise([before[seat] for seat in order]))
    ]
    first = len(after) - len(out)
    money = {seat: Fraction(0) for seat in out}
    for order in orders:
        for place, seat in enumerate(order, start=first):
            money[seat] += Fraction(PAYOUTS[place], len(orders))
    return money


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Stacks before and after a hand: some players lose all their chips to a winner."""
    before = draw(st.lists(st.integers(0, 6), min_size=5, max_size=5).filter(lambda stacks: sum(map(bool, stacks)) > 1))
    live = [seat for seat in range(5) if before[seat]]
    winner = draw(st.sampled_from(live))
    losers = draw(st.sets(st.sampled_from([seat for seat in live if seat != winner])))
    after = [0 if seat in losers else chips for seat, chips in enumerate(before)]
    after[winner] += sum(before[seat] for seat in losers)
    return before, after


@given(hands(), st.sampled_from(["icm", "dcm", "chip_chop", "chip_ev", "icm:0.8,dcm:0.2", "icm:0.5,chip_ev:0.5"]))
@settings(max_examples=150)
def test_the_value_of_an_outcome_is_that_of_a_plain_version(hand: tuple[list[int], list[int]], name: str) -> None:
    before, after = hand
    outcomes = Outcomes(ft.Table.of(before, PAYOUTS), find_model(name), 1e-9)
    paid = paid_by_hand(before, after)
    weight = {"chip_ev": 0.0, "icm:0.5,chip_ev:0.5": 0.5}.get(name, 1.0)
    still = ft.equity(after, PAYOUTS, name).equities
    expected = [weight * float(paid[seat]) if seat in paid else still[seat] for seat in range(5)]
    equities, error, *_ = outcomes.worth([before, after])
    assert equities[1] == pytest.approx(expected, abs=1e-6)
    assert error < 1e-6
    for seat in range(5):
        money, own = (share := outcomes.worth_to(seat, After(tuple(after)))).value, share.error
        assert money == pytest.approx(expected[seat], abs=1e-6)
        assert own <= 1e-9 * sum(PAYOUTS)  # the tolerance; a batch may reach a smaller error
    if "chip_ev" not in name:
        assert equities.sum(axis=1) == pytest.approx([sum(PAYOUTS)] * 2)


def test_a_batch_of_outcomes_has_the_same_values_and_reports_progress() -> None:
    table = ft.Table.of([500, 400, 300, 200, 100], PAYOUTS)
    rows = [(500 + k, 400 - k, 300, 200, 100) for k in range(401)]
    seen: list[float] = []
    equities = Outcomes(table, find_model("dcm"), 1e-6, threads=2).worth(rows, checkpoint=seen.append).values
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    outcomes = Outcomes(table, find_model("dcm"), 1e-6)
    both = 2 * 1e-6 * table.pool  # each is right to that tolerance
    for row in (0, 57, 400):
        assert equities[row, 1] == pytest.approx(outcomes.worth_to(1, After(rows[row])).value, abs=both)


def test_a_time_limit_or_a_checkpoint_can_stop_a_batch_of_outcomes() -> None:
    table = ft.Table.of([500, 400, 300, 200, 100], PAYOUTS)
    rows = [(500 + k, 400 - k, 300, 200, 100) for k in range(400)]
    outcomes = Outcomes(table, find_model("icm"), 1e-6)
    with refused("too_slow", "max_seconds"):
        outcomes.worth(rows, max_seconds=1e-9)

    def stop(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        outcomes.worth(rows, checkpoint=stop)


@pytest.mark.parametrize("name", ["icm", "icm^0.9", "sem", "dcm", "chip_ev", "icm:0.8,dcm:0.2"])
def test_outcomes_found_together_have_the_values_of_single_ones(name: str) -> None:
    tables = [ft.Table.of([900, 500, 300, 100], PAYOUTS[:4]), ft.Table.of([700, 600, 500], PAYOUTS[:3])]
    ends: list[list[tuple[int, ...]]] = [
        [(1000, 500, 300, 0), (900, 500, 400, 0), (1800, 0, 0, 0), (0, 1400, 300, 100)],
        [(1300, 0, 500), (750, 550, 500), (0, 1300, 500)],
    ]
    together, alone = ([Outcomes(table, find_model(name), 1e-9) for table in tables] for _ in range(2))
    find_together(
        [(worth, 0, After(stacks)) for worth, rows in zip(together, ends, strict=True) for stacks in rows],
    )
    assert [len(worth.known) for worth in together] == ([0, 0] if ":" in name else [3, 2])
    for worth, single, rows in zip(together, alone, ends, strict=True):
        for row in rows:
            one, other = worth.worth_to(0, After(row)), single.worth_to(0, After(row))
            assert one.value == pytest.approx(other.value, abs=one.error + other.error + 1e-12)
            assert one.error <= 1e-9 * 100


def test_fractions_of_chips_are_valued_one_by_one() -> None:
    worth = Outcomes(ft.Table.of([700, 600, 500], PAYOUTS[:3]), find_model("icm"), 1e-9)
    worth.find(0, [After((Fraction(1, 2), Fraction(2599, 2), 500)), After((1200, 600, 0))])
    assert not worth.known


def test_outcomes_with_more_chips_than_64_bits_hold_are_valued_one_by_one() -> None:
    tables = [ft.Table.of([chips * 2, chips * 2, chips], [5, 3]) for chips in (2**60, 1000)]
    together, alone = ([Outcomes(table, find_model("dcm"), 1e-9) for table in tables] for _ in range(2))
    ends = [After(tuple(int(stack) for stack in table.stacks)) for table in tables]
    find_together([(outcomes, 0, end) for outcomes, end in zip(together, ends, strict=True)])
    assert [len(outcomes.known) for outcomes in together] == [0, 0]
    for one, other, end in zip(together, alone, ends, strict=True):
        assert one.worth_to(0, end) == other.worth_to(0, end)


def test_progress_is_half_for_prizes_and_half_for_bounties() -> None:
    table, seen = ft.Table.of([5, 3, 2], [5, 3], bounties=4), list[float]()
    Outcomes(table, find_model("icm"), 1e-9).worth([[5, 3, 2]], bounties=[(4, 4, 4)], checkpoint=seen.append)
    assert seen == [0.5, 1.0]
