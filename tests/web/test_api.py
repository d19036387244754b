"""The API: the same numbers and errors as Python, and no harmful requests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

import finaltable as ft
from finaltable.web.api import QUESTIONS
from finaltable.web.app import create_app
from finaltable.web.hosts import ANY, Hosts
from finaltable.web.limits import Limits
from tests.known_spots import SECTION_6, section_6
from tests.serving import asking

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with asking(Limits(seconds=60.0)) as client:  # enough for a busy machine
        yield client


def ask(client: TestClient, question: str, **body: Any) -> Any:
    answer = client.post(f"/api/v1/{question}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_curl_examples_of_the_documentation_answer_as_shown(client: TestClient) -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "ask-the-api.md").read_text("utf-8")
    examples = re.findall(r"\$ curl -s localhost:8000(\S+) .* -d '(.*)'\n(.*)\n", page)
    assert len(examples) == 2
    for path, body, shown in examples:
        answer = client.post(path, content=body, headers={"content-type": "application/json"}).text
        assert all(piece.strip(" ,") in answer for piece in shown.split("…"))


tables = st.integers(2, 5).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(1, 10**6), min_size=n, max_size=n), st.lists(st.integers(1, 1000), min_size=1, max_size=n)
    )
)


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tables)
def test_answers_equal_those_of_python(client: TestClient, table: tuple[list[int], list[int]]) -> None:
    stacks, payouts = table
    falling = sorted(payouts, reverse=True)
    assert ask(client, "equity", stacks=stacks, payouts=payouts) == as_json(ft.dcm(stacks, payouts).to_dict())
    both = ft.compare(stacks, payouts, models=("icm", "dcm", "chip_chop"))
    answer = ask(client, "compare", stacks=stacks, payouts=payouts, models=["icm", "dcm", "chip_chop"])
    assert answer == as_json(both.to_dict())
    assert ask(client, "deal", stacks=stacks, payouts=falling) == as_json(ft.deal(stacks, falling).to_dict())
    found = ft.sensitivity(stacks, payouts)
    assert ask(client, "sensitivity", stacks=stacks, payouts=payouts) == as_json(found.to_dict())
    places = ask(client, "finish", stacks=stacks)["results"][1]["finish"]
    assert np.abs(np.array(places) - np.asarray(ft.finish(stacks))).max() < 1e-8


def as_json(data: object) -> Any:
    return json.loads(json.dumps(data))


def test_decisions_and_sweeps_equal_those_of_python(client: TestClient) -> None:
    answer = ask(client, "decide", **SECTION_6, hand="AJs", ranges=["20%"])
    assert answer == as_json(ft.decide(section_6(), hand="AJs", ranges=["20%"]).to_dict())
    table = {name: SECTION_6[name] for name in ("stacks", "payouts", "names")}
    moved = ask(client, "sweep", **table, player="CO", start=500, stop=1500, points=5)
    assert moved == as_json(ft.sweep(**table, player="CO", start=500, stop=1500, points=5).to_dict())


PAIR = {"stacks": [2, 1], "payouts": [1]}
CALL = {**PAIR, "hero": 0, "all_in": [1], "equity": 0.5}
WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    ("equity", {"stacks": [1, -2], "payouts": [1]}, "stacks[1]", "negative"),
    ("equity", {"stacks": [1, True], "payouts": [1]}, "stacks[1]", "not_a_number"),
    ("equity", {"stacks": ["x"], "payouts": [1]}, "stacks[0]", "not_a_number"),
    ("equity", {"payouts": [1]}, "stacks", "missing"),
    ("equity", {"stacks": 5, "payouts": [1]}, "stacks", "wrong_type"),
    ("equity", {**PAIR, "zz": 3}, "zz", "unknown_field"),
    ("equity", {**PAIR, "payouts": [3, 2, 1]}, "payouts", "too_many"),
    ("equity", {**PAIR, "model": "nash"}, "model", "unknown_choice"),
    ("equity", {**PAIR, "model": 7}, "model", "wrong_type"),
    ("equity", {**PAIR, "tolerance": "x"}, "tolerance", "not_a_number"),
    ("equity", {**PAIR, "tolerance": 2}, "tolerance", "out_of_range"),
    ("equity", {**PAIR, "tolerance": 1e-12}, "tolerance", "over_limit"),
    ("equity", {"stacks": [1] * 101, "payouts": [1]}, "stacks", "over_limit"),
    ("equity", {**PAIR, "payouts": [1] * 101, "extra_payouts": "drop"}, "payouts", "over_limit"),
    ("equity", {**PAIR, "extra_payouts": "x"}, "extra_payouts", "unknown_choice"),
    ("equity", {**PAIR, "names": ["a", "a"]}, "names[1]", "duplicate"),
    ("equity", {**PAIR, "names": ["a"]}, "names", "wrong_count"),
    ("equity", {**PAIR, "bounty_share": 0.5}, "bounty_share", "needs_other"),
    ("equity", {"stacks": [], "payouts": [1]}, "stacks", "too_few"),
    ("compare", {**PAIR, "models": []}, "models", "wrong_type"),
    ("finish", {"stacks": [2, 1], "models": ["dcm"] * 500}, "models", "over_limit"),
    ("sweep", {**PAIR, "points": 5000}, "points", "over_limit"),
    ("sweep", {**PAIR, "player": "Zoe"}, "player", "unknown_choice"),
    ("decide", {**CALL, "samples": 10**8}, "samples", "over_limit"),
    ("decide", {**CALL, "hero": []}, "hero", "wrong_type"),
    ("decide", {**CALL, "folded": [1]}, "folded", "conflict"),
    ("deal", {**PAIR, "payouts": [2, 1], "leave": 2}, "leave", "above_pool"),
    ("range", {"hands": ["AA", 5]}, "hands[1]", "wrong_type"),
    ("deal", {**PAIR, "payouts": [2, 1], "fixed": {"Zoe": 1}}, "fixed", "unknown_choice"),
    ("sensitivity", {**PAIR, "pot": {}}, "pot", "not_a_number"),
]


@pytest.mark.parametrize(("question", "body", "field", "code"), WRONG)
def test_wrong_requests_are_answered_with_the_field_and_a_code(
    client: TestClient, question: str, body: dict[str, Any], field: str, code: str
) -> None:
    answer = client.post(f"/api/v1/{question}", json=body)
    assert answer.status_code == 422, answer.text
    problem = answer.json()
    assert set(problem) == {"code", "field", "rule", "value", "hint", "facts", "message"}
    assert (problem["field"], problem["code"]) == (field, code)
    assert problem["message"].startswith(problem["field"])


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"stacks": [NaN], "payouts": [1]}'])
def test_bodies_that_are_not_requests_are_refused(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/v1/equity", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert "message" in answer.json()


@pytest.mark.parametrize(
    "body",
    ['{"stacks": [3, 2], "payouts": [1], "stacks": [30, 2]}', '{"stacks": [3, 2], "payouts": [{"a": 1, "a": 2}]}'],
)
def test_a_name_that_is_given_twice_is_refused(client: TestClient, body: str) -> None:
    found = client.post("/api/v1/equity", content=body, headers={"content-type": "application/json"})
    assert (found.status_code, found.json()["code"]) == (422, "duplicate")
    assert found.json()["message"].startswith("request must give each name once, got ")


def test_a_body_that_is_too_large_is_not_read_completely(client: TestClient) -> None:
    answer = client.post("/api/v1/equity", content=b" " * 70_000)
    assert answer.status_code == 413
    assert answer.json()["message"].startswith("request must be at most 65,536 bytes")


@pytest.mark.slow
@pytest.mark.parametrize("given", [{}, {"max_seconds": 0}])
def test_a_chart_that_is_not_solved_in_time_states_the_exploitability_reached(given: dict[str, int]) -> None:
    asked = {"stacks": [10] * 6, "payouts": [65, 35], "small_blind": 0.5, "big_blind": 1, "tolerance": 1e-9}
    with asking(Limits(seconds=2.0)) as client:
        found = ask(client, "nash", **asked, **given, model="dcm")
    assert not found["reached"]
    assert found["exploitability"]["total"] > 1e-9


def test_work_beyond_the_time_limit_is_stopped() -> None:
    stacks = list(range(1_000_003, 1_000_003 + 17 * 7919, 7919))
    with asking(Limits(seconds=0.5)) as client:
        answer = client.post("/api/v1/equity", json={"stacks": stacks, "payouts": [50, 30], "method": "paper"})
    assert answer.status_code == 504
    assert answer.json()["code"] == "too_slow"
    assert "retry-after" not in answer.headers  # a retry would take as long


def test_a_time_limit_of_the_question_that_is_too_short_has_the_same_status_and_names_its_field(
    client: TestClient,
) -> None:
    stacks = list(range(1_000_003, 1_000_003 + 12 * 7919, 7919))
    asked = {"stacks": stacks, "payouts": [50, 30], "method": "exact", "max_seconds": 1e-6}
    answer = client.post("/api/v1/equity", json=asked)
    assert answer.status_code == 504
    assert (answer.json()["field"], answer.json()["code"]) == ("max_seconds", "too_slow")


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_no_request_the_schema_allows_or_forbids_breaks_the_server(question: str, schema: Any) -> None:
    # Imported here, because no other test needs these slow modules.
    from schemathesis.generation import GenerationMode
    from schemathesis.specs.openapi.checks import response_schema_conformance

    operation = schema[f"/api/v1/{question}"]["POST"]
    allowed, forbidden = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)

    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
    @given(allowed | forbidden)
    def ask_anything(case: Any) -> None:
        answer = case.call()
        assert answer.status_code < 500, answer.text
        case.validate_response(answer, checks=[response_schema_conformance])

    ask_anything()


@pytest.fixture(scope="module")
def schema() -> Any:
    import schemathesis

    app = create_app(Limits(seconds=1.0, points=50, players=6), Hosts(also=[ANY]))
    return schemathesis.openapi.from_asgi("/openapi.json", app)


@pytest.mark.parametrize(
    ("question", "fields", "field"),
    [
        ("equity", {"stacks": [1000, 500], "payouts": ["50%", "30%"]}, "payouts[0]"),
        ("equity", {"stacks": [1000, "50%"], "payouts": [50]}, "stacks[1]"),
        ("sweep", {"stacks": [1000, 500], "payouts": [50], "start": "50%"}, "start"),
        ("sensitivity", {"stacks": [1000, 500], "payouts": [50], "big_blind": "5%"}, "big_blind"),
    ],
)
def test_a_percentage_is_refused_for_an_amount(
    client: TestClient, question: str, fields: dict[str, object], field: str
) -> None:
    answer = client.post(f"/api/v1/{question}", json=fields)
    assert answer.status_code == 422
    assert answer.json()["field"] == field
    assert "not a percentage" in answer.json()["rule"]
