"""Mixtures of models: the weighted sum of their parts, for every question."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.asking.kinds import Known
from finaltable.asking.kinds import models as read_models
from finaltable.models import find_model
from finaltable.models.mixture import mixture_between
from tests.conftest import tables
from tests.program import piped
from tests.refused import refused
from tests.serving import asking

WEIGHTS = {"icm": 0.8, "dcm": 0.2}
NAME = "icm:0.8,dcm:0.2"
STACKS, PAYOUTS = [1000, 800, 2000, 3000], [50, 30, 20]
plain_models = st.sampled_from(["icm", "dcm", "chip_chop", "chip_ev"])


@given(tables, plain_models)
@settings(max_examples=40)
def test_one_model_with_all_the_weight_is_that_model(table: tuple[list[int], list[int]], name: str) -> None:
    assert find_model({name: 1}) is find_model(name) is find_model(f"{name}:1")
    mixed, alone = ft.equity(*table, {name: 1.0}), ft.equity(*table, name)
    assert (mixed.equities == alone.equities).all()
    assert (mixed.model, mixed.error) == (alone.model, alone.error)


@given(tables, st.integers(1, 99), st.lists(plain_models, min_size=2, max_size=2, unique=True))
@settings(max_examples=60)
def test_a_mixture_is_linear_in_its_parts(table: tuple[list[int], list[int]], weight: int, pair: list[str]) -> None:
    weights = {pair[0]: weight / 100, pair[1]: (100 - weight) / 100}
    mixed = ft.equity(*table, weights)
    parts = {name: ft.equity(*table, name) for name in pair}
    expected = sum(share * parts[name].equities for name, share in weights.items())
    assert mixed.equities == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert mixed.error >= sum(share * parts[name].error for name, share in weights.items())
    assert mixed.error <= max(part.error for part in parts.values()) + 2.0**-49 * sum(table[1])
    assert mixed.guaranteed == all(part.guaranteed for part in parts.values())
    assert mixed.equities.sum() == pytest.approx(sum(part.equities.sum() for part in parts.values()) / 2)


@given(st.lists(st.lists(st.integers(0, 30), min_size=4, max_size=4).filter(any), min_size=1, max_size=5))
@settings(max_examples=40)
def test_a_batch_of_a_mixture_is_its_tables_one_by_one(rows: list[list[int]]) -> None:
    batch = ft.finish(rows, WEIGHTS, tolerance=1e-8)
    icm, dcm = (ft.finish(rows, model, tolerance=1e-8) for model in ("icm", "dcm"))
    assert batch == pytest.approx(0.8 * np.asarray(icm) + 0.2 * np.asarray(dcm), abs=1e-14)
    assert batch.model == NAME
    for row, finish in zip(rows, batch, strict=True):
        assert finish == pytest.approx(ft.finish(row, NAME, tolerance=1e-8), abs=1e-15)
        assert finish == pytest.approx(ft.equity(row, [1], WEIGHTS, tolerance=1e-8).finish, abs=1e-15)


@pytest.mark.parametrize(
    ("weight", "name"),
    [(0.2, "icm:0.8,dcm:0.2"), (0.1 + 0.2, "icm:0.7,dcm:0.3"), (0.7, "dcm:0.7,icm:0.3"), (0, "icm"), (1, "dcm")],
)
def test_one_weight_makes_a_mixture_of_icm_and_dcm(weight: float, name: str) -> None:
    assert mixture_between(weight) == find_model(name).name == name


@pytest.mark.parametrize("wrong", [1.01, -0.1, "x", None, True])
def test_the_weight_of_dcm_must_be_from_0_to_1(wrong: object) -> None:
    with pytest.raises(ft.InputError, match="mixture"):
        mixture_between(wrong)


def test_the_name_of_a_mixture_does_not_depend_on_its_spelling() -> None:
    spellings: list[Any] = [WEIGHTS, {"dcm": 0.2, "icm": 0.8}, NAME, "dcm:0.2, icm:0.80", {"icm": 1 - 0.2, "dcm": 0.2}]
    assert {find_model(choice).name for choice in spellings} == {NAME}
    assert find_model(WEIGHTS).title == "80 % ICM, 20 % DCM"
    thirds = find_model({"icm": 1 / 3, "dcm": 1 / 3, "chip_chop": 1 / 3})
    assert find_model(thirds.name).name == thirds.name
    assert thirds.solve(ft.Table.of(STACKS, PAYOUTS)).equities.sum() == pytest.approx(100, rel=1e-14)


@given(st.dictionaries(st.sampled_from(["icm", "dcm", "chip_chop", "chip_ev"]), st.integers(1, 10**6), min_size=2))
def test_the_name_of_any_mixture_finds_it_again(counts: dict[str, int]) -> None:
    total = sum(counts.values())
    model = find_model({name: count / total for name, count in counts.items()})
    assert find_model(model.name).name == model.name
    assert [part.weight for part in find_model(model.name).parts] == [part.weight for part in model.parts]


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ({"icm": 0.8, "dcm": 0.1}, "model must have weights that sum to 1, got a sum of 0.9"),
        ({"icm": 1.2, "dcm": -0.2}, r"model\[dcm\] must not be negative, got -0.2"),
        ({"icm": 1, "dcm": 0}, r"model\[dcm\] must be above 0, got 0"),
        ({"icm": 0.8, "nash": 0.2}, "model must be one of .*, got 'nash'"),
        ({}, "model must name at least one model"),
        ("icm:0.8,dcm", r"model must give every model a weight, as in icm:0\.8\+dcm:0\.2"),
        ("icm:0.8,icm:0.2", "model must name each model of a mixture once"),
        ("icm:nan,dcm:0.2", r"model\[icm\] must be a finite number"),
        ("icm:0.8," * 100, "model must be at most 200 characters, got 800"),
    ],
)
def test_an_invalid_mixture_raises(model: Any, sentence: str) -> None:
    with pytest.raises(ft.InputError, match=sentence):
        ft.equity(STACKS, PAYOUTS, model)


def test_finish_probabilities_and_knockouts_are_mixed_if_every_part_has_them() -> None:
    mixed = ft.equity(STACKS, PAYOUTS, WEIGHTS)
    assert mixed.finish @ np.array([50, 30, 20, 0]) == pytest.approx(mixed.equities)
    with pytest.raises(ft.UnavailableError, match="knockouts is not part of model 'icm'"):
        mixed.knockouts  # noqa: B018
    with pytest.raises(ft.UnavailableError, match="finish is not part of model 'chip_chop'"):
        ft.equity(STACKS, PAYOUTS, {"icm": 0.5, "chip_chop": 0.5}).finish  # noqa: B018
    with refused("unknown_choice", "model"):
        ft.finish(STACKS, {"icm": 0.5, "chip_chop": 0.5})
    assert (pickle.loads(pickle.dumps(mixed)).finish == mixed.finish).all()


def test_every_question_accepts_a_mixture() -> None:
    models = ("icm", "dcm", WEIGHTS)
    both = ft.compare(STACKS, PAYOUTS, models)
    assert both.models == ("icm", "dcm", NAME)
    assert both[WEIGHTS] is both[NAME] is both.results[2]
    assert both.differences[2] == pytest.approx(0.2 * both.differences[1])
    assert "80 % ICM, 20 % DCM" in str(both)

    spot = ft.Spot.of(STACKS, PAYOUTS, hero=1, all_in=[0], button=3, small_blind=100, big_blind=200)
    decision = ft.decide(spot, 0.4, models=models)
    icm, dcm, mixed = decision.verdicts
    assert mixed is decision[WEIGHTS]
    assert mixed.difference == pytest.approx(0.8 * icm.difference + 0.2 * dcm.difference)
    assert "80 % ICM, 20 % DCM" in str(decision)

    pressure = ft.pressure(STACKS, PAYOUTS, models)
    assert pressure.models == ("icm", "dcm", NAME)
    losses = 0.8 * pressure.losses[0] + 0.2 * pressure.losses[1]
    assert pressure.losses[2] == pytest.approx(losses, nan_ok=True)

    moved = ft.sweep(STACKS, PAYOUTS, 0, 700, 900, points=5, models=("icm", WEIGHTS))
    assert [cliff.stack for cliff in moved.cliffs] == [800]
    apart = ft.sweep(STACKS, PAYOUTS, 0, 700, 900, points=5)
    assert moved.equities[1] == pytest.approx(0.8 * apart.equities[0] + 0.2 * apart.equities[1], abs=1e-4)


def test_parts_get_the_options_that_they_accept() -> None:
    mixed = ft.equity(STACKS, PAYOUTS, WEIGHTS, method="exact")
    assert mixed.method == "subsets + exact"
    assert mixed.equities.dtype == np.float64
    seen: list[float] = []
    ft.equity(STACKS, PAYOUTS, {"dcm": 0.5, "smoothed": 0.5}, chip_noise=5, progress=lambda done, _: seen.append(done))
    assert seen == sorted(seen)
    assert 0.5 < max(seen) <= 1.0
    with refused("unknown_field", "colour"):
        ft.equity(STACKS, PAYOUTS, WEIGHTS, colour="red")


WRITTEN = ["icm:0.8,dcm:0.2", "icm:0.8+dcm:0.2", "dcm:0.2 + icm:0.8", "icm:0.8, dcm:0.2"]


@pytest.mark.parametrize("text", WRITTEN)
def test_python_and_the_api_accept_a_plus_or_a_comma_in_a_mixture(text: str) -> None:
    assert ft.equity(STACKS, PAYOUTS, text).model == NAME
    assert ft.compare(STACKS, PAYOUTS, models=["icm", text]).models == ("icm", NAME)
    with asking() as client:
        table: dict[str, Any] = {"stacks": STACKS, "payouts": PAYOUTS}
        assert client.post("/api/v1/equity", json={**table, "model": text}).json()["model"] == NAME
        assert client.post("/api/v1/compare", json={**table, "models": [text]}).json()["models"] == [NAME]
        deal = client.post("/api/v1/deal", json={**table, "proposals": ["icm", text], "choose": text})
        assert deal.json()["choose"] == NAME


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (f"{start} --json", text)
        for start in ("equity {} --model", "deal {} --choose", "compare {} --models", "deal {} --proposals")
        for text in WRITTEN
    ],
)
def test_the_command_line_accepts_a_plus_or_a_comma_in_a_mixture(command: str, text: str) -> None:
    *words, last = command.format("1000 800 2000 3000 -p 50,30,20").split()
    found = piped(*words, text, last)
    assert found.code == 0, found.err
    assert f'"{NAME}"' in found.out


@pytest.mark.parametrize("models", [[WEIGHTS], ["icm:0.80+dcm:0.2"], ["dcm:0.2,icm:0.8"], [NAME]])
@pytest.mark.parametrize("question", ["compare", "pressure", "sweep"])
def test_mixture_adds_no_duplicate_of_a_model_in_any_spelling(question: str, models: list[Any]) -> None:
    with asking() as client:
        table = {"stacks": STACKS, "payouts": PAYOUTS, **({"points": 3} if question == "sweep" else {})}
        answer = client.post(f"/api/v1/{question}", json={**table, "models": models, "mixture": 0.2})
        assert answer.status_code == 200, answer.text
        assert answer.json()["models"] == [NAME]
        both = client.post(f"/api/v1/{question}", json={**table, "models": ["icm", "dcm"], "mixture": 0.2})
        assert both.json()["models"] == ["icm", "dcm", NAME]


@pytest.mark.parametrize("model", ["icm", "dcm", WEIGHTS])
def test_equity_accepts_a_model_or_a_mixture_but_not_both(model: Any) -> None:
    with asking() as client:
        table = {"stacks": STACKS, "payouts": PAYOUTS}
        answer = client.post("/api/v1/equity", json={**table, "model": model, "mixture": 0.2})
        assert answer.status_code == 422
        assert answer.json()["message"].startswith("mixture must not be given together with model, got")
        assert client.post("/api/v1/equity", json={**table, "model": None, "mixture": 0.2}).json()["model"] == NAME
        assert client.post("/api/v1/equity", json=table).json()["model"] == "dcm"


@given(st.lists(st.sampled_from(["icm", "icm^1.1", "dcm", WEIGHTS, {"icm": 0.7, "sem": 0.2, "dcm": 0.1}]), min_size=1))
def test_a_list_of_models_reads_their_names_back(chosen: list[Any]) -> None:
    names = [find_model(one).name for one in chosen]
    assert read_models(",".join(names), "models", Known()) == names
