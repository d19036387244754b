"""Deals: who gets what if the table stops now, by several rules, on the terms that tables agree on, to the cent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from inspect import signature
from typing import Annotated, Any, Unpack

import numpy as np

from finaltable.answers import Answer, json_fields
from finaltable.deals import RULES
from finaltable.deals.bounties import written
from finaltable.deals.proposals import check_proposals, jumps, known_proposal, usual_proposals
from finaltable.deals.terms import Terms, words
from finaltable.deals.valuation import Valuation, played_for
from finaltable.errors import InputError, Verbatim, check_choice
from finaltable.freezing import frozen
from finaltable.models import Choice, find_model
from finaltable.models.cache import sharing
from finaltable.names import accepts_old_names
from finaltable.results import Equity, FrozenMapping, Values
from finaltable.table.money import as_decimal, read_money, round_out, share_out, total
from finaltable.table.options import Progress, begin, check_flag, check_progress
from finaltable.table.table import (
    BountyOptions,
    Number,
    Table,
    as_table,
    check_bounty_options,
    check_number,
    exact_value,
    plain_number,
)
from finaltable.values.payable import largest_first
from finaltable.values.sensitivity.sensitivity import Sensitivity, sensitivity

MOST_LOOKED_AT = 12  # players: with more, looking for close stacks takes longer than the deal


@dataclass(frozen=True, eq=False)
class Proposal:
    """One way to share the money."""

    name: str
    """Name of the rule."""
    cash: tuple[Decimal, ...]
    """What each player is paid now; below zero, what they pay in: their trophy or stake is more than their share."""
    exact: tuple[Fraction, ...]
    """The same before rounding."""
    odd: Decimal
    """What is left after rounding, less than a unit."""
    odd_to: int | None
    """Who gets it, counted in `cash`; None: the staff, or there is nothing left."""
    error: float
    """No exact amount is further from its exact value than this, in payout units; as sure as `playing_on` is."""
    against_playing_on: Mapping[str, Annotated[Values, list[float]]]
    """By model and player: the proposal minus playing on, if that model is right."""

    in_json = (
        json_fields("name cash")
        + json_fields("exact", fractions=float)
        + json_fields("odd odd_to error against_playing_on")
    )


@dataclass(frozen=True, eq=False)
class Deal(Answer):
    """Proposals side by side, on the same terms. Made by `deal`."""

    table: Table
    """The players, and the prizes as they were given."""
    terms: Terms
    """What was agreed besides the rule for sharing."""
    between: float
    """The weight of DCM in the proposal "between"."""
    chip_noise: Number
    """DCM is averaged over counts that may be off by this many chips; 0: it is not."""
    proposals: tuple[Proposal, ...]
    """One per rule.

    ``deal["icm"]`` is one of them by name.
    """
    choose: str
    """The proposal that the others are compared with, and that is signed."""
    playing_on: Mapping[str, Equity]
    """By model: what playing on is worth, under ICM, under DCM, and under SEM where that is proposed."""
    still_worth: Mapping[str, Values]
    """What the money that is still played for after the deal is worth to everybody, under ICM and under DCM."""
    sensitivity: Sensitivity | None
    """Close stacks; None: they were not looked for, DCM is not part of it, or there are too many players to look."""

    in_json = (
        json_fields(
            "table.names table.stacks terms.payouts pool terms.unit terms.withheld terms.leave fixed=terms.fixed_pairs "
            "terms.trophy terms.trophy_to terms.last_longer terms.last_longer_players terms.lowest terms.highest "
            "terms.odd_to_staff"
        )
        + json_fields("bounties=terms.bounties", where="terms.bounties", fractions=written)
        + json_fields(
            "bounty_share=table.prizes.share own_bounty=table.prizes.own heads=terms.bounty_terms",
            where="terms.bounties",
        )
        + json_fields("terms.bounty_pool", where="terms.bounties", fractions=written)
        + json_fields("between chip_noise paid_now choose proposals playing_on sensitivity")
    )

    @property
    def pool(self) -> Decimal:
        """All the prizes."""
        return self.terms.pool

    @property
    def paid_now(self) -> Decimal:
        """What is paid in cash by the proposal that was chosen; another one may leave the staff other odd money."""
        return total(self.chosen.cash)

    @property
    def chosen(self) -> Proposal:
        """The proposal that was chosen."""
        return self[self.choose]

    def __getitem__(self, name: str) -> Proposal:
        names = [proposal.name for proposal in self.proposals]
        return self.proposals[names.index(check_choice("proposal", name, names))]

    def gains(self, name: str, over: str) -> tuple[Decimal, ...]:
        """Return what every player gains or loses by one proposal instead of another."""
        pairs = zip(self[name].cash, self[over].cash, strict=True)
        return tuple(as_decimal(Fraction(one) - Fraction(other)) for one, other in pairs)

    def against_playing_on(self, name: str, model: str) -> Values:
        """Return what a proposal is worth to everybody less what playing on is, if ``model`` (icm or dcm) is right.

        It counts what is paid now, a trophy taken now, and what the money still played for is worth, heads included.
        """
        check_choice("model", model, self.playing_on)
        return self[name].against_playing_on[model]

    def __str__(self) -> str:
        from finaltable.deals.report import deal_report

        return str(deal_report(self))


@accepts_old_names
def deal(
    stacks: Table | Iterable[object],
    payouts: Iterable[object] | Terms | None = None,
    *,
    proposals: Sequence[Choice] | None = None,
    choose: Choice | None = None,
    between: float | None = None,
    leave: object = 0,
    withhold: object = 0,
    fixed: Mapping[int | str, object] | None = None,
    trophy: object = 0,
    trophy_to: int | str | None = None,
    last_longer: object = 0,
    last_longer_players: Sequence[int | str] | None = None,
    round: object = None,
    guarantee: bool = True,
    cap: bool = True,
    odd_to_staff: bool = False,
    bounty_terms: str = "stay",
    chip_noise: object = 0,
    big_blind: object = None,
    pot: object = None,
    close_stacks: bool = True,
    samples: int | None = None,
    seed: int | None = None,
    max_seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    names: Iterable[str] | None = None,
    extra_payouts: str = "error",
    **bounties: Unpack[BountyOptions],
) -> Deal:
    """Return what everybody would get by several rules if the table stopped now.

    >>> agreed = deal([50, 30, 20], [900, 400, 200], names=["Ana", "Bo", "Cy"])
    >>> [str(money) for money in agreed["icm"].cash]
    ['617.86', '485.00', '397.14']
    >>> [str(money) for money in agreed.gains("dcm", over="icm")]
    ['17.14', '15.00', '-32.14']

    Parameters
    ----------
    stacks, payouts, names, extra_payouts, bounties
        See `Table.of`; the prizes that are still to be won. Or a `Table`, alone or with its `Terms`.
    proposals
        Any of icm, sem, dcm, between, chip_chop, equal, and any other model or mixture; otherwise the first six but
        between, and SEM only where it is quick and its error is proved.
    choose
        Which one the others are compared with, and is signed; "icm" if it is among them, else the first.
    between
        Also propose "between", a point between two proposals, this far from ICM (0) to DCM (1); 0.5 where it is asked
        for by name alone.
    leave, withhold, fixed, trophy, trophy_to, last_longer, last_longer_players, round, guarantee, cap, odd_to_staff
        What is agreed besides: see `Terms.of`. They must be left out where `Terms` are given.
    bounty_terms
        With bounties, whether they "stay" on the heads or are a part of what is shared ("share"): see `Terms.of`.
    chip_noise, samples
        Average DCM over counts that may be off by this many chips, and over how many of them: see `smoothed`.
    big_blind, pot
        The big blind of the next hand, and what one pot may cost (five big blinds when not given), for `sensitivity`.
        Without them only stacks that a recount would move past each other count as close; a pot of 0 looks less far,
        faster.
    close_stacks
        Whether to look for close stacks at all, which takes most of the time.
    seed, max_seconds, threads, progress
        As for `dcm`.
    """
    agreed: dict[str, Any] = {
        "round": round,
        "withhold": withhold,
        "leave": leave,
        "fixed": fixed,
        "trophy": trophy,
        "trophy_to": trophy_to,
        "last_longer": last_longer,
        "last_longer_players": last_longer_players,
        "guarantee": guarantee,
        "cap": cap,
        "odd_to_staff": odd_to_staff,
        "bounty_terms": bounty_terms,
    }
    given = payouts if isinstance(payouts, Terms) else None
    prizes = None if isinstance(payouts, Terms) else payouts
    check_bounty_options(bounties, deal)
    table = as_table(stacks, prizes, names=names, extra_payouts=extra_payouts, **bounties)
    asked = [*([] if between is None else ["between"]), *([] if choose is None else [choose])]
    wanted = usual_proposals(table, asked) if proposals is None else check_proposals(proposals)
    suggested = "icm" if "icm" in wanted else wanted[0]
    choose = suggested if choose is None else check_choice("choose", known_proposal(choose, "choose"), wanted)
    weight = check_number(0.5 if between is None else between, "between")
    if weight > 1:
        raise InputError("between", "must lie between 0 (ICM) and 1 (DCM)", between, code="above_100_percent")
    check_progress(progress)
    check_flag(close_stacks, "close_stacks")
    terms = Terms.of(table, **agreed) if given is None else check_agreed(given, table, agreed)
    noise = read_money(chip_noise, "chip_noise")
    blind = None if big_blind is None else read_money(big_blind, "big_blind")
    # How large a pot is, only the blinds tell: without them a recount is all that is looked for.
    most = (Fraction(0) if blind is None else None) if pot is None else read_money(pot, "pot")
    if noise and table.bounties:
        rule = "must not come with {bounties}, which are not averaged over counts"
        raise InputError("chip_noise", rule, chip_noise, code="conflict")
    if noise and max_seconds is not None:
        rule = "must not come with {chip_noise}: {samples} says how long to work"
        raise InputError("max_seconds", rule, max_seconds, code="conflict")
    if samples is not None and not noise:
        raise InputError("samples", "is for {chip_noise}", samples, code="needs_other")
    begin(progress)
    options: dict[str, Any] = {"seed": seed, "threads": threads, "progress": progress}
    options |= {"chip_noise": noise, "samples": samples} if noise else {"max_seconds": max_seconds}
    others = {name: name for name in wanted if name not in RULES}
    solved = {"icm": "icm", **others, "dcm": "smoothed" if noise else "dcm"}
    found = sharing([find_model(model) for model in solved.values()])
    values = {name: Valuation(terms, model, options) for name, model in zip(solved, found, strict=True)}
    return Deal(
        table=table,
        terms=terms,
        between=float(weight),
        chip_noise=plain_number(noise),
        proposals=tuple(propose(name, terms, values, exact_value(weight), name == choose) for name in wanted),
        choose=choose,
        playing_on=FrozenMapping({name: value.playing_on for name, value in values.items()}),
        still_worth=FrozenMapping({name: frozen(value.still_worth) for name, value in values.items()}),
        sensitivity=nearby_cliffs(
            wanted, terms, {"big_blind": blind, "pot": most, "threads": threads, "progress": progress}
        )
        if close_stacks
        else None,
    )


def check_agreed(terms: Terms, table: Table, agreed: Mapping[str, object]) -> Terms:
    """Return terms that were checked before, or raise where they are another table's or others come with them."""
    if terms.table != table:
        found = Verbatim("those of another table")
        rule = "must be those of this table"
        raise InputError("terms", rule, found, hint="Terms.of(table, ...) makes them", code="conflict")
    for field, value in agreed.items():
        if value is not signature(Terms.of).parameters[field].default:
            rule = "must be left out where Terms are given, which have their own"
            raise InputError(field, rule, value, code="conflict")
    return terms


