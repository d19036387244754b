"""Lists of numbers in Arrow's layout: one flat array, and the start of each list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.errors import InputError, Verbatim
from finaltable.table.table import check_unmasked

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXACT = 2**53  # whole numbers up to this are exact as floats


@dataclass(frozen=True, eq=False)
class Lists:
    """One list of numbers per row."""

    values: NDArray[Any]
    """All numbers, concatenated: int64 or float64."""
    offsets: NDArray[np.int64]
    """Start of each list, and the end of the last."""
    odd: Mapping[int, object] = field(default_factory=dict)
    """Original objects of rows that are not such lists; their list here is empty."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Length of each list."""
        return np.diff(self.offsets)

    def __getitem__(self, row: int) -> Any:
        """Return the original value of one row."""
        return self.odd[row] if row in self.odd else self.values[self.offsets[row] : self.offsets[row + 1]].tolist()

    def part(self, start: int, stop: int) -> Lists:
        """Return some rows."""
        offsets = self.offsets[start : stop + 1]
        odd = {row - start: value for row, value in self.odd.items() if start <= row < stop} if self.odd else {}
        return Lists(self.values[offsets[0] : offsets[-1]], offsets - offsets[0], odd)

    def count(self, marked: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the number of marked values in every list."""
        before = np.concatenate(([0], np.cumsum(marked, dtype=np.int64)))
        counted: NDArray[np.int64] = before[self.offsets[1:]] - before[self.offsets[:-1]]
        return counted


def lists_of_array(array: NDArray[Any], field: str) -> Lists:
    """Return the rows of an array of shape (tables, players)."""
    check_unmasked(array, field)
    if array.ndim != 2:
        raise InputError(field, "must have one table per row", Verbatim(f"{array.ndim} dimensions"), code="wrong_type")
    if array.dtype.kind not in "iuf" or array.dtype == np.longdouble:
        return lists_of_rows(array.tolist())
    offsets = np.arange(len(array) + 1, dtype=np.int64) * array.shape[1]
    flat = array.reshape(-1)
    if flat.dtype == np.uint64 and (flat >= 2**63).any():
        return lists_of_rows(array.tolist())
    return Lists(flat.astype(np.int64 if flat.dtype.kind in "iu" else np.float64, copy=False), offsets)


def lists_of_rows(rows: Iterable[object]) -> Lists:
    """Convert lists, tuples and arrays, one per row; keep any other object in ``odd``."""
    found = list(rows)
    odd = {row: value for row, value in enumerate(found) if not is_list(value)}
    plain: list[Sequence[object]] = [() if row in odd else as_list(value) for row, value in enumerate(found)]
    kinds = set(map(type, chain.from_iterable(plain)))
    if not kinds <= {int, float} or too_large(plain):
        for row, numbers in enumerate(plain):
            if not set(map(type, numbers)) <= {int, float} or too_large([numbers]):
                odd[row], plain[row] = found[row], ()
    lengths = np.fromiter(map(len, plain), dtype=np.int64, count=len(plain))
    flat = np.array(list(chain.from_iterable(plain)))
    if not flat.size or flat.dtype.kind != "f":
        flat = flat.astype(np.int64)
    return Lists(flat, np.concatenate(([0], np.cumsum(lengths))), odd)


def is_list(value: object) -> bool:
    """Return whether a row is a list."""
    return isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim == 1)


def as_list(value: Any) -> Sequence[object]:
    """Return a row as a list of Python numbers."""
    if isinstance(value, np.ndarray):
        check_unmasked(value, "stacks")
        return value.tolist()  # type: ignore[no-any-return]
    return [number.item() if isinstance(number, np.generic) else number for number in value]


def too_large(rows: Sequence[Sequence[Any]]) -> bool:
    """Return whether any whole number is too large for 64 bits or, next to decimals, for a float."""
    whole = [number for row in rows for number in row if type(number) is int]
    decimals = len(whole) < sum(map(len, rows))
    return bool(whole) and max(max(whole), -min(whole)) > (EXACT if decimals else 2**62)
