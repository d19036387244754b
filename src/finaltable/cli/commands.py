"""The commands. Each reads its table, computes, and prints; what is heavy is imported inside."""

from __future__ import annotations

from typing import Annotated

import typer

from finaltable.cli.app import Exit, app, write
from finaltable.cli.options import (
    AsJson,
    Model,
    Models,
    PayoutOptions,
    Plot,
    TableOptions,
    WorkOptions,
    check_picture,
    draw,
    examples,
    grouped,
    read_model,
    read_models,
    read_table,
    show,
)
from finaltable.errors import InputError, Said
from finaltable.inputs.text import read_chips, read_player

ChipNoise = Annotated[
    str | None,
    typer.Option(help="For the model smoothed: by how many chips a count may be off.", show_default=False),
]


@app.command(
    help="Show what every stack is worth under one model.",
    epilog=examples(
        "equity 1000 500 100 --payouts 100,50",
        "equity Ana=1.2m Bo=800k Cy=75k -p 50%,30%,20% --pool 10k --model icm",
        "equity 1000 500 100 -p 100,50 --method exact",
    ),
)
@grouped
def equity(
    table: TableOptions,
    prizes: PayoutOptions,
    work: WorkOptions,
    model: Model = "dcm",
    chip_noise: ChipNoise = None,
    as_json: AsJson = False,
) -> None:
    from finaltable.analysis.equity import equity
    from finaltable.render.equity import equity_report
    from finaltable.render.terminal import Progress

    given = read_table(table, prizes)
    options = {**given.options, **work.given()}
    if chip_noise is not None:
        options["chip_noise"] = read_chips(chip_noise, "chip_noise")
    with Progress("Computing") as progress:
        result = equity(given.stacks, given.payouts, read_model(model), progress=progress, **options)
    show(result.to_dict(), as_json, lambda: equity_report(result, given.currency))


