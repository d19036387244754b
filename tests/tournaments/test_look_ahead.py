"""Charts whose ends are valued by the rest of the tournament."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import finaltable as ft
from finaltable.equilibrium.lineup import check_lineup
from finaltable.equilibrium.solution import Search
from finaltable.equilibrium.solver import run_solver
from finaltable.equilibrium.terminals import sets_of, value_terminals
from finaltable.errors import InputError, TooSlowError
from finaltable.models import find_model
from finaltable.spots.posted import Forced
from finaltable.tournaments.look_ahead import values_by
from finaltable.tournaments.rules import FEWEST_UNITS, USUAL_UNITS, units_within
from tests.program import in_process, piped

BLINDS: dict[str, Any] = {"small_blind": 50, "big_blind": 100}
AHEAD: dict[str, Any] = {**BLINDS, "look_ahead": "tournament", "max_seconds": None}


@pytest.fixture(scope="module")
def three() -> ft.Tournament:
    return ft.tournament([50, 30, 20], players=3, chips=1800, step=300, small_blind=100, big_blind=200)


def ends(found: ft.Tournament, stacks: list[int], **options: Any) -> Any:
    """Return the ends of a hand of a tournament."""
    options = {"button": None, "folded": (), "raises": None, **options}
    table = ft.Table.of(stacks, [50, 30, 20])
    lineup = check_lineup(table, options["button"], found.rules.forced, options["folded"], raises=options["raises"])
    return value_terminals(lineup, lambda ends: (values_by(found, lineup, [end.stacks for end in ends]), 0.0))


@pytest.mark.parametrize("stacks", [[600, 600, 600], [300, 600, 900], [450, 750, 600]])
def test_the_ends_have_the_values_of_the_tournament(three: ft.Tournament, stacks: list[int]) -> None:
    own, found = three.strategy(stacks, tolerance=0.5).terminals, ends(three, stacks)
    for pushed in sets_of(len(found.lineup.deciding)):
        assert np.allclose(found.by_order(pushed), own.by_order(pushed), atol=1e-12)


def test_the_strategies_of_the_tournament_are_an_equilibrium_of_the_hand(three: ft.Tournament) -> None:
    own = three.strategy([300, 600, 900], tolerance=1e-3)
    locked = np.zeros(len(own.profile), dtype=np.bool_)
    found = run_solver(ends(three, [300, 600, 900]), find_model("icm"), own.profile, locked, Search(1e-3))
    assert (found.sweeps, found.reached) == (1, True)
    assert np.allclose(found.equities, three.value([300, 600, 900]), atol=1e-4)


@pytest.mark.parametrize("options", [{}, {"folded": (2,)}, {"raises": {2: 400}}])
def test_every_end_shares_out_all_prizes(three: ft.Tournament, options: dict[str, Any]) -> None:
    found = ends(three, [600, 500, 700], **options)
    missing = 1 - found.values.sum(axis=1)
    if options.get("folded"):  # the player who folded takes the rest
        assert (missing > 0).all()
    else:
        assert np.allclose(missing, 0, atol=1e-9)


def test_the_button_moves_with_the_seats(three: ft.Tournament) -> None:
    first = ends(three, [450, 750, 600])
    turned = ends(three, [600, 450, 750], button=0)
    assert turned.lineup.deciding == tuple((seat + 1) % 3 for seat in first.lineup.deciding)
    assert np.allclose(first.values, turned.values, atol=1e-12)


def test_a_player_who_folded_is_as_one_who_does_not_push(three: ft.Tournament) -> None:
    all_in = ends(three, [600, 500, 700])
    folded = ends(three, [600, 500, 700], folded=(2,))
    assert all_in.lineup.deciding == (2, 0, 1)
    assert np.allclose(all_in.by_order((1, 2))[:, 1:], folded.by_order((0, 1)), atol=1e-12)


def test_a_raise_that_folds_is_valued_by_the_tournament(three: ft.Tournament) -> None:
    found = ends(three, [600, 500, 700], raises={2: 400})
    lost = found.by_order((1,), raiser=0)  # the button raised to 400 and folded to the small blind
    assert np.allclose(lost[0] * 100, three.value([300, 300, 1200])[[1, 2, 0]], atol=1e-9)


def test_nash_looks_ahead_and_says_how_well() -> None:
    found = ft.nash([900, 300], [65, 35], **AHEAD, tolerance=1e-4)
    ahead = found.look_ahead
    assert ahead is not None
    assert (found.model, ahead.by, ahead.by_model, ahead.reached) == ("tournament", "tournament", 0.0, True)
    assert 0 < ahead.deviation <= ahead.tolerance == 1e-4
    known = ft.tournament([65, 35], players=2, chips=1200, step=ahead.step, **BLINDS)
    assert np.allclose(found.equities, known.value([900, 300]), atol=100 * 2e-4)
    assert "valued by the equilibrium of the rest of the tournament" in str(found)
    assert found.margin(found.nodes[0]) > 2 * ahead.deviation


def test_the_model_does_not_matter_to_a_chart_that_looks_ahead() -> None:
    one, other = (ft.nash([900, 300], [65, 35], **AHEAD, model=name, tolerance=1e-3) for name in ("icm", "dcm"))
    assert (one.profile == other.profile).all()


def test_a_chart_that_does_not_look_ahead_says_nothing_about_it() -> None:
    found = ft.nash([900, 300], [65, 35], **BLINDS, tolerance=1e-3)
    assert found.look_ahead is None
    assert "rest of the tournament" not in str(found)


@pytest.mark.parametrize(
    ("stacks", "options", "words"),
    [
        ([5, 5, 5, 5, 5], {}, "at most 4 players are left, all at this table"),
        ([5, 5, 5], {"elsewhere": [2]}, "at most 4 players are left, all at this table"),
        ([5, 5], {"bounties": 5}, "the hands that are solved for look_ahead have none"),
        ([5] * 12, {"look_ahead": "orbit", "elsewhere": [10, 11]}, "at most 10 players are left, all at this table"),
        ([5, 5], {"look_ahead": "forever"}, "must be tournament, orbit, seat or a number of hands from 1 to 20"),
        ([5, 5], {"look_ahead": True}, "must be tournament, orbit, seat or a number of hands from 1 to 20"),
        ([5, 5], {"look_ahead": 0}, "look_ahead must be a whole number from 1 to 20, got 0"),
        ([5, 5], {"look_ahead": -1}, "look_ahead must be a whole number from 1 to 20, got -1"),
        ([5, 5], {"look_ahead": 100}, "look_ahead must be a whole number from 1 to 20, got 100"),
        ([5, 5], {"look_ahead": 1, "raise_to": 4}, "look_ahead must be left out with raise_to"),
        ([5, 5], {"levels": [(1, 2, 4)]}, "levels must be left out if the whole tournament is solved"),
        ([5, 5], {"look_ahead": None, "levels": [(1, 2, 4)]}, "levels must be left out without look_ahead"),
        ([5, 5], {"look_ahead": 2, "levels": [(1, 2)]}, r"levels\[0\] must be a hand ahead, its small and big blind"),
        ([5, 5], {"look_ahead": 2, "levels": "3:2/4"}, r"levels\[0\] must be a hand ahead, its small and big blind"),
        ([5, 5], {"look_ahead": 2, "levels": 3}, "levels must be a list like"),
        ([5, 5], {"look_ahead": 2, "levels": [(0, 2, 4)]}, r"levels\[0\] must be a whole number from 1 to 20, got 0"),
        ([5, 5], {"look_ahead": 2, "levels": [(2, 2, 4), (2, 3, 6)]}, r"levels\[1\] must come later than the level"),
        ([5, 5], {"look_ahead": 2, "levels": [(1, 4, 2)]}, "small_blind must be at most the big blind of 2"),
        ([5, 5], {"look_ahead": 2, "levels": [(1, 0, 0)]}, r"levels\[0\] must have a big blind above 0"),
        ([5, 5], {"big_blind": 6, "stacks": [2, 8]}, "must be at most the average stack"),
    ],
)
def test_other_tables_are_refused_in_one_line(stacks: list[int], options: dict[str, Any], words: str) -> None:
    asked = {"stacks": stacks, "small_blind": 1, "big_blind": 2, "look_ahead": "tournament", **options}
    with pytest.raises(InputError, match=words):
        ft.nash(asked.pop("stacks"), [65, 35], **asked)


def test_too_little_time_is_an_error() -> None:
    with pytest.raises(TooSlowError, match=r"max_seconds .* solved once, got 0\.001$"):
        ft.nash([500, 500, 500], [65, 35], **AHEAD | {"max_seconds": 1e-3})


def test_the_time_limit_in_an_error_is_the_one_given_also_with_two_models(capsys: pytest.CaptureFixture[str]) -> None:
    line = "nash 500 500 500 -p 65,35 --blinds 50/100 --look-ahead tournament --compare icm --max-seconds 0.001"
    assert in_process(*line.split())[0] == 2
    assert "solved once, got 0.001 " in capsys.readouterr().err


@pytest.mark.parametrize("players", [2, 3, 4])
def test_less_time_gives_a_coarser_grid(players: int) -> None:
    units = [units_within(seconds, players) for seconds in (1e-3, 1, 10, 100, None)]
    assert units == sorted(units)
    assert (units[0], units[-1]) == (FEWEST_UNITS * players, USUAL_UNITS[players])


def test_antes_reach_the_tournament() -> None:
    found = ft.nash([600, 600], [65, 35], **AHEAD, ante=10, big_blind_ante=20, tolerance=1e-3)
    assert found.lineup.forced == Forced(50, 100, 10, 20)
    assert found.equities.sum() == pytest.approx(100)


def test_the_command_compares_with_a_model_that_does_not_look_ahead() -> None:
    shown = piped(
        "nash",
        *[
            "900",
            "300",
            "-p",
            "65,35",
            "--blinds",
            "50/100",
            "--tolerance",
            "1e-3",
            "--look-ahead",
            "tournament",
            "--compare",
            "sem",
        ],
    )
    assert shown.out.startswith("Valued by the equilibrium of the rest of the tournament")
    assert "beside it, SEM." in shown.out
    assert shown.out.count("no model is used") == 1


def test_the_command_states_how_it_looked_ahead_as_data() -> None:
    line = "nash 900 300 -p 65,35 --blinds 50/100 --tolerance 1e-3 --look-ahead tournament --json"
    ahead = json.loads(piped(*line.split()).out)["look_ahead"]
    assert (ahead["by"], ahead["by_model"], ahead["tolerance"]) == ("tournament", 0, 1e-3)
    assert ahead["deviation"] <= 1e-3


def test_others_and_the_whole_tournament_are_refused_together() -> None:
    line = "nash 900 300 -p 65,35 --blinds 50/100 --look-ahead tournament --others icm --hero 1"
    shown = piped(*line.split())
    assert shown.code == 2
    assert "--others must be left out if the whole tournament is solved" in shown.err
