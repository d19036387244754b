"""Compress answers with gzip, in the worker threads, for clients that accept it."""

from __future__ import annotations

import gzip

from starlette.requests import Request
from starlette.responses import Response

FEWEST = 2_000  # bytes; smaller answers are not compressed
LEVEL = 5


def takes_gzip(request: Request) -> bool:
    """Return whether a client accepts gzip."""
    return names_gzip(request.headers.get("accept-encoding", ""))


def names_gzip(accepted: str) -> bool:
    """Return whether an ``Accept-Encoding`` header allows gzip.

    >>> names_gzip("gzip, deflate, br"), names_gzip("br;q=1.0, gzip;q=0.8"), names_gzip("gzip;q=0"), names_gzip("")
    (True, True, False, False)
    """
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.strip().removeprefix("q=").strip("0. ") != "" if weight else True
    return False


def pack(answer: Response) -> Response:
    """Compress an answer unless it is small."""
    answer.headers["vary"] = "accept-encoding"
    if len(answer.body) < FEWEST:
        return answer
    answer.body = gzip.compress(bytes(answer.body), LEVEL, mtime=0)
    answer.headers["content-encoding"] = "gzip"
    answer.headers["content-length"] = str(len(answer.body))
    return answer
