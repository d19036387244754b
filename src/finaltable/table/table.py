"""A checked table: stacks, payouts, bounties and names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Unpack

import numpy as np

from finaltable.errors import InputError, MissingError, Verbatim, check_choice, counted
from finaltable.freezing import FrozenArrays, frozen
from finaltable.table.numbers import LARGEST as LARGEST
from finaltable.table.numbers import SMALLEST as SMALLEST
from finaltable.table.numbers import Floats as Floats
from finaltable.table.numbers import Number as Number
from finaltable.table.numbers import check_number as check_number
from finaltable.table.numbers import check_numbers as check_numbers
from finaltable.table.numbers import check_unmasked as check_unmasked
from finaltable.table.numbers import check_whole as check_whole
from finaltable.table.numbers import exact_array as exact_array
from finaltable.table.numbers import exact_number as exact_number
from finaltable.table.numbers import exact_value as exact_value
from finaltable.table.numbers import in_one_unit as in_one_unit
from finaltable.table.numbers import plain_number as plain_number
from finaltable.table.numbers import whole_chips as whole_chips
from finaltable.table.prizes import BountyOptions as BountyOptions
from finaltable.table.prizes import Prizes as Prizes
from finaltable.table.prizes import check_bounties as check_bounties
from finaltable.table.prizes import check_bounty_options as check_bounty_options
from finaltable.table.prizes import check_payouts as check_payouts

MAX_MATRIX_PLAYERS = 3_000  # a matrix of finish probabilities of 72 MB
MAX_PLAYERS = 1_000_000
NUMBERED = tuple(f"Player {i}" for i in range(1, 101))  # ready, because writing them takes longer than checking stacks


@dataclass(frozen=True)
class Table(FrozenArrays):
    """A checked table: players, stacks, payouts and bounties. Made by `Table.of`.

    >>> table = Table.of([1000, 500, 100], [100, 50], names=["Ana", "Bo", "Cy"])
    >>> table.players, table.pool
    (3, 150.0)
    """

    stacks: tuple[Number, ...]
    """Chips of each player; 0 for a player who has busted."""
    prizes: Prizes
    """Payouts and bounties."""
    names: tuple[str, ...]
    """Names of the players."""
    live: int = field(init=False, repr=False, compare=False)
    """Number of players with chips."""
    pool: float = field(init=False, repr=False, compare=False)
    """The sum of the payouts that can be paid."""
    stack_array: Floats = field(init=False, repr=False, compare=False)
    """The stacks as floats."""
    payout_array: Floats = field(init=False, repr=False, compare=False)
    """The payouts as floats, one per place."""

    def __post_init__(self) -> None:
        stacks, places = self.stacks, self.prizes.places
        unpaid = (0.0,) * (len(stacks) - len(places))
        fields = vars(self)  # the class is frozen
        fields["live"] = len(stacks) - stacks.count(0)
        fields["pool"] = self.prizes.pool
        fields["stack_array"] = frozen(np.array(stacks, dtype=np.float64))
        fields["payout_array"] = frozen(np.array(places + unpaid, dtype=np.float64))

    @classmethod
    def of(
        cls,
        stacks: Iterable[object],
        payouts: Iterable[object],
        *,
        names: Iterable[str] | None = None,
        extra_payouts: str = "error",
        bounties: Iterable[object] | Number | None = None,
        bounty_share: object = 0.5,
        own_bounty: object = True,
        mystery: object = None,
        mystery_begins: object = None,
    ) -> Table:
        """Check the input and return a table.

        Parameters
        ----------
        stacks
            Chips of each player; 0 for a player who has busted.
        payouts
            Prizes from first place down, not necessarily descending; places not listed pay nothing.
        names
            One per player; by default "Player 1", "Player 2", …
        extra_payouts
            ``"error"`` (default) raises if there are more prizes than players, ``"drop"`` ignores the extra ones.
        bounties
            The bounty on each player, or one number for all of them; by default none.
        bounty_share
            The part of a bounty that is paid at once, from 0 to 1: 1 in a knockout tournament, 0.5 in most progressive
            ones. The rest is added to the bounty on the player who won it.
        own_bounty
            Whether the winner of the tournament is paid their own bounty.
        mystery
            Instead of bounties, the envelopes left in a mystery bounty: "1x10000,5x1000,40x200", or pairs of a number
            and an amount. Each bounty is worth their mean, in cash.
        mystery_begins
            Number of players left when envelopes begin to be drawn; with more players, `mystery` raises an error.
        """
        chips = check_stacks(stacks)
        places = check_payouts(payouts, len(chips), extra_payouts)
        table = cls(chips, Prizes(places), check_names(names, len(chips)))
        return table.with_bounties(bounties, bounty_share, own_bounty, mystery, mystery_begins)

    def with_bounties(
        self,
        bounties: Iterable[object] | Number | None = None,
        bounty_share: object = 0.5,
        own_bounty: object = True,
        mystery: object = None,
        mystery_begins: object = None,
    ) -> Table:
        """Check bounties as `Table.of` does, and return this table with them."""
        if mystery is None and mystery_begins is not None:
            rule = "must be given together with {mystery}"
            raise InputError("mystery_begins", rule, mystery_begins, code="needs_other")
        if mystery is None and bounties is None:
            return self
        if mystery is None:
            prizes = check_bounties(self.prizes, self.stacks, bounties, bounty_share, own_bounty)
            return Table(self.stacks, prizes, self.names)
        if bounties is not None:
            rule = "must be given instead of {bounties}, not together with them"
            raise InputError("mystery", rule, mystery, code="conflict")
        from finaltable.table.mystery import check_mystery

        prizes = check_mystery(self.prizes, self.stacks, mystery, mystery_begins, bounty_share, own_bounty)
        return Table(self.stacks, prizes, self.names)

    @classmethod
    def trusted(cls, stacks: Iterable[Number], payouts: Iterable[Number]) -> Table:
        """Return a table of numbers that are already checked."""
        chips = tuple(stacks)
        return cls(chips, Prizes(tuple(payouts)), check_names(None, len(chips)))

    def with_stacks(self, stacks: Iterable[Number]) -> Table:
        """Return the table with other stacks, which are not checked."""
        return Table(tuple(stacks), self.prizes, self.names)

    def with_payouts(self, payouts: Iterable[Number]) -> Table:
        """Return the table with other payouts, which are not checked."""
        return Table(self.stacks, replace(self.prizes, places=tuple(payouts)), self.names)

    def with_other_bounties(self, bounties: Iterable[Number]) -> Table:
        """Return the table with other bounties, which are not checked; an empty list for none."""
        return Table(self.stacks, replace(self.prizes, bounties=tuple(bounties)), self.names)

    @property
    def payouts(self) -> tuple[Number, ...]:
        """Prizes from first place down; places not listed pay nothing."""
        return self.prizes.places

    @property
    def bounties(self) -> tuple[Number, ...]:
        """The bounty on each player; empty without bounties."""
        return self.prizes.bounties

    heads = bounties

    @property
    def bounty_pool(self) -> float:
        """Sum of the bounties that can still be won: those on players with chips."""
        return math.fsum(float(bounty) for bounty, stack in zip(self.bounties, self.stacks, strict=False) if stack)

    @property
    def players(self) -> int:
        """Number of players, including those without chips."""
        return len(self.stacks)

    @property
    def spread_below_first(self) -> float:
        """Spread of the prizes that can still be won, except first place, whose probability is the chip share."""
        later = self.payout_array[1 : self.live]
        return float(later.max() - later.min()) if later.size else 0.0

    @property
    def eliminated_prize(self) -> float:
        """Prize of each player without chips: the mean of the last places."""
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
    **bounties: Unpack[BountyOptions],
) -> Table:
    """Return a `Table` unchanged, or check stacks, payouts and bounties and return a table.

    >>> as_table(Table.of([1000, 500], [100])).payouts
    (100,)
    """
    if isinstance(stacks, Table):
        for field, value in (("payouts", payouts), ("names", names), *bounties.items()):
            if value is not None:
                raise InputError(field, "must be left out with a Table, which already has one", value, code="conflict")
        return stacks
    if payouts is None:
        raise MissingError("payouts", "must be given with stacks")
    return Table.of(stacks, payouts, names=names, extra_payouts=extra_payouts, **bounties)


def check_no_bounties(table: Table, why: str) -> Table:
    """Return the table if it has no bounties, or raise with the reason."""
    if table.bounties:
        raise InputError("bounties", f"must be left out here: {why}", list(table.bounties), code="conflict")
    return table


def check_stacks(stacks: Iterable[object], field: str = "stacks") -> tuple[Number, ...]:
    """Return the stacks as numbers, or raise."""
    if is_many(stacks):
        found = Verbatim(f"shape {np.shape(stacks)}" if isinstance(stacks, np.ndarray) else "lists")
        rule = "must be the stacks of one table"
        raise InputError(field, rule, found, hint="value_tables takes many", code="wrong_type")
    chips = check_numbers(stacks, field)
    if not chips:
        raise InputError(field, "must name at least one player", stacks, code="too_few")
    if len(chips) > MAX_PLAYERS:
        raise InputError(field, f"must name at most {MAX_PLAYERS} players", len(chips), code="too_many")
    if not any(chips):
        raise InputError(field, "must hold chips for at least one player", list(chips), code="too_few")
    return chips


def is_many(stacks: object) -> bool:
    """Return whether these are stacks of several tables: a two-dimensional array, or a list of lists."""
    if isinstance(stacks, np.ndarray):
        return stacks.ndim == 2
    return isinstance(stacks, list | tuple) and bool(stacks) and isinstance(stacks[0], list | tuple | np.ndarray)


def check_names(names: Iterable[object] | None, players: int) -> tuple[str, ...]:
    """Return one name per player, or raise."""
    if names is None:
        return NUMBERED[:players] if players <= len(NUMBERED) else tuple([f"Player {i}" for i in range(1, players + 1)])
    from finaltable.table.names import check_name, displayed  # imports the Unicode tables

    if isinstance(names, str) or not isinstance(names, Iterable):
        raise InputError("names", "must be a list of names", names, code="wrong_type")
    given = tuple(names)
    if len(given) != players:
        raise InputError("names", f"must be as many as the {counted(players, 'stack')}", len(given), code="wrong_count")
    seen: dict[str, int] = {}
    called = tuple(check_name(name, f"names[{i}]") for i, name in enumerate(given))
    for i, name in enumerate(called):
        other = seen.setdefault(displayed(name), i)
        if other != i and called[other] == name:
            raise InputError(f"names[{i}]", "must differ from the other names", name, code="duplicate")
        if other != i:
            hint = "only spaces, invisible characters or their encoding differ"
            raise InputError(f"names[{i}]", "must not look like another name", name, hint=hint, code="duplicate")
    return called


def check_player(player: object, names: Sequence[str], field: str = "player") -> int:
    """Return the index of a player given by index from 0 or by name, or raise."""
    if isinstance(player, str):
        return names.index(check_choice(field, player, names))
    return check_whole(player, field, 0, len(names) - 1)


def check_matrix(players: int) -> None:
    """Raise if the matrix of finish probabilities would be too large."""
    if players > MAX_MATRIX_PLAYERS:
        rule = f"must be at most {MAX_MATRIX_PLAYERS} players for a matrix of finish probabilities"
        raise InputError("stacks", rule, Verbatim(players), code="too_many")
