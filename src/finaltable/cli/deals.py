"""The commands deal and sensitivity."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from finaltable.cli.app import app, write
from finaltable.cli.options import (
    AsJson,
    Given,
    PayoutOptions,
    Plot,
    TableOptions,
    draw,
    examples,
    grouped,
    read_models,
    read_table,
    show,
)
from finaltable.errors import InputError, MissingError, Said
from finaltable.inputs.text import read_blinds, read_chips, read_pairs, read_player, read_players, read_share

Threads = Annotated[int | None, typer.Option(help="Cores to use; all of them otherwise.", show_default=False)]


@dataclass(frozen=True)
class TermOptions:
    """What the table agrees besides the rule for sharing."""

    leave: Annotated[
        str | None,
        typer.Option(
            help="Left to play for: 5000 or 10% for the winner; a list from first place down: 3000,1000.",
            show_default=False,
        ),
    ] = None
    withhold: Annotated[
        str | None, typer.Option(help="Rake or staff, taken from all prizes alike: 500 or 3%.", show_default=False)
    ] = None
    fixed: Annotated[
        str | None,
        typer.Option(help="What some players get in any case: Ana=5000,Bo=3k; the others share.", show_default=False),
    ] = None
    trophy: Annotated[
        str | None, typer.Option(help="What a trophy or seat for the winner is worth.", show_default=False)
    ] = None
    trophy_to: Annotated[
        str | None,
        typer.Option(help="Who takes it now, as a part of his share; the winner otherwise.", show_default=False),
    ] = None
    last_longer: Annotated[
        str | None,
        typer.Option(help="What each leaves from his share for the one who lasts longest.", show_default=False),
    ] = None
    last_longer_players: Annotated[
        str | None, typer.Option(help="Who takes part in that; all otherwise: Ana,Bo.", show_default=False)
    ] = None
    unit: Annotated[
        str | None,
        typer.Option("--round", help="Round to this: 1, 5, 100, 1000; cents otherwise.", show_default=False),
    ] = None
    odd_to_staff: Annotated[
        bool, typer.Option("--odd-to-staff", help="What rounding leaves goes to the staff, not to a player.")
    ] = False
    guarantee: Annotated[
        bool, typer.Option("--guarantee/--no-guarantee", help="Nobody gets less than the lowest prize.")
    ] = True
    cap: Annotated[bool, typer.Option("--cap/--no-cap", help="Nobody gets more than the first prize.")] = True

    def read(self, given: Given) -> dict[str, Any]:
        """Return the terms as `deal` takes them."""
        from finaltable.inputs.money import usual_unit

        if given.terms:
            raise InputError(
                "file", "must hold the table only: give the terms as options", Said(", ".join(given.terms))
            )
        unit = usual_unit(given.currency) if self.unit is None else self.unit
        terms: dict[str, Any] = {"unit": unit, "guarantee": self.guarantee, "cap": self.cap}
        terms["odd_to_staff"] = self.odd_to_staff
        for name in ("leave", "withhold", "trophy", "last_longer"):
            if getattr(self, name) is not None:
                terms[name] = getattr(self, name)
        if self.fixed is not None:
            terms["fixed"] = read_pairs(self.fixed, given.names, "fixed", "Ana=5000")
        if self.trophy_to is not None:
            terms["trophy_to"] = read_player(self.trophy_to, given.names, "trophy_to")
        if self.last_longer_players is not None:
            terms["last_longer_players"] = read_players(self.last_longer_players, given.names, "last_longer_players")
        return terms


def check_sheet(path: str | None) -> None:
    """Raise before anything is computed if the sheet could not be written."""
    if path is not None:
        file = Path(path)
        if file.suffix.lower() not in (".html", ".htm"):
            raise InputError("sheet", "must end in .html; a browser prints it, or saves it as PDF", path)
        if not file.absolute().parent.is_dir():
            raise InputError("sheet", "must lie in a folder that exists", path)


def write_sheet(path: str | None, page: str) -> None:
    """Write the page, and say so on standard error."""
    if path is None:
        return
    try:
        Path(path).write_text(page, "utf-8")
    except OSError as error:
        raise InputError("sheet", "must be a file that can be written", Said(f"{path}: {error.strerror}")) from None
    typer.echo(f"Wrote {path}", err=True)


@app.command(
    help="Share the prizes now: ICM, DCM, between, chop, on your terms.",
    epilog=examples(
        "deal Ana=1.2m Bo=800k Cy=75k --payouts €50k,€30k,€20k --leave 5000 --round 5",
        "deal Ana=1.2m Bo=800k Cy=75k -p 50k,30k,20k --player Bo",
        "deal --file table.csv --choose icm --sheet deal.html",
    ),
)
@grouped
def deal(
    table: TableOptions,
    prizes: PayoutOptions,
    agreed: TermOptions,
    proposals: Annotated[str, typer.Option(help="What to show: any of these.")] = "icm,between,dcm,chip_chop,equal",
    choose: Annotated[
        str | None,
        typer.Option(help="The one to sign, and to compare with; between otherwise.", show_default=False),
    ] = None,
    between: Annotated[str, typer.Option(help="How far from ICM (0) to DCM (1) 'between' lies: 0.4 or 40%.")] = "0.2",
    chip_noise: Annotated[
        str | None,
        typer.Option(
            help="Average DCM over counts that may be off by this: 5000, or 1bb with --big-blind.", show_default=False
        ),
    ] = None,
    big_blind: Annotated[
        str | None, typer.Option(help="The big blind, to say which stacks are close.", show_default=False)
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Show one player's view: a number, from 1, or a name.", show_default=False)
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option(help="Also write a page to print and sign: a file named .html.", show_default=False),
    ] = None,
    event: Annotated[str, typer.Option(help="What the sheet is headed with.", show_default=False)] = "",
    chat: Annotated[bool, typer.Option("--chat", help="Print a short message instead.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead.")] = False,
    samples: Annotated[
        int | None, typer.Option(help="With --chip-noise: how many tables to average over.", show_default=False)
    ] = None,
    seed: Annotated[int | None, typer.Option(help="For sampling.", show_default=False)] = None,
    max_seconds: Annotated[
        float | None, typer.Option(help="Work up to this long and state the error reached.", show_default=False)
    ] = None,
    threads: Threads = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    from finaltable.deals.deal import deal
    from finaltable.inputs.table import check_player
    from finaltable.render.deal import deal_chat, deal_csv, deal_report, view_report
    from finaltable.render.terminal import Progress

    chosen = [name for name, wanted in (("csv", csv), ("chat", chat), ("player", player), ("json", as_json)) if wanted]
    if len(chosen) > 1:
        raise InputError(f"--{chosen[0]}", f"must not come with --{chosen[1]}", Said("both"))
    if event and sheet is None:
        raise MissingError("sheet", "must be given: the event stands on it")
    given = read_table(table, prizes, plot, rising=True)
    check_sheet(sheet)
    blind = read_chips(big_blind, "big_blind")
    seen_by = None if player is None else check_player(read_player(player, given.names), given.names)
    with Progress("Computing") as progress:
        found = deal(
            given.stacks,
            given.payouts,
            proposals=read_models(proposals),
            choose=None if choose is None else read_models(choose)[0],
            between=read_share(between, "between"),
            chip_noise=read_blinds(chip_noise, "chip_noise", blind) or 0,
            big_blind=blind,
            samples=samples,
            seed=seed,
            max_seconds=max_seconds,
            threads=threads,
            progress=progress,
            **agreed.read(given),
            **given.options,
        )
    if sheet is not None:
        from finaltable.render.sheet import deal_sheet

        write_sheet(sheet, deal_sheet(found, given.currency, event))
    draw(plot, "deal_figure", found, given.currency)
    if chat:
        write(deal_chat(found, given.currency))
    elif csv:
        write(deal_csv(found))
    elif seen_by is not None:
        show({}, False, lambda: view_report(found, seen_by, given.currency))
    else:
        show(found.to_dict(), as_json, lambda: deal_report(found, given.currency))


@app.command(
    help="Show which close stacks might swap, and what that costs.",
    epilog=examples(
        "sensitivity Ana=1.2m Bo=1.19m Cy=400k Di=380k -p 50k,30k,20k --big-blind 20k",
        "sensitivity 1000 995 2000 3000 -p 50,30,20 --plot close.png",
    ),
)
@grouped
def sensitivity(
    table: TableOptions,
    prizes: PayoutOptions,
    recount: Annotated[
        str | None,
        typer.Option(help="How many chips a count may be off; 1 % of the average stack otherwise.", show_default=False),
    ] = None,
    big_blind: Annotated[str | None, typer.Option(help="The big blind of the next hand.", show_default=False)] = None,
    pot: Annotated[
        str | None,
        typer.Option(
            help="What one pot may cost a player; 5 big blinds, or 10 % of the average stack, otherwise.",
            show_default=False,
        ),
    ] = None,
    threshold: Annotated[
        str | None,
        typer.Option(help="List jumps of at least this much money; 0.5 % of the pool otherwise.", show_default=False),
    ] = None,
    threads: Threads = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    from finaltable.analysis.sensitivity import close_curves, sensitivity
    from finaltable.render.sensitivity import sensitivity_report
    from finaltable.render.terminal import Progress

    given = read_table(table, prizes, plot)
    blind = read_chips(big_blind, "big_blind")
    with Progress("Looking") as progress:
        found = sensitivity(
            given.stacks,
            given.payouts,
            recount=read_blinds(recount, "recount", blind),
            big_blind=blind,
            pot=read_blinds(pot, "pot", blind),
            threshold=read_chips(threshold, "threshold"),
            threads=threads,
            progress=progress,
            **given.options,
        )
        curves = close_curves(found, threads=threads, progress=progress) if plot else []
    draw(plot, "sensitivity_figure", found, curves, given.currency)
    show(found.to_dict(), as_json, lambda: sensitivity_report(found, given.currency))
