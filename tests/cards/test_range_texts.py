"""Ranges in the texts of other programs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finaltable.cards.hand import CLASSES, Combo, class_of, combo_order
from finaltable.cards.range import Range
from finaltable.cards.range_texts import FORMS
from finaltable.errors import InputError

WEIGHTS = st.integers(1, 100).map(lambda percent: percent / 100)


@st.composite
def ranges(draw: st.DrawFn) -> Range:
    classes = draw(st.dictionaries(st.integers(0, CLASSES - 1), WEIGHTS, min_size=1, max_size=30))
    combos = draw(st.dictionaries(st.sampled_from(combo_order()), WEIGHTS, max_size=5))
    singles = {combo: weight for combo, weight in combos.items() if class_of(combo) not in classes}
    return Range(dict(sorted(classes.items())), singles)


@pytest.mark.parametrize("form", FORMS)
@given(hands=ranges())
def test_every_form_reads_back_as_the_same_hands(form: str, hands: Range) -> None:
    again, weights = dict(Range.read(hands.write(form)).weights()), dict(hands.weights())
    assert again.keys() == weights.keys()
    assert all(again[combo] == pytest.approx(weight, rel=1e-9) for combo, weight in weights.items())


def test_the_weights_of_piosolver_are_in_its_order() -> None:
    weights = ["0"] * 1326
    weights[0], weights[6], weights[1325] = "0.5", "1e-05", "1"
    hands = Range.read(" ".join(weights))
    assert hands.singles == {Combo(1, 0): 0.5, Combo(4, 0): 1e-5, Combo(51, 50): 1.0}
    assert [str(combo) for combo in combo_order()[:7]] == ["2d2c", "2h2c", "2h2d", "2s2c", "2s2d", "2s2h", "3c2c"]


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("AA,AKs:0.5", "AA, AKs:0.5"),
        ("2d2c: 0.75,2h2c: 0.75,2h2d: 0.75,2s2c: 0.75,2s2d: 0.75,2s2h: 0.75,AhKh: 0", "22:0.75"),
        ("[50.0]AKs, AQs[/50.0],AA", "AA, AQs+:0.5"),
        ("[ 50 ]22[/ 50 ]", "22:0.5"),
        ("AJo@50,KK", "KK, AJo:0.5"),
        ("{TT+, AKs}", "TT+, AKs"),
        ("22+ Ax+ Kxs", "22+, A2+, K2s+"),
        ("XX", "random"),
        ("AA:50%", "AA:0.5"),
    ],
)
def test_texts_that_other_programs_copy_are_read(text: str, short: str) -> None:
    assert str(Range.read(text)) == short


@pytest.mark.parametrize(
    "text",
    [
        *("[50]AA", "AA[/50]", "[50]AA[/40]", "[50][50]AA", "[500]AA[/500]", "[50]AA:1[/50]"),
        *("0.5 0.5", "AA@x", "AA@101"),
        " ".join(["0.5"] * 1325),
        " ".join(["1.5"] * 1326),
        " ".join(["0"] * 1326),
        " ".join([*["0.5"] * 1325, "x"]),
    ],
)
def test_texts_that_are_no_range_get_one_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        Range.read(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(InputError, match="form must be one of short, classes"):
        Range.read("AA").write("excel")
