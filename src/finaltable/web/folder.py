"""A folder that the person who started the program allows to be read and written."""

from __future__ import annotations

import os
import stat
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from finaltable.errors import InputError, Verbatim
from finaltable.table.file_bytes import reason

MOST_FILES = 200  # names in a list
MOST_BYTES = 8_388_608
NO_WAIT, NO_LINK, BINARY = (getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_BINARY"))


class AllowedFolder:
    """Files directly inside one folder; links that lead outside are refused."""

    def __init__(self, path: str) -> None:
        try:
            self.path = Path(path).resolve(strict=True)
        except (OSError, ValueError) as error:
            raise InputError("folder", "must be a folder", reason(path, error), code="file_failed") from None
        if not self.path.is_dir():
            raise InputError("folder", "must be a folder", path, code="file_failed")

    def names(self) -> list[str]:
        """Return the names of the files that may be read."""
        return sorted(file.name for file in self.path.iterdir() if self.is_allowed(file))[:MOST_FILES]

    def is_allowed(self, file: Path) -> bool:
        """Return whether a file of the folder may be read."""
        try:
            return self.find(file.name, "file").is_file()
        except InputError:
            return False

    def find(self, name: Any, field: str) -> Path:
        """Return the path of a file that exists or can be written, or raise."""
        if not isinstance(name, str) or not name or name != Path(name).name or not name.isprintable():
            raise InputError(field, "must be the name of a file in the allowed folder", name, code="wrong_format")
        try:
            path = (self.path / name).resolve()
        except (OSError, RuntimeError):  # a link that leads to itself
            path = Path()
        if path.parent != self.path or name.startswith("."):
            raise InputError(field, "must be a file in the allowed folder", name, code="file_failed")
        return path

    @contextmanager
    def named(self, name: str, field: str) -> Iterator[None]:
        """Raise errors about a file with its name only: the path of the folder is not for clients."""
        try:
            yield
        except InputError as error:
            found = Verbatim(str(error.value).replace(str(self.path / name), name))
            raise InputError(field, error.rule, found, hint=error.hint, code=error.code) from None

    def read_all(self, names: Any, field: str) -> list[dict[str, str]]:
        """Return some files as the API takes them, or raise."""
        if not isinstance(names, list):
            raise InputError(field, "must be a list of names", names, code="wrong_type")
        found, left = [], MOST_BYTES
        for i, name in enumerate(names):
            data = self.read(name, f"{field}[{i}]", left)
            left -= len(data)
            found.append({"name": name, "base64": b64encode(data).decode()})
        return found

    def read(self, name: Any, field: str, most: int = MOST_BYTES) -> bytes:
        """Return the bytes of a file, or raise."""
        path = self.find(name, field)
        rule = "must be a file that can be read"
        try:
            # Not blocked by a pipe without a writer, and not led outside by a link that was made just now.
            with os.fdopen(os.open(path, os.O_RDONLY | NO_WAIT | NO_LINK | BINARY), "rb") as file:
                regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
                data = file.read(most + 1) if regular else b""
        except OSError as error:
            raise InputError(field, rule, reason(str(name), error), code="file_failed") from None
        if not regular:
            raise InputError(field, f"{rule}, not a device or a pipe", name, code="file_failed")
        if len(data) > most:
            raise InputError(field, f"must be at most {MOST_BYTES >> 20} MB, all files together", name, code="too_long")
        return data
