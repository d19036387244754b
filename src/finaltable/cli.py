"""The command line."""

from __future__ import annotations

import json
import sys
from enum import IntEnum
from typing import TYPE_CHECKING, Annotated

import typer

from finaltable.errors import InputError

if TYPE_CHECKING:
    from finaltable.equity import Comparison
    from finaltable.result import Equity


class Exit(IntEnum):
    """Exit codes."""

    OK = 0
    BAD_INPUT = 2
    INTERRUPTED = 130


app = typer.Typer(
    help="What tournament poker chips are worth: the Dependent Chip Model (DCM) beside ICM.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

Stacks = Annotated[list[str], typer.Argument(help="Chips of each player; 0 is a player who is already out.")]
Payouts = Annotated[str, typer.Option("--payouts", "-p", help="Prizes from first place down: 100,50.")]
Tolerance = Annotated[float | None, typer.Option(help="Error allowed, relative to the prize pool.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, with the words of the Python fields.")]


@app.command()
def equity(
    stacks: Stacks,
    payouts: Payouts,
    model: Annotated[str, typer.Option(help="dcm, icm or chip_chop.")] = "dcm",
    method: Annotated[str | None, typer.Option(help="As in Python: auto, tree, exact, paper, subsets, …")] = None,
    tolerance: Tolerance = None,
    as_json: AsJson = False,
) -> None:
    """Show what every stack is worth: finaltable equity 1000 500 100 --payouts 100,50."""
    from finaltable.equity import equity

    options = {name: value for name, value in (("method", method), ("tolerance", tolerance)) if value is not None}
    show(equity(numbers(stacks, "stacks"), numbers(payouts.split(","), "payouts"), model, **options), as_json)


@app.command()
def compare(
    stacks: Stacks,
    payouts: Payouts,
    models: Annotated[str, typer.Option(help="The first is the one compared with.")] = "icm,dcm",
    tolerance: Tolerance = None,
    as_json: AsJson = False,
) -> None:
    """Show models side by side: finaltable compare 1000 500 100 --payouts 100,50."""
    from finaltable.equity import compare

    options = {} if tolerance is None else {"tolerance": tolerance}
    names = [name.strip() for name in models.split(",")]
    show(compare(numbers(stacks, "stacks"), numbers(payouts.split(","), "payouts"), names, **options), as_json)


def show(result: Equity | Comparison, as_json: bool) -> None:
    """Print a result for people or for programs."""
    typer.echo(json.dumps(result.to_dict()) if as_json else str(result))


def numbers(texts: list[str], field: str) -> list[int | float]:
    """Read numbers, or raise for the first that is none."""
    return [number(text.strip(), f"{field}[{i}]") for i, text in enumerate(texts)]


def number(text: str, field: str) -> int | float:
    """Read one number: whole if it is written so."""
    try:
        return int(text) if text.isdigit() else float(text)
    except ValueError:
        raise InputError(field, "must be a number", text) from None


def main() -> None:
    """Run the command line; bad input is one line on standard error and exit code 2."""
    try:
        app()
    except InputError as error:
        typer.echo(f"finaltable: {error}", err=True)
        sys.exit(Exit.BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(Exit.INTERRUPTED)
