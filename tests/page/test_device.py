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
