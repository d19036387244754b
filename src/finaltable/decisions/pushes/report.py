"""Report of a push."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.decisions.report import ahead_words, chart_lines, folder_lines, from_equity, in_short, in_tenths
from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, amount, listed, title, upper
from finaltable.table.table import plain_number

if TYPE_CHECKING:
    from finaltable.decisions.pushes.opponents import Bettor
    from finaltable.decisions.pushes.push import PushDecision
    from finaltable.decisions.pushes.push_spot import PushSpot
    from finaltable.decisions.pushes.push_verdict import PushVerdict

TONES = {"push": "good", "fold": "loss", "check": "loss", "too close": "quiet", "depends": "quiet"}
WORDS = {"too close": "too close to call", "depends": "depends on play after the flop"}


def push_report(decision: PushDecision, currency: str = "") -> Report:
    """Return the spot in a few lines, a row for each model, and the assumptions."""
    purse = MoneyFormat.of(decision.spot.table.pool, currency)
    parts: list[Part] = [Note(line, "") for line in spot_lines(decision)]
    parts += [Note(""), verdict_grid(decision, purse), Note(""), Note(conclusion(decision), "strong")]
    parts += [Note(error_line(decision, currency)), *(Note(line) for line in folder_lines(decision))]
    assumed = (
        *ahead_words(decision),
        *assumed_lines(decision, purse),
        *chart_lines(decision, decision.spot.raiser is not None),
    )
    parts += [Note(line) for line in assumed]
    return Report(tuple(parts))


def assumed_lines(decision: PushDecision, purse: MoneyFormat) -> list[str]:
    """Return lines about assumptions."""
    names, spot = decision.spot.table.names, decision.spot
    if not decision.bettors:
        lines = ["Assumed: players after the first caller fold. If hero folds, all others fold, too."]
        return [*lines, *posted_lines(spot)]
    lines = []
    if decision.best_error is not None:
        expected = in_short(decision.pushes_with or "")
        who = listed([names[seat] for seat in spot.bettors])
        answers = "answers best" if len(spot.bettors) == 1 else "answer best to each other and"
        lines.append(
            f"{who} {answers} to a hero who pushes {expected}; another answer gains at most "
            f"{upper(decision.best_error)} per push."
        )
    lines.append(
        "Assumed: if a player behind calls, the others behind fold; if a player who bet calls, the others who bet fold."
    )
    lines += posted_lines(spot)
    if spot.can_check:
        return [*lines, *check_lines(decision)]
    lines.append(decision.leaves_out)
    left = listed([names[seat] for seat in spot.winners_if_folded])
    if len(spot.winners_if_folded) == 1:
        return [*lines, f"If hero folds, {left} wins the pot."]
    spread = max(verdict.fold_spread for verdict in decision.verdicts)
    return [
        *lines,
        f"If hero folds, {left} are left with the pot, and win it equally often; who wins it changes the value of "
        f"folding by at most {purse.money(spread)}.",
    ]


def posted_lines(spot: PushSpot) -> list[str]:
    """Return a line about the players all-in by posting."""
    if not spot.all_in:
        return []
    names, several = listed([spot.table.names[seat] for seat in spot.all_in]), len(spot.all_in) > 1
    verbs = ("are", "have", "are") if several else ("is", "has", "is")
    return [f"{names} {verbs[0]} all-in by posting, {verbs[1]} random cards, and {verbs[2]} at every showdown."]


def check_lines(decision: PushDecision) -> list[str]:
    """Return lines about a check in the big blind, whose value depends on play after the flop."""
    lines = ["Hero can check. Fold stands for checking and losing the pot, with no more chips in it."]
    shares = {title(verdict.model): verdict.check_share or 0.0 for verdict in decision.verdicts}
    if worse := [name for name, share in shares.items() if share < 0]:
        lines.append(f"Even a check that loses the pot is better than the push ({listed(worse)}).")
    if needed := [f"{100 * share:.1f} % of the pot ({name})" for name, share in shares.items() if share >= 0]:
        lines.append(f"A check is as good as the push if it wins {listed(needed)}.")
    if decision.checked_down is not None:
        lines.append(f"Checked down to the end, {decision.hand} wins {100 * decision.checked_down:.1f} % of it.")
    return lines


def error_line(decision: PushDecision, currency: str) -> str:
    """Return a line about the error of the differences."""
    worst = f"{currency}{upper(max(verdict.error for verdict in decision.verdicts))}"
    if decision.exact:
        return f"Differences are right to {worst}, with these ranges."
    dealt = f"four standard errors of {decision.deals:,} random boards, plus a margin for what none of them showed"
    return f"Differences are right to {worst} with these ranges: {dealt}."


def spot_lines(decision: PushDecision) -> list[str]:
    """Return lines about the hand, the calling ranges, and how often players call."""
    names = decision.spot.table.names
    assert decision.spot.button is not None, "PushSpot.of sets a default"
    lines = [f"{bet_words(decision, one)} with {in_short(one.hands)}." for one in decision.bettors]
    first = "has" if decision.bettors else "is first in with"
    button = f"{names[decision.spot.button]} has the button"
    otherwise = "check" if decision.spot.can_check else "fold"
    lines.append(f"{names[decision.spot.hero]} {first} {decision.hand}: push or {otherwise}; {button}.")
    for caller in decision.callers:
        name = names[caller.seat]
        if caller.hands is None:
            lines.append(f"{name} never calls.")
            continue
        called = caller.called
        lines.append(f"{name} calls {100 * called.calls:.2f} % of the time, equity then {100 * called.equity:.2f} %:")
        lines.append(f"  {in_tenths(caller.hands, decision)}")
    for bettor in decision.bettors:
        lines += answer_lines(decision, bettor)
    for both in decision.three_way:
        players = listed([names[seat] for seat in both.players])
        lines.append(
            f"{players} both call {100 * both.calls:.2f} % of the time, equity then {100 * both.equity:.2f} %; "
            f"{names[both.players[1]]} with:"
        )
        lines.append(f"  {both.calls_with}")
    equity = decision.equity
    then = "" if equity is None else f", with an equity of {100 * equity:.2f} % then"
    return [*lines, f"The push is called {100 * decision.called:.2f} % of the time{then}."]


def bet_words(decision: PushDecision, bettor: Bettor) -> str:
    """Return what a player did before hero."""
    spot = decision.spot
    name, chips = spot.table.names[bettor.seat], amount(plain_number(bettor.bet))
    if bettor.bet == spot.big_blind:
        return f"{name} limps"
    raiser = next(one for one in decision.bettors if one.bet > spot.big_blind)
    return f"{name} {'raises to' if raiser == bettor else 'calls'} {chips}"


def answer_lines(decision: PushDecision, bettor: Bettor) -> list[str]:
    """Return lines about how often a player who bet calls the push."""
    name, called = decision.spot.table.names[bettor.seat], bettor.called
    then = f"equity then {100 * called.equity:.2f} %"
    if bettor.seat in decision.spot.committed:
        return [f"{name} cannot fold, because the push is for no more than the bet; {then}."]
    if bettor.calls_with is None:
        return [f"{name} folds to the push."]
    return [f"{name} calls {100 * called.calls:.2f} % of the time, {then}:", f"  {bettor.calls_with}"]


def verdict_grid(decision: PushDecision, purse: MoneyFormat) -> Grid:
    """Return a row for each model."""
    header = ("Model", "fold", "push", "all fold", "and win", "and lose", "push - fold", "break-even", "verdict")
    return Grid(header, tuple(verdict_row(one, purse) for one in decision.verdicts), left=frozenset({0, 8}))


def verdict_row(verdict: PushVerdict, purse: MoneyFormat) -> tuple[Cell | str, ...]:
    """Return the row of one model."""
    ends = ["–" if value is None else purse.money(value) for value in (verdict.win, verdict.lose)]
    called = verdict.win is not None
    point = from_equity(1.0 if verdict.break_even is None else verdict.break_even) if called else "–"
    return (
        title(verdict.model),
        *(purse.money(value) for value in (verdict.fold, verdict.push, verdict.steal)),
        *ends,
        Cell(purse.signed(verdict.difference), purse.tone(verdict.difference)),
        point,
        Cell(in_words(verdict), TONES[verdict.recommendation]),
    )


def in_words(verdict: PushVerdict) -> str:
    """Return a recommendation in words."""
    return WORDS.get(verdict.recommendation, verdict.recommendation)


def conclusion(decision: PushDecision) -> str:
    """Return a line about whether the models agree."""
    words = {in_words(verdict) for verdict in decision.verdicts}
    verdicts = [f"{title(verdict.model)} says {in_words(verdict)}" for verdict in decision.verdicts]
    return f"All models say {words.pop()}." if len(words) == 1 and len(verdicts) > 1 else f"{listed(verdicts)}."
