"""Many tables: CPU time of each, one large table on several threads, two million in a stream."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np

import finaltable as ft
from benchmarks.engine import NINE, PAYOUTS
from benchmarks.measure import Report, human, seconds

SHORT = [50, 30, 20]


def run() -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Many tables")
    one_table(report)
    for model, players, tolerance, tables, before in (
        ("dcm", 6, 1e-6, 20_000, "8.3 µs"),
        ("dcm", 9, 1e-4, 4_000, "68 µs"),
        ("dcm", 9, 1e-6, 1_000, "315 µs"),
        ("icm", 6, 1e-6, 100_000, "0.6 µs"),
        ("icm", 9, 1e-6, 20_000, "3.3 µs"),
    ):
        each(report, model, players, tolerance, tables, before)
    two_million(report)
    return report.missed


def one_table(report: Report) -> None:
    """Measure nine players at a proved 1e-9 of the pool, on one thread and on two."""
    for threads, bar in ((1, 0.75e-3), (2, 0.45e-3)):
        result = ft.dcm(NINE, PAYOUTS, threads=threads)
        measured = seconds(lambda t=threads: ft.dcm(NINE, PAYOUTS, threads=t), at_least=2)  # type: ignore[misc]
        extra = f" ({result.work:,} nodes, error proved {result.error / sum(PAYOUTS):.1e} of the pool)"
        report.time(f"DCM, 9 players, 1e-09, threads: {threads}", bar, measured, extra)


def each(report: Report, model: str, players: int, tolerance: float, tables: int, before: str) -> None:
    """Measure the CPU time of one of many tables, including checks and columns."""
    stacks = np.random.default_rng(1).integers(1, 20_000, (tables, players))
    best = float("inf")
    for _ in range(5):
        begin = time.process_time()
        values = ft.value_tables(stacks, SHORT, [model], tolerance=tolerance)
        best = min(best, time.process_time() - begin)
    largest = values.error.max() / sum(SHORT)
    name = f"{model.upper()}, {players} players, {tolerance:g}, each of {tables:,} in one call"
    measured = (
        f"{human(best / tables)}, so {human(best / tables / 2)} on two cores (errors up to {largest:.0e} of the pool)"
    )
    report.row(name, f"{before} on two cores before", measured)


STREAM = """
import time
from pathlib import Path
import numpy as np, pyarrow as pa
import finaltable as ft

ROWS, PART, PLAYERS = {rows}, 50_000, 6
schema = pa.schema([("id", pa.int64()), ("stacks", pa.list_(pa.int64()))])

def batches():
    rng = np.random.default_rng(1)
    ends = pa.array(np.arange(PART + 1, dtype=np.int32) * PLAYERS)
    for start in range(0, ROWS, PART):
        stacks = pa.ListArray.from_arrays(ends, pa.array(rng.integers(1, 20_000, PART * PLAYERS)))
        yield pa.record_batch([pa.array(np.arange(start, start + PART)), stacks], schema=schema)

wall, cpu, rows = time.perf_counter(), time.process_time(), 0
for batch in ft.value_partition(pa.RecordBatchReader.from_batches(schema, batches()), payouts=[50, 30, 20]):
    rows += batch.num_rows - batch["error"].null_count
# ru_maxrss begins with the memory of the process that started this one.
status = Path("/proc/self/status").read_text()
peak = int(status.partition("VmHWM:")[2].split()[0]) / 1024
print(rows, time.perf_counter() - wall, time.process_time() - cpu, peak)
"""


def two_million(report: Report, rows: int = 2_000_000) -> None:
    """Measure a stream of six-player tables under ICM and DCM at 1e-6, in a separate process."""
    code = STREAM.format(rows=rows)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    valued, wall, cpu, peak = map(float, done.stdout.split())
    work = f"{rows:,} tables of 6 players, ICM and DCM at 1e-6, in a stream"
    measured = f"{cpu / 2:.1f} s: {cpu:.1f} s of processors, {wall:.1f} s on the clock ({valued:,.0f} valued)"
    report.row(work, "at most 25 s on two idle cores", measured, cpu / 2 <= 25)
    report.row("its memory", "under 300 MB", f"{peak:.0f} MB", peak < 300)


if __name__ == "__main__":
    run()
