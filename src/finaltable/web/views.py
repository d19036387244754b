"""What a page shows for what was typed: the same reports as on the terminal, as data for the templates."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from finaltable.asking.declare import Run
from finaltable.deals.deal import Deal
from finaltable.deals.question import DealQuestion, DealShown
from finaltable.deals.report import deal_chat, deal_report, proposal_title, view_report
from finaltable.decisions.decide import Decision
from finaltable.decisions.question import DecideQuestion
from finaltable.decisions.report import decision_report
from finaltable.decisions.verdict import value_at
from finaltable.errors import InputError
from finaltable.models import find_model
from finaltable.reporting.layout import Cell, Drawing, Grid, Note, Report
from finaltable.reporting.words import MoneyFormat, amount, compact, listed, places, title
from finaltable.table.table import Number, Table, check_player
from finaltable.values.bounties.incomes import mystery_parts
from finaltable.values.equities.equity import places_of
from finaltable.values.equities.question_compare import CompareQuestion
from finaltable.values.equities.report import comparison_report
from finaltable.values.finish.report import finish_report
from finaltable.values.sensitivity.question import SensitivityQuestion
from finaltable.values.sensitivity.report import close_lines
from finaltable.values.trees.question import TreeQuestion
from finaltable.values.trees.tree import Node, game_tree
from finaltable.values.worth import worth_of
from finaltable.web.forms import Form
from finaltable.web.workers import Job

SHADES = 20
MOST_PLACES = 12  # columns of the grid of places
MOST_KNOCKOUTS = 12  # players
MOST_WATCHED = 10  # players among whom close stacks are looked for while somebody types
MOST_STEPS = 200  # hands on the way through the tree
SAMPLES = 200_000  # boards
FINE, COARSE = 1e-9, 1e-6
CHART_TEXT = 4  # height of the chart's letters, as in the style sheet
TREE_BOX, TREE_GAP, TREE_ROW = 130, 40, 32


@dataclass
class View:
    """What stands below the form."""

    status: str = ""
    """One sentence for those who hear the page."""
    data: dict[str, Any] = field(default_factory=dict)


def html_parts(report: Report) -> list[dict[str, Any]]:
    """Return a report as data for a template: headings, notes, tables."""
    parts: list[dict[str, Any]] = []
    for part in report.parts:
        match part:
            case Note() if part.text.strip():
                parts.append({"kind": "heading" if part.tone == "strong" else "note", "text": part.text})
            case Drawing():
                parts.append({"kind": "drawing", "text": "\n".join(part.lines)})
            case Grid():
                rows = [[html_cell(cell, i in part.left) for i, cell in enumerate(row)] for row in part.rows]
                narrow = [cell == "Stack" for cell in part.header]  # columns that a phone does without
                parts.append({"kind": "grid", "header": part.header, "rows": rows, "hidden": narrow})
            case _:
                pass
    return parts


def html_cell(cell: Cell | str, left: bool) -> dict[str, str]:
    """Return a cell with its classes."""
    cell = cell if isinstance(cell, Cell) else Cell(cell)
    shade = "" if not cell.shade else f"s{max(1, min(SHADES, round(cell.shade * SHADES)))}"
    return {"text": cell.text, "classes": " ".join(name for name in (cell.tone, shade, "left" if left else "") if name)}


def value_view(form: Form, job: Job) -> View:
    """Show what every stack is worth, the places, who busts whom, and close stacks."""
    asked = form.read(CompareQuestion, tolerance=COARSE)
    table, currency, run = asked.table, asked.currency, run_of(job)
    if table.live <= MOST_WATCHED:
        asked = replace(asked, tolerance=FINE)
    found = replace(asked, places=True).ask(run)
    data: dict[str, Any] = {
        "models": [title(name) for name in found.models],
        "comparison": html_parts(comparison_report(found, currency, money=True)),
        "bars": bars(found.totals, table),
    }
    # The places come with the equities; of a large field, where they do not, they are computed under the same clock.
    able = {result.model: find_model(result.model) for result in found.results}
    with_places = [result for result in found.results if able[result.model].finish is not None]
    answers = [places_of(result.with_parts("finish", progress=run.progress)) for result in with_places]
    busting = next((result for result in found.results if able[result.model].knockouts), None)
    busts = None
    if busting is not None and 2 <= table.live <= MOST_KNOCKOUTS:
        busts = busting.with_parts("knockouts", progress=run.progress)
    data["knockouts"] = busts is not None
    data["places"] = html_parts(finish_report(table, answers, busts, places=MOST_PLACES)) if answers else []
    if 3 <= table.live <= MOST_WATCHED and any(model.ties for model in able.values()):
        # Where bounties jump is not proved: the prizes alone are looked at.
        data["close"] = close_lines(SensitivityQuestion(table=table.with_heads(()), pot=0).ask(run), currency)
    data["envelopes"] = html_parts(Report(tuple(mystery_parts(table.prizes.mystery, currency))))
    last = found.results[-1]
    worth = worth_of(last, currency, money=True)
    total = [worth.purse.money(float(money)) for money in last.total]
    said = [f"{name} {total[seat] if table.heads else worth.words(seat)}" for seat, name in enumerate(table.names)]
    return View(f"By {title(last.model)}: {listed(said)}.", data)


def run_of(job: Job) -> Run:
    """Return how a page lets a question work: on one core, and watched by its job."""
    return Run(job.working, 1)


def bars(equities: Any, table: Table) -> list[dict[str, Any]]:
    """Return the length of every player's bars, one per model, in % of the longest."""
    longest = max(float(equities.max()), 1e-300)
    return [
        {"name": name, "widths": [round(100 * float(money) / longest, 2) for money in equities[:, seat]]}
        for seat, name in enumerate(table.names)
    ]


