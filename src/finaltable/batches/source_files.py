"""Find the source files and their fingerprints: a file, a folder, several, or standard input."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from os import PathLike, fspath
from pathlib import Path
from typing import IO

from finaltable.batches.manifest import SourceFile
from finaltable.batches.storage import Target, digest_of, files_in, is_folder, is_remote, local_path, mark_of
from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.table.file_bytes import reason

KINDS = {".parquet": "parquet", ".pq": "parquet", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
STANDARD_INPUT = "-"
KEPT = ".input-"
"""Prefix of the copy of standard input in the target."""
BLOCK = 1 << 20


def find_sources(given: object) -> list[SourceFile]:
    """Return the files of a source: a file, a folder, or several of them."""
    addresses = [given] if isinstance(given, str | PathLike) else given
    if not isinstance(addresses, Sequence) or not addresses:
        raise InputError("source", "must be a file, a folder, or a list of them", given, code="wrong_type")
    files: dict[str, str] = {}
    seen: set[str] = set()
    for address in addresses:
        if not isinstance(address, str | PathLike) or not fspath(address):
            raise InputError("source", "must be the name of a file or a folder", address, code="file_failed")
        for name, found in files_at(fspath(address)).items():
            if found in seen:
                raise InputError("source", "must name every file once", found, code="duplicate")
            seen.add(found)
            files[found if name in files else name] = found
    return [source_at(name, address) for name, address in files.items()]


def files_at(address: str) -> dict[str, str]:
    """Return the files at an address, by name."""
    if not is_folder(address):
        return {address.rstrip("/").rpartition("/")[2]: address}
    found = files_in(address)
    for name in found:
        if "=" in name.rpartition("/")[0]:
            rule = "must not be a folder whose names hold values"
            raise InputError("source", rule, name, hint="write them into the files as columns", code="conflict")
    return found


def source_at(name: str, address: str) -> SourceFile:
    """Return a file with its fingerprint, or raise if it cannot be read."""
    try:
        if not is_remote(address) and not local_path(address).is_file() and mark_of(address):
            # Parts are read by seeking, which needs a regular file; a pipe might also block for ever.
            rule = "must be a file, not a device or a pipe"
            raise InputError("source", rule, address, hint="'-' reads standard input", code="file_failed")
        mark = mark_of(address)
        return SourceFile(name, address, mark, digest_of(address, mark.bytes))
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError("source", "must be a file that can be read", reason(name, error), code="file_failed") from None


def kind_of(sources: Sequence[SourceFile]) -> str:
    """Return the kind of all files, or raise."""
    kinds: dict[str, str] = {}
    for source in sources:
        ending = f".{source.address.rpartition('.')[2].lower()}"
        if ending not in KINDS:
            rule = f"must have files that end in {', '.join(KINDS)}"
            raise InputError("source", rule, source.name, code="unknown_choice")
        kinds.setdefault(KINDS[ending], source.name)
    if len(kinds) > 1:
        rule = "must have files of one kind"
        raise InputError("source", rule, Verbatim(" and ".join(kinds.values())), code="wrong_format")
    return next(iter(kinds), "parquet")


def copy_standard_input(target: Target) -> SourceFile:
    """Copy standard input into the target, so that parts can seek in it; return the copy."""
    if sys.stdin is None:
        raise MissingError("source", "must be on standard input, which is closed")
    digest, opening = hashlib.sha256(), bytearray()

    def copy(path: Path) -> None:
        with path.open("wb") as file:
            for block in blocks_of(sys.stdin.buffer):
                digest.update(block)
                opening.extend(block[: 100 - len(opening)])
                file.write(block)

    target.put(f"{KEPT}new", copy)
    name = f"{KEPT}{digest.hexdigest()[:32]}.{kind_by(bytes(opening))}"
    target.rename(f"{KEPT}new", name)
    address = target.address_of(name)
    return SourceFile("standard input", address, mark_of(address), digest.hexdigest(), lasting=False)


def blocks_of(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the content of a stream in blocks."""
    return iter(lambda: stream.read(BLOCK), b"")


def kind_by(opening: bytes) -> str:
    """Guess the kind of a file from its first bytes."""
    if opening.startswith(b"PAR1"):
        return "parquet"
    return "jsonl" if opening.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{") else "csv"


def remove_copies(target: Target, but: str = "") -> None:
    """Remove copies of standard input."""
    for name in target.names():
        if name.startswith(KEPT) and target.address_of(name) != but:
            with suppress(OSError):
                target.remove(name)
