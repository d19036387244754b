"""Report of push or fold: a line per action, two models side by side, the cost of close decisions."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from finaltable.cards.range import Range
from finaltable.equilibrium.raises import DEEP, FLATS, no_advice
from finaltable.equilibrium.solution import as_range
from finaltable.errors import counted
from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import MoneyFormat, amount, listed, title, upper
from finaltable.table.table import plain_number

if TYPE_CHECKING:
    from finaltable.equilibrium.look_ahead import LookAhead
    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.equilibrium.solution import Nash
    from finaltable.results import Values

FEW_PLAYERS = 4  # up to this many, all overcalls are listed
CLOSE = 5e-4  # of the pool: smaller differences count as close
NEVER = 1e-9
SAME = 5e-4  # of all hands: smaller differences are shown as none
LONGEST = 60  # characters of a range that only one of two models plays
CARD_MODEL = "Folded cards are approximated. Differences that are too close to call include an estimate of this error."


def nash_report(found: Sequence[Nash], currency: str = "", everything: bool = False, every: str = "nodes") -> Report:
    """Return the spot, each player's equity, a line per decision, and the exploitability.

    ``every`` is the option that lists all overcalls.
    """
    first = found[0]
    nodes = [node for node in first.nodes if everything or is_listed(found, node)]
    parts: list[Part] = [Note(line, tone) for line, tone in raise_lines(first)]
    parts += [*(Note(line, "") for line in spot_lines(first)), Note("")]
    parts += [equity_grid(found, currency), Note("")]
    parts.append(one_model(first, nodes) if len(found) == 1 else two_models(found[0], found[1], nodes))
    parts.append(Note(""))
    for one in found:
        parts += [Note(line, tone) for line, tone in verdict_lines(one, currency, len(found) > 1)]
    if len(first.lineup.acting) > 2:
        parts.append(Note(CARD_MODEL))
    if len(nodes) < len(first.nodes):
        rest = "rare decisions" if first.raise_to else "overcalls"
        parts.append(Note(f"{len(first.nodes) - len(nodes)} {rest} are left out; {every} lists them."))
    return Report(tuple(parts))


def nash_report_of(found: Nash) -> Report:
    """Return the report of one solution."""
    return nash_report([found])


def is_listed(found: Sequence[Nash], node: DecisionNode) -> bool:
    """Return whether a decision has a line: no overcalls, unless players are few; with a raise, only if it comes up."""
    first = found[0]
    comes_up = not first.raise_to or any(one.often(node) > 0 for one in found)
    return comes_up and (len(node.facing) < 2 - cold(node) or few(first))


def cold(node: DecisionNode) -> bool:
    """Return whether a player faces a raise and, with all-ins, a re-jam of others."""
    return node.raiser not in (None, node.seat)


def raise_lines(found: Nash) -> list[tuple[str, str]]:
    """Return lines about what a game with a raise leaves out; with deep stacks they come with a warning."""
    if not found.raise_to:
        return []
    return [(FLATS, "quiet")] if found.depth <= DEEP else [(no_advice(found.depth), "bad"), (FLATS, "bad")]


def few(found: Nash) -> bool:
    """Return whether all overcalls fit a screen."""
    return len(found.lineup.deciding) <= FEW_PLAYERS


def spot_lines(found: Nash) -> list[str]:
    """Return lines about the blinds, the button, the order of acting and players all-in by posting."""
    forced, names = found.lineup.forced, found.table.names
    posted = f"Blinds {amount(plain_number(forced.small_blind))}/{amount(plain_number(forced.big_blind))}"
    if forced.ante:
        posted += f", ante {amount(plain_number(forced.ante))}"
    if forced.big_blind_ante:
        posted += f", big blind ante {amount(plain_number(forced.big_blind_ante))}"
    order = listed([names[seat] for seat in found.lineup.deciding])
    lines = [f"{posted}; {names[found.lineup.button]} has the button. To act: {order}."]
    if found.raise_to:
        lines.append(f"Raises to {raise_words(found)}.")
    if found.lineup.all_in:
        players = listed([names[seat] for seat in found.lineup.all_in])
        lines.append(f"{players} {'is' if len(found.lineup.all_in) == 1 else 'are'} all-in by posting.")
    return lines


def raise_words(found: Nash) -> str:
    """Return the size of the raises, with the players if there are several sizes."""
    sizes = {name: size for name, size in zip(found.table.names, found.raise_to, strict=True) if size is not None}
    blind = float(found.lineup.forced.big_blind)
    words = {name: f"{amount(plain_number(size))} ({size / blind:g} bb)" for name, size in sizes.items()}
    if len(set(sizes.values())) == 1:
        return f"{next(iter(words.values()))} by {listed(list(words))}"
    return listed([f"{text} by {name}" for name, text in words.items()])


def equity_grid(found: Sequence[Nash], currency: str) -> Grid:
    """Return each player's equity before the cards are dealt."""
    table = found[0].table
    purse = MoneyFormat.of(table.pool, currency)
    header = ("Player", "Stack", *(title(one.model) for one in found))
    rows = tuple(
        (name, amount(stack), *(expected(one, seat, purse) for one in found))
        for seat, (name, stack) in enumerate(zip(table.names, table.stacks, strict=True))
    )
    return Grid(header, rows)


