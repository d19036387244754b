"""The page's engine on the device, in Node, compared with Python's answers to the same requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from finaltable.asking import find_question
from finaltable.asking.declare import Run
from finaltable.cards.hand import class_name, class_table
from finaltable.errors import InputError
from finaltable.web.api import read_request
from finaltable.web.limits import Limits
from finaltable.web.problems import problem
from scripts.preflop_table import FOR_THE_PAGE, upper_half
from tests.device import answers_of, run_jobs

MODELS = ["icm", "sem", "dcm"]
TERMS = (
    *("choose", "paid_now", "leave", "unit", "withheld", "lowest", "highest", "pool", "between", "fixed"),
    *("trophy", "trophy_to", "last_longer", "last_longer_players"),
)
SAME = 1e-9  # of money, relative to the pool: far below a cent
Request = dict[str, Any]


def by_python(question: str, request: Request) -> dict[str, Any]:
    """Return the server's answer."""
    asked = read_request(find_question(question), request, Limits())
    found: dict[str, Any] = asked.ask(Run(None, 1)).to_dict()
    return found


def answer_or_field(
    ask: Callable[[str, Request], dict[str, Any]], question: str, request: Request
) -> dict[str, Any] | str:
    """Return an answer, or the field that is wrong."""
    try:
        return ask(question, request)
    except InputError as error:
        return error.field


def by_device(question: str, requests: list[Request]) -> list[Any]:
    """Return the device's answers."""
    return answers_of([{"kind": "ask", "question": question, "request": request} for request in requests])


def random_table(random: np.random.Generator, most: int) -> Request:
    """Return a table: few chips, so that many stacks are equal, or many; falling prizes, in cents or whole."""
    players = int(random.integers(2, most + 1))
    top = (9, 2000, 4_000_000)[int(random.integers(3))]
    stacks = [int(stack) * (100, 1)[top > 9] for stack in random.integers(1, top, players)]
    paid = int(random.integers(1, players + 1))
    cents = np.sort(random.integers(100, 10_000_000, paid))[::-1]
    payouts = [int(cent) / 100 if random.random() < 0.5 else int(cent) for cent in cents]
    payouts = sorted(payouts, reverse=True)
    return {"stacks": stacks, "payouts": payouts, "names": [f"P{i}" for i in range(players)]}


def random_tables(count: int, seed: int, most: int = 6) -> list[Request]:
    random = np.random.default_rng(seed)
    return [random_table(random, most) for _ in range(count)]


def test_the_file_of_hands_is_that_of_the_package() -> None:
    table = class_table()
    assert FOR_THE_PAGE.read_bytes() == upper_half(table.wins.astype(np.uint32), table.ties.astype(np.uint32))


def test_values_are_those_of_the_server() -> None:
    requests = [{**table, "models": MODELS} for table in random_tables(800, 1)]
    requests += [{**table, "models": MODELS, "tolerance": 1e-6} for table in random_tables(25, 2, most=10)]
    requests[::8] = [{**one, "bounties": list(range(5, 5 + len(one["stacks"])))} for one in requests[::8]]
    requests[::16] = [{**one, "own_bounty": False} for one in requests[::16]]
    for request, found in zip(requests, by_device("compare", requests), strict=True):
        expected = by_python("compare", request)
        pool = sum(request["payouts"])
        for ours, theirs in zip(found["results"], expected["results"], strict=True):
            assert ours["equities"] == pytest.approx(theirs["equities"], abs=SAME * pool, rel=0)
            assert ours["error"] == pytest.approx(theirs["error"], rel=1e-6, abs=1e-15 * pool)
            assert (ours["model"], ours["method"], ours["work"]) == (theirs["model"], theirs["method"], theirs["work"])
            assert ours.get("bounty", []) == pytest.approx(theirs.get("bounty", []), abs=1e-7, rel=0)
        assert found["names"] == expected["names"]


