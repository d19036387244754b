"""Checked terms of a deal: money withheld, left to play for or promised, and rounding."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from finaltable.deals.bounties import check_bounty_terms
from finaltable.errors import InputError, MissingError, Verbatim, check_length
from finaltable.freezing import FrozenMapping
from finaltable.names import accepts_old_names
from finaltable.table.money import as_decimal, read_money, smallest_coin, total
from finaltable.table.options import check_flag
from finaltable.table.table import Number, Table, check_player, exact_value
from finaltable.table.text import MAX_LIST, has_thousands, split_list
from finaltable.values.payable import MAX_PLAYERS

FINEST = 8  # decimals of a float
DOWN = "list them from first place down"


@dataclass(frozen=True, eq=False)
class Terms:
    """Terms of a deal besides the rule for sharing; money is in decimals, players are indices. Made by `Terms.of`.

    >>> terms = Terms.of(Table.of([50, 30, 20], [900, 400, 200]), leave=100, round=5)
    >>> terms.to_share, terms.unit
    (Fraction(1400, 1), Decimal('5.00'))
    """

    table: Table
    """The players and the prizes."""
    payouts: tuple[Decimal, ...]
    """The prizes as given."""
    unit: Decimal
    """Shares are rounded to multiples of this."""
    withheld: Decimal
    """Money for rake or staff, taken from all prizes in proportion, with or without a deal."""
    leave: tuple[Decimal, ...]
    """Money left to play for, from first place down."""
    fixed: Mapping[int, Decimal]
    """Fixed shares of some players, whatever the rule."""
    trophy: Decimal
    """Value of a trophy or seat for the winner; 0: there is none."""
    trophy_to: int | None
    """Player who takes the trophy now, as a part of their share; None: the winner, later."""
    last_longer: Decimal
    """Stake of each of `last_longer_players`; the one of them who lasts longest wins all stakes."""
    last_longer_players: tuple[int, ...]
    """Players who take part in the last longer bet."""
    lowest: Decimal
    """Minimum share: the lowest prize minus the money left for that place; 0 without this guarantee."""
    highest: Decimal | None
    """Maximum share: the largest prize minus the money left for its place; None if uncapped."""
    odd_to_staff: bool
    """Whether the remainder of rounding, less than a unit, goes to the staff; else a player gets it."""
    prizes: tuple[Fraction, ...]
    """Payouts of playing on, one per player: the prizes minus money withheld, plus a trophy that a player takes now."""
    bounties: tuple[Fraction, ...] = ()
    """The bounty on each player; empty without bounties."""
    bounties_shared: bool = False
    """Whether the bounties are shared; else they stay on the players and are still played for."""

    @classmethod
    @accepts_old_names
    def of(
        cls,
        table: Table,
        *,
        round: object = None,
        withhold: object = 0,
        leave: object = 0,
        fixed: Mapping[int | str, object] | None = None,
        trophy: object = 0,
        trophy_to: int | str | None = None,
        last_longer: object = 0,
        last_longer_players: Sequence[int | str] | None = None,
        guarantee: bool = True,
        cap: bool = True,
        odd_to_staff: bool = False,
        bounty_terms: str = "stay",
    ) -> Terms:
        """Check the terms and return them.

        Parameters
        ----------
        table
            Each player must have chips, and no place may pay more than the one before it.
        round
            Round to multiples of this: 0.01, 1, 5, 100, 1000; by default cents.
        withhold
            Money for rake or staff, an amount or "3%", taken from all prizes in proportion, also when playing on.
        leave
            Money left to play for: an amount for the winner, or a list from first place down. Amounts may be text
            like "5k" or "10%", a percentage of the prizes.
        fixed
            Fixed shares of some players, {"Ana": 5000}; the others share the rest by the rule.
        trophy, trophy_to
            Value of a trophy or seat for the winner, and the player who takes it now as a part of their share.
            Without ``trophy_to`` it goes to the winner, and no cash changes.
        last_longer, last_longer_players
            Stake that each of these players (by default all) leaves from their share for the one who lasts longest.
        guarantee, cap
            Whether each player gets at least the lowest prize left, and at most the first prize.
        odd_to_staff
            Whether the remainder of rounding, less than a unit, goes to the staff; otherwise a player gets it.
        bounty_terms
            With bounties: "stay" leaves them on the players, to be played for; "share" divides them with the prizes
            now.
        """
        check_table(table)
        check_flag(guarantee, "guarantee")
        check_flag(cap, "cap")
        check_flag(odd_to_staff, "odd_to_staff")
        payouts = [as_decimal(without_float_noise(payout, table.pool)) for payout in table.payouts]
        given = [*map(Fraction, payouts), *[Fraction(0)] * (table.players - len(payouts))]
        pool = sum(given, Fraction(0))
        cent = smallest_coin(pool)
        bounties, shared = check_bounty_terms(bounty_terms, table)
        withheld = read_money(withhold, "withhold", pool, cent)
        if withheld >= pool:
            rule = f"must be less than the prizes, {words(pool)}"
            raise InputError("withhold", rule, withhold, code="not_below_pool", facts={"most": float(pool)})
        kept = [prize * (pool - withheld) / pool for prize in given]
        left = check_leave(leave, table, sum(kept, Fraction(0)), cent)
        worth = read_money(trophy, "trophy")
        taker = None if trophy_to is None else check_player(trophy_to, table.names, "trophy_to")
        if taker is not None:
            if not worth:
                raise MissingError("trophy", "is required with {trophy_to}: its value")
            kept[0] += worth
        now = [prize - stay for prize, stay in zip(kept, left, strict=True)]
        # A guaranteed amount must be payable; a prize after withholding may not be.
        lowest, highest = max(now[-1], Fraction(0)) if guarantee else Fraction(0), max(now) + shared
        if withheld:
            lowest, highest = lowest // cent * cent, -(-highest // cent) * cent
        most = min(sum(kept, Fraction(0)) - lowest * table.players, pool - withheld)
        if sum(left) > most:
            promise = f" minus {words(lowest)} guaranteed to each player" if lowest else ""
            rule = f"must be at most {words(most)} in total, the pool{promise}"
            found = Verbatim(words(sum(left, Fraction(0))))
            raise InputError("leave", rule, found, code="above_pool", facts={"most": float(most)})
        if sum(now, shared) <= 0:
            rule = f"must be less than the prizes, {words(most)}"
            raise InputError("leave", rule, Verbatim(words(most)), code="not_below_pool", facts={"most": float(most)})
        stake, lasting = check_last_longer(last_longer, last_longer_players, table)
        promised = check_fixed(fixed, table, pool, sum(now, shared), lowest, highest if cap else None)
        while left and not left[-1]:
            left.pop()
        return cls(
            table=table,
            payouts=tuple(payouts),
            unit=as_decimal(check_unit(round, given, cent), "round"),
            withheld=as_decimal(withheld, "withhold"),
            leave=tuple(as_decimal(money, "leave") for money in left),
            fixed=FrozenMapping(promised),
            trophy=as_decimal(worth, "trophy"),
            trophy_to=taker,
            last_longer=as_decimal(stake, "last_longer"),
            last_longer_players=tuple(lasting),
            lowest=as_decimal(lowest),
            highest=as_decimal(highest) if cap else None,
            odd_to_staff=odd_to_staff,
            prizes=tuple(kept),
            bounties=bounties,
            bounties_shared=bounty_terms == "share",
        )

    @property
    def pool(self) -> Decimal:
        """Sum of the prizes."""
        return total(self.payouts)

    @property
    def fixed_pairs(self) -> tuple[tuple[int, Decimal], ...]:
        """Pairs of a player and their fixed share."""
        return tuple(self.fixed.items())

    @property
    def bounty_terms(self) -> Literal["stay", "share"]:
        """Whether bounties stay on the players or are shared."""
        return "share" if self.bounties_shared else "stay"

    @property
    def bounty_pool(self) -> Fraction:
        """Sum of the bounties."""
        return sum(self.bounties, Fraction(0))

    @property
    def to_share(self) -> Fraction:
        """Sum of the shares, including shared bounties and a trophy that a player takes now."""
        return sum(self.prizes, self.from_bounties) - sum(map(Fraction, self.leave))

    @property
    def from_bounties(self) -> Fraction:
        """Bounties in the sum of the shares."""
        return self.bounty_pool if self.bounties_shared else Fraction(0)

    @property
    def last_longer_pot(self) -> Decimal:
        """Sum of the last longer stakes."""
        return as_decimal(Fraction(self.last_longer) * len(self.last_longer_players))

    def in_kind(self, seat: int) -> Fraction:
        """Return the part of a player's share that is not paid in cash: their trophy, their last longer stake."""
        trophy = Fraction(self.trophy) if seat == self.trophy_to else Fraction(0)
        return trophy + (Fraction(self.last_longer) if seat in self.last_longer_players else 0)


