"""Solutions in files, which open again without solving: the hand, its decisions, and the arrays of the solver."""

from __future__ import annotations

from dataclasses import replace
from math import comb, isclose
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from finaltable.cards.hand import CLASSES
from finaltable.equilibrium.lineup import Lineup, check_lineup
from finaltable.equilibrium.look_ahead import CHOICES, HANDS, LookAhead
from finaltable.equilibrium.nodes import node_name
from finaltable.equilibrium.raises import check_raise_only
from finaltable.equilibrium.showdowns import orders_after
from finaltable.equilibrium.solution import Exploitability, Nash
from finaltable.equilibrium.terminals import Terminals, ends_of
from finaltable.equilibrium.tree import rows_of
from finaltable.errors import InputError, UnavailableError
from finaltable.spots.posted import Forced
from finaltable.table.array_files import Format, Shape, number, write_bytes, written
from finaltable.table.mystery import Mystery
from finaltable.table.numbers import LARGEST
from finaltable.table.table import Number, Table, check_bounties, check_whole, exact_number, exact_value

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = Format(
    b"finaltable solution 1\n",
    "a solution",
    {
        "stacks": list,
        "payouts": list,
        "names": list,
        "bounties": list,
        "bounty_share": (int, float, str),
        "own_bounty": bool,
        "mystery": (list, type(None)),
        "button": int,
        "posted": list,
        "folded": list,
        "elsewhere": list,
        "raises": list,
        "raise_only": list,
        "decisions": list,
        "model": str,
        "look_ahead": (dict, type(None)),
        "tolerance": float,
        "error": float,
        "pool": float,
        "locked": list,
        "exploitability": float,
        "gains": list,
        "reached": bool,
        "interrupted": bool,
        "sweeps": int,
        "outcomes": int,
    },
    most_header=1_000_000,
)
MOST_SWEEPS = 1_000_000
LONGEST_MODEL = 1_000  # characters
MOST_SHARE = 1e6  # of the pool


def packed(found: Nash) -> bytes:
    """Return a solution as the content of a file, or raise if it would not open again."""
    lineup, terminals, prizes = found.lineup, found.terminals, found.table.prizes
    header = {
        "stacks": [written(stack) for stack in found.table.stacks],
        "payouts": [written(payout) for payout in prizes.places],
        "names": list(found.table.names),
        "bounties": [written(bounty) for bounty in prizes.bounties],
        "bounty_share": written(prizes.share),
        "own_bounty": prizes.own,
        "mystery": prizes.mystery and [[count, written(amount)] for count, amount in prizes.mystery.envelopes],
        "button": lineup.button,
        "posted": [written(amount) for amount in lineup.forced],
        "folded": folded_seats(lineup),
        "elsewhere": list(lineup.elsewhere),
        "raises": [None if bet is None else written(bet) for bet in raises_of(lineup)],
        "raise_only": sorted(lineup.raise_only),
        "decisions": decision_names(lineup),
        "model": found.model,
        "look_ahead": found.look_ahead and found.look_ahead._asdict(),
        "tolerance": float(found.tolerance),
        "error": float(terminals.error),
        "pool": float(terminals.pool),
        "locked": [int(row) for row in found.locked],
        "exploitability": float(found.exploitability.total),
        "gains": [float(gain) for gain in found.exploitability.seats],
        "reached": bool(found.reached),
        "interrupted": bool(found.interrupted),
        "sweeps": len(found.history),
        "outcomes": len(terminals.values),
    }
    if not same_game(lineup_of(header), lineup):
        raise UnavailableError("path", "cannot be written: the hand has rules that files do not have")
    arrays = (found.profile, found.gains, found.reach, found.equities, found.triples, found.history)
    parts = zip((*arrays, terminals.rows, terminals.values), shapes_of(lineup, header), strict=True)
    return FORMAT.pack(header, parts)


