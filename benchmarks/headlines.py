"""The pages of figures: all measurements in the reference, the best known in how-it-works, and large numbers.

``make bench`` writes all; ``python -m benchmarks.headlines`` writes the best known again, without measuring.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.measure import machine

DOCS = Path(__file__).parent.parent / "docs"
MEASURED = DOCS / "reference" / "measured.md"
SHORT = DOCS / "how-it-works" / "speed.md"
LARGE = DOCS / "how-to" / "large-numbers.md"
MARK = "<!-- below: written by make bench -->\n"
ROW = re.compile(r"^\| (?P<work>.*?) \| (?P<bar>.*?) \| (?P<measured>.*?) \| (?P<verdict>.*?) ?\|$")

PAPER = re.compile(
    r"^\| on paper: a billion (?P<what>.*?) \| .*?(?P<rate>[\d,.]+) a second of one core; "
    r"(?P<hours>[\d,.]+) core-hours; (?P<memory>\d+ MB)",
    re.MULTILINE,
)
PART = re.compile(r"(?<=<!-- throughput: written by make bench -->\n).*?(?=<!-- end of throughput -->)", re.DOTALL)
PRICE = 0.05  # of a core for an hour, as an example

CHOSEN = {
    "Engine": (
        "DCM, 6 players, against Algorithm 3 as printed",
        "ICM, 9 players, a call",
        "from finaltable import dcm, icm, against import numpy",
    ),
    "Many tables": ("DCM, 9 players, 1e-09, threads: 1",),
    "ICM of any field": ("ICM, 1,000,000 players, 150,000 paid, 1e-12, compressed",),
    "Sequential elimination, on one core": ("SEM, 9 players, in the core",),
    "Large fields": ("DCM, 1,000 players, 150 paid, 1 s on two threads",),
    "Decisions": ("a decision, 9 players, ICM and DCM at 1e-6, from cards",),
    "Push or fold": ("9 players", "9 players, judged by 20,000,000 deals"),
    "Hand histories": ("GGPoker, hands a second of one core",),
    "Deals": ("a deal of 9 players, five proposals, close stacks",),
    "Files and clusters": ("2,000,000 tables, ICM and DCM at 1e-6",),
    "The server": ("nine-handed compare at 1e-6, every table different",),
    "The page": ("largest paint, slow phone",),
    "The page without a server": ("compare on the device, nine players",),
}
"""The rows of the short page, by section."""


def keep(lines: list[str]) -> None:
    """Write both pages from the lines of a run."""
    write_below(MEASURED, "\n".join(lines).strip())
    write_short()
    write_throughput("\n".join(lines))


def write_short() -> None:
    """Write the short page from the long one."""
    _, _, text = MEASURED.read_text("utf-8").partition(MARK)
    first, *sections = text.strip().split("\n## ")
    tables = {section.partition("\n")[0]: rows_of(section) for section in sections}
    rows = [f"| {title}: {work} | {tables[title][work]['measured']} |" for title in CHOSEN for work in CHOSEN[title]]
    verdicts = [row["verdict"] for table in tables.values() for row in table.values()]
    missed = [work for table in tables.values() for work, row in table.items() if "missed" in row["verdict"]]
    bars = f"{verdicts.count('met')} bars are met, {len(missed)} missed{': ' if missed else ''}{'; '.join(missed)}."
    write_below(SHORT, "\n".join([first.strip(), "", "| | |", "|---|---|", *rows, "", bars]))


def write_throughput(text: str) -> None:
    """Write the rows that a core does in a second into the page on large numbers, if they were measured."""
    head = ["rows", "a second of one core", "a billion", f"at €{PRICE} for a core-hour", "memory of a process"]
    rows = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for found in PAPER.finditer(text):
        price = PRICE * float(found["hours"].replace(",", ""))
        money = f"€{price:,.2f}" if price < 10 else f"€{price:,.0f}"
        cells = [found["what"], found["rate"], f"{found['hours']} core-hours", money, found["memory"]]
        rows.append(f"| {' | '.join(cells)} |")
    if len(rows) > 2:
        when = f"Measured on {datetime.now(UTC):%Y-%m-%d}: {machine()}."
        table = "\n".join([when, "", *rows])
        LARGE.write_text(PART.sub(f"\n{table}\n\n", LARGE.read_text("utf-8")), "utf-8")


def rows_of(section: str) -> dict[str, re.Match[str]]:
    """Return the rows of a section by their first cell."""
    found = [row for line in section.splitlines() if (row := ROW.match(line))]
    return {row["work"]: row for row in found if row["work"] != "work"}


def write_below(page: Path, text: str) -> None:
    """Replace what is below the mark of a page."""
    above, mark, _ = page.read_text("utf-8").partition(MARK)
    page.write_text(f"{above}{mark}\n{text}\n", "utf-8")


if __name__ == "__main__":
    write_short()