def check_table(table: Table) -> None:
    """Raise unless each player has chips, and no place pays more than the one before it."""
    if not 2 <= table.players <= MAX_PLAYERS:
        rule = f"must be 2 to {MAX_PLAYERS:,} players for a deal"
        raise InputError("stacks", rule, Verbatim(table.players), code="wrong_count")
    for i, stack in enumerate(table.stacks):
        if not stack:
            hint = "leave out busted players and their prizes"
            raise InputError(f"stacks[{i}]", "must be above 0 in a deal", stack, hint=hint, code="too_small")
    for i in range(1, len(table.payouts)):
        if table.payouts[i] > table.payouts[i - 1]:
            rule = f"must be at most the prize of place {i}"
            raise InputError(
                f"payouts[{i}]", rule, table.payouts[i], hint=DOWN, code="not_descending", facts={"place": i}
            )
    if not table.pool:
        raise InputError("payouts", "must include a prize above 0", list(table.payouts), code="too_few")


def without_float_noise(payout: Number, pool: float) -> Fraction:
    """Return a prize; floats are rounded to eight decimals or digits, to remove rounding errors."""
    if type(payout) is not float:
        return exact_value(payout)
    decimals = FINEST - min(0, math.floor(math.log10(pool)))
    return round(exact_value(payout), decimals)


