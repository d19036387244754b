"""Answers in files: a line that names the format, a line of JSON, and compressed arrays.

From the JSON follow the sizes of all arrays; it also has a checksum. So a reader knows how much memory it needs before
it unpacks, and nothing in a file is run.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from finaltable.errors import InputError, Verbatim
from finaltable.table.file_bytes import check_kind, reason
from finaltable.table.numbers import Number, check_number, exact_value

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_BYTES = 256 * 2**20
FRACTION = re.compile("[0-9]+(/[0-9]+)?")
Shape = tuple[tuple[int, ...], str]  # and the type of the numbers: "<f8"


class Format(NamedTuple):
    """A kind of file."""

    magic: bytes
    """Its first line."""
    what: str
    """The content in words, for errors: "a tournament"."""
    kinds: Mapping[str, type | tuple[type, ...]]
    """Names in the JSON, with the types of their values."""
    most_header: int = 10_000
    """Most bytes of the JSON."""

    def pack(self, header: Mapping[str, object], arrays: Iterable[tuple[NDArray[Any], Shape]]) -> bytes:
        """Return the content of a file."""
        data = b"".join(np.ascontiguousarray(array, dtype=kind).tobytes() for array, (_, kind) in arrays)
        line = json.dumps({**header, "sha256": hashlib.sha256(data).hexdigest()}, allow_nan=False)
        return self.magic + line.encode() + b"\n" + zlib.compress(data, 6)

    def read(self, path: str | PathLike[str]) -> tuple[dict[str, Any], bytes]:
        """Return the JSON of a file, with values of the right types, and its packed arrays; or raise."""
        try:
            check_kind(str(path), "path")
            with Path(path).open("rb") as file:
                magic, line = file.readline(len(self.magic)), file.readline(self.most_header + 1)
                rest = file.read(MOST_BYTES + 1)
        except (OSError, ValueError) as error:
            rule = "must be a file that can be read"
            raise InputError("path", rule, reason(str(path), error), code="file_failed") from None
        if magic != self.magic:
            raise self.wrong(path, f"it does not begin as {self.what} of this version does")
        return self.read_header(path, line), rest

    def read_header(self, path: str | PathLike[str], line: bytes) -> dict[str, Any]:
        """Return the JSON, with values of the right types, or raise."""
        try:
            header = json.loads(line) if line.endswith(b"\n") else None
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict) or set(header) != {"sha256", *self.kinds}:
            raise self.wrong(path, "its header is damaged")
        for name, kind in (*self.kinds.items(), ("sha256", str)):
            if type(header[name]) not in (kind if isinstance(kind, tuple) else (kind,)):
                raise self.wrong(path, "its header is damaged")
        return header

    def unpack(
        self, path: str | PathLike[str], rest: bytes, checksum: str, shapes: Sequence[Shape]
    ) -> list[NDArray[Any]]:
        """Return the arrays of a file, or raise."""
        size = sum(length(shape) * int(kind[-1]) for shape, kind in shapes)
        unpacking = zlib.decompressobj()
        try:
            data = unpacking.decompress(rest, size + 1) if size <= MOST_BYTES else b""
        except zlib.error:
            data = b""
        whole = len(data) == size and unpacking.eof and not unpacking.unused_data
        if not whole or hashlib.sha256(data).hexdigest() != checksum:
            raise self.wrong(path, "its numbers are damaged or cut off")
        found, place = [], 0
        for shape, kind in shapes:
            found.append(np.frombuffer(data, kind, length(shape), place).reshape(shape).astype(kind[1:]))
            place += length(shape) * int(kind[-1])
        return found

    def wrong(self, path: str | PathLike[str], why: str) -> InputError:
        """Return the error for a file of another kind, or a damaged one."""
        found = Verbatim(f"{Path(path).name[:60]!r}: {why}")
        return InputError("path", f"must be a file of {self.what}", found, code="wrong_format")


def write_bytes(path: str | PathLike[str], content: bytes) -> None:
    """Write a file, which appears only when it is complete."""
    target = Path(path)
    draft = target.with_name(f"{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with draft.open("xb") as file:
            file.write(content)
        draft.replace(target)
    except (OSError, ValueError) as error:
        rule = "must be a file that can be written"
        raise InputError("path", rule, reason(str(path), error), code="file_failed") from None
    finally:
        with suppress(OSError, ValueError):
            draft.unlink(missing_ok=True)


def length(shape: tuple[int, ...]) -> int:
    """Return the number of items of an array."""
    return int(np.prod(shape, dtype=np.int64))


def written(value: Number) -> int | float | str:
    """Return a number for JSON; a fraction is a text."""
    return str(value) if isinstance(value, Fraction) else value


def number(value: object) -> Number:
    """Return a number of the JSON, or raise; a text is a fraction."""
    if isinstance(value, str):  # no exponent, which could mean millions of digits
        value = exact_value(Fraction(value)) if len(value) < 100 and FRACTION.fullmatch(value) else value
    return check_number(value, "number")
