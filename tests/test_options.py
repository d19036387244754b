"""Every option of every command does something: two lines that differ in it alone print different things.

The options are those of the program itself, so one that is new, or renamed, must be put into these tables.
"""

from __future__ import annotations

import pkgutil
import shlex
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import typer

from finaltable.cli.program import program_for
from finaltable.cli.stream import Exit
from tests.documents import ROOT
from tests.program import in_process

Pair = tuple[str, str]

CSV = "name,stack,payout\nAna,1200,90\nBo,1190,60\nCy,500,30\n"
TABLES = "id,stacks,payouts\n1,1200 1190 500,90 60 30\n"
STACKS, PRIZES = "1000 990 500", "-p 90,60,30"

PLAYERS: dict[str, Pair] = {
    "stacks": (STACKS, "1000 990 400"),
    "names": (STACKS, f"{STACKS} --names Ana,Bo,Cy"),
    "file": (STACKS, "--file table.csv"),
}
PAID: dict[str, Pair] = {
    "payouts": (PRIZES, "-p 90,60,40"),
    "pool": ("-p 50%,30%,20% --pool 100", "-p 50%,30%,20% --pool 200"),
    "extra_payouts": (f"{PRIZES},0,10", f"{PRIZES},0,10 --extra-payouts drop"),
}
HEADS: dict[str, Pair] = {
    "bounties": ("--bounties 10", "--bounties 20"),
    "bounty_share": ("--bounties 10", "--bounties 10 --bounty-share 75%"),
    "own_bounty": ("--bounties 10", "--bounties 10 --no-own-bounty"),
    "mystery": ("--mystery 9x10", "--mystery 9x20"),
    "mystery_begins": ("--mystery 9x10 --mystery-begins 2", "--mystery 9x10 --mystery-begins 3"),
}
REFUSING = {"finish", "tree", "sweep", "sensitivity"}  # say why they take no bounties
MORE = " ".join(map(str, range(101, 141)))  # so many that DCM is sampled
SEEDS = (f"--tolerance 0.01 --seed 1 {MORE}", f"--tolerance 0.01 --seed 2 {MORE}")
SPOT = "--hero 3 --all-in 1"
BLINDS = f"{SPOT} --equity 40% --button 1 --blinds 10/20"
ONE_BLIND = f"{SPOT} --equity 40% --button 1 --big-blind 20"
DRAWN = "--hero 3 --all-in 1,2 --hand AA --range KK --range QQ --samples 2000"
NOISE = "--chip-noise 50 --samples 2000"
SHEET = "--sheet deal.html"
QUICK = "--blinds 50/100 --tolerance 0.02"
SIX = f"{STACKS} 800 900 700"  # so many that overcalls are left out

ANSWERS = "--seed 7 --spots 1 --answers"
TWO = f"{ANSWERS} --players 2 --stacks 6-9"
PLAYED = "--seed 7 --progress none"
DATA = ROOT / "tests" / "data"

