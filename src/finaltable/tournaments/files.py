"""Tournaments in files: a line that names the format, a line of JSON, and compressed arrays.

The JSON has the rules, from which the sizes of all arrays follow, and a checksum. So a reader knows how much memory it
needs before it unpacks, and nothing in a file is run.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.cards.hand import CLASSES
from finaltable.equilibrium.nodes import nodes_of
from finaltable.errors import InputError, Verbatim
from finaltable.table.file_bytes import check_kind, reason
from finaltable.table.table import Number, exact_value
from finaltable.tournaments.grid import count_states
from finaltable.tournaments.rules import FEWEST, Rules, check_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.tournaments.tournament import Tournament

MAGIC = b"finaltable tournament 1\n"
MOST_HEADER = 10_000  # bytes
MOST_BYTES = 256 * 2**20
KINDS = {"tolerance": float, "residual": float, "rounds": int, "reached": bool, "interrupted": bool}


def packed(found: Tournament) -> bytes:
    """Return a tournament as the content of a file."""
    rules = found.rules
    data = b"".join(
        np.ascontiguousarray(array, dtype=kind).tobytes()
        for players in sorted(found.values)
        for array, (_, kind) in zip(
            (found.values[players], found.deviations[players], found.profiles[players]),
            shapes_of(rules, players),
            strict=True,
        )
    )
    header = {
        "payouts": [written(payout) for payout in rules.payouts],
        "players": rules.players,
        "chips": written(rules.chips),
        "step": written(rules.step),
        "posted": [written(amount) for amount in rules.forced],
        **{name: getattr(found, name) for name in KINDS},
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    return MAGIC + json.dumps(header).encode() + b"\n" + zlib.compress(data, 6)


def save(found: Tournament, path: str | PathLike[str]) -> None:
    """Write a tournament to a file, which appears only when it is complete."""
    target = Path(path)
    draft = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(packed(found))
        draft.replace(target)
    except (OSError, ValueError) as error:
        rule = "must be a file that can be written"
        raise InputError("path", rule, reason(str(path), error), code="file_failed") from None
    finally:
        draft.unlink(missing_ok=True)


def read(path: str | PathLike[str]) -> Tournament:
    """Read a tournament, or raise; values and strategies are checked."""
    from finaltable.tournaments.tournament import Tournament

    try:
        check_kind(str(path), "path")
        with Path(path).open("rb") as file:
            magic, line, rest = file.readline(len(MAGIC)), file.readline(MOST_HEADER + 1), file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        rule = "must be a file that can be read"
        raise InputError("path", rule, reason(str(path), error), code="file_failed") from None
    if magic != MAGIC:
        raise wrong(path, "it does not begin as a tournament of this version does")
    header = read_header(path, line)
    rules = rules_of(path, header)
    arrays = unpacked(path, rules, rest, header["sha256"])
    counts = range(FEWEST, rules.players + 1)
    values, deviations, profiles = (
        {count: part[i] for count, part in zip(counts, arrays, strict=True)} for i in range(3)
    )
    return Tournament(rules, values=values, deviations=deviations, profiles=profiles, **{k: header[k] for k in KINDS})


def wrong(path: str | PathLike[str], why: str) -> InputError:
    """Return the error for a file that is not a tournament."""
    return InputError(
        "path", "must be a file of a tournament", Verbatim(f"{Path(path).name[:60]!r}: {why}"), code="wrong_format"
    )


def read_header(path: str | PathLike[str], line: bytes) -> dict[str, Any]:
    """Return the line of JSON, with values of the right types, or raise."""
    try:
        header = json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        header = None
    names = {"payouts", "players", "chips", "step", "posted", "sha256", *KINDS}
    if not isinstance(header, dict) or set(header) != names:
        raise wrong(path, "its header is damaged")
    if any(type(header[name]) is not kind for name, kind in KINDS.items()) or not isinstance(header["sha256"], str):
        raise wrong(path, "its header is damaged")
    return header


def rules_of(path: str | PathLike[str], header: dict[str, Any]) -> Rules:
    """Return the rules, or raise."""
    try:
        payouts, posted = header["payouts"], header["posted"]
        if not (isinstance(payouts, list) and isinstance(posted, list) and len(posted) == 4):
            raise ValueError
        payouts, posted = [number(value) for value in payouts], [number(value) for value in posted]
        return check_rules(payouts, header["players"], number(header["chips"]), number(header["step"]), tuple(posted))
    except (InputError, TypeError, ValueError, ZeroDivisionError):
        raise wrong(path, "its rules are damaged") from None


def unpacked(
    path: str | PathLike[str], rules: Rules, rest: bytes, checksum: str
) -> list[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
    """Return values, deviations and profiles by number of players, or raise."""
    shapes = [shapes_of(rules, players) for players in range(FEWEST, rules.players + 1)]
    size = sum(int(np.prod(shape)) * int(kind[-1]) for level in shapes for shape, kind in level)
    unpack = zlib.decompressobj()
    try:
        data = unpack.decompress(rest, size + 1) if size <= MOST_BYTES else b""
    except zlib.error:
        data = b""
    if len(data) != size or not unpack.eof or unpack.unused_data or hashlib.sha256(data).hexdigest() != checksum:
        raise wrong(path, "its numbers are damaged or cut off")
    found, place = [], 0
    for level in shapes:
        arrays = []
        for shape, kind in level:
            count = int(np.prod(shape))
            arrays.append(np.frombuffer(data, kind, count, place).reshape(shape).astype(kind[1:]))
            place += count * int(kind[-1])
        check_level(path, rules, *arrays)
        found.append((arrays[0], arrays[1], arrays[2]))
    return found


def shapes_of(rules: Rules, players: int) -> list[tuple[tuple[int, ...], str]]:
    """Return the shapes and kinds of the arrays for one number of players."""
    states = count_states(players, rules.units)
    by_seat = ((states, players), "<f8")
    return [by_seat, by_seat, ((states, len(nodes_of(players)), CLASSES), "<f4")]


def check_level(
    path: str | PathLike[str], rules: Rules, values: NDArray[Any], gains: NDArray[Any], profiles: NDArray[Any]
) -> None:
    """Raise for values that no tournament has."""
    left = float(rules.prizes[: values.shape[1]].sum()) * rules.pool
    sums = np.abs(values.sum(axis=1) - left).max() <= 1e-6 * rules.pool
    if not (sums and np.isfinite(gains).all() and (gains >= 0).all() and ((profiles >= 0) & (profiles <= 1)).all()):
        raise wrong(path, "its numbers are not those of a tournament")


def written(value: Number) -> int | float | str:
    """Return a number for JSON; a fraction is a text."""
    return str(value) if isinstance(value, Fraction) else value


def number(value: object) -> Number:
    """Return a number of the header."""
    return exact_value(Fraction(value)) if isinstance(value, str) and len(value) < 100 else value  # type: ignore[return-value]
