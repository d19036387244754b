"""The paper recomputed: the numbers of Tables 1 to 4 and section 6, as printed and as computed, and the slips."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from finaltable.answers import Answer, Tabular, json_fields, to_jsonable
from finaltable.errors import InputError, check_choice
from finaltable.models import find_model
from finaltable.results import Equity
from finaltable.table.options import Progress
from finaltable.table.table import Table

SECTIONS = ("Table 1", "Table 2", "Table 3", "Table 4", "Section 6")


@dataclass(frozen=True)
class Check(Answer):
    """A printed number and the computed one."""

    section: str
    """Table or section of the paper."""
    row: str
    """Row of the table."""
    column: str
    """Column of the table."""
    printed: str
    """The number as printed in the paper."""
    right: str
    """The correct number; it differs from `printed` if the paper has a slip."""
    slip: str | None
    """Why the printed number is wrong; None: it is no slip."""
    model: str
    """Name of the model."""
    stacks: tuple[float, ...]
    """Chips of each player."""
    payouts: tuple[float, ...]
    """Prizes from first place down."""
    ours: float
    """The computed number."""

    in_json = json_fields("section row column printed right slip model stacks payouts ours agrees")

    @property
    def agrees(self) -> bool:
        """Whether the computed number is the right one at the printed digits."""
        right = Decimal(self.right.removesuffix("%"))
        return Decimal(self.ours).quantize(right) == right

    def at_more_digits(self) -> str:
        """Return the computed number with four digits more than printed."""
        decimals = -int(Decimal(self.right.removesuffix("%")).as_tuple().exponent)
        return f"{self.ours:{'+' if self.printed[0] in '+-' else ''}.{decimals + 4}f}"


@dataclass(frozen=True)
class Slip(Answer):
    """A mistake in the paper that is not in a number."""

    where: str
    """Place in the paper."""
    printed: str
    """The number as printed in the paper."""
    right: str
    """The correction."""
    why: str
    """Why the printed text is wrong."""


@dataclass(frozen=True, repr=False)
class PaperNumbers(Tabular, Answer):
    """The paper's numbers, recomputed. Made by `paper`."""

    method: str
    """The method for DCM."""
    checks: tuple[Check, ...]
    """The checks, one per printed number."""
    slips: tuple[Slip, ...]
    """Mistakes of the paper that are not in a number."""

    reported_by = "values.paper.report.paper_report"

    in_json = json_fields("method checks slips differing=differing_count")

    @property
    def differing_count(self) -> int:
        """Number of differing numbers that are not known slips."""
        return len(self.differing)

    @property
    def differing(self) -> tuple[Check, ...]:
        """Differing numbers that are not known slips of the paper."""
        return tuple(check for check in self.checks if not check.agrees)

    def by_section(self) -> dict[str, list[Check]]:
        """Return the checks of each table and section, in the paper's order."""
        return {
            section: checks
            for section in SECTIONS
            if (checks := [check for check in self.checks if check.section == section])
        }

    def summary(self) -> str:
        """Return a line with the counts of numbers that agree, are slips, or differ."""
        slips = sum(1 for check in self.checks if check.slip and check.agrees)
        agree = len(self.checks) - slips - len(self.differing)
        parts = [f"{agree} agree at the printed digits"]
        if slips:
            parts.append(f"{slips} are slips of the paper")
        parts.append(f"{len(self.differing)} differ")
        return f"{len(self.checks)} numbers, DCM by {self.method}: {', '.join(parts)}."

    def records(self) -> list[dict[str, Any]]:
        """Return a line per number of the paper."""
        return [to_jsonable(one) for one in self.checks]


def paper(section: str | None = None, *, method: str = "auto", progress: Progress | None = None) -> PaperNumbers:
    """Recompute the paper's numbers and compare them at the printed digits.

    >>> paper("Table 4").summary()
    '18 numbers, DCM by tree: 16 agree at the printed digits, 2 are slips of the paper, 0 differ.'

    Parameters
    ----------
    section
        "Table 1" to "Table 4", "Section 6", or only the number; by default all of them.
    method
        The method for DCM: "tree", "exact", or "paper" for Algorithm 3 as printed.
    progress
        Called after each number with (fraction done, 0).
    """
    import json
    from importlib import resources  # slow to import, and needed only here

    wanted = None if section is None else find_section(section)
    data = json.loads(resources.files("finaltable").joinpath("data/paper.json").read_text("utf-8"))
    numbers = [number for number in data["numbers"] if wanted in (None, number["table"])]
    solve = solver(method)
    checks = []
    for done, number in enumerate(numbers, start=1):
        checks.append(
            Check(
                section=number["table"],
                row=number["row"],
                column=number["column"],
                printed=number["printed"],
                right=number.get("right", number["printed"]),
                slip=number.get("slip"),
                model=number["model"],
                stacks=tuple(number["stacks"]),
                payouts=tuple(number["payouts"]),
                ours=recompute(number, solve),
            )
        )
        if progress is not None:
            progress(done / len(numbers), 0.0)
    slips = tuple(Slip(**slip) for slip in data["slips"] if wanted is None or slip["where"].startswith(wanted))
    used = solve("dcm", (2, 1), (1,)).method
    return PaperNumbers(used, tuple(checks), slips)


def find_section(text: object) -> str:
    """Return "Table 3" for "table 3", "Table3" or "3", and "Section 6" for "section 6" or "6"."""
    match = re.fullmatch(r"(table|section|sec\.?|tab\.?|t|s|§)?\s*([0-9])", str(text).strip(), re.IGNORECASE)
    known = {section[-1]: section for section in SECTIONS}
    if match is not None and match[2] in known:
        found = known[match[2]]
        letter = (match[1] or found)[0].lower().replace("§", "s")
        if found.lower().startswith(letter):
            return found
    raise InputError("section", f"must be one of {', '.join(SECTIONS)}", text, code="unknown_choice")


Solve = Callable[[str, tuple[float, ...], tuple[float, ...]], Equity]


def solver(method: str) -> Solve:
    """Return a function that solves each table of the paper once."""
    check_choice("method", method, find_model("dcm").methods)

    @cache
    def solve(model: str, stacks: tuple[float, ...], payouts: tuple[float, ...]) -> Equity:
        options = {"method": method} if model == "dcm" else {}
        return find_model(model).solve(Table.trusted(stacks, payouts), **options)

    return solve


def recompute(number: dict[str, Any], solve: Solve) -> float:
    """Return the computed value of a number of the paper."""
    stacks, payouts, player = tuple(number["stacks"]), tuple(number["payouts"]), number["player"]
    result = solve(number["model"], stacks, payouts)
    equity = float(result.equities[player])
    match number["quantity"]:
        case "finish percent":
            return 100 * float(result.finish[player, number["place"] - 1])
        case "percent difference":
            base = float(solve("icm", stacks, payouts).equities[player])
            return 100 * (equity - base) / base
        case "40 percent of equity":
            return 0.4 * equity
        case "break-even percent":
            fold = solve(number["model"], tuple(number["fold_stacks"]), payouts)
            return 100 * float(fold.equities[player]) / equity
        case _:
            return equity
