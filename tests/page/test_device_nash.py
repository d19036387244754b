"""Push or fold on the device, in Node, compared with Python's answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.device import run_jobs
from tests.page.test_device import MODELS, Request, answer_or_field, by_python


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
