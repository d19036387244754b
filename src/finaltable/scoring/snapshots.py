"""Snapshots of tournaments: stacks at one moment, final places, and payouts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from finaltable.errors import InputError, MissingError, Verbatim

COLUMNS = ("chip_counts", "places", "payouts")
MAX_SNAPSHOTS = 1_000_000


class Snapshot(NamedTuple):
    """One moment of a tournament, not yet validated."""

    stacks: Any
    """Chips of each player."""
    places: Any
    """Final place of each player: 0 is the winner; or 1, if places go from 1 to the number of players."""
    payouts: Any
    """Prize of each place, from first place down."""
    where: str = ""
    """Location in the input, for error messages."""


def snapshots_of(given: object) -> list[Snapshot]:
    """Return snapshots from columns, from rows with those columns, or from triples.

    >>> snapshots_of([([600, 400], [1, 0], [100, 50])])[0].places
    [1, 0]
    >>> snapshots_of({"chip_counts": [[600, 400]], "places": [[1, 0]], "payouts": [[100, 50]]})[0].where
    'snapshots[0]'
    """
    if isinstance(given, Mapping):
        return snapshots_of_columns(given, "snapshots")
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        rule = "must be a list of (stacks, places, payouts), or a mapping with chip_counts, places and payouts"
        raise InputError("snapshots", rule, given, code="wrong_type")
    found = [snapshot_of(one, f"snapshots[{i}]") for i, one in enumerate(given)]
    return check_many(found, "snapshots")


def snapshot_of(given: object, where: str) -> Snapshot:
    """Return one snapshot from a row with columns, or from a triple."""
    if isinstance(given, Snapshot):
        return given if given.where else given._replace(where=where)
    if isinstance(given, Mapping):
        check_columns(given, where)
        return Snapshot(given["chip_counts"], given["places"], given["payouts"], where)
    if isinstance(given, str | bytes) or not isinstance(given, Sequence) or len(given) != 3:
        rule = "must be (stacks, places, payouts), or have chip_counts, places and payouts"
        raise InputError(where, rule, given, code="wrong_type")
    stacks, places, payouts = given
    return Snapshot(stacks, places, payouts, where)


def snapshots_of_columns(columns: Mapping[Any, Any], source: str) -> list[Snapshot]:
    """Return snapshots from three columns of the same length, as in the public data set."""
    check_columns(columns, source)
    lists = [column_of(columns[name], f"{source}, {name}") for name in COLUMNS]
    lengths = [len(column) for column in lists]
    if len({*lengths}) > 1:
        counts = ", ".join(f"{length:,} {name}" for length, name in zip(lengths, COLUMNS, strict=True))
        raise InputError(source, "must have columns of the same length", Verbatim(counts), code="wrong_count")
    rows = zip(*lists, strict=True)
    return check_many(
        [Snapshot(stacks, places, payouts, f"{source}[{i}]") for i, (stacks, places, payouts) in enumerate(rows)],
        source,
    )


def check_columns(columns: Mapping[Any, Any], source: str) -> None:
    """Raise if a column is missing."""
    for name in COLUMNS:
        if name not in columns:
            raise MissingError(source, f"must have {', '.join(COLUMNS[:-1])} and {COLUMNS[-1]}; {name} is missing")


def column_of(column: object, field: str) -> Sequence[Any]:
    """Return a column as a sequence, or raise."""
    values = column.tolist() if hasattr(column, "tolist") else column  # arrays, and columns of data frames
    if isinstance(values, str | bytes) or not isinstance(values, Sequence):
        raise InputError(field, "must be a list with one entry for each snapshot", values, code="wrong_count")
    return values


def check_many(found: list[Snapshot], source: str) -> list[Snapshot]:
    """Return snapshots, or raise if there are none or too many."""
    if not found:
        raise MissingError(source, "must have at least one snapshot", code="too_few")
    if len(found) > MAX_SNAPSHOTS:
        rule = f"must have at most {MAX_SNAPSHOTS:,} snapshots"
        raise InputError(source, rule, Verbatim(f"{len(found):,}"), code="too_many")
    return found


def numbers_of(values: object, lowest: float) -> tuple[float, ...] | None:
    """Return numbers of at least ``lowest``, or None if any is invalid."""
    listed = values.tolist() if isinstance(values, np.ndarray) else values
    if isinstance(listed, str | bytes) or not isinstance(listed, Sequence):
        return None
    for value in listed:
        if isinstance(value, bool) or not isinstance(value, int | float) or not lowest <= value <= 1e100:
            return None
    return tuple(listed)
