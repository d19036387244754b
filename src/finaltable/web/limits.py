"""What one request may ask for; every bound can be set, and an answer that refuses names it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from finaltable.errors import InputError, Said


class LimitError(InputError):
    """Something would be fine, but is more than this server gives to one request."""


@dataclass(frozen=True)
class Limits:
    """Bounds of one request, and of all that are here at once."""

    players: int = 100
    tolerance: float = 1e-9
    """The smallest that may be asked for."""
    points: int = 500
    """Of a sweep."""
    samples: int = 1_000_000
    """Boards to draw."""
    seconds: float = 5.0
    """Of work; then the request is refused."""
    body_bytes: int = 65_536
    """Of a request, and of an address."""
    body_seconds: float = 10.0
    """For a request to arrive."""
    waiting: int = 100
    """Requests that wait for one of the workers, up to `seconds`; more are answered 503."""
    workers: int = 8
    """Requests that are computed at the same time: more than cores, so that long ones do not stop short ones."""

    def check_table(self, stacks: Sequence[object], payouts: Sequence[object] = ()) -> None:
        """Raise for a table that is too large."""
        for field, given in (("stacks", stacks), ("payouts", payouts)):
            if len(given) > self.players:
                raise LimitError(field, f"must be at most {self.players} on this server", Said(f"{len(given)} of them"))

    def check_most(self, field: str, value: object, most: float) -> None:
        """Raise for a number above its bound; what is no number is refused where it is used."""
        if isinstance(value, int | float) and value > most:
            raise LimitError(field, f"must be at most {most:,} on this server", value)

    def tolerance_or(self, usual: float, tolerance: Any) -> Any:
        """Return the tolerance asked for, or else the usual one as far as this server goes; raise if it goes beyond."""
        self.check_tolerance(tolerance)
        return max(usual, self.tolerance) if tolerance is None else tolerance

    def check_tolerance(self, tolerance: object) -> None:
        """Raise for a tolerance below its bound."""
        if isinstance(tolerance, int | float) and 0 < tolerance < self.tolerance:
            raise LimitError("tolerance", f"must be at least {self.tolerance:g} on this server", tolerance)