# How a line ends where the option is one of the table, and the two ends of it that show what each other option does.
GAME = str(ROOT / "tests" / "data" / "game.txt")
LOOKED = f"{GAME} -p 45,27,18 --range 30%"
RESULTS = str(ROOT / "tests" / "data" / "results.csv")
HANDS = str(ROOT / "tests" / "data" / "hands.txt")
USUAL: dict[str, str] = {"decide": f"{SPOT} --equity 40%", "sweep": "--points 5", "paper": "table 2", "range": "TT+"}
USUAL["bounties"] = "--bounties 10"
USUAL["nash"] = QUICK
PUSH = "--hero 1 --button 1 --big-blind 100 --hand KTo --range 20%"
USUAL["push"] = PUSH
OPTIONS: dict[str, dict[str, Pair]] = {
    "equity": {
        "between": ("", "--between 0.4"),
        "model": ("", "--model icm"),
        "chip_noise": ("--model smoothed --chip-noise 5", "--model smoothed --chip-noise 50"),
        "method": ("", "--method exact"),
        "tolerance": ("--json", "--json --tolerance 1e-3"),
        "seed": SEEDS,
        "threads": ("", "--threads 1"),
        "max_seconds": ("", "--max-seconds 9"),
        "json": ("", "--json"),
    },
    "compare": {
        "between": ("", "--between 0.4"),
        "models": ("", "--models dcm,chip_chop"),
        "chip_noise": ("--models icm,smoothed --chip-noise 5", "--models icm,smoothed --chip-noise 50"),
        "method": ("", "--method exact"),
        "tolerance": ("--json", "--json --tolerance 1e-3"),
        "seed": SEEDS,
        "threads": ("", "--threads 1"),
        "max_seconds": ("", "--max-seconds 9"),
        "plot": ("", "--plot bars.svg"),
        "json": ("", "--json"),
    },
    "bounties": {
        "between": ("--bounties 10", "--bounties 10 --between 0.4"),
        "models": ("--bounties 10", "--bounties 10 --models dcm"),
        "matrix": ("--bounties 10", "--bounties 10 --matrix"),
        "method": ("--bounties 10", "--bounties 10 --method exact"),
        "tolerance": ("--bounties 10 --json", "--bounties 10 --json --tolerance 1e-3"),
        "seed": ("--bounties 10 --seed 1", "--bounties 10 --seed 2"),
        "threads": ("--bounties 10", "--bounties 10 --threads 1"),
        "max_seconds": ("--bounties 10", "--bounties 10 --max-seconds 9"),
        "plot": ("--bounties 10", "--bounties 10 --plot heads.svg"),
        "json": ("--bounties 10", "--bounties 10 --json"),
    },
    "finish": {
        "between": ("", "--between 0.4"),
        "models": ("", "--models icm"),
        "knockouts": ("", "--knockouts"),
        "places": ("", "--places 2"),
        "method": ("--json", "--json --method exact"),
        "tolerance": ("--json", "--json --tolerance 1e-2"),
        "seed": SEEDS,
        "threads": ("", "--threads 1"),
        "max_seconds": ("", "--max-seconds 9"),
        "plot": ("", "--plot places.svg"),
        "json": ("", "--json"),
    },
    "paper": {
        "section": ("table 2", "table 3"),
        "method": ("table 2", "table 2 --method exact"),
        "json": ("table 2", "table 2 --json"),
    },
    "history": {
        "files": (HANDS, f"{HANDS} {HANDS.replace('hands', 'more-hands')}"),
        "ohh": (HANDS, f"{HANDS} --ohh hands.json"),
        "json": (HANDS, f"{HANDS} --json"),
    },
    "review": {
        "files": (LOOKED, LOOKED.replace(GAME, f"{GAME} {HANDS} --hero Hero")),
        "payouts": (LOOKED, LOOKED.replace("45,27,18", "45,30,15")),
        "pool": (f"{GAME} -p usual --pool 90 --range 9%", f"{GAME} -p usual --pool 99 --range 9%"),
        "hero": (LOOKED, f"{LOOKED} --hero Ana"),
        "models": (LOOKED, f"{LOOKED} --models icm"),
        "ranges": (LOOKED, LOOKED.replace("30%", "40%")),
        "elsewhere": (LOOKED, f"{LOOKED} --elsewhere 5000"),
        "left": (LOOKED, f"{LOOKED} --left 9"),
        "bounty_share": (LOOKED, f"{LOOKED} --bounty-share 100%"),
        "most_blinds": (LOOKED, f"{LOOKED} --most-blinds 5"),
        "tolerance": (f"{LOOKED} --json", f"{LOOKED} --json --tolerance 1e-2"),
        "threads": (LOOKED, f"{LOOKED} --threads 1"),
        "top": (LOOKED, f"{LOOKED} --top 1"),
        "csv": (LOOKED, f"{LOOKED} --csv"),
        "html": (LOOKED, f"{LOOKED} --html review.html"),
        "plot": (LOOKED, f"{LOOKED} --plot review.svg"),
        "json": (LOOKED, f"{LOOKED} --json"),
    },
    "evidence": {
        "files": (RESULTS, f"{RESULTS} {RESULTS}"),
        "models": (RESULTS, f"{RESULTS} --models icm,dcm"),
        "players": (RESULTS, f"{RESULTS} --players 3-4"),
        "fit": (RESULTS, f"{RESULTS} --fit exponent"),
        "folds": (f"{RESULTS} --fit exponent", f"{RESULTS} --fit exponent --folds 3"),
        "tolerance": (RESULTS, f"{RESULTS} --tolerance 0.01"),
        "threads": (RESULTS, f"{RESULTS} --threads 2"),
        "plot": (RESULTS, f"{RESULTS} --plot evidence.svg"),
        "json": (RESULTS, f"{RESULTS} --json"),
    },
    "tree": {
        "depth": ("", "--depth 2"),
        "player": ("", "--player 2"),
        "plot": ("", "--svg tree.svg"),
        "json": ("", "--json"),
    },
    "sweep": {
        "between": ("--points 5", "--points 5 --between 0.4"),
        "player": ("--points 5", "--points 5 --player 2"),
        "start": ("--points 5", "--points 5 --from 300"),
        "stop": ("--points 5", "--points 5 --to 3000"),
        "points": ("--points 5 --csv", "--points 6 --csv"),
        "models": ("--points 5", "--points 5 --models icm"),
        "threshold": ("--points 5", "--points 5 --threshold 20"),
        "tolerance": ("--points 5 --json", "--points 5 --json --tolerance 1e-3"),
        "threads": ("--points 5", "--points 5 --threads 1"),
        "csv": ("--points 5", "--points 5 --csv"),
        "plot": ("--points 5", "--points 5 --plot sweep.svg"),
        "json": ("--points 5", "--points 5 --json"),
    },
    "decide": {
        "between": (f"{SPOT} --equity 40%", f"{SPOT} --equity 40% --between 0.4"),
        "small_blind": (
            f"{SPOT} --equity 40% --button 1 --big-blind 20",
            f"{SPOT} --equity 40% --button 1 --big-blind 20 --small-blind 10",
        ),
        "big_blind": (
            f"{SPOT} --equity 40% --button 1 --big-blind 20",
            f"{SPOT} --equity 40% --button 1 --big-blind 30",
        ),
        "threads": (f"{SPOT} --equity 40%", f"{SPOT} --equity 40% --threads 1"),
        "hero": (f"{SPOT} --equity 40%", "--hero 2 --all-in 1 --equity 40%"),
        "all_in": (f"{SPOT} --equity 40%", "--hero 3 --all-in 2 --equity 40%"),
        "folded": ("--hero 2 --all-in 1 --equity 40%", "--hero 2 --all-in 1 --equity 40% --folded 3"),
        "button": (BLINDS, BLINDS.replace("--button 1", "--button 2")),
        "blinds": (BLINDS, BLINDS.replace("10/20", "10/30")),
        "ante": (BLINDS, f"{BLINDS} --ante 5"),
        "big_blind_ante": (BLINDS, f"{BLINDS} --big-blind-ante 20"),
        "bets": (BLINDS, f"{BLINDS} --bets 2=100"),
        "elsewhere": (f"{BLINDS} --ante 5", f"{BLINDS} --ante 5 --elsewhere 2"),
        "equity": (f"{SPOT} --equity 40%", f"{SPOT} --equity 50%"),
        "hand": (f"{SPOT} --hand AA --range KK", f"{SPOT} --hand QQ --range KK"),
        "ranges": (f"{SPOT} --hand AA --range KK", f"{SPOT} --hand AA --range 72o"),
        "models": (f"{SPOT} --equity 40%", f"{SPOT} --equity 40% --models icm,chip_ev"),
        "tolerance": (f"{SPOT} --equity 40% --json", f"{SPOT} --equity 40% --json --tolerance 1e-2"),
        "samples": (DRAWN, DRAWN.replace("2000", "3000")),
        "seed": (DRAWN, f"{DRAWN} --seed 7"),
        "plot": (f"{SPOT} --equity 40%", f"{SPOT} --equity 40% --plot decision.svg"),
        "json": (f"{SPOT} --equity 40%", f"{SPOT} --equity 40% --json"),
    },
    "push": {
        "hero": (PUSH, PUSH.replace("--hero 1", "--hero 2")),
        "button": (PUSH, PUSH.replace("--button 1", "--button 3")),
        "blinds": (
            PUSH.replace("--big-blind 100", "--blinds 50/100"),
            PUSH.replace("--big-blind 100", "--blinds 50/90"),
        ),
        "small_blind": (PUSH, f"{PUSH} --small-blind 50"),
        "big_blind": (PUSH, PUSH.replace("100", "120")),
        "ante": (PUSH, f"{PUSH} --ante 10"),
        "big_blind_ante": (PUSH, f"{PUSH} --big-blind-ante 100"),
        "elsewhere": (PUSH, f"{PUSH} --elsewhere 3"),
        "hand": (PUSH, PUSH.replace("KTo", "K9o")),
        "ranges": (PUSH, PUSH.replace("20%", "25%")),
        "models": (PUSH, f"{PUSH} --models icm"),
        "tolerance": (f"{PUSH} --json", f"{PUSH} --json --tolerance 1e-2"),
        "threads": (PUSH, f"{PUSH} --threads 1"),
        "json": (PUSH, f"{PUSH} --json"),
    },
    "pressure": {
        "between": ("", "--between 0.4"),
        "models": ("", "--models icm"),
        "tolerance": ("--json", "--json --tolerance 1e-2"),
        "threads": ("", "--threads 1"),
        "plot": ("", "--plot pressure.svg"),
        "json": ("", "--json"),
    },
    "nash": {
        "button": (QUICK, f"{QUICK} --button 1"),
        "blinds": (QUICK, "--blinds 60/120 --tolerance 0.02"),
        "small_blind": ("--big-blind 100 --tolerance 0.02", "--big-blind 100 --small-blind 40 --tolerance 0.02"),
        "big_blind": ("--big-blind 100 --tolerance 0.02", "--big-blind 120 --tolerance 0.02"),
        "ante": (QUICK, f"{QUICK} --ante 10"),
        "big_blind_ante": (QUICK, f"{QUICK} --big-blind-ante 100"),
        "model": (QUICK, f"{QUICK} --model chip_ev"),
        "compare": (QUICK, f"{QUICK} --compare chip_ev"),
        "locked": (QUICK, f"{QUICK} --lock 'BB v SB=20%'"),
        "folded": (QUICK, f"{QUICK} --folded 3"),
        "elsewhere": (QUICK, f"{QUICK} --elsewhere 3"),
        "others": (f"{QUICK} --hero 1 --others chip_ev", f"{QUICK} --hero 1 --others icm"),
        "hero": (f"{QUICK} --hero 1 --others chip_ev", f"{QUICK} --hero 2 --others chip_ev"),
        "tolerance": (QUICK, "--blinds 50/100 --tolerance 0.001"),
        "max_seconds": (QUICK, f"{QUICK} --max-seconds 9"),
        "threads": (QUICK, f"{QUICK} --threads 1"),
        "grid": (QUICK, f"{QUICK} --grid SB"),
        "all": (QUICK, f"{QUICK} --all"),
        "html": (QUICK, f"{QUICK} --html chart.html"),
        "plot": (QUICK, f"{QUICK} --plot chart.svg"),
        "json": (QUICK, f"{QUICK} --json"),
    },
    "range": {"hands": ("TT+", "99+"), "json": ("TT+", "TT+ --json")},
    "train": {
        "seed": (ANSWERS, ANSWERS.replace("7", "8")),
        "spots": (ANSWERS, ANSWERS.replace("1", "2")),
        "first": (ANSWERS, f"{ANSWERS} --first 1"),
        "source": (ANSWERS, f"{ANSWERS} --from {DATA / 'spots.json'}"),
        "players": (TWO, TWO.replace("--players 2", "--players 3")),
        "payouts": (TWO, f"{TWO} --payouts winner"),
        "stacks": (TWO, TWO.replace("6-9", "10-12")),
        "position": (f"{TWO} --position SB", f"{TWO} --position BB"),
        "bounties": (TWO, f"{TWO} --bounties flat"),
        "model": (
            TWO.replace("--players 2", "--players 3"),
            f"{TWO.replace('--players 2', '--players 3')} --model dcm",
        ),
        "threads": (ANSWERS, f"{ANSWERS} --threads 1"),
        "answers": (PLAYED, f"{PLAYED} --answers"),
        "paint": (PLAYED, f"{PLAYED} --paint"),
        "repeat": (
            f"--seed 7 --progress {DATA / 'training.json'}",
            f"--seed 7 --progress {DATA / 'training.json'} --no-repeat",
        ),
        "progress": ("--report --progress none", f"--report --progress {DATA / 'training.json'}"),
        "report": (PLAYED, f"{PLAYED} --report"),
        "forget": (PLAYED, f"{PLAYED} --forget"),
        "json": (ANSWERS, f"{ANSWERS} --json"),
    },
    "deal": {
        "leave": ("", "--leave 10"),
        "withhold": ("", "--withhold 3%"),
        "fixed": ("", "--fixed 1=70"),
        "trophy": ("", "--trophy 10"),
        "trophy_to": ("--trophy 10", "--trophy 10 --trophy-to 2"),
        "last_longer": ("", "--last-longer 5"),
        "last_longer_players": ("--last-longer 5", "--last-longer 5 --last-longer-players 1,2"),
        "unit": ("", "--round 5"),
        "guarantee": ("", "--no-guarantee"),
        "cap": ("", "--no-cap"),
        "heads": ("--bounties 10", "--bounties 10 --heads share"),
        "bounty_share": ("--bounties 10 --heads share", "--bounties 10 --heads share --bounty-share 75%"),
        "own_bounty": ("--bounties 10 --player 1", "--bounties 10 --player 1 --no-own-bounty"),
        "odd_to_staff": ("--withhold 3 --round 5", "--withhold 3 --round 5 --odd-to-staff"),
        "proposals": ("", "--proposals icm,between"),
        "choose": ("", "--choose dcm"),
        "between": ("", "--between 0.5"),
        "chip_noise": (NOISE, NOISE.replace("50 ", "70 ")),
        "big_blind": ("--json", "--json --big-blind 100"),
        "pot": ("--json", "--json --pot 600"),
        "close_stacks": ("--json", "--json --no-close-stacks"),
        "player": ("", "--player 2"),
        "sheet": ("", SHEET),
        "event": (SHEET, f"{SHEET} --event Spring"),
        "chat": ("", "--chat"),
        "csv": ("", "--csv"),
        "samples": (NOISE, NOISE.replace("2000", "3000")),
        "seed": (NOISE, f"{NOISE} --seed 7"),
        "max_seconds": ("", "--max-seconds 9"),
        "threads": ("", "--threads 1"),
        "plot": ("", "--plot deal.svg"),
        "json": ("", "--json"),
    },
    "sensitivity": {
        "recount": ("", "--recount 3"),
        "big_blind": ("", "--big-blind 100"),
        "pot": ("", "--pot 30"),
        "threshold": ("", "--threshold 5"),
        "threads": ("", "--threads 1"),
        "plot": ("", "--plot close.svg"),
        "json": ("", "--json"),
    },
    "batch": {
        "source": ("tables.csv -o out", "table.csv tables.csv -o out"),
        "target": ("tables.csv -o out", "tables.csv -o other"),
        "models": ("tables.csv -o out", "tables.csv -o out --model chip_chop --model icm"),
        "tolerance": ("tables.csv -o out", "tables.csv -o out --tolerance 1e-3"),
        "scheduler": ("tables.csv -o out", "tables.csv -o out --scheduler tcp://127.0.0.1:1"),
        "workers": ("tables.csv -o out", "tables.csv -o out --workers 2"),
        "threads": ("tables.csv -o out", "tables.csv -o out --threads 1"),
        "json": ("tables.csv -o out", "tables.csv -o out --json"),
    },
    "serve": {
        "host": ("", "--host 0.0.0.0"),
        "port": ("", "--port 80"),
        "workers": ("", "--workers 3"),
        "waiting": ("", "--waiting 3"),
        "max_players": ("", "--max-players 3"),
        "max_seconds": ("", "--max-seconds 3"),
        "max_long_seconds": ("", "--max-long-seconds 40"),
        "max_bytes": ("", "--max-bytes 3000"),
        "max_answer": ("", "--max-answer 300000"),
        "max_connections": ("", "--max-connections 3"),
        "allow_host": ("", "--allow-host poker.example"),
        "tolerance": ("", "--tolerance 1e-3"),
        "quiet": ("", "--quiet"),
    },
}
NO_TABLE = {"batch", "evidence", "history", "paper", "range", "review", "serve", "train"}
NO_PRIZES = {*NO_TABLE, "finish", "tree", "bounties"}
for command, own in OPTIONS.items():
    own |= PLAYERS if command not in NO_TABLE else {}
    own |= PAID if command not in NO_PRIZES else {}
    own |= {**HEADS, **own} if command not in NO_TABLE | REFUSING else {}

