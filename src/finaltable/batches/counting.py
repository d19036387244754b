"""What a run left, counted from the parts that are there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from finaltable.batches.job import SET_ASIDE, BatchPart, Failed
from finaltable.batches.parquet import Stamp, first_problems, read_stamp
from finaltable.batches.storage import Target
from finaltable.batches.summary import BatchProblem, TablesSetAside
from finaltable.errors import InputError, Verbatim

READERS = 8  # parts that are looked at at once: a look at a remote one is mostly waiting
SHOWN = 5


def stamps_of(target: Target, parts: Sequence[BatchPart], key: str) -> dict[int, Stamp]:
    """Return what parts that are there say of themselves, by number; a broken one is not there."""
    there = set(target.names())
    found = [part for part in parts if part.name in there]
    with ThreadPoolExecutor(READERS) as pool:
        stamps = list(pool.map(lambda part: read_stamp(target.address_of(part.name)), found))
    for part, stamp in zip(found, stamps, strict=True):
        if stamp is not None and stamp.key != key:
            rule = "must hold parts of one run"
            raise InputError("target", rule, Verbatim(f"{part.name}, which is of another"), code="conflict")
    return {part.number: stamp for part, stamp in zip(found, stamps, strict=True) if stamp is not None}


def keep_aside(target: Target, failed: Sequence[Failed]) -> tuple[TablesSetAside, ...]:
    """Write down which parts were set aside, and forget those of earlier runs."""
    kept = tuple(TablesSetAside(part.name, part.source, part.start, reason) for part, reason in failed)
    for name in target.names(SET_ASIDE):
        if name not in {f"{one.part}.json" for one in kept}:
            target.remove(f"{SET_ASIDE}/{name}")
    for one in kept:
        target.write(f"{SET_ASIDE}/{one.part}.json", json.dumps(one._asdict(), indent=1).encode())
    return kept


def problems_of(target: Target, parts: Sequence[BatchPart], stamps: dict[int, Stamp]) -> tuple[BatchProblem, ...]:
    """Return the first problems of the parts, a few of them."""
    found: list[BatchProblem] = []
    for part in parts:
        if len(found) < SHOWN and part.number in stamps and stamps[part.number].problems:
            rows = first_problems(target.address_of(part.name), SHOWN - len(found))
            found += [BatchProblem(part.name, row, problem) for row, problem in rows]
    return tuple(found)
