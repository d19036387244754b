"""Outputs of every command in tests/golden: on a wide and a narrow terminal, in a pipe, and as JSON.

``make golden`` writes the files again; review the diff before you commit it.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.known_spots import LINE
from tests.program import Outcome, on_terminal, piped, started

FOLDER = Path(__file__).parent / "golden"
WIDE, NARROW = 110, 40

FINAL = "Ana=1.2m Bo=1.19m Cy=400k Di=75k -p €50k,€30k,€20k,€10k"
BOUNTIES = "Ana=1200,Bo=800,Cy=450.55,Di=150"
COMMANDS = {
    "equity": "equity 1000 500 100 --payouts 100,50 --names Ana,Bo,Cy",
    "equity-exact": "equity 1000 500 100 --payouts $100,$50 --method exact",
    "compare": "compare Ana=1.2m Bo=800k Cy=75k --payouts €50k,€30k,€20k",
    "compare-three": "compare 1000 800 500 200 100 -p 50%,30%,20% --pool 1000 --models icm,dcm,chip_chop",
    "bounties": "bounties Ana=1000 Bo=500 Cy=100 --bounties Ana=€120,Bo=€80,Cy=€40 --matrix",
    "bounties-mystery": "bounties 12k 8k 5k --mystery 1x10000,5x1000,40x200 --models dcm",
    "finish": "finish 1000 500 100 --knockouts",
    "finish-many": "finish 9 8 7 6 5 4 3 2 1 --models dcm --places 4",
    "evidence": "evidence tests/data/results.csv --models icm,dcm,icm^1.1 --fit exponent",
    "review": "review tests/data/game.txt -p 45,27,18 --range push=30% --range call=15%",
    "history": "history tests/data/hands.txt tests/data/more-hands.txt",
    "paper": "paper",
    "paper-table": "paper table 4 --method exact",
    "tree": "tree 1000 500 --depth 4",
    "tree-player": "tree 1000 500 100 --player 2 --names Ana,Bo,Cy",
    "decide": f"decide {LINE} --equity 40%",
    "decide-cards": f"decide {LINE} --hand AJs --range '22+, A2s+, KTs+, QJs, A8o+' --models icm,dcm,chip_ev",
    "decide-bounties": f"decide {LINE} --equity 40% --bounties 20,20,10,40",
    "range": "range 22+ A2s+ KTs+ QJs A8o+ KJo+:0.5",
    "nash": "nash SB=900 BB=1200 -p 60,40 --blinds 50/100 --tolerance 1e-3 --compare chip_ev",
    "tournament": "tournament SB=600 BB=300 -p 60,40 --blinds 50/100 --step 100 --tolerance 1e-3 --compare icm",
    "push": f"push {LINE.partition(' --all-in')[0]} --hero BTN --hand T9s --range 25% --range 35%",
    "push-raise": f"push {LINE.partition(' --all-in')[0]} --hero SB --hand T9s --range 10% --bets BTN=2.2bb "
    "--bet-with 40% --pushes-with 25%",
    "train": "train --seed 7 --spots 3 --answers",
    "pressure": "pressure 1000 800 2000 3000 --payouts 50,30,20",
    "deal": f"deal {FINAL} --big-blind 20k",
    "deal-terms": f"deal {FINAL} --leave 5k,1k --withhold 3% --fixed Di=12k --trophy 2k --trophy-to Bo "
    "--last-longer 500 --last-longer-players Ana,Bo --round 100 --choose icm --chip-noise 1bb --big-blind 20k",
    "deal-bounties": f"deal {FINAL} --bounties {BOUNTIES} --bounty-terms share --leave 1000",
    "sensitivity": f"sensitivity {FINAL} --big-blind 20k",
    "sweep": "sweep 1000 800 2000 3000 --payouts 50,30,20 --player 1 --from 100 --to 4000",
}
TEXT_ONLY = {
    "deal-player": f"deal {FINAL} --leave 5000 --player Bo",
    "deal-player-bounties": f"deal {FINAL} --bounties {BOUNTIES} --player Bo",
    "nash-raise-grid": "nash 900 1200 -p 60,40 --blinds 50/100 --tolerance 1e-3 --raise-to 2bb --grid SB",
    "nash-grid": "nash 900 1200 -p 60,40 --blinds 50/100 --tolerance 1e-3 --grid 'BB v SB'",
}
PIPED = {
    "deal-chat": f"deal {FINAL} --leave 5000 --round 5 --chat",
    "deal-chat-bounties": f"deal {FINAL} --bounties {BOUNTIES} --round 5 --chat",
    "deal-csv-bounties": f"deal {FINAL} --bounties {BOUNTIES} --bounty-terms share --csv",
    "deal-csv": f"deal {FINAL} --leave 5000 --csv",
    "nash-raise": "nash SB=1600 BB=2400 -p 60,40 --blinds 50/100 --tolerance 1e-3 --raise-to 2.5bb",
    "review-csv": "review tests/data/game.txt -p 45,27,18 --range 30% --models icm,dcm --csv",
    "sweep-csv": "sweep 1000 800 2000 3000 --payouts 50,30,20 --from 700 --to 900 --points 5 --csv",
}
SHEETS = {
    "deal-sheet": f"deal {FINAL} --leave 5000 --round 100 --event 'Spring Classic'",
    "deal-sheet-bounties": f"deal {FINAL} --bounties {BOUNTIES} --round 100 --event 'Spring Bounty'",
}
HELP = {"help": "--help", "help-deal": "deal --help"}  # docs/reference/commands.md has all options


def cases() -> dict[str, tuple[str, str]]:
    """Return every golden file with its kind of output and command line."""
    files = {}
    for name, line in COMMANDS.items():
        for kind, ending in (("wide", "txt"), ("narrow", "txt"), ("piped", "txt"), ("json", "json")):
            files[f"{name}.{kind}.{ending}"] = (kind, line)
    for name, line in TEXT_ONLY.items():
        for kind in ("wide", "narrow", "piped"):
            files[f"{name}.{kind}.txt"] = (kind, line)
    for name, line in {**PIPED, **HELP}.items():
        files[f"{name}.piped.txt"] = ("piped", line)
    for name, line in SHEETS.items():
        files[f"{name}.html"] = ("sheet", line)
    return files


def run_case(kind: str, line: str) -> Outcome:
    """Run a command with one kind of output."""
    arguments = shlex.split(line.replace("$", r"\$"))
    match kind:
        case "wide":
            return on_terminal(WIDE, *arguments)
        case "narrow":
            return on_terminal(NARROW, *arguments)
        case "json":
            return started(*arguments, "--json")  # this also tests the executable once per command
        case "sheet":
            with TemporaryDirectory() as folder:
                page = Path(folder) / "sheet.html"
                outcome = piped(*arguments, "--sheet", str(page))
                assert outcome.err == f"Wrote {page}\n"
                return Outcome(outcome.code, page.read_text("utf-8"))
        case _:
            return piped(*arguments)


def comparable(name: str, text: str) -> Any:
    """Return the output as tests compare it: JSON with numbers at nine digits, as processors round the last ones."""
    return almost(json.loads(text)) if name.endswith(".json") else text


def almost(value: Any) -> Any:
    """Return a JSON value with its numbers at nine digits."""
    match value:
        case dict():
            return {key: almost(inner) for key, inner in value.items()}
        case list():
            return [almost(inner) for inner in value]
        case float():
            return float(f"{value:.9e}") if abs(value) > 1e-9 else 0.0
    return value


def write_all() -> None:
    """Write every golden file that changed, and remove those that no case makes."""
    FOLDER.mkdir(exist_ok=True)
    files = cases()
    for file in FOLDER.iterdir():
        if file.name not in files:
            file.unlink()
    for name, (kind, line) in files.items():
        file, now = FOLDER / name, run_case(kind, line).out
        if not file.exists() or comparable(name, file.read_text("utf-8")) != comparable(name, now):
            file.write_text(now, "utf-8")


if __name__ == "__main__":
    write_all()
