"""Values of raises by hand, raises that are not used, and locks, bounties and stacks at every decision with a raise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.cards.hand import CLASSES, class_name, class_table
from finaltable.equilibrium.locks import weights_of
from finaltable.equilibrium.report_grid import squares_of
from finaltable.equilibrium.report_texts import nash_rows
from finaltable.equilibrium.response import respond
from finaltable.equilibrium.revalue import revalue
from finaltable.equilibrium.solution import SIZES, Nash, Search
from finaltable.equilibrium.solver import run_solver, start_profile
from finaltable.models import find_model
from finaltable.training.solved import gains

BLINDS: dict[str, Any] = {"small_blind": 100, "big_blind": 200}


def heads_up(stack: float, size: float, **options: Any) -> Nash:
    asked = {"model": "chip_ev", "raise_to": size, "tolerance": 1e-5, **options}
    return ft.nash([stack, stack], [1], small_blind=0.5, big_blind=1, **asked)


def raised_by_hand(found: Nash, stack: float, size: float, calls: np.ndarray | None) -> np.ndarray:
    """Return what a raise gains over a fold, in big blinds, hand against hand; ``calls`` None: the best answer."""
    table = class_table()
    total = table.wins + table.wins.T + table.ties
    deals = total / total.sum(axis=1, keepdims=True)
    rejams = found.hands(found.find("BB", (), "SB"))
    folded = deals @ (1.0 - rejams)
    # After a re-jam: calling wins or loses the stack, folding loses the raise.
    call = (deals * (table.wins - table.wins.T) / total * stack) @ rejams
    fold = -size * (deals @ rejams)
    later = np.maximum(call, fold) if calls is None else calls * call + (1.0 - calls) * fold
    return np.asarray(folded + later + 0.5)


@pytest.mark.parametrize(("stack", "size"), [(10, 2.0), (15, 2.5), (20, 2.2)])
def test_a_raise_is_worth_its_best_continuation_with_every_hand(stack: float, size: float) -> None:
    solved = heads_up(stack, size)
    row = solved.index_of(solved.find("SB", "BB", "SB"))
    profile = solved.profile.copy()
    profile[row] = 1.0 - profile[row]  # poor answers to a re-jam: calls and folds swapped
    found = revalue(replace(solved, profile=profile), "chip_ev")
    node = found.find("SB", (), "SB")
    best, played = raised_by_hand(found, stack, size, None), raised_by_hand(found, stack, size, profile[row])
    # The solver has single precision.
    assert 2 * stack * found.difference(node) == pytest.approx(best, abs=1e-5)
    assert 2 * stack * found.difference_as_played(node) == pytest.approx(played, abs=1e-5)
    assert 2 * stack * solved.difference(node) == pytest.approx(best, abs=1e-5)
    assert (best - played).max() > 0.5


def test_all_renderings_have_the_value_of_the_best_continuation() -> None:
    found = heads_up(20, 2.2)
    node = found.find("SB", (), "SB")
    best = raised_by_hand(found, 20, 2.2, None) / 40
    names = [class_name(number) for number in range(CLASSES)]
    assert [found.strategy(node).ev[name] for name in names] == pytest.approx(list(best), abs=3e-7)
    assert found.ev_difference("SB", (), "SB").percent == pytest.approx(100 * best, abs=3e-5)
    rows = [row[9] for row in nash_rows(found) if row[5] == "raise"]
    assert rows == pytest.approx(list(best), abs=3e-7)
    push = found.difference(found.find("SB"))
    squares = {square.hand: square.difference for line in squares_of(found, found.find("SB")) for square in line}
    assert [squares[name] for name in names] == pytest.approx(list(np.maximum(best, push)), abs=3e-7)
    assert gains(found, node) == pytest.approx(best, abs=3e-7)
    # Valued again, or as hero's best response, it is the same number.
    assert revalue(found, "chip_ev").difference(node) == pytest.approx(best, abs=3e-7)
    assert respond(found, "SB", "chip_ev").difference(node) == pytest.approx(best, abs=3e-7)


def test_a_locked_answer_to_a_re_jam_counts_in_the_value_of_the_raise() -> None:
    lock = {"SB raise v BB": "TT+, AK"}
    found = heads_up(15, 2.5, lock=lock)
    calls = weights_of("TT+, AK", "lock")
    expected = raised_by_hand(found, 15, 2.5, calls)
    assert 30 * found.difference(found.find("SB", (), "SB")) == pytest.approx(expected, abs=1e-5)
    assert (raised_by_hand(found, 15, 2.5, None) - expected).max() > 0.05


def test_no_hand_is_played_much_worse_than_its_best_action() -> None:
    found = ft.nash([15] * 4, [50, 30, 20], small_blind=0.5, big_blind=1, raise_to="2.2bb", tolerance=2e-5)
    for seat in ("CO", "BTN", "SB"):
        push, raised = found.find(seat), found.find(seat, (), seat)
        worth = np.array([found.difference(push), found.difference(raised)])
        often = np.array([found.hands(push), found.hands(raised)])
        lost = np.maximum(0.0, worth.max(axis=0)) - (often * worth).sum(axis=0)
        assert lost @ SIZES / 1326 < 2e-5
        assert (lost < 20 * found.margin(push)).all()


# --- a raise that no player uses --------------------------------------------------------------------------------------


def useless(players: int) -> dict[str, str]:
    """Lock answers that make every raise lose: all others re-jam any hand, and the raiser folds."""
    found = ft.nash([2400] * players, [50, 30], **BLINDS, raise_to="2.5bb", tolerance=0.1)
    names = {node: found.name_of(node) for node in found.nodes}
    rejams = {name: "random" for node, name in names.items() if node.action == "rejam"}
    folds = {name: "fold" for node, name in names.items() if node.action == "call_rejam"}
    return {**rejams, **folds}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_with_a_raise_that_is_never_used_is_push_or_fold(players: int) -> None:
    plain = ft.nash([2400] * players, [50, 30], **BLINDS, tolerance=1e-5)
    found = ft.nash([2400] * players, [50, 30], **BLINDS, raise_to="2.5bb", tolerance=1e-5, lock=useless(players))
    raises = [found.share(node) for node in found.nodes if node.action == "raise"]
    assert len(raises) == players - 1
    assert max(raises) == 0.0
    # Equilibria of three players are not unique: the strategies must be one of push or fold.
    profile, locked = start_profile(plain.lineup, {})
    for node in plain.nodes:
        profile[plain.index_of(node)] = found.profile[found.index_of(node)]
        assert found.share(node) == pytest.approx(plain.share(node), abs=0.03), plain.name_of(node)
    again = run_solver(plain.terminals, find_model("icm"), profile, locked, Search(0.9))
    assert again.exploitability.total < 3e-5
    assert found.equities == pytest.approx(again.equities, abs=80 * 5e-5)


@pytest.mark.parametrize("players", [2, 3])
def test_a_raise_of_all_but_a_chip_is_a_push(players: int) -> None:
    stacks = [2000] * players
    plain = ft.nash(stacks, [1], **BLINDS, tolerance=1e-5, model="chip_ev")
    found = ft.nash(stacks, [1], **BLINDS, tolerance=1e-5, model="chip_ev", raise_to=1999)
    assert found.equities == pytest.approx(plain.equities, abs=1e-4)


# --- locks, other tables, bounties, blinds ----------------------------------------------------------------------------


def test_every_decision_can_be_locked() -> None:
    free = ft.nash([2600, 3000, 2800], [50, 30], **BLINDS, raise_to="2.2bb", tolerance=1e-3)
    hands = weights_of("30%", "lock")
    for node in free.nodes:
        name = free.name_of(node)
        found = ft.nash([2600, 3000, 2800], [50, 30], **BLINDS, raise_to="2.2bb", tolerance=1e-3, lock={name: "30%"})
        assert np.array_equal(found.profile[found.index_of(node)], hands), name
        assert found.reached, name
        assert found.strategy(node).locked, name
        others = [one for one in found.nodes if one not in found.choices(node)]
        assert not any(found.strategy(one).locked for one in others), name


def test_for_chips_players_elsewhere_change_nothing() -> None:
    asked: dict[str, Any] = {**BLINDS, "raise_to": "2.2bb", "model": "chip_ev", "tolerance": 1e-5}
    here = ft.nash([3000, 2000, 2500], [1], **asked)
    away = ft.nash([3000, 2000, 2500, 900, 1600], [1], **asked, elsewhere=[3, 4])
    assert 10_000 * away.equities[:3] == pytest.approx(7500 * here.equities, abs=10_000 * 4e-5)


def test_bounties_on_short_stacks_are_worth_their_heads() -> None:
    """With all of a pool in bounties and chip EV, a covered re-jammer is called wider by those who cover."""
    asked: dict[str, Any] = {**BLINDS, "raise_to": "2.2bb", "tolerance": 1e-4}
    plain = ft.nash([1600, 4000, 4000], [50, 30, 20], **asked)
    heads = ft.nash([1600, 4000, 4000], [50, 30, 20], **asked, bounties=[60, 0, 0])
    node = plain.find("BTN", "SB", "BTN")
    assert heads.share(node) > plain.share(node) + 0.03
    assert float(heads.equities.sum()) == pytest.approx(160, rel=1e-6)


@pytest.mark.parametrize("short", [150, 200, 201, 240, 380, 439, 441])
def test_short_big_blinds_keep_the_pool_and_reach_the_tolerance(short: int) -> None:
    found = ft.nash([3000, short, 2500, 2800], [50, 30, 20], **BLINDS, ante=20, raise_to=440, tolerance=5e-5)
    assert found.reached
    assert float(found.equities.sum()) == pytest.approx(100, rel=1e-6)
    names = {found.name_of(node) for node in found.nodes}
    # A re-jam for no more than the raise leaves the raiser no choice.
    assert ("BTN raise v BB" in names) == (short - 20 > 440)
