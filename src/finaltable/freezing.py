"""Arrays that nobody can change, also after their result was copied or sent to another process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class FrozenArrays:
    """A result whose arrays are frozen again when it is copied or unpickled: NumPy forgets that they were."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        freeze_all(state)


def freeze_all(value: object) -> None:
    """Freeze every array in lists, tuples and mappings."""
    if isinstance(value, np.ndarray):
        frozen(value)
    elif isinstance(value, dict):
        freeze_all(list(value.values()))
    elif isinstance(value, list | tuple):
        for inner in value:
            freeze_all(inner)


def frozen(values: NDArray[Any]) -> NDArray[Any]:
    """Return an array that nobody can change."""
    values.setflags(write=False)
    return values
