"""The input, checked once: stacks, payouts and names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from finaltable.errors import InputError, MissingError, Verbatim, check_choice
from finaltable.freezing import FrozenArrays
from finaltable.inputs.names import check_name, displayed

if TYPE_CHECKING:  # fractions and decimals are imported only where somebody uses them
    from fractions import Fraction

    from numpy.typing import NDArray

Number: TypeAlias = "int | float | Fraction"
Floats: TypeAlias = "NDArray[np.float64]"

MAX_MATRIX_PLAYERS = 3_000  # finish probabilities of all of them in all places are 72 MB
SMALLEST, LARGEST = 1e-100, 1e100
MAX_PLAYERS = 1_000_000
MAX_CHIP_BITS = 126


@dataclass(frozen=True)
class Prizes:
    """What a table plays for.

    >>> Prizes((100, 50)).pool
    150.0
    """

    places: tuple[Number, ...]
    """From first place down; places not listed pay nothing."""

    @property
    def pool(self) -> float:
        """All the prizes."""
        return math.fsum(map(float, self.places))


@dataclass(frozen=True)
class Table(FrozenArrays):
    """Players with their stacks, and the payouts they play for, from first place down.

    >>> table = Table.of([1000, 500, 100], [100, 50], names=["Ana", "Bo", "Cy"])
    >>> table.players, table.pool
    (3, 150.0)
    """

    stacks: tuple[Number, ...]
    """Chips of each player; 0 is a player who is out."""
    prizes: Prizes
    """What they play for."""
    names: tuple[str, ...]
    """One per player."""
    live: int = field(init=False, repr=False, compare=False)
    """Number of players who hold chips."""
    pool: float = field(init=False, repr=False, compare=False)
    """The sum of the payouts that can be paid."""
    stack_array: Floats = field(init=False, repr=False, compare=False)
    """The stacks as floats."""
    payout_array: Floats = field(init=False, repr=False, compare=False)
    """The payouts as floats, one a place."""

    def __post_init__(self) -> None:
        fill = object.__setattr__  # the class is frozen
        prizes = [float(payout) for payout in self.payouts]
        fill(self, "live", sum(1 for stack in self.stacks if stack))
        fill(self, "pool", self.prizes.pool)
        fill(self, "stack_array", np.array(self.stacks, dtype=np.float64))
        fill(self, "payout_array", np.array(prizes + [0.0] * (self.players - len(prizes))))
        for array in (self.stack_array, self.payout_array):
            array.setflags(write=False)

    @classmethod
    def of(
        cls,
        stacks: Iterable[object],
        payouts: Iterable[object],
        *,
        names: Iterable[str] | None = None,
        extra_payouts: str = "error",
    ) -> Table:
        """Check everything and return the table.

        Parameters
        ----------
        stacks
            Chips of each player; 0 is a player who is already out.
        payouts
            Prizes from first place down, in any order; places not listed pay nothing.
        names
            One per player; "Player 1", "Player 2", … when not given.
        extra_payouts
            ``"error"`` (default) refuses prizes that no player can win, ``"drop"`` leaves them out.
        """
        chips = check_stacks(stacks)
        prizes = check_payouts(payouts, len(chips), extra_payouts)
        return cls(chips, Prizes(prizes), check_names(names, len(chips)))

    @classmethod
    def trusted(cls, stacks: Iterable[Number], payouts: Iterable[Number]) -> Table:
        """Return a table of numbers that were checked before."""
        chips = tuple(stacks)
        return cls(chips, Prizes(tuple(payouts)), check_names(None, len(chips)))

    def with_stacks(self, stacks: Iterable[Number]) -> Table:
        """Return the same players with other stacks, which are trusted."""
        return Table(tuple(stacks), self.prizes, self.names)

    def with_payouts(self, payouts: Iterable[Number]) -> Table:
        """Return the same players for other payouts, which are trusted."""
        return Table(self.stacks, Prizes(tuple(payouts)), self.names)

    @property
    def payouts(self) -> tuple[Number, ...]:
        """Prizes from first place down; places not listed pay nothing."""
        return self.prizes.places

    @property
    def players(self) -> int:
        """Number of players, those without chips included."""
        return len(self.stacks)

    @property
    def spread_below_first(self) -> float:
        """What the prizes of places 2 and on differ by, of those that can still be won: first place is chip share."""
        later = self.payout_array[1 : self.live]
        return float(later.max() - later.min()) if later.size else 0.0

    @property
    def eliminated_prize(self) -> float:
        """What each player without chips gets: the mean of the last places."""
        return float(self.payout_array[self.live :].mean()) if self.live < self.players else 0.0

    def chips(self) -> tuple[int, ...]:
        """Return the stacks as whole numbers of a common unit."""
        return whole_chips(self.stacks)


def as_table(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | None = None,
    *,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
) -> Table:
    """Return a table that was checked before as it is, or check stacks and payouts.

    >>> as_table(Table.of([1000, 500], [100])).payouts
    (100,)
    """
    if isinstance(stacks, Table):
        for field, value in (("payouts", payouts), ("names", names)):
            if value is not None:
                raise InputError(field, "must be left out with a Table, which has its own", value)
        return stacks
    if payouts is None:
        raise MissingError("payouts", "must be given with stacks")
    return Table.of(stacks, payouts, names=names, extra_payouts=extra_payouts)


def check_stacks(stacks: Iterable[object], field: str = "stacks") -> tuple[Number, ...]:
    """Return the stacks as numbers, or raise with the words that say what is wrong."""
    chips = check_numbers(stacks, field)
    if not chips:
        raise InputError(field, "must name at least one player", stacks)
    if len(chips) > MAX_PLAYERS:
        raise InputError(field, f"must name at most {MAX_PLAYERS} players", len(chips))
    if not any(chips):
        raise InputError(field, "must hold chips for at least one player", list(chips))
    return chips


def check_payouts(payouts: Iterable[object], players: int, extra_payouts: str = "error") -> tuple[Number, ...]:
    """Return the payouts that ``players`` players can win, or raise."""
    check_choice("extra_payouts", extra_payouts, ("error", "drop"))
    prizes = check_numbers(payouts, "payouts")
    if not prizes:
        raise InputError("payouts", "must name at least one prize", payouts)
    if any(prizes[players:]) and extra_payouts == "error":
        places = f"place {players + 1}" if len(prizes) == players + 1 else f"places {players + 1} to {len(prizes)}"
        rule = f"must not outnumber the players: {places} cannot be paid ({{extra_payouts=drop}} leaves them out)"
        raise InputError("payouts", rule, Verbatim(f"{len(prizes)} payouts for {players} players"))
    return prizes[:players]


def check_names(names: Iterable[object] | None, players: int) -> tuple[str, ...]:
    """Return one name a player, or raise."""
    if names is None:
        return tuple(f"Player {i}" for i in range(1, players + 1))
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise InputError("names", "must be a list of names", names)
    given = tuple(names)
    if len(given) != players:
        raise InputError("names", f"must be as many as the {players} stacks", len(given))
    seen: dict[str, int] = {}
    called = tuple(check_name(name, f"names[{i}]") for i, name in enumerate(given))
    for i, name in enumerate(called):
        other = seen.setdefault(displayed(name), i)
        if other != i and called[other] == name:
            raise InputError(f"names[{i}]", "must differ from the other names", name)
        if other != i:
            rule = "must not look like another name (only spaces, invisible characters or their encoding differ)"
            raise InputError(f"names[{i}]", rule, name)
    return called


def check_player(player: object, names: Sequence[str], field: str = "player") -> int:
    """Return the seat of a player given by index from 0 or by name, or raise."""
    if isinstance(player, str):
        return names.index(check_choice(field, player, names))
    return check_whole(player, field, 0, len(names) - 1)


def check_numbers(numbers: Iterable[object], field: str) -> tuple[Number, ...]:
    """Return finite numbers of at least zero, or raise for the first that is not."""
    check_unmasked(numbers, field)
    if isinstance(numbers, np.ndarray):
        if numbers.ndim != 1:
            raise InputError(field, "must be one-dimensional", Verbatim(f"{numbers.ndim} dimensions"))
        numbers = numbers.tolist()
    if isinstance(numbers, str | bytes | Set | Mapping) or not isinstance(numbers, Iterable):
        raise InputError(field, "must be a list of numbers", numbers)
    given = tuple(numbers)
    for number in given:
        kind = type(number)
        # The common case, without a call: whole or decimal, zero or in range; NaN fails every comparison.
        if not (kind is float or kind is int) or not (SMALLEST <= number <= LARGEST or number == 0):  # type: ignore[operator]
            return tuple(check_number(value, f"{field}[{i}]") for i, value in enumerate(given))
    return given  # type: ignore[return-value]


def check_unmasked(values: object, field: str) -> None:
    """Raise for an array with masked values: it says that they are missing, and holds numbers in their place."""
    # The attribute is asked for, not the class: NumPy loads its masked arrays only where somebody uses them.
    masked = int(np.sum(getattr(values, "mask", False))) if isinstance(values, np.ndarray) else 0
    if masked:
        raise InputError(field, "must have no masked values: leave them out", Verbatim(f"{masked} of them"))


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


def check_matrix(players: int) -> None:
    """Raise where a matrix of finish probabilities, players by places, would be too large."""
    if players > MAX_MATRIX_PLAYERS:
        rule = f"must be at most {MAX_MATRIX_PLAYERS} players for a matrix of finish probabilities"
        raise InputError("stacks", rule, Verbatim(players))


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
        rule = f"must fit a common unit in {MAX_CHIP_BITS} bits: round them to fewer digits"
        raise InputError("stacks", rule, Verbatim(f"{sum(whole).bit_length()} bits"))
    return whole