def save(found: Nash, path: str | PathLike[str]) -> None:
    """Write a solution to a file."""
    write_bytes(path, packed(found))


def open_solution(path: str | PathLike[str]) -> Nash:
    """Read a solution that `Nash.save` wrote, without solving.

    >>> import tempfile
    >>> from finaltable import nash
    >>> found = nash([10, 10], [1], small_blind=0.5, big_blind=1, model="chip_ev", tolerance=1e-4)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found.save(f"{folder}/heads-up.solution")
    ...     again = open_solution(f"{folder}/heads-up.solution")
    >>> again.to_dict() == found.to_dict()
    True
    """
    header, rest = FORMAT.read(path)
    try:
        lineup = lineup_of(header)
        if decision_names(lineup) != header["decisions"]:
            raise ValueError
        check_numbers(lineup, header)
        shapes, ahead = shapes_of(lineup, header), look_ahead_in(header)
    except (InputError, TypeError, ValueError, KeyError, IndexError, ZeroDivisionError, OverflowError):
        raise FORMAT.wrong(path, "its header is damaged") from None
    arrays = FORMAT.unpack(path, rest, header["sha256"], shapes)
    if not are_sound(arrays, header["outcomes"]):
        raise FORMAT.wrong(path, "its numbers are not those of a solution")
    profile, gains, reach, equities, triples, history, rows, values = arrays
    return Nash(
        terminals=Terminals(lineup, rows, values, header["error"], header["pool"]),
        model=header["model"],
        tolerance=header["tolerance"],
        profile=profile,
        gains=gains,
        reach=reach,
        locked=tuple(header["locked"]),
        exploitability=Exploitability(header["exploitability"], tuple(header["gains"])),
        equities=equities,
        triples=triples,
        history=history,
        reached=header["reached"],
        interrupted=header["interrupted"],
        look_ahead=ahead,
    )


def lineup_of(header: dict[str, Any]) -> Lineup:
    """Return the hand before the cards are dealt, or raise."""
    stacks = [number(stack) for stack in header["stacks"]]
    table = Table.of(stacks, [number(payout) for payout in header["payouts"]], names=header["names"])
    if header["bounties"]:
        bounties = [number(bounty) for bounty in header["bounties"]]
        prizes = check_bounties(
            table.prizes, table.stacks, bounties, number(header["bounty_share"]), header["own_bounty"]
        )
        if header["mystery"] is not None:
            pairs = [(count, number(amount)) for count, amount in header["mystery"]]
            prizes = replace(prizes, mystery=Mystery.of(pairs))
        table = replace(table, prizes=prizes)
    small, big, ante, big_blind_ante = map(number, header["posted"])
    forced = Forced.of(small, big, ante, big_blind_ante)
    seats = {name: {check_whole(seat, name, 0, table.players - 1) for seat in header[name]} for name in AWAY}
    if len(header["raises"]) != table.players:
        raise ValueError
    bets = {seat: number(bet) for seat, bet in enumerate(header["raises"]) if bet is not None}
    found = check_lineup(table, header["button"], forced, seats["folded"], seats["elsewhere"], bets or None)
    return replace(found, raise_only=check_raise_only(found, header["raise_only"]))


AWAY = ("folded", "elsewhere")


def folded_seats(lineup: Lineup) -> list[int]:
    """Return the players at the table who folded before the first decision."""
    return [seat for seat in range(len(lineup.chips)) if seat not in (*lineup.acting, *lineup.elsewhere)]


def raises_of(lineup: Lineup) -> list[Number | None]:
    """Return the raise of each player, exactly; None if they cannot raise."""
    found: list[Number | None] = []
    for seat, chips in enumerate(lineup.raised or [0] * len(lineup.chips)):
        worth = exact_value(lineup.table.stacks[seat]) * chips / lineup.chips[seat] - exact_value(lineup.forced.ante)
        found.append(exact_number(worth) if chips else None)
    return found


