"""Numbers as people give them: checked, and exact where they must be."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from finaltable.errors import InputError, Verbatim

if TYPE_CHECKING:  # fractions and decimals are imported only where somebody uses them
    from fractions import Fraction

    from numpy.typing import NDArray

Number: TypeAlias = "int | float | Fraction"
Floats: TypeAlias = "NDArray[np.float64]"

SMALLEST, LARGEST = 1e-100, 1e100
MAX_CHIP_BITS = 126


def check_numbers(numbers: Iterable[object], field: str) -> tuple[Number, ...]:
    """Return finite numbers of at least zero, or raise for the first that is not."""
    listed = type(numbers) is list or type(numbers) is tuple
    given = tuple(numbers if listed else check_listed(numbers, field))
    for number in given:
        kind = type(number)
        # The common case, without a call: whole or decimal, zero or in range; NaN fails every comparison.
        if not (kind is float or kind is int) or not (SMALLEST <= number <= LARGEST or number == 0):  # type: ignore[operator]
            return tuple(check_number(value, f"{field}[{i}]") for i, value in enumerate(given))
    return given  # type: ignore[return-value]


def check_listed(numbers: Iterable[object], field: str) -> Iterable[object]:
    """Return something like a list, or raise."""
    check_unmasked(numbers, field)
    if isinstance(numbers, np.ndarray):
        if numbers.ndim != 1:
            raise InputError(field, "must be one-dimensional", Verbatim(f"{numbers.ndim} dimensions"))
        return list(numbers.tolist())
    if isinstance(numbers, str | bytes | Set | Mapping) or not isinstance(numbers, Iterable):
        raise InputError(field, "must be a list of numbers", numbers)
    return numbers


def check_unmasked(values: object, field: str) -> None:
    """Raise for an array with masked values: it says that they are missing, and holds numbers in their place."""
    # The attribute is asked for, not the class: NumPy loads its masked arrays only where somebody uses them.
    masked = int(np.sum(getattr(values, "mask", False))) if isinstance(values, np.ndarray) else 0
    if masked:
        raise InputError(field, "must have no masked values", Verbatim(f"{masked} of them"), hint="leave them out")


def check_number(value: object, field: str) -> Number:
    """Return ``value`` as a plain number of at least zero, or raise."""
    from decimal import Decimal
    from fractions import Fraction

    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction | Decimal):
        raise InputError(field, "must be a number", value)
    if (isinstance(value, float) and not math.isfinite(value)) or (
        isinstance(value, Decimal) and not value.is_finite()
    ):
        raise InputError(field, "must be a finite number", value)
    if value < 0:
        raise InputError(field, "must not be negative", value)
    if value != 0 and not SMALLEST <= value <= LARGEST:
        raise InputError(field, f"must be zero or between {SMALLEST:g} and {LARGEST:g}", value)
    return Fraction(value) if isinstance(value, Decimal) else value


def check_whole(value: object, field: str, lowest: int, highest: int) -> int:
    """Return a whole number within bounds, or raise."""
    if isinstance(value, np.integer):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise InputError(field, f"must be a whole number from {lowest} to {highest}", value)
    return value


def exact_value(number: Number) -> Fraction:
    """Return what was written: 12.3 is 123/10, not the nearest binary fraction.

    >>> exact_value(12.3)
    Fraction(123, 10)
    """
    from fractions import Fraction

    return Fraction(repr(number)) if type(number) is float else Fraction(number)


def exact_number(value: Number) -> int | Fraction:
    """Return whole chips as a whole number, others as the fraction they are written as.

    >>> exact_number(12.0), exact_number(0.3)
    (12, Fraction(3, 10))
    """
    fraction = exact_value(value)
    return int(fraction) if fraction.denominator == 1 else fraction


def plain_number(value: Number) -> int | float:
    """Return a whole fraction as a whole number, another as the nearest decimal."""
    from fractions import Fraction

    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value


def exact_array(rows: Sequence[Sequence[Number]]) -> NDArray[Any]:
    """Return tables as an array that holds their stacks exactly: numbers where they fit, objects where not."""
    array = np.array(rows)
    rounded = array.dtype.kind == "f" and any(type(stack) is int and stack > 2**53 for row in rows for stack in row)
    return np.array(rows, dtype=object) if rounded or array.dtype.kind not in "if" else array


def whole_chips(stacks: Sequence[Number]) -> tuple[int, ...]:
    """Return the stacks as whole numbers in the same proportions, so that ties are exact.

    >>> whole_chips([12.3, 8.7, 3.6])
    (41, 29, 12)
    """
    if all(type(stack) is int for stack in stacks):
        chips = list(stacks)
    else:
        values = [exact_value(stack) for stack in stacks]
        unit = math.lcm(*(value.denominator for value in values))
        chips = [value.numerator * (unit // value.denominator) for value in values]
    common = math.gcd(*chips)  # type: ignore[arg-type]
    whole = tuple(int(chip) // common for chip in chips)
    if sum(whole).bit_length() > MAX_CHIP_BITS:
        rule = f"must fit a common unit in {MAX_CHIP_BITS} bits"
        found = Verbatim(f"{sum(whole).bit_length()} bits")
        raise InputError("stacks", rule, found, hint="round them to fewer digits")
    return whole
