"""Every field of every question of the API does something, and what it does is what Python does.

The fields are those of the API itself, so one that is new, or renamed, must be put into these tables.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import finaltable as ft
from finaltable.analysis.bounty_comparison import compare_bounties
from finaltable.analysis.equity import finish_dict
from finaltable.equilibrium.response import respond
from finaltable.histories.reading import read_files
from finaltable.inputs.table import Table
from finaltable.questions.range import HandsOfRange
from finaltable.questions.review import EXAMPLE
from finaltable.web.api import QUESTIONS, request_fields
from tests.serving import asking
from tests.short_histories import STARS, STARS_NEXT
from tests.spots import SECTION_6

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

# What stands around a field that needs more than the usual question, and what it is changed to.
Change = tuple[dict[str, Any], object]

STACKS, PAYOUTS = [1000, 990, 500], [90, 60, 30]
MANY = {"stacks": list(range(101, 141)), "tolerance": 0.01}  # so many that DCM is sampled
PLAYERS: dict[str, Change] = {"stacks": ({}, [1000, 990, 400]), "names": ({}, ["Ana", "Bo", "Cy"])}
TABLE: dict[str, Change] = {
    **PLAYERS,
    "payouts": ({}, [90, 60, 40]),
    "extra_payouts": ({"payouts": [90, 60, 30, 0, 10]}, "drop"),
}
HEADS: dict[str, Change] = {
    "bounties": ({}, 15),
    "bounty_share": ({"bounties": 10}, 0.75),
    "own_bounty": ({"bounties": 10}, False),
    "mystery": ({"bounties": None}, "1x100,4x10"),
    "mystery_begins": ({"bounties": None, "mystery": "1x100,4x10"}, 4),
}
REFUSING = ("finish", "sweep", "sensitivity")  # say why they take no bounties
SMOOTHED = {"model": "smoothed", "chip_noise": 5}
DRAWN = {"all_in": ["Villain", "CO"], "hand": "AA", "ranges": ["KK", "QQ"], "equity": None, "samples": 2000}

USUAL: dict[str, dict[str, Any]] = {name: {"stacks": STACKS, "payouts": PAYOUTS} for name in QUESTIONS}
USUAL["finish"] = {"stacks": STACKS}
USUAL["bounties"] = {"stacks": STACKS, "bounties": [20, 30, 10]}
USUAL["sweep"] |= {"points": 5}
USUAL["range"] = {"hands": ["TT+"]}
USUAL["decide"] = {**SECTION_6, "equity": 0.4}
USUAL["push"] = {
    **{name: value for name, value in SECTION_6.items() if name != "all_in"},
    **{"hero": "BTN", "hand": "K9s", "ranges": ["20%"]},
}
USUAL["review"] = {
    "files": [{"name": "game.txt", "text": EXAMPLE}],
    "payouts": [50, 30, 20],
    "ranges": ["40%"],
}
USUAL["nash"] = {"stacks": [900, 1200], "payouts": [60, 40], "small_blind": 50, "big_blind": 100, "tolerance": 1e-4}
USUAL["history"] = {"files": [{"name": "one.txt", "text": STARS}]}
USUAL["train"] = {"seed": 7, "spots": 1}
TWO = {"players": [2, 2], "stacks": [6, 9]}
FIELDS: dict[str, dict[str, Change]] = {
    "train": {
        "seed": ({}, 8),
        "spots": ({}, 2),
        "first": ({}, 1),
        "source": ({}, [SECTION_6]),
        "players": (TWO, [3, 3]),
        "payouts": (TWO, "winner"),
        "stacks": (TWO, [10, 12]),
        "position": ({**TWO, "position": "SB"}, "BB"),
        "bounties": (TWO, "flat"),
        "model": ({"players": [3, 3], "stacks": [6, 9]}, "dcm"),
    },
    "range": {"hands": ({}, ["TT+, AKs"])},
    "history": {"files": ({}, [{"name": "two.txt", "text": STARS + STARS_NEXT}])},
    "bounties": {
        "between": ({}, 0.4),
        **PLAYERS,
        **HEADS,
        "models": ({}, ["dcm"]),
        "matrix": ({}, True),
        "method": ({"models": ["dcm"]}, "exact"),
        "tolerance": ({}, 1e-3),
        "seed": ({}, 7),
        "max_seconds": ({}, 3),
    },
    "equity": {
        "between": ({}, 0.4),
        **TABLE,
        **HEADS,
        "model": ({}, "icm"),
        "method": ({}, "exact"),
        "tolerance": ({}, 1e-3),
        "seed": (MANY, 7),
        "max_seconds": ({}, 3),
        "chip_noise": (SMOOTHED, 50),
    },
    "compare": {
        "between": ({}, 0.4),
        **TABLE,
        **HEADS,
        "models": ({}, ["dcm", "chip_chop"]),
        "method": ({}, "exact"),
        "tolerance": ({}, 1e-3),
        "seed": (MANY, 7),
        "max_seconds": ({}, 3),
        "chip_noise": ({"models": ["icm", "smoothed"], "chip_noise": 5}, 50),
    },
    "finish": {
        "between": ({}, 0.4),
        **PLAYERS,
        "models": ({}, ["dcm"]),
        "method": ({"models": ["dcm"]}, "exact"),
        "tolerance": ({}, 1e-2),
        "seed": (MANY, 7),
        "max_seconds": ({}, 3),
        "knockouts": ({}, True),
    },
    "sweep": {
        "between": ({}, 0.4),
        **TABLE,
        "player": ({}, 1),
        "start": ({}, 300),
        "stop": ({}, 3000),
        "points": ({}, 6),
        "models": ({}, ["icm"]),
        "threshold": ({}, 20),
        "tolerance": ({}, 1e-3),
    },
    "sensitivity": {
        **TABLE,
        "recount": ({}, 3),
        "big_blind": ({}, 100),
        "pot": ({}, 30),
        "threshold": ({}, 5),
    },
    "deal": {
        **TABLE,
        **HEADS,
        "heads": ({"bounties": 10}, "share"),
        "proposals": ({}, ["icm", "between"]),
        "choose": ({}, "dcm"),
        "between": ({}, 0.5),
        "leave": ({}, [10, 5]),
        "withhold": ({}, 9),
        "fixed": ({}, {"Player 1": 70}),
        "trophy": ({}, 10),
        "trophy_to": ({"trophy": 10}, 1),
        "last_longer": ({}, 5),
        "last_longer_players": ({"last_longer": 5}, [0, "Player 2"]),
        "unit": ({}, 5),
        "guarantee": ({}, False),
        "cap": ({}, False),
        "odd_to_staff": ({"withhold": 3, "unit": 5}, True),
        "chip_noise": ({"chip_noise": 5}, 50),
        "big_blind": ({}, 100),
        "pot": ({}, 600),
        "close_stacks": ({}, False),
        "seed": ({"chip_noise": 50}, 7),
        "samples": ({"chip_noise": 50}, 2000),
        "max_seconds": ({}, 3),
    },
    "pressure": {**TABLE, **HEADS, "between": ({}, 0.4), "models": ({}, ["icm"]), "tolerance": ({}, 1e-2)},
    "decide": {
        "between": ({}, 0.4),
        "stacks": ({}, [1000, 1000, 2000, 4000]),
        "names": ({"hero": 1, "all_in": [0], "button": 3}, ["Ana", "Bo", "Cy", "Di"]),
        "payouts": ({}, [50, 30, 25]),
        "extra_payouts": ({"payouts": [50, 30, 20, 0, 10]}, "drop"),
        **HEADS,
        "hero": ({}, "CO"),
        "all_in": ({}, ["CO"]),
        "folded": ({}, ["BTN"]),
        "button": ({}, "CO"),
        "blinds": ({"small_blind": 0, "big_blind": 0}, "100/200"),
        "small_blind": ({"all_in": ["CO"]}, 150),
        "big_blind": ({}, 300),
        "ante": ({}, 10),
        "big_blind_ante": ({}, 50),
        "bets": ({}, {"CO": 300}),
        "elsewhere": ({"ante": 10}, ["CO"]),
        "equity": ({}, 0.5),
        "hand": ({"equity": None, "hand": "AA", "ranges": ["QQ"]}, "KK"),
        "ranges": ({"equity": None, "hand": "AA", "ranges": ["QQ"]}, ["72o"]),
        "models": ({}, ["icm", "chip_ev"]),
        "tolerance": ({}, 1e-2),
        "samples": (DRAWN, 3000),
        "seed": (DRAWN, 7),
    },
    "nash": {
        **HEADS,
        "bounty_share": ({"bounties": 10, "stacks": [900, 1200, 1000], "tolerance": 1e-2}, 0.75),
        "stacks": ({}, [900, 1300]),
        "names": ({}, ["Ana", "Bo"]),
        "payouts": ({}, [60, 30]),
        "extra_payouts": ({"payouts": [60, 40, 0, 10]}, "drop"),
        "button": ({}, 1),
        "blinds": ({"small_blind": 0, "big_blind": 0, "blinds": "60/120"}, "50/100"),
        "small_blind": ({}, 40),
        "big_blind": ({}, 120),
        "ante": ({}, 10),
        "big_blind_ante": ({}, 100),
        "model": ({}, "dcm"),
        "compare": ({}, "chip_ev"),
        "locked": ({}, {"BB v SB": "20%"}),
        "folded": ({"stacks": [900, 1200, 1000], "tolerance": 1e-2}, [2]),
        "elsewhere": ({"stacks": [900, 1200, 1000], "tolerance": 1e-2, "button": 0}, [2]),
        "others": ({"hero": 0, "others": "icm"}, "chip_ev"),
        "hero": ({"hero": 0, "others": "chip_ev"}, 1),
        "tolerance": ({}, 1e-3),
        "max_seconds": ({}, 3),
    },
    "push": {
        **TABLE,
        "stacks": ({}, [1000, 1000, 2000, 3100]),
        "names": ({"hero": 3, "button": 3}, ["a", "b", "c", "d"]),
        "payouts": ({}, [50, 30, 10]),
        "extra_payouts": ({"payouts": [50, 30, 20, 0, 10]}, "drop"),
        **HEADS,
        "hero": ({}, "CO"),
        "button": ({}, "CO"),
        "blinds": ({"small_blind": 0, "big_blind": 0, "blinds": "50/200"}, "100/200"),
        "small_blind": ({}, 150),
        "big_blind": ({}, 300),
        "ante": ({}, 10),
        "big_blind_ante": ({}, 50),
        "elsewhere": ({"ante": 10}, ["CO"]),
        "hand": ({}, "A2s"),
        "ranges": ({}, ["30%"]),
        "models": ({}, ["icm"]),
        "tolerance": ({}, 1e-2),
    },
    "review": {
        "files": ({}, [{"name": "game.txt", "text": EXAMPLE.replace("Ah Js", "Ah Ts")}]),
        "payouts": ({}, [50, 30, 10]),
        "pool": ({"payouts": "sit_and_go", "pool": 90}, 100),
        "hero": ({}, "Bo"),
        "models": ({}, ["icm"]),
        "ranges": ({}, {"Bo": "30%"}),
        "elsewhere": ({}, [2000, 500]),
        "left": ({}, 9),
        "bounty_share": ({}, 1),
        "most_blinds": ({}, 5),
        "tolerance": ({}, 1e-2),
    },
}

# Who is not yet to act is taken to fold, too, and a phase that has begun changes nothing: the numbers are the same.
CHECKED_ONLY = {"folded", "max_seconds", "mystery_begins"}
CHECKED_ONLY_IN = {("bounties", "seed"), ("review", "bounty_share")}  # the review's example has no bounties


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with asking() as client:
        yield client


def by_python(question: str, body: dict[str, Any]) -> Any:
    """What Python answers to the same question."""
    given = {name: value for name, value in body.items() if value is not None or name not in HEADS}
    if question != "deal" and (weight := given.pop("between", None)):
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
            about = {name: given.pop(name) for name in ("hand", "ranges", "models", "tolerance") if name in given}
            drawn = {"samples": given.pop("samples", 1_000_000), "seed": given.pop("seed", 0)}
            equity = given.pop("equity", None)
            if given.pop("blinds", None):
                given |= {"small_blind": 100, "big_blind": 200}
            result = ft.decide(ft.Spot.of(**given), equity, **about, **drawn).to_dict()
        case "nash":
            if given.pop("blinds", None):
                given |= {"small_blind": 50, "big_blind": 100}
            other, hero, model = given.pop("compare", None), given.pop("hero", None), given.pop("others", None)
            found = ft.push_fold(**given, **({"model": model} if model else {}))
            result = (respond(found, hero, "icm") if model else found).to_dict()
            if other:
                result["compared"] = ft.push_fold(**{**given, "model": other}).to_dict()
        case "history":
            texts = [(file["name"], file["text"].encode()) for file in given["files"]]
            result = read_files(texts).to_dict()
        case "push":
            if given.pop("blinds", None):
                given |= {"small_blind": 100, "big_blind": 200}
            about = {name: given.pop(name) for name in ("hand", "ranges", "models", "tolerance") if name in given}
            result = ft.decide_push(ft.PushSpot.of(**given), **about).to_dict()
        case "review":
            files = [(one["name"], one["text"].encode()) for one in given.pop("files")]
            ranges = given.pop("ranges")
            given["ranges"] = ranges if isinstance(ranges, dict) else ranges[0]
            result = ft.review(read_files(files), given.pop("payouts", None), **given).to_dict()
        case "range":
            result = HandsOfRange(ft.Range.read(given["hands"][0])).to_dict()
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
    """What Python knows about places and knockouts, put together as the API does it."""
    answers = [ft.finish_probabilities(stacks, model, **options) for model in models]
    busts = ft.dcm(stacks, [1], **options) if knockouts else None
    return json.loads(json.dumps(finish_dict(Table.of(stacks, [1], names=names), answers, busts)))


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_tables_here_hold_every_field(question: str) -> None:
    refused = set(HEADS) if question in REFUSING else set()
    assert set(FIELDS[question]) | refused == set(request_fields(QUESTIONS[question]))


@pytest.mark.parametrize(
    ("question", "field"), [(question, field) for question in FIELDS for field in FIELDS[question]]
)
def test_every_field_does_what_it_does_in_python(client: TestClient, question: str, field: str) -> None:
    around, changed = FIELDS[question][field]
    before = {**USUAL[question], **around}
    after = {**before, field: changed}
    one, other = (client.post(f"/api/v1/{question}", json=body) for body in (before, after))
    assert other.status_code == 200, other.text
    assert one.json() != other.json() or field in CHECKED_ONLY or (question, field) in CHECKED_ONLY_IN
    assert other.json() == by_python(question, after)


@pytest.mark.parametrize("question", REFUSING)
def test_what_knows_no_bounties_says_why(client: TestClient, question: str) -> None:
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
        ("deal", {}, {"unit": "5", "chip_noise": "0.05k"}, {"unit": 5, "chip_noise": 50}),
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
def test_amounts_may_be_written_as_people_do(
    client: TestClient, question: str, around: dict[str, Any], written: dict[str, Any], meant: dict[str, Any]
) -> None:
    as_people, as_numbers = (
        client.post(f"/api/v1/{question}", json={**USUAL[question], **around, **fields}) for fields in (written, meant)
    )
    assert as_people.status_code == 200, as_people.text
    assert as_people.json() == as_numbers.json()