def check_unit(unit: object, prizes: Sequence[Fraction], cent: Fraction) -> Fraction:
    """Return the unit of rounding, or raise."""
    if unit is None:
        return cent
    step = read_money(unit, "round")
    smallest = min(prize for prize in prizes if prize)
    if not 0 < step <= smallest:
        rule = f"must be above 0 and at most the lowest prize, {words(smallest)}"
        raise InputError("round", rule, unit, code="unit_out_of_range", facts={"most": float(smallest)})
    return step


def check_leave(leave: object, table: Table, pool: Fraction, cent: Fraction) -> list[Fraction]:
    """Return the money left to play for, one amount per place from first place down, or raise."""
    if isinstance(leave, str):
        check_length("leave", leave, MAX_LIST)
        pieces = leave.split(",")
        # 1,500 is one amount, 3000,1000 are two; split_list raises if the text is ambiguous.
        one = has_thousands(pieces) and re.fullmatch(r"\D?[0-9]{1,3}(,[0-9]{3})+\D?", leave.strip())
        leave = leave if one else split_list(leave, "leave")
    amounts = leave if isinstance(leave, list | tuple) else [leave]
    fields = ["leave"] if len(amounts) == 1 else [f"leave[{i}]" for i in range(len(amounts))]
    left = [read_money(amount, field, pool, cent) for amount, field in zip(amounts, fields, strict=True)]
    for i in range(1, len(left)):
        if left[i] > left[i - 1]:
            rule = f"must be at most the amount left for place {i}"
            raise InputError(fields[i], rule, amounts[i], hint=DOWN, code="not_descending", facts={"place": i})
    if any(left[table.players :]):
        rule = f"must not name more places than the {table.players} players"
        raise InputError("leave", rule, Verbatim(f"{len(left)} places"), code="too_many")
    return [*left, *[Fraction(0)] * table.players][: table.players]


def check_last_longer(stake: object, players: object, table: Table) -> tuple[Fraction, list[int]]:
    """Return the last longer stake and the players in it, or raise."""
    amount = read_money(stake, "last_longer")
    if players is None:
        players = range(table.players)
    elif not amount:
        raise MissingError("last_longer", "is required with {last_longer_players}: the stake of each player")
    if isinstance(players, str) or not isinstance(players, Sequence | range):
        raise InputError("last_longer_players", "must be a list of players", players, code="wrong_type")
    seats = sorted({check_player(player, table.names, "last_longer_players") for player in players})
    if not amount:
        return amount, []
    if len(seats) < 2:
        rule = "must be at least two players"
        raise InputError("last_longer_players", rule, Verbatim(f"{len(seats)} of them"), code="too_few")
    return amount, seats


def check_fixed(
    fixed: Mapping[int | str, object] | None,
    table: Table,
    pool: Fraction,
    share: Fraction,
    lowest: Fraction,
    highest: Fraction | None,
) -> dict[int, Decimal]:
    """Return the fixed shares by player, or raise if they leave too little or too much for the others."""
    if fixed is None:
        return {}
    if not isinstance(fixed, Mapping):
        raise InputError("fixed", "must be players with amounts: {'Ana': 5000}", fixed, code="wrong_type")
    promised: dict[int, Fraction] = {}
    for player, given in fixed.items():
        seat = check_player(player, table.names, "fixed")
        name = f"fixed[{table.names[seat]}]"
        if seat in promised:
            raise InputError(name, "must be given once", given, code="duplicate")
        money = promised[seat] = read_money(given, name, pool)
        if money < lowest:
            rule = f"must be at least {words(lowest)}, the guaranteed lowest prize"
            raise InputError(name, rule, given, code="too_small", facts={"least": float(lowest)})
        if highest is not None and money > highest:
            rule = f"must be at most {words(highest)}, the cap by the first prize"
            raise InputError(name, rule, given, code="too_large", facts={"most": float(highest)})
    others = table.players - len(promised)
    rest = share - sum(promised.values())
    if others and rest < lowest * others:
        each = f"the guaranteed {words(lowest)} for each of the others" if lowest else "something for the others"
        most = share - lowest * others
        rule = f"must sum to at most {words(most)}, to leave {each}"
        raise InputError("fixed", rule, Verbatim(words(share - rest)), code="too_large", facts={"most": float(most)})
    if not others and rest:
        rule = f"must sum to {words(share)} if all shares are fixed"
        raise InputError("fixed", rule, Verbatim(words(share - rest)), code="conflict")
    if others and highest is not None and rest > highest * others:
        least = share - highest * others
        rule = f"must sum to at least {words(least)}: the others would get more than first prize"
        raise InputError("fixed", rule, Verbatim(words(share - rest)), code="too_small", facts={"least": float(least)})
    return {seat: as_decimal(money, "fixed") for seat, money in promised.items()}


def words(amount: Fraction) -> str:
    """Return an amount for a sentence, rounded to eight decimals."""
    rounded = Fraction(round(amount * 10**FINEST), 10**FINEST)
    return f"{as_decimal(rounded):,}".removesuffix(".00")
