"""Two command lines for every option of the commands about hands; `tests.command_lines` has the others."""

from __future__ import annotations

from tests.documents import ROOT

Pair = tuple[str, str]

STACKS, PRIZES = "1000 990 500", "-p 90,60,30"
SPOT = "--hero 3 --all-in 1"
BLINDS = f"{SPOT} --equity 40% --button 1 --blinds 10/20"
ONE_BLIND = f"{SPOT} --equity 40% --button 1 --big-blind 20"
DRAWN = "--hero 3 --all-in 1,2 --hand AA --range KK --range QQ --samples 2000"
QUICK = "--blinds 50/100 --tolerance 0.02"
AHEAD = "--blinds 50/100 --tolerance 0.1 --max-seconds 5"
SIX = f"{STACKS} 800 900 700"  # enough players that overcalls are left out
ANSWERS = "--seed 7 --spots 1 --answers"
TWO = f"{ANSWERS} --players 2 --stacks 6-9"
PLAYED = "--seed 7 --progress none"
DATA = ROOT / "tests" / "data"
SOLUTION = str(DATA / "two.solution")
GAME = str(DATA / "game.txt")
REVIEWED = f"{GAME} -p 45,27,18 --range 30%"
HANDS = str(DATA / "hands.txt")
PUSH = "--hero 1 --button 1 --big-blind 100 --hand KTo --range 20%"
FOLDED = f"{BLINDS.replace('--equity 40%', '')} --hand 66 --range 18% --samples 2000"  # a call after a fold
LATER = f"{PUSH.replace('--hero 1', '--hero 2')} --folded-from 20%"  # a player before hero has folded
OVER = "--hero 3 --button 1 --big-blind 100 --hand KTo --bets 1=250 --bet-with 40%"
RAISED = f"{OVER} --bettor-calls 12% --folded-from 30%"  # over a raise, in the big blind
OPENED = "--hero 2 --button 1 --big-blind 100 --hand KTo --range 20% --bets 1=250 --bet-with 40% --bettor-calls 12%"
TOURNAMENT = "--blinds 50/100 --step 415 --tolerance 0.01"


def adding(line: str, **ends: str) -> dict[str, Pair]:
    """Return pairs of lines for options that are added to a line."""
    return {option: (line, f"{line} {end}") for option, end in ends.items()}


