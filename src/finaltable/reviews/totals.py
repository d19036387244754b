"""Totals of many reviews: by player, position, stack depth and sort of mistake, from the rows of all parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import pyarrow as pa

from finaltable.answers import Answer
from finaltable.batches.parquet import open_parquet
from finaltable.batches.storage import Target
from finaltable.batches.summary import BatchSummary
from finaltable.histories.history import HistoryProblem
from finaltable.reviews.groups import MistakeGroup, depth_of, in_order, mistake_of

BY = ("player", "position", "depth", "kind")
OWNER = ("player", "room", "tournament")
ABOUT = (*OWNER, "file", "line", "hand", "position", "effective", "currency")
READ = (*ABOUT, "kind", "action", "verdict", "better", "reason", "cost", "uncertainty", "luck", "problem")
MOST_GROUPS = 100
MOST_BROKEN = 5
MOST_PLAYERS = 10_000


@dataclass(frozen=True)
class ReviewTotal(Answer):
    """Decisions of one player, or from one position, or at one depth, or of one kind."""

    by: str
    """ "player", "position", "depth" or "kind"."""
    name: str
    """The player, the position, the effective stacks in big blinds, or the kind of decision."""
    currency: str
    """Currency of the money."""
    decisions: int
    """Number of decisions before the flop."""
    judged: int
    """Number of those that were judged."""
    mistakes: int
    """Number of mistakes."""
    cost: float
    """Cost of all mistakes, by the first model."""
    uncertainty: float
    """How far the cost may be off."""
    luck: float
    """Money that luck in all-ins brought, by the first model."""


@dataclass(frozen=True)
class ManyReviewed(BatchSummary):
    """Summary of the reviews of many players. Made by `batch` and by `review` with a target."""

    files: int = 0
    """Number of files."""
    hands: int = 0
    """Number of hands that were read."""
    judged: int = 0
    """Number of decisions that were judged."""
    mistakes: int = 0
    """Number of mistakes."""
    repeated: int = 0
    """Number of decisions in hands that an earlier part has, too; they are not in the totals."""
    totals: tuple[ReviewTotal, ...] = ()
    """By player, position, depth and kind; of each, the costliest first."""
    groups: tuple[MistakeGroup, ...] = ()
    """Mistakes by sort, position and depth, the costliest first; of the most frequent currency."""
    not_judged: dict[str, int] = field(default_factory=dict)
    """Number of decisions that were not judged, by reason."""
    not_read: tuple[HistoryProblem, ...] = ()
    """The first files and hands that could not be read, and tournaments that could not be reviewed."""

    def __str__(self) -> str:
        from finaltable.reviews.report_many import many_report

        return str(many_report(self))


@dataclass
class Sum:
    """A total in the making."""

    decisions: int = 0
    judged: int = 0
    mistakes: int = 0
    cost: float = 0.0
    uncertainty: float = 0.0
    luck: float = 0.0

    def add(self, row: dict[str, Any]) -> None:
        """Add a row."""
        self.decisions += 1
        self.judged += row["verdict"] != "not judged"
        if row["verdict"] == "mistake":
            self.mistakes += 1
            self.cost += row["cost"]
            self.uncertainty += row["uncertainty"]
        self.luck += row["luck"] or 0.0


def add_totals(found: BatchSummary, target: Target, parts: Sequence[str]) -> ManyReviewed:
    """Return a summary with the totals of all parts; memory holds one part and the sums."""
    from finaltable.reviews.many import FILES, HANDS

    sums: dict[tuple[str, str, str], Sum] = {}
    groups: dict[tuple[str, str, str, str], Sum] = {}
    reasons: dict[str, int] = {}
    read = {HANDS: 0, FILES: 0}
    broken: list[HistoryProblem] = []
    copies = Copies([target.address_of(name) for name in parts])
    for name in parts:
        for row in rows_in(target.address_of(name), read):
            if copies.repeats(row, name):
                continue
            if row["verdict"] is None:
                if len(broken) < MOST_BROKEN:
                    where = row["file"] or row["player"] or ""
                    broken.append(HistoryProblem(where, row["line"] or 1, row["problem"], row["hand"] or ""))
                continue
            if row["verdict"] == "not judged":
                reasons[row["reason"]] = reasons.get(row["reason"], 0) + 1
            depth = "" if row["effective"] is None else depth_of(row["effective"])
            named = {"player": row["player"], "position": row["position"], "depth": depth, "kind": row["kind"]}
            for by, own in named.items():
                if own:
                    sums.setdefault((by, own, row["currency"] or ""), Sum()).add(row)
            if row["verdict"] == "mistake":
                sort = mistake_of(row["kind"], row["action"], row["better"])
                groups.setdefault((row["currency"] or "", sort, row["position"], depth), Sum()).add(row)
    every = [one for (by, _, _), one in sums.items() if by == "player"]
    return ManyReviewed(
        **{one.name: getattr(found, one.name) for one in fields(BatchSummary)},
        files=read[FILES],
        hands=read[HANDS],
        judged=sum(one.judged for one in every),
        mistakes=sum(one.mistakes for one in every),
        repeated=copies.repeated,
        totals=tuple(ordered(sums)),
        groups=largest_groups(groups),
        not_read=tuple(broken),
        not_judged=dict(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
    )


class Copies:
    """Hands that stand in several parts, because a folder holds files twice.

    Only hands of tournaments that are in several parts are in memory: usually, a tournament is in one.
    """

    def __init__(self, addresses: Sequence[str]) -> None:
        first: dict[tuple[str | None, ...], str] = {}
        self.tournaments: set[tuple[str | None, ...]] = set()
        for address in addresses:
            for owner in owners_in(address):
                if first.setdefault(owner, address) != address:
                    self.tournaments.add(owner)
        self.part_of: dict[tuple[str | None, ...], str] = {}
        self.repeated = 0

    def repeats(self, row: dict[str, Any], part: str) -> bool:
        """Return whether an earlier part has the hand of a row."""
        owner = tuple(row[name] for name in OWNER)
        if row["hand"] is None or owner not in self.tournaments:
            return False
        if self.part_of.setdefault((*owner, row["hand"]), part) == part:
            return False
        self.repeated += 1
        return True


def owners_in(address: str) -> set[tuple[str | None, ...]]:
    """Return the tournaments in a part, each with its player and room."""
    with open_parquet(address) as file:
        batches = file.iter_batches(columns=list(OWNER), use_threads=False)
        return {
            tuple(row[name] for name in OWNER)
            for batch in batches
            for row in pa.Table.from_batches([batch]).group_by(list(OWNER)).aggregate([]).to_pylist()
        }


def rows_in(address: str, read: dict[bytes, int]) -> Iterator[dict[str, Any]]:
    """Yield the rows of a part; add its hands and files to ``read``."""
    with open_parquet(address) as file:
        for name in read:
            read[name] += int(file.schema_arrow.metadata.get(name, b"0"))
        for batch in file.iter_batches(columns=list(READ), use_threads=False):
            yield from pa.Table.from_batches([batch]).to_pylist()


def ordered(sums: dict[tuple[str, str, str], Sum]) -> Iterator[ReviewTotal]:
    """Yield totals by kind of total, the costliest first; of players, the first ten thousand."""
    for by in BY:
        some = sorted((key for key in sums if key[0] == by), key=lambda key: (-sums[key].cost, key))
        for key in some[:MOST_PLAYERS]:
            yield ReviewTotal(*key, **vars(sums[key]))


def largest_groups(groups: dict[tuple[str, str, str, str], Sum]) -> tuple[MistakeGroup, ...]:
    """Return the groups of the currency with the most mistakes."""
    counts: dict[str, int] = {}
    for (currency, *_), one in groups.items():
        counts[currency] = counts.get(currency, 0) + one.mistakes
    usual = max(counts, key=lambda name: counts[name], default="")
    made = (
        MistakeGroup(*key[1:], one.mistakes, one.cost, one.uncertainty)
        for key, one in groups.items()
        if key[0] == usual
    )
    return in_order(made)[:MOST_GROUPS]
