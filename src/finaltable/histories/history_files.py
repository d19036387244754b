"""Sources of hand histories: text, files, folders, archives. Sizes are bounded; a failure does not stop the others."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple

from finaltable.errors import InputError, MissingError
from finaltable.histories.decoding import decoded
from finaltable.histories.history import HistoryProblem
from finaltable.table.file_bytes import MAX_BYTES, check_kind, is_folder, read_bytes
from finaltable.table.folders import files_below, is_hidden

MAX_FILES = 10_000
MAX_RATIO = 200  # unpacked to packed size; text has 5 to 20
RATIO_FROM = 1 << 20  # bytes; smaller files may have any ratio
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError)
LONGEST_PATH = 1_000  # characters; a longer string is a text
MB = 1 << 20


class HistoryFile(NamedTuple):
    """A text and the name of its file."""

    name: str
    text: str


Given = str | bytes | PathLike[str]


def texts(given: Given | Sequence[Given]) -> Iterator[HistoryFile | HistoryProblem]:
    """Yield the texts of all sources, and a problem for each that is not text."""
    rule = "must be a path, a text or bytes, or a list of them"
    if not isinstance(given, str | bytes | PathLike | Iterable):
        raise InputError("files", rule, given, code="wrong_type")
    listed: list[Given] = [given] if isinstance(given, str | bytes | PathLike) else list(given)
    for one in listed:
        if not isinstance(one, str | bytes | PathLike):
            raise InputError("files", rule, one, code="wrong_type")
    if not listed:
        raise MissingError("files", "must be given: files of hands, folders or zip archives")
    for one in listed:
        if isinstance(one, bytes):
            yield from of_bytes(one, "bytes")
        elif isinstance(one, str) and is_text(one):
            yield from of_text(one, "text")
        else:
            yield from of_path(fspath(one))


def is_text(given: str) -> bool:
    """Return whether a string is a text, not a path: it has several lines or is very long."""
    return "\n" in given or "\r" in given or len(given) > LONGEST_PATH


def of_text(text: str, name: str) -> Iterator[HistoryFile | HistoryProblem]:
    """Yield a text, or a problem if it is empty or too long."""
    if len(text) > MAX_BYTES:
        yield HistoryProblem(name, 1, f"the text is not read: it has more than {MAX_BYTES:,} characters")
    elif not text.strip("\ufeff \t\r\n"):
        yield HistoryProblem(name, 1, "the file is empty")
    else:
        yield HistoryFile(name, text.replace("\r\n", "\n").replace("\r", "\n"))


def of_path(path: str) -> Iterator[HistoryFile | HistoryProblem]:
    """Yield the texts of a file or a folder."""
    if path != "-" and is_folder(path):
        yield from of_folder(Path(path))
    else:
        yield from of_bytes(*read_bytes(path, "files"))


def of_folder(folder: Path) -> Iterator[HistoryFile | HistoryProblem]:
    """Yield the texts of all files below a folder, except hidden ones."""
    found = list(files_below(folder))
    if not found:
        yield HistoryProblem(str(folder), 1, "the folder has no files")
    if len(found) > MAX_FILES:
        yield HistoryProblem(str(folder), 1, f"only the first {MAX_FILES:,} files of the folder are read")
    for name, path in found[:MAX_FILES]:
        try:
            check_kind(str(path), "files")
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except (OSError, InputError) as error:
            yield HistoryProblem(name, 1, f"the file cannot be read: {getattr(error, 'strerror', None) or error}")
        else:
            yield from of_bytes(data, name)


def of_bytes(data: bytes, name: str) -> Iterator[HistoryFile | HistoryProblem]:
    """Yield the text of a file, or the texts of an archive."""
    if len(data) > MAX_BYTES:
        yield HistoryProblem(name, 1, f"the file is not read: it is larger than {MAX_BYTES // MB} MB")
    elif is_archive(data):
        yield from of_archive(data, name)
    else:
        text = decoded(data)
        if text is None:
            yield HistoryProblem(name, 1, "the file is not text, but perhaps a picture, a program or a database")
        else:
            yield from of_text(text, name)


def unpacked_size(data: bytes) -> int:
    """Return the size of a file, or the unpacked size that an archive declares; no more than that is read."""
    if not is_archive(data):
        return len(data)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return sum(entry.file_size for entry in archive.infolist())
    except BROKEN:
        return len(data)  # reported when it is read


def is_archive(data: bytes) -> bool:
    """Return whether bytes begin like a zip archive."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def of_archive(data: bytes, name: str) -> Iterator[HistoryFile | HistoryProblem]:
    """Yield the texts of an archive, up to the size limit of one file, whatever size it declares."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = [
                entry
                for entry in archive.infolist()
                if not entry.filename.endswith("/") and not any(map(is_hidden, Path(entry.filename).parts))
            ]
            if len(entries) > MAX_FILES:
                yield HistoryProblem(name, 1, f"only the first {MAX_FILES:,} files of the archive are read")
            left = MAX_BYTES
            for entry in entries[:MAX_FILES]:
                content = unpacked(archive, entry, left)
                if isinstance(content, str):
                    yield HistoryProblem(f"{name}/{entry.filename}", 1, content)
                else:
                    left -= len(content)
                    yield from of_bytes(content, f"{name}/{entry.filename}")
    except BROKEN as error:
        yield HistoryProblem(name, 1, f"the archive is broken: {error}")


def unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes | str:
    """Return the bytes of a file in an archive, or the reason why it is not read."""
    if entry.flag_bits & 1:
        return "the file is not read: it is encrypted"
    if entry.filename.lower().endswith(".zip"):
        return "the file is not read: it is an archive within an archive"
    if entry.file_size > max(RATIO_FROM, MAX_RATIO * entry.compress_size):
        return f"the file is not read: it is compressed by more than a factor of {MAX_RATIO}"
    if entry.compress_type not in PACKED:
        return "the file is not read: use the usual compression (deflate)"
    try:
        with archive.open(entry) as file:
            content = file.read(most + 1)
    except BROKEN as error:
        return f"the file is not read, the archive is broken: {error}"
    if len(content) > most:
        return f"the file is not read: the archive holds more than {MAX_BYTES // MB} MB"
    return content
