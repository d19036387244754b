"""Files below a folder, in the order of their names."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

HIDDEN = ("__MACOSX", "Thumbs.db", "desktop.ini")  # the operating system made them


def is_hidden(name: str) -> bool:
    """Return whether a file or a folder is hidden."""
    return name.startswith(".") or name in HIDDEN


def files_below(folder: Path, order: Callable[[str], str] = str) -> Iterator[tuple[str, Path]]:
    """Yield the name below a folder and the path of each file, without hidden ones.

    ``order`` gives what names are sorted by within a folder. Links to folders are not followed, and folders that
    cannot be read have no files. Memory holds the names of a folder and of those above it, which may be many: a
    function that calls itself would come to an end.
    """
    waiting = entries(folder, "", order)
    while waiting:
        _, name, path, is_folder = waiting.pop()
        if is_folder:
            waiting += entries(path, f"{name}/", order)
        elif path.is_file():
            yield name, path


def entries(folder: Path, above: str, order: Callable[[str], str]) -> list[tuple[tuple[str, str], str, Path, bool]]:
    """Return the files and folders in a folder, the last one first."""
    try:
        with os.scandir(folder) as found:
            own = [(one.name, one.is_dir(follow_symlinks=False)) for one in found if not is_hidden(one.name)]
    except OSError:  # it vanished, is not ours to read, or its path is too long
        return []
    return sorted(
        (((order(name), name), above + name, folder / name, is_folder) for name, is_folder in own), reverse=True
    )
