"""Wrong input on the device, in Node: its errors are those of the server."""

from __future__ import annotations

from typing import Any

from finaltable.errors import InputError
from finaltable.web.problems import problem
from tests.device import run_jobs
from tests.page.test_device import MODELS, Request, by_python

ANY = {"stacks": [1000, 500, 200], "payouts": [60, 40], "names": ["Ana", "Bo", "Cy"]}
LONG_NAME = "x" * 81
EMPTY: list[Any] = [[]]
BAD_TABLES: list[Request] = [
    *({"stacks": [1000, stack, 200]} for stack in (-5, -0.00002, None, True, [1], {"a": 1}, 1e101, 1e-101, 2.5e-7 - 1)),
    *({"stacks": stacks} for stacks in (*EMPTY, [0, 0, 0], None, 7, "1000", {}, [1000, 500], [5, 0, 0, 0])),
    *({"payouts": prizes} for prizes in ([], None, 60, [60, -40], [60, None], [60, False], [1e101], [[60]])),
    *({"payouts": prizes} for prizes in ([9, 4, 2, 1], [9, 4, 2, 0, 1], [9, 4, 2, 1, 1, 1])),
    *({"names": names} for names in ("Ana", 7, ["Ana", "Bo"], ["Ana", "Bo", 3], ["Ana", "Bo", None], [])),
    *({"names": ["Ana", "Bo", name]} for name in ("Ana", "Ana ", " Ana", "An\u200ba", "A\uff4ea", "", "  ", "\u2800")),
    *({"names": ["Ana", "Bo", name]} for name in (LONG_NAME, "\U0001f0a1" * 81, "a\nb", "a\x07", "a\u202eb", "\u2028")),
    *({"names": ["O'Neil", "Bo", name]} for name in ("O'Neil", "O'Neil\u00a0", "O'Neil\" \n", "\ud800", "\\\t")),
    *({"bounties": each} for each in ([10, 10], [], [10, 10, -1], [10, None, 5], -3, True, [1e-101, 1, 1])),
    *({"stacks": [1000, 500, 0], "bounties": each} for each in ([10, 10, 5], [0, 0, 0.5], [1e20, 1, 0.00005])),
    *({"bounties": 5, "bounty_share": share} for share in (2, 1.5, -1, "2", "150%", True, 1e101, [1])),
    *({"bounties": 5, "own_bounty": own} for own in (1, "no", *EMPTY)),
    *({"bounty_share": 0.3}, {"bounty_share": "30%"}, {"own_bounty": False}, {"own_bounty": 0}),
]
BAD_TERMS: list[Request] = [
    *({"round": unit} for unit in (50, 0, -1, "50", "0", "5%", True, [5])),
    *({"leave": left} for left in (61, "61", "101%", -1, True, 100, 99.999)),
    *({"withhold": money} for money in (100, "100%", "101%", 1000, -0.5, False)),
    *({"stacks": [1000, 0, 5]}, {"payouts": [40, 60]}, {"payouts": [0]}, {"payouts": [0, 0, 0]}),
    *({"payouts": [1234567.5, 13200], "round": 20000}, {"payouts": [1234567.5, 13200], "withhold": 2_000_000}),
    *({"payouts": [1234567.5, 13200.25, 1000], "leave": 1_240_000}, {"payouts": [50, 30, 20], "leave": "80%"}),
    {"payouts": [100], "leave": 100},
    *({"leave": left} for left in ([10, 20], [5, -1], [70, 40], ["101%", 1], [1, True])),
    *({"fixed": {"Ana": money}} for money in (61, 70, -1, True, "101%")),
    *({"fixed": fixed} for fixed in ({"Ana": 60, "Bo": 40.5}, {"Ana": 50, "Bo": 30, "Cy": 10})),
    *({"payouts": [40, 30, 30], "fixed": fixed} for fixed in ({"Ana": 29}, {"Ana": 41})),
    *({"trophy": money} for money in ("5%", -1, True)),
    *({"trophy_to": "Ana"}, {"last_longer_players": ["Ana", "Bo"]}, {"last_longer": "5%"}, {"last_longer": -2}),
    *({"last_longer": 20, "last_longer_players": players} for players in (["Ana"], [], ["Ana", "Ana"])),
    *({"last_longer": 80, "last_longer_players": ["Bo", "Cy"]}, {"last_longer": 60, "choose": "dcm"}),
    *({"bounty_terms": terms} for terms in ("share", "both", 3)),
    {"bounties": 5, "bounty_terms": "share", "own_bounty": False},
    *({"choose": "between", "between": share} for share in (2, -1, True, [0.5])),
]
SPOT = {**ANY, "hero": "Ana", "all_in": ["Bo"], "equity": 0.4, "models": MODELS}
BAD_SPOTS: list[Request] = [
    *({"equity": 1.5}, {"equity": -1}, {"hero": "Dan"}, {"all_in": ["Dan"]}, {"folded": ["Dan"]}, {"button": "Dan"}),
    *({"small_blind": 30, "big_blind": 20, "button": "Cy"}, {"big_blind": 20}, {"ante": 200}, {"ante": 1000}),
    *({"small_blind": 100, "big_blind": 500, "button": "Ana", "all_in": ["Cy"], "hero": "Ana"}, {"ante": -1}),
    *({"small_blind": 200, "big_blind": 600, "button": "Ana", "all_in": ["Bo"], "hero": "Cy"}, {"big_blind": True}),
]
BAD_RANGES = ["AKx", "AA:2", "", " ; ", "AAs", "0%", "101%", "AA:0", "AKs-QQ", "AK-QJ", "'", "AA:", "72o+-22"]


def test_errors_on_the_device_equal_those_of_the_server() -> None:
    cases = [(question, {**ANY, **bad}) for question in ("compare", "deal") for bad in BAD_TABLES]
    cases += [("deal", {**ANY, **bad}) for bad in BAD_TERMS]
    cases += [("decide", {**SPOT, **bad}) for bad in (*BAD_SPOTS, *BAD_TABLES) if "names" not in bad]
    cases += [("finish", {"stacks": bad["stacks"], "models": MODELS}) for bad in BAD_TABLES if "stacks" in bad]
    cases += [("range", {"hands": [hands]}) for hands in BAD_RANGES]
    done = run_jobs([{"kind": "ask", "question": question, "request": request} for question, request in cases])
    wrong = [refused_by_python(question, request) for question, request in cases]
    assert wrong.count(None) < 15
    for case, expected, one in zip(cases, wrong, done, strict=True):
        assert one.get("refusal") == expected, (case, one)


def refused_by_python(question: str, request: Request) -> dict[str, Any] | None:
    """Return the server's error; None if it answers."""
    try:
        by_python(question, request)
    except InputError as error:
        return problem(error)
    return None
