"""`batch`: values of all tables in files, written to a folder of Parquet parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from finaltable.errors import InputError, MissingError
from finaltable.models import Choice, find_models
from finaltable.table.file_bytes import reason
from finaltable.table.options import Pace, check_threads, check_tolerance

if TYPE_CHECKING:
    from finaltable.batches.summary import BatchSummary

Where: TypeAlias = "str | PathLike[str]"


def batch(
    source: Where | Sequence[Where],
    target: Where,
    *,
    models: Sequence[Choice] = ("icm", "dcm"),
    tolerance: float = 1e-6,
    client: Any = None,
    threads: int | None = None,
    progress: Callable[[Pace], None] | None = None,
) -> BatchSummary:
    r"""Value all tables of a source, and write them with a column per model into a folder.

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
        A Parquet, CSV or JSON lines file, a folder of such files, or several; "-" is standard input. Columns ``stacks``
        and ``payouts`` hold lists; all other columns are copied.
    target
        A folder. Every row group becomes a part. A run that was interrupted is resumed; a folder with other files is
        refused.
    models
        Names of models, or mixtures; each becomes a column.
    tolerance
        Maximum error, as a fraction of each prize pool.
    client
        A Dask client: its workers value and write the parts; all of them must reach the addresses of source and target.
    threads
        Number of threads without a client, by default one per core.
    progress
        Called regularly with a `Pace`; it may raise to stop the work.
    """
    names = [model.name for model in find_models(models)]
    options = {"models": names, "tolerance": check_tolerance(tolerance)}
    at_once = check_threads(threads)
    folder = check_target(target)
    try:
        from finaltable.batches.resume import run
    except ImportError as missing:
        hint = f"pip install 'finaltable[frames]'; {missing}"
        raise MissingError("batch", "needs the extra frames", hint=hint, code="unavailable") from None
    return run(source, folder, options, client, at_once, progress)


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
