"""Validate many tables at once, over flat arrays; only invalid rows are checked one by one, for their messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from finaltable.batches.lists import Lists
from finaltable.errors import InputError
from finaltable.table.table import LARGEST, MAX_PLAYERS, SMALLEST, Floats, Table, check_payouts, check_stacks
from finaltable.table.table_batch import TableBatch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.int64]

ROOM = 2.0**62  # limit on the chips of a table in 64 bits, with room for sums
DIGITS = 6  # decimals that are converted at once; stacks with more are converted one by one
EXACT_DIGITS = 1e15  # up to here, a float has a unique shortest decimal


class SizeGroup(NamedTuple):
    """Tables with the same number of players, and their rows."""

    rows: Rows
    batch: TableBatch


@dataclass(frozen=True)
class Checked:
    """Validated rows."""

    groups: list[SizeGroup]
    singles: Mapping[int, Table]
    """Tables whose chips need more than 64 bits, or more than a few decimals: valued one by one."""
    problems: Mapping[int, InputError]
    """Errors of invalid rows."""


def check_rows(stacks: Lists, payouts: Lists, extra_payouts: str) -> Checked:
    """Validate stacks and payouts: one list of payouts for all tables, or one for each."""
    fine = fine_stacks(stacks) & fine_payouts(payouts, stacks.lengths, extra_payouts)
    groups, left = [], np.flatnonzero(~fine)
    for players in np.unique(stacks.lengths[fine]):
        rows = np.flatnonzero(fine & (stacks.lengths == players))
        own = matrix(stacks, rows, int(players))
        chips, whole = whole_chips_of(own)
        if not whole.all():
            left = np.concatenate((left, rows[~whole]))
            rows, own, chips = rows[whole], own[whole], chips[whole]
        if len(rows):
            groups.append(SizeGroup(rows, TableBatch(own, chips, prizes_of(payouts, rows, int(players)))))
    singles, problems = one_by_one(stacks, payouts, np.sort(left), extra_payouts)
    return Checked(groups, singles, problems)


def in_range(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which numbers are zero or within the limits; NaN is not."""
    fine: NDArray[np.bool_] = (values == 0) | ((values >= SMALLEST) & (values <= LARGEST))
    return fine


def fine_stacks(stacks: Lists) -> NDArray[np.bool_]:
    """Return which rows are stacks of players with chips, at least one."""
    fine: NDArray[np.bool_] = (
        (stacks.count(~in_range(stacks.values)) == 0)
        & (stacks.count(stacks.values > 0) > 0)
        & (stacks.lengths <= MAX_PLAYERS)
    )
    return fine


def fine_payouts(payouts: Lists, players: Rows, extra_payouts: str) -> NDArray[np.bool_]:
    """Return which rows have valid payouts for their number of players."""
    fine: NDArray[np.bool_] = (payouts.count(~in_range(payouts.values)) == 0) & (payouts.lengths > 0)
    if extra_payouts == "error":
        fine = fine & (paid_beyond(payouts, players) == 0)
    return np.broadcast_to(fine, len(players))


def paid_beyond(payouts: Lists, players: Rows) -> Rows:
    """Return the number of paid places that no player can reach."""
    before = np.concatenate(([0], np.cumsum(payouts.values > 0, dtype=np.int64)))
    starts, ends = payouts.offsets[:-1], payouts.offsets[1:]
    beyond: Rows = before[ends] - before[np.minimum(starts + players, ends)]
    return beyond


def matrix(lists: Lists, rows: Rows, width: int) -> NDArray[Any]:
    """Return the lists of some rows, all of one length, as a matrix."""
    if len(rows) * width == len(lists.values):  # all rows
        return lists.values.reshape(-1, width)
    values: NDArray[Any] = lists.values[lists.offsets[rows][:, np.newaxis] + np.arange(width)]
    return values


def prizes_of(payouts: Lists, rows: Rows, players: int) -> Floats:
    """Return the prize of every place, 0 if it is not listed: one row for all tables, or one for each."""
    if len(payouts) == 1:
        rows = np.zeros(1, dtype=np.int64)
    lengths = np.minimum(payouts.lengths[rows], players)
    places = np.arange(players)
    listed = places < lengths[:, np.newaxis]
    found = np.where(listed, payouts.offsets[rows][:, np.newaxis] + places, 0)
    prizes: Floats = np.where(listed, payouts.values[found], 0.0)
    return prizes


def whole_chips_of(stacks: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return stacks as whole numbers in the same proportions, and the rows for which that is possible."""
    fits = stacks.sum(axis=1, dtype=np.float64) < ROOM
    if stacks.dtype.kind == "i":
        return np.ascontiguousarray(stacks), fits
    whole = fits & (stacks == np.floor(stacks)).all(axis=1)
    chips = np.where(whole[:, np.newaxis], stacks, 0).astype(np.int64)
    for digits in range(1, DIGITS + 1):
        rows = np.flatnonzero(~whole)
        if not len(rows):
            break
        scale = 10.0**digits
        scaled = np.rint(stacks[rows] * scale)
        # With so few digits, a float prints as the decimal that was written.
        done = ((scaled / scale == stacks[rows]) & (scaled < EXACT_DIGITS)).all(axis=1)
        done &= scaled.sum(axis=1) < ROOM
        chips[rows[done]] = scaled[done].astype(np.int64)
        whole[rows[done]] = True
    return chips, whole


def one_by_one(
    stacks: Lists, payouts: Lists, rows: Rows, extra_payouts: str
) -> tuple[dict[int, Table], dict[int, InputError]]:
    """Return the valid tables among some rows, and the errors of the others."""
    tables: dict[int, Table] = {}
    problems: dict[int, InputError] = {}
    for row in rows.tolist():
        try:
            chips = check_stacks(stacks[row])
            prizes = check_payouts(payouts[0 if len(payouts) == 1 else row], len(chips), extra_payouts)
            table = Table.trusted(chips, prizes)
            table.chips()  # raises if 64 bits are not enough
            tables[row] = table
        except InputError as error:
            problems[row] = error
    return tables, problems