def propose(name: str, terms: Terms, values: Mapping[str, Valuation], weight: Fraction, chosen: bool) -> Proposal:
    """Return one proposal: shares by its rule, within the terms, rounded."""
    table = terms.table
    shares, error = shares_by(name, terms, values, weight)
    others = [seat for seat in range(table.players) if seat not in terms.fixed]
    rest = terms.to_share - sum(map(Fraction, terms.fixed.values()))
    lowest = Fraction(terms.lowest)
    highest = None if terms.highest is None else Fraction(terms.highest)
    shared = share_out([shares[seat] for seat in others], rest, lowest, highest)
    aside = [terms.in_kind(seat) for seat in others]
    exact = [share - kind for share, kind in zip(shared, aside, strict=True)]
    rounded = round_out(
        exact,
        Fraction(terms.unit),
        [lowest - kind for kind in aside],
        [None if highest is None else highest - kind for kind in aside],
        largest_first([table.stacks[seat] for seat in others]),
    )
    cash = {seat: Fraction(money) - terms.in_kind(seat) for seat, money in terms.fixed.items()}
    before = dict(cash) | dict(zip(others, exact, strict=True))
    cash |= dict(zip(others, rounded.shares, strict=True))
    odd_to = None if rounded.odd_to is None or terms.odd_to_staff else others[rounded.odd_to]
    if odd_to is not None:
        cash[odd_to] += rounded.odd
    for seat in terms.last_longer_players:
        if chosen and cash[seat] < 0 and seat != terms.trophy_to:
            share = words(cash[seat] + terms.in_kind(seat))
            rule = f"must be at most {share}, what {table.names[seat]} gets by {name}"
            raise InputError("last_longer", rule, str(terms.last_longer), code="too_large")
    seats = range(table.players)
    paid = tuple(as_decimal(cash[seat]) for seat in seats)
    return Proposal(
        name=name,
        cash=paid,
        exact=tuple(before[seat] for seat in seats),
        odd=as_decimal(rounded.odd),
        odd_to=odd_to,
        error=error * error_scale([shares[seat] for seat in others], rest, lowest),
        against_playing_on=against_playing_on(paid, terms, values),
    )


