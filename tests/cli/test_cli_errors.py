"""Invalid command lines: one line, a hint, exit code 2, nothing computed."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from finaltable.cli.app import run
from finaltable.cli.stream import Exit
from tests.program import piped, started

WRONG = [
    ("equity 1000 x --payouts 100", "stacks[1] must be a number, got 'x' (see finaltable equity --help)"),
    ("equity 1000 5 --payouts 3,2,1", "place 3 cannot be paid (--extra-payouts drop leaves them out), got 3 payouts"),
    ("equity 1000 -5 --payouts 3", "stacks must not be negative, got '-5'"),
    ("review tests/data/game.txt -p 45,27,18 --range 20", "--range, token 1 must be hands like TT+"),
    ("review tests/data/game.txt -p 45,27,18 --range call=AKx", "--range call, token 1 must be hands like TT+"),
    (
        "review tests/data/game.txt -p 45,27,18 --range pusch=20%",
        "--range must be for push, call, open, rejam, a position",
    ),
    ("review tests/data/game.txt -p 45,27,18 --range 20% --top -1", "--top must be a whole number from 0"),
    ("review tests/data/game.txt -p 45,27,18 --elsewhere many", "--elsewhere must be stacks like 12000,8000, or"),
    ("review tests/data/game.txt -p sitngo", "payouts must be prizes like 45,27,18, or one of usual, top_heavy"),
    ("nash 9 9 9 -p 5 --blinds 1/2 --lock 'BB v SB=abc'", "--lock BB v SB, token 1 must be hands like TT+"),
    (
        "nash 9 9 9 -p 5 --blinds 1/2 --lock 'SB v BB=9%'",
        "--lock must face players who act earlier; the order is BTN, SB, BB",
    ),
    ("nash 9 9 9 -p 5 --blinds 1/2 --compare nash", "--compare must be one of "),
    ("nash 9 9 9 -p 5 --blinds 1/2 --compare smoothed", "--compare must not need options: chip_noise, got 'smoothed'"),
    ("train --report --forget --progress none", "--forget must not come with --report, got both"),
    ("train --from pack --players 3-4", "--players must be left out where spots are given with --from, got 3-4"),
    ("nash 9 9 9 -p 5 --blinds 1/2 --folded SB,BTN", "--folded must leave a player with a decision"),
    ("push 9 9 9 -p 5 --blinds 1/2 --button 3 --hero 1 --hand KK5 --range 9%", "--hand, token 1 must be hands like"),
    ("equity 0 0 -p 3", "stacks must hold chips for at least one player"),
    ("equity 5 4", "payouts must be given: --payouts 100,50"),
    ("equity -p 5", "stacks must be given: as arguments (1000 500 100) or with --file"),
    ("equity 5 4 -p 5 --model nash", "--model must be one of "),
    ("equity 5 4 -p 5 --method nash", "--method must be one of auto, tree, sample, exact, paper, got 'nash'"),
    ("equity 5 4 -p 5 --tolerance 0", "--tolerance must lie between 0 and 1"),
    *(
        (
            f"equity 5 4 -p 5 --model {model} --mixture {weight}",
            f"--mixture must not be given together with --model, got '{model}'",
        )
        for model, weight in (("sem", 0.2), ("icm", 0.2), ("dcm", 0.2), ("dcm", 1))
    ),
    ("equity 5 4 -p 5 --tolerance x", "--tolerance must be a number, got 'x'"),
    ("equity 5 4 -p 5 --seed -1", "--seed must be a whole number from 0"),
    ("equity 5 4 -p 5 --threads 0", "--threads must be a whole number from 1"),
    ("equity 5 4 -p 5 --names Ana", "names must be as many as the 2 stacks, got 1"),
    ("equity Ana=5 Bo=4 -p 5 --names Ana,Bo", "names must be given once"),
    ("equity Ana=5 Ana=4 -p 5", "names[1] must differ from the other names, got 'Ana'"),
    ("equity 5 4 --file x.csv -p 5", "stacks must come from the command line or from --file, not both"),
    ("equity --file no-such.csv", "file must be a file that can be read, got no-such.csv: No such file or directory"),
    ("equity --file .", "file must be a file that can be read, got .: Is a directory"),
    ("equity table.csv", "stacks[0] must be a number (a file? --file reads it), got 'table.csv'"),
    ("equity 10k 20k -p 50k 30k", "payouts must be one list (write 50k,30k… or put quotation marks around it)"),
    ("equity 5 4 -p ''", "payouts must be given: --payouts 100,50"),
    ("equity - 5 -p 3", "stacks must be '-' alone, or amounts ('-' is standard input), got '- 5'"),
    ("equity 5 --file '' -p 3", "--file must be the name of a file"),
    ("equity 10k -20k 30k -p 5", "stacks must not be negative, got '-20k'"),
    (
        "equity 5 4 -p 5 --model icm --seed 3",
        "--seed is not an option of icm; valid options: extra_payouts, max_seconds",
    ),
    ("finish 5 4 -p 5", "payouts are not needed here (leave out --payouts), got -p"),
    ("finish 5 4 --models icm --knockouts", "--knockouts require a model with knockouts: dcm or sem"),
    ("sweep 5 4 3 -p 5,3 --csv --json", "--csv must not come with --json"),
    ("equity 5 4 -p 50%", "pool is required for payouts in %"),
    ("equity 5 4 -p 1,200", "payouts is ambiguous"),
    ("compare 3 2 --payouts 1 --models icm,nash", "--models must be one of "),
    ("compare 3 2 --payouts 1 --models icm,icm", "models must differ from each other"),
    ("compare 3 2 --payouts 1 --plot picture.gif", "plot must end in .png, .svg, .pdf, got 'picture.gif'"),
    ("compare 3 2 --payouts 1 --plot no/such/folder/x.png", "plot must be in an existing folder"),
    ("finish 3 2 --models chip_chop", "--models must be among those that give finish probabilities ("),
    ("finish 3 2 --places 0", "--places"),
    ("paper table 7", "section must be one of Table 1, Table 2, Table 3, Table 4, Section 6, got 'table 7'"),
    ("tree 6 5 4 3 2 1", "stacks must leave 2 to 5 players with chips for a tree that can be read"),
    ("tree 5 4 --depth 99", "depth must be a whole number from 1 to 12, got 99"),
    ("tree 5 4 --player 3", "player must be a number from 1 to 2 or a name, got '3'"),
    ("tree 5 4 --player Zoe", "player must be one of Player 1, Player 2, got 'Zoe'"),
    ("sweep 5 4 3 -p 5,3 --from 10 --to 5", "--to must be above --from, which is 10, got 5"),
    ("sweep 5 4 3 -p 5,3 --threshold 0", "threshold must be at least"),
    (
        "decide 5 4 3 -p 9,6 --all-in 1 --hero 2 --blinds 100 --equity 40%",
        "--blinds must be the small and the big blind",
    ),
    ("deal 5 4 3 -p 9,6,3 --sheet no/such/folder/deal.html", "--sheet must be in an existing folder"),
    ("deal 5 4 3 -p 9,6,3 --sheet deal.pdf", "--sheet must"),
    ("deal 5 4 3 -p 9,6,3 --sheet /proc/deal.html", "--sheet must be a file that can be written"),
    (
        "deal 5 4 3 -p 9,6,3 --leave 10",
        "--leave must be at most 9 in total, the pool minus 3 guaranteed to each player",
    ),
    ("deal 3000 2000 --payouts 100 --leave 100%", "--leave must be less than the prizes, 100, got 100"),
    ("deal 5 4 3 -p 9,6,3 --leave x", "--leave must be a number, got 'x'"),
    ("deal 5 4 3 -p 9,6,3 --fixed 1=20", "--fixed Player 1 must be at most 9, the cap by the first prize"),
    ("deal 5 4 3 -p 9,6,3 --fixed 7=5", "--fixed must be a number from 1 to 3 or a name, got '7'"),
    ("deal 5 4 3 -p 9,6,3 --fixed 5", "--fixed must be players with amounts, like Ana=5000, got '5'"),
    ("deal A=5 B=4 -p 9,6 --fixed A=7,A=8", "--fixed must name A once, got 'A=7,A=8'"),
    ("deal 5 4 3 -p 3,6,9", "payouts[1] must be at most the prize of place 1 (list them from first place down), got 6"),
    ("deal 5 4 3 -p 9,6,3 --round 5", "--round must be above 0 and at most the lowest prize, 3, got '5'"),
    (
        "deal 5 4 0 -p 9,6",
        "stacks[2] must be above 0 in a deal (leave out busted players and their prizes)",
    ),
    ("deal 5 4 3 -p 9,6,3 --trophy-to 1", "--trophy is required with --trophy-to: its value"),
    ("deal A=5 B=4 -p 9,6 --trophy 1 --trophy-to C", "--trophy-to must be one of A, B, got 'C'"),
    (
        "deal A=5 B=4 -p 9,6 --last-longer-players A",
        "--last-longer is required with --last-longer-players: the stake of each player",
    ),
    (
        "deal A=5 B=4 -p 9,6 --last-longer 1 --last-longer-players A",
        "--last-longer-players must be at least two players",
    ),
    ("deal 5 4 -p 9,6 --chip-noise 1bb", "--big-blind is required if chip noise is in big blinds"),
    ("deal 5 4 -p 9,6 --chat --csv", "--csv must not come with --chat"),
    ("deal 5 4 -p 9,6 --player 1 --json", "--player must not come with --json"),
    ("deal 5 4 -p 9,6 --player 3", "player must be a number from 1 to 2 or a name, got '3'"),
    ("deal 5 4 -p 9,6 --sheet deal.pdf", "--sheet must end in .html; a browser prints it, or saves it as PDF"),
    ("deal 5 4 -p 9,6 --sheet no/such/folder/x.html", "--sheet must be in an existing folder"),
    ("deal 5 4 -p 9,6 --event Final", "--sheet must be given: it is headed with the event"),
    ("deal 5 4 -p 9,6 --choose nash", "--choose must be one of icm, sem, dcm, between, chip_chop, equal, got 'nash'"),
    ("deal 5 4 -p 9,6 --between 2", "--between must lie between 0 (ICM) and 1 (DCM), got 2"),
    ("deal 5 4 -p 9,6 --withhold 100%", "--withhold must be less than the prizes, 15, got '100%'"),
    ("sensitivity 5 4 3 -p 9,6 --pot 10%", "--pot must be an amount, not a percentage, got '10%'"),
    ("sensitivity 5 4 3 -p 9,6 --pot 2bb", "--big-blind is required if pot is in big blinds"),
    ("sensitivity 5 4 3 -p 9,6 --pot x", "--pot must be a number, got 'x'"),
    ("sensitivity 500 20 -p 9,6 --plot x.png", "--plot has nothing to draw: no two stacks are close"),
    ("equity 5 4 -p 9,6 --model smoothed", "--chip-noise must be given for model 'smoothed'"),
    ("equity 5 4 -p 9,6 --chip-noise 1", "--chip-noise is for the model smoothed, which must be among the models"),
    ("deal 5 4 -p 9,6 --last-longer 5%", "--last-longer must be an amount, not a percentage, got '5%'"),
    ("deal 5 4 -p '50.000 30.000'", "payouts[0] must not be ambiguous (write 50000 or 50)"),
    ("equity 5 4 -p 50,000 30,000", "payouts must be one list (write 50000,30000… or put quotation marks around it)"),
    ("decide 5 4 3 -p 5,3 --all-in 1 --equity 40%", "--hero must be given: the player to act"),
    ("decide 5 4 3 -p 5,3 --hero 2 --equity 40%", "--all-in must be given: the players who are all-in"),
    ("decide 5 4 3 -p 5,3 --hero 1 --all-in 1 --equity 40%", "--hero must not be among all_in"),
    (
        "decide 5 4 3 -p 5,3 --hero 1 --all-in 4 --equity 40%",
        "--all-in must be a number from 1 to 3 or a name, got '4'",
    ),
    (
        "decide 5 4 3 -p 5,3 --hero 1 --all-in 2",
        "--equity must be given, or else a hand and what",
    ),
    (
        "decide 5 4 3 -p 5,3 --hero 1 --all-in 2 --equity 140%",
        "--equity must lie between 0 and 1 (0.4 is 40%)",
    ),
    ("decide 5 4 3 -p 5,3 --hero 1 --all-in 2 --hand AA --range foo", "--range Player 2, token 1 must be hands like"),
    ("decide 5 4 3 -p 5,3 --hero 1 --all-in 2 --blinds 2/1 --equity 40%", "--blinds must have the small blind first"),
    ("decide 5 4 3 -p 5,3 --hero 1 --all-in 2,3 --equity 40%", "--equity is for one all-in player"),
    (
        "decide 5 4 3 -p 5,3 --hero 1 --all-in 2 --button 1 --button 2 --equity 40%",
        "--button must be given once",
    ),
    (
        "decide 5 4 3 -p 5,3 --hero 1 --all-in 2 --bets 500 --equity 40%",
        "--bets must be players with amounts",
    ),
    ("decide 5 4 3 -p 5,3 --hero 1 --all-in 2 --hand AA --range KK --range QQ", "--range must be one for each all-in"),
    ("range 22+ foo", "range, token 2 must be hands like"),
    ("equity 5 4 -p 5 --payouts 4", "--payouts must be given once, got 2 of them"),
    ("equity 5 4 -p 5 -p 4", "--payouts must be given once, got 2 of them"),
    ("equity -f one.csv -f two.csv", "--file must be given once, got 2 of them"),
    ("equity --file=one.csv -f two.csv", "--file must be given once, got 2 of them"),
    ("pressure 5 -p 5", "stacks must leave 2 to 50 players with chips, got 1 with chips"),
    ("equty 5 4 -p 5", "No such command 'equty'. Did you mean equity? (see finaltable --help)"),
    ("equity 5 4 --payout 5", "No such option '--payout'. Did you mean --extra-payouts or --payouts?"),
    ("sweep 5 4 3 -p 5,3 --treshold 1", "No such option '--treshold'. Did you mean --threads or --threshold?"),
    ("equity 5 4 -p", "Option '-p' requires an argument. (see finaltable equity --help)"),
    ("equity 5 4 -p 3 --json=yes", "Option '--json' does not take a value. (see finaltable equity --help)"),
    ("range", "Missing argument 'HANDS...'. (see finaltable range --help)"),
    ("serve --port 99999", "--port must be a whole number from 0 to 65535, got 99999"),
    ("--jsn", "No such option '--jsn'."),
]


@pytest.mark.parametrize(("line", "words"), WRONG)
def test_wrong_input_is_one_line_a_hint_and_exit_code_2(
    line: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(shlex.split(line)) == Exit.BAD_INPUT
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("finaltable: ")
    assert words in shown.err
    assert re.search(r" \(see finaltable( \w+)? --help\)\n$", shown.err)
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (b"", "standard input must hold a table"),
        (b"\x00\x01\x02", "standard input must be text in UTF-8: CSV or JSON"),
        (b"who,what\nAna,5\n", "standard input line 1 must be a header with a column 'stack'"),
        (b"name,stack\nAna,five\n", "standard input line 2, stack must be a number, got 'five'"),
        (b"name,stack\nAna,5\nAna,4\n", "names[1] must differ from the other names"),
        (b"name,stack\nAna,5\n,4\n", "standard input line 3, name is missing: the other players have one"),
    ],
)
def test_invalid_tables_on_standard_input_are_refused(given: bytes, words: str) -> None:
    done = piped("equity", "-", "-p", "5", given=given)
    assert (done.code, done.out) == (Exit.BAD_INPUT, "")
    assert words in done.err
    assert done.err.count("\n") == 1


def test_a_picture_that_cannot_be_written_is_a_one_line_error(tmp_path: Path) -> None:
    folder = tmp_path / "picture.png"
    folder.mkdir()
    done = piped("tree", "5", "4", "--svg", str(folder))
    assert done.code == Exit.BAD_INPUT
    assert "--svg must be a file that can be written" in done.err
    assert done.err.count("\n") == 1


def test_without_matplotlib_the_error_names_the_package_to_install(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError('not here')", "utf-8")
    done = started("tree", "5", "4", "--svg", str(tmp_path / "x.svg"), PYTHONPATH=str(tmp_path))
    assert done.code == Exit.BAD_INPUT
    assert "--svg needs matplotlib (pip install 'finaltable[plots]')" in done.err


def test_the_program_imports_neither_plots_nor_colours_for_a_pipe() -> None:
    code = """if True:
        import sys
        from finaltable.cli.app import run
        run(["compare", "5", "4", "-p", "3"])
        print(sorted({"matplotlib", "rich.console", "pydantic"} & set(sys.modules)), file=sys.stderr)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


def test_a_full_disk_leaves_no_part_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(self: Path, content: bytes) -> int:
        with self.open("wb") as file:
            file.write(content[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    sheet = tmp_path / "deal.html"
    assert run(["deal", "5", "4", "3", "-p", "9,6,3", "--sheet", str(sheet)]) == Exit.BAD_INPUT
    assert "--sheet must be a file that can be written" in capsys.readouterr().err
    assert not sheet.exists()
