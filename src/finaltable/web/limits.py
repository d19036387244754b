"""What one request may ask for; every bound can be set, and an answer that refuses names it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from finaltable.errors import InputError, Verbatim

OTHER_FIELDS = 60
FEWEST_ITEMS = 100  # lists of models or proposals are short, however few players there may be
WITH_FILES, FILES = ("history", "review"), "files"  # questions that take files, and their field
SHOWN = 60  # characters of a field's name in an error


class LimitError(InputError):
    """Something is more than this server allows for one request."""

    usual_code = "over_limit"


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
    head_bytes: int = 16_384
    """Of all headers of a request together."""
    headers: int = 100
    """Of a request."""
    text: int = 2_000
    """Characters of one text in a question of the API."""
    file_bytes: int = 1_048_576
    """Of all files in one request, as they are sent: texts, or base64."""
    unpacked_bytes: int = 8_388_608
    """Of all files in one request, once archives are unpacked."""
    answer_bytes: int = 4_194_304
    """Of an answer."""
    answer_seconds: float = 30.0
    """For a client to take an answer."""
    connections: int = 500
    """Open at the same time; above, the client that has most of them loses one."""
    waiting: int = 100
    """Requests that wait for one of the workers, up to `seconds`; of more, the client that has most loses one (503)."""
    workers: int = 8
    """Requests that are computed at the same time: more than cores, so that long ones do not stop short ones."""

    long_seconds: float = 120.0
    """Of work that is asked for again and again until it is done."""
    left_seconds: float = 30.0
    """After which such work is stopped if nobody asks for it."""
    kept_seconds: float = 300.0
    """For which its answer is kept after somebody asked for it."""
    kept_bytes: int = 16_777_216
    """Of all such answers together."""

    @property
    def client_connections(self) -> int:
        """How many connections one client may have open."""
        return max(1, self.connections // 5)

    @property
    def long_workers(self) -> int:
        """How many long questions are computed at the same time."""
        return max(2, self.workers // 2)

    def for_long_work(self) -> Limits:
        """Return the bounds of such a question."""
        return replace(self, seconds=self.long_seconds)

    @property
    def fields(self) -> int:
        """Fields of an address: a name and a stack for each player, and all that the pages have beside them."""
        return 2 * self.players + OTHER_FIELDS

    @property
    def items(self) -> int:
        """Items of one list or object in a question of the API."""
        return max(self.players, FEWEST_ITEMS)

    def body_of(self, path: str) -> int:
        """Return how large a request to an address may be: those that take files may be larger.

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
        """Raise for a text that is too long or a list that has too many items, before anything is read."""
        if len(question) > self.items:
            rule = f"must have at most {self.items} fields on this server"
            raise LimitError("request", rule, Verbatim(len(question)), facts={"most": self.items})
        waiting = [(field[:SHOWN], value) for field, value in question.items()]
        while waiting:
            field, value = waiting.pop()
            if isinstance(value, str):
                self.check_text(field, value, self.file_bytes if field == FILES else None)
            elif isinstance(value, list | dict):
                self.check_count(field, len(value), self.items)
                waiting += [(field, item) for item in value]  # of an object, the names
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
        """Raise for a number above its bound; what is no number is refused where it is used."""
        if isinstance(value, int | float) and value > most:
            raise LimitError(field, f"must be at most {most:,} on this server", value, facts={"most": most})

    def tolerance_or(self, usual: float, tolerance: Any) -> Any:
        """Return the tolerance asked for, or else the usual one as far as this server goes; raise if it goes beyond."""
        self.check_tolerance(tolerance)
        return max(usual, self.tolerance) if tolerance is None else tolerance

    def check_unpacked(self, size: int) -> None:
        """Raise for files that are too large once they are unpacked."""
        if size > self.unpacked_bytes:
            rule = f"must unpack to at most {self.unpacked_bytes:,} bytes on this server"
            raise LimitError(
                FILES, rule, Verbatim(f"{size:,}"), hint="send fewer at a time", facts={"most": self.unpacked_bytes}
            )

    def check_tolerance(self, tolerance: object) -> None:
        """Raise for a tolerance below its bound."""
        if isinstance(tolerance, int | float) and 0 < tolerance < self.tolerance:
            rule = f"must be at least {self.tolerance:g} on this server"
            raise LimitError("tolerance", rule, tolerance, facts={"least": self.tolerance})
