"""The commands decide and pressure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from finaltable.cli.app import app
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
from finaltable.errors import MissingError
from finaltable.inputs.text import read_chips, read_pairs, read_player, read_players, read_share, read_small_and_big

if TYPE_CHECKING:
    from finaltable.decisions.spot import Spot


@dataclass(frozen=True)
class SpotOptions:
    """What has happened in the hand."""

    hero: Annotated[
        str | None, typer.Option(help="Who is to act: a number, from 1, or a name.", show_default=False)
    ] = None
    all_in: Annotated[
        str | None, typer.Option(help="Who is all-in: numbers or names, with commas between them.", show_default=False)
    ] = None
    folded: Annotated[str | None, typer.Option(help="Who has folded; the button tells, too.", show_default=False)] = (
        None
    )
    button: Annotated[str | None, typer.Option(help="Who has the button; needed for blinds.", show_default=False)] = (
        None
    )
    blinds: Annotated[str | None, typer.Option(help="Small and big blind: 100/200.", show_default=False)] = None
    ante: Annotated[str | None, typer.Option(help="Ante of every player.", show_default=False)] = None
    big_blind_ante: Annotated[
        str | None, typer.Option(help="Ante that the big blind pays for the table.", show_default=False)
    ] = None
    bets: Annotated[
        str | None,
        typer.Option(
            help="All that players who are not all-in have put in, blinds included, antes not: CO=500.",
            show_default=False,
        ),
    ] = None

    def read(self, given: Given) -> Spot:
        """Return the spot."""
        from finaltable.decisions.spot import Spot

        names = given.names
        if self.hero is None:
            raise MissingError("hero", "must be given: who is to act")
        if self.all_in is None:
            raise MissingError("all_in", "must be given: who is all-in")
        small, big = (0, 0) if self.blinds is None else read_small_and_big(self.blinds)
        return Spot.of(
            given.stacks,
            given.payouts,
            hero=read_player(self.hero, names, "hero"),
            all_in=read_players(self.all_in, names, "all_in"),
            folded=read_players(self.folded or "", names, "folded"),
            button=None if self.button is None else read_player(self.button, names, "button"),
            small_blind=small,
            big_blind=big,
            ante=read_chips(self.ante, "ante") or 0,
            big_blind_ante=read_chips(self.big_blind_ante, "big_blind_ante") or 0,
            bets=self.read_bets(names),
            **given.options,
        )

    def read_bets(self, names: tuple[str, ...]) -> dict[int | str, int | float]:
        """Return what players put in beyond their blinds."""
        pairs = read_pairs(self.bets or "", names, "bets", "CO=500")
        return {player: read_chips(chips, "bets") or 0 for player, chips in pairs.items()}


@app.command(
    help="Say whether to call an all-in, and where ICM and DCM part.",
    epilog=examples(
        "decide SB=1000 BB=1000 CO=2000 BTN=3000 -p 50,30,20 --blinds 100/200 --button BTN --all-in SB --hero BB "
        "--equity 40%",
        "decide SB=1000 BB=1000 CO=2000 BTN=3000 -p 50,30,20 --blinds 100/200 --button BTN --all-in SB --hero BB "
        "--hand AJs --range '22+, A2s+, KTs+, QJs, A8o+, KJo+'",
    ),
)
@grouped
def decide(
    table: TableOptions,
    prizes: PayoutOptions,
    hand_so_far: SpotOptions,
    equity: Annotated[
        str | None, typer.Option(help="How often hero wins: 40% or 0.4; or else --hand.", show_default=False)
    ] = None,
    hand: Annotated[str | None, typer.Option(help="What hero holds: AJs, AhKh.", show_default=False)] = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range",
            help="What the all-in player holds: '22+, A2s+, KTo+', 20%, random; once for each, in the order of seats.",
            show_default=False,
        ),
    ] = None,
    models: Annotated[str, typer.Option(help="Models: icm,dcm,chip_chop,chip_ev.")] = "icm,dcm",
    tolerance: Annotated[float, typer.Option(help="Error allowed, as a share of the prize pool.")] = 1e-6,
    samples: Annotated[int, typer.Option(help="Boards to draw where several players are all-in.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="For drawing them.")] = 0,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    from finaltable.decisions.decide import decide
    from finaltable.render.decision import decision_report
    from finaltable.render.terminal import Progress

    given = read_table(table, prizes, plot)
    spot = hand_so_far.read(given)
    options: dict[str, Any] = {"models": read_models(models), "tolerance": tolerance, "samples": samples, "seed": seed}
    share = None if equity is None else read_share(equity, "equity")
    with Progress("Computing") as progress:
        decision = decide(spot, share, hand=hand, ranges=ranges or None, progress=progress, **options)
    draw(plot, "decision_figure", decision, given.currency)
    show(decision.to_dict(), as_json, lambda: decision_report(decision, given.currency))


@app.command(
    help="Show bubble factors: what a loss costs, what a win gains.",
    epilog=examples(
        "pressure 1000 800 2000 3000 --payouts 50,30,20",
        "pressure Ana=12k Bo=8k Cy=5k -p 50,30,20 --models icm,dcm --plot pressure.png",
    ),
)
@grouped
def pressure(
    table: TableOptions,
    prizes: PayoutOptions,
    models: Annotated[str, typer.Option(help="Models: icm,dcm,chip_chop,chip_ev.")] = "icm,dcm",
    tolerance: Annotated[float, typer.Option(help="Error allowed, as a share of the prize pool.")] = 1e-6,
    threads: Annotated[
        int | None, typer.Option(help="Cores to use; all of them otherwise.", show_default=False)
    ] = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    from finaltable.decisions.pressure import pressure
    from finaltable.render.decision import pressure_report
    from finaltable.render.terminal import Progress

    given = read_table(table, prizes, plot)
    options: dict[str, Any] = {"tolerance": tolerance, "threads": threads, **given.options}
    with Progress("Computing") as progress:
        found = pressure(given.stacks, given.payouts, read_models(models), progress=progress, **options)
    draw(plot, "pressure_figure", found)
    show(found.to_dict(), as_json, lambda: pressure_report(found))


@app.command(
    "range",
    help="Show a range in its shortest form and as a grid.",
    epilog=examples("range '22+, A2s+, KTs+, QJs, A8o+, KJo+'", "range 20%"),
)
def show_range(
    hands: Annotated[list[str], typer.Argument(help="A range: TT+, AJs+, A5s-A2s, JTs-76s, AhKh, 20%, AA:0.5.")],
    as_json: AsJson = False,
) -> None:
    from finaltable.cards.range import Range
    from finaltable.render.decision import range_report

    found = Range.read(" ".join(hands))
    data: dict[str, object] = {
        "range": str(found),
        "combos": found.combos,
        "hands": [[str(combo), weight] for combo, weight in found.weights()],
    }
    show(data, as_json, lambda: range_report(found))
