"""The game tree drawn with characters."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from finaltable.reporting.layout import Cell, Grid, Note, Part, Report
from finaltable.reporting.words import amount, listed, ordinal, places

if TYPE_CHECKING:
    from finaltable.values.trees.tree import GameTree, TreeNode


def tree_report(tree: GameTree) -> Report:
    """Return the tree as a table: a line for each node, with chips in columns and the event last."""
    targets = {node.repeats for node in tree.root.walk() if node.repeats is not None} - {1}
    rows: list[tuple[Cell | str, ...]] = []
    for lead, node in drawn(tree.root):
        out = {bust.player for bust in node.busts}
        chips = tuple(chip_cell(node, player, out) for player in range(len(tree.names)))
        mark = f" [{node.number}]" if node.number in targets else ""
        rows.append((lead + branch(node, tree.names) + mark, *chips, chance(node), happening(node, tree)))
    header = ("Hand", *tree.names, "chance", "")
    end = len(header) - 1
    parts: list[Part] = [Grid(header, tuple(rows), left=frozenset({0, end}))]
    parts += [Note(line, "") for line in summary(tree)]
    return Report(tuple(parts))


def drawn(node: TreeNode, lead: str = "", follow: str = "") -> Iterator[tuple[str, TreeNode]]:
    """Yield each node with its branches as text."""
    yield lead, node
    for child in node.children:
        last = child is node.children[-1]
        yield from drawn(child, follow + ("└─ " if last else "├─ "), follow + ("   " if last else "│  "))


def branch(node: TreeNode, names: tuple[str, ...]) -> str:
    """Return the winner of the hand in words."""
    return "start" if node.winner is None else f"{names[node.winner]} wins"


def chip_cell(node: TreeNode, player: int, out: set[int]) -> Cell:
    """Return a player's chips; those of the hand's winner stand out, and a player who left has a dash."""
    if node.stacks[player]:
        return Cell(amount(node.stacks[player]), "strong" if player == node.winner else "")
    return Cell("out" if player in out else "–", "loss" if player in out else "quiet")


def chance(node: TreeNode) -> Cell:
    """Return the probability of a node as a fraction."""
    return Cell(str(node.probability))


def happening(node: TreeNode, tree: GameTree) -> Cell:
    """Return the event of a node: players out and their places, the winner, the node it repeats, or more hands."""
    words = [f"{tree.names[bust.player]} {places(bust.first, bust.last)}" for bust in node.busts]
    left = listed(words) if words else ""
    match node.kind:
        case "won":
            return Cell(f"■ {tree.names[node.winner or 0]} has won; {left}", "good")
        case "out":
            return Cell(f"● {left}", "loss")
        case "repeats":
            end = "as at the start" if node.repeats == 1 else f"as at [{node.repeats}]"
        case "more":
            end = "…"
        case _:
            end = ""
    return Cell("; ".join(word for word in (left, end) if word), "quiet" if node.kind in ("repeats", "more") else "")


def summary(tree: GameTree) -> list[str]:
    """Return the sums over the paths drawn: equation 4, and for one player the probabilities of equation 5."""
    still = tree.open_probability()
    rest = f"{still} ({percent(still)}) is still open" if still else "every path is drawn to its end"
    if tree.player is None:
        won = zip(tree.names, tree.win_probabilities(), strict=True)
        return [f"Paths that end here: {listed([f'{name} wins {p} ({percent(p)})' for name, p in won])}; {rest}."]
    reached = [f"{ordinal(place)} {p} ({percent(p)})" for place, p in tree.places(tree.player).items()]
    name = tree.names[tree.player]
    return [f"{name} on the paths that end here: {listed(reached) if reached else 'no place yet'}; {rest}."]


def percent(chance: Fraction) -> str:
    """Return a probability in %."""
    return f"{100 * float(chance):.2f} %"
