"""Every field of every question of the API does something, and what it does is what Python does.

The fields are those of the API itself, so one that is new, or renamed, must be put into tests/changed_fields.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import finaltable as ft
from finaltable.cards.question import HandsOfRange
from finaltable.equilibrium.response import respond
from finaltable.histories.reading import read_files
from finaltable.table.table import Table
from finaltable.tournaments.answer import value_table
from finaltable.values.bounties.comparison import compare_bounties
from finaltable.values.finish.question import FinishAnswer
from finaltable.web.api import QUESTIONS, request_fields
from tests.changed_fields import CHECKED_ONLY, CHECKED_ONLY_IN, FIELDS, HEADS, REFUSING, SMOOTHED, USUAL
from tests.serving import asking

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


AHEAD = ("look_ahead", "levels", "max_seconds")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with asking() as client:
        yield client


def by_python(question: str, body: dict[str, Any]) -> Any:
    """Return Python's answer to the same question."""
    given = {name: value for name, value in body.items() if value is not None or name not in HEADS}
    if weight := given.pop("mixture", None):
        mixed = {"icm": 1 - weight, "dcm": weight}
        given |= {"model": mixed} if question == "equity" else {"models": [*given.get("models", ("icm", "dcm")), mixed]}
    if question not in ("review", "train") and HEADS.keys() & given.keys():
        known = [name for name in ("stacks", "payouts", "names", "extra_payouts", *HEADS) if name in given]
        table: dict[str, Any] = {name: given.pop(name) for name in known}
        given["stacks"] = Table.of(table.pop("stacks"), table.pop("payouts", [1]), **table)
    result: Any
    match question:
        case "finish":
            return finish_by_python(**given)
        case "bounties":
            result = compare_bounties(given.pop("stacks"), **given).to_dict()
        case "decide":
            options = ("hand", "ranges", "folded_from", "models", "tolerance", *AHEAD)
            about = {name: given.pop(name) for name in options if name in given}
            drawn = {"samples": given.pop("samples", 1_000_000), "seed": given.pop("seed", 0)}
            equity = given.pop("equity", None)
            if given.pop("blinds", None):
                given |= {"small_blind": 100, "big_blind": 200}
            result = ft.decide(ft.Spot.of(**given), equity, **about, **drawn).to_dict()
        case "nash":
            if given.pop("blinds", None):
                given |= {"small_blind": 50, "big_blind": 100}
            other, hero, model = given.pop("compare", None), given.pop("hero", None), given.pop("others", None)
            found = ft.nash(**given, **({"model": model} if model else {}))
            result = (respond(found, hero, "icm") if model else found).to_dict()
            if other:
                result["compared"] = ft.nash(**{**given, "model": other}).to_dict()
        case "tournament":
            if given.pop("blinds", None):
                given |= {"small_blind": 50, "big_blind": 100}
            known = [name for name in ("stacks", "payouts", "names", "extra_payouts") if name in given]
            played = Table.of(**{name: given.pop(name) for name in known})
            result = value_table(played, given.pop("button", None), given.pop("compare", ()), **given).to_dict()
        case "history":
            texts = [(file["name"], file["text"].encode()) for file in given["files"]]
            result = read_files(texts).to_dict()
        case "push":
            if given.pop("blinds", None):
                given |= {"small_blind": 100, "big_blind": 200}
            asked = ("hand", "ranges", "folded_from", "bet_with", "bettor_calls", "bettor_overcalls", "pushes_with")
            work = ("models", "tolerance", "samples", "seed", *AHEAD)
            cards: Any = {name: given.pop(name) for name in (*asked, *work) if name in given}
            result = ft.push(ft.PushSpot.of(**given), **cards).to_dict()
        case "review":
            files = [(one["name"], one["text"].encode()) for one in given.pop("files")]
            ranges = given.pop("ranges")
            given["ranges"] = ranges if isinstance(ranges, dict) else ranges[0]
            result = ft.review(read_files(files), given.pop("payouts", None), **given).to_dict()
        case "range":
            result = HandsOfRange(ft.Range.read(given["hands"][0]), given.get("form", "short")).to_dict()
        case _:
            result = getattr(ft, question)(**given).to_dict()
    return json.loads(json.dumps(result))


def finish_by_python(
    stacks: list[Any],
    models: tuple[str, ...] = ("icm", "dcm"),
    names: list[str] | None = None,
    knockouts: bool = False,
    **options: Any,
) -> Any:
    """Return Python's finish probabilities and knockouts in the format of the API."""
    answers = [ft.finish(stacks, model, **options) for model in models]
    busts = ft.dcm(stacks, [1], **options) if knockouts else None
    only, players = (tuple(options[name]) if name in options else None for name in ("only", "players"))
    answer = FinishAnswer(Table.of(stacks, [1], names=names), answers, busts, only, players)
    return json.loads(json.dumps(answer.to_dict()))


@pytest.mark.parametrize("question", QUESTIONS)
def test_all_fields_are_tested_here(question: str) -> None:
    refused = set(HEADS) if question in REFUSING else set()
    assert set(FIELDS[question]) | refused == set(request_fields(QUESTIONS[question]))


@pytest.mark.parametrize(
    ("question", "field"), [(question, field) for question in FIELDS for field in FIELDS[question]]
)
def test_every_field_has_the_same_effect_as_in_python(client: TestClient, question: str, field: str) -> None:
    around, changed = FIELDS[question][field]
    before = {**USUAL[question], **around}
    after = {**before, field: changed}
    one, other = (client.post(f"/api/v1/{question}", json=body) for body in (before, after))
    assert other.status_code == 200, other.text
    assert one.json() != other.json() or field in CHECKED_ONLY or (question, field) in CHECKED_ONLY_IN
    assert other.json() == by_python(question, after)


