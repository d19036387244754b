"""Tournaments in files: the rules, from which the sizes of all arrays follow, and the arrays."""

from __future__ import annotations

import math
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.cards.hand import CLASSES
from finaltable.equilibrium.nodes import nodes_of
from finaltable.errors import InputError
from finaltable.table.array_files import Format, Shape, number, write_bytes, written
from finaltable.tournaments.grid import count_states
from finaltable.tournaments.rules import FEWEST, Rules, check_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from finaltable.tournaments.tournament import Tournament

KINDS: dict[str, type] = {"tolerance": float, "residual": float, "rounds": int, "reached": bool, "interrupted": bool}
NUMBER = (int, float, str)
RULES: dict[str, type | tuple[type, ...]] = {
    "payouts": list,
    "players": int,
    "chips": NUMBER,
    "step": NUMBER,
    "posted": list,
}
FORMAT = Format(b"finaltable tournament 1\n", "a tournament", RULES | KINDS)


def packed(found: Tournament) -> bytes:
    """Return a tournament as the content of a file."""
    rules = found.rules
    arrays = [
        pair
        for players in sorted(found.values)
        for pair in zip(
            (found.values[players], found.deviations[players], found.profiles[players]),
            shapes_of(rules, players),
            strict=True,
        )
    ]
    header = {
        "payouts": [written(payout) for payout in rules.payouts],
        "players": rules.players,
        "chips": written(rules.chips),
        "step": written(rules.step),
        "posted": [written(amount) for amount in rules.forced],
        **{name: getattr(found, name) for name in KINDS},
    }
    return FORMAT.pack(header, arrays)


def save(found: Tournament, path: str | PathLike[str]) -> None:
    """Write a tournament to a file."""
    write_bytes(path, packed(found))


def read(path: str | PathLike[str]) -> Tournament:
    """Read a tournament, or raise; values and strategies are checked."""
    from finaltable.tournaments.tournament import Tournament

    header, rest = FORMAT.read(path)
    rules = rules_of(path, header)
    counts = range(FEWEST, rules.players + 1)
    shapes = [shape for players in counts for shape in shapes_of(rules, players)]
    arrays = FORMAT.unpack(path, rest, header["sha256"], shapes)
    values, deviations, profiles = (dict(zip(counts, arrays[i::3], strict=True)) for i in range(3))
    for count in counts:
        check_level(path, rules, values[count], deviations[count], profiles[count])
    return Tournament(rules, values=values, deviations=deviations, profiles=profiles, **{k: header[k] for k in KINDS})


def rules_of(path: str | PathLike[str], header: dict[str, Any]) -> Rules:
    """Return the rules, or raise."""
    try:
        payouts, posted = [number(value) for value in header["payouts"]], [number(value) for value in header["posted"]]
        if len(posted) != 4 or not all(0 <= header[name] < math.inf for name in ("tolerance", "residual", "rounds")):
            raise ValueError
        return check_rules(payouts, header["players"], number(header["chips"]), number(header["step"]), tuple(posted))
    except (InputError, TypeError, ValueError, ZeroDivisionError, OverflowError):
        raise FORMAT.wrong(path, "its rules are damaged") from None


def shapes_of(rules: Rules, players: int) -> list[Shape]:
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
        raise FORMAT.wrong(path, "its numbers are not those of a tournament")
