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
    """Return the tree as a table: a line a node, chips in columns, what happens at the end."""
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
    """Yield each node with the branches drawn in front of it."""
    yield lead, node
    for child in node.children:
        last = child is node.children[-1]
        yield from drawn(child, follow + ("└─ " if last else "├─ "), follow + ("   " if last else "│  "))


def branch(node: TreeNode, names: tuple[str, ...]) -> str:
    """Say who won the hand."""
    return "start" if node.winner is None else f"{names[node.winner]} wins"


def chip_cell(node: TreeNode, player: int, out: set[int]) -> Cell:
    """Return a player's chips; the winner of the hand stands out, those who left are a dash."""
    if node.stacks[player]:
        return Cell(amount(node.stacks[player]), "strong" if player == node.winner else "")
    return Cell("out" if player in out else "–", "loss" if player in out else "quiet")


def chance(node: TreeNode) -> Cell:
    """Return the probability of a node as the fraction it is."""
    return Cell(str(node.probability))


def happening(node: TreeNode, tree: GameTree) -> Cell:
    """Say what a node means: who is out and in which place, who has won, what it repeats, that it goes on."""
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
    """Say what the paths drawn add up to: equation 4, and for one player equation 5's probabilities."""
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
