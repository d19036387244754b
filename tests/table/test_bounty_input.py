"""Input of bounties: on the command line, in files, in pasted lists; and errors."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import finaltable as ft
from finaltable.table.bounty_text import bounties_by_player, read_bounties
from finaltable.table.files import read_json
from finaltable.table.paste import read_pasted
from finaltable.table.structures import structure
from finaltable.table.text import MAX_LIST
from tests.program import in_process
from tests.refused import refused

TABLE = "Ana=1000 Bo=500 Cy=100 -p €100,€50"


def equity_of(line: str) -> dict[str, object]:
    code, shown = in_process(*shlex.split(f"equity {line} --json"))
    assert code == 0
    data: dict[str, object] = json.loads(shown)
    return data


@pytest.mark.parametrize(
    ("written", "bounties"),
    [
        ("50", [50, 50, 50]),
        ("120,80,40", [120, 80, 40]),
        ("'€120 €80 €40'", [120, 80, 40]),
        ("Ana=120,Bo=80,Cy=40", [120, 80, 40]),
        ("'cy=1,200, 2=80, Ana=0.5k'", [500, 80, 1200]),
    ],
)
def test_bounties_are_parsed_in_every_form(written: str, bounties: list[int]) -> None:
    assert equity_of(f"{TABLE} --bounties {written}")["bounties"] == bounties


def test_rules_of_the_tournament_are_read() -> None:
    data = equity_of(f"{TABLE} --bounties 50 --bounty-share 25% --no-own-bounty")
    assert (data["bounty_share"], data["own_bounty"]) == (0.25, False)
    assert equity_of(f"{TABLE} --mystery 1x100,4x25")["bounties"] == [40, 40, 40]


def test_a_busted_player_has_no_bounty() -> None:
    assert equity_of("Ana=1000 Bo=500 Cy=0 -p 100,50 --bounties 50")["bounties"] == [50, 50, 0]
    assert equity_of("Ana=1000 Bo=500 Cy=0 -p 100,50 --bounties Ana=20,Bo=10")["bounties"] == [20, 10, 0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--bounties 10,-5,3", "--bounties must not be negative, got '-5'"),
        ("--bounties 10,5", "--bounties must be as many as the 3 stacks, got 2 bounties"),
        ("--bounties Ana=10,Bo=5", "--bounties must be given for every player with chips: Cy has none"),
        ("--bounties Ana=10,Bo=5,Di=3", "--bounties must be one of Ana, Bo, Cy, got 'Di'"),
        ("--bounties 5%", "--bounties must be an amount, not a percentage, got '5%'"),
        ("--bounties $5", "--bounties must be in the currency of the prizes, €, got '$'"),
        ("--bounties 5 --bounty-share 150%", "--bounty-share must lie between 0 and 1, got 1.5"),
        ("--bounty-share 50%", "--bounty-share must be given together with --bounties or --mystery, got 0.5"),
        ("--no-own-bounty", "--own-bounty must be given together with --bounties or --mystery, got False"),
        (
            "--bounties 5 --mystery 9x5",
            "--mystery must be given instead of --bounties, not together with them, got '9x5'",
        ),
        (
            "--mystery 9x5 --bounty-share 25%",
            "--bounty-share must be left out with --mystery: envelopes are paid",
        ),
        (
            "--mystery 2x5",
            "--mystery must hold an envelope for each player still to be busted and one for",
        ),
        (
            "--mystery 9x5 --mystery-begins 2",
            "--mystery must be left out: its phase begins with 2 players, got 3 players",
        ),
    ],
)
def test_wrong_bounties_are_errors_with_a_sentence(
    options: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = in_process(*shlex.split(f"equity {TABLE} {options}"))
    assert code == 2
    assert capsys.readouterr().err.startswith(f"finaltable: {words}")


def test_a_bounty_on_a_busted_player_raises(capsys: pytest.CaptureFixture[str]) -> None:
    code, _ = in_process(*shlex.split("equity 1000 500 0 -p 100,50 --bounties 20,10,5"))
    assert code == 2
    assert "must be 0 for a player without chips, whose bounty has been won, got 5" in capsys.readouterr().err


def test_files_have_a_column_of_bounties(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.csv"
    file.write_text("name,stack,payout,bounty\nAna,1000,100,€20\nBo,500,50,€10\nCy,0,,\n", "utf-8")
    assert equity_of(f"--file {file}")["bounties"] == [20, 10, 0]
    assert equity_of(f"--file {file} --bounties 7")["bounties"] == [7, 7, 0]
    file.write_text("name,stack,payout,bounty\nAna,1000,100,20\nBo,500,50,\n", "utf-8")
    assert in_process("equity", "--file", str(file))[0] == 2
    assert "table.csv line 3, bounty is missing: the other players have one" in capsys.readouterr().err


def test_an_answer_in_json_can_be_asked_about_again(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    for options in ("--bounties 20,10,5 --bounty-share 0.25 --no-own-bounty", "--mystery 1x10,6x1"):
        code, shown = in_process(*shlex.split(f"bounties 1000 500 100 {options} --models dcm --json"))
        assert code == 0
        file.write_text(shown, "utf-8")
        assert in_process("bounties", "--file", str(file), "--models", "dcm", "--json") == (0, shown)


def test_pasted_cells_may_have_a_column_of_bounties() -> None:
    pasted = read_pasted("name\tstack\tbounty\nAna\t1,000\t€20\nBo\t500\t€10")
    assert (pasted.names, pasted.stacks, pasted.bounties) == (("Ana", "Bo"), ("1000", "500"), ("20", "10"))


def test_bounties_in_two_currencies_or_of_one_player_twice_are_refused() -> None:
    with refused("conflict", "bounties"):
        read_bounties("€5,$3", ("Ana", "Bo"))
    with refused("duplicate", "bounties"):
        bounties_by_player({"Ana": 5, 0: 3}, ("Ana", "Bo"), [10, 20])


def test_envelopes_are_bounded_and_their_options_checked() -> None:
    with refused("too_many", "mystery"):
        ft.Table.of([5, 3], [2, 1], mystery=[(1, 10)] * (MAX_LIST + 1))
    with refused("wrong_type", "own_bounty"):
        ft.Table.of([5, 3], [2, 1], mystery="9x10", own_bounty="no")


def test_a_json_table_has_bounties_per_player_and_checked_options() -> None:
    players = [{"stack": 5, "bounty": 7}, {"stack": 3}]
    table = {"players": players, "payouts": [2, 1]}
    assert read_json(json.dumps(table), "t.json").bounties == ("7", "0")
    with refused("not_a_number", "t.json, bounty_share"):
        read_json(json.dumps({**table, "bounty_share": True}), "t.json")
    with refused("wrong_type", "t.json, own_bounty"):
        read_json(json.dumps({**table, "own_bounty": "no"}), "t.json")


def test_a_structure_of_prizes_is_for_two_players_or_more() -> None:
    with refused("too_few", "payouts"):
        structure("usual", 1, 100)