def same_game(one: Lineup, other: Lineup) -> bool:
    """Return whether two hands are equal, apart from the unit of their chips."""
    own, others = ((x.chips, x.posted, x.able, x.raised or (0,) * len(x.chips), (x.dead,)) for x in (one, other))
    equal = all(
        a * other.chips[0] == b * one.chips[0]
        for amounts, theirs in zip(own, others, strict=True)
        for a, b in zip(amounts, theirs, strict=True)
    )
    facts = [
        (x.table, x.button, x.forced, x.big_blind_seat, x.acting, x.elsewhere, {*x.raise_only}) for x in (one, other)
    ]
    return equal and facts[0] == facts[1]


def decision_names(lineup: Lineup) -> list[str]:
    """Return the name of each row of a profile."""
    return [node_name(lineup, node) for node in rows_of(lineup)]


def shapes_of(lineup: Lineup, header: dict[str, Any]) -> list[Shape]:
    """Return the shapes of all arrays."""
    by_class = ((len(rows_of(lineup)), CLASSES), "<f8")
    ends = sum(len(orders_after(lineup, len(end.pushed))) for end in ends_of(lineup))
    check_whole(header["outcomes"], "outcomes", 1, ends)
    return [
        by_class,
        by_class,
        by_class,
        ((lineup.table.players,), "<f8"),
        ((comb(len(lineup.deciding), 3),), "<f8"),
        ((check_whole(header["sweeps"], "sweeps", 0, MOST_SWEEPS),), "<f8"),
        ((ends,), "<i4"),
        ((header["outcomes"], len(lineup.deciding) + len(lineup.all_in)), "<f8"),
    ]


def check_numbers(lineup: Lineup, header: dict[str, Any]) -> None:
    """Raise for numbers of the header that no solution has."""
    gains, pool = header["gains"], lineup.table.pool + lineup.table.bounty_pool
    if not isclose(header["pool"], pool, rel_tol=1e-9):
        raise ValueError
    if len(gains) != lineup.table.players or not all(type(gain) is float for gain in gains):
        raise ValueError
    check_range([header["tolerance"], header["error"] / pool], 0, MOST_SHARE)
    check_range([header["exploitability"], *gains], -MOST_SHARE, MOST_SHARE)
    if len(header["model"]) > LONGEST_MODEL or not header["model"].isprintable():
        raise ValueError
    for row in header["locked"]:
        check_whole(row, "locked", 0, len(rows_of(lineup)) - 1)


def look_ahead_in(header: dict[str, Any]) -> LookAhead | None:
    """Return how later hands were valued, or raise."""
    given = header["look_ahead"]
    if given is None:
        return None
    ahead = LookAhead(**given)
    if ahead.by not in (*CHOICES, HANDS) or type(ahead.reached) is not bool:
        raise ValueError
    if not {type(ahead.hands), type(ahead.solved)} <= {int, type(None)}:
        raise ValueError
    check_range([ahead.hands or 0, ahead.solved, ahead.step or 0], 0, LARGEST)
    check_range([ahead.tolerance, ahead.deviation, ahead.by_model], 0, MOST_SHARE)
    return ahead


def check_range(numbers: list[float], least: float, most: float) -> None:
    """Raise unless numbers of the header are between two bounds."""
    if not all(type(one) in (int, float) and least <= one <= most for one in numbers):
        raise ValueError


def are_sound(arrays: list[NDArray[Any]], outcomes: int) -> bool:
    """Return whether arrays can be those of a solution."""
    profile, gains, reach, equities, triples, history, rows, values = arrays
    finite = all(np.isfinite(array).all() for array in (gains, reach, triples, history, values))
    shares = ((profile >= 0) & (profile <= 1)).all() and (reach >= 0).all() and not np.isinf(equities).any()
    return bool(finite and shares and (rows >= 0).all() and (rows < outcomes).all())
