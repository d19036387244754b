"""Dask plugin for the workers of a local cluster."""

from __future__ import annotations

from typing import Any

from distributed import WorkerPlugin

from finaltable.batches.dask_clients import watch_parent


class ParentWatch(WorkerPlugin):
    """End workers with the process that started them, even if it was killed."""

    name = "finaltable-parent"

    def setup(self, worker: Any) -> None:  # noqa: ARG002 (Dask passes it)
        """Start the watch."""
        watch_parent()
