"""Locked strategies: what the caller writes, and the weights of classes that the solver keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from finaltable.cards.hand import CLASSES, class_name, class_of, combos_of
from finaltable.cards.preflop import as_range
from finaltable.cards.range import Range
from finaltable.equilibrium.lineup import Lineup
from finaltable.equilibrium.nodes import DecisionNode, read_node
from finaltable.equilibrium.tree import rows_of
from finaltable.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def read_lock(lineup: Lineup, lock: object) -> dict[int, NDArray[np.float64]]:
    """Return locked strategies by node, as weights of classes; or raise."""
    if lock is None:
        return {}
    if not isinstance(lock, Mapping):
        raise InputError("lock", 'must be a mapping like {"BB v SB": "20%"}', lock, code="wrong_type")
    nodes = rows_of(lineup)
    fixed: dict[int, NDArray[np.float64]] = {}
    for spot, hands in lock.items():
        number = nodes[read_node(lineup, spot, "lock")]
        if number in fixed:
            raise InputError("lock", "must lock a decision only once", str(spot), code="duplicate")
        fixed[number] = weights_of(hands, f"lock[{spot}]")
    return {**fixed, **other_choices(nodes, fixed)}


def other_choices(
    nodes: Mapping[DecisionNode, int], fixed: Mapping[int, NDArray[np.float64]]
) -> dict[int, NDArray[np.float64]]:
    """Return the other choices of locked decisions to raise or push: never, unless they are locked, too."""
    found: dict[int, NDArray[np.float64]] = {}
    for node, row in nodes.items():
        other = nodes.get(DecisionNode(node.seat, ())) if node.action == "raise" else None
        if other is None or not {row, other} & set(fixed):
            continue
        both = [fixed.get(one, np.zeros(CLASSES)) for one in (row, other)]
        if (np.add(*both) > 1).any():
            rule = "must not raise and push a hand more often than always"
            raise InputError("lock", rule, class_name(int(np.argmax(np.add(*both)))), code="conflict")
        found |= dict(zip((row, other), both, strict=True))
    return found


def weights_of(hands: object, field: str) -> NDArray[np.float64]:
    """Return the share of each class in a range; "0%" and "fold" are the empty range."""
    weights = np.zeros(CLASSES)
    if isinstance(hands, str) and hands.strip().lower() in ("0%", "0 %", "fold", "none"):
        return weights
    if not isinstance(hands, str | Range):
        raise InputError(field, "must be a range like 22+, A2s+ or 20%", hands, code="not_hands")
    for combo, weight in as_range(hands, field).weights():
        weights[class_of(combo)] += weight / len(combos_of(class_of(combo)))
    return np.minimum(weights, 1.0)