def read_deal(form: Form, job: Job, **usual: Any) -> tuple[Deal, DealShown, str]:
    """Compute the deal that was typed; return it, how it is to be shown, and the currency."""
    asked = form.read(DealQuestion, **usual)
    shown = DealShown(**form.read_fields(DealShown, asked.table.names))
    return asked.ask(run_of(job)), shown, asked.currency


def deal_view(form: Form, job: Job) -> View:
    """Show the proposals, the terms, and a message to copy."""
    found, shown, currency = read_deal(form, job, pot=0)  # somebody types; the sheet has a look at whole pots
    chat = deal_chat(found, currency)
    data = {"report": html_parts(deal_report(found, currency)), "chat": chat, "lines": chat.count("\n") + 1}
    data |= {"spans": spans(found), "models": [proposal_title(found, name) for name in spanned(found)], "view": None}
    if shown.player is not None:
        data["view"] = html_parts(view_report(found, check_player(shown.player, found.table.names), currency))
    return View(" ".join(chat.split("\n")[:-1]), data)


def spanned(found: Deal) -> list[str]:
    """Return the proposals that are what a model says of playing on."""
    return [proposal.name for proposal in found.proposals if proposal.name in found.playing_on]


def spans(found: Deal) -> list[dict[str, Any]]:
    """Return what models give each player, and what is chosen, in % of the most."""
    drawn = [*spanned(found), found.choose]
    cash = [[float(money) for money in found[name].cash] for name in drawn]
    most = max(max(money) for money in cash) or 1.0
    shares = [[round(100 * max(money, 0.0) / most, 2) for money in row] for row in cash]
    return [
        {"name": name, "marks": [row[seat] for row in shares[:-1]], "chosen": shares[-1][seat]}
        for seat, name in enumerate(found.table.names)
    ]


def decide_view(form: Form, job: Job) -> View:
    """Show whether to call, and the picture of calling against folding."""
    asked = form.read(DecideQuestion, samples=SAMPLES)
    decision = asked.ask(run_of(job))
    data = {
        "models": [title(verdict.model) for verdict in decision.verdicts],
        "report": html_parts(decision_report(decision, asked.currency)),
        "chart": chart(decision, MoneyFormat.of(asked.table.pool, asked.currency)),
    }
    said = [f"{title(verdict.model)} says {verdict.recommendation}" for verdict in decision.verdicts]
    return View(f"{listed(said)}.", data)


def chart(decision: Decision, purse: MoneyFormat) -> dict[str, Any] | None:
    """Return the lines of calling against folding as hero's equity grows, in a box of 100 by 60."""
    if len(decision.spot.all_in) > 1:
        return None
    ties = decision.tie
    seldom, often = ties / 2, 1.0 - ties / 2  # hero's equity who never wins alone, and who never loses
    calls = [
        [
            value_at(equity, verdict.win or 0.0, verdict.tie or 0.0, verdict.lose or 0.0, ties)
            for equity in (seldom, often)
        ]
        for verdict in decision.verdicts
    ]
    ends = [float(money) for call in calls for money in call] + [float(verdict.fold) for verdict in decision.verdicts]
    low, high = min(ends), max(ends)
    scale = 60.0 / ((high - low) or 1.0)

    def height(money: float) -> float:
        return round(60.0 - (float(money) - low) * scale, 3)

    lines = [
        {
            "fold": height(verdict.fold),
            "never": height(call[0]),
            "always": height(call[1]),
            "break_even": round(100 * verdict.break_even, 2) if verdict.break_even else None,
        }
        for verdict, call in zip(decision.verdicts, calls, strict=True)
    ]
    return {
        "lines": lines,
        "from": round(100 * seldom, 2),
        "to": round(100 * often, 2),
        "equity": round(100 * decision.equity, 2),
        "low": purse.money(low),
        "high": purse.money(high),
        "margin": label_width(purse.money(low), purse.money(high)),
    }


