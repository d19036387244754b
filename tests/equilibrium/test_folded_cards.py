"""Folded cards: the solver's card model against real deals, and its table against drawn boards."""

from __future__ import annotations

import numpy as np
import pytest

import finaltable as ft
from finaltable import _core
from finaltable.cards.hand import CLASSES, class_name, combos_of
from finaltable.cards.three import board_table, three_way
from finaltable.equilibrium.judge import DealtValues, deal_values
from finaltable.equilibrium.revalue import revalue
from finaltable.equilibrium.solution import Nash

NUMBERS = {class_name(number): number for number in range(CLASSES)}


def nine() -> Nash:
    return ft.nash([10] * 9, [50, 30, 20], small_blind=0.5, big_blind=1, big_blind_ante=1, threads=2)


def beyond_noise(found: Nash, dealt: DealtValues, facing: int) -> float:
    """Return the root mean square error of the value of a hand beyond noise, in % of the pool, by deals."""
    squares = weights = 0.0
    for node in found.nodes:
        row = found.index_of(node)
        if len(node.facing) == facing:
            seen = np.where(dealt.seen[row] > 100, dealt.seen[row], 0.0)
            off = np.nan_to_num((found.difference_as_played(node) - dealt.ev[row]) ** 2 - dealt.ev_error[row] ** 2)
            squares, weights = squares + float(off @ seen), weights + float(seen.sum())
    return float(100 * np.sqrt(max(0.0, squares / weights)))


@pytest.mark.slow
def test_real_deals_confirm_the_values_of_nine_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    found = nine()
    dealt = deal_values(found, 8_000_000, threads=2)
    assert beyond_noise(found, dealt, 0) < 0.02
    assert beyond_noise(found, dealt, 1) < 0.04
    off = np.abs(found.equities[list(found.terminals.players)] / found.pool - dealt.equities)
    assert (off < 5e-5 + 4 * dealt.equity_error).all()
    # Without the table, boards are random, and the deals show it.
    plain = _core.Dealing(three_way().shares, three_way().deals)
    monkeypatch.setattr("finaltable.equilibrium.solver.dealing", lambda **_: plain)
    random = revalue(found, "icm")
    assert beyond_noise(random, dealt, 0) > 0.04
    assert beyond_noise(random, dealt, 1) > 0.08


def test_margins_include_the_card_model_except_with_two_players() -> None:
    two = ft.nash([10, 10], [1], small_blind=0.5, big_blind=1, model="chip_ev", tolerance=1e-4)
    assert not two.card_errors.any()
    four = ft.nash([10] * 4, [50, 30], small_blind=0.5, big_blind=1, tolerance=1e-4)
    for node in four.nodes:
        assert four.margin(node) > four.exploitability.total + four.card_errors[four.index_of(node)] > 0
    call, push = four.index_of(four.find("BB", "SB")), four.index_of(four.find("SB"))
    assert four.card_errors[call] > four.card_errors[push]  # a call always goes to a showdown


def test_the_card_model_is_trusted_least_where_a_raiser_faces_two_re_jams() -> None:
    found = ft.nash([15] * 4, [50, 30], small_blind=0.5, big_blind=1, raise_to="2.2bb", tolerance=1e-4)
    own = [node for node in found.nodes if node.raiser == node.seat]
    two, one = (
        [found.card_errors[found.index_of(node)] for node in own if len(node.facing) == rejams] for rejams in (2, 1)
    )
    assert min(two) > 2 * max(one)


@pytest.mark.parametrize(("one", "other"), [("22", "AKs"), ("76s", "AKo"), ("KK", "AQo"), ("54o", "A2s")])
def test_covariances_of_the_table_are_those_of_drawn_boards(one: str, other: str) -> None:
    low, high = sorted((NUMBERS[one], NUMBERS[other]))
    table = board_table()
    stored = table.covariances[:, :, low + high * (high + 1) // 2] * table.scales[:, None]
    random = np.random.default_rng(4)
    won: list[bool] = []
    tied: list[bool] = []
    ranks: list[np.ndarray] = []
    while len(won) < 12_000:
        hands = [combos_of(number)[random.integers(len(combos_of(number)))] for number in (low, high)]
        known = [card for hand in hands for card in hand]
        if len(set(known)) < 4:
            continue
        board = random.choice([card for card in range(52) if card not in known], 5, replace=False).tolist()
        strengths = [_core.hand_strength([*hand, *board]) for hand in hands]
        won.append(strengths[0] > strengths[1])
        tied.append(strengths[0] == strengths[1])
        ranks.append(np.bincount([card >> 2 for card in board], minlength=13))
    for row, result in zip(stored, (won, tied), strict=True):
        centred = (np.array(result) - np.mean(result))[:, None] * (np.array(ranks) - np.mean(ranks, axis=0))
        error = centred.std(axis=0) / len(won) ** 0.5
        assert (np.abs(centred.mean(axis=0) - row) < 4.5 * error + table.scales.max()).all()
    assert np.abs(stored.sum(axis=1)).max() < 13 * table.scales.max()


def test_the_answer_does_not_depend_on_threads() -> None:
    one, two = (
        ft.nash([7, 14, 22, 10, 5], [50, 30, 20], small_blind=0.5, big_blind=1, threads=threads, tolerance=1e-4)
        for threads in (1, 2)
    )
    assert (one.gains == two.gains).all()
    assert (one.equities == two.equities).all()
