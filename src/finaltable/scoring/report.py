"""Evidence as a report: numbers of snapshots, losses, calibration, and a fitted parameter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import listed, title, upper

if TYPE_CHECKING:
    from finaltable.scoring.clusters import Mean
    from finaltable.scoring.evidence import Calibration, Evidence, Frequency, GuardedScores
    from finaltable.scoring.fitting import Fit, FitScore

SCALE = 1e4  # factor for squared errors, whose differences are small
HEADINGS = ("squared error x 1e4", "winner", "places", "first out")
FREQUENCIES = {"leader_won": "The leader won", "shortest_out_first": "The shortest stack was out first"}
CLEAR = 2.0  # standard errors


def evidence_report(found: Evidence) -> Report:
    """Return the report, the most important parts first."""
    parts: list[Part] = [Note(scope_words(found), "strong")]
    parts += [Note(f"Not scored: {aside.count:,}, {aside.reason} ({aside.example}).") for aside in found.not_scored]
    first = title(found.models[0])
    parts += [Note(""), Note("Average loss per snapshot", "strong"), losses_grid(found)]
    if len(found.models) > 1:
        parts += [Note(""), Note(f"Loss minus that of {first} (in brackets: in standard errors)", "strong")]
        parts.append(differences_grid(found))
        parts.append(
            Note(f"Below 0: it predicted these results better than {first}; within 2 standard errors: unclear.")
        )
    for number in range(1, len(found.models)):
        if found.impossible[number]:
            parts += [Note(""), Note(impossible_words(found, number), "strong"), guards_grid(found, number)]
            parts.append(Note(guards_words(found, number)))
    parts += [Note(""), Note("Prizes won minus prizes predicted, in average prizes", "strong")]
    parts += [calibration_grid(found), Note("")]
    parts += [Note(frequency_words(one, found)) for one in found.frequencies]
    if found.fit is not None:
        parts += [Note(""), *(Note(line) for line in fit_lines(found.fit, found))]
    parts += [Note(""), *(Note(line) for line in small_print(found))]
    return Report(tuple(parts))


def scope_words(found: Evidence) -> str:
    """Return the numbers of snapshots, events and players, in words."""
    fewest, most = found.players
    players = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    many = "s" if found.snapshots > 1 else ""
    events = f"{found.events:,} event{'s' if found.events > 1 else ''}"
    return f"{found.snapshots:,} snapshot{many} of {events}, {players} players (of {found.given:,} given)"


def losses_grid(found: Evidence) -> Grid:
    """Return the losses of every model."""
    rows: list[tuple[Cell | str, ...]] = [
        (title(model), f"{SCALE * scores[0].loss:,.1f}", *(f"{score.loss:.4f}" for score in scores[1:]))
        for model, scores in zip(found.models, found.scores, strict=True)
    ]
    return Grid(("Model", *HEADINGS), tuple(rows))


def differences_grid(found: Evidence) -> Grid:
    """Return the differences in loss from the first model."""
    rows: tuple[tuple[Cell | str, ...], ...] = tuple(
        (title(model), *(difference_cell(score, SCALE if k == 0 else 1.0) for k, score in enumerate(scores)))
        for model, scores in list(zip(found.models, found.scores, strict=True))[1:]
    )
    return Grid(("Model", *HEADINGS), rows)


def difference_cell(score: FitScore, scale: float) -> Cell:
    """Return a difference with its size in standard errors."""
    if score.difference == 0:
        return Cell("same", "quiet")
    number = f"{scale * score.difference:+.2f}" if scale > 1 else f"{score.difference:+.4f}"
    errors = score.standard_errors
    if errors is None:
        return Cell(number)
    tone = "" if abs(errors) < CLEAR else "gain" if errors < 0 else "loss"
    return Cell(f"{number} ({errors:+.1f})", tone)


def impossible_words(found: Evidence, model: int) -> str:
    """Return how often a model excludes what happened, in words."""
    share, name, first = 100 * found.impossible[model], title(found.models[model]), title(found.models[0])
    return (
        f"{name} gives a probability below 1e-7 to the place of {share:.1f} % of players. Its loss minus that of "
        f"{first}, with other lower bounds"
    )


def guards_grid(found: Evidence, model: int) -> Grid:
    """Return one model's differences in loss from the first, under every guard."""
    rows: tuple[tuple[Cell | str, ...], ...] = tuple(
        (guard_words(guard), *(difference_cell(score, 1.0) for score in guard.scores[model])) for guard in found.guards
    )
    return Grid(("probabilities", *HEADINGS[2:]), rows)