def against_playing_on(
    paid: Sequence[Decimal], terms: Terms, values: Mapping[str, Valuation]
) -> FrozenMapping[str, Values]:
    """Return what every player gains over playing on, by model, where so much is paid now."""
    cash = np.array([float(money) for money in paid])
    if terms.trophy_to is not None:
        cash[terms.trophy_to] += float(terms.trophy)
    return FrozenMapping(
        {name: frozen(cash + value.still_worth - value.playing_on.total) for name, value in values.items()}
    )


def error_scale(wanted: Sequence[Fraction], total: Fraction, lowest: Fraction) -> float:
    """Return by how much an error of what is wanted grows when it is scaled to the total."""
    above = sum((max(share - lowest, Fraction(0)) for share in wanted), Fraction(0))
    scale = float((total - lowest * len(wanted)) / above) if above else 1.0
    return 1.0 if abs(scale - 1.0) < 1e-6 else 2.0 * max(1.0, scale)


def shares_by(
    name: str, terms: Terms, values: Mapping[str, Valuation], weight: Fraction
) -> tuple[list[Fraction], float]:
    """Return everybody's share by one rule alone, and its error."""
    table = terms.table
    if name in values:
        return values[name].shares(table), values[name].error
    if name == "between":
        icm, dcm = values["icm"], values["dcm"]
        pairs = zip(icm.shares(table), dcm.shares(table), strict=True)
        error = float(1 - weight) * icm.error + float(weight) * dcm.error
        return [one + weight * (other - one) for one, other in pairs], error
    if name == "equal":
        return [terms.to_share / table.players] * table.players, 0.0
    # Chip chop: the lowest prize, less what is left for that place, and the rest by chips.
    lowest = terms.prizes[-1] - (Fraction(terms.leave[-1]) if len(terms.leave) == table.players else 0)
    chips = [exact_value(stack) for stack in table.stacks]
    rest = terms.to_share - lowest * table.players
    return [lowest + rest * stack / sum(chips) for stack in chips], 0.0


def nearby_cliffs(proposals: Sequence[str], terms: Terms, options: Mapping[str, Any]) -> Sensitivity | None:
    """Return how near DCM's cliffs are, where DCM has a say and the table is small enough to look quickly.

    They are looked for in the prizes alone: where bounties jump is not proved.
    """
    if not any(jumps(name) for name in proposals) or terms.table.live > MOST_LOOKED_AT:
        return None
    return sensitivity(played_for(terms).with_other_bounties(()), **options)