def label_width(*labels: str) -> float:
    """Return the room that the chart needs on its left for its labels: a digit is at most 0.65 of its height wide.

    >>> label_width("0.00", "31.86"), label_width("€0.00", "€9,571,798.45")
    (16.0, 36.8)
    """
    return max(16.0, round(3 + 0.65 * CHART_TEXT * max(map(len, labels)), 1))


def how_view(form: Form, job: Job) -> View:
    """Walk through the tree: where the path leads, and what can happen next."""
    asked = form.read(TreeQuestion, depth=1)
    names, stacks = asked.table.names, asked.table.stacks
    tree = asked.ask(Run(job.checkpoint, 1))  # whether the path leads anywhere is not known yet
    steps: list[dict[str, Any]] = []
    node, probability = tree.root, 1.0
    path = [int(piece) for piece in re.findall("[0-9]{1,3}", form["path"])][:MOST_STEPS]
    walked: list[str] = []
    for winner in path:
        job.checkpoint()
        child = next((child for child in node.children if child.winner == winner), None)
        if child is None:
            raise InputError("path", "must name players who can win the next hand", form["path"])
        probability *= float(child.probability)
        walked.append(str(winner))
        steps.append({**node_words(child, names), "path": ".".join(walked)})
        node = child if child.kind == "won" else game_tree(child.stacks, 1, names=names).root
    options = [{**node_words(child, names), "path": ".".join([*walked, str(child.winner)])} for child in node.children]
    chips = [{"name": name, "chips": amount(stack)} for name, stack in zip(names, node.stacks, strict=True)]
    status = "; ".join(f"{one['name']} {one['chips']}" for one in chips)
    total = float(sum(stacks))
    data = {
        "steps": steps,
        "options": options,
        "chips": [{**one, "bar": round(100 * float(s) / total, 2)} for one, s in zip(chips, node.stacks, strict=True)],
        "probability": f"{100 * probability:.3g} %",
        "won": node.kind == "won",
        "drawn": None if node.kind == "won" else drawn_tree(node.stacks, names),
    }
    return View(status, data)


def drawn_tree(stacks: tuple[Number, ...], names: tuple[str, ...]) -> dict[str, Any]:
    """Return boxes and lines of the next hands' tree: two hands of up to three players, one of more."""
    live = sum(1 for stack in stacks if stack)
    depth = 2 if live <= 3 else 1
    root = game_tree(stacks, depth, names=names).root
    boxes: list[dict[str, Any]] = []
    lines: list[tuple[float, float, float, float]] = []
    leaves = 0

    def place(node: Node, level: int) -> float:
        nonlocal leaves
        heights = [place(child, level + 1) for child in node.children]
        if heights:
            y = sum(heights) / len(heights)
        else:
            y, leaves = TREE_ROW * leaves, leaves + 1
        x = level * (TREE_BOX + TREE_GAP)
        lines.extend((x + TREE_BOX, y + 13, x + TREE_BOX + TREE_GAP, height + 13) for height in heights)
        chips = " · ".join(compact(float(stack)) for stack in node.stacks if stack)
        title = "now" if node.winner is None else f"{names[node.winner][:20]} wins"
        boxes.append({"x": x, "y": y, "title": title, "text": chips, "won": node.kind == "won"})
        return y

    place(root, 0)
    width = (depth + 1) * TREE_BOX + depth * TREE_GAP
    return {"boxes": boxes, "lines": lines, "width": width, "height": TREE_ROW * leaves, "box": TREE_BOX}


def node_words(node: Node, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what a hand does, for a line."""
    out = [f"{names[bust.player]} leaves {places(bust.first, bust.last)}" for bust in node.busts]
    stacks = [f"{name} {amount(stack)}" for name, stack in zip(names, node.stacks, strict=True) if stack]
    winner = "" if node.winner is None else names[node.winner]
    return {"winner": winner, "stacks": ", ".join(stacks), "out": listed(out) if out else "", "won": node.kind == "won"}


VIEWS = {"value": value_view, "deal": deal_view, "decide": decide_view, "how": how_view}
