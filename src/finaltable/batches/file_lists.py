"""Whole files as parts: many small files, listed folder by folder into a plan that workers read line by line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any, NamedTuple

from finaltable.batches.job import BatchPart
from finaltable.batches.source_files import KEPT, remove_copies
from finaltable.batches.storage import Mark, Target, filesystem, is_folder, is_remote, local_path, mark_of, open_file
from finaltable.errors import InputError
from finaltable.table.file_bytes import reason
from finaltable.table.folders import files_below, is_hidden

PART_BYTES = 512 << 10  # a few hundred hands: a process is seldom idle at the end
PART_FILES = 500
BEFORE, AFTER = ("HH", "TS"), ("_summary",)
"""Words that rooms put before and after the name of a tournament's hands or its summary."""


class ListedFile(NamedTuple):
    """A file of a part."""

    name: str
    address: str
    mark: Mark


class FilePlan(NamedTuple):
    """Parts of whole files, and what identifies the files."""

    parts: list[BatchPart]
    fingerprint: dict[str, Any]


def plan_files(given: object, target: Target) -> FilePlan:
    """List all files into a plan in the target, a line for each part; memory holds one folder's names and the parts."""
    sources = check_sources(given)
    digest = hashlib.sha256()
    parts: list[tuple[int, int, int, str]] = []
    count = 0

    def fill(path: Path) -> None:
        nonlocal count
        with path.open("wb") as file:
            for some in parts_of(walk_all(sources)):
                start = file.tell()
                line = json.dumps(some).encode() + b"\n"
                digest.update(line)
                file.write(line)
                parts.append((start, file.tell(), sum(one.mark.bytes for one in some), some[0].name))
                count += len(some)

    target.put(f"{KEPT}new", fill)
    name = f"{KEPT}plan-{digest.hexdigest()[:32]}.jsonl"
    target.rename(f"{KEPT}new", name)
    address = target.address_of(name)
    remove_copies(target, but=address)
    if not count:
        raise InputError("source", "must hold files", ", ".join(sources), code="too_few")
    mark = mark_of(address)
    made = [
        BatchPart(number, address, first, mark, start, stop, max(1, weight))
        for number, (start, stop, weight, first) in enumerate(parts)
    ]
    return FilePlan(made, {"name": ", ".join(sources), "files": count, "digest": digest.hexdigest()})


def check_sources(given: object) -> list[str]:
    """Return the addresses of files and folders, or raise."""
    addresses = [given] if isinstance(given, str | PathLike) else given
    if not isinstance(addresses, Sequence) or not addresses:
        raise InputError("source", "must be a file, a folder, or a list of them", given, code="wrong_type")
    for one in addresses:
        if not isinstance(one, str | PathLike) or not fspath(one) or fspath(one) == "-":
            raise InputError("source", "must be the name of a file or a folder", one, code="file_failed")
    return [str(fspath(one)) for one in addresses]


def walk_all(sources: Iterable[str]) -> Iterator[ListedFile]:
    """Yield the files of all sources, those of a folder in the order of `walk`."""
    for address in sources:
        if is_folder(address):
            yield from walk_remote(address) if is_remote(address) else walk(local_path(address))
            continue
        try:
            yield ListedFile(address.rpartition("/")[2], address, mark_of(address))
        except (OSError, ValueError) as error:
            rule = "must be a file or a folder that can be read"
            raise InputError("source", rule, reason(address, error), code="file_failed") from None


def walk(folder: Path) -> Iterator[ListedFile]:
    """Yield the files of a folder and its subfolders; a tournament's hands and its summary come one after the other."""
    for name, path in files_below(folder, stem):
        try:
            found = path.stat()
        except OSError:
            continue
        yield ListedFile(name, str(path), Mark(found.st_size, str(found.st_mtime_ns)))


def walk_remote(address: str) -> Iterator[ListedFile]:
    """Yield the files of a remote folder by name."""
    system, path = filesystem(address)
    found = system.find(path, detail=True)
    for whole in sorted(found, key=lambda name: (*map(stem, name.split("/")), name)):
        name = whole.removeprefix(path).strip("/")
        if not any(map(is_hidden, name.split("/"))):
            own = f"{address.rstrip('/')}/{name}"
            yield ListedFile(name, own, Mark(found[whole]["size"], system.ukey(whole)))


def stem(name: str) -> str:
    """Return the part of a name that a tournament's hands and its summary share.

    >>> stem("HH20161113 T1716600424.txt") == stem("TS20161113 T1716600424.txt")
    True
    """
    bare = name.rpartition(".")[0] or name
    for word in AFTER:
        bare = bare.removesuffix(word)
    return bare[2:] if bare.startswith(BEFORE) else bare


def family(name: str) -> tuple[str, str]:
    """Return the folder of a file, and the stem of its name."""
    folder, _, own = name.rpartition("/")
    return folder, stem(own)


def parts_of(files: Iterable[ListedFile]) -> Iterator[list[ListedFile]]:
    """Yield the files of each part; files with one stem stay together."""
    some: list[ListedFile] = []
    size = 0
    for file in files:
        full = size + file.mark.bytes > PART_BYTES or len(some) >= PART_FILES
        if some and full and family(file.name) != family(some[-1].name):
            yield some
            some, size = [], 0
        some.append(file)
        size += file.mark.bytes
    if some:
        yield some


def files_of(part: BatchPart) -> list[ListedFile]:
    """Return the files of a part from the plan."""
    with open_file(part.address) as plan:
        plan.seek(part.start)
        line = plan.read(part.stop - part.start)
    return [ListedFile(name, address, Mark(*mark)) for name, address, mark in json.loads(line)]


def open_listed(file: ListedFile, most: int) -> bytes | str:
    """Return the bytes of a file, at most one more than ``most``; or the reason why it cannot be read."""
    opened: IO[bytes]
    try:
        with open_file(file.address) as opened:
            data = opened.read(most + 1)
        if mark_of(file.address) != file.mark:
            return "the file has changed during the run"
    except OSError as error:
        return f"the file cannot be read: {error.strerror or error}"
    return data
