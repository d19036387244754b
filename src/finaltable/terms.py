"""The terms of a deal, checked: what is withheld, left to play for, promised, rounded."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from finaltable.errors import InputError, MissingError, Said
from finaltable.money import as_decimal, read_money
from finaltable.reading import has_thousands, split_list
from finaltable.table import Table, check_player, exact_value

MAX_PLAYERS = 1_000


@dataclass(frozen=True)
class Terms:
    """What a table agrees besides the rule for sharing; money is in decimals, players are indices."""

    unit: Decimal
    """Shares are rounded to multiples of this."""
    withheld: Decimal
    """Rake or staff: taken from all prizes alike, deal or not."""
    leave: tuple[Decimal, ...]
    """Left to play for, from first place down."""
    fixed: Mapping[int, Decimal]
    """What some players get whatever the rule says."""
    trophy: Decimal
    """What a trophy or seat for the winner is worth; 0: there is none."""
    trophy_to: int | None
    """Who takes it now, as a part of his share; None: the winner, later."""
    last_longer: Decimal
    """What each of `last_longer_players` leaves for the one of them who lasts longest."""
    last_longer_players: tuple[int, ...]
    lowest: Decimal
    """Nobody's share is below this: the lowest prize; 0 if that was not agreed."""
    highest: Decimal | None
    """Nobody's share is above this: the first prize less what is left for it; None if that was not agreed."""
    prizes: tuple[Fraction, ...]
    """What playing on pays, one a player: the prizes less what is withheld, plus a trophy that somebody takes now."""

    @property
    def to_share(self) -> Fraction:
        """What the shares sum up to, a trophy that is taken now included."""
        return sum(self.prizes, Fraction(0)) - sum(map(Fraction, self.leave))

    @property
    def last_longer_pot(self) -> Decimal:
        """What the one who lasts longest gets."""
        return self.last_longer * len(self.last_longer_players)

    def in_kind(self, seat: int) -> Fraction:
        """Return the part of a player's share that he is not paid in cash: his trophy, his last longer stake."""
        trophy = Fraction(self.trophy) if seat == self.trophy_to else Fraction(0)
        return trophy + (Fraction(self.last_longer) if seat in self.last_longer_players else 0)