@pytest.mark.parametrize("question", REFUSING)
def test_questions_without_bounties_explain_why(client: TestClient, question: str) -> None:
    answer = client.post(f"/api/v1/{question}", json={**USUAL[question], "bounties": [20, 30, 10]})
    assert answer.status_code == 422
    assert re.match("bounties must be left out here: (they|bounties) ", answer.json()["message"])


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_examples_of_the_documentation_are_answered_as_by_python(client: TestClient, question: str) -> None:
    example = dict(QUESTIONS[question].example)
    answer = client.post(f"/api/v1/{question}", json=example)
    assert answer.status_code == 200
    assert answer.json() == by_python(question, example)


@pytest.mark.parametrize(
    ("question", "around", "written", "meant"),
    [
        ("equity", {}, {"stacks": ["1k", "990", "0.5k"]}, {"stacks": [1000, 990, 500]}),
        ("equity", {}, {"payouts": ["€90", "€60"]}, {"payouts": [90, 60]}),
        ("equity", SMOOTHED, {"chip_noise": "0.05k"}, {"chip_noise": 50}),
        ("compare", {"models": ["icm", "smoothed"]}, {"chip_noise": "0.05k"}, {"chip_noise": 50}),
        ("finish", {}, {"stacks": ["1k", "990", "0.5k"]}, {"stacks": [1000, 990, 500]}),
        ("sweep", {}, {"start": "0.3k", "stop": "3k"}, {"start": 300, "stop": 3000}),
        ("sweep", {}, {"threshold": "€20"}, {"threshold": 20}),
        ("sensitivity", {}, {"recount": "3", "big_blind": "0.1k"}, {"recount": 3, "big_blind": 100}),
        ("sensitivity", {}, {"pot": "0.03k", "threshold": "€5"}, {"pot": 30, "threshold": 5}),
        ("deal", {}, {"leave": ["€10", "5"]}, {"leave": [10, 5]}),
        ("deal", {}, {"withhold": "5%"}, {"withhold": 9}),
        ("deal", {}, {"fixed": {"Player 1": "€70"}}, {"fixed": {"Player 1": 70}}),
        ("deal", {}, {"trophy": "€10", "last_longer": "5"}, {"trophy": 10, "last_longer": 5}),
        ("deal", {}, {"round": "5", "chip_noise": "0.05k"}, {"round": 5, "chip_noise": 50}),
        ("deal", {}, {"big_blind": "0.1k"}, {"big_blind": 100}),
        (
            "equity",
            {},
            {"bounties": "20,30,€10", "bounty_share": "25%"},
            {"bounties": [20, 30, 10], "bounty_share": 0.25},
        ),
        ("equity", {}, {"bounties": {"Player 2": "€30", "Player 1": 20, "Player 3": 10}}, {"bounties": [20, 30, 10]}),
        ("bounties", {"bounties": None}, {"mystery": "1x1k, 4x10"}, {"mystery": [[1, 1000], [4, 10]]}),
        ("decide", {}, {"small_blind": "0.15k", "big_blind": "0.3k"}, {"small_blind": 150, "big_blind": 300}),
        ("decide", {}, {"ante": "10", "big_blind_ante": "0.05k"}, {"ante": 10, "big_blind_ante": 50}),
        ("decide", {}, {"bets": {"CO": "0.3k"}}, {"bets": {"CO": 300}}),
        ("decide", {}, {"equity": "45%"}, {"equity": 0.45}),
    ],
)
def test_amounts_may_be_formatted_text(
    client: TestClient, question: str, around: dict[str, Any], written: dict[str, Any], meant: dict[str, Any]
) -> None:
    as_people, as_numbers = (
        client.post(f"/api/v1/{question}", json={**USUAL[question], **around, **fields}) for fields in (written, meant)
    )
    assert as_people.status_code == 200, as_people.text
    assert as_people.json() == as_numbers.json()


WRONG = [1, -1, 2.5, "x", "", True, [], [[]], [{}], ["x"], [True], {}, {"x": 1}, {"x": "y"}, {"x": []}, {"all": None}]


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_field_of_any_type_causes_an_internal_error(question: str) -> None:
    with asking(raise_server_exceptions=False) as client:
        for field in request_fields(QUESTIONS[question]):
            around = FIELDS[question].get(field, ({}, None))[0]
            for value in WRONG:
                answer = client.post(f"/api/v1/{question}", json={**USUAL[question], **around, field: value})
                assert answer.status_code in (200, 422), (field, value)


@pytest.mark.parametrize(
    ("question", "fields", "message"),
    [
        ("nash", {"max_seconds": "x"}, "max_seconds must be a number, got 'x'"),
        ("review", {"ranges": 1}, "ranges must be an object or a list, got 1"),
        ("review", {"pool": [90], "payouts": "50%,30%,20%"}, "pool must be a number, got [90]"),
        ("review", {"pool": {"a": 1}, "payouts": "sit_and_go"}, "pool must be a number, got {'a': 1}"),
        ("deal", {"names": [1, 2, 3]}, "names[0] must be a text, got 1"),
        ("decide", {"bets": {"CO": []}}, "bets[CO] must be a number, got []"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(
    client: TestClient, question: str, fields: dict[str, Any], message: str
) -> None:
    answer = client.post(f"/api/v1/{question}", json={**USUAL[question], **fields})
    assert (answer.status_code, answer.json()["message"]) == (422, message)
