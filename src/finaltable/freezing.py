"""Read-only arrays and mappings, which stay read-only when their result is copied or sent to another process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Key = TypeVar("Key")
Item = TypeVar("Item")


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


class FrozenMapping(FrozenArrays, Mapping[Key, Item]):
    """A read-only mapping that can be copied and sent to another process.

    >>> FrozenMapping({"icm": 1})["icm"]
    1
    """

    def __init__(self, items: Mapping[Key, Item]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: Key) -> Item:
        return self._items[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"FrozenMapping({self._items})"


class LazyMapping(FrozenMapping[Key, Item]):
    """A read-only mapping that computes each item on first access. A copy or a pickle of it has all items.

    >>> squares = LazyMapping([2, 3], lambda number: number**2)
    >>> squares[3], len(squares), squares
    (9, 2, LazyMapping(2, 3))
    """

    def __init__(self, keys: Iterable[Key], compute: Callable[[Key], Item]) -> None:
        super().__init__({})
        self._keys, self._compute = tuple(keys), compute

    def __getitem__(self, key: Key) -> Item:
        if key in self._keys and key not in self._items:
            self._items[key] = self._compute(key)
        return self._items[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __reduce__(self) -> Any:
        return FrozenMapping, ({},), {"_items": dict(self)}

    def __repr__(self) -> str:
        return f"LazyMapping({', '.join(map(repr, self._keys))})"
