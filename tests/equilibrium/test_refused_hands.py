"""Hands, players and options that questions about hands refuse."""

from __future__ import annotations

import shlex

import pytest

import finaltable as ft
from finaltable.cli.stream import Exit
from finaltable.equilibrium.all_in_ranges import ranges_of
from tests.program import in_process
from tests.refused import refused

TABLE = "SB=1000 BB=1000 CO=2000 BTN=3000 -p 50,30,20"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"nash {TABLE} --blinds 100/200 --big-blind 200", "--blinds must be given once"),
        (f"nash {TABLE} --blinds 100/200 --others icm", "--hero must be given: --hero and --others go together"),
        (f"nash {TABLE} --blinds 100/200 --model smoothed", "--model must not need options: chip_noise"),
        (
            f"decide {TABLE} --hero BB --all-in SB --equity 40% --look-ahead 1",
            "--look-ahead must be left out without blinds",
        ),
        (
            f"push {TABLE} --blinds 100/200 --button BTN --hero CO --hand A9s",
            "--range must say what the players behind",
        ),
    ],
)
def test_the_command_refuses_it_in_one_line(line: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert in_process(*shlex.split(line))[0] == Exit.BAD_INPUT
    assert words in " ".join(capsys.readouterr().err.split())


def test_ranges_come_from_an_equilibrium_for_three_all_ins_that_happen_there() -> None:
    found = ft.nash([10] * 5, [50, 30, 20], small_blind=0.5, big_blind=1, tolerance=1e-2, lock={"HJ": "fold"})
    with refused("too_many", "ranges"):
        ranges_of(found, [0, 1, 2, 3])
    with refused("unavailable", "ranges"):
        ranges_of(found, [2])


def test_hands_are_dealt_to_players_at_the_table() -> None:
    found = ft.nash([10] * 3, [3, 2, 1], small_blind=0.5, big_blind=1, tolerance=1e-2, elsewhere=[2], button=0)
    with refused("conflict", "hero"):
        ft.simulate(found, 1, hero=2)