def test_places_and_knockouts_are_those_of_the_server() -> None:
    requests = [{"stacks": one["stacks"], "models": MODELS, "knockouts": True} for one in random_tables(150, 3)]
    for request, found in zip(requests, by_device("finish", requests), strict=True):
        for ours in found["results"]:
            alone = {**request, "models": [ours["model"]], "knockouts": "knockouts" in ours}
            [theirs] = by_python("finish", alone)["results"]
            near = ours["finish_error"] + theirs["finish_error"]
            assert np.array(ours["finish"]) == pytest.approx(np.array(theirs["finish"]), abs=near, rel=0)
            if "knockouts" in ours:
                near = ours["knockouts_error"] + theirs["knockouts_error"]
                assert np.array(ours["knockouts"]) == pytest.approx(np.array(theirs["knockouts"]), abs=near, rel=0)


def random_deals(count: int, seed: int) -> list[Request]:
    """Return deals on all terms that the page has."""
    random = np.random.default_rng(seed)
    requests = []
    for _ in range(count):
        request = {**random_table(random, 6), "close_stacks": False}
        lowest = min(request["payouts"])
        if random.random() < 0.4:
            request["leave"] = (f"{int(random.integers(1, 20))}%", int(request["payouts"][0] * 0.05))[
                random.random() < 0.5
            ]
        if random.random() < 0.4:
            request["round"] = [0.05, 1, 5, 100, "0.5"][int(random.integers(5))]
        if random.random() < 0.3:
            request["withhold"] = ["3%", 1, "0.75%"][int(random.integers(3))]
        choose = [None, "dcm", "sem", "between", "chip_chop", "equal"][int(random.integers(6))]
        if choose is not None:
            request["choose"] = choose
        if choose == "between":
            request["between"] = round(float(random.random()), 2)
        if random.random() < 0.2:
            request["bounties"] = [int(bounty) for bounty in random.integers(0, 500, len(request["stacks"]))]
            request["bounty_terms"] = ("stay", "share")[random.random() < 0.5]
        request |= other_terms(random, request)
        if float(request.get("round", 0)) <= lowest:
            requests.append(request)
    return requests


def other_terms(random: np.random.Generator, request: Request) -> Request:
    """Return some of: money for second place, fixed shares, a trophy, a last longer."""
    names, first = request["names"], request["payouts"][0]
    terms: Request = {}
    if random.random() < 0.15:
        terms["leave"] = [int(first * 0.04), ("1%", int(first * 0.02))[random.random() < 0.5]]
    if random.random() < 0.2:
        share = sum(request["payouts"]) / len(names)
        terms["fixed"] = {names[int(random.integers(len(names)))]: round(share * float(random.uniform(0.7, 1.2)), 2)}
    if random.random() < 0.2:
        terms["trophy"] = int(random.integers(1, 50))
        terms |= {"trophy_to": names[0]} if random.random() < 0.7 else {}
    if random.random() < 0.2:
        terms["last_longer"] = round(float(random.uniform(0.01, 0.03)) * first, 2)
        terms |= {"last_longer_players": names[:2]} if random.random() < 0.5 else {}
    return terms


def test_deals_are_those_of_the_server_to_the_cent() -> None:
    requests = random_deals(1200, 4)
    jobs = [{"kind": "ask", "question": "deal", "request": request} for request in requests]
    refused = 0
    for request, done in zip(requests, run_jobs(jobs), strict=True):
        expected = answer_or_field(by_python, "deal", request)
        if isinstance(expected, str):
            refused += 1
            assert done["problem"].startswith("Error") or done["field"] == expected, (request, done)
            continue
        found = done["answer"]
        for ours, theirs in zip(found["proposals"], expected["proposals"], strict=True):
            assert (ours["name"], ours["cash"], ours["odd"]) == (theirs["name"], theirs["cash"], theirs["odd"]), request
            for model, gains in theirs["against_playing_on"].items():
                assert ours["against_playing_on"][model] == pytest.approx(gains, abs=1e-3, rel=0)
        for field in TERMS:
            assert found[field] == expected[field], (field, request)
    assert refused < 0.2 * len(requests)


