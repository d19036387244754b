"""Files and clusters: Parquet against the bare call, Dask against threads, rows a second of one core, a billion.

``python -m benchmarks.files throughput`` measures only rows a second of one core and what a billion would take, and
writes them into docs/how-to/large-numbers.md.
"""

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
from benchmarks.headlines import write_throughput
from benchmarks.measure import LINES, Report, human

PLAYERS, PAYOUTS, GROUP = 6, [50.0, 30.0, 20.0], 25_000
SOME, MANY = 400_000, 2_000_000
BILLION = 10**9
PART = 100_000  # tables of one part, for a billion of them
SPOTS, HANDS = 400, 4_000
HANDS_BAR = 500  # a second of one core
GAME = Path(__file__).parent.parent / "tests" / "data" / "game.txt"
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


def alone(source: Path, out: Path, **options: Any) -> dict[str, float]:
    """Run a batch in a separate process, and return its time with that of its workers, and the peak memory."""
    code = "import sys; from benchmarks.files import measured; measured(*sys.argv[1:])"
    line = [sys.executable, "-c", code, str(source), str(out), json.dumps(options)]
    return dict(json.loads(subprocess.run(line, check=True, capture_output=True).stdout))


def measured(source: str, out: str, options: str) -> None:
    """Run a batch and print its time and memory; of workers, the largest."""
    took = spent(lambda: ft.batch(source, out, **json.loads(options)))
    workers = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = max(peak_memory(), workers.ru_maxrss / 1024)
    print(json.dumps({"wall": took.wall, "cpu": took.cpu + workers.ru_utime + workers.ru_stime, "megabytes": peak}))


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


def write_spots(path: Path) -> Path:
    """Write random six-player spots of 3 to 20 big blinds."""
    depths = np.random.default_rng(17).integers(6, 41, (SPOTS, PLAYERS)) * 100
    lines = ["id,stacks,payouts,blinds,big_blind_ante"]
    lines += [f"{i},{' '.join(map(str, row))},50 30 20,100/200,200" for i, row in enumerate(depths.tolist())]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def write_hands(folder: Path) -> Path:
    """Write files of fifty hands, ten games of five; each hand has a decision to judge."""
    folder.mkdir()
    game = GAME.read_text("utf-8")
    for number in range(HANDS // 50):
        games = (
            game.replace("Tournament #7", f"Tournament #{number}{k}")
            .replace("Hand #10", f"Hand #{number}{k}10")
            .replace("Hero", f"Hero{number % 100}")
            for k in range(10)
        )
        (folder / f"HH {number}.txt").write_text("".join(games), "utf-8")
    return folder


def on_paper(report: Report, what: str, rate: float, megabytes: float, more: str = "") -> None:
    """Estimate a billion rows from the rows that one core does in a second."""
    hours = BILLION / rate / 3600
    times = f"{few(rate)} a second of one core; {few(hours)} core-hours"
    found = f"{times}; {megabytes:.0f} MB for each process{more}"
    report.row(f"on paper: a billion {what}", "", found)


def few(number: float) -> str:
    """Return a number with one decimal if it is small."""
    return f"{number:,.1f}" if number < 100 else f"{number:,.0f}"


def compare_kinds(report: Report, folder: Path) -> None:
    """Measure spots and hands, with the start of their processes."""
    took = alone(write_spots(folder / "spots.csv"), folder / "charts", ask="nash")
    on_paper(report, f"six-player spots, ICM at 1e-5 (from {SPOTS:,})", SPOTS / took["cpu"], took["megabytes"])
    hands, about = write_hands(folder / "hands"), {"ask": "review", "payouts": [45, 27, 18], "ranges": "20%"}
    for models in (["icm"], ["icm", "sem", "dcm"]):
        took = alone(hands, folder / f"rows-{len(models)}", models=models, **about)
        rate, words = HANDS / took["cpu"], f"hands with given ranges, all judged, {'+'.join(models)}"
        report.row(f"{words}, a second of one core", f"at least {HANDS_BAR}", f"{rate:,.0f}", rate >= HANDS_BAR)
        on_paper(report, f"{words} (from {HANDS:,})", rate, took["megabytes"])


def compare_many(report: Report, folder: Path) -> None:
    """Measure two million tables in a file, alone in a process."""
    many = write_tables(folder / "many.parquet", MANY)
    took = alone(many, folder / "many")
    report.time(f"{MANY:,} tables, ICM and DCM at 1e-6", 25.0, took["wall"], f" ({human(took['cpu'])} of CPU)")
    peak = took["megabytes"]
    report.row("its largest memory", "at most 300 MB", f"{peak:.0f} MB", peak <= 300)
    read, written = (bytes_in(path) / MANY * BILLION / GIGABYTE for path in (many, folder / "many"))
    more = f"; {read:,.0f} GB read, {written:,.0f} GB written; {BILLION // PART:,} parts of {PART:,}"
    on_paper(report, "tables of six players, ICM and DCM at 1e-6", MANY / took["cpu"], peak, more)


def run(only: str = "") -> int:
    """Measure everything, or only the throughput, and return how many bars were missed."""
    report = Report("Files and clusters")
    with TemporaryDirectory() as name:
        folder = Path(name)
        if only != "throughput":
            some = write_tables(folder / "some.parquet", SOME)
            compare_cpu(report, some, folder)
            compare_cluster(report, some, folder)
        compare_many(report, folder)
        compare_kinds(report, folder)
    if only == "throughput":
        write_throughput("\n".join(LINES))
    return report.missed


if __name__ == "__main__":
    sys.exit(1 if run(*sys.argv[1:]) else 0)