@app.command(
    help="Show ICM and DCM side by side, with the difference.",
    epilog=examples(
        "compare 1000 500 100 --payouts 100,50 --names Ana,Bo,Cy",
        "compare --file table.csv --models icm,dcm,chip_chop",
        "compare 1000 500 100 -p 100,50 --plot bars.png",
    ),
)
@grouped
def compare(
    table: TableOptions,
    prizes: PayoutOptions,
    work: WorkOptions,
    models: Models = "icm,dcm",
    chip_noise: ChipNoise = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    from finaltable.analysis.equity import compare
    from finaltable.render.equity import comparison_report
    from finaltable.render.terminal import Progress

    given = read_table(table, prizes, plot)
    options = {**given.options, **work.given()}
    if chip_noise is not None:
        options["chip_noise"] = read_chips(chip_noise, "chip_noise")
    with Progress("Computing") as progress:
        both = compare(given.stacks, given.payouts, read_models(models), progress=progress, **options)
    draw(plot, "comparison_figure", both, given.currency)
    show(both.to_dict(), as_json, lambda: comparison_report(both, given.currency))


@app.command(
    help="Show how likely every place is for every player.",
    epilog=examples(
        "finish 1000 500 100 --knockouts",
        "finish 1000 800 500 200 100 --models dcm --plot places.svg",
    ),
)
@grouped
def finish(
    table: TableOptions,
    work: WorkOptions,
    models: Annotated[str, typer.Option(help="Models: icm,dcm.")] = "icm,dcm",
    knockouts: Annotated[bool, typer.Option("--knockouts", help="Also who busts whom (DCM).")] = False,
    places: Annotated[
        int | None, typer.Option(min=1, help="Show so many places; the others become one column.", show_default=False)
    ] = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    from finaltable.analysis.equity import check_places, equity, finish_dict, finish_probabilities
    from finaltable.inputs.table import Table
    from finaltable.render.equity import finish_report
    from finaltable.render.terminal import Progress, terminal_width

    written = table.written()
    check_picture(plot)
    players = Table.of(written.read_stacks(), [1], names=written.names)
    names = read_models(models)
    check_places(names, knockouts)
    with Progress("Computing") as progress:
        answers = [
            finish_probabilities(players.stacks, model, progress=progress, **work.given_to(model, names))
            for model in names
        ]
        busts = None
        if knockouts:
            busts = equity(players.stacks, [1], "dcm", names=players.names, **work.given_to("dcm", names))
        data = finish_dict(players, answers, busts)
    draw(plot, "finish_figure", players, answers)
    show(data, as_json, lambda: finish_report(players, answers, busts, places=places, width=terminal_width()))


@app.command(
    help="Recompute every number of the paper and compare.",
    epilog=examples(
        "paper",
        "paper table 4",
        "paper section 6 --method paper",
    ),
)
def paper(
    section: Annotated[
        list[str] | None,
        typer.Argument(help="table 1 to table 4, or section 6; everything if left out.", show_default=False),
    ] = None,
    method: Annotated[str, typer.Option(help="How to compute DCM: tree, exact, or paper (Algorithm 3).")] = "auto",
    as_json: AsJson = False,
) -> None:
    from finaltable.analysis.reproduction import reproduce_paper
    from finaltable.render.equity import paper_report
    from finaltable.render.terminal import Progress

    with Progress("Recomputing the paper") as progress:
        done = reproduce_paper(" ".join(section) if section else None, method=method, progress=progress)
    show(done.to_dict(), as_json, lambda: paper_report(done))
    if done.differing:
        raise typer.Exit(Exit.DIFFERS)


@app.command(
    help="Draw the game tree of the next hands, for 2 to 5 players.",
    epilog=examples(
        "tree 1000 500 --depth 4",
        "tree 1000 500 100 --player 2 --svg tree.svg",
    ),
)
@grouped
def tree(
    table: TableOptions,
    depth: Annotated[int, typer.Option(help="How many hands to draw.")] = 3,
    player: Annotated[
        str | None,
        typer.Option(help="Draw what one player sees: his number, from 1, or his name.", show_default=False),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(
            "--svg", "--plot", help="Also draw a picture: a file ending in .svg, .png or .pdf.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    from finaltable.analysis.tree import game_tree
    from finaltable.inputs.table import check_names
    from finaltable.render.tree import tree_report

    written = table.written()
    check_picture(plot)
    stacks = written.read_stacks()
    names = check_names(written.names, len(stacks))
    seen_by = None if player is None else read_player(player, names)
    grown = game_tree(stacks, depth, player=seen_by, names=names)
    draw(plot, "tree_figure", grown)
    show(grown.to_dict(), as_json, lambda: tree_report(grown))


@app.command(
    help="Show all equities as one stack grows, with DCM's cliffs.",
    epilog=examples(
        "sweep 1000 800 2000 3000 -p 50,30,20 --player 1 --from 100 --to 4000",
        "sweep Ana=12k Bo=8k Cy=5k -p 50,30,20 --player Bo --plot sweep.png",
    ),
)
@grouped
def sweep(
    table: TableOptions,
    prizes: PayoutOptions,
    player: Annotated[str, typer.Option(help="Whose stack grows: a number, from 1, or a name.")] = "1",
    start: Annotated[
        str | None, typer.Option("--from", help="The shortest stack; a tenth of his own otherwise.", show_default=False)
    ] = None,
    stop: Annotated[
        str | None, typer.Option("--to", help="The largest stack; four times his own otherwise.", show_default=False)
    ] = None,
    points: Annotated[int, typer.Option(help="How many stacks to try.")] = 200,
    models: Models = "icm,dcm",
    threshold: Annotated[
        str | None,
        typer.Option(help="List jumps of at least this much money; 0.5 % of the pool otherwise.", show_default=False),
    ] = None,
    tolerance: Annotated[float, typer.Option(help="Error allowed, relative to the prize pool.")] = 1e-6,
    threads: Annotated[
        int | None, typer.Option(help="Cores to use; all of them otherwise.", show_default=False)
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print every point as CSV.")] = False,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    from finaltable.analysis.sweep import sweep
    from finaltable.render.sweep import sweep_csv, sweep_report
    from finaltable.render.terminal import Progress, terminal_width

    if csv and as_json:
        raise InputError("--csv", "must not come with --json", Said("both"))
    given = read_table(table, prizes, plot)
    with Progress("Sweeping") as progress:
        moved = sweep(
            given.stacks,
            given.payouts,
            read_player(player, given.names),
            read_chips(start, "start"),
            read_chips(stop, "stop"),
            points=points,
            models=read_models(models),
            threshold=read_chips(threshold, "threshold"),
            tolerance=tolerance,
            threads=threads,
            progress=progress,
            **given.options,
        )
    draw(plot, "sweep_figure", moved, given.currency)
    if csv:
        write(sweep_csv(moved))
    else:
        show(moved.to_dict(), as_json, lambda: sweep_report(moved, given.currency, terminal_width()))
