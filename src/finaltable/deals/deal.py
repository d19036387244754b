"""Deals: payments if the table stops now, by several rules, on agreed terms, to the cent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from inspect import signature
from typing import Annotated, Any, Unpack

import numpy as np

from finaltable.answers import Answer, Tabular, by_player, json_fields
from finaltable.deals import RULES
from finaltable.deals.bounties import written
from finaltable.deals.proposals import check_proposals, jumps, known_proposal, usual_proposals
from finaltable.deals.terms import Terms, words
from finaltable.deals.valuation import Valuation, played_for
from finaltable.errors import InputError, Verbatim, check_choice
from finaltable.freezing import LazyMapping, frozen
from finaltable.models import Choice, find_model
from finaltable.models.cache import sharing
from finaltable.names import accepts_old_names
from finaltable.results import Equity, Values
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

MAX_CLOSE_STACKS = 12  # players; with more, the search for close stacks takes longer than the deal


@dataclass(frozen=True, eq=False)
class Proposal:
    """One way to share the money."""

    name: str
    """Name of the rule."""
    cash: tuple[Decimal, ...]
    """Payment to each player now; negative if they pay in, because their trophy or stake exceeds their share."""
    exact: tuple[Fraction, ...]
    """The payments before rounding."""
    odd: Decimal
    """Remainder of rounding, less than a unit."""
    odd_to: int | None
    """The player who gets the remainder, included in `cash`; None: the staff, or there is no remainder."""
    error: float
    """No payment in `exact` is further from its exact value than this, in payout units; proved if that of `playing_on`
    is."""
    against_playing_on: Mapping[str, Annotated[Values, list[float]]]
    """By model and player: the value of the proposal minus that of playing on, if that model is right."""

    in_json = (
        json_fields("name cash")
        + json_fields("exact", fractions=float)
        + json_fields("odd odd_to error against_playing_on")
    )


@dataclass(frozen=True, eq=False, repr=False)
class Deal(Tabular, Answer):
    """Proposals side by side, on the same terms. Made by `deal`."""

    table: Table
    """The players, and the prizes as given."""
    terms: Terms
    """The terms besides the rule for sharing."""
    between: float
    """The weight of DCM in the proposal "between"."""
    chip_noise: Number
    """DCM is averaged over chip counts that may be off by this many chips; 0: it is not averaged."""
    proposals: tuple[Proposal, ...]
    """The proposals, one per rule.

    ``deal["icm"]`` looks one up by name.
    """
    choose: str
    """The proposal to sign, with which the others are compared."""
    playing_on: Mapping[str, Equity]
    """By model: the value of playing on, under ICM, DCM, and any other model that is proposed. A model that no proposal
    uses is solved on first access."""
    still_worth: Mapping[str, Values]
    """By model and player: the value of the money still played for after the deal."""
    sensitivity: Sensitivity | None
    """Close stacks; None: no search was asked for, no proposal uses DCM, or there are too many players."""

    reported_by = "deals.report.deal_report"
    drawn_by = "deal_figure"

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
        """Sum of the prizes."""
        return self.terms.pool

    @property
    def paid_now(self) -> Decimal:
        """Sum of the payments by the chosen proposal; another may leave the staff a different remainder."""
        return total(self.chosen.cash)

    @property
    def chosen(self) -> Proposal:
        """The chosen proposal."""
        return self[self.choose]

    def __getitem__(self, name: str) -> Proposal:
        names = [proposal.name for proposal in self.proposals]
        return self.proposals[names.index(check_choice("proposal", name, names))]

    def gains(self, name: str, over: str) -> tuple[Decimal, ...]:
        """Return the gain or loss of each player by one proposal instead of another."""
        pairs = zip(self[name].cash, self[over].cash, strict=True)
        return tuple(as_decimal(Fraction(one) - Fraction(other)) for one, other in pairs)

    def against_playing_on(self, name: str, model: str) -> Values:
        """Return the value of a proposal to each player minus that of playing on, if ``model`` (icm or dcm) is right.

        It includes the payment now, a trophy taken now, and the value of money and bounties still played for.
        """
        check_choice("model", model, self.playing_on)
        return self[name].against_playing_on[model]

    def records(self) -> list[dict[str, Any]]:
        """Return a line per player, with a column for each proposal and for playing on under each model."""
        money = {one.name: one.cash for one in self.proposals}
        values = {f"playing on, {model}": found.total for model, found in self.playing_on.items()}
        return by_player(self.table, {**money, **values})


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
    """Return the payments to each player by several rules if the table stops now.

    >>> agreed = deal([50, 30, 20], [900, 400, 200], names=["Ana", "Bo", "Cy"])
    >>> [str(money) for money in agreed["icm"].cash]
    ['617.86', '485.00', '397.14']
    >>> [str(money) for money in agreed.gains("dcm", over="icm")]
    ['17.14', '15.00', '-32.14']

    Parameters
    ----------
    stacks, payouts, names, extra_payouts, bounties
        See `Table.of`; the prizes that can still be won. Or a `Table`, alone or with its `Terms`.
    proposals
        Any of icm, sem, dcm, between, chip_chop, equal, and any other model or mixture; by default these six without
        between, and with SEM only if it is fast and its error is proved.
    choose
        The proposal to sign, with which the others are compared; by default "icm" if proposed, else the first.
    between
        Also propose "between", a point this far from ICM (0) to DCM (1); 0.5 if "between" is only listed in
        ``proposals``.
    leave, withhold, fixed, trophy, trophy_to, last_longer, last_longer_players, round, guarantee, cap, odd_to_staff
        Other terms: see `Terms.of`. Leave them out if `Terms` are given.
    bounty_terms
        With bounties, whether they "stay" on the players or are shared ("share"): see `Terms.of`.
    chip_noise, samples
        Average DCM over chip counts that may be off by this many chips, and the number of such tables: see `smoothed`.
    big_blind, pot
        The big blind of the next hand, and the most that one pot may cost (by default five big blinds), for
        `sensitivity`. Without them, stacks are close only if a recount could change their order; with a pot of 0, the
        search is shorter.
    close_stacks
        Whether to search for close stacks, which takes most of the time.
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
    # The default pot depends on the blinds: without them, search only for recounts.
    most = (Fraction(0) if blind is None else None) if pot is None else read_money(pot, "pot")
    if noise and table.bounties:
        rule = "cannot be combined with {bounties}, which are not averaged over chip counts"
        raise InputError("chip_noise", rule, chip_noise, code="conflict")
    if noise and max_seconds is not None:
        rule = "cannot be combined with {chip_noise}: {samples} limits the work"
        raise InputError("max_seconds", rule, max_seconds, code="conflict")
    if samples is not None and not noise:
        raise InputError("samples", "is only for {chip_noise}", samples, code="needs_other")
    begin(progress)
    options: dict[str, Any] = {"seed": seed, "threads": threads, "progress": progress}
    options |= {"chip_noise": noise, "samples": samples} if noise else {"max_seconds": max_seconds}
    others = {name: name for name in wanted if name not in RULES}
    solved = {"icm": "icm", **others, "dcm": "smoothed" if noise else "dcm"}
    found = sharing([find_model(model) for model in solved.values()])
    values = {name: Valuation(terms, model, options) for name, model in zip(solved, found, strict=True)}
    if noise:
        _ = values["dcm"].playing_on  # raises if the noise is too large, or there are too many players
    return Deal(
        table=table,
        terms=terms,
        between=float(weight),
        chip_noise=plain_number(noise),
        proposals=tuple(propose(name, terms, values, exact_value(weight), name == choose) for name in wanted),
        choose=choose,
        playing_on=LazyMapping(values, lambda name: values[name].playing_on),
        still_worth=LazyMapping(values, lambda name: frozen(values[name].still_worth)),
        sensitivity=nearby_cliffs(
            wanted, terms, {"big_blind": blind, "pot": most, "threads": threads, "progress": progress}
        )
        if close_stacks
        else None,
    )


