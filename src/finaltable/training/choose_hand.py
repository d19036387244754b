"""Choose a decision and a hand: half near break-even, few obvious ones, none within the error of the solver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from finaltable.cards.hand import CLASSES, combos_of
from finaltable.equilibrium.raises import DEEP
from finaltable.training.meeting import band_of, swing
from finaltable.training.settings import ANY

if TYPE_CHECKING:
    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.training.draws import Draws
    from finaltable.training.solved import SolvedTable
    from finaltable.training.training_spot import Band

BANDS: tuple[Band, ...] = ("near", "clear", "plain")
WEIGHTS = (50, 42, 8)  # percent of the spots, by band
SELDOM = 0.02  # probability below which a decision is not asked
RAISED = 0.05  # of the time: after an own raise, hands that raise less often are not asked
ONE_SIDED = (0.02, 0.97)  # decisions where nearly all hands are played alike are not asked


class Asked(NamedTuple):
    """A decision and a hand."""

    node: DecisionNode
    hand: int


def decisions_of(solved: SolvedTable, position: str = ANY) -> list[DecisionNode]:
    """Return the decisions worth asking, of one position or all: pushes and calls, not overcalls.

    With a raise, these are all-ins over it, the raiser's answers to one of them, and opens from short stacks.
    """
    found = solved.found
    names = [found.table.names[seat] for seat in found.lineup.deciding]
    return [
        node
        for node in found.nodes
        if len(node.facing) < 2
        and is_asked(solved, node)
        and position in (ANY, names[node.seat])
        and found.often(node) >= SELDOM
        and ONE_SIDED[0] <= sum(map(found.share, found.choices(node))) <= ONE_SIDED[1]
        and swing(solved, node) > 0
    ]


def is_asked(solved: SolvedTable, node: DecisionNode) -> bool:
    """Return whether a decision is of the kind that is asked."""
    if not solved.layout.raise_to:
        return True
    return node.action == "rejam" or node.returns or is_open(solved, node)


def is_open(solved: SolvedTable, node: DecisionNode) -> bool:
    """Return whether a player first in may fold, raise or go all-in, with stacks for which that is advice.

    Without calls that see a flop, raises look better than they are, the more so the deeper the stacks.
    """
    return node.action == "raise" and len(solved.found.choices(node)) > 1 and solved.found.depth <= DEEP


def hands_by_band(solved: SolvedTable, node: DecisionNode) -> dict[Band, list[int]]:
    """Return the hands of a decision outside the error of the solver, by distance from break-even."""
    between, margin, differences = swing(solved, node), solved.margin(node), solved.differences(node)
    raised = solved.found.raised(node)
    found: dict[Band, list[int]] = {band: [] for band in BANDS}
    for hand in range(CLASSES):
        worth = float(differences[hand])
        if abs(worth) > margin and not solved.is_mixed(node, hand) and raised[hand] >= RAISED:
            found[band_of(worth, between)].append(hand)
    return found


Menu = dict["DecisionNode", dict["Band", list[int]]]


def menu_of(solved: SolvedTable, position: str = ANY) -> Menu:
    """Return all decisions that can be asked, and their hands by band."""
    return {node: hands_by_band(solved, node) for node in decisions_of(solved, position)}


def choose(menu: Menu, draws: Draws) -> Asked | None:
    """Draw a decision and a hand; None if there is nothing to ask."""
    first = draws.weighted(WEIGHTS)
    for band in (BANDS[first], *BANDS):
        nodes = [node for node, hands in menu.items() if hands[band]]
        if nodes:
            node = draws.choice(nodes)
            return Asked(node, draw_hand(menu[node][band], draws))
    return None


def draw_hand(hands: Sequence[int], draws: Draws) -> int:
    """Draw a hand with the probability that it is dealt."""
    return hands[draws.weighted([len(combos_of(hand)) for hand in hands])]