def expected(found: Nash, seat: int, purse: MoneyFormat) -> str:
    """Return a player's equity; a dash if they are not in the hand."""
    return "–" if np.isnan(found.equities[seat]) else purse.money(float(found.equities[seat]))


def one_model(found: Nash, nodes: Sequence[DecisionNode]) -> Grid:
    """Return a line per decision: the share of hands that go all-in, the gain, and the range."""
    rows: list[tuple[Cell | str, ...]] = []
    for node in nodes:
        name, action, often = found.name_of(node), action_words(found, node), found.often(node)
        if often < NEVER:
            rows.append((name, action, Cell("–", "quiet"), Cell("–", "quiet"), Cell("never comes up", "quiet")))
            continue
        rows.append((name, action, percent(found.share(node)), worth(found, node), hands_text(found.hands(node))))
    return Grid(("Decision", "", "hands", "worth", "range"), tuple(rows), fixed=2, left=frozenset({0, 1, 4}))


def two_models(first: Nash, second: Nash, nodes: Sequence[DecisionNode]) -> Grid:
    """Return a line per decision: both models, and the hands that only one of them plays."""
    rows = []
    for node in nodes:
        one, other = first.hands(node), second.hands(node)
        apart = second.share(node) - first.share(node)
        only = " ".join(text for text in (difference_text("+", other - one), difference_text("−", one - other)) if text)
        rows.append(
            (
                first.name_of(node),
                action_words(first, node),
                shown_share(first, node),
                shown_share(second, node),
                Cell(f"{100 * apart:+.1f}", "gain" if apart > SAME else "loss" if apart < -SAME else "quiet"),
                only or ("the same" if abs(apart) < SAME else "mixed hands only"),
            )
        )
    header = ("Decision", "", title(first.model), title(second.model), "points", "hands that differ")
    return Grid(header, tuple(rows), fixed=2, left=frozenset({0, 1, 5}))


def shown_share(found: Nash, node: DecisionNode) -> Cell | str:
    """Return the share of hands that go all-in; a dash if the decision never comes up."""
    return percent(found.share(node)) if found.often(node) >= NEVER else Cell("–", "quiet")


def action_words(found: Nash, node: DecisionNode) -> str:
    """Return the name of the action, and whether it is locked."""
    action = spelled(node)
    return f"{action} (locked)" if found.index_of(node) in found.locked else action


def spelled(node: DecisionNode) -> str:
    """Return the name of an action in words."""
    return {"rejam": "re-jam", "call_rejam": "call"}.get(node.action, node.action)


def percent(share: float) -> str:
    """Return a share of hands.

    >>> percent(0.5827)
    '58.3 %'
    """
    return f"{100 * share:.1f} %"


def worth(found: Nash, node: DecisionNode) -> Cell:
    """Return the gain over folding every hand, when the decision comes up, in % of the pool."""
    row = found.index_of(node)
    gain = float(found.hands(node) * found.raised(node) @ found.gains[row]) / found.often(node)
    return Cell(f"{100 * gain:+.3f} %", "gain" if gain > 0 else "loss" if gain < 0 else "")


def hands_text(weights: Values) -> str:
    """Return hands in their shortest form; mixed hands have their frequency in tenths."""
    hands = as_range(np.round(weights, 1))
    return "–" if hands is None else str(hands)


def difference_text(sign: str, extra: Values) -> str:
    """Return the hands that only one model plays, shortened."""
    hands = as_range(np.where(extra > 0.5, 1.0, 0.0))
    if hands is None:
        return ""
    return f"{sign}{shortened(hands)}"


def shortened(hands: Range) -> str:
    """Return a range, cut at a comma if it is long."""
    text = str(hands)
    if len(text) <= LONGEST:
        return text
    return f"{text[: text.rfind(',', 0, LONGEST)]}, …"


