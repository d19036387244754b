"""Checked numbers, converted exactly."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from finaltable.errors import InputError, Verbatim

if TYPE_CHECKING:  # fractions and decimals are imported on first use
    from fractions import Fraction

    from numpy.typing import NDArray

Number: TypeAlias = "int | float | Fraction"
Floats: TypeAlias = "NDArray[np.float64]"

SMALLEST, LARGEST = 1e-100, 1e100
MAX_CHIP_BITS = 126
MANY = 64  # stacks; from here on, arrays are faster than lists


def check_numbers(numbers: Iterable[object], field: str) -> tuple[Number, ...]:
    """Return finite numbers of at least zero, or raise for the first invalid one."""
    listed = type(numbers) is list or type(numbers) is tuple
    given = tuple(numbers if listed else check_listed(numbers, field))
    if len(given) >= MANY and isinstance(numbers, np.ndarray) and all_in_range(numbers):
        return given  # type: ignore[return-value]
    for number in given:
        kind = type(number)
        # Fast path for int and float that are zero or in range; NaN fails every comparison.
        if not (kind is float or kind is int) or not (SMALLEST <= number <= LARGEST or number == 0):  # type: ignore[operator]
            return tuple(check_number(value, f"{field}[{i}]") for i, value in enumerate(given))
    return given  # type: ignore[return-value]


def all_in_range(numbers: NDArray[Any]) -> bool:
    """Return whether an array holds ints or floats of 64 bits that are zero or in range."""
    plain = numbers.dtype in (np.float64, np.int64)
    return plain and bool((((numbers >= SMALLEST) & (numbers <= LARGEST)) | (numbers == 0)).all())


def check_listed(numbers: Iterable[object], field: str) -> Iterable[object]:
    """Return a one-dimensional iterable of numbers, or raise."""
    check_unmasked(numbers, field)
    if isinstance(numbers, np.ndarray):
        if numbers.ndim != 1:
            rule = "must be one-dimensional"
            raise InputError(field, rule, Verbatim(f"{numbers.ndim} dimensions"), code="wrong_type")
        return list(numbers.tolist())
    if isinstance(numbers, str | bytes | Set | Mapping) or not isinstance(numbers, Iterable):
        raise InputError(field, "must be a list of numbers", numbers, code="wrong_type")
    return numbers


def check_unmasked(values: object, field: str) -> None:
    """Raise for an array with masked values, which are missing although it holds numbers in their place."""
    # Look up the attribute, not the class: NumPy imports its masked arrays on first use.
    masked = int(np.sum(getattr(values, "mask", False))) if isinstance(values, np.ndarray) else 0
    if masked:
        rule = "must have no masked values"
        raise InputError(field, rule, Verbatim(f"{masked} of them"), hint="leave them out", code="wrong_type")


def check_number(value: object, field: str) -> Number:
    """Return ``value`` as a Python number of at least zero, or raise."""
    from decimal import Decimal
    from fractions import Fraction

    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction | Decimal):
        raise InputError(field, "must be a number", value, code="not_a_number")
    if (isinstance(value, float) and not math.isfinite(value)) or (
        isinstance(value, Decimal) and not value.is_finite()
    ):
        raise InputError(field, "must be a finite number", value, code="not_a_number")
    if value < 0:
        raise InputError(field, "must not be negative", value, code="negative")
    if value != 0 and not SMALLEST <= value <= LARGEST:
        raise InputError(field, f"must be zero or between {SMALLEST:g} and {LARGEST:g}", value, code="out_of_range")
    return Fraction(value) if isinstance(value, Decimal) else value


def check_whole(value: object, field: str, lowest: int, highest: int) -> int:
    """Return a whole number within bounds, or raise."""
    if isinstance(value, np.integer):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        rule = f"must be a whole number from {lowest} to {highest}"
        raise InputError(field, rule, value, code="not_whole", facts={"least": lowest, "most": highest})
    return value


def exact_value(number: Number) -> Fraction:
    """Return the exact decimal value: 12.3 is 123/10, not the nearest binary fraction.

    >>> exact_value(12.3)
    Fraction(123, 10)
    """
    from fractions import Fraction

    return Fraction(repr(number)) if type(number) is float else Fraction(number)


def exact_number(value: Number) -> int | Fraction:
    """Return a whole number as int, another one as its exact decimal fraction.

    >>> exact_number(12.0), exact_number(0.3)
    (12, Fraction(3, 10))
    """
    if type(value) is int:
        return value  # the common case, much faster
    fraction = exact_value(value)
    return int(fraction) if fraction.denominator == 1 else fraction


def plain_number(value: Number) -> int | float:
    """Return a whole number as int, another one as the nearest float."""
    from fractions import Fraction

    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value


def exact_array(rows: Sequence[Sequence[Number]]) -> NDArray[Any]:
    """Return an array that holds the stacks of tables exactly: of numbers if they fit, else of objects."""
    array = np.array(rows)
    rounded = array.dtype.kind == "f" and any(type(stack) is int and stack > 2**53 for row in rows for stack in row)
    return np.array(rows, dtype=object) if rounded or array.dtype.kind not in "if" else array


def whole_chips(stacks: Sequence[Number]) -> tuple[int, ...]:
    """Return the stacks as whole numbers in the same proportions, to make ties exact.

    >>> whole_chips([12.3, 8.7, 3.6])
    (41, 29, 12)
    """
    chips = in_one_unit(stacks)
    common = math.gcd(*chips)
    whole = tuple(chips if common == 1 else [chip // common for chip in chips])
    if sum(whole).bit_length() > MAX_CHIP_BITS:
        rule = f"must fit a common unit in {MAX_CHIP_BITS} bits"
        found = Verbatim(f"{sum(whole).bit_length()} bits")
        raise InputError("stacks", rule, found, hint="round them to fewer digits", code="too_precise")
    return whole


def in_one_unit(stacks: Sequence[Number]) -> list[int]:
    """Return stacks in a unit of which all are multiples.

    >>> in_one_unit([0.5, 0.25, 3]), in_one_unit([0.5, 1e-7])
    ([50, 25, 300], [5000000, 1])
    """
    chips = whole_decimals(stacks)
    if chips is None:
        values = [exact_value(stack) for stack in stacks]
        unit = math.lcm(*(value.denominator for value in values))
        chips = [value.numerator * (unit // value.denominator) for value in values]
    return chips


def whole_decimals(stacks: Sequence[Number]) -> list[int] | None:
    """Return whole numbers and decimals in units of the last decimal; None for other fractions and exponents.

    Fractions would give the same, ten times slower, which matters with hundreds of thousands of players.

    >>> whole_decimals([12.25, 8.5, 3]), whole_decimals([1e-7])
    ([1225, 850, 300], None)
    """
    kinds = set(map(type, stacks))
    if kinds == {int}:
        return list(stacks)  # type: ignore[arg-type]
    if not kinds <= {int, float}:
        return None
    if len(stacks) >= MANY and (chips := few_decimals(np.array(stacks, dtype=np.float64))) is not None:
        return chips
    parts = [repr(stack).partition(".") for stack in stacks]
    most = max(len(decimals) for _, _, decimals in parts)
    try:
        return [int(whole + decimals) * 10 ** (most - len(decimals)) for whole, _, decimals in parts]
    except ValueError:  # 1e-07
        return None


def few_decimals(stacks: NDArray[np.float64]) -> list[int] | None:
    """Return stacks in units of the last decimal, vectorized; None if some have too many digits.

    A float represents at most one decimal of up to 15 digits, so the conversion is exact.
    """
    for decimals in range(4):
        chips = np.rint(stacks * 10.0**decimals)
        if chips.max() >= 1e15:
            return None
        if np.array_equal(chips / 10.0**decimals, stacks):
            whole: list[int] = chips.astype(np.int64).tolist()
            return whole
    return None
