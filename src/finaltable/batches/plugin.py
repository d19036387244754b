"""What Dask does to the workers of our own cluster when they start."""

from __future__ import annotations

from typing import Any

from distributed import WorkerPlugin

from finaltable.batches.dask_clients import watch_parent


class ParentWatch(WorkerPlugin):
    """Let workers end with the process that started them, also when that was killed."""

    name = "finaltable-parent"

    def setup(self, worker: Any) -> None:  # noqa: ARG002 (Dask passes it)
        """Begin to watch."""
        watch_parent()
