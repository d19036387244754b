"""Bad input: a ValueError that names the field, the rule and the value, before anything is computed."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.errors import MissingError
from tests.refused import refused

MODELS = pytest.mark.parametrize("model", ft.model_names())


@MODELS
@pytest.mark.parametrize(
    ("stacks", "payouts", "message"),
    [
        ([], [1], "stacks must name at least one player, got []"),
        (None, [1], "stacks must be a list of numbers, got None"),
        ("123", [1], "stacks must be a list of numbers, got '123'"),
        ([3, -5], [1], "stacks[1] must not be negative, got -5"),
        ([3, math.nan], [1], "stacks[1] must be a finite number, got nan"),
        ([math.inf, 3], [1], "stacks[0] must be a finite number, got inf"),
        ([3, "x"], [1], "stacks[1] must be a number, got 'x'"),
        ([3, None], [1], "stacks[1] must be a number, got None"),
        ([3, True], [1], "stacks[1] must be a number, got True"),
        ([3, 2j], [1], "stacks[1] must be a number, got 2j"),
        ([[3, 2]], [1], "stacks must be the stacks of one table (value_tables takes many), got lists"),
        (np.ones((2, 2)), [1], "stacks must be the stacks of one table (value_tables takes many), got shape (2, 2)"),
        ([0, 0], [1], "stacks must hold chips for at least one player, got [0, 0]"),
        ([1e200, 1], [1], "stacks[0] must be zero or between 1e-100 and 1e+100, got 1e+200"),
        ([1, 1e-200], [1], "stacks[1] must be zero or between 1e-100 and 1e+100, got 1e-200"),
        ([10**500, 1], [1], "stacks[0] must be zero or between 1e-100 and 1e+100, got a whole number of"),
        ([2, 1], [], "payouts must name at least one prize, got []"),
        ([2, 1], [5, -1], "payouts[1] must not be negative, got -1"),
        ([2, 1], [math.nan], "payouts[0] must be a finite number, got nan"),
        ([2, 1], 100, "payouts must be a list of numbers, got 100"),
        ([2, 1], [3, 2, 1], "payouts must not outnumber the players: place 3 cannot be paid"),
        ([2], [3, 2, 1], "places 2 to 3 cannot be paid (extra_payouts='drop' leaves them out), got 3 payouts for 1"),
    ],
)
def test_bad_tables(model: str, stacks: Any, payouts: Any, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below, whole)
        ft.equity(stacks, payouts, model)
    assert message in str(caught.value)
    assert isinstance(caught.value, ft.InputError)
    assert caught.value.field
    assert caught.value.rule


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": "elo"}, f"model must be one of {', '.join(ft.model_names())}, got 'elo'"),
        ({"method": "magic"}, "method must be one of auto, tree, sample, exact, paper, got 'magic'"),
        ({"method": None}, "method must be one of"),
        ({"model": "icm", "method": "tree"}, "method must be one of auto, subsets, quadrature, compressed, got 'tree'"),
        ({"model": "chip_chop", "method": "tree"}, "method must be one of floor, proportional, got 'tree'"),
        ({"tolerance": 0}, "tolerance must lie between 0 and 1, both excluded, got 0"),
        ({"tolerance": 1}, "tolerance must lie between 0 and 1"),
        ({"tolerance": -1e-9}, "tolerance must not be negative"),
        ({"tolerance": math.nan}, "tolerance must be a finite number"),
        ({"tolerance": "small"}, "tolerance must be a number, got 'small'"),
        ({"tolerance": 1e-18, "method": "tree"}, "tolerance must be at least"),
        ({"max_seconds": 0}, "max_seconds must be above 0"),
        ({"max_seconds": "soon"}, "max_seconds must be a number"),
        ({"max_seconds": 1.1e9}, "max_seconds must be above 0 and at most 1e9, got 1100000000.0"),
        ({"progress": 3}, "progress must be a function of (fraction, error), got 3"),
        ({"seed": -1}, "seed must be a whole number from 0 to"),
        ({"seed": 1.5}, "seed must be a whole number from 0 to"),
        ({"max_depth": 10}, "max_depth belongs to method 'paper', got 10"),
        ({"min_probability": 0.1, "method": "tree"}, "min_probability belongs to method 'paper', got 0.1"),
        ({"max_depth": 0, "method": "paper"}, "max_depth must be a whole number from 1 to 500, got 0"),
        ({"names": ["Ana"]}, "names must be as many as the 3 stacks, got 1"),
        ({"names": "Ana"}, "names must be a list of names, got 'Ana'"),
        ({"names": ["Ana", "Bo", "Ana"]}, "names[2] must differ from the other names, got 'Ana'"),
        ({"names": ["Ana", "Bo", " "]}, "names[2] must be a name, got ' '"),
        ({"extra_payouts": "keep"}, "extra_payouts must be one of error, drop, got 'keep'"),
        ({"colour": "red"}, "colour is not an option of dcm; valid options: extra_payouts, max_depth"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        ft.equity([5, 3, 2], [2, 1], **options)
    assert message in str(caught.value)


@pytest.mark.slow
def test_errors_of_methods_state_their_limits() -> None:
    with pytest.raises(
        ft.InputError, match=r"'exact' keeps fractions below 20000 bits \(use method='tree'.*got \d+ bits"
    ):
        ft.dcm([23, 40, 42, 49], [1], method="exact")
    with pytest.raises(ft.InputError, match=r"'exact' meets at most 20000 distinct tables \(use method='tree'"):
        ft.dcm([99991, 50021, 1234], [1], method="exact")
    with pytest.raises(ft.InputError, match=r"'subsets' takes at most 20 players with chips \(use.*got 21"):
        ft.icm(range(1, 22), [1], method="subsets")
    with pytest.raises(ft.InputError, match="'tree' takes at most 128 players with chips, got 129"):
        ft.dcm(range(1, 130), [1], method="tree")
    with pytest.raises(
        ft.InputError, match=r"stacks must fit a common unit in 126 bits \(round them to fewer digits\)"
    ):
        ft.dcm([1e40, 1, 1e-40], [1])
    with pytest.raises(ft.InputError, match="max_seconds is too short for method 'exact' on this table, got 1e-06"):
        ft.dcm([25, 19, 13, 11, 7, 3], [1], method="exact", max_seconds=1e-6)
    with pytest.raises(ft.InputError, match="max_seconds is too short for method 'compressed' on this table"):
        ft.icm(range(1, 1000), [1, 1], max_seconds=1e-6)
    with pytest.raises(ft.InputError, match="max_seconds is too short for method 'quadrature' on this table"):
        ft.finish(range(1, 1000), "icm", max_seconds=1e-6)
    with pytest.raises(ft.InputError, match="stacks must be at most 3000 players for a matrix"):
        _ = ft.icm([1] * 3001, [1]).finish


def test_extra_payouts_can_be_dropped_and_zeros_never_hurt() -> None:
    dropped = ft.dcm([3, 1], [5, 3, 2], extra_payouts="drop")
    assert dropped.payouts == (5, 3)
    assert dropped.equities.sum() == pytest.approx(8)
    assert ft.dcm([3, 1], [5, 3, 0, 0]).payouts == (5, 3)


def test_all_types_of_numbers_are_accepted() -> None:
    plain = ft.dcm([5, 3, 2], [50, 30]).equities
    for kind in (float, Fraction, Decimal, np.int32, np.float64, np.uint8):
        assert (ft.dcm([kind(5), kind(3), kind(2)], [50, 30]).equities == plain).all()
    assert (ft.dcm(np.array([5, 3, 2]), np.array([50.0, 30.0])).equities == plain).all()
    assert (ft.dcm(iter([5, 3, 2]), (50, 30)).equities == plain).all()
    assert (ft.compare(iter([5, 3, 2]), iter([50, 30])).equities[1] == plain).all()
    thirds = ft.dcm([Fraction(5, 3), Fraction(1), Fraction(2, 3)], [50, 30])
    assert (thirds.equities == plain).all()


@pytest.mark.parametrize(
    ("stacks", "message"),
    [
        ([[1, 2], [3]], "stacks must have equally many players at every table"),
        ([[1, 2], [3, -1]], "stacks[1][1] must not be negative, got -1"),
        ([[1, 2], [0, 0]], "stacks[1] must hold chips for at least one player"),
        ([[1.0, 2.0], [math.nan, 1.0]], "stacks[1][0] must be a finite number, got nan"),
        ([[1, "x"]], "stacks[0][0] must be a number"),
        ([[1.0, 2.0], [1e200, 1.0]], "stacks[1][0] must be zero or between 1e-100 and 1e+100, got 1e+200"),
        (np.empty((0, 3)), "stacks must name at least one table and one player, got shape (0, 3)"),
        (np.ones((2, 2, 2)), "stacks must be one-dimensional, got 3 dimensions"),
        (5, "stacks must be a list of numbers, got 5"),
    ],
)
def test_bad_batches(stacks: Any, message: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        ft.finish(stacks)
    assert message in str(caught.value)


def test_bad_options_of_batches() -> None:
    with pytest.raises(ft.InputError, match=r"must be among those that give finish probabilities .*, got 'chip_chop'"):
        ft.finish([2, 1], model="chip_chop")
    with pytest.raises(ft.InputError, match="threads must be a whole number from 1 to 1024, got 0"):
        ft.finish([2, 1], threads=0)
    with refused("duplicate", "models"):
        ft.compare([2, 1], [1], models=["dcm", "dcm"])
    with refused("unknown_choice", "models[1]"):
        ft.compare([2, 1], [1], models=["dcm", "x"])
    with pytest.raises(ft.InputError, match=r"models must be a list of some of .*, got 'dcm'"):
        ft.compare([2, 1], [1], models="dcm")
    with pytest.raises(ft.InputError, match=r"wrong is not an option of icm or dcm; valid options: .*, got 3"):
        ft.compare([2, 1], [1], wrong=3)


@pytest.mark.parametrize("letter", ["\n", "\t", "\x1b", "\u2028", "\u2029", "\ud800", "\u202e", "\u2066"])
def test_names_with_line_breaks_or_direction_marks_raise(letter: str) -> None:
    with refused("control_characters", "names[0]"):
        ft.dcm([2, 1], [1], names=[f"Ana{letter}", "Ana"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "An\u200ba"),  # a space of no width
        ("Ana", "Ana "),
        ("Ana B", "Ana  B"),
        ("Ana B", "Ana\u00a0B"),
        ("Jos\u00e9", "Jose\u0301"),  # one letter, or a letter and its accent
        ("Jos\u00e9", "Jose\u200d\u0301"),
        ("Ana", "\uff21\uff4e\uff41"),  # in full width
        ("Ana", "Ana\ufe0f"),
        ("Ana", "\u3164Ana"),
    ],
)
def test_names_that_look_the_same_raise(one: str, other: str) -> None:
    rule = r"names\[1\] must not look like another name \(only spaces, invisible characters or their encoding differ\)"
    for pair in ([one, other], [other, one]):
        with pytest.raises(ft.InputError, match=rule):
            ft.dcm([2, 1], [1], names=pair)


def test_names_that_look_different_are_accepted() -> None:
    for names in (
        ("Ana", "ana"),
        ("Jose\u0301", "Jose"),
        ("李", "王"),
        ("علی\u200cرضا", "Ana"),
        ("👨\u200d👩\u200d👧", "👨"),
    ):
        assert ft.dcm([2, 1], [1], names=names).names == names
    for nothing in ("\u200b", "\u2800 ", "\u3164"):
        with refused("wrong_format", "names[1]"):
            ft.dcm([2, 1], [1], names=["Ana", nothing])


def test_names_are_short_enough_for_a_line() -> None:
    for ask in (ft.dcm, ft.deal, ft.sensitivity):
        with pytest.raises(ft.InputError, match=r"names\[1\] must be at most 80 characters, got 5,000"):
            ask([2, 1], [3, 2], names=["Ana", "B" * 5000])
    with pytest.raises(ft.InputError, match=r"names\[0\] must be at most 80 characters, got 81"):
        ft.tree([2, 1], 1, names=["A" * 81, "Bo"])


@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_short_floats_are_exact_decimals(kind: type[np.floating[Any]]) -> None:
    tables = np.array([[1000.5, 500.25, 100], [300, 200, 0]])
    whole = ft.finish(tables)
    assert (ft.finish(tables.astype(kind)) == whole).all()
    assert (ft.finish([[kind(stack) for stack in row] for row in tables]) == whole).all()
    assert (ft.finish(tables[0].astype(kind)) == whole[0]).all()
    assert (ft.dcm(tables[0].astype(kind), np.array([50, 30], dtype=kind)).finish == whole[0]).all()


@pytest.mark.parametrize("mask", [[[False, True, False]], [[True, True, True]]])
def test_masked_values_raise(mask: list[list[bool]]) -> None:
    masked = np.ma.array([[3, 2, 1]], mask=mask)
    for stacks in (masked, masked[0], [masked[0], masked[0]]):
        with pytest.raises(
            ft.InputError, match=r"stacks must have no masked values \(leave them out\), got \d of them"
        ):
            ft.finish(stacks)
    with refused("wrong_type", "payouts"):
        ft.dcm([3, 2, 1], masked[0])
    unmasked = np.ma.array([[3, 2, 1]])
    assert (ft.finish(unmasked) == ft.finish([[3, 2, 1]])).all()


def test_limits_are_within_what_they_limit() -> None:
    assert ft.dcm([2, 1], [1], max_seconds=1e9).method == "tree"
    assert ft.dcm([2, 1], [1], seed=2**64 - 1).method == "tree"
    for tolerance in (0.001, Fraction(1, 1000), Decimal("0.001"), np.float64(0.001)):
        assert ft.dcm([2, 1], [1], tolerance=tolerance).tolerance == 0.001  # type: ignore[arg-type]
    with pytest.raises(ft.InputError, match="stacks must name at most 1000000 players, got 1000001"):
        ft.Table.of([1] * 1_000_001, [1])


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int32])
def test_whole_numbers_of_numpy_are_whole_numbers(kind: type[np.integer[Any]]) -> None:
    stacks, options = list(range(1, 31)), {"method": "sample", "tolerance": 1e-2}
    plain, ours = (ft.dcm(stacks, [5, 3], seed=seed, **options) for seed in (3, kind(3)))  # type: ignore[arg-type]
    assert (plain.equities == ours.equities).all()
    assert ft.sweep([5, 4, 3], [5, 3], player=kind(1)).player == 1  # type: ignore[arg-type]


def test_every_error_can_be_copied_and_sent_to_another_process() -> None:
    errors = [
        ft.InputError("stacks[2]", "must not be negative", -5),
        MissingError("payouts", "must be given"),
        ft.UnavailableError("knockouts", "is not part of model 'icm'"),
    ]
    for error in errors:
        for again in (copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
            assert (type(again), str(again), again.field) == (type(error), str(error), error.field)


BLINDS = {"small_blind": 1, "big_blind": 2}


@pytest.mark.parametrize(
    ("function", "options", "words"),
    [
        (ft.deal, {"rouns": 5}, "rouns is not an option of deal (did you mean round?), got 5"),
        (ft.pressure, {"tolerence": 1}, "tolerence is not an option of pressure (did you mean tolerance?), got 1"),
        (ft.nash, {"antes": 1, **BLINDS}, "antes is not an option of nash (did you mean ante?), got 1"),
        (ft.Spot.of, {"bountys": 1, "hero": 0, "all_in": [1]}, "bountys is not an option of Spot.of (did you mean"),
        (ft.PushSpot.of, {"x": 1, "hero": 0, "button": 0, **BLINDS}, "x is not an option of PushSpot.of, got 1"),
    ],
)
def test_an_error_about_an_unknown_option_names_it_and_the_function(
    function: Callable[..., object], options: dict[str, object], words: str
) -> None:
    for given in ([5, 3], [10]), (ft.Table.of([5, 3], [10]),):
        with pytest.raises(ft.InputError) as raised:
            function(*given, **options)
        assert str(raised.value).startswith(words)


def test_bounties_are_compared_for_a_table() -> None:
    with pytest.raises(ft.InputError, match=r"^table must be a Table with bounties \(Table.of makes one\), got"):
        ft.compare_bounties([5, 3])  # type: ignore[arg-type]


def test_a_misspelled_option_of_a_model_gets_a_hint() -> None:
    with pytest.raises(ft.InputError, match=r"valid options: .* \(did you mean tolerance\?\), got 1"):
        ft.equity([5, 3], [10], tolerence=1)
