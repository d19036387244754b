"""The command history: its report, its JSON, and hands written as Open Hand History and read back."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.asking import find_question
from finaltable.asking.declare import Run
from finaltable.cli.stream import Exit
from finaltable.histories.gathering import bare
from finaltable.histories.hand import Street
from finaltable.histories.ohh_write import write_ohh
from finaltable.web import api
from finaltable.web.limits import Limits
from tests.hands import ODD_NAMES, play
from tests.program import in_process
from tests.refused import refused
from tests.room_writers import write_winamax
from tests.short_histories import SHORT, STARS, STARS_NEXT, WINAMAX, changed

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of hands."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(DATA / "hands.txt", tmp_path)
    return tmp_path


def test_the_data_is_the_short_history() -> None:
    assert (DATA / "hands.txt").read_text("utf-8") == STARS + "\n\n" + STARS_NEXT


def test_json_has_the_documented_fields() -> None:
    code, shown = in_process("history", "hands.txt", "--json")
    answer = json.loads(shown)
    assert code == Exit.OK
    assert set(answer) == {"hands", "problems"}
    first, second = answer["hands"]
    assert first["seats"][0] == {"seat": 1, "name": "Ana", "stack": 2000, "bounty": None}
    assert (first["antes"], first["pot"], first["collected"], first["button"]) == (30, 1860, {"Cy": 1860}, 1)
    assert first["stacks_after"] == {"Ana": 1100, "Bo": 1440, "Cy": 1860}
    assert (second["uncalled"], second["uncalled_inferred"]) == ({"Cy": 200}, False)


def test_half_chips_and_bounties_are_decimals_in_json() -> None:
    Path("w.txt").write_text(WINAMAX, "utf-8")
    [hand] = json.loads(in_process("history", "w.txt", "--json")[1])["hands"]
    assert [seat["bounty"] for seat in hand["seats"]] == [13.5, 9]
    assert (hand["seats"][1]["stack"], hand["uncalled"], hand["uncalled_inferred"]) == (1500.5, {"Bo": 1125.5}, True)


def test_problems_are_printed_by_kind_and_set_the_exit_code() -> None:
    Path("photo.jpg").write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(99)))
    Path("bad.txt").write_text(
        changed(STARS, ("Bo: folds\n", "")) + "\n" + changed(STARS_NEXT, ("Hold'em", "Omaha")), "utf-8"
    )
    code, shown = in_process("history", "hands.txt", "photo.jpg", "bad.txt")
    assert code == Exit.PROBLEMS
    assert shown == f"{ft.read_history(['hands.txt', 'photo.jpg', 'bad.txt'])}\n"
    assert "2 hands of 1 tournament, 3 problems" in shown
    assert "Not read: 2\nphoto.jpg, line 1: the file is not text" in shown
    assert "bad.txt, line 30: another game: Omaha No Limit" in shown


def test_control_characters_in_names_do_not_reach_the_terminal() -> None:
    text = changed(STARS, ("Ana", "A\x1b[31mna")) + changed(STARS_NEXT, ("Cy:", "C\x1b]0;y\x07:"))
    history = ft.read_history(text)
    assert history.hands[0].hero == "A\x1b[31mna"
    assert history.problems
    assert "\x1b" not in str(history)
    assert "A�[31mna" in str(history)


def test_a_call_without_files_is_refused_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert in_process("history")[0] == Exit.BAD_INPUT
    assert "files must be given: hands.txt, a folder, or - for standard input" in capsys.readouterr().err


def test_a_wrong_name_of_an_output_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert in_process("history", "hands.txt", "--ohh", "hands.txt")[0] == Exit.BAD_INPUT
    assert "--ohh must end in .json or .ohh" in capsys.readouterr().err


def test_a_request_cannot_read_files_of_the_server(here: Path) -> None:
    assert (here / "hands.txt").is_file()
    files = [{"name": "hands.txt", "text": "hands.txt"}, {"name": "two.txt", "text": STARS}]
    found = api.read_request(find_question("history"), {"files": files}, Limits()).ask(Run())
    reported = [("hands.txt", "this is not a hand of a supported room: 'hands.txt'")]
    assert [(problem.file, problem.reason) for problem in found.problems] == reported
    assert [hand.file for hand in found.hands] == ["two.txt"]
    with refused("wrong_type", "files[0]"):
        api.read_request(find_question("history"), {"files": ["hands.txt"]}, Limits())


# --- Open Hand History ---


def assert_read_back(text: str) -> None:
    """Assert that hands written as OHH are read back unchanged."""
    hands = ft.read_history(text).hands
    again = ft.read_history(write_ohh(hands)).hands
    assert hands
    assert [bare(hand) for hand in again] == [bare(hand) for hand in hands]


def test_the_command_writes_hands_that_can_be_read_back(here: Path) -> None:
    assert in_process("history", "hands.txt", "--ohh", "out.json")[0] == Exit.OK
    written, read = (ft.read_history(here / name) for name in ("out.json", "hands.txt"))
    assert [bare(hand) for hand in written.hands] == [bare(hand) for hand in read.hands]
    assert written.links == read.links == 3
    first = json.loads((here / "out.json").read_text("utf-8").partition("\n")[0])["ohh"]
    assert (first["spec_version"], first["game_number"], first["dealer_seat"]) == ("1.4.6", "5001", 1)
    raised = [action for action in first["rounds"][0]["actions"] if action["action"] == "Raise"]
    assert [(action["player_id"], action["amount"], action["is_allin"]) for action in raised] == [
        (1, 200, False),
        (6, 790, True),
    ]


@pytest.mark.parametrize("room", SHORT)
def test_hands_of_every_room_are_read_back(room: str) -> None:
    assert_read_back(SHORT[room])


def test_facts_without_a_field_in_ohh_are_read_back() -> None:
    more = """Cy wins $2.50 for eliminating Ana, Bo and their own bounty increases by $2.50 to $9.75
Ana finished the tournament in 3rd place and received $40.00.
Ana re-buys and receives 500 chips for $5.00
*** SUMMARY ***"""
    assert_read_back(changed(STARS, ("*** SUMMARY ***", more), ("900 in chips", "900 in chips, $7.25 bounty")))


@given(random=st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_hands_played_at_random_are_read_back(random: Random) -> None:
    assert_read_back(write_winamax(play(random, names=ODD_NAMES, unit=Fraction(1, 2))))


def test_a_replay_has_the_board_and_the_pot_of_each_street(tmp_path: Path) -> None:
    hand = next(one for one in map(play, map(Random, range(100))) if any(a.street is Street.TURN for a in one.actions))
    path = tmp_path / "hands.txt"
    path.write_text(write_winamax(hand), "utf-8")
    code, shown = in_process("history", str(path), "--hand", ft.read_history(path).hands[0].id)
    board, before = (
        hand.boards[0],
        [action for action in hand.actions if action.street in (Street.PREFLOP, Street.FLOP)],
    )
    cards = " ".join(board[i : i + 2] for i in range(0, 8, 2))
    assert code == 0
    assert f"Turn {cards}, pot {float(sum(a.amount for a in before)):,g}" in shown


def test_a_replay_of_an_unknown_hand_names_some_that_are_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(STARS, "utf-8")
    assert in_process("history", str(path), "--hand", "7")[0] == Exit.BAD_INPUT
    assert "--hand must be the number of a hand in these files: 5001, got 7" in capsys.readouterr().err
