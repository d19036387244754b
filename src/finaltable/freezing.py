"""Read-only arrays, which stay read-only when their result is copied or sent to another process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class FrozenArrays:
    """A result whose arrays stay read-only when it is copied or unpickled, where NumPy would make them writable."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        freeze_all(state)


def freeze_all(value: object) -> None:
    """Make every array in lists, tuples and mappings read-only."""
    if isinstance(value, np.ndarray):
        frozen(value)
    elif isinstance(value, dict):
        freeze_all(list(value.values()))
    elif isinstance(value, list | tuple):
        for inner in value:
            freeze_all(inner)


def frozen(values: NDArray[Any]) -> NDArray[Any]:
    """Return the array, made read-only."""
    values.setflags(write=False)
    return values
