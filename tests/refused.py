"""Invalid input: a check for tests, and invalid requests as the page sends them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from finaltable.errors import InputError

TABLE: dict[str, Any] = {
    "stacks": [2000, 3000, 1000, 1000],
    "payouts": [50, 30, 20],
    "names": ["CO", "BTN", "SB", "BB"],
}
HAND = {**TABLE, "hero": "BB", "all_in": ["SB"], "folded": ["CO", "BTN"], "button": "BTN", "small_blind": 100}
HAND |= {"big_blind": 200, "models": ["icm", "sem", "dcm"], "hand": "T8s", "ranges": ["40%"]}
CHART = {**TABLE, "button": "BTN", "small_blind": 100, "big_blind": 200, "model": "icm", "tolerance": 1e-4}
BASES: dict[str, dict[str, Any]] = {"deal": TABLE, "decide": HAND, "nash": CHART, "compare": TABLE, "range": {}}
TYPED: list[tuple[str, dict[str, Any]]] = [
    *(("deal", {"leave": text}) for text in ("x", "200", "200%", "100%", "-5", "1.234", "10 20")),
    *(("deal", {"round": text}) for text in ("x", "0", "500", "5%")),
    *(("deal", {"withhold": text}) for text in ("x", "100", "120%")),
    *(("deal", {"fixed": {"CO": text}}) for text in ("x", "60", "-1")),
    ("deal", {"payouts": [40, 30, 20, 10], "fixed": {"CO": "5"}}),
    *(("deal", {"last_longer": text}) for text in ("x", "80", "5%")),
    ("deal", {"trophy": "x"}),
    ("deal", {"payouts": [20, 30, 50]}),
    ("deal", {"bounties": [1, 2, 3, 4], "own_bounty": False, "bounty_terms": "share"}),
    *(("decide", {"hand": text}) for text in ("ZZ", "AhAh", "AAs")),
    *(("decide", {"ranges": [text]}) for text in ("AAx", "0%", "150%", "AA:2", "AA:0", "AA-K2s", ",")),
    ("decide", {"hand": "AsAh", "ranges": ["AhAd"]}),
    ("decide", {"stacks": [2000, 3000, 100, 1000]}),
    ("decide", {"stacks": [2000, 3000, 1000, 200]}),
    ("decide", {"hero": "SB", "all_in": ["CO"], "folded": ["BTN"], "stacks": [2000, 3000, 1000, 150]}),
    ("decide", {"small_blind": 300}),
    ("nash", {"lock": {"BB v SB": "ZZ"}}),
    ("nash", {"ante": 5000}),
    ("compare", {"mystery": "1x100"}),
    ("compare", {"mystery": "5x100", "mystery_begins": 2}),
    ("compare", {"mystery": "5x100", "mystery_begins": 0}),
    ("compare", {"bounties": [1, 2, 3, 4], "bounty_share": "150%"}),
    ("compare", {"stacks": [1e300, 1, 1, 1]}),
    ("compare", {"names": ["a\u202eb", "b", "c", "d"]}),
    ("range", {"hands": ["22+, 150%"]}),
]


@contextmanager
def refused(code: str, field: str) -> Iterator[None]:
    """Expect an error about a field with a code."""
    with pytest.raises(InputError) as caught:
        yield
    assert (caught.value.field, caught.value.code) == (field, code), str(caught.value)
