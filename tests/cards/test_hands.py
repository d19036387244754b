"""Hands, ranges and all-in equity before the flop."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_cards

import finaltable as ft
from finaltable import _core
from finaltable.cards.hand import CLASSES, Combo, card_name, class_name, class_of, class_table, combos_of, read_combo
from finaltable.cards.preflop import heads_up, showdown
from finaltable.cards.range import Range, ranking
from tests.refused import refused


def names(text: str) -> set[str]:
    """Return the names of the classes in a range."""
    return {class_name(number) for number in Range.read(text).classes}


# --- ranges ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("TT+", "TT JJ QQ KK AA"),
        ("AJs+", "AJs AQs AKs"),
        ("AJo+", "AJo AQo AKo"),
        ("KT+", "KTs KTo KJs KJo KQs KQo"),
        ("AA-TT", "TT JJ QQ KK AA"),
        ("TT-AA", "TT JJ QQ KK AA"),
        ("22-55", "22 33 44 55"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("JTs-76s", "JTs T9s 98s 87s 76s"),
        ("76s-JTs", "JTs T9s 98s 87s 76s"),
        ("T8o-75o", "T8o 97o 86o 75o"),
        ("AK", "AKs AKo"),
        ("ka", "AKs AKo"),
        ("aks", "AKs"),
        ("AKs,AQs", "AKs AQs"),
        ("AKs AQs", "AKs AQs"),
        ("AKs;AQs , KK", "AKs AQs KK"),
        ("A5s - A2s", "A5s A4s A3s A2s"),
        ("AA AA", "AA"),
        ("AA–TT", "TT JJ QQ KK AA"),
        ("TT +", "TT JJ QQ KK AA"),
    ],
)
def test_all_common_notations_are_read(text: str, classes: str) -> None:
    assert names(text) == set(classes.split())


def test_combos_of_a_range_are_counted() -> None:
    assert Range.read("22+, A2s+, KTs+, QJs, A8o+, KJo+").combos == 78 + 48 + 12 + 4 + 72 + 24
    assert Range.read("random").combos == Range.read("100%").combos == 1326


def test_weights_and_single_combos_are_read() -> None:
    hands = Range.read("AA:0.5, KK:25%, AhKh, AsKs:0.1")
    assert hands.combos == pytest.approx(3 + 1.5 + 1 + 0.1)
    assert hands.singles == {read_combo("AhKh"): 1.0, read_combo("AsKs"): 0.1}
    assert Range.read("AKs, AhKh:0").combos == 3  # a combo with another weight leaves its class
    assert Range.read("AhKd:0.5, AKo").combos == 12  # a later token overrides an earlier one
    assert Range.read("AKo, AhKd:0.5").combos == 11.5
    assert Range.read("AhKh, AdKd, AsKs, AcKc") == Range.read("AKs")
    assert Range.read("AhKh:0, AA:0, QQ") == Range.read("QQ")  # hands of weight 0 are dropped
    assert Range.read("Ah Kh, qc QD").singles == {read_combo("AhKh"): 1.0, read_combo("QdQc"): 1.0}


def test_percentages_are_the_best_hands_against_a_random_hand() -> None:
    best = ranking()
    assert [class_name(number) for number in best[:5]] == ["AA", "KK", "QQ", "JJ", "TT"]
    assert class_name(best[-1]) == "32o"
    for percent in (1, 5, 20, 50, 99):
        combos = Range.read(f"{percent}%").combos
        assert abs(combos - 13.26 * percent) <= 6
    assert names("5%") < names("20%") < names("50%")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "range must name at least one hand"),
        ("AKx", "range, token 1 must be hands like TT+, AJs+, A5s-A2s, JTs-76s, AhKh, 20% or random, got 'AKx'"),
        ("22+, foo, AK", "range, token 2 must be hands like"),
        ("1T", "must be hands like"),
        ("AK+-AJ", "must be hands like"),
        ("AA-KQ", "range, token 1 must join two pairs, two kickers of one card, or two hands with the same gap"),
        ("AKs-T9o", "of the same kind, got 'AKs-T9o'"),
        ("AKs-T8s", "must join"),
        ("AA:0", "range must leave at least one hand with a weight above 0, got 'AA:0'"),
        ("AAs", "range, token 1 must be a pair without s or o, got 'AAs'"),
        ("AA:2", "range, token 1 must have a weight from 0 to 1 after the colon, got 'AA:2'"),
        ("AA:x", "must have a weight"),
        ("0%", "must be a percentage above 0 and up to 100"),
        ("101%", "must be a percentage"),
        ("AhAh", "must be two different cards, got 'AhAh'"),
    ],
)
def test_an_invalid_token_is_named_in_the_error(text: str, words: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        Range.read(text)
    assert words in str(caught.value)


def test_values_that_are_not_hands_are_refused() -> None:
    with pytest.raises(ft.InputError, match="range must be hands like 22\\+, AJs\\+, KQo, got 5"):
        Range.read(5)  # type: ignore[arg-type]
    with pytest.raises(ft.InputError, match="hand must be two cards like AhKh, got 'AKs'"):
        read_combo("AKs")


# Weights with many digits, as solvers print them, must not be rounded.
some_ranges = st.builds(
    Range,
    st.dictionaries(
        st.integers(0, CLASSES - 1), st.sampled_from([1.0, 0.5, 0.333, 0.12345678]), min_size=1, max_size=60
    ),
)


@given(some_ranges)
def test_printed_ranges_are_read_back(hands: Range) -> None:
    again = Range.read(str(hands))
    assert dict(again.classes) == dict(hands.classes)


@given(st.sets(st.integers(0, CLASSES - 1), min_size=1, max_size=120))
def test_the_printed_form_is_never_longer_than_the_list(numbers: set[int]) -> None:
    hands = Range(dict.fromkeys(numbers, 1.0))
    assert len(str(hands)) <= len(", ".join(class_name(number) for number in numbers))


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("AA,KK,QQ,JJ,TT,AKs,AKo", "TT+, AK"),
        ("JTs,T9s,98s", "JTs-98s"),
        ("55,44,33,22", "55-22"),
        ("A5s,A4s,A3s,A2s,AKs", "A5s-A2s, AKs"),
        ("KQs,KJs,KTs", "KTs+"),
        ("AKs,AQs,AJs,AKo", "AJs+, AKo"),
        ("22+, A2s+, KTs+, QJs, A8o+, KJo+", "22+, A2s+, A8o+, KTs+, KJo+, QJs"),
        ("AhKh,AsKs", "AsKs, AhKh"),
        ("any", "random"),
        ("22+, A2+, K2+, Q2+, J2+, T2+, 92+, 82+, 72+, 62+, 52+, 42+, 32", "random"),
    ],
)
def test_a_range_is_printed_in_its_shortest_form(text: str, short: str) -> None:
    assert str(Range.read(text)) == short


def test_the_grid_has_suited_hands_above_the_diagonal() -> None:
    lines = Range.read("AKs, AQo, 22, KQs:0.5, KJs:0.994, KTs:0.996, QhJh").grid().splitlines()
    assert len(lines) == 13
    assert lines[0].startswith(" ·  AKs  · ")
    assert lines[1].split()[:5] == ["·", "·", "50%", "99%", "KTs"]  # 99.6 % is shown as the whole hand
    assert lines[2].split()[:4] == ["AQo", "·", "·", "25%"]  # one of four
    assert lines[12].endswith("22")


def test_classes_and_combos_are_a_partition() -> None:
    seen = [combo for number in range(CLASSES) for combo in combos_of(number)]
    assert len(seen) == len(set(seen)) == 1326
    assert all(class_of(combo) == number for number in range(CLASSES) for combo in combos_of(number))


# --- strength of hands -----------------------------------------------------------------------------------------------


def test_the_evaluator_agrees_with_another_library() -> None:
    rng = random.Random(7)
    deals = [rng.sample(range(52), 7) for _ in range(6000)]
    # Random deals hold few straight flushes and quads: deal some from few cards.
    few = [4 * rank + suit for rank in range(6, 13) for suit in range(2)]
    deals += [rng.sample(few, 7) for _ in range(3000)]
    deals += [rng.sample([4 * rank + suit for rank in (0, 1, 2, 3, 12) for suit in range(4)], 7) for _ in range(3000)]
    ours = np.array([_core.hand_strength(deal) for deal in deals])
    theirs = np.array([-evaluate_cards(*(card_name(card) for card in deal)) for deal in deals])
    order = np.argsort(theirs, kind="stable")
    steps, reference = np.diff(ours[order]), np.diff(theirs[order])
    assert ((steps > 0) == (reference > 0)).all()
    assert ((steps == 0) == (reference == 0)).all()
    assert len(np.unique(theirs)) > 1500


# --- equity ----------------------------------------------------------------------------------------------------------


def test_equities_are_as_published() -> None:
    aces = heads_up(Range.read("AA"), Range.read("KK"))
    assert (round(aces.equity, 7), round(aces.win, 5), round(aces.tie, 5)) == (0.8194605, 0.81715, 0.00463)
    wide = heads_up(Range.read("22+,A2s+,KTs+,QJs,A8o+,KJo+"), Range.read("TT+,AK"))
    assert round(wide.equity, 7) == 0.3308442
    assert aces.standard_error == 0


@settings(max_examples=25)
@given(st.integers(0, CLASSES - 1), st.integers(0, CLASSES - 1))
@example(class_of(read_combo("AhKh")), class_of(read_combo("QhJh")))
@example(class_of(read_combo("AhKh")), class_of(read_combo("AhKd")))
def test_single_hands_on_every_board_add_up_to_the_table(i: int, j: int) -> None:
    table = class_table()
    counted = np.zeros(3)
    cache: dict[tuple[int, ...], np.ndarray] = {}
    for a, b in itertools.product(combos_of(i), combos_of(j)):
        if set(a) & set(b):
            continue
        key = canonical(a, b)
        if key not in cache:
            hands = np.array([[0, key[0], key[1]], [1, key[2], key[3]]])
            shown = _core.showdown_of_hands(hands, np.ones(2))
            assert shown.boards == 1_712_304
            found = dict(zip(shown.orders, shown.counts, strict=True))
            cache[key] = np.array([found.get(0o10, 0), found.get(0, 0), found.get(0o1, 0)])
        counted += cache[key]
    assert counted.tolist() == [table.wins[i, j], table.ties[i, j], table.wins[j, i]]


def canonical(one: Combo, other: Combo) -> tuple[int, ...]:
    """Return two hands with suits renamed in order of appearance, so that equivalent hands are equal."""
    suits: dict[int, int] = {}
    return tuple(4 * (card >> 2) + suits.setdefault(card & 3, len(suits)) for card in (*one, *other))


def test_a_sample_of_boards_agrees_with_the_other_library() -> None:
    rng = random.Random(11)
    hero, villain = read_combo("AhKh"), read_combo("QdQc")
    rest = [card for card in range(52) if card not in (*hero, *villain)]
    for _ in range(300):
        board = rng.sample(rest, 5)
        ours = [_core.hand_strength([*hand, *board]) for hand in (hero, villain)]
        theirs = [-evaluate_cards(*(card_name(card) for card in (*hand, *board))) for hand in (hero, villain)]
        assert (ours[0] > ours[1], ours[0] == ours[1]) == (theirs[0] > theirs[1], theirs[0] == theirs[1])


def test_the_table_counts_all_boards_for_all_pairs_of_hands() -> None:
    table = class_table()
    totals = table.wins + table.wins.T + table.ties
    some = (0, 14, 1, 13, 168)
    for i, j in itertools.product(some, some):
        pairs = sum(1 for a in combos_of(i) for b in combos_of(j) if not set(a) & set(b))
        assert totals[i, j] == 1_712_304 * pairs
    assert totals.sum() == 1_712_304 * 1326 * 1225


@settings(max_examples=30)
@given(some_ranges, some_ranges)
def test_probabilities_of_two_players_sum_to_one(one: Range, other: Range) -> None:
    there, back = heads_up(one, other), heads_up(other, one)
    assert there.win + there.tie + there.lose == pytest.approx(1)
    assert (there.win, there.tie) == pytest.approx((back.lose, back.tie))


def test_a_single_hand_has_the_equity_of_its_class_against_classes() -> None:
    others = Range.read("QQ, 72o")
    for suited in ("AhKh", "AcKc"):
        assert heads_up(Range.read(suited), others) == pytest.approx(heads_up(Range.read("AKs"), others))


def test_singles_against_singles_are_enumerated() -> None:
    # A flush draw lost to blockers: the suits matter.
    shared = heads_up(Range.read("AhKh"), Range.read("QhQd"))
    apart = heads_up(Range.read("AhKh"), Range.read("QcQd"))
    assert shared.equity < apart.equity
    assert shared.standard_error == 0
    mixed = heads_up(Range.read("AhKh, AsKs"), Range.read("QhQd"))
    assert mixed.equity == pytest.approx((shared.equity + heads_up(Range.read("AsKs"), Range.read("QhQd")).equity) / 2)


def test_classes_count_in_proportion_to_their_weights() -> None:
    kings, aces, deuces = "KK", heads_up("AA", "KK").equity, heads_up("72o", "KK").equity
    # Six combos of aces, twelve of 72o; none of them shares a card with kings.
    mean = (0.5 * 6 * aces + 12 * deuces) / (0.5 * 6 + 12)
    assert heads_up("AA:0.5, 72o", kings).equity == pytest.approx(mean, abs=1e-12)
    assert heads_up(kings, "AA:0.5, 72o").equity == pytest.approx(1 - mean, abs=1e-12)


def test_single_hands_count_in_proportion_to_their_weights() -> None:
    good, bad = (heads_up(hand, "QQ").equity for hand in ("AhKh", "7c2d"))
    assert heads_up("AhKh:0.5, 7c2d", "QQ").equity == pytest.approx((0.5 * good + bad) / 1.5)
    good, bad = (heads_up("AhKh", hand).equity for hand in ("QhQd", "7c2d"))
    assert heads_up("AhKh", "QhQd, 7c2d:0.25").equity == pytest.approx((good + 0.25 * bad) / 1.25)
    good, bad = (heads_up(hand, "QhQd").equity for hand in ("AhKh", "7c2d"))
    assert heads_up("AhKh:0.25, 7c2d", "QhQd").equity == pytest.approx((0.25 * good + bad) / 1.25)


@pytest.mark.parametrize("hand", ["QhQd", "QhQd, 7c2d:0.3", "QhQd, 99"])
def test_classes_against_single_hands_mirror_single_hands_against_classes(hand: str) -> None:
    assert heads_up("AKs", hand).equity == pytest.approx(1 - heads_up(hand, "AKs").equity)
    mixed = heads_up("AKs, JsTs", hand)
    assert mixed.equity == pytest.approx(1 - heads_up(hand, "AKs, JsTs").equity)
    assert min(heads_up("AKs", hand).equity, heads_up("JsTs", hand).equity) < mixed.equity
    assert mixed.equity < max(heads_up("AKs", hand).equity, heads_up("JsTs", hand).equity)


def test_hands_are_sampled_in_proportion_to_their_weights() -> None:
    values: dict[tuple[int, ...], float] = {(0, 1): 1.0, (0, 0): 0.5, (1, 0): 0.0}
    for ranges in (("AA:0.1, 72o", "KK"), ("KK", "AA:0.1, 72o")):
        drawn = showdown(ranges, samples=200_000)
        mean = sum(chance * values[order] for order, chance in drawn.orders.items())
        assert abs(mean - heads_up(*ranges).equity) < 4 * drawn.standard_error(values)


def test_the_standard_error_is_that_of_the_sample_size() -> None:
    values: dict[tuple[int, ...], float] = {(0, 1): 1.0, (0, 0): 0.5, (1, 0): 0.0}
    truth = heads_up("AA", "KK")
    variance = truth.win + truth.tie / 4 - truth.equity**2
    drawn = showdown(["AA", "KK"], samples=100_000)
    assert drawn.standard_error(values) == pytest.approx((variance / 100_000) ** 0.5, rel=0.02)


def test_ranks_have_no_gap_after_a_tie() -> None:
    # The first two players split most boards; the third player then has rank 1, not 2.
    orders = showdown(["AhKh", "AdKd", "7s2c"]).orders
    assert orders[0, 0, 1] > 0.3
    assert all(set(order) == set(range(max(order) + 1)) for order in orders)


def test_sampling_two_players_agrees_with_the_exact_answer() -> None:
    drawn = showdown([Range.read("AJs"), Range.read("22+, A2s+")], samples=400_000, seed=3)
    counted = heads_up(Range.read("AJs"), Range.read("22+, A2s+"))
    values: dict[tuple[int, ...], float] = {(0, 1): 1.0, (0, 0): 0.5, (1, 0): 0.0}
    mean = sum(chance * values[order] for order, chance in drawn.orders.items())
    assert abs(mean - counted.equity) < 4 * drawn.standard_error(values)
    assert not drawn.exact
    again = showdown([Range.read("AJs"), Range.read("22+, A2s+")], samples=400_000, seed=3)
    assert again.orders == drawn.orders


def test_three_known_hands_are_exact() -> None:
    hands = [Range.read("AhKh"), Range.read("QdQc"), Range.read("7s6s")]
    exact = showdown(hands)
    assert (exact.exact, exact.boards) == (True, 1_370_754)
    assert sum(exact.orders.values()) == pytest.approx(1)
    ranges = [Range.read("AhKh, AhKh:1"), Range.read("QdQc"), Range.read("7s6s, 7s6s:1")]
    assert showdown(ranges).orders == exact.orders


@pytest.mark.parametrize(
    "ranges",
    [["AhKh", "AhQd"], ["AA", "AA", "AA"], ["AhAd", "AhAd"], ["AhKh", "QdQc", "7s6h", "Ah2d"]],
    ids=["shared card", "too many aces", "same hand", "shared card of several"],
)
def test_hands_with_common_cards_are_refused(ranges: list[str]) -> None:
    hands = [Range.read(text) for text in ranges]
    with refused("blocked_hands", "ranges"):
        heads_up(*hands) if len(hands) == 2 else showdown(hands)


def test_ranges_may_be_texts_and_other_values_are_refused() -> None:
    assert heads_up("AA", "KK") == heads_up(Range.read("AA"), Range.read("KK"))
    assert {Range.read("AA"): 1}[Range.read("aa")] == 1
    with refused("not_hands", "villain"):
        heads_up("AA", None)  # type: ignore[arg-type]
    with refused("not_whole", "samples"):
        showdown(["AA", "KK"], samples=-1)


def test_many_single_hands_are_sampled_with_the_given_number_of_samples() -> None:
    singles = ", ".join(str(combo) for number in (14, 28, 42) for combo in combos_of(number)[:5])
    others = ", ".join(str(combo) for number in (56, 70, 84) for combo in combos_of(number)[:5])
    rough, fine = (heads_up(singles, others, samples=samples) for samples in (50_000, 200_000))
    assert rough.standard_error == pytest.approx(2 * fine.standard_error, rel=0.05)


def test_too_many_players_at_a_showdown_are_refused() -> None:
    with pytest.raises(ft.InputError, match="ranges must be 2 to 6 players at a showdown, got 7 players"):
        showdown([Range.read("random")] * 7)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (("22+",), "range must be made with Range.read, which parses text, got '22+'"),
        ((["AA"],), "range must be made with Range.read"),
        ((None,), "range must be made with Range.read"),
        (({}, "AhKh"), "range must be made with Range.read"),
        (({169: 1.0},), "range, class must be a whole number from 0 to 168, got 169"),
        (({"AA": 1.0},), "range, class must be a whole number from 0 to 168, got 'AA'"),
        (({168: 1.5},), "range, class 168 must have a weight above 0 and up to 1, got 1.5"),
        (({168: "x"},), "range, class 168 must be a number, got 'x'"),
        (({}, {"AhKh": 1.0}), "range, singles must be combos, got 'AhKh'"),
        (({}, {Combo(51, 47): 0}), "range, AsKs must have a weight above 0 and up to 1, got 0"),
    ],
)
def test_a_range_made_of_invalid_parts_is_refused(parts: Any, message: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        Range(*parts)
    assert message in str(caught.value)