def guards_words(found: Evidence, model: int) -> str:
    """Return whether the order of two models depends on the lower bound, in words."""
    apart = [score.difference for guard in found.guards for score in guard.scores[model]]
    signs = {difference > 0 for difference in apart if difference}
    name, first = title(found.models[model]), title(found.models[0])
    if len(signs) > 1:
        return f"The lower bound decides whether {name} or {first} predicted better."
    return f"{name} predicted {'worse' if signs == {True} else 'better'} than {first} with every lower bound."


def guard_words(guard: GuardedScores) -> str:
    """Return the rule for small probabilities, in words."""
    return f"mixed with {100 * guard.uniform:g} % uniform" if guard.uniform else f"at least {guard.floor:.0e}"


def calibration_grid(found: Evidence) -> Grid:
    """Return prizes minus predictions, by the size of stacks."""
    rows = tuple(
        (size_words(one), f"{one.players:,}", *(bias_words(mean) for mean in one.bias)) for one in found.calibration
    )
    return Grid(("stack / average", "players", *map(title, found.models)), rows, fixed=2)


def size_words(one: Calibration) -> str:
    """Return a range of stacks.

    >>> from finaltable.scoring.evidence import Calibration
    >>> size_words(Calibration(0.0, 0.25, 3, ())), size_words(Calibration(3.0, None, 3, ()))
    ('below 0.25', '3 and more')
    """
    if one.high is None:
        return f"{one.low:g} and more"
    return f"{one.low:g} to {one.high:g}" if one.low else f"below {one.high:g}"


def bias_words(mean: Mean) -> str:
    """Return a mean with its standard error."""
    return f"{mean.value:+.3f}" + ("" if mean.standard_error is None else f" ± {mean.standard_error:.3f}")


def frequency_words(one: Frequency, found: Evidence) -> str:
    """Return the observed and predicted frequencies of an outcome, in words."""
    error = one.happened.standard_error
    seen = f"{100 * one.happened.value:.1f}" + ("" if error is None else f" ± {100 * error:.1f}")
    expected = [f"{title(m)} {100 * value:.1f} %" for m, value in zip(found.models, one.expected, strict=True)]
    return f"{FREQUENCIES[one.what]} in {seen} % of snapshots; expected by {listed(expected)}."


def fit_lines(fit: Fit, found: Evidence) -> list[str]:
    """Return the fitted parameter, and its loss on events that were not used to fit it, in words."""
    what = "The exponent of ICM" if fit.parameter == "exponent" else f"The share of {title(fit.parameter)}"
    low, high = min(fit.chosen), max(fit.chosen)
    chosen = f"{low:g}" if low == high else f"{low:g} to {high:g}"
    cells = [
        f"{heading} {difference_cell(score, SCALE if k == 0 else 1.0).text}"
        for k, (heading, score) in enumerate(zip(HEADINGS, fit.scores, strict=True))
    ]
    return [
        f"{what} with the least squared error: {fit.best:g}; in {len(fit.chosen)}-fold cross-validation {chosen}.",
        f"On events not used to fit it, minus the loss of {title(found.models[0])}: {'; '.join(cells)}.",
    ]


def small_print(found: Evidence) -> list[str]:
    """Explain the numbers."""
    lines = [
        "Squared error: of each player's share of the prizes above the lowest, summed over players. Winner, places "
        "and first out: -log of the probability of the result, at least 1e-7; places sums over players.",
        "Prizes in the calibration are above the lowest one. ± and brackets: standard errors, in which all snapshots "
        "of an event (the same first and second prize) count as one observation.",
    ]
    if found.events == 1:
        lines.append("There is one event only: no standard errors.")
    worst = max(found.finish_errors)
    return [*lines, f"Finish probabilities are right to {upper(worst)}."]
