"""Two command lines for every option of every command, which differ only in that option."""

from __future__ import annotations

from tests.hand_lines import DATA, HAND_OPTIONS, PRIZES, PUSH, QUICK, SPOT, STACKS, TOURNAMENT, Pair, adding

CSV = "name,stack,payout\nAna,1200,90\nBo,1190,60\nCy,500,30\n"
TABLES = "id,stacks,payouts,blinds\n1,1200 1190 500,90 60 30,50/100\n"

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
REFUSING = {"finish", "tree", "sweep", "sensitivity", "tournament"}  # raise an error for bounties
MORE = " ".join(map(str, range(101, 141)))  # enough players that DCM is sampled
SEEDS = (f"--tolerance 0.01 --seed 1 {MORE}", f"--tolerance 0.01 --seed 2 {MORE}")
NOISE = "--chip-noise 50 --samples 2000"
SHEET = "--sheet deal.html"
RESULTS = str(DATA / "results.csv")
# Arguments of each command for options of the table. The other options have two lines each.
USUAL: dict[str, str] = {
    "bounties": "--bounties 10",
    "decide": f"{SPOT} --equity 40%",
    "nash": QUICK,
    "paper": "table 2",
    "push": PUSH,
    "range": "TT+",
    "sweep": "--points 5",
    "tournament": TOURNAMENT,
}
OPTIONS: dict[str, dict[str, Pair]] = {
    "equity": {
        "chip_noise": ("--model smoothed --chip-noise 5", "--model smoothed --chip-noise 50"),
        "seed": SEEDS,
        **adding(
            "",
            mixture="--mixture 0.4",
            model="--model icm",
            method="--method exact",
            threads="--threads 1",
            max_seconds="--max-seconds 9",
            json="--json",
        ),
        "tolerance": ("--json", "--json --tolerance 1e-3"),
    },
    "compare": {
        "chip_noise": ("--models icm,smoothed --chip-noise 5", "--models icm,smoothed --chip-noise 50"),
        "seed": SEEDS,
        **adding(
            "",
            mixture="--mixture 0.4",
            models="--models dcm,chip_chop",
            method="--method exact",
            threads="--threads 1",
            max_seconds="--max-seconds 9",
            plot="--plot bars.svg",
            json="--json",
        ),
        "tolerance": ("--json", "--json --tolerance 1e-3"),
    },
    "bounties": {
        "seed": ("--bounties 10 --seed 1", "--bounties 10 --seed 2"),
        **adding(
            "--bounties 10",
            mixture="--mixture 0.4",
            models="--models dcm",
            matrix="--matrix",
            method="--method exact",
            threads="--threads 1",
            max_seconds="--max-seconds 9",
            plot="--plot heads.svg",
            json="--json",
        ),
        "tolerance": ("--bounties 10 --json", "--bounties 10 --json --tolerance 1e-3"),
    },
    "finish": {
        "seed": SEEDS,
        **adding(
            "",
            mixture="--mixture 0.4",
            models="--models icm",
            knockouts="--knockouts",
            places="--places 2",
            only="--only 1,3",
            players="--players 2,3",
            threads="--threads 1",
            max_seconds="--max-seconds 9",
            plot="--plot places.svg",
            json="--json",
        ),
        **adding("--json", method="--method exact", tolerance="--tolerance 1e-2"),
    },
    "paper": {
        "section": ("table 2", "table 3"),
        **adding("table 2", method="--method exact", json="--json"),
    },
    "evidence": {
        **adding(
            RESULTS,
            files=f"{RESULTS}",
            models="--models icm,dcm",
            players="--players 3-4",
            fit="--fit exponent",
            tolerance="--tolerance 0.01",
            threads="--threads 2",
            plot="--plot evidence.svg",
            json="--json",
        ),
        "folds": (f"{RESULTS} --fit exponent", f"{RESULTS} --fit exponent --folds 3"),
    },
    "tree": {
        **adding("", depth="--depth 2", player="--player 2", plot="--svg tree.svg", json="--json"),
    },
    "sweep": {
        "points": ("--points 5 --csv", "--points 6 --csv"),
        **adding(
            "--points 5",
            mixture="--mixture 0.4",
            player="--player 2",
            start="--from 300",
            stop="--to 3000",
            models="--models icm",
            threshold="--threshold 20",
            threads="--threads 1",
            csv="--csv",
            plot="--plot sweep.svg",
            json="--json",
        ),
        "tolerance": ("--points 5 --json", "--points 5 --json --tolerance 1e-3"),
    },
    "mcp": adding("", folder="--folder .", max_players="--max-players 9", max_seconds="--max-seconds 9", list="--list"),
    "deal": {
        "chip_noise": (NOISE, NOISE.replace("50 ", "70 ")),
        "sheet": ("", SHEET),
        "samples": (NOISE, NOISE.replace("2000", "3000")),
        **adding(
            "",
            leave="--leave 10",
            withhold="--withhold 3%",
            fixed="--fixed 1=70",
            trophy="--trophy 10",
            last_longer="--last-longer 5",
            round="--round 5",
            guarantee="--no-guarantee",
            cap="--no-cap",
            proposals="--proposals icm,between",
            choose="--choose dcm",
            between="--between 0.5",
            player="--player 2",
            chat="--chat",
            csv="--csv",
            max_seconds="--max-seconds 9",
            threads="--threads 1",
            plot="--plot deal.svg",
            json="--json",
        ),
        "trophy_to": ("--trophy 10", "--trophy 10 --trophy-to 2"),
        "last_longer_players": ("--last-longer 5", "--last-longer 5 --last-longer-players 1,2"),
        "bounty_terms": ("--bounties 10", "--bounties 10 --bounty-terms share"),
        "bounty_share": ("--bounties 10 --bounty-terms share", "--bounties 10 --bounty-terms share --bounty-share 75%"),
        "own_bounty": ("--bounties 10 --player 1", "--bounties 10 --player 1 --no-own-bounty"),
        "odd_to_staff": ("--withhold 3 --round 5", "--withhold 3 --round 5 --odd-to-staff"),
        **adding("--json", big_blind="--big-blind 100", pot="--pot 600", close_stacks="--no-close-stacks"),
        "event": (SHEET, f"{SHEET} --event Spring"),
        "seed": (NOISE, f"{NOISE} --seed 7"),
    },
    "sensitivity": {
        **adding(
            "",
            recount="--recount 3",
            big_blind="--big-blind 100",
            pot="--pot 30",
            threshold="--threshold 5",
            threads="--threads 1",
            plot="--plot close.svg",
            json="--json",
        ),
    },
    "batch": {
        "source": ("tables.csv -o out", "table.csv tables.csv -o out"),
        "target": ("tables.csv -o out", "tables.csv -o other"),
        **adding(
            "tables.csv -o out",
            ask_="--ask nash",
            models="--model chip_chop --model icm",
            tolerance="--tolerance 1e-3",
            scheduler="--scheduler tcp://127.0.0.1:1",
            workers="--workers 2",
            threads="--threads 1",
            json="--json",
        ),
    },
    "serve": {
        **adding(
            "",
            host="--host 0.0.0.0",
            port="--port 80",
            trust_proxy="--trust-proxy 10.0.0.1",
            workers="--workers 3",
            waiting="--waiting 3",
            max_players="--max-players 3",
            max_seconds="--max-seconds 3",
            max_long_seconds="--max-long-seconds 40",
            max_bytes="--max-bytes 3000",
            max_answer="--max-answer 300000",
            max_connections="--max-connections 3",
            allow_host="--allow-host poker.example",
            tolerance="--tolerance 1e-3",
            quiet="--quiet",
        ),
    },
    **HAND_OPTIONS,
}
NO_TABLE = {"batch", "evidence", "history", "mcp", "open", "paper", "range", "review", "serve", "simulate", "train"}
NO_PRIZES = {*NO_TABLE, "finish", "tree", "bounties"}
for command, own in OPTIONS.items():
    own |= {**PLAYERS, **own} if command not in NO_TABLE else {}
    own |= PAID if command not in NO_PRIZES else {}
    own |= {**HEADS, **own} if command not in NO_TABLE | REFUSING else {}