# Options that change no number: seen in how the library is called.
UNSEEN = {"threads", "max_seconds"}
UNSEEN_IN = {("bounties", "seed"), ("review", "bounty_share")}
CALLED: dict[str, str] = {
    "equity": "finaltable.analysis.equity.equity",
    "compare": "finaltable.analysis.equity.compare",
    "bounties": "finaltable.analysis.bounty_comparison.compare_bounties",
    "finish": "finaltable.analysis.equity.finish_probabilities",
    "sweep": "finaltable.analysis.sweep.sweep",
    "pressure": "finaltable.decisions.pressure.pressure",
    "decide": "finaltable.decisions.decide.decide",
    "push": "finaltable.decisions.push.decide_push",
    "nash": "finaltable.equilibrium.push_fold.push_fold",
    "train": "finaltable.training.session.train",
    "deal": "finaltable.deals.deal.deal",
    "sensitivity": "finaltable.analysis.sensitivity.sensitivity",
    "evidence": "finaltable.scoring.evidence.evidence",
    "history": "finaltable.histories.reading.read_history",
    "review": "finaltable.reviews.review.review",
    "serve": "finaltable.web.server.make_server",
    "batch": "finaltable.runs.batch.batch",
}


def parameters() -> dict[str, set[str]]:
    """Every command with its options and arguments, as the program has them."""
    group: Any = typer.main.get_command(program_for([]))
    return {name: {parameter.name for parameter in found.params} for name, found in group.commands.items()}


