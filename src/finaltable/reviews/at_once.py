"""Work on several hands at once, each on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from finaltable.table.options import Progress, stage_of

Found = TypeVar("Found")
SECONDS = 0.1  # between two reports of progress


def in_order(
    work: Callable[[int, Progress | None], Found], count: int, threads: int, progress: Progress | None
) -> Iterator[Found]:
    """Yield what the work finds for each number, in order.

    The calling thread reports the progress. If that raises, or on Ctrl-C, the others stop at their next look at the
    clock.

    >>> list(in_order(lambda number, look: number**2, 5, 2, None))
    [0, 1, 4, 9, 16]
    """
    if threads < 2 or count < 2:
        for number in range(count):
            yield work(number, stage_of(progress, number, count))
            if progress is not None:
                progress((number + 1) / count, 0.0)
        return
    stopped = Event()

    def look(_done: float, _error: float) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt

    with ThreadPoolExecutor(threads, "finaltable-hand") as pool:
        try:
            futures = [pool.submit(work, number, look) for number in range(count)]
            for number, future in enumerate(futures):
                while not wait([future], SECONDS).done:
                    if progress is not None:
                        progress(number / count, 0.0)
                yield future.result()
                if progress is not None:
                    progress((number + 1) / count, 0.0)
        except BaseException:
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