def verdict_lines(found: Nash, currency: str, named: bool) -> list[tuple[str, str]]:
    """Return lines about the exploitability, close decisions and the limit of three all-ins."""
    name = f"{title(found.model)}: exploitability" if named else "Exploitability"
    total = found.exploitability.total
    lines = [(f"{name} {percent_of_pool(total)} of the pool, summed over all players.", "")]
    if not found.reached:
        why = "stopped" if found.interrupted else "reached its limit of time or sweeps"
        lines.append((f"This is above the tolerance of {percent_of_pool(found.tolerance)}: the search {why}.", "bad"))
    if found.look_ahead is not None:
        lines += ahead_lines(found.look_ahead, found.model)
    hands, cost = close_hands(found)
    purse = MoneyFormat.of(found.pool, currency)
    lines.append(
        (
            f"{percent(hands)} of decisions are close: all-in and fold differ by less than {percent_of_pool(CLOSE)} "
            f"of the pool. Playing all of them wrong costs {percent_of_pool(cost)} of the pool "
            f"({purse.at_most(cost * found.pool)}).",
            "quiet",
        )
    )
    if len(found.lineup.deciding) > 2:
        lines += [(line, tone) for line, tone in cap_lines(found)]
    return lines


def ahead_lines(ahead: LookAhead, model: str) -> list[tuple[str, str]]:
    """Return lines about the hands after this one."""
    if ahead.hands is None:
        line = tournament_line(ahead)
    else:
        line = hands_line(ahead, title(model)) if ahead.hands else seat_line(ahead, title(model))
    if ahead.reached:
        return [(line, "")]
    above = f"The tolerance of {percent_of_pool(ahead.tolerance)} is not reached: the search was stopped, or too short."
    return [(line, ""), (above, "bad")]


def tournament_line(ahead: LookAhead) -> str:
    """Return how the rest of the tournament values the ends of the hand."""
    return (
        "The ends of the hand are valued by the equilibrium of the rest of the tournament, push or fold, on a grid of "
        f"{amount(round(ahead.step or 0.0, 2))} chips; no model is used. In it, no player gains more than "
        f"{percent_of_pool(ahead.deviation)} of the pool by playing otherwise."
    )


def seat_line(ahead: LookAhead, model: str) -> str:
    """Return how a model that knows the seats values the ends of the hand."""
    return (
        f"The ends of the hand are valued by {model} after stacks are moved by what the next blinds cost each seat, "
        f"from {counted(ahead.solved, 'hand')} with equal stacks, push or fold, solved to "
        f"{percent_of_pool(ahead.deviation)} of the pool. In solved tournaments, values come nearer; most "
        "charts do."
    )


def hands_line(ahead: LookAhead, model: str) -> str:
    """Return how some hands ahead value the ends of the hand."""
    return (
        f"The ends of the hand are valued {counted(ahead.hands or 0, 'hand')} ahead, push or fold, by "
        f"{counted(ahead.solved, 'hand')} solved to {percent_of_pool(ahead.deviation)} of the pool; {model} values the "
        f"stacks after them. Play leaves these hands with a probability of {share_words(ahead.by_model)}: then {model} "
        "values the stacks earlier, with a mean correction."
    )


def cap_lines(found: Nash) -> list[tuple[str, str]]:
    """Return lines about hands in which three players go all-in and a fourth would."""
    line = f"Three players go all-in in {share_words(found.three_way)} of hands."
    if len(found.lineup.deciding) > 3:
        line += f" A fourth would call in about {share_words(found.fourth)}; the solver assumes a fold."
    lines = [(line, "quiet")]
    if found.cap_decides:
        lines.append(
            (
                f"Under {title(found.model)}, three players go all-in so often that the limit of three all-ins decides "
                "the answer. Do not read these ranges as advice.",
                "bad",
            )
        )
    return lines


def close_hands(found: Nash) -> tuple[float, float]:
    """Return the share of close decisions, and the cost of playing all of them wrong, as a share of the pool."""
    close = cost = total = 0.0
    for node in found.nodes:
        reach = found.reach[found.index_of(node)] * found.raised(node)
        apart = np.abs(np.nan_to_num(found.difference(node), nan=1.0))
        near = apart < CLOSE
        close, total = close + float(reach[near].sum()), total + float(reach.sum())
        cost += float(apart[near] @ reach[near])
    return close / total if total else 0.0, cost


def percent_of_pool(share: float) -> str:
    """Return a small share in %, rounded up; a sum that rounding made negative is 0.

    >>> percent_of_pool(1e-5), percent_of_pool(2.4e-4), percent_of_pool(-1e-18)
    ('0.001 %', '0.03 %', '0 %')
    """
    return f"{upper(max(0.0, 100 * share))} %"


def share_words(share: float) -> str:
    """Return a probability in %; small ones are rounded up.

    >>> share_words(0.0149), share_words(2e-7)
    ('1.5 %', '0.00002 %')
    """
    return f"{100 * share:.1f} %" if share >= 0.001 else f"{Decimal(upper(100 * share)):f} %"
