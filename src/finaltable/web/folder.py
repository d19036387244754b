"""A folder that the person who started the program allows to be read and written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from finaltable.errors import InputError, MissingError
from finaltable.table.file_bytes import reason

MOST_FILES = 200  # names in a list
MOST_BYTES = 1_048_576


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
        """Return the names of the files."""
        return sorted(file.name for file in self.path.iterdir() if file.is_file())[:MOST_FILES]

    def find(self, name: Any, field: str) -> Path:
        """Return the path of a file that exists or can be written, or raise."""
        if not isinstance(name, str) or not name or name != Path(name).name or not name.isprintable():
            raise InputError(field, "must be the name of a file in the allowed folder", name, code="wrong_format")
        path = (self.path / name).resolve()
        if path.parent != self.path or name.startswith("."):
            raise InputError(field, "must be a file in the allowed folder", name, code="file_failed")
        return path

    def read(self, name: Any, field: str) -> dict[str, str]:
        """Return a file as the API takes it, or raise."""
        path = self.find(name, field)
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            rule = "must be a file that can be read"
            raise InputError(field, rule, reason(str(name), error), code="file_failed") from None
        if len(data) > MOST_BYTES:
            raise InputError(field, f"must be at most {MOST_BYTES >> 20} MB", name, code="too_long")
        from base64 import b64encode

        return {"name": name, "base64": b64encode(data).decode()}


def no_folder(field: str) -> MissingError:
    """Return the error where no folder is allowed."""
    return MissingError(field, "needs a folder, which the person who started finaltable mcp has not allowed")
