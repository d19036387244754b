"""Reviews that look ahead: the same numbers as the commands, and one note where they cannot."""

from __future__ import annotations

from typing import Any

import pytest

import finaltable as ft
from tests.program import in_process
from tests.reviewing import history, played, values_again

PRIZES = [50, 30, 20]
STACKS = [1200, 900, 1500]
PUSHED = played(STACKS, "Ana push", "Bo fold", "Cy fold", cards="Kh9s", button=0)
FOLDED = played(STACKS, "Ana fold", "Bo push", "Cy fold", hero="Cy", cards="Ah8s", button=0)
SHORT = [1500, 1200, 1400]
REJAM = played(SHORT, "Ana raise 450", "Bo fold", "Cy push", "Ana fold", hero="Cy", cards="AhQs", button=0)
OPENED = played(SHORT, "Ana raise 450", "Bo fold", "Cy fold", cards="AhKs", button=0)
MODELS = ("icm", "sem")


@pytest.mark.parametrize("ranges", [None, {"call": "25%", "push": "40%"}], ids=["equilibrium", "given"])
@pytest.mark.parametrize("hand", [PUSHED, FOLDED], ids=["push", "fold"])
def test_a_decision_looks_ahead_and_its_command_prints_the_numbers_again(hand: Any, ranges: Any) -> None:
    found = ft.review(history(hand), PRIZES, ranges=ranges, look_ahead=1, models=MODELS)
    [one] = found.decisions
    [alone] = ft.review(history(hand), PRIZES, ranges=ranges, models=MODELS).decisions
    assert one.look_ahead is not None
    assert one.look_ahead.hands == 1
    assert all("--look-ahead 1" in line for line in one.commands)
    assert all(a.difference != b.difference for a, b in zip(one.verdicts, alone.verdicts, strict=True))
    assert all(own.error >= one.look_ahead.deviation for own in one.verdicts)
    printed = values_again(one)
    assert [again["difference"] for again in printed] == pytest.approx([own.difference for own in one.verdicts])


def test_with_the_rest_of_the_tournament_no_model_is_used() -> None:
    hand = played([900, 300], "Ana push", "Bo fold", cards="8h3s", blinds=(50, 100), button=0)
    found = ft.review(history(hand), [65, 35], look_ahead="tournament")
    [one] = found.decisions
    assert found.models == ("icm",)
    assert [own.model for own in one.verdicts] == ["tournament"]
    assert one.look_ahead is not None
    assert one.look_ahead.by == "tournament"
    assert [again["difference"] for again in values_again(one)] == pytest.approx([one.verdicts[0].difference])


def test_where_it_is_impossible_the_model_judges_and_one_line_counts_the_hands() -> None:
    numbered = [played(STACKS, "Ana push", "Bo fold", "Cy fold", cards="Kh9s", button=0, number=n) for n in (1, 2)]
    found = ft.review(history(*numbered), PRIZES, look_ahead="orbit", elsewhere=[1000], models=["icm"])
    alone = ft.review(history(*numbered), PRIZES, elsewhere=[1000], models=["icm"])
    assert [one.look_ahead for one in found.decisions] == [None, None]
    assert [one.verdicts for one in found.decisions] == [one.verdicts for one in alone.decisions]
    assert "--look-ahead" not in found.decisions[0].commands[0]
    notes = found.tournaments[0].warnings
    assert len([line for line in notes if line.startswith("2 hands are judged without hands ahead")]) == 1


@pytest.mark.parametrize(("hand", "kind"), [(REJAM, "rejam"), (OPENED, "open")])
def test_raises_are_judged_without_hands_ahead(hand: Any, kind: str) -> None:
    [one] = ft.review(history(hand), PRIZES, look_ahead=1, models=["icm"]).decisions
    assert one.kind == kind
    assert one.look_ahead is None


@pytest.mark.parametrize("bad", ["soon", 0, 21, True])
def test_another_look_ahead_is_refused_before_any_work(bad: Any) -> None:
    with pytest.raises(ft.InputError, match="look_ahead must"):
        ft.review(history(PUSHED), PRIZES, look_ahead=bad)


def test_a_best_response_to_an_equilibrium_looks_ahead_too() -> None:
    line = "nash 900 700 800 -p 50,30,20 --blinds 50/100 --tolerance 0.001 --hero 1 --others icm --model sem"
    words = line.split()
    code, printed = in_process(*words, "--look-ahead", "1")
    assert code == 0
    assert "1 hand ahead" in printed