def random_spots(count: int, seed: int) -> list[Request]:
    """Return spots at tables with a button, with and without cards."""
    random = np.random.default_rng(seed)
    ranges = ["30%", "22+, A2s+, KTo+", "AA", "JTs-76s, A5-A2", "random", "KQo:0.5, 99-66, AJ+", "7.5 %"]
    requests = []
    for _ in range(count):
        request = random_table(random, 6)
        names = request["names"]
        hero, villain = random.choice(len(names), 2, replace=False)
        request |= {"models": MODELS, "hero": names[hero], "all_in": [names[villain]]}
        smallest = min(request["stacks"])
        if random.random() < 0.7 and smallest >= 8:
            big = smallest // 4
            request |= {"button": names[int(random.integers(len(names)))], "small_blind": big // 2, "big_blind": big}
            if random.random() < 0.5:
                request[("ante", "big_blind_ante")[random.random() < 0.5]] = max(1, big // 8)
        if random.random() < 0.5:
            request["equity"] = round(float(random.random()), 3)
        else:
            request["hand"] = class_name(int(random.integers(169)))
            request["ranges"] = [ranges[int(random.integers(len(ranges)))]]
        requests.append(request)
    return requests


def test_decisions_are_those_of_the_server() -> None:
    requests = random_spots(400, 5)
    jobs = [{"kind": "ask", "question": "decide", "request": request} for request in requests]
    answered = 0
    for request, done in zip(requests, run_jobs(jobs), strict=True):
        expected = answer_or_field(by_python, "decide", request)
        if isinstance(expected, str):
            assert "problem" in done, request
            continue
        if done.get("problem", "").startswith("Error"):
            continue  # left to the server
        found = done["answer"]
        answered += 1
        pool = sum(request["payouts"])
        for field in ("hero", "all_in", "to_call", "pot", "outcomes", "to_act", "button"):
            assert found[field] == expected[field], (field, request)
        assert found["equity"] == pytest.approx(expected["equity"], abs=1e-12)
        for ours, theirs in zip(found["verdicts"], expected["verdicts"], strict=True):
            for part in ("fold", "call", "win", "tie", "lose", "difference"):
                assert ours[part] == pytest.approx(theirs[part], abs=SAME * pool), (part, request)
            assert ours["break_even"] == pytest.approx(theirs["break_even"], abs=1e-8), request
            assert ours["recommendation"] == theirs["recommendation"]
    assert answered > 0.8 * len(requests)


def other_spots(count: int, seed: int) -> list[Request]:
    """Return spots with several players all-in, with bounties, or with both."""
    random = np.random.default_rng(seed)
    requests = []
    for number, request in enumerate(random_spots(count, seed)):
        names = request["names"]
        if number % 3 and len(names) > 2:
            others = [name for name in names if name != request["hero"]]
            request["all_in"] = [str(name) for name in random.choice(others, min(2 + number % 2, len(others)), False)]
            request.pop("equity", None)
            request |= {"hand": "AJs", "ranges": ["20%", "22+, A2s+", "random"][: len(request["all_in"])]}
        if number % 2:
            heads = [int(cent) / 100 for cent in random.integers(100, 30_000, len(names))]
            request["bounties"] = heads if random.random() < 0.7 else 50
            request["bounty_share"] = [0.5, 1, 0.3][int(random.integers(3))]
        requests.append(request)
    return requests


@pytest.mark.slow
def test_decisions_against_several_and_for_bounties_are_those_of_the_server() -> None:
    requests = other_spots(60, 6)
    jobs = [{"kind": "ask", "question": "decide", "request": request} for request in requests]
    answered = {"several": 0, "bounties": 0}
    for request, done in zip(requests, run_jobs(jobs), strict=True):
        expected = answer_or_field(by_python, "decide", request)
        if isinstance(expected, str) or done.get("problem", "").startswith("Error"):
            assert "problem" in done, request
            continue
        found, pool = done["answer"], sum(request["payouts"])
        answered["several"] += len(request["all_in"]) > 1
        answered["bounties"] += "bounties" in request
        for field in ("hero", "all_in", "to_call", "pot", "to_act", "boards", "exact", "outcomes"):
            assert found[field] == expected[field], (field, request)
        for field in ("equity", "heads", "cash", "bounty_power"):
            theirs, ours = expected.get(field, 0.0), found.get(field, 0.0)
            assert ours == theirs or ours == pytest.approx(theirs, rel=1e-12), (field, request)
        for ours, theirs in zip(found["verdicts"], expected["verdicts"], strict=True):
            for part in ("fold", "call", "win", "tie", "lose", "difference", "error", "break_even"):
                own, value = ours[part], theirs[part]
                assert own == value or own == pytest.approx(value, abs=1e-7 * pool, rel=0), (part, request)
            for part, value in theirs.get("bounty", {}).items():
                own = ours["bounty"][part]
                assert own == value or own == pytest.approx(value, abs=1e-6 * pool, rel=1e-6), (part, request)
    assert min(answered.values()) > 10, answered


def test_ranges_are_those_of_the_server() -> None:
    texts = [
        "22+",
        "TT+, AK",
        "A5s-A2s",
        "JTs-76s",
        "20%",
        "100%",
        "0.1%",
        "KQ:0.25, AA:50%",
        "aa, kQo ; 98s",
        "55 – 22",
        "any",
        "AJ+",
    ]
    for text, found in zip(texts, by_device("range", [{"hands": [text]} for text in texts]), strict=True):
        expected = by_python("range", {"hands": [text]})
        assert found["classes"] == pytest.approx(expected["classes"]), text
        assert found["combos"] == pytest.approx(expected["combos"])


@pytest.mark.parametrize(
    ("question", "request_"),
    [
        ("nash", {"stacks": [1000, 1000], "payouts": [2, 1]}),
        ("compare", {"stacks": [1000] * 12, "payouts": [2, 1]}),
        ("compare", {"stacks": [1000, 500], "payouts": [2, 1], "chip_noise": 5}),
        ("compare", {"stacks": [1000, 500], "payouts": [2, 1], "models": ["icm^1.1"]}),
        ("compare", {"stacks": [1000, 1e80], "payouts": [2, 1]}),
        (
            "decide",
            {
                "stacks": [9, 9, 9],
                "payouts": [2],
                "names": list("abc"),
                "hero": "a",
                "all_in": ["b", "c"],
                "equity": 0.5,
            },
        ),
        ("range", {"hands": ["AhKh"]}),
    ],
)
def test_unsupported_requests_are_left_to_the_server(question: str, request_: Request) -> None:
    [done] = run_jobs([{"kind": "ask", "question": question, "request": request_}])
    assert done["problem"] == "Error: "


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


def test_without_a_button_players_are_listed_from_the_small_blind_on() -> None:
    table = {"stacks": [1000, 1000, 2000], "payouts": [50, 30], "names": ["Ana", "Bo", "Cy"], "models": ["icm"]}
    spot = {
        **table,
        "hero": "Bo",
        "all_in": ["Ana"],
        "hand": "AKs",
        "ranges": ["40%"],
        "small_blind": 100,
        "big_blind": 200,
    }
    given = [spot, {**spot, "button": "Cy"}]
    without, with_it = answers_of([{"kind": "ask", "question": "decide", "request": one} for one in given])
    assert without == with_it
    assert without["button"] == by_python("decide", spot)["button"]


def random_hands(count: int, seed: int, most: int) -> list[Request]:
    """Return hands of push or fold: short stacks, so that some are all-in by posting; antes, locks, folds, bounties."""
    random = np.random.default_rng(seed)
    requests: list[Request] = []
    for number in range(count):
        players = int(random.integers(2, most + 1))
        names = [f"P{i}" for i in range(players)]
        stacks = [int(stack) for stack in random.integers(400, 4000, players)]
        if number % 4 == 0:
            stacks[number // 4 % 2] = int(random.integers(20, 100))  # a blind, perhaps all-in by posting
        prizes = sorted(int(prize) for prize in random.integers(1, 100, int(random.integers(1, players + 1))))[::-1]
        request = {"stacks": stacks, "payouts": prizes, "names": names, "small_blind": 50, "big_blind": 100}
        request |= {"model": MODELS[int(random.integers(3))], "tolerance": 1e-4, "button": names[-1]}
        if random.random() < 0.3:
            request |= {"ante": 12.5} if random.random() < 0.5 else {"big_blind_ante": 100}
        if random.random() < 0.2 and players > 3:
            request["folded"] = [names[2]]
        if random.random() < 0.2 and players > 3:
            request["elsewhere"] = [names[3]]
            request["button"] = names[0]
        if random.random() < 0.2 and players == 3 and min(stacks) > 200:
            request["lock"] = {"P0 v P2": "22+, A2s+:0.5", "P1 v P2, P0": "fold"}
        if number % 3 == 1:
            heads = [int(cent) / 100 for cent in random.integers(100, 5000, players)]
            request |= {"bounties": heads, "bounty_share": [0.5, 1, 0.3][number % 9 // 3], "own_bounty": number % 2 > 0}
        requests.append(request)
    return requests


def same_chart(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare two answers of push or fold."""
    pool = expected["pool"]
    assert (found["pool"], found.get("bounties")) == (pytest.approx(pool), expected.get("bounties"))
    for name in (
        "names",
        "stacks",
        "payouts",
        "button",
        "small_blind",
        "ante",
        "model",
        "tolerance",
        "reached",
        "all_in",
    ):
        assert found[name] == expected[name], name
    near = {"abs": 1e-6 * pool, "rel": 0}
    assert [e or 0 for e in found["equities"]] == pytest.approx([e or 0 for e in expected["equities"]], **near)
    for name in ("three_way", "fourth", "error", "sweeps"):
        assert found[name] == pytest.approx(expected[name], abs=1e-9, rel=1e-6), name
    assert found["exploitability"]["seats"] == pytest.approx(expected["exploitability"]["seats"], abs=1e-9)
    assert len(found["nodes"]) == len(expected["nodes"])
    for ours, theirs in zip(found["nodes"], expected["nodes"], strict=True):
        for name in ("seat", "facing", "raised_by", "action", "locked"):
            assert ours[name] == theirs[name], name
        assert ours["hands"] == pytest.approx(theirs["hands"], abs=1e-6)
        assert len(ours["ev"]) == len(theirs["ev"])
        for hand, ev in theirs["ev"].items():
            assert (ours["ev"][hand] is None) == (ev is None)
            assert ev is None or ours["ev"][hand] == pytest.approx(ev, **near)
        for name, unit in (("frequency", 1), ("reach", 1), ("margin", pool)):
            assert ours[name] == pytest.approx(theirs[name], abs=1e-6 * unit, rel=0), name


@pytest.mark.parametrize("most", [4, pytest.param(9, marks=pytest.mark.slow)])
def test_push_or_fold_is_that_of_the_server(most: int) -> None:
    requests = random_hands((24, 12)[most > 4], most, most)
    jobs = [{"kind": "ask", "question": "nash", "request": request} for request in requests]
    solved = 0
    for request, found in zip(requests, run_jobs(jobs), strict=True):
        expected = answer_or_field(by_python, "nash", request)
        if isinstance(expected, str):
            assert found["field"] == expected, request
            continue
        assert "answer" in found, (request, found)
        same_chart(found["answer"], expected)
        solved += 1
    assert solved > len(requests) / 2
