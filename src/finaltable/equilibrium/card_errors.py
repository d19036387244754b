"""The error of the card model: cards of folded players are dealt from averages, not one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from finaltable import _core

if TYPE_CHECKING:
    from finaltable.equilibrium.solution import Nash
    from finaltable.results import Values

# Error of the card model in the value of a hand, as a fraction of the spread between the best and the worst hand of the
# decision, and of the largest spread of all decisions. Chosen from 20 to 100 million real deals of eight tables with
# six to nine players, and not yet tried on others: 27 of 79,628 values were off by more than this and three standard
# errors (chance alone, without this sum: 215), and no sign was wrong beyond it.
CARD_ERROR, CARD_ERROR_ELSEWHERE = _core.CARD_ERROR, _core.CARD_ERROR_ELSEWHERE
# Times as much for a raiser who faces two re-jams: the root mean square error was 0.55 to 1.4 times the sum above, by
# 100 million deals of three tables of five and six players; at other decisions at most 0.65 times.
RAISER_FACES_TWO = 3.0


def card_errors(found: Nash) -> Values:
    """Return the estimated error of the values of each decision, as a share of the pool."""
    if len(found.lineup.acting) == 2:
        return np.zeros(len(found.reach))
    reached = found.reach > _core.UNREACHED
    worth = np.divide(found.gains, found.reach, out=np.zeros_like(found.gains), where=reached)
    best, worst = (
        worth.max(axis=1, where=reached, initial=-np.inf),
        worth.min(axis=1, where=reached, initial=np.inf),
    )
    spread = np.where(reached.any(axis=1), best - worst, 0.0)
    errors: Values = CARD_ERROR * spread + CARD_ERROR_ELSEWHERE * spread.max()
    rejammed = [found.index_of(node) for node in found.nodes if node.raiser == node.seat and len(node.facing) == 2]
    errors[rejammed] *= RAISER_FACES_TWO
    return errors
