"""Options that commands share, and the table they describe."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_type_hints

import typer

from finaltable.cli.app import write
from finaltable.cli.sources import read_arguments, read_file
from finaltable.errors import InputError, MissingError
from finaltable.inputs.files import WrittenTable
from finaltable.inputs.text import read_payouts, split_list

if TYPE_CHECKING:
    from finaltable.render.layout import Report

PICTURES = (".png", ".svg", ".pdf")


def grouped(function: Callable[..., None]) -> Callable[..., None]:
    """Let a command take dataclasses of options: each field becomes an option of the command.

    Typer reads a command's options from its signature, so the signature it sees is put together here.
    """
    hints = get_type_hints(function, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}

    @wraps(function)
    def command(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        function(**given)

    parameters = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in groups:
            parameters += group_parameters(groups[parameter.name])
        else:
            parameters.append(parameter.replace(annotation=hints[parameter.name], kind=parameter.KEYWORD_ONLY))
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


def group_parameters(group: Any) -> list[inspect.Parameter]:
    """Return the fields of a dataclass as parameters of a function."""
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(group)
    ]


def complete_model() -> list[str]:
    """Return what --model may be, for the shell."""
    from finaltable.models import model_names

    return list(model_names())


def complete_method() -> list[str]:
    """Return what --method may be, for the shell."""
    from finaltable.models import find_models, model_names

    return sorted({method for model in find_models(model_names()) for method in model.methods})


@dataclass(frozen=True)
class TableOptions:
    """Where the players and their stacks come from."""

    stacks: Annotated[
        list[str] | None,
        typer.Argument(
            help="Chips of each player: 1000, 12.5k, 1,200,000, Ana=1.2m; 0 is a player who is out. - reads a table "
            "(CSV or JSON) from standard input.",
            show_default=False,
        ),
    ] = None
    names: Annotated[str | None, typer.Option(help="The players' names: Ana,Bo,Cy.", show_default=False)] = None
    file: Annotated[
        str | None,
        typer.Option(
            "--file",
            "-f",
            help="Read the table from a file: CSV with a header (name, stack, payout), or JSON (stacks, payouts, "
            "names).",
            show_default=False,
        ),
    ] = None

    def written(self) -> WrittenTable:
        """Return the table in the words it was written in."""
        given = list(self.stacks or [])
        if self.file == "":
            raise MissingError("file", "must be the name of a file")
        if "-" in given and len(given) > 1:
            raise InputError("stacks", "must be '-' alone (standard input), or amounts", " ".join(given))
        if self.file is not None and given:
            raise InputError("stacks", "must come from the command line or from --file, not both", given)
        if self.file is not None or given == ["-"]:
            table = read_file(self.file or "-")
        elif given:
            table = read_arguments(given)
        else:
            raise MissingError("stacks", "must be given: as arguments (1000 500 100) or with --file")
        if self.names is None:
            return table
        if table.names is not None and not table.where:
            raise InputError("names", "must be given once: in the stacks or with --names", self.names)
        names = tuple(name.strip() for name in self.names.split(","))
        return replace(table, names=names)


@dataclass(frozen=True)
class PayoutOptions:
    """What is played for."""

    payouts: Annotated[
        str | None,
        typer.Option(
            "--payouts",
            "-p",
            help="Prizes from first place down: 100,50, or '€50,000 €30,000', or 50%,30%,20% with --pool.",
            show_default=False,
        ),
    ] = None
    pool: Annotated[str | None, typer.Option(help="The prize pool, for payouts in per cent.", show_default=False)] = (
        None
    )
    extra_payouts: Annotated[
        str, typer.Option(help="Prizes that no player can win: error, or drop to leave them out.")
    ] = "error"

    def read(self, table: WrittenTable, warn: bool = True) -> tuple[list[int | float], str]:
        """Return the payouts, from the command line or else from the table, and their currency symbol."""
        given = None if self.payouts is None else split_list(self.payouts, "payouts")
        written = table.payouts if given is None else given
        if not written:
            where = "in the file or with --payouts" if table.where else "--payouts 100,50"
            raise MissingError("payouts", f"must be given: {where}")
        payouts, currency = read_payouts(written, self.pool, table.payouts_where if given is None else None)
        rise = next((i for i in range(1, len(payouts)) if payouts[i] > payouts[i - 1]), None)
        if rise is not None and warn:
            typer.echo(
                f"Note: place {rise + 1} pays more than place {rise}; payouts are read from first place down.", err=True
            )
        return payouts, currency


class Given(NamedTuple):
    """A table as it was given, read."""

    stacks: list[int | float]
    payouts: list[int | float]
    names: tuple[str, ...]
    currency: str
    options: dict[str, Any]
    """Names and what to do with extra payouts, as the functions of the library take them."""
    terms: tuple[str, ...]
    """Terms of a deal that stood in the file and were not read."""


def read_table(table: TableOptions, prizes: PayoutOptions, plot: str | None = None, *, rising: bool = False) -> Given:
    """Read the players and the prizes, and look whether a picture could be written, before anything is computed.

    ``rising`` means that payouts which rise are an error anyway, and need no warning.
    """
    from finaltable.inputs.table import check_names

    written = table.written()
    stacks = written.read_stacks()
    payouts, currency = prizes.read(written, warn=not rising)
    check_picture(plot)
    names = check_names(written.names, len(stacks))
    options = {"names": names, "extra_payouts": prizes.extra_payouts}
    return Given(stacks, payouts, names, currency, options, written.terms)


@dataclass(frozen=True)
class WorkOptions:
    """How to compute."""

    method: Annotated[
        str | None,
        typer.Option(
            help="auto, or for DCM tree, sample, exact, paper; for ICM subsets, quadrature; for chip chop floor, "
            "proportional.",
            show_default=False,
            autocompletion=complete_method,
        ),
    ] = None
    tolerance: Annotated[
        float | None,
        typer.Option(help="Error allowed, as a share of the prize pool: 1e-6.", show_default=False),
    ] = None
    seed: Annotated[int | None, typer.Option(help="For sampling large fields.", show_default=False)] = None
    threads: Annotated[int | None, typer.Option(help="Cores to use; all of them otherwise.", show_default=False)] = None
    max_seconds: Annotated[
        float | None, typer.Option(help="Work up to this long and state the error reached.", show_default=False)
    ] = None

    def given_to(self, model: str, models: Sequence[str]) -> dict[str, Any]:
        """Return the options that were given for one of several models: a method of another is not for it."""
        from finaltable.analysis.equity import check_known, known_options
        from finaltable.models import find_models

        found = find_models(models)
        check_known(self.given(), found)
        return known_options(found[models.index(model)], self.given())

    def given(self) -> dict[str, Any]:
        """Return the options that were given."""
        return {name: value for name, value in vars(self).items() if value is not None}


def read_model(text: str) -> str:
    """Return a model's name as Python has it: ICM and chip-chop are icm and chip_chop."""
    return re.sub(r"[-\s]+", "_", text.strip().lower())


