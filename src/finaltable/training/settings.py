"""Settings that spots are drawn from: players, prizes, stacks, bounties, the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from finaltable.equilibrium.lineup import position_names
from finaltable.errors import InputError, Verbatim, check_choice
from finaltable.models import Choice, find_model
from finaltable.table.table import check_number, check_whole

MOST_PLAYERS = 6  # six players are solved in a few seconds; nine take too long
SHALLOWEST, DEEPEST = 2.0, 50.0  # big blinds; push or fold makes no sense with more
PRESETS = ("usual", "top_heavy", "flat", "satellite", "bubble", "winner")
LEAST_RAISE, MOST_RAISE = 2.0, 5.0  # big blinds
BOUNTIES = ("none", "flat", "progressive")
ANY = "any"

# Percent of the pool, by number of paid places.
USUAL = {2: (65, 35), 3: (50, 30, 20), 4: (40, 28, 19, 13), 5: (37, 25, 17, 12, 9), 6: (34, 23, 16, 12, 8.5, 6.5)}
TOP_HEAVY = {2: (75, 25), 3: (65, 25, 10), 4: (60, 22, 12, 6), 5: (57, 21, 11, 7, 4), 6: (55, 20, 11, 7, 4, 3)}
FLAT = {2: (55, 45), 3: (40, 33, 27), 4: (31, 26, 23, 20), 5: (26, 22, 19, 17, 16), 6: (22, 19, 17, 15, 14, 13)}


@dataclass(frozen=True)
class Settings:
    """Settings that spots are drawn from, checked. Made by `check_settings`."""

    players: tuple[int, int] = (2, 4)
    """The fewest and the most players."""
    payouts: str = ANY
    """A preset, or any."""
    stacks: tuple[float, float] = (3.0, 20.0)
    """The shortest and the deepest stack, in big blinds."""
    position: str = ANY
    """Position to train: SB, BB, BTN, CO, HJ, LJ, or any."""
    bounties: str = "none"
    model: Choice = "icm"
    """The model that scores."""
    raise_to: float = 0.0
    """Size of a raise first in, in big blinds: opens, re-jams and calls of re-jams are asked; 0: push or fold."""

    def words(self) -> str:
        """Return the settings as a text: the same seed and the same text give the same spots."""
        low, high = self.stacks
        first, last = self.players
        model = find_model(self.model).name
        raised = f" {self.raise_to:g}bb" if self.raise_to else ""
        return f"{first}-{last} {self.payouts} {low:g}-{high:g} {self.position} {self.bounties} {model}{raised}"

    def presets(self) -> Sequence[str]:
        """Return the presets to draw from; "any" excludes winner-takes-all, where all models agree."""
        return PRESETS[:-1] if self.payouts == ANY else (self.payouts,)


def check_settings(
    players: object = None,
    payouts: object = None,
    stacks: object = None,
    position: object = None,
    bounties: object = None,
    model: Choice = "icm",
    raise_to: object = None,
) -> Settings:
    """Return settings, checked; None stands for the default.

    >>> check_settings(players=3, stacks=(5, 12), position="bb").words()
    '3-3 any 5-12 BB none icm'
    """
    usual = Settings()
    chosen = find_model(model)
    if chosen.needs:
        rule = f"must not need options: {', '.join(sorted(chosen.needs))}"
        raise InputError("model", rule, chosen.name, code="needs_other")
    seats = usual.players if players is None else check_players(players)
    return Settings(
        players=seats,
        payouts=usual.payouts if payouts is None else check_choice("payouts", payouts, (ANY, *PRESETS)),
        stacks=usual.stacks if stacks is None else check_stacks(stacks),
        position=usual.position if position is None else check_position(position, seats[1]),
        bounties=usual.bounties if bounties is None else check_choice("bounties", bounties, (ANY, *BOUNTIES)),
        model=model,
        raise_to=usual.raise_to if raise_to is None else check_raise(raise_to),
    )


def check_players(players: object) -> tuple[int, int]:
    """Return the fewest and the most players: 3, or (2, 4)."""
    low, high = pair_of(players, "players")
    first, last = (check_whole(count, "players", 2, MOST_PLAYERS) for count in (low, high))
    if first > last:
        raise InputError("players", "must begin with the smaller number", Verbatim(f"{low}-{high}"), code="wrong_order")
    return first, last


def check_stacks(stacks: object) -> tuple[float, float]:
    """Return the shortest and the deepest stack in big blinds: 10, or (4, 20)."""
    low, high = (float(check_number(depth, "stacks")) for depth in pair_of(stacks, "stacks"))
    if not SHALLOWEST <= low <= high <= DEEPEST:
        rule = f"must lie between {SHALLOWEST:g} and {DEEPEST:g} big blinds, the smaller number first"
        raise InputError("stacks", rule, Verbatim(f"{low:g}-{high:g}"), code="out_of_range")
    return low, high


def check_raise(size: object) -> float:
    """Return the size of a raise in big blinds; 0: none."""
    found = float(check_number(size, "raise_to"))
    if found and not LEAST_RAISE <= found <= MOST_RAISE:
        rule = f"must lie between {LEAST_RAISE:g} and {MOST_RAISE:g} big blinds, or be 0 for push or fold"
        raise InputError("raise_to", rule, size, code="out_of_range")
    return found


def check_position(position: object, players: int) -> str:
    """Return the position to train, checked."""
    known = position_names(players)
    given = position.upper() if isinstance(position, str) and position != ANY else position
    return check_choice("position", given, (ANY, *known))


def pair_of(value: object, field: str) -> tuple[Any, Any]:
    """Return two bounds: both given, or one number for both."""
    if isinstance(value, list | tuple):
        if len(value) != 2:
            rule = "must be one number, or two: the smallest and the largest"
            raise InputError(field, rule, value, code="wrong_type")
        return value[0], value[1]
    return value, value


def preset_payouts(preset: str, players: int, pool: int) -> tuple[int | float, ...]:
    """Return the prizes of a preset.

    >>> preset_payouts("usual", 3, 10_000), preset_payouts("bubble", 4, 10_000), preset_payouts("satellite", 5, 9000)
    ((5000, 3000, 2000), (5000, 3000, 2000), (4500, 4500))
    """
    if preset == "winner" or (preset == "bubble" and players == 2):
        return (pool,)
    if preset == "satellite":
        seats = max(1, players // 2)
        return (exact_number(Fraction(pool, seats)),) * seats
    paid = players - 1 if preset == "bubble" else players
    shares = {"top_heavy": TOP_HEAVY, "flat": FLAT}.get(preset, USUAL)[paid]
    return tuple(exact_number(Fraction(pool) * Fraction(share) / 100) for share in shares)


def exact_number(value: Fraction) -> int | float:
    """Return an int if the value is whole, otherwise a float."""
    return int(value) if value.denominator == 1 else float(value)
