"""Where files lie: on this machine, or anywhere that fsspec knows; and a folder that parts are put into, whole."""

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

SAMPLE = 65_536  # bytes at either end of a file that go into its fingerprint
HIDDEN = (".", "_")  # readers of a folder pass over what begins so


class TargetError(Exception):
    """A part cannot be written: the run stops, and can go on once there is room."""


class Mark(NamedTuple):
    """What shows that a file has changed, at the cost of a look."""

    bytes: int
    changed: str
    """When it was last written, or what a store of objects says instead."""


def is_remote(address: str) -> bool:
    """Tell whether an address is one for fsspec."""
    return "://" in address and not address.startswith("file://")


def local_path(address: str) -> Path:
    """Return the path that an address of this machine stands for."""
    return Path(address.removeprefix("file://"))


def filesystem(address: str) -> tuple[Any, str]:
    """Return what opens an address, and the path that it has there."""
    try:
        import fsspec
    except ImportError:
        hint = "pip install 'finaltable[cluster]', and what fsspec asks for beside it, like s3fs or gcsfs"
        raise MissingError(address, "needs fsspec", hint=hint, code="unavailable") from None
    try:
        found: tuple[Any, str] = fsspec.core.url_to_fs(address)
    except (ImportError, ValueError) as error:
        rule = "must be one that fsspec can open"
        raise InputError("address", rule, Verbatim(f"{address}: {error}"), code="file_failed") from None
    return found


def open_file(address: str) -> IO[bytes]:
    """Open a file to read."""
    if not is_remote(address):
        return local_path(address).open("rb")
    system, path = filesystem(address)
    opened: IO[bytes] = system.open(path, "rb")
    return opened


def mark_of(address: str) -> Mark:
    """Return what shows later that a file has changed."""
    if not is_remote(address):
        found = local_path(address).stat()
        return Mark(found.st_size, str(found.st_mtime_ns))
    system, path = filesystem(address)
    return Mark(system.info(path)["size"], system.ukey(path))


def digest_of(address: str, size: int) -> str:
    """Return a digest of both ends of a file; for a remote file its mark has to do."""
    if is_remote(address):
        return ""
    with open_file(address) as file:
        ends = file.read(SAMPLE)
        file.seek(max(0, size - SAMPLE))
        return hashlib.sha256(ends + file.read(SAMPLE)).hexdigest()[:32]


def is_folder(address: str) -> bool:
    """Tell whether an address is a folder."""
    if not is_remote(address):
        return is_local_folder(local_path(address))
    system, path = filesystem(address)
    return bool(system.isdir(path))


def files_in(address: str) -> dict[str, str]:
    """Return the addresses of all files in a folder and below it by name, without those that readers pass over."""
    if is_remote(address):
        system, path = filesystem(address)
        names = [found.removeprefix(path).strip("/") for found in system.find(path)]
    else:
        root = local_path(address)
        names = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
    shown = [name for name in names if not any(step.startswith(HIDDEN) for step in name.split("/"))]
    return {name: f"{address.rstrip('/')}/{name}" for name in sorted(shown)}


class Target:
    """The folder of a run. A file appears in it when it is whole, and under its name only then."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/") or "/"
        self.remote = is_remote(address)

    def address_of(self, name: str) -> str:
        """Return the address of a file in it."""
        return f"{self.address}/{name}"

    def make(self) -> None:
        """Make the folder where it is missing."""
        if self.remote:
            system, path = filesystem(self.address)
            system.makedirs(path, exist_ok=True)
        else:
            local_path(self.address).mkdir(parents=True, exist_ok=True)

    def names(self, below: str = "") -> list[str]:
        """Return the names of all files in it, or in a folder below it."""
        whole = self.address_of(below) if below else self.address
        if not self.remote:
            folder = local_path(whole)
            return sorted(entry.name for entry in os.scandir(folder)) if folder.is_dir() else []
        system, path = filesystem(whole)
        found = system.ls(path, detail=False, refresh=True) if system.isdir(path) else []
        return sorted(entry.rstrip("/").rpartition("/")[2] for entry in found)

    def read(self, name: str) -> bytes | None:
        """Return what a file holds; None if it is not there."""
        try:
            with open_file(self.address_of(name)) as file:
                return file.read()
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        """Put a small file there, safe from a loss of power."""
        self.put(name, lambda path: path.write_bytes(data))
        self.settle()

    def put(self, name: str, fill: Callable[[Path], object]) -> None:
        """Let ``fill`` write a file; once it is whole and on the disk, give it its name."""
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
        # An object appears when all of it has arrived; what breaks off before is never seen.
        system, path = filesystem(self.address_of(name))
        with TemporaryDirectory(prefix="finaltable-") as folder:
            whole = Path(folder) / "whole"
            fill(whole)
            system.put_file(str(whole), path)

    def settle(self) -> None:
        """Make sure that the names of files are on the disk, not only what is in them."""
        if not self.remote:
            sync(local_path(self.address))

    def rename(self, name: str, other: str) -> None:
        """Give a file another name."""
        if not self.remote:
            local_path(self.address_of(name)).replace(local_path(self.address_of(other)))
            return
        system, path = filesystem(self.address_of(name))
        system.mv(path, path.removesuffix(name) + other)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        if not self.remote:
            local_path(self.address_of(name)).unlink(missing_ok=True)
            return
        system, path = filesystem(self.address_of(name))
        if system.exists(path):
            system.rm_file(path)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the folder against other runs. The system lets go of it whatever way this process ends.

        A store of objects has no such lock; there two runs with the same options do the same work twice.
        """
        if self.remote:
            yield
            return
        lock = os.open(local_path(self.address_of(".lock")), os.O_CREAT | os.O_RDWR, 0o644)
        try:
            take(lock, self.address)
            yield
        finally:
            os.close(lock)


def take(lock: int, address: str) -> None:
    """Lock a file, or raise where another run has it."""
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
    """Wait until a file, or the names in a folder, are on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
