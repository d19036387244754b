"""A tournament's payouts: given, by the name of a structure, or from the room's summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from finaltable.errors import InputError, MissingError
from finaltable.histories.hand import PlayedHand
from finaltable.histories.history import History, Summary
from finaltable.models import Choice, find_models
from finaltable.table.numbers import Number, check_number, check_numbers, exact_value
from finaltable.table.structures import structure

MOST_PLACES = 100_000


class Paid(NamedTuple):
    """Prizes from first place down, and their source."""

    places: tuple[Number, ...]
    source: str

    @property
    def flat(self) -> bool:
        """Whether several places are paid, and all of them the same."""
        paid = [place for place in self.places if place]
        return len(paid) > 1 and len(set(paid)) == 1


def payouts_of(hands: Sequence[PlayedHand], summary: Summary | None, payouts: object, pool: object) -> Paid | None:
    """Return the payouts, or None if they are unknown."""
    if isinstance(payouts, str):
        players = (summary and summary.players) or max(len(hand.seats) for hand in hands)
        return Paid(structure(payouts, players, pool_of(hands, players, pool)), payouts)
    if payouts is not None:
        return Paid(given(payouts), "given")
    if summary is not None and any(summary.payouts):
        return Paid(tuple(summary.payouts), "summary")
    return None


class PaidTournament(NamedTuple):
    """The hands of a tournament in which hero played, and its payouts."""

    hands: tuple[PlayedHand, ...]
    paid: Paid
    summary: Summary | None


def paid_tournaments(
    history: History, hero: str, payouts: object, pool: object
) -> tuple[list[PaidTournament], tuple[str, ...]]:
    """Return the tournaments with known payouts, and why the others are not reviewed; raise if there is none."""
    known, aside = [], []
    summaries = {one.tournament: one for one in history.summaries}
    for name, hands in history.tournaments().items():
        mine = tuple(hand for hand in hands if hero in hand.names)
        paid = payouts_of(mine, summaries.get(name), payouts, pool) if mine else None
        if paid is not None:
            known.append(PaidTournament(mine, paid, summaries.get(name)))
            continue
        why = "no summary says what it paid: give payouts" if mine else f"{hero} is in none of its hands"
        aside.append(f"Tournament {name}: {why}")
    if not known:
        raise MissingError("payouts", "must be given: no summary says what the tournament paid")
    return known, tuple(aside)


def useful_models(models: Sequence[Choice], paid: Sequence[Paid]) -> tuple[list[Choice], tuple[str, ...]]:
    """Return the models that have something to say about these payouts, and the names of those that are left out.

    Where several places are paid alike, only survival counts. A model whose equities jump between stacks, because all
    players are all-in in every hand, is then left out, unless it is the only one.
    """
    found = find_models(models)
    kept = [choice for choice, model in zip(models, found, strict=True) if not model.jumps or model.parts]
    if not kept or not any(one.flat for one in paid):
        return list(models), ()
    return kept, tuple(model.name for model in found if model.jumps and not model.parts)


def given(payouts: object) -> tuple[Number, ...]:
    """Check a list of payouts."""
    if not isinstance(payouts, Iterable):
        raise InputError("payouts", "must be a list of prizes, or the name of a structure", payouts, code="wrong_type")
    places = check_numbers(payouts, "payouts")
    if not any(places):
        raise InputError("payouts", "must name at least one prize", list(places), code="too_few")
    if len(places) > MOST_PLACES:
        raise InputError("payouts", f"must be at most {MOST_PLACES:,}", len(places), code="too_many")
    return places


def pool_of(hands: Sequence[PlayedHand], players: int, pool: object) -> Number:
    """Return the prize pool: given, or the sum of all buy-ins."""
    if pool is not None:
        return check_number(pool, "pool")
    buy_in = hands[0].tournament.buy_in
    if not buy_in:
        raise MissingError("pool", "must be given with the name of a structure: no file states the buy-in")
    return exact_value(buy_in) * players
