"""The question `tree`: the game tree of the next hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import PLAYER, WHOLE

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table
    from finaltable.values.trees.tree import GameTree


@shown
class TreeShown(Shown):
    """A drawing of the tree."""

    figure = "tree_figure"

    def show(self, answer: GameTree, currency: str) -> Report:
        """Return the report."""
        from finaltable.values.trees.report import tree_report

        del currency
        return tree_report(answer)

    def drawn(self, answer: GameTree, currency: str) -> tuple[Any, ...]:
        """Return the arguments of the figure."""
        del currency
        return (answer,)


@question(
    "tree",
    help="Draw the game tree of the next hands, for 2 to 5 players.",
    examples=("tree 1000 500 --depth 4", "tree 1000 500 100 --player 2 --svg tree.svg"),
    shown=TreeShown,
    needs="players",
    cores=False,
)
class TreeQuestion(Question):
    """A table, and the number of hands."""

    table: Table
    depth: int = given(WHOLE, 3, help="Number of hands to draw.", usual="3")
    player: Any = given(PLAYER, None, help="Draw the tree from the view of one player.")

    def ask(self, run: Run) -> GameTree:
        """Build the tree."""
        from finaltable.table.table import check_no_bounties
        from finaltable.values.trees.tree import tree

        del run
        check_no_bounties(self.table, "they do not change the tree")
        return tree(self.table, self.depth, player=self.player)


QUESTION = TreeQuestion
