"""Files and clusters: Parquet to Parquet against the bare call, Dask against threads, memory; a billion on paper."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

import finaltable as ft
from benchmarks.measure import Report, human

PLAYERS, PAYOUTS, GROUP = 6, [50.0, 30.0, 20.0], 25_000
SOME, MANY = 400_000, 2_000_000
BILLION = 10**9
PART = 100_000  # tables of one part, for a billion of them
MEGABYTE, GIGABYTE = 1 << 20, 1 << 30


class Spent(NamedTuple):
    """The time of a call."""

    wall: float
    cpu: float


def spent(call: Callable[[], object]) -> Spent:
    """Return the wall time and the CPU time of a call."""
    begin, worked = time.perf_counter(), time.process_time()
    call()
    return Spent(time.perf_counter() - begin, time.process_time() - worked)


def stacks_of(tables: int) -> Any:
    """Return random stacks, the same ones in every run."""
    return np.random.default_rng(17).integers(1, 20_000, (tables, PLAYERS))


def write_tables(path: Path, tables: int) -> Path:
    """Write a Parquet file, one row group at a time."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(17)
    kinds = [("id", pa.int64()), ("stacks", pa.list_(pa.int64())), ("payouts", pa.list_(pa.float64()))]
    with pq.ParquetWriter(path, pa.schema(kinds)) as writer:
        for first in range(0, tables, GROUP):
            ids = np.arange(first, min(first + GROUP, tables))
            stacks = rng.integers(1, 20_000, (len(ids), PLAYERS))
            columns = [ids, list(stacks), [PAYOUTS] * len(ids)]
            writer.write_table(pa.table(columns, schema=writer.schema), row_group_size=GROUP)
    return path


def alone(source: Path, out: Path) -> dict[str, float]:
    """Run a batch in a separate process, and return its time and its peak memory."""
    code = "import sys; from benchmarks.files import measured; measured(*sys.argv[1:])"
    found = subprocess.run([sys.executable, "-c", code, str(source), str(out)], check=True, capture_output=True)
    return dict(json.loads(found.stdout))


def measured(source: str, out: str) -> None:
    """Run a batch and print its time and memory."""
    took = spent(lambda: ft.batch(source, out))
    print(json.dumps({"wall": took.wall, "cpu": took.cpu, "megabytes": peak_memory()}))


def peak_memory() -> float:
    """Return the peak memory of this process in megabytes; getrusage would start with the parent's peak."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+([0-9]+)", status.read_text("utf-8")) if status.exists() else None
    return int(found[1]) / 1024 if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def bytes_in(path: Path) -> int:
    """Return the size of a file, or of all files in a folder."""
    return sum(file.stat().st_size for file in path.rglob("*")) if path.is_dir() else path.stat().st_size


def compare_cpu(report: Report, source: Path, folder: Path) -> Spent:
    """Measure Parquet to Parquet against the bare call on the same tables; return the time for files."""
    stacks = stacks_of(SOME)
    pairs = []
    for turn in range(3):
        bare = spent(lambda: ft.value_tables(stacks, PAYOUTS, models=("icm", "dcm")))
        files = spent(lambda turn=turn: ft.batch(source, folder / f"cpu-{turn}"))  # type: ignore[misc]
        pairs.append((files.cpu / bare.cpu, bare, files))
    ratio, bare, files = min(pairs, key=lambda pair: pair[0])
    found = f"{ratio:.2f}x ({human(files.cpu)} against {human(bare.cpu)})"
    report.row(f"{SOME:,} tables, Parquet to Parquet against the bare call, CPU", "at most 1.25x", found, ratio <= 1.25)
    return files


def compare_cluster(report: Report, source: Path, folder: Path) -> None:
    """Measure the wall time of two Dask processes, after their start, against two threads."""
    from finaltable.batches.dask_clients import opened_client

    begin = time.perf_counter()
    with opened_client(workers=2) as client:
        started = time.perf_counter() - begin
        ratios = []
        for turn in range(4):
            dask = spent(lambda turn=turn: ft.batch(source, folder / f"dask-{turn}", client=client))  # type: ignore[misc]
            threads = spent(lambda turn=turn: ft.batch(source, folder / f"threads-{turn}", threads=2))  # type: ignore[misc]
            ratios.append((dask.wall / threads.wall, dask.wall, threads.wall))
    ratio, ours, theirs = sorted(ratios)[1]
    found = f"{ratio:.2f}x ({human(ours)} against {human(theirs)}; its start {human(started)})"
    work = f"{SOME:,} tables, two processes of Dask against two threads, wall"
    report.row(work, "at most 1.6x", found, ratio <= 1.6)


def estimate(report: Report, cpu: float, megabytes: float, read: float, written: float) -> None:
    """Estimate a billion tables from the measurements."""
    hours = cpu * BILLION / 3600
    size = f"{read * BILLION / GIGABYTE:,.0f} GB read, {written * BILLION / GIGABYTE:,.0f} GB written"
    parts = f"{BILLION // PART:,} parts of {PART:,}, {human(cpu * PART)} each"
    found = f"{hours:,.1f} core-hours; {megabytes:.0f} MB for each process; {size}; {parts}"
    report.row("on paper: a billion tables of six players", "", found)


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Files and clusters")
    with TemporaryDirectory() as name:
        folder = Path(name)
        some = write_tables(folder / "some.parquet", SOME)
        compare_cpu(report, some, folder)
        compare_cluster(report, some, folder)
        many = write_tables(folder / "many.parquet", MANY)
        took = alone(many, folder / "many")
        report.time(f"{MANY:,} tables, ICM and DCM at 1e-6", 25.0, took["wall"], f" ({human(took['cpu'])} of CPU)")
        peak = took["megabytes"]
        report.row("its largest memory", "at most 300 MB", f"{peak:.0f} MB", peak <= 300)
        estimate(report, took["cpu"] / MANY, peak, bytes_in(many) / MANY, bytes_in(folder / "many") / MANY)
    return report.missed


if __name__ == "__main__":
    sys.exit(1 if run() else 0)