def check_agreed(terms: Terms, table: Table, agreed: Mapping[str, object]) -> Terms:
    """Return checked terms, or raise if they belong to another table or are given twice."""
    if terms.table != table:
        found = Verbatim("terms of another table")
        rule = "must belong to this table"
        raise InputError("terms", rule, found, hint="Terms.of(table, ...) makes them", code="conflict")
    for field, value in agreed.items():
        if value is not signature(Terms.of).parameters[field].default:
            rule = "must be left out if Terms are given, which include it"
            raise InputError(field, rule, value, code="conflict")
    return terms


def propose(name: str, terms: Terms, values: Mapping[str, Valuation], weight: Fraction, chosen: bool) -> Proposal:
    """Return one proposal: shares by its rule, within the terms, and rounded."""
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
            most = cash[seat] + terms.in_kind(seat)
            rule = f"must be at most {words(most)}, the share of {table.names[seat]} by {name}"
            raise InputError("last_longer", rule, str(terms.last_longer), code="too_large", facts={"most": float(most)})
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
) -> LazyMapping[str, Values]:
    """Return the gain of each player over playing on, by model, for these payments."""
    cash = np.array([float(money) for money in paid])
    if terms.trophy_to is not None:
        cash[terms.trophy_to] += float(terms.trophy)
    return LazyMapping(values, lambda name: frozen(cash + values[name].still_worth - values[name].playing_on.total))


def error_scale(wanted: Sequence[Fraction], total: Fraction, lowest: Fraction) -> float:
    """Return the factor by which errors grow when the wanted shares are scaled to the total."""
    above = sum((max(share - lowest, Fraction(0)) for share in wanted), Fraction(0))
    scale = float((total - lowest * len(wanted)) / above) if above else 1.0
    return 1.0 if abs(scale - 1.0) < 1e-6 else 2.0 * max(1.0, scale)


def shares_by(
    name: str, terms: Terms, values: Mapping[str, Valuation], weight: Fraction
) -> tuple[list[Fraction], float]:
    """Return the shares by one rule, before the terms apply, and their error."""
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
    # Chip chop: the lowest prize minus the money left for that place, and the rest by chips.
    lowest = terms.prizes[-1] - (Fraction(terms.leave[-1]) if len(terms.leave) == table.players else 0)
    chips = [exact_value(stack) for stack in table.stacks]
    rest = terms.to_share - lowest * table.players
    return [lowest + rest * stack / sum(chips) for stack in chips], 0.0


def nearby_cliffs(proposals: Sequence[str], terms: Terms, options: Mapping[str, Any]) -> Sensitivity | None:
    """Return close stacks, if a proposal uses DCM and the table is small enough for a fast search.

    The search covers prizes only: it proves nothing about jumps of bounties.
    """
    if not any(jumps(name) for name in proposals) or terms.table.live > MAX_CLOSE_STACKS:
        return None
    return sensitivity(played_for(terms).with_other_bounties(()), **options)