def line_of(command: str, option: str, which: int) -> list[str]:
    """One of the two lines that differ in an option alone."""
    part = OPTIONS[command][option][which]
    stacks = "" if command in NO_TABLE else part if option in PLAYERS else SIX if option == "all" else STACKS
    prizes = "" if command in NO_PRIZES else part if option in PAID else PRIZES
    own = USUAL.get(command, "") if option in {*PLAYERS, *PAID} and command not in NO_TABLE else part
    if option in HEADS:
        own = f"{USUAL.get(command, '') if command != 'bounties' else ''} {part}"
    return shlex.split(f"{command} {stacks} {prizes} {own}")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the library's functions are called with; no server is started."""
    seen: list[Any] = []

    def watch(path: str, answer: Callable[..., Any]) -> None:
        def watched(*given: Any, **options: Any) -> Any:
            seen.append((given, {name: value for name, value in options.items() if name != "progress"}))
            return answer(*given, **options)

        monkeypatch.setattr(path, watched)

    for path in CALLED.values():
        watch(path, pkgutil.resolve_name(path) if "server" not in path else lambda *_, **__: None)
    monkeypatch.setattr("finaltable.web.server.serve_until_stopped", lambda *_: None)
    watch("finaltable.runs.clients.opened_client", lambda *_: nullcontext())  # no cluster is started either
    return seen


