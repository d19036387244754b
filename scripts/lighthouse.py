"""Measure the page with Lighthouse on its throttled phone, and print the scores: make lighthouse.

Lighthouse comes from npm into a folder of its own; Node must be there. Each screen is opened ROUNDS times and the
median is printed: on a machine that has other work, single runs differ by ten points.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.browsing import FLAGS, find_browser
from tests.serving import serving
from tests.visiting import SCREENS, path_of

CATEGORIES = ("performance", "accessibility", "best-practices")
TIMES = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift")
VERSION = "12"  # the last version for Node 18 to 20
FOLDER = Path(tempfile.gettempdir()) / f"finaltable-lighthouse-{VERSION}"
TRIES = 4
ROUNDS = int(os.environ.get("ROUNDS", "3"))


def install() -> Path:
    """Return the path of the program, which is downloaded if missing."""
    program = FOLDER / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        if not shutil.which("npm"):
            sys.exit("Lighthouse needs Node and npm.")
        FOLDER.mkdir(exist_ok=True)
        subprocess.run(["npm", "install", "--silent", f"lighthouse@{VERSION}"], cwd=FOLDER, check=True)
    return program


def measure(program: Path, address: str) -> dict[str, float]:
    """Open a page once and return its scores and times."""
    report = FOLDER / "report.json"
    options = [
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--chrome-flags=--headless=new {' '.join(FLAGS)}",
    ]
    environment = {**os.environ, "CHROME_PATH": find_browser() or ""}
    for _ in range(TRIES):  # on a busy machine the browser may lose the beginning of its recording
        if (
            subprocess.run([program, address, *options], check=False, env=environment, capture_output=True).returncode
            == 0
        ):
            break
    found: dict[str, Any] = json.loads(report.read_text())
    scores = {name: 100 * found["categories"][name]["score"] for name in CATEGORIES}
    return scores | {name: found["audits"][name]["numericValue"] for name in TIMES}


HEADS = ("", "perform.", "access.", "practices", "first paint", "largest", "blocked", "shift")


def line(cells: tuple[str, ...]) -> str:
    """Return a line of the table."""
    return cells[0].ljust(11) + "".join(cell.rjust(12) for cell in cells[1:]) + "\n"


def main() -> None:
    """Print a line for every screen."""
    program = install()
    sys.stdout.write(line(HEADS))
    with serving("--quiet") as served:
        for screen, query in SCREENS.items():
            address = served.address + path_of(screen) + ("?" + quote(query, safe="=&+%/") if query else "")
            rounds = [measure(program, address) for _ in range(ROUNDS)]
            one = {name: statistics.median(each[name] for each in rounds) for name in rounds[0]}
            first, largest, blocked, shift = (one[name] for name in TIMES)
            times = (f"{first / 1000:.1f} s", f"{largest / 1000:.1f} s", f"{blocked:.0f} ms", f"{shift:.3f}")
            sys.stdout.write(line((screen, *(f"{one[name]:.0f}" for name in CATEGORIES), *times)))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
