"""A push after bets: limps, a raise and its calls; chips, answers, and comparisons with a plain dealer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

import finaltable as ft
from finaltable.cards.hand import Combo, class_name, combos_of, read_combo
from finaltable.cards.range import Range
from finaltable.models import find_model
from finaltable.spots.outcome import Outcomes
from tests.decisions.test_push import by_cards
from tests.plain_dealer import Bet, deal_after_bets, shuffled, strength
from tests.program import in_process
from tests.refused import refused
from tests.serving import asking


class RandomSpot(NamedTuple):
    spot: ft.PushSpot
    asked: dict[str, Any]
    dealt: tuple[tuple[int, int], list[Any], list[Bet], list[Any]]


def random_spot(seed: int, posted: Sequence[int] = ()) -> RandomSpot:
    """Return a spot with one or two bets, options of `push`, and arguments of the plain dealer.

    ``posted`` are blinds (0 or 1) who are all-in by posting; then there may be no bet.
    """
    random = np.random.default_rng(seed)
    bets, behind, folded = 1 + seed % 2 if not posted else seed % 3, seed // 2 % 4, int(random.integers(0, 4))
    behind = max(behind, 1) if posted == (0,) and not bets else behind  # the big blind cannot be first in
    players = max(3, folded + bets + 1 + behind + len(posted))
    folded = players - bets - 1 - behind - len(posted)
    stacks = [float(chips) for chips in random.integers(6, 25, players)]
    for seat in posted:
        stacks[seat] = (0.4, 0.8)[seat]
    payouts = [[100.0], [50.0, 30.0, 20.0], [65.0, 35.0]][seed % 3][:players]
    acting = [seat for seat in (*range(2, players), 0, 1) if seat not in posted]
    before = [int(seat) for seat in acting[: folded + bets]]
    bettors = sorted((int(seat) for seat in random.permutation(before)[:bets]), key=before.index)
    raised = 1 if behind and seed % 5 == 0 else 2.2  # a limp, or a raise
    size: dict[int | str, object] = dict.fromkeys(bettors, raised)
    if bets == 2 and seed % 3 == 0:
        size = dict(zip(bettors, (1, 2.5), strict=True))  # a limp and a raise
    place = ft.PushSpot.of(
        stacks,
        payouts,
        hero=acting[folded + bets],
        button=players - 1,
        small_blind=0.5,
        big_blind=1,
        ante=0.1,
        bets=size,
    )
    assert (len(place.folders), place.bettors, len(place.callers)) == (folded, tuple(bettors), behind)
    assert place.all_in == tuple(posted)
    ranges = [f"{share}%" for share in random.integers(5, 50, behind)]
    opens = [f"{share}%" for share in random.integers(5, 45, folded)]
    held = [int(share) for share in random.integers(20, 70, bets)]
    calls = [int(share * random.uniform(0.2, 0.9)) for share in held]
    overs = [int(share * random.uniform(0.3, 1.0)) for share in calls]
    high, low = sorted((int(card) for card in random.permutation(52)[:2]), reverse=True)
    asked = {
        "hand": str(Combo(high, low)),
        "ranges": ranges or None,
        "folded_from": opens or None,
        "bet_with": [f"{share}%" for share in held] or None,
        "bettor_calls": [f"{share}%" for share in calls] or None,
        "bettor_overcalls": [f"{share}%" for share in overs] or None,
        "models": ["icm"],
    }
    weights = [[by_cards(Range.read(f"{share}%")) for share in some] for some in (held, calls, overs)]
    dealt = (
        (high, low),
        [by_cards(Range.read(one)) for one in opens],
        [Bet(*some) for some in zip(*weights, strict=True)],
        [by_cards(Range.read(one)) for one in ranges],
    )
    return RandomSpot(place, asked, dealt)


def plain_value(one: RandomSpot, deals: int, seed: int) -> tuple[float, float]:
    """Return push minus fold under ICM and its standard error, from plain deals."""
    place, worth = one.spot, Outcomes(one.spot.table, find_model("icm"), 1e-9)
    found = deal_after_bets(*one.dealt, deals, seed, len(place.all_in))
    pushed: list[tuple[float, float]] = []
    folded: list[tuple[float, float]] = []
    for callers, orders in found.called.items():
        seats = [place.callers[i] if i >= 0 else place.bettors[-1 - i] for i in callers]
        pushed += [(worth.worth_to(place.hero, place.if_called(seats, order)).value, n) for order, n in orders.items()]
    winners = place.winners_if_folded
    seen = {
        place.all_in[0] if i is None else place.callers[i] if i >= 0 else place.bettors[-1 - i]: orders
        for i, orders in found.folded.items()
    }
    for winner in winners:
        orders = seen.get(winner, {(0,): found.deals})
        ends = [(worth.worth_to(place.hero, place.if_folded(winner, order)).value, n) for order, n in orders.items()]
        folded += [(value, n / len(winners)) for value, n in ends]
    (push, one_error), (fold, other) = (mean_and_error(some, found.deals) for some in (pushed, folded))
    return push - fold, float(np.hypot(one_error, other))


def mean_and_error(ends: list[tuple[float, float]], total: int) -> tuple[float, float]:
    """Return the mean of values with their numbers of deals, and its standard error."""
    values, chances = np.array([value for value, _ in ends]), np.array([number for _, number in ends]) / total
    mean = float(chances @ values)
    return mean, float(np.sqrt(max(0.0, chances @ values**2 - mean**2) / total))


@pytest.mark.slow
def test_the_value_of_a_push_after_bets_is_that_of_a_plain_dealer() -> None:
    squares = []
    for seed in range(40):
        one = random_spot(seed)
        found = ft.push(one.spot, **one.asked)["icm"]
        mean, error = plain_value(one, 200_000, seed)
        apart = found.difference - mean
        assert abs(apart) <= found.error + 4.5 * error, (seed, apart, found.error, error)
        assert found.error <= 0.1, (seed, found.error)
        squares.append(apart**2 / (error**2 + (found.error / 5) ** 2))
    assert sum(squares) < len(squares) + 4 * (2 * len(squares)) ** 0.5


@pytest.mark.slow
def test_the_value_of_a_push_with_players_all_in_by_posting_is_that_of_a_plain_dealer() -> None:
    squares = []
    for seed in range(36):
        one = random_spot(seed, ((0,), (1,), (0, 1))[seed // 3 % 3])
        found = ft.push(one.spot, **one.asked)["icm"]
        mean, error = plain_value(one, 200_000, seed)
        apart = found.difference - mean
        assert abs(apart) <= found.error + 4.5 * error, (seed, apart, found.error, error)
        assert found.error <= 0.4, (seed, found.error)
        squares.append(apart**2 / (error**2 + (found.error / 5) ** 2))
    assert sum(squares) < len(squares) + 4 * (2 * len(squares)) ** 0.5


# --- chips -----------------------------------------------------------------------------------------------------------

NAMES = ["SB", "BB", "CO", "BTN"]


def spot(hero: Any = "BB", bets: Any = None, **more: Any) -> ft.PushSpot:
    """Return a spot in which, by default, the button raises to 450."""
    about: dict[str, Any] = {"stacks": [3000, 3000, 4000, 6000], "payouts": [50, 30, 20], "names": NAMES}
    blinds = {"small_blind": 100, "big_blind": 200, "button": "BTN"}
    return ft.PushSpot.of(**{**about, **blinds, "hero": hero, "bets": {"BTN": 450} if bets is None else bets, **more})


@pytest.mark.parametrize(
    ("hero", "bets"),
    [("BB", {"BTN": 450}), ("BTN", {"CO": 200}), ("SB", {"CO": 200, "BTN": 600}), ("SB", {"BTN": 450})],
)
@pytest.mark.parametrize("hero_stack", [3000, 320, 9000])
def test_chips_are_conserved_in_all_ends_after_bets(hero: str, bets: dict[str, int], hero_stack: int) -> None:
    stacks = [3000, 2500, 4000, 6000]
    stacks[NAMES.index(hero)] = hero_stack
    place = spot(hero, bets, stacks=stacks, ante=10, big_blind_ante=50)
    ends = [place.if_folded(winner) for winner in place.winners_if_folded] + [place.if_all_fold()]
    ends += [place.if_called(seat, (1, 0)) for seat in (*place.callers, *place.bettors)]
    three = [(q, j) for q in place.callers for j in place.bettors]
    ends += [place.if_called(seats, order) for seats in three for order in ((0, 1, 2), (2, 0, 1), (0, 0, 1), (1, 2, 0))]
    assert [sum(end.stacks) for end in ends] == [sum(stacks)] * len(ends)


def test_a_raise_that_folds_is_dead_money() -> None:
    place = spot(ante=10)
    assert place.if_all_fold().stacks == (2890, 3580, 3990, 5540)
    assert place.if_folded().stacks == (2890, 2790, 3990, 6330)
    assert place.winners_if_folded == (3,)


def test_side_pots_go_to_the_players_who_can_win_them() -> None:
    place = spot("SB")
    # Hero has 3,000, the big blind 3,000 and the raiser 6,000: the raiser gets back what they cannot call.
    assert place.if_called((1, 3), (0, 1, 2)).stacks == (9000, 0, 4000, 3000)
    short = spot("SB", stacks=[1000, 3000, 4000, 6000])
    # The push is for 1,000: the big blind calls 1,000, and so does the raiser.
    assert short.if_called((1, 3), (0, 1, 2)).stacks == (3000, 2000, 4000, 5000)


def test_players_who_limped_and_the_big_blind_are_left_with_the_pot_if_hero_folds() -> None:
    place = spot("SB", {"CO": 200, "BTN": 200})
    assert place.bettors == (2, 3)
    assert place.winners_if_folded == (2, 3, 1)
    found = ft.push(place, hand="A9s", ranges="10%", bet_with="40%", bettor_calls="8%", models=["icm"])
    assert found["icm"].fold_spread > 0
    assert "CO, BTN and BB are left with the pot" in str(found)


def test_the_big_blind_can_check_after_limps_and_the_answer_says_what_a_check_must_win() -> None:
    place = spot("BB", {"CO": 200, "BTN": 200, "SB": 200})
    assert place.can_check
    assert place.if_checked().stacks == (2800, 3600, 3800, 5800)
    assert [place.if_folded(seat).stacks[1] for seat in place.winners_if_folded] == [2800] * 3
    found = ft.push(place, hand="AKs", bet_with="40%", bettor_calls="8%", models=["icm"])
    verdict = found["icm"]
    assert verdict.check_share is not None
    won = ft.icm(place.if_checked().stacks, [50, 30, 20]).equities[1]
    assert verdict.fold + verdict.check_share * (won - verdict.fold) == pytest.approx(verdict.push, abs=1e-9)
    assert found.checked_down == pytest.approx(0.37, abs=0.03)  # against three hands of 40 %
    assert verdict.recommendation == "depends"
    assert "A check is as good as the push if it wins" in str(found)
    assert (
        ft.push(place, hand="72o", bet_with="40%", bettor_calls="20%", models=["icm"])["icm"].recommendation == "check"
    )


def test_players_all_in_by_posting_are_at_every_showdown() -> None:
    short = spot("SB", {"BTN": 450}, stacks=[3000, 150, 4000, 6000])
    assert short.all_in == (1,)
    assert short.callers == ()
    assert short.if_all_fold((1, 0)).stacks == (3150, 450, 4000, 5550)
    assert short.left_if_folded(3) == (3, 1)
    assert short.if_folded(3, (1, 0)).stacks == (2900, 400, 4000, 5850)
    found = ft.push(short, hand="A9s", bet_with="30%", bettor_calls="12%", models=["icm"])
    assert "BB is all-in by posting, has random cards, and is at every showdown." in str(found)
    assert found.to_dict()["all_in"] == [1]


def test_a_push_for_no_more_than_the_raise_cannot_be_folded_to() -> None:
    place = spot(stacks=[3000, 430, 4000, 6000])
    assert place.committed == (3,)
    found = ft.push(place, hand="K9s", bet_with="30%", models=["icm"])
    assert found.called == pytest.approx(1)
    assert found.bettors[0].called.equity == pytest.approx(ft.heads_up("K9s", "30%").equity, abs=1e-9)
    assert "BTN cannot fold" in str(found)
    with pytest.raises(ft.InputError, match="must be left out: the push is for no more than BTN has put in"):
        ft.push(place, hand="K9s", bet_with="30%", bettor_calls="10%")
    with pytest.raises(ft.InputError, match="must be more than the bets of CO and BTN, who could not fold"):
        spot(bets={"CO": 450, "BTN": 450}, stacks=[3000, 430, 4000, 6000])


def test_bounties_are_won_from_the_raiser() -> None:
    bare, knockout = (spot(stacks=[3000, 5000, 4000, 2500], **more) for more in ({}, {"bounties": 10}))
    asked: dict[str, Any] = {"hand": "A9s", "bet_with": "30%", "bettor_calls": "15%", "models": ["icm"]}
    assert ft.push(knockout, **asked)["icm"].difference > ft.push(bare, **asked)["icm"].difference + 0.5


# --- values ----------------------------------------------------------------------------------------------------------


def test_a_push_over_a_raise_against_one_range_is_exact() -> None:
    found = ft.push(spot(), hand="A9s", bet_with="30%", bettor_calls="12%", models=["icm"])
    assert found.exact
    seen = ft.heads_up("A9s", "12%")
    called = found.bettors[0].called
    assert called.equity == pytest.approx(seen.equity, abs=1e-12)
    own = next(combo for combo, _ in Range.read("A9s").weights())
    live = [sum(w for c, w in Range.read(x).weights() if not set(c) & set(own)) for x in ("12%", "30%")]
    assert called.calls == pytest.approx(live[0] / live[1], abs=1e-12)
    verdict = found["icm"]
    expected = verdict.steal * (1 - called.calls) + called.calls * (
        called.win * (verdict.win or 0) + called.tie * (verdict.tie or 0) + called.lose * (verdict.lose or 0)
    )
    assert verdict.push == pytest.approx(expected, abs=1e-9)


def test_a_raiser_with_any_two_cards_who_never_calls_is_dead_money_for_a_push_first_in() -> None:
    raised = ft.push(spot("SB"), hand="K5o", ranges="20%", bet_with="random", bettor_calls="fold", models=["icm"])
    first = ft.push(spot("SB", {}), hand="K5o", ranges="20%", models=["icm"])
    assert raised.called == pytest.approx(first.called, abs=1e-3)
    assert raised["icm"].steal > first["icm"].steal
    assert raised.three_way == ()


def test_overcalls_are_calls_unless_given() -> None:
    asked: dict[str, Any] = {
        "hand": "A9s",
        "ranges": "10%",
        "bet_with": "30%",
        "bettor_calls": "12%",
        "models": ["icm"],
    }
    usual = ft.push(spot("SB"), **asked)
    assert usual.to_dict() == ft.push(spot("SB"), **asked, bettor_overcalls="12%").to_dict()
    less = ft.push(spot("SB"), **asked, bettor_overcalls="4%")
    assert less.three_way[0].calls < usual.three_way[0].calls
    assert less.bettors[0].called.calls == pytest.approx(usual.bettors[0].called.calls, abs=1e-4)
    never = ft.push(spot("SB"), **asked, bettor_overcalls="fold")
    assert never.three_way == ()
    assert never["icm"].three_way is None
    assert never.callers[0].called.calls == pytest.approx(
        usual.callers[0].called.calls + usual.three_way[0].calls, abs=2e-3
    )


def test_probabilities_after_bets_do_not_depend_on_threads_and_the_condition_matters() -> None:
    place = spot("SB", {"CO": 200, "BTN": 600})
    asked: dict[str, Any] = {"hand": "AhKd", "ranges": "10%", "bet_with": ["30%", "20%"], "bettor_calls": "20%"}
    asked |= {"models": ["icm"], "samples": 100_000}
    one, two = (ft.push(place, **asked, threads=n) for n in (1, 2))
    assert one.to_dict() == two.to_dict()
    # The button raises what it calls with, and calls unless the cutoff has done so.
    assert one.called == pytest.approx(1, abs=0.004)


# --- the best answer -------------------------------------------------------------------------------------------------


def test_the_best_answer_to_a_push_is_that_of_decide() -> None:
    place = spot()
    found = ft.push(place, hand="A9s", bet_with="30%", pushes_with="15%", models=["icm"])
    assert found.best_error is not None
    assert found.best_error < 1e-9
    against = ft.Spot.of(
        place.table, hero="BTN", all_in=["BB"], button="BTN", small_blind=100, big_blind=200, bets={"BTN": 450}
    )
    calls = [
        name
        for name in map(class_name, Range.read("30%").classes)
        if ft.decide(against, hand=name, ranges="15%", models=["icm"])["icm"].difference > 0
    ]
    assert found.bettors[0].calls_with == str(Range.read(",".join(calls)))
    given = ft.push(place, hand="A9s", bet_with="30%", bettor_calls=",".join(calls), models=["icm"])
    assert given["icm"] == found["icm"]


@pytest.mark.slow
def test_no_other_answer_of_the_raiser_gains_more_than_stated() -> None:
    """Plain deals to every hand of the raiser: with the players behind folding, and with one of them calling."""
    place = spot("SB", {"CO": 450}, stacks=[3000, 3500, 4000, 6000])
    behind, pushes = Range.read("15%"), Range.read("20%")
    found = ft.push(
        place, hand="A9s", ranges=behind, folded_from="40%", bet_with="25%", pushes_with=pushes, models=["icm"]
    )
    worth = Outcomes(place.table, find_model("icm"), 1e-9)
    alone, over = Range.read(found.bettors[0].calls_with or ""), Range.read(found.three_way[0].calls_with)
    hero = by_cards(pushes)
    wrong = 0.0
    for number in Range.read("25%").classes:
        combo = combos_of(number)[0]
        earlier, bets = [by_cards(Range.read("40%"))], [Bet(hero, hero, hero)]
        cards = (combo.high, combo.low)
        total, dealt, _ = deal_after_bets(cards, earlier, bets, [by_cards(behind)], 60_000, number)
        for callers, range_ in (((-1,), alone), ((0, -1), over)):
            values, counts = [], []
            for order, count in dealt[callers].items():
                own, *others = order  # the raiser, the big blind if they call, hero
                rank = {2: own, 0: others[-1], **({1: others[0]} if len(others) == 2 else {})}
                seats = tuple(seat for seat in (1, 2) if seat in rank)
                called = place.if_called(seats, [rank[seat] for seat in (0, *seats)])
                rest = [rank[seat] for seat in (0, 1) if seat in rank]
                less = [sorted(set(rest)).index(one) for one in rest]
                gone = place.if_called(1, less) if len(less) == 2 else place.if_all_fold()
                values.append(worth.worth_to(2, called).value - worth.worth_to(2, gone).value)
                counts.append(count)
            chances, gains = np.array(counts) / total, np.array(values)
            gain = float(chances @ gains)
            error = float(np.sqrt((chances @ gains**2 - gain**2) / total))
            loss = max(0.0, -gain if number in range_.classes else gain)
            assert loss <= 4.5 * error + 0.01, (class_name(number), callers, gain, error)
            wrong += loss > 3 * error
    assert wrong == 0
    assert found.best_error is not None
    assert found.best_error < 0.01


def test_parts_of_the_best_answer_may_be_given() -> None:
    asked: dict[str, Any] = {"hand": "A9s", "ranges": "10%", "bet_with": "30%", "pushes_with": "15%"}
    asked |= {"models": ["icm"], "samples": 20_000}
    best = ft.push(spot("SB"), **asked)
    over = ft.push(spot("SB"), **asked, bettor_overcalls="4%")
    assert over.bettors[0].calls_with == best.bettors[0].calls_with
    assert over.three_way[0].calls_with == str(Range.read("4%")) != best.three_way[0].calls_with
    calls = ft.push(spot("SB"), **asked, bettor_calls="12%", bettor_overcalls="best")
    assert calls.bettors[0].calls_with == str(Range.read("12%"))
    assert calls.three_way[0].calls_with == best.three_way[0].calls_with


def test_single_combos_account_for_suits_in_the_best_answer() -> None:
    found = ft.push(spot(), hand="7c2d", bet_with="AhKh, AsKs, QQ", pushes_with="AhQh, JJ", models=["icm"])
    kept = Range.read(found.bettors[0].calls_with or "")
    assert read_combo("AsKs") in kept.singles
    with refused("conflict", "pushes_with"):
        ft.push(spot(), hand="7c2d", bet_with="AhKh", pushes_with="AhQh", models=["icm"])


def call_minus_fold(
    place: ft.PushSpot, first: bool, combo: Combo, pushes: Any, other: Any, calls: Any, seed: int
) -> tuple[float, float]:
    """Return the value of calling minus folding for the cutoff (the first to answer) or the button, by plain deals.

    ``pushes`` is hero's range, ``other`` and ``calls`` are what the other player who bet holds and calls with.
    """
    random, worth, own = np.random.default_rng(seed), Outcomes(place.table, find_model("icm"), 1e-9), 2 if first else 3
    deck = shuffled([card for card in range(52) if card not in combo], 9, 60_000, random)
    held = [deck[:, 5:7], deck[:, 7:9]]
    goes, bets, answers = (
        weights[cards.max(axis=1), cards.min(axis=1)] > 0
        for weights, cards in zip((pushes, other, calls), (held[0], held[1], held[1]), strict=True)
    )
    deck, held = (some[goes & bets] for some in (deck, np.stack(held, axis=1)))
    answers = answers[goes & bets]
    mine = np.broadcast_to(np.array(combo), (len(deck), 2))
    strengths = [strength(np.hstack([cards, deck[:, :5]])) for cards in (held[:, 0], mine, held[:, 1])]

    def value(callers: list[int], ranks: list[int]) -> float:
        return worth.worth_to(own, place.if_called(callers, ranks)).value

    def met(seat: int, theirs: Any) -> Any:
        ends = [value([seat], list(order)) for order in ((0, 1), (0, 0), (1, 0))]
        return np.array(ends)[1 - np.sign(strengths[0] - theirs)]

    called, folded = met(own, strengths[1]), np.full(len(deck), value([], [0]))
    if first:  # the button may still call
        folded = np.where(answers, met(3, strengths[2]), folded)
    reached = np.ones(len(deck), dtype=bool) if first else ~answers
    gains = (called - folded)[reached]
    return float(gains.mean()), float(gains.std() / len(gains) ** 0.5)


@pytest.mark.slow
def test_several_players_who_bet_answer_best_to_each_other() -> None:
    """The cutoff limps, the button raises; plain deals to every hand of both."""
    place = spot("SB", {"CO": 200, "BTN": 600}, stacks=[3000, 3500, 4000, 6000])
    pushes, held = Range.read("45%"), [Range.read("AA, KK, 22-88, A2s-A9s, KTs+, QTs+, JTs, KQo"), Range.read("20%")]
    asked: dict[str, Any] = {"hand": "A9s", "ranges": "fold", "bet_with": held, "models": ["icm"]}
    found = ft.push(place, **asked, pushes_with=pushes)
    assert found.best_error is not None
    assert found.best_error < 0.02
    answers = [Range.read(one.calls_with or "") for one in found.bettors]
    assert "CO and BTN answer best to each other and to a hero who pushes" in str(found)
    for own, other in ((0, 1), (1, 0)):
        told = (by_cards(pushes), by_cards(held[other]), by_cards(answers[other]))
        for number in held[own].classes:
            gain, error = call_minus_fold(place, own == 0, combos_of(number)[0], *told, seed=number)
            loss = max(0.0, -gain if number in answers[own].classes else gain)
            assert loss <= 3.5 * error, (own, class_name(number), gain, error)
    given = ft.push(place, **asked, bettor_calls=answers)
    assert given["icm"] == found["icm"]


def test_a_best_answer_needs_heros_range_after_limps_or_calls() -> None:
    with refused("missing", "pushes_with"):
        ft.push(spot("SB", {"BTN": 200}), hand="A9s", ranges="10%", bet_with="30%")
    with refused("unavailable", "pushes_with"):
        ft.push(spot("SB", {"BTN": 200}), hand="A9s", ranges="10%", bet_with="30%", pushes_with="nash")
    with refused("unavailable", "ranges"):
        ft.push(spot("SB", {"BTN": 200}), hand="A9s", ranges="nash", bet_with="30%", bettor_calls="10%")
    with refused("unavailable", "bet_with"):
        ft.push(spot("SB", {"CO": 450, "BTN": 450}), hand="A9s", ranges="5%", bet_with="nash", bettor_calls="fold")
    with refused("conflict", "pushes_with"):
        ft.push(spot(), hand="A9s", bet_with="30%", bettor_calls="10%", pushes_with="10%")
    with refused("conflict", "pushes_with"):
        ft.push(spot("SB", {}), hand="A9s", ranges="10%", pushes_with="10%")


# --- wrong input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hero", "bets", "message"),
    [
        ("BB", {"BTN": 150}, r"bets\[BTN\] must be at least the big blind of 200, got 150"),
        ("BB", {"BTN": 300}, r"bets\[BTN\] must be 200, a limp, or a raise to at least 400, got 300"),
        ("BB", {"BTN": 7000}, r"bets\[BTN\] must be at most the player's chips, 6000, got 7000"),
        ("BB", {"BTN": 6000}, r"bets\[BTN\] must leave the player a chip \(facing an all-in is for decide\), got 6000"),
        ("BB", {"BTN": 5999.5}, r"bets\[BTN\] must leave the player a chip"),
        (
            "BB",
            {"CO": 450, "BTN": 900},
            r"must be the call of the raise to 450: CO has raised, and only one",
        ),
        ("BB", {"CO": 450, "BTN": 200}, r"bets\[BTN\] must match the raise to 450, got 200"),
        ("BTN", {"SB": 450}, "bets must name players who act before hero: CO, got 'SB'"),
        ("CO", {"BTN": 450}, "bets must name players who act before hero: no player: hero is the first to act"),
        ("BTN", {"BTN": 450}, "bets must not name hero, who has not acted"),
        ("BB", {}, r"hero must act before the big blind, who wins if all others fold \(limps or a raise before"),
        ("BB", {"BTN": "x"}, r"bets\[BTN\] must be a number"),
        ("BB", [450], "bets must be a mapping from players to chips"),
        ("BB", {"HJ": 450}, "bets must be"),
    ],
)
def test_bets_that_cannot_be_get_one_clear_line(hero: str, bets: Any, message: str) -> None:
    with pytest.raises(ft.InputError, match=message):
        spot(hero, bets)


def test_ranges_of_players_who_bet_are_checked() -> None:
    asked: dict[str, Any] = {"hand": "A9s", "models": ["icm"]}
    with refused("missing", "bet_with"):
        ft.push(spot(), **asked, bettor_calls="10%")
    with refused("needs_other", "bet_with"):
        ft.push(spot("SB", {}), **asked, ranges="10%", bet_with="10%")
    with pytest.raises(ft.InputError, match=r"bettor_calls\[BTN\] must be within the hands that the player bet with"):
        ft.push(spot(), **asked, bet_with="20%", bettor_calls="22+, A2o+")
    with pytest.raises(ft.InputError, match=r"bettor_overcalls\[BTN\] must be within the hands"):
        ft.push(spot("SB"), **asked, ranges="5%", bet_with="20%", bettor_calls="5%", bettor_overcalls="40%")
    with pytest.raises(ft.InputError, match="folded_from may be given for CO, SB, got"):
        ft.push(spot(), **asked, bet_with="20%", bettor_calls="10%", folded_from={"BTN": "20%"})
    with refused("conflict", "ranges"):
        ft.push(spot(), **asked, ranges="10%", bet_with="20%", bettor_calls="10%")
    with refused("no_hands", "bet_with[BTN]"):
        ft.push(spot(), **asked, bet_with="fold", bettor_calls="fold")
    with refused("conflict", "bet_with"):
        ft.push(spot(), hand="AhAd", models=["icm"], bet_with="AhKd", bettor_calls="fold")


def test_amounts_may_be_in_big_blinds() -> None:
    assert spot(bets={"BTN": "2.25bb"}) == spot(bets={"BTN": 450})
    blinds: dict[str, Any] = {"button": 0, "small_blind": 100, "big_blind": 200}
    asked: dict[str, Any] = {"hero": 0, "all_in": [2], **blinds}
    stacks = [3000, 3000, 3000]
    assert ft.Spot.of(stacks, [1], bets={0: "2bb"}, **asked) == ft.Spot.of(stacks, [1], bets={0: 400}, **asked)


def test_the_command_gives_the_same_answer_as_python_after_a_raise() -> None:
    line = "push SB=3000 BB=3000 CO=4000 BTN=6000 -p 50,30,20 --blinds 100/200 --button BTN --hero SB --hand A9s"
    more = "--range 8% --bets BTN=2.25bb --bet-with 30% --bettor-calls 12% --bettor-overcalls 5% --folded-from 30%"
    _, printed = in_process(*line.split(), *more.split(), "--json")
    asked: dict[str, Any] = {"bettor_calls": "12%", "bettor_overcalls": "5%", "folded_from": "30%"}
    found = ft.push(spot("SB"), hand="A9s", ranges="8%", bet_with="30%", **asked)
    assert json.loads(printed) == json.loads(json.dumps(found.to_dict()))
    _, shown = in_process(*line.split(), *more.split())
    assert "BTN raises to 450 with" in shown
    assert "BB and BTN both call" in shown
    assert "If hero folds, BTN wins the pot." in shown


def test_nash_stands_for_ranges_of_the_equilibrium_in_which_the_raise_is_locked() -> None:
    place = spot("SB")
    options: dict[str, Any] = {"small_blind": 100, "big_blind": 200, "button": "BTN"}
    found = ft.push(place, hand="A9s", ranges="nash", bet_with="30%", folded_from="nash", models=["icm"])
    chart = ft.nash(
        place.table, **options, raise_to={"BTN": 450}, lock={"BTN raise": "30%"}, tolerance=1e-4, model="icm"
    )
    assert found.chart == chart.exploitability.total
    assert found.pushes_with == str(chart.range("SB", raised_by="BTN"))
    assert found.callers[0].hands == str(chart.range("BB", "SB", raised_by="BTN"))
    assert found.folders[0].hands == str(chart.range("CO"))
    assert "Ranges come from the equilibrium with this raise, in which no player sees a flop" in str(found)
    given = ft.push(
        place,
        hand="A9s",
        ranges=chart.range("BB", "SB", raised_by="BTN"),
        bet_with="30%",
        folded_from=chart.range("CO"),
        pushes_with=chart.range("SB", raised_by="BTN"),
        models=["icm"],
    )
    assert given.verdicts == found.verdicts
    # The raiser's answer is that of the chart, up to hands that are worth nothing.
    answer = Range.read(found.bettors[0].calls_with or "")
    calls = chart.frequency("BTN", "SB", raised_by="BTN") * Range.read("30%").combos
    assert answer.combos == pytest.approx(calls, abs=40)


def test_nash_stands_for_the_ranges_of_those_who_bet_and_folded_on_the_command_line() -> None:
    line = "push SB=3000 BB=3000 CO=4000 BTN=6000 -p 50,30,20 --blinds 100/200 --button BTN --hero BB --hand A9s"
    more = "--bets BTN=450 --bet-with nash --bettor-calls fold --folded-from nash --models icm --json"
    found = json.loads(in_process(*line.split(), *more.split())[1])
    assert [folder["player"] for folder in found["folders"]] == [2, 0]
    assert all(folder["range"] for folder in found["folders"])
    assert Range.read(found["bettors"][0]["range"]).combos > Range.read(found["folders"][0]["range"]).combos
    asked: dict[str, Any] = {"bet_with": "nash", "bettor_calls": "fold", "folded_from": "nash", "models": ["icm"]}
    assert found == json.loads(json.dumps(ft.push(spot(), hand="A9s", **asked).to_dict()))


def test_nash_stands_for_the_range_of_a_player_who_goes_all_in_over_heros_raise() -> None:
    line = "decide SB=3000 BB=3000 CO=4000 BTN=6000 -p 50,30,20 --blinds 100/200 --button BTN --hero BTN --hand A9s"
    more = "--bets BTN=450 --all-in BB --range nash --models icm --json"
    found = json.loads(in_process(*line.split(), *more.split())[1])
    chart = ft.nash(spot().table, small_blind=100, big_blind=200, button="BTN", raise_to={"BTN": 450}, tolerance=1e-4)
    assert found["ranges"] == [str(chart.range("BB", raised_by="BTN"))]


# --- on every surface ------------------------------------------------------------------------------------------------

TABLE = "SB=3000 BB=3000 CO=4000 BTN=6000 -p 50,30,20 --blinds 100/200 --button BTN"


@pytest.mark.parametrize(
    ("hero", "bets", "code", "field"),
    [
        ("BB", "BTN=300", "too_small", "bets[BTN]"),
        ("BB", "BTN=7000", "too_large", "bets[BTN]"),
        ("BB", "BTN=6000", "too_large", "bets[BTN]"),
        ("BB", "BTN=5999.5", "too_large", "bets[BTN]"),
        ("BB", "CO=450,BTN=900", "conflict", "bets[BTN]"),
        ("BTN", "SB=450", "conflict", "bets"),
        ("BTN", "BTN=450", "conflict", "bets"),
    ],
)
def test_wrong_raises_are_refused_in_python_on_the_command_line_and_over_http(
    hero: str, bets: str, code: str, field: str
) -> None:
    pairs = {name: float(chips) for name, chips in (one.split("=") for one in bets.split(","))}
    with refused(code, field):
        spot(hero, pairs)
    line = f"push {TABLE} --hero {hero} --hand A9s --bets {bets} --bet-with 20% --bettor-calls 5% --range 5%"
    status, printed = in_process(*line.split())
    assert status == 2, printed
    body = {"stacks": [3000, 3000, 4000, 6000], "payouts": [50, 30, 20], "names": NAMES, "small_blind": 100}
    body |= {"big_blind": 200, "button": "BTN", "hero": hero, "hand": "A9s", "bets": pairs, "bet_with": ["20%"]}
    with asking() as client:
        answer = client.post("/api/v1/push", json={**body, "bettor_calls": ["5%"], "ranges": ["5%"]})
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == code