def check_terms(
    table: Table,
    *,
    unit: object,
    withhold: object,
    leave: object,
    fixed: Mapping[int | str, object] | None,
    trophy: object,
    trophy_to: int | str | None,
    last_longer: object,
    last_longer_players: Sequence[int | str] | None,
    guarantee: bool,
    cap: bool,
) -> Terms:
    """Return the terms, or raise a sentence that says what to change."""
    check_table(table)
    given = [exact_value(payout) for payout in table.payouts]
    given += [Fraction(0)] * (table.players - len(given))
    pool = sum(given, Fraction(0))
    as_decimal(pool)
    cent = smallest_coin(pool)
    withheld = read_money(withhold, "withhold", pool)
    if withheld >= pool:
        raise InputError("withhold", f"must be less than the prizes, {words(pool)}", withhold)
    withheld = withheld // cent * cent
    kept = [prize * (pool - withheld) / pool for prize in given]
    worth = read_money(trophy, "trophy")
    taker = None if trophy_to is None else check_player(trophy_to, table.names, "trophy_to")
    if taker is not None:
        if not worth:
            raise MissingError("trophy", "must be given where somebody takes it: what it is worth")
        kept[0] += worth
    # The promise is a sum that can be paid; what withholding leaves of a prize may not be.
    lowest = kept[-1] // cent * cent if guarantee else Fraction(0)
    left = check_leave(leave, table, kept, lowest, cent)
    stays = [*left, *[Fraction(0)] * (len(kept) - len(left))]
    highest = max(prize - stay for prize, stay in zip(kept, stays, strict=True))
    highest = -(-highest // cent) * cent
    players: Iterable[int | str] = range(table.players) if last_longer_players is None else last_longer_players
    stake = read_money(last_longer, "last_longer")
    lasting = sorted({check_player(player, table.names, "last_longer_players") for player in players}) if stake else []
    if stake and len(lasting) < 2:
        raise InputError("last_longer_players", "must be at least two players", Said(f"{len(lasting)} of them"))
    promised = check_fixed(fixed, table, sum(kept, Fraction(0)) - sum(left), lowest, highest if cap else None)
    return Terms(
        unit=as_decimal(check_unit(unit, given, cent), "unit"),
        withheld=as_decimal(withheld, "withhold"),
        leave=tuple(as_decimal(money, "leave") for money in left),
        fixed=promised,
        trophy=as_decimal(worth, "trophy"),
        trophy_to=taker,
        last_longer=as_decimal(stake, "last_longer"),
        last_longer_players=tuple(lasting),
        lowest=as_decimal(lowest),
        highest=as_decimal(highest) if cap else None,
        prizes=tuple(kept),
    )


def check_table(table: Table) -> None:
    """Raise unless everybody at the table plays for prizes that fall from place to place."""
    if not 2 <= table.players <= MAX_PLAYERS:
        raise InputError("stacks", f"must be 2 to {MAX_PLAYERS:,} players for a deal", Said(table.players))
    for i, stack in enumerate(table.stacks):
        if not stack:
            rule = "must be above 0 in a deal: leave out who is out, and the prize he has won"
            raise InputError(f"stacks[{i}]", rule, stack)
    for i in range(1, len(table.payouts)):
        if table.payouts[i] > table.payouts[i - 1]:
            rule = f"must not be more than place {i} pays: list them from first place down"
            raise InputError(f"payouts[{i}]", rule, table.payouts[i])
    if not table.pool:
        raise InputError("payouts", "must hold some money to share", list(table.payouts))


def smallest_coin(pool: Fraction) -> Fraction:
    """Return a cent, or less where the whole pool is less than a unit of money."""
    return Fraction(1, 100) if pool >= 1 else Fraction(1, 10 ** (3 - math.floor(math.log10(pool))))


def check_unit(unit: object, prizes: Sequence[Fraction], cent: Fraction) -> Fraction:
    """Return what to round to, or raise."""
    if unit is None:
        return cent
    step = read_money(unit, "unit")
    smallest = min(prize for prize in prizes if prize)
    if not 0 < step <= smallest:
        raise InputError("unit", f"must be above 0 and at most the lowest prize, {words(smallest)}", unit)
    return step


def check_leave(
    leave: object, table: Table, prizes: Sequence[Fraction], lowest: Fraction, cent: Fraction
) -> list[Fraction]:
    """Return what is left to play for, from first place down, without zeros at the end; or raise."""
    pool = sum(prizes, Fraction(0))
    if isinstance(leave, str) and not has_thousands(leave.split(",")):  # 1,500 is one amount, 3000,1000 are two
        leave = split_list(leave, "leave")
    amounts = leave if isinstance(leave, list | tuple) else [leave]
    fields = ["leave"] if len(amounts) == 1 else [f"leave[{i}]" for i in range(len(amounts))]
    left = [read_money(amount, field, pool) // cent * cent for amount, field in zip(amounts, fields, strict=True)]
    for i in range(1, len(left)):
        if left[i] > left[i - 1]:
            raise InputError(
                fields[i], f"must not be more than place {i} keeps: list them from first place down", amounts[i]
            )
    while left and not left[-1]:
        left.pop()
    if len(left) > table.players:
        rule = f"must not name more places than the {table.players} players"
        raise InputError("leave", rule, Said(f"{len(left)} places"))
    most = pool - lowest * table.players
    if sum(left) > most:
        promise = f" after everybody's guaranteed {words(lowest)}" if lowest else ""
        rule = f"must be at most {words(most)} together: that is all there is{promise}"
        raise InputError("leave", rule, Said(words(sum(left, Fraction(0)))))
    return left


def check_fixed(
    fixed: Mapping[int | str, object] | None,
    table: Table,
    total: Fraction,
    lowest: Fraction,
    highest: Fraction | None,
) -> dict[int, Decimal]:
    """Return what players were promised, by seat, or raise where that leaves too little or too much for the others."""
    if fixed is None:
        return {}
    if not isinstance(fixed, Mapping):
        raise InputError("fixed", "must be players with amounts: {'Ana': 5000}", fixed)
    promised: dict[int, Fraction] = {}
    for player, given in fixed.items():
        seat = check_player(player, table.names, "fixed")
        name = f"fixed[{table.names[seat]}]"
        if seat in promised:
            raise InputError(name, "must be given once", given)
        money = promised[seat] = read_money(given, name)
        if money < lowest:
            raise InputError(
                name, f"must be at least {words(lowest)}, the lowest prize, which all are guaranteed", given
            )
        if highest is not None and money > highest:
            raise InputError(name, f"must be at most {words(highest)}, what the first prize leaves room for", given)
    others = table.players - len(promised)
    rest = total - sum(promised.values())
    if others and rest < lowest * others:
        each = f"the guaranteed {words(lowest)} for each of the others" if lowest else "something for the others"
        most = words(total - lowest * others)
        raise InputError("fixed", f"must be at most {most} together, to leave {each}", Said(words(total - rest)))
    if not others and rest:
        raise InputError("fixed", f"must sum up to {words(total)} where all are fixed", Said(words(total - rest)))
    if others and highest is not None and rest > highest * others:
        rule = (
            f"must be at least {words(total - highest * others)} together: the others would get more than first prize"
        )
        raise InputError("fixed", rule, Said(words(total - rest)))
    return {seat: as_decimal(money, "fixed") for seat, money in promised.items()}


def words(amount: Fraction) -> str:
    """Return an amount for a sentence."""
    text = f"{float(amount):,.2f}"
    return text.removesuffix(".00")
