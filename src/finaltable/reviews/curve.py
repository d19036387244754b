"""Value of hero's chips, hand by hand, under every model; with and without luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from finaltable.answers import Answer, json_fields
from finaltable.histories.hand import PlayedHand
from finaltable.histories.history import Summary
from finaltable.models import Model
from finaltable.spots.knockouts import After
from finaltable.spots.outcome import Outcomes, find_together
from finaltable.table.numbers import Number, exact_number, exact_value
from finaltable.table.table import Table


class Value(NamedTuple):
    """Money with an error bound."""

    money: float
    error: float


@dataclass(frozen=True)
class Point(Answer):
    """Hero's equity before one hand, or after the last."""

    number: int
    """Number of the hand, from 1; the last point has one more."""
    hand: str
    """The room's number of the hand."""
    left: int
    """Number of players with chips, at all tables."""
    values: tuple[float, ...] | None
    """One per model, bounties won so far included; None: stacks at other tables are unknown."""
    without_luck: tuple[float, ...] | None
    """The same values minus the luck so far."""


@dataclass(frozen=True)
class Account(Answer):
    """Sources of hero's money, by one model: start + luck - mistakes + rest = end."""

    model: str
    """Name of the model."""
    start: float
    """Equity before the first hand whose stacks are all known."""
    end: float
    """Hero's winnings, or hero's equity after the last hand."""
    mistakes: float
    """Cost of all judged decisions."""
    luck: float
    """Luck in all-ins before the river."""
    error: float
    """Bound on the error of mistakes, and of luck."""

    in_json = json_fields("model start end mistakes luck rest error")

    @property
    def rest(self) -> float:
        """Everything else: cards, blinds, play after the flop, other players' hands."""
        return self.end - self.start - self.luck + self.mistakes


def values_before(hands: Sequence[tuple[PlayedHand, Sequence[Outcomes]]], hero: str) -> list[list[Value]]:
    """Return the value of hero's chips before each hand, by model."""
    places = []
    for hand, outcomes in hands:
        table = outcomes[0].table
        places.append((hand.names.index(hero), After(tuple(map(exact_number, table.stacks)), table.bounties, ())))
    every = [[(worth, *place) for worth in outcomes] for (_, outcomes), place in zip(hands, places, strict=True)]
    for of_model in zip(*every, strict=True):
        find_together(of_model)
    return [[value_of(*one) for one in some] for some in every]


def value_after(hand: PlayedHand, hero: str, outcomes: Sequence[Outcomes], summary: Summary | None) -> list[Value]:
    """Return hero's prize if the files state it, otherwise the value of hero's chips after the last hand."""
    paid = [one.prize for one in hand.finished if one.player == hero and one.prize is not None]
    if paid or (summary is not None and hero in summary.won):
        prize = paid[-1] if paid else summary.won[hero] if summary is not None else 0
        return [Value(float(prize) * worth.paid_places, 0.0) for worth in outcomes]
    seat, table = hand.names.index(hero), outcomes[0].table
    away = table.stacks[len(hand.seats) :]
    stacks = tuple(exact_number(chips) for chips in (*hand.stacks_after.values(), *away))
    bounties = tuple(bounty if stack else 0 for bounty, stack in zip(table.bounties, stacks, strict=False))
    return [value_of(worth, seat, After(stacks, bounties, ())) for worth in outcomes]


def value_of(worth: Outcomes, seat: int, after: After) -> Value:
    """Return the value of stacks and bounties to a player."""
    share = worth.worth_to(seat, after)
    return Value(share.value, share.error)


def bounties_won(hand: PlayedHand, hero: str) -> float:
    """Return the money that hero won for bounties in a hand."""
    return float(sum((exact_value(one.amount) for one in hand.bounties if one.winner == hero), exact_value(0)))


def table_of(
    hand: PlayedHand, names: Sequence[str], elsewhere: Sequence[Number], payouts: Sequence[Number], share: float
) -> Table:
    """Return the table of a hand with all players left, and the prizes they can still win."""
    stacks = [seat.stack for seat in hand.seats] + list(elsewhere)
    called = [*names, *(f"E{i}" for i in range(1, len(elsewhere) + 1))]
    bounties = [seat.bounty for seat in hand.seats]
    if any(bounty is None for bounty in bounties) or not any(bounties):
        return Table.of(stacks, payouts[: len(stacks)], names=called)
    known = [exact_value(bounty) for bounty in bounties if bounty is not None]
    mean = exact_number(sum(known) / len(known))
    return Table.of(
        stacks,
        payouts[: len(stacks)],
        names=called,
        bounties=[*map(exact_number, known), *[mean] * len(elsewhere)],
        bounty_share=share,
    )


def outcomes_of(table: Table, models: Sequence[Model], tolerance: float, threads: int) -> list[Outcomes]:
    """Return an `Outcomes` for each model."""
    return [Outcomes(table, model, tolerance, threads) for model in models]
