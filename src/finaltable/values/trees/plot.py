"""Figure of the game tree, as in the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from finaltable.errors import InputError, Verbatim
from finaltable.reporting.plot_style import GREY, INK, PALE, PAPER, in_style
from finaltable.reporting.words import amount, places

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from finaltable.values.trees.tree import GameTree, TreeNode


MAX_NODES = 200


@in_style
def tree_figure(tree: GameTree) -> Figure:
    """Draw the game tree from left to right as in the paper's figures.

    Circles are hands, squares are wins. In a player's partial tree, filled circles are where the player leaves, and
    winning paths are thick.
    """
    nodes = sum(1 for _ in tree.root.walk())
    if nodes > MAX_NODES:
        rule = f"must be small enough for {MAX_NODES} nodes in a picture"
        raise InputError("depth", rule, Verbatim(f"{nodes} nodes"), code="too_large")
    heights = place_nodes(tree.root)
    leaves = len({height for height in heights.values() if height == int(height)})
    deepest = max(node.depth for node in tree.root.walk())
    chip_width = max(len(stacks_text(node)) for node in tree.root.walk()) * 0.075
    step = 1.3 + chip_width
    figure = Figure(figsize=(step * (deepest + 1) + 1.2, max(2.2, 0.42 * (leaves + 1) + 0.8)))
    figure.set_layout_engine("none")  # arranging many texts takes seconds and changes nothing
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    winning = winning_nodes(tree)
    for node in tree.root.walk():
        for child in node.children:
            draw_branch(axes, node, child, heights, tree, winning)
    repeated = {node.repeats for node in tree.root.walk()}
    for node in tree.root.walk():
        draw_node(axes, node, heights[node.number], tree, repeated)
    axes.set_xlim(-0.25, deepest + 0.95)
    axes.set_ylim(leaves - 0.4, -0.9)
    seen = "" if tree.player is None else f", partial tree of {tree.names[tree.player]}"
    axes.set_title(f"Game tree of {' / '.join(tree.names)}: {stacks_text(tree.root)} chips{seen}")
    return figure


def place_nodes(root: TreeNode) -> dict[int, float]:
    """Return the height of each node: leaves below each other, other nodes in the middle of their children."""
    heights: dict[int, float] = {}
    next_leaf = 0

    def place(node: TreeNode) -> float:
        nonlocal next_leaf
        if node.children:
            below = [place(child) for child in node.children]
            heights[node.number] = (below[0] + below[-1]) / 2
        else:
            heights[node.number] = float(next_leaf)
            next_leaf += 1
        return heights[node.number]

    place(root)
    return heights


def winning_nodes(tree: GameTree) -> set[int]:
    """Return the nodes on winning paths of the tree's player, or of all players in a global tree."""
    found: set[int] = set()

    def visit(node: TreeNode) -> bool:
        wins = node.kind == "won" and (tree.player is None or bool(node.stacks[tree.player]))
        below = [visit(child) for child in node.children]
        wins = wins or any(below)
        if wins:
            found.add(node.number)
        return wins

    visit(tree.root)
    return found


def draw_branch(
    axes: Axes, node: TreeNode, child: TreeNode, heights: dict[int, float], tree: GameTree, winning: set[int]
) -> None:
    """Draw a branch, labelled with the winner of its hand."""
    thick = tree.player is not None and child.number in winning
    start, end = (node.depth, heights[node.number]), (child.depth, heights[child.number])
    axes.plot(*zip(start, end, strict=True), color=INK if thick else GREY, linewidth=2.2 if thick else 0.9, zorder=1)
    winner = tree.names[child.winner or 0]
    axes.text(
        start[0] + 0.7 * (end[0] - start[0]),
        start[1] + 0.7 * (end[1] - start[1]),
        winner,
        fontsize=6.5,
        ha="center",
        va="center",
        color=INK,
        bbox=PAPER,
        zorder=2,
    )


def draw_node(axes: Axes, node: TreeNode, height: float, tree: GameTree, repeated: set[int | None]) -> None:
    """Draw a node with its chips, its probability and its event."""
    marker = "s" if node.kind == "won" else "o"
    filled = {"won": INK, "out": "black", "repeats": PALE}.get(node.kind, "white")
    axes.plot(node.depth, height, marker, color=filled, markeredgecolor=INK, markersize=7, zorder=3)
    chips = stacks_text(node) + (" …" if node.kind == "more" else "")
    if node.number in repeated - {1}:
        chips += f"  [{node.number}]"
    what = [str(node.probability)]
    if node.kind == "won":
        what.append(f"{tree.names[node.winner or 0]} 1st")
    what += [f"{tree.names[bust.player]} {places(bust.first, bust.last)}" for bust in node.busts]
    if node.kind == "repeats":
        what.append("as at the start" if node.repeats == 1 else f"as at [{node.repeats}]")
    axes.text(node.depth + 0.05, height - 0.1, chips, fontsize=8, va="bottom", bbox=PAPER, zorder=2.5)
    axes.text(
        node.depth + 0.05,
        height + 0.08,
        ", ".join(what),
        fontsize=6.5,
        va="top",
        color="#444444",
        bbox=PAPER,
        zorder=2.5,
    )


def stacks_text(node: TreeNode) -> str:
    """Return the chips of a node in the order of the players."""
    return " / ".join(amount(stack) if stack else "–" for stack in node.stacks)