def read_models(text: str) -> list[str]:
    """Split a list of models."""
    return [read_model(name) for name in text.split(",")]


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, with the words of the Python fields.")]
Model = Annotated[str, typer.Option(help="dcm, icm, chip_chop, chip_ev or smoothed.", autocompletion=complete_model)]
Models = Annotated[
    str,
    typer.Option(help="Models, the first is the one compared with: icm,dcm,chip_chop.", autocompletion=complete_model),
]
Plot = Annotated[
    str | None, typer.Option(help="Also draw a picture: a file ending in .png, .svg or .pdf.", show_default=False)
]


def check_picture(path: str | None) -> None:
    """Raise before anything is computed if a picture could not be written."""
    if path is None:
        return
    file = Path(path)
    if file.suffix.lower() not in PICTURES:
        raise InputError("plot", f"must end in {', '.join(PICTURES)}", path)
    if not file.absolute().parent.is_dir():
        raise InputError("plot", "must lie in a folder that exists", path)
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingError("plot", "needs matplotlib: pip install 'finaltable[plots]'") from None


def show(data: dict[str, object], as_json: bool, report: Callable[[], Report]) -> None:
    """Print a result for programs or for people."""
    from finaltable.render.terminal import for_terminal

    if as_json:
        write(json.dumps(data, allow_nan=False) + "\n")
    else:
        write(for_terminal(report()))


def draw(path: str | None, figure: str, *results: object) -> None:
    """Write a picture, if one is wanted, by the function of that name, and say so on standard error."""
    if path is None:
        return
    from finaltable.render import plots

    plots.save_figure(getattr(plots, figure)(*results), path)
    typer.echo(f"Drew {path}", err=True)


def examples(*lines: str) -> str:
    """Return the end of a help text: command lines that work as they stand."""
    return "\b\nExamples:\n" + "\n".join(f"  finaltable {line}" for line in lines)
