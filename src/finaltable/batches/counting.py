"""Count tables and problems in the parts of a finished run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from finaltable.batches.job import SET_ASIDE, BatchPart, Failed
from finaltable.batches.parquet import Stamp, first_problems, read_stamp
from finaltable.batches.storage import Target
from finaltable.batches.summary import BatchProblem, TablesSetAside
from finaltable.errors import InputError, Verbatim

READERS = 8  # parts that are opened in parallel: remote ones are mostly waiting
SHOWN = 5


def stamps_of(target: Target, parts: Sequence[BatchPart], key: str) -> dict[int, Stamp]:
    """Return the stamps of existing parts, by number; a broken part counts as missing."""
    there = set(target.names())
    found = [part for part in parts if part.name in there]
    with ThreadPoolExecutor(READERS) as pool:
        stamps = list(pool.map(lambda part: read_stamp(target.address_of(part.name)), found))
    for part, stamp in zip(found, stamps, strict=True):
        if stamp is not None and stamp.key != key:
            rule = "must hold parts of one run"
            raise InputError("target", rule, Verbatim(f"{part.name}, which is from another"), code="conflict")
    return {part.number: stamp for part, stamp in zip(found, stamps, strict=True) if stamp is not None}


def write_set_aside(target: Target, failed: Sequence[Failed]) -> tuple[TablesSetAside, ...]:
    """Write the list of parts that were set aside, and replace that of earlier runs."""
    kept = tuple(TablesSetAside(part.name, part.source, part.start, reason) for part, reason in failed)
    for name in target.names(SET_ASIDE):
        if name not in {f"{one.part}.json" for one in kept}:
            target.remove(f"{SET_ASIDE}/{name}")
    for one in kept:
        target.write(f"{SET_ASIDE}/{one.part}.json", json.dumps(one._asdict(), indent=1).encode())
    return kept


def problems_of(target: Target, parts: Sequence[BatchPart], stamps: dict[int, Stamp]) -> tuple[BatchProblem, ...]:
    """Return the first few problems of the parts."""
    found: list[BatchProblem] = []
    for part in parts:
        if len(found) < SHOWN and part.number in stamps and stamps[part.number].problems:
            rows = first_problems(target.address_of(part.name), SHOWN - len(found))
            found += [BatchProblem(part.name, row, problem) for row, problem in rows]
    return tuple(found)
