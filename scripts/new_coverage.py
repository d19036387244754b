"""Print how much of the code that is newer than a commit the tests reach (``make coverage``).

    python -m scripts.new_coverage .coverage v0.2.0

Lines count that were added since the commit, and the branches that begin on them. A line counts as reached if a test
ran it; a branch, if a test took it.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")


class Reached(NamedTuple):
    """Lines and branches of a file that are new, and those that no test reaches."""

    lines: int
    missing: list[int]
    branches: int
    not_taken: list[tuple[int, int]]

    @property
    def share(self) -> float:
        """Share of lines and branches that tests reach."""
        total = self.lines + self.branches
        return 1.0 - (len(self.missing) + len(self.not_taken)) / total if total else 1.0


def main() -> int:
    """Print the share, file by file, and return 1 if it is below the bar."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="file of coverage.py")
    parser.add_argument("since", help="commit or tag")
    parser.add_argument("--least", type=float, default=0.97, help="share to reach (default: 0.97)")
    asked = parser.parse_args()
    new = added_lines(asked.since)
    found = {file: reached(one, new[file]) for file, one in covered(asked.data).items() if file in new}
    for file, one in sorted(found.items()):
        if one.missing or one.not_taken:
            ways = ", ".join(f"{start}->{end}" for start, end in one.not_taken)
            sys.stdout.write(f"{file}: {one.share:.1%}; lines {one.missing}; branches {ways}\n")
    total = Reached(
        sum(one.lines for one in found.values()),
        [line for one in found.values() for line in one.missing],
        sum(one.branches for one in found.values()),
        [way for one in found.values() for way in one.not_taken],
    )
    lines = f"{total.lines - len(total.missing)} of {total.lines} lines"
    branches = f"{total.branches - len(total.not_taken)} of {total.branches} branches"
    sys.stdout.write(f"new since {asked.since}: {lines}, {branches}, together {total.share:.2%}\n")
    return int(total.share < asked.least)


def covered(data: Path) -> dict[str, dict[str, list[Any]]]:
    """Return what coverage.py found, by file."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        command = [sys.executable, "-m", "coverage", "json", "--quiet", f"--data-file={data}", "-o", str(report)]
        subprocess.run(command, check=True, cwd=ROOT)
        files: dict[str, dict[str, list[Any]]] = json.loads(report.read_text("utf-8"))["files"]
    return files


def added_lines(since: str) -> dict[str, set[int]]:
    """Return the lines of the package that were added since a commit, by file."""
    command = ["git", "diff", "--unified=0", "--find-renames", since, "--", "src"]
    found: dict[str, set[int]] = {}
    name = ""
    for line in subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True).stdout.splitlines():
        if line.startswith("+++ b/"):
            name = line.removeprefix("+++ b/")
        elif hunk := HUNK.match(line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            found.setdefault(name, set()).update(range(first, first + count))
    return found


def reached(one: dict[str, list[Any]], new: set[int]) -> Reached:
    """Return the new lines and branches of a file."""
    lines = {*one["executed_lines"], *one["missing_lines"]} & new
    ways = [*one["executed_branches"], *one["missing_branches"]]
    return Reached(
        len(lines),
        [line for line in one["missing_lines"] if line in new],
        sum(start in new for start, _ in ways),
        [(start, end) for start, end in one["missing_branches"] if start in new],
    )


if __name__ == "__main__":
    raise SystemExit(main())
