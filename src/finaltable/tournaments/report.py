"""Report of a tournament: the value of each stack, the next hand, the deviation, and the distance of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.equilibrium.report import one_model, percent_of_pool
from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, amount, listed, title
from finaltable.table.table import plain_number
from finaltable.tournaments.grid import count_states

if TYPE_CHECKING:
    from finaltable.tournaments.answer import TournamentValues
    from finaltable.tournaments.distances import ModelDistance, ModelDistances
    from finaltable.tournaments.rules import Rules
    from finaltable.tournaments.tournament import Tournament

LIMITS = (
    "This is the error within the game that was solved: players go all-in or fold, blinds never rise, folded cards are "
    "approximated, and stacks between grid points are interpolated."
)


def table_report(answer: TournamentValues, currency: str = "") -> Report:
    """Return the value of each stack, the strategies of the next hand, and the models."""
    found, table = answer.found, answer.table
    purse = MoneyFormat.of(found.rules.pool, currency)
    rows = tuple(
        (name, amount(stack), purse.money(float(value)))
        for name, stack, value in zip(table.names, table.stacks, answer.values, strict=True)
    )
    parts: list[Part] = [
        Note(f"{rules_words(found.rules)}. {answer.button} has the button.", ""),
        Note(""),
        Grid(("Player", "Stack", "value"), rows),
        Note(""),
    ]
    if answer.chart is not None:
        parts += [one_model(answer.chart, answer.chart.nodes), Note("")]
    parts += deviation_notes(found, currency)
    if answer.distances is not None:
        parts += [Note(""), *distance_parts(answer.distances)]
    return Report(tuple(parts))


def tournament_report(found: Tournament, currency: str = "") -> Report:
    """Return the rules, the number of states and the deviation."""
    return Report((Note(f"{rules_words(found.rules)}.", ""), *deviation_notes(found, currency)))


def rules_words(rules: Rules) -> str:
    """Return the rules in a sentence without its end."""
    forced = rules.forced
    posted = f"blinds {amount(plain_number(forced.small_blind))}/{amount(plain_number(forced.big_blind))}"
    if forced.ante:
        posted += f", ante {amount(plain_number(forced.ante))}"
    if forced.big_blind_ante:
        posted += f", big blind ante {amount(plain_number(forced.big_blind_ante))}"
    prizes = listed([amount(plain_number(payout)) for payout in rules.payouts])
    return (
        f"Push or fold to the end: {rules.players} players, {amount(plain_number(rules.chips))} chips, {posted}, "
        f"prizes {prizes}; {count_states(rules.players, rules.units):,} states on a grid of "
        f"{amount(plain_number(rules.step))}"
    )


def deviation_notes(found: Tournament, currency: str) -> list[Part]:
    """Return lines about the best deviation."""
    pool = found.rules.pool
    purse = MoneyFormat.of(pool, currency)
    most, mean = found.deviation / pool, found.mean_deviation / pool
    parts: list[Part] = [
        Note(
            f"No player gains more than {percent_of_pool(most)} of the pool ({purse.at_most(found.deviation)}) from "
            f"any state on by playing otherwise; on average {percent_of_pool(mean)}.",
            "",
        )
    ]
    if not found.reached:
        why = "was interrupted" if found.interrupted else "reached its limit of time or rounds"
        words = f"This is above the tolerance of {percent_of_pool(found.tolerance)}: the search {why}."
        parts.append(Note(words, "bad"))
    return [*parts, Note(LIMITS)]


def distances_report(found: ModelDistances) -> Report:
    """Return the distances of models alone."""
    return Report(tuple(distance_parts(found)))


def distance_parts(distances: ModelDistances) -> list[Part]:
    """Return the distance of each model, over all states and by stack."""
    models, pool = distances.models, distances.rules.pool
    header = ("Distance, % of pool", "rms", "largest", "by seat: rms", "mean", "largest", "nearest in")
    rows = tuple(distance_row(model, pool, models) for model in models)
    bounds = distances.bounds
    starts = (0.0, *bounds)
    names = (f"{amount(start)} to {amount(round(stop, 1))} bb" for start, stop in zip(starts, bounds, strict=False))
    by_stack = tuple(
        (title(model.model), *("–" if one is None else f"{100 * one / pool:.3f}" for one in model.rms_by_stack))
        for model in models
    )
    return [
        Grid(header, rows),
        Note(""),
        Grid(("rms, stacks of", *names), by_stack),
        Note(""),
        Note(
            "Models do not know the seats: values are averaged over all ways to seat the same stacks, except by seat."
        ),
    ]


def distance_row(model: ModelDistance, pool: float, models: tuple[ModelDistance, ...]) -> tuple[Cell | str, ...]:
    """Return the distances of one model."""
    numbers = (model.rms, model.largest, model.rms_by_seat, model.mean_by_seat, model.largest_by_seat)
    first, *others = (f"{100 * number / pool:.3f}" for number in numbers)
    least = model.rms == min(other.rms for other in models)
    return (title(model.model), Cell(first, "good" if least else ""), *others, f"{100 * model.nearest:.0f} %")
