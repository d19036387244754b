"""Storage: local files, remote files by fsspec, and a target folder in which files appear complete."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple
from uuid import uuid4

from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.table.file_bytes import is_folder as is_local_folder

SAMPLE = 65_536  # bytes at either end of a file for its fingerprint
HIDDEN = (".", "_")  # prefixes that readers of a folder ignore


class TargetError(Exception):
    """Raised if a part cannot be written: the run stops, and can be resumed once there is room."""


class Mark(NamedTuple):
    """Size and time of change: a cheap sign that a file has changed."""

    bytes: int
    changed: str
    """Time of the last change, or the ETag of an object store."""


def is_remote(address: str) -> bool:
    """Return whether an address needs fsspec."""
    return "://" in address and not address.startswith("file://")


def local_path(address: str) -> Path:
    """Return the path of a local address."""
    return Path(address.removeprefix("file://"))


def filesystem(address: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path in it."""
    try:
        import fsspec
    except ImportError:
        hint = "pip install 'finaltable[cluster]', and the package that fsspec needs for it, like s3fs or gcsfs"
        raise MissingError(address, "needs fsspec", hint=hint, code="unavailable") from None
    try:
        found: tuple[Any, str] = fsspec.core.url_to_fs(address)
    except (ImportError, ValueError) as error:
        rule = "must be one that fsspec can open"
        raise InputError("address", rule, Verbatim(f"{address}: {error}"), code="file_failed") from None
    return found


def open_file(address: str) -> IO[bytes]:
    """Open a file for reading."""
    if not is_remote(address):
        return local_path(address).open("rb")
    system, path = filesystem(address)
    opened: IO[bytes] = system.open(path, "rb")
    return opened


def mark_of(address: str) -> Mark:
    """Return the mark of a file, to detect later changes."""
    if not is_remote(address):
        found = local_path(address).stat()
        return Mark(found.st_size, str(found.st_mtime_ns))
    system, path = filesystem(address)
    return Mark(system.info(path)["size"], system.ukey(path))


def digest_of(address: str, size: int) -> str:
    """Return a digest of both ends of a file; empty for a remote file, which has only a mark."""
    if is_remote(address):
        return ""
    with open_file(address) as file:
        ends = file.read(SAMPLE)
        file.seek(max(0, size - SAMPLE))
        return hashlib.sha256(ends + file.read(SAMPLE)).hexdigest()[:32]


def is_folder(address: str) -> bool:
    """Return whether an address is a folder."""
    if not is_remote(address):
        return is_local_folder(local_path(address))
    system, path = filesystem(address)
    return bool(system.isdir(path))


def files_in(address: str) -> dict[str, str]:
    """Return the addresses of all files in a folder and its subfolders by name, without hidden ones."""
    if is_remote(address):
        system, path = filesystem(address)
        names = [found.removeprefix(path).strip("/") for found in system.find(path)]
    else:
        root = local_path(address)
        names = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
    shown = [name for name in names if not any(step.startswith(HIDDEN) for step in name.split("/"))]
    return {name: f"{address.rstrip('/')}/{name}" for name in sorted(shown)}


class Target:
    """The folder of a run. Files are written atomically: a name exists only with the complete file."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/") or "/"
        self.remote = is_remote(address)

    def address_of(self, name: str) -> str:
        """Return the address of a file in it."""
        return f"{self.address}/{name}"

    def make(self) -> None:
        """Create the folder if it is missing."""
        if self.remote:
            system, path = filesystem(self.address)
            system.makedirs(path, exist_ok=True)
        else:
            local_path(self.address).mkdir(parents=True, exist_ok=True)

    def names(self, below: str = "") -> list[str]:
        """Return the names of all files in it, or in a subfolder."""
        whole = self.address_of(below) if below else self.address
        if not self.remote:
            folder = local_path(whole)
            return sorted(entry.name for entry in os.scandir(folder)) if folder.is_dir() else []
        system, path = filesystem(whole)
        found = system.ls(path, detail=False, refresh=True) if system.isdir(path) else []
        return sorted(entry.rstrip("/").rpartition("/")[2] for entry in found)

    def read(self, name: str) -> bytes | None:
        """Return the content of a file; None if it does not exist."""
        try:
            with open_file(self.address_of(name)) as file:
                return file.read()
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        """Write a small file durably."""
        self.put(name, lambda path: path.write_bytes(data))
        self.settle()

    def put(self, name: str, fill: Callable[[Path], object]) -> None:
        """Let ``fill`` write a temporary file; sync it to the disk, and rename it."""
        try:
            if self.remote:
                self._put_remote(name, fill)
            else:
                self._put_local(local_path(self.address_of(name)), fill)
        except OSError as error:
            raise TargetError(f"{self.address}: {error.strerror or error}") from error

    def _put_local(self, final: Path, fill: Callable[[Path], object]) -> None:
        final.parent.mkdir(exist_ok=True)
        hidden = final.with_name(f".{final.name}.{uuid4().hex}")
        try:
            fill(hidden)
            sync(hidden)
            hidden.replace(final)
        finally:
            hidden.unlink(missing_ok=True)

    def _put_remote(self, name: str, fill: Callable[[Path], object]) -> None:
        # An object appears when its upload is complete; an interrupted upload is never visible.
        system, path = filesystem(self.address_of(name))
        with TemporaryDirectory(prefix="finaltable-") as folder:
            whole = Path(folder) / "whole"
            fill(whole)
            system.put_file(str(whole), path)

    def settle(self) -> None:
        """Sync the names of files to the disk, not only their contents."""
        if not self.remote:
            sync(local_path(self.address))

    def rename(self, name: str, other: str) -> None:
        """Rename a file."""
        if not self.remote:
            local_path(self.address_of(name)).replace(local_path(self.address_of(other)))
            return
        system, path = filesystem(self.address_of(name))
        system.mv(path, path.removesuffix(name) + other)

    def remove(self, name: str) -> None:
        """Remove a file, if it exists."""
        if not self.remote:
            local_path(self.address_of(name)).unlink(missing_ok=True)
            return
        system, path = filesystem(self.address_of(name))
        if system.exists(path):
            system.rm_file(path)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder against other runs. The system releases the lock however this process ends.

        An object store has no such lock; there, two runs with the same options do the same work twice.
        """
        if self.remote:
            yield
            return
        lock = os.open(local_path(self.address_of(".lock")), os.O_CREAT | os.O_RDWR, 0o644)
        try:
            lock_file(lock, self.address)
            yield
        finally:
            os.close(lock)


def lock_file(lock: int, address: str) -> None:
    """Lock a file, or raise if another run holds the lock."""
    try:
        import fcntl
    except ImportError:
        rule = "needs Linux or macOS: Windows locks files in another way"
        raise MissingError("batch", rule, code="unavailable") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        rule = "must not be in use: another run is writing there"
        raise InputError("target", rule, address, code="file_failed") from None


def sync(path: Path) -> None:
    """Sync a file, or the names in a folder, to the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
