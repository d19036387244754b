"""`batch`: one question for all tables, spots or hands in files, answered in a folder of Parquet parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from finaltable.batches.work import KINDS
from finaltable.errors import InputError, MissingError, check_choice
from finaltable.models import Choice
from finaltable.table.file_bytes import reason
from finaltable.table.options import Pace, check_threads

if TYPE_CHECKING:
    from finaltable.batches.summary import BatchSummary

Where: TypeAlias = "str | PathLike[str]"


def batch(
    source: Where | Sequence[Where],
    target: Where,
    *,
    ask: str = "equity",
    models: Sequence[Choice] | None = None,
    tolerance: float | None = None,
    client: Any = None,
    threads: int | None = None,
    progress: Callable[[Pace], None] | None = None,
    **options: Any,
) -> BatchSummary:
    r"""Answer one question for all tables, spots or hands of a source, and write the answers into a folder.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "tables.csv"
    ...     _ = file.write_text("id,stacks,payouts\n17,1000 500 100,100 50\n18,1000 -5,100\n")
    ...     done = batch(file, Path(folder) / "out")
    >>> done.tables, done.problems, done.first_problems[0].problem
    (2, 1, 'stacks[1] must not be negative, got -5.0')

    Parameters
    ----------
    source
        A Parquet, CSV or JSON lines file, a folder of such files, or several; "-" is standard input. Hands: files of
        poker rooms, or folders of them.
    target
        A folder. Rows are written in parts. A run that was interrupted is resumed; a folder with other files is
        refused.
    ask
        "equity": columns ``stacks`` and ``payouts`` hold lists, all other columns are copied, and each model adds a
        column. "nash": a row is a spot with the arguments of `nash` as columns, and the column ``nodes`` has its
        charts. "review": a row of the result is a decision before the flop, as in `review`.
    models
        Names of models, or mixtures. Default: icm and dcm; icm for "nash"; icm, sem and dcm for "review".
    tolerance
        Maximum error, as a fraction of each prize pool. Default: 1e-6; 1e-5 for "nash".
    client
        A Dask client: its workers value and write the parts; all of them must reach the addresses of source and target.
    threads
        Number of threads without a client, by default one per core.
    progress
        Called regularly with a `Pace`; it may raise to stop the work.
    **options
        Of `review` for hands; of `nash` for all spots whose row does not say otherwise.
    """
    known = check_choice("ask", ask, KINDS)
    at_once = check_threads(threads)
    folder = check_target(target)
    wanted = {"models": models, "tolerance": tolerance, **options}
    try:
        from finaltable.batches.resume import run

        work = import_module(KINDS[known]).work_of({name: value for name, value in wanted.items() if value is not None})
    except ImportError as missing:
        hint = f"pip install 'finaltable[frames]'; {missing}"
        asked = "output" if known == "review" else "batch"  # a review without one needs no extra
        raise MissingError(asked, "needs the extra frames", hint=hint, code="unavailable") from None
    return run(source, folder, work, client, at_once, progress)


def check_target(target: object) -> str:
    """Return the address of a folder, or raise."""
    if not isinstance(target, str | PathLike) or not fspath(target):
        raise InputError("target", "must be the name of a folder", target, code="file_failed")
    address = str(fspath(target))
    try:
        Path(address).exists()
        if "\0" in address:
            raise ValueError("embedded null byte")
    except (OSError, ValueError) as error:
        raise InputError("target", "must be the name of a folder", reason(address, error), code="file_failed") from None
    return address
