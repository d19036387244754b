"""Going in with a hand: which opponents call, with what equity, and the values of winning and losing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from finaltable.cards.hand import CLASSES
from finaltable.training.unfold import Crowd, Hero

if TYPE_CHECKING:
    from collections.abc import Mapping

    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.equilibrium.solution import Nash
    from finaltable.training.solved import SolvedTable
    from finaltable.training.training_spot import Band

NEAR, CLEAR = 0.05, 0.2  # distance of the equity from break-even


@dataclass(frozen=True)
class Meeting:
    """The opponents whom hero meets by going in."""

    folds: float | None
    """Probability that all players fold; None for a call."""
    pairs: Mapping[Crowd, float]
    """Pairs of players who meet, with their probabilities."""
    likely: Crowd
    """The most likely of these."""
    opponent: int
    """The most likely opponent, by turn."""
    equity: float
    """Hero's equity, averaged over the opponents whom hero meets alone."""

    @property
    def called(self) -> float:
        """Probability that hero is called."""
        return 1.0 - (self.folds or 0.0)


def meet(hero: Hero) -> Meeting | None:
    """Return the opponents whom hero meets; None if no player ever calls."""
    crowds = hero.crowds(goes_in=True)
    alone = sum(chance for crowd, chance in crowds.items() if crowd.pushed == (hero.turn,))
    pairs = {crowd: chance for crowd, chance in crowds.items() if len(crowd.pushed) == 2 and hero.turn in crowd.pushed}
    total = sum(pairs.values())
    if not total > 0:
        return None
    likely = max(pairs, key=lambda crowd: pairs[crowd])
    equity = sum(chance * equity_of(hero, crowd) for crowd, chance in pairs.items()) / total
    return Meeting(None if hero.node.facing else alone, pairs, likely, other_of(likely, hero.turn), equity)


def other_of(crowd: Crowd, turn: int) -> int:
    """Return the other of two players."""
    return crowd.pushed[0] if crowd.pushed[1] == turn else crowd.pushed[1]


def equity_of(hero: Hero, crowd: Crowd) -> float:
    """Return hero's equity against one other player."""
    orders = hero.orders(crowd)
    won = orders[0, 1] if crowd.pushed[0] == hero.turn else orders[1, 0]
    return won + orders[0, 0] / 2


def swing(solved: SolvedTable, node: DecisionNode) -> float:
    """Return the money at stake all-in with an average hand: equity 1 minus equity 0; 0 if no player calls."""
    hero = Hero(solved.found, solved.found.choices(node)[0], CLASSES // 2)
    met = meet(hero)
    if met is None:
        return 0.0
    win, lose = ends(hero, met, solved.found)
    return met.called * (win - lose)


def ends(hero: Hero, met: Meeting, valued: Nash) -> tuple[float, float]:
    """Return hero's values of winning and losing, averaged over the opponents whom hero meets alone."""
    terminals, total = valued.terminals, sum(met.pairs.values())
    win = lose = 0.0
    for crowd, chance in met.pairs.items():
        wins, loses = ((0, 1), (1, 0)) if crowd.pushed[0] == hero.turn else ((1, 0), (0, 1))
        rows = [terminals.row(crowd.pushed, order, crowd.folded) for order in (wins, loses)]
        win += chance * float(terminals.values[rows[0], hero.turn])
        lose += chance * float(terminals.values[rows[1], hero.turn])
    return win * valued.pool / total, lose * valued.pool / total


def band_of(difference: float, between: float) -> Band:
    """Return the band of a hand: its distance from break-even, in points of equity."""
    points = abs(difference) / between if between > 0 else math.inf
    return "near" if points <= NEAR else "clear" if points <= CLEAR else "plain"