def test_the_tables_here_hold_every_option_of_every_command() -> None:
    known = {command: set(options) for command, options in OPTIONS.items()}
    for command in REFUSING:
        known[command] |= set(HEADS)
    assert known == parameters()


@pytest.mark.parametrize("command", sorted(REFUSING))
def test_what_knows_no_bounties_says_why(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    prizes = "" if command in NO_PRIZES else PRIZES
    code, _ = in_process(*shlex.split(f"{command} {STACKS} {prizes} --mystery 9x10"))
    assert code == Exit.BAD_INPUT
    assert "--bounties must be left out here: " in capsys.readouterr().err


def is_unseen(command: str, option: str) -> bool:
    """Tell whether an option changes no number."""
    return option in UNSEEN or (command, option) in UNSEEN_IN


@pytest.mark.parametrize(("command", "option"), [(command, name) for command in OPTIONS for name in OPTIONS[command]])
def test_every_option_does_something(
    command: str, option: str, calls: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    did = []
    for which in (0, 1):
        folder = tmp_path / str(which)
        folder.mkdir()
        monkeypatch.chdir(folder)
        Path("table.csv").write_text(TABLES if command == "batch" else CSV, "utf-8")
        Path("tables.csv").write_text(TABLES, "utf-8")
        calls.clear()
        code, shown = in_process(*line_of(command, option, which))
        written = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
        called = command in ("batch", "serve") and option != "json"
        did.append(str(calls) if called or is_unseen(command, option) else (code, shown, written))
    assert code == Exit.OK
    assert did[0] != did[1]
