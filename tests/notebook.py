"""Run the notebook of the documentation and save its outputs (``make notebook``)."""

from __future__ import annotations

import asyncio
import sys
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent.parent / "docs" / "paper.ipynb"


def read(path: Path = NOTEBOOK) -> Any:
    """Return the saved notebook."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def run() -> Any:
    """Return the notebook with new outputs."""
    notebook = read()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    with TemporaryDirectory() as sockets, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the kernel, about its event loop
        manager = AsyncKernelManager(kernel_name="python3", transport="ipc", ip=f"{sockets}/kernel")
        client = NotebookClient(notebook, manager, timeout=120, record_timing=False, coalesce_streams=True)
        asyncio.run(client.async_execute())
    notebook.metadata = read().metadata  # without the versions of this machine
    return notebook


if __name__ == "__main__":
    nbformat.write(run(), sys.argv[1] if len(sys.argv) > 1 else NOTEBOOK)  # type: ignore[no-untyped-call]
