"""Limits of requests; each can be configured, and errors state the limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from finaltable.cards.range import MAX_RANGE
from finaltable.errors import InputError, Verbatim

OTHER_FIELDS = 60
FEWEST_ITEMS = 100  # allowed in any list, even with a small limit on players
WITH_FILES, FILES = ("history", "review"), "files"  # questions that take files, and their field
RANGES = ("hands", "ranges", "lock")  # fields with ranges, which may list 1,326 weights
SHOWN = 60  # characters of a field's name in an error


class LimitError(InputError):
    """A request exceeds a limit of this server."""

    usual_code = "over_limit"


@dataclass(frozen=True)
class Limits:
    """Limits of one request, and of all concurrent requests."""

    players: int = 100
    tolerance: float = 1e-9
    """Smallest tolerance of a request."""
    points: int = 500
    """Points of a sweep."""
    samples: int = 1_000_000
    """Boards to draw."""
    seconds: float = 5.0
    """Time limit of the computation."""
    body_bytes: int = 65_536
    """Size of a request, and of an address."""
    body_seconds: float = 10.0
    """Time for a request to arrive."""
    head_bytes: int = 16_384
    """Total size of the headers of a request."""
    headers: int = 100
    """Number of headers of a request."""
    text: int = 2_000
    """Characters of one text in a request to the API; ranges have a limit of their own."""
    file_bytes: int = 1_048_576
    """Total size of the files in one request, as sent: text or base64."""
    unpacked_bytes: int = 8_388_608
    """Total size of the files in one request, after unpacking archives."""
    answer_bytes: int = 4_194_304
    """Size of an answer."""
    answer_seconds: float = 30.0
    """Time for a client to receive an answer."""
    connections: int = 500
    """Open connections; above this, one connection of the client with the most is closed."""
    waiting: int = 100
    """Requests waiting for a worker; above this, one request of the client with the most is refused (503)."""
    workers: int = 8
    """Requests computed in parallel: more than cores, so that long requests do not block short ones."""

    long_seconds: float = 120.0
    """Time limit of a long question, which clients poll."""
    left_seconds: float = 30.0
    """Time after which a long question is stopped if no client polls it."""
    kept_seconds: float = 300.0
    """Time for which its answer is cached after the last poll."""
    kept_bytes: int = 16_777_216
    """Total size of the cached answers."""

    @property
    def client_connections(self) -> int:
        """Maximum number of connections of one client."""
        return max(1, self.connections // 5)

    @property
    def long_workers(self) -> int:
        """Number of long questions computed in parallel."""
        return max(2, self.workers // 2)

    def for_long_work(self) -> Limits:
        """Return the limits of a long question."""
        return replace(self, seconds=self.long_seconds)

    @property
    def fields(self) -> int:
        """Maximum number of fields of an address: a name and a stack for each player, and the other fields."""
        return 2 * self.players + OTHER_FIELDS

    @property
    def items(self) -> int:
        """Maximum number of items of a list or object in a request to the API."""
        return max(self.players, FEWEST_ITEMS)

    def body_of(self, path: str) -> int:
        """Return the maximum size of a request to an address; requests with files may be larger.

        >>> Limits().body_of("/api/v1/equity"), Limits().body_of("/api/v1/review")
        (65536, 1114112)
        """
        takes = path.startswith("/api/") and path.rpartition("/")[2] in WITH_FILES
        return self.body_bytes + (self.file_bytes if takes else 0)

    def check_table(self, stacks: Sequence[object], payouts: Sequence[object] = ()) -> None:
        """Raise for a table that is too large."""
        for field, given in (("stacks", stacks), ("payouts", payouts)):
            self.check_count(field, len(given), self.players)

    def check_count(self, field: str, count: int, most: int) -> None:
        """Raise for too many of something."""
        if count > most:
            rule = f"must be at most {most:,} on this server"
            raise LimitError(field, rule, Verbatim(f"{count:,} of them"), facts={"most": most})

    def check_sizes(self, question: dict[str, Any]) -> None:
        """Raise for a text or list that is too long, before anything is parsed."""
        if len(question) > self.items:
            rule = f"must have at most {self.items} fields on this server"
            raise LimitError("request", rule, Verbatim(len(question)), facts={"most": self.items})
        waiting = [(field[:SHOWN], value) for field, value in question.items()]
        while waiting:
            field, value = waiting.pop()
            if isinstance(value, str):
                most = self.file_bytes if field == FILES else MAX_RANGE if field in RANGES else None
                self.check_text(field, value, most)
            elif isinstance(value, list | dict):
                self.check_count(field, len(value), self.items)
                waiting += [(field, item) for item in value]  # for an object: its keys
                waiting += [(field, item) for item in value.values()] if isinstance(value, dict) else []

    def check_text(self, field: str, value: str, most: int | None = None) -> None:
        """Raise for a text that is too long."""
        most = self.text if most is None else most
        if len(value) > most:
            rule = f"must be at most {most:,} characters on this server"
            raise LimitError(field, rule, Verbatim(f"{len(value):,}"), facts={"most": most})

    def check_answer(self, size: int) -> None:
        """Raise for an answer that is too large."""
        if size > self.answer_bytes:
            rule = f"must have an answer of at most {self.answer_bytes:,} bytes on this server"
            raise LimitError(
                "request", rule, Verbatim(f"{size:,}"), hint="ask for less", facts={"most": self.answer_bytes}
            )

    def check_most(self, field: str, value: object, most: float) -> None:
        """Raise for a number above its limit; other types are refused where the value is used."""
        if isinstance(value, int | float) and value > most:
            raise LimitError(field, f"must be at most {most:,} on this server", value, facts={"most": most})

    def tolerance_or(self, usual: float, tolerance: Any) -> Any:
        """Return the requested tolerance, or the default limited to this server's; raise if it is too small."""
        self.check_tolerance(tolerance)
        return max(usual, self.tolerance) if tolerance is None else tolerance

    def check_unpacked(self, size: int) -> None:
        """Raise for files that are too large after unpacking."""
        if size > self.unpacked_bytes:
            rule = f"must unpack to at most {self.unpacked_bytes:,} bytes on this server"
            raise LimitError(
                FILES, rule, Verbatim(f"{size:,}"), hint="send fewer at a time", facts={"most": self.unpacked_bytes}
            )

    def check_tolerance(self, tolerance: object) -> None:
        """Raise for a tolerance below its limit."""
        if isinstance(tolerance, int | float) and 0 < tolerance < self.tolerance:
            rule = f"must be at least {self.tolerance:g} on this server"
            raise LimitError("tolerance", rule, tolerance, facts={"least": self.tolerance})
