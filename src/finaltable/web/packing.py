"""Answers packed with gzip, for clients that take it; done where they are computed, beside the event loop."""

from __future__ import annotations

import gzip

from starlette.requests import Request
from starlette.responses import Response

FEWEST = 2_000  # bytes: less is not worth the trouble
LEVEL = 5


def takes_gzip(request: Request) -> bool:
    """Tell whether a client takes packed answers."""
    return names_gzip(request.headers.get("accept-encoding", ""))


def names_gzip(accepted: str) -> bool:
    """Read the header of a request.

    >>> names_gzip("gzip, deflate, br"), names_gzip("br;q=1.0, gzip;q=0.8"), names_gzip("gzip;q=0"), names_gzip("")
    (True, True, False, False)
    """
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.strip().removeprefix("q=").strip("0. ") != "" if weight else True
    return False


def pack(answer: Response) -> Response:
    """Return an answer packed, if that makes sense."""
    answer.headers["vary"] = "accept-encoding"
    if len(answer.body) < FEWEST:
        return answer
    answer.body = gzip.compress(bytes(answer.body), LEVEL, mtime=0)
    answer.headers["content-encoding"] = "gzip"
    answer.headers["content-length"] = str(len(answer.body))
    return answer
