"""Read files and standard input up to a size limit, and decode them."""

from __future__ import annotations

import stat
import sys
from typing import TYPE_CHECKING

from finaltable.errors import InputError, MissingError, Verbatim

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 64 * 2**20  # enough for a million players
LONGEST_SHOWN = 36  # characters of a path in an error, to leave room for the reason


def read_bytes(path: str, field: str) -> tuple[bytes, str]:
    """Return the bytes of a file, at most one more than allowed, and its name; "-" is standard input."""
    if path == "-":
        if sys.stdin is None:
            raise MissingError(field, "must be on standard input, which is closed")
        return sys.stdin.buffer.read(MAX_BYTES + 1), "standard input"
    from pathlib import Path

    try:
        check_kind(path, field)
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1), Path(path).name
    except InputError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL character
        raise InputError(field, "must be a file that can be read", reason(path, error), code="file_failed") from None


def reason(path: str, error: OSError | ValueError) -> Verbatim:
    """Return a path, shortened in the middle if long, and the operating system's message."""
    shown = path if len(path) <= LONGEST_SHOWN else f"{path[: LONGEST_SHOWN // 2]}…{path[-LONGEST_SHOWN // 3 :]}"
    message = getattr(error, "strerror", None) or str(error)
    return Verbatim(f"{shown if shown.isprintable() else repr(shown)}: {message}")


def is_folder(path: str | Path) -> bool:
    """Return whether a path is a folder; False for an invalid name."""
    from pathlib import Path

    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def check_kind(path: str, field: str = "file") -> None:
    """Raise for a device, which may never end, and for a named pipe, which may never begin.

    Pipes of a shell's <(…) are allowed: they have a writer, and lie in /dev or /proc.
    """
    from pathlib import Path

    mode = Path(path).stat().st_mode
    fifo = stat.S_ISFIFO(mode) and not path.startswith(("/dev/", "/proc/"))
    if fifo or stat.S_ISCHR(mode) or stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        rule = "must be a file, not a device or a pipe"
        raise InputError(field, rule, path, hint="'-' reads standard input", code="file_failed")


def decode(data: bytes, source: str) -> str:
    """Return the text of a CSV or JSON file, or raise; ``source`` names it in errors."""
    if len(data) > MAX_BYTES:
        raise InputError(source, f"must be at most {MAX_BYTES >> 20} MB", Verbatim("more"), code="too_long")
    if data.startswith(b"PK"):
        found = Verbatim("a spreadsheet or an archive")
        raise InputError(source, "must be CSV or JSON", found, hint="save the spreadsheet as CSV", code="wrong_format")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        rule = "must be text in UTF-8: CSV or JSON"
        hint = "a spreadsheet saves it as 'CSV UTF-8'"
        raise InputError(source, rule, Verbatim("something else"), hint=hint, code="wrong_format")
    return text
