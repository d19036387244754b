"""Files with many tables, and the results of batches, for tests."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tests.documents import ROOT
from tests.solved_spots import solved_spot

STACKS = ([1000, 500, 100], [5, 5], [7, 3, 3, 1], [12, 9, 4])
PAYOUTS = ([100, 50], [10], [5, 3, 2], [3, 2, 1])


def tables_from(first: int, rows: int) -> Any:
    """Return an Arrow table of poker tables with distinct ids."""
    ids = range(first, first + rows)
    stacks, payouts = ([some[i % 4] for i in ids] for some in (STACKS, PAYOUTS))
    return pa.table({"id": list(ids), "stacks": stacks, "payouts": payouts, "room": [f"room {i % 3}" for i in ids]})


def write_parquet(path: Path, rows: int = 24, group: int = 8, first: int = 0) -> Path:
    """Write tables to a Parquet file."""
    pq.write_table(tables_from(first, rows), path, row_group_size=group)
    return path


def write_example_files(folder: Path) -> None:
    """Write the files that the examples of commands read."""
    write_parquet(folder / "tables.parquet")
    for name in ("results.csv", "game.txt", "hands.txt"):
        shutil.copy(ROOT / "tests" / "data" / name, folder)
    solved_spot("heads-up").save(folder / "table.solution")


def write_rows(path: Path, stacks: Sequence[Any], payouts: Sequence[Any] | None = None, **types: Any) -> Path:
    """Write tables with these stacks to a Parquet file, all in one row group."""
    columns = {"id": pa.array(range(len(stacks))), "stacks": pa.array(stacks, types.get("stacks"))}
    columns["payouts"] = pa.array(payouts or [[2, 1]] * len(stacks), types.get("payouts"))
    pq.write_table(pa.table(columns), path)
    return path


def parts_of(out: Path) -> list[str]:
    """Return the names of the parts in a folder."""
    return sorted(path.name for path in out.glob("part-*.parquet"))


def rows_of(out: Path) -> list[dict[str, Any]]:
    """Return the rows of all parts in a folder."""
    rows: list[dict[str, Any]] = pq.read_table(out).to_pylist() if parts_of(out) else []
    return rows


def ids_of(out: Path) -> list[int]:
    """Return the ids of all tables in a folder, with duplicates."""
    return sorted(int(row["id"]) for row in rows_of(out))


def hidden_in(out: Path) -> list[str]:
    """Return the incomplete files that a killed run left."""
    return [path.name for path in out.iterdir() if path.name.startswith(".part-")]