HAND_OPTIONS: dict[str, dict[str, Pair]] = {
    "decide": {
        "small_blind": (ONE_BLIND, f"{ONE_BLIND} --small-blind 10"),
        "big_blind": (ONE_BLIND, ONE_BLIND.replace("20", "30")),
        "hero": (f"{SPOT} --equity 40%", "--hero 2 --all-in 1 --equity 40%"),
        "all_in": (f"{SPOT} --equity 40%", "--hero 3 --all-in 2 --equity 40%"),
        "button": (BLINDS, BLINDS.replace("--button 1", "--button 2")),
        "blinds": (BLINDS, BLINDS.replace("10/20", "10/30")),
        "equity": (f"{SPOT} --equity 40%", f"{SPOT} --equity 50%"),
        "hand": (f"{SPOT} --hand AA --range KK", f"{SPOT} --hand QQ --range KK"),
        "ranges": (f"{SPOT} --hand AA --range KK", f"{SPOT} --hand AA --range 72o"),
        "folded_from": (f"{FOLDED} --folded-from 20%", f"{FOLDED} --folded-from 60%"),
        "samples": (DRAWN, DRAWN.replace("2000", "3000")),
        **adding(
            f"{SPOT} --equity 40%",
            mixture="--mixture 0.4",
            threads="--threads 1",
            models="--models icm,chip_ev",
            plot="--plot decision.svg",
            json="--json",
        ),
        "folded": ("--hero 2 --all-in 1 --equity 40%", "--hero 2 --all-in 1 --equity 40% --folded 3"),
        **adding(BLINDS, ante="--ante 5", big_blind_ante="--big-blind-ante 20", bets="--bets 2=100"),
        **adding(BLINDS, look_ahead="--look-ahead 1", max_seconds="--max-seconds 9"),
        "levels": (f"{BLINDS} --look-ahead 1", f"{BLINDS} --look-ahead 1 --levels 1:20/40"),
        "elsewhere": (f"{BLINDS} --ante 5", f"{BLINDS} --ante 5 --elsewhere 2"),
        "tolerance": (f"{SPOT} --equity 40% --json", f"{SPOT} --equity 40% --json --tolerance 1e-2"),
        "seed": (DRAWN, f"{DRAWN} --seed 7"),
    },
    "push": {
        "hero": (PUSH, PUSH.replace("--hero 1", "--hero 2")),
        "button": (PUSH, PUSH.replace("--button 1", "--button 3")),
        "blinds": (
            PUSH.replace("--big-blind 100", "--blinds 50/100"),
            PUSH.replace("--big-blind 100", "--blinds 50/90"),
        ),
        "big_blind": (PUSH, PUSH.replace("100", "120")),
        "hand": (PUSH, PUSH.replace("KTo", "K9o")),
        "ranges": (PUSH, PUSH.replace("20%", "25%")),
        "bets": (RAISED, RAISED.replace("250", "2.2bb")),
        "bet_with": (RAISED, RAISED.replace("40%", "45%")),
        "bettor_calls": (RAISED, RAISED.replace("12%", "15%")),
        "bettor_overcalls": (OPENED, f"{OPENED} --bettor-overcalls 5%"),
        "pushes_with": (f"{OVER} --pushes-with 20%", f"{OVER} --pushes-with 50%"),
        **adding(
            PUSH,
            small_blind="--small-blind 50",
            ante="--ante 10",
            big_blind_ante="--big-blind-ante 100",
            elsewhere="--elsewhere 3",
            look_ahead="--look-ahead 1",
            max_seconds="--max-seconds 9",
            models="--models icm",
            threads="--threads 1",
            json="--json",
        ),
        "levels": (f"{PUSH} --look-ahead 1", f"{PUSH} --look-ahead 1 --levels 1:100/200"),
        "folded_from": (LATER, LATER.replace("--folded-from 20%", "--folded-from 60%")),
        "samples": (f"{LATER} --json", f"{LATER} --json --samples 2000"),
        "seed": (f"{LATER} --json", f"{LATER} --json --seed 1"),
        "tolerance": (f"{PUSH} --json", f"{PUSH} --json --tolerance 1e-2"),
    },
    "pressure": {
        **adding(
            "",
            mixture="--mixture 0.4",
            models="--models icm",
            threads="--threads 1",
            plot="--plot pressure.svg",
            json="--json",
        ),
        "tolerance": ("--json", "--json --tolerance 1e-2"),
    },
    "nash": {
        "blinds": (QUICK, "--blinds 60/120 --tolerance 0.02"),
        "small_blind": ("--big-blind 100 --tolerance 0.02", "--big-blind 100 --small-blind 40 --tolerance 0.02"),
        "big_blind": ("--big-blind 100 --tolerance 0.02", "--big-blind 120 --tolerance 0.02"),
        "others": (f"{QUICK} --hero 1 --others chip_ev", f"{QUICK} --hero 1 --others icm"),
        "hero": (f"{QUICK} --hero 1 --others chip_ev", f"{QUICK} --hero 2 --others chip_ev"),
        "tolerance": (QUICK, "--blinds 50/100 --tolerance 0.00001"),
        "look_ahead": (AHEAD, f"{AHEAD} --look-ahead tournament"),
        "levels": (f"{AHEAD} --look-ahead 1", f"{AHEAD} --look-ahead 1 --levels 1:100/200"),
        "raise_only": (f"{QUICK} --raise-to 2bb", f"{QUICK} --raise-to 2bb --raise-only 3"),
        **adding(
            QUICK,
            button="--button 1",
            ante="--ante 10",
            big_blind_ante="--big-blind-ante 100",
            model="--model chip_ev",
            compare="--compare chip_ev",
            lock="--lock 'BB v SB=20%'",
            folded="--folded 3",
            elsewhere="--elsewhere 3",
            raise_to="--raise-to 2bb",
            max_seconds="--max-seconds 9",
            threads="--threads 1",
            grid="--grid SB",
            all="--all",
            csv="--csv",
            form="--form weights",
            save="--save chart.solution",
            html="--html chart.html",
            plot="--plot chart.svg",
            json="--json",
        ),
    },
    "tournament": {
        "stacks": (STACKS, "1000 890 600"),  # as many chips: the step divides them
        "file": (STACKS, f"--file {DATA / 'tournament.csv'}"),
        "blinds": (TOURNAMENT, "--blinds 60/120 --step 415 --tolerance 0.01"),
        "small_blind": ("--big-blind 100 --step 415", "--big-blind 100 --small-blind 40 --step 415"),
        "big_blind": ("--big-blind 100 --step 415", "--big-blind 120 --step 415"),
        "step": (TOURNAMENT, "--blinds 50/100 --step 249 --tolerance 0.01"),
        "tolerance": (TOURNAMENT, "--blinds 50/100 --step 415 --tolerance 0.0001"),
        **adding(
            TOURNAMENT,
            button="--button 1",
            ante="--ante 10",
            big_blind_ante="--big-blind-ante 100",
            compare="--compare icm,dcm",
            max_seconds="--max-seconds 9",
            threads="--threads 1",
            save="--save one.tournament",
            plot="--plot one.svg",
            json="--json",
        ),
    },
    "open": {
        "file": (SOLUTION, f"{DATA / 'three.solution'}"),
        **adding(
            SOLUTION,
            grid="--grid SB",
            csv="--csv",
            form="--form classes",
            save="--save again.solution",
            html="--html chart.html",
            plot="--plot chart.svg",
            json="--json",
        ),
        **adding(f"{DATA / 'five.solution'}", all="--all"),
    },
    "simulate": {
        "file": (SOLUTION, f"{DATA / 'three.solution'}"),
        **adding(SOLUTION, hands="--hands 20", seed="--seed 1", ohh="--ohh hands.ohh", json="--json"),
        "hero": (f"{SOLUTION} --ohh hands.ohh", f"{SOLUTION} --ohh hands.ohh --hero BB"),
    },
    "range": {
        "hands": ("TT+", "99+"),
        "json": ("TT+", "TT+ --json"),
        "form": ("TT+", "TT+ --form classes"),
    },
    "train": {
        "seed": (ANSWERS, ANSWERS.replace("7", "8")),
        "spots": (ANSWERS, ANSWERS.replace("1", "2")),
        "players": (TWO, TWO.replace("--players 2", "--players 3")),
        "stacks": (TWO, TWO.replace("6-9", "10-12")),
        "position": (f"{TWO} --position SB", f"{TWO} --position BB"),
        "model": (
            TWO.replace("--players 2", "--players 3"),
            f"{TWO.replace('--players 2', '--players 3')} --model dcm",
        ),
        "repeat": (
            f"--seed 7 --progress {DATA / 'training.json'}",
            f"--seed 7 --progress {DATA / 'training.json'} --no-repeat",
        ),
        "progress": ("--report --progress none", f"--report --progress {DATA / 'training.json'}"),
        **adding(
            ANSWERS, first="--first 1", source=f"--from {DATA / 'spots.json'}", threads="--threads 1", json="--json"
        ),
        **adding(TWO, payouts="--payouts winner", bounties="--bounties flat"),
        "raise_to": (TWO.replace("6-9", "10-12"), f"{TWO.replace('6-9', '10-12')} --raise-to 2.2"),
        **adding(PLAYED, answers="--answers", paint="--paint", report="--report", forget="--forget"),
    },
    "history": {
        **adding(HANDS, files=f"{HANDS.replace('hands', 'more-hands')}", ohh="--ohh hands.json", json="--json"),
        "hand": (GAME, f"{GAME} --hand 101"),
    },
    "review": {
        "files": (REVIEWED, REVIEWED.replace(GAME, f"{GAME} {HANDS} --hero Hero")),
        "payouts": (REVIEWED, REVIEWED.replace("45,27,18", "45,30,15")),
        "pool": (f"{GAME} -p usual --pool 90 --range 9%", f"{GAME} -p usual --pool 99 --range 9%"),
        "ranges": (REVIEWED, REVIEWED.replace("30%", "40%")),
        **adding(
            REVIEWED,
            hero="--hero Ana",
            models="--models icm",
            push_range="--push-range 9%",
            call_range="--call-range 9%",
            open_range="--open-range 9%",
            rejam_range="--rejam-range 9%",
            smallest="--smallest 10%",
            elsewhere="--elsewhere 5000",
            left="--left 9",
            bounty_share="--bounty-share 100%",
            most_blinds="--most-blinds 5",
            look_ahead="--look-ahead 1",
            threads="--threads 1",
            top="--top 1",
            csv="--csv",
            chat="--chat",
            output="--output rows",
            html="--html review.html",
            plot="--plot review.svg",
            json="--json",
        ),
        "tolerance": (f"{REVIEWED} --json", f"{REVIEWED} --json --tolerance 1e-2"),
        **adding(f"{REVIEWED} -o rows", scheduler="--scheduler tcp://127.0.0.1:1", workers="--workers 2"),
    },
}
