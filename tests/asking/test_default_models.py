"""Default models: DCM for values, ICM for deals and advice."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

import pytest

import finaltable as ft
from finaltable.asking import find_question, question_names
from finaltable.asking.declare import fields_of
from finaltable.asking.defaults import USUAL
from finaltable.batches.work import KINDS
from finaltable.training.settings import Settings
from tests.program import in_process

VALUES = {
    *("equity", "finish", "compare", "sweep", "bounties", "compare_bounties"),
    *("value_tables", "value_partition"),
}
ASKED = {"equity": ("icm", "dcm"), "nash": ("icm",), "review": ("icm", "sem", "dcm")}  # by a batch
ADVICE = {"deal", "decide", "push", "pressure", "nash", "review", "train"}
OTHERS = {"evidence", "batch"}  # scores all models; has the default of the question that it asks
CHOOSING = ("model", "models", "choose")


def functions() -> dict[str, Any]:
    """Return the default model of every public function."""
    public = {name: getattr(ft, name) for name in ft.__all__}
    taken = {name: inspect.signature(one).parameters for name, one in public.items() if inspect.isfunction(one)}
    return {name: some[one].default for name, some in taken.items() for one in CHOOSING if one in some}


def test_every_function_that_takes_a_model_has_the_default_of_its_kind() -> None:
    found = functions()
    assert set(found) == VALUES | ADVICE | OTHERS
    for name in VALUES:
        assert found[name] in ("dcm", ("icm", "dcm")), name
    assert found.pop("batch") is None
    assert {ask: import_module(KINDS[ask]).work_of({}).models for ask in KINDS} == ASKED
    assert found.pop("deal") is None
    assert found.pop("train") is None
    for name in ADVICE & set(found):
        assert found[name] == "icm" or found[name][0] == "icm", name
    assert Settings.model == "icm"
    assert ft.deal([1000, 500, 100], [100, 50]).choose == "icm"


@pytest.mark.parametrize("name", question_names())
def test_every_question_that_takes_a_model_has_the_default_of_its_kind(name: str) -> None:
    asked = find_question(name)
    fields = fields_of(asked)
    choices = [fields[one].default for one in CHOOSING if one in fields]
    assert bool(asked.by) == bool(choices) or name in OTHERS
    usual = {"values": (None, ("icm", "dcm")), "deals and advice": (None, "icm", ("icm", "dcm"), ("icm", "sem", "dcm"))}
    assert all(default in usual[asked.by] for default in choices if asked.by)
    assert USUAL == {"values": "dcm", "deals and advice": "icm"}


SPOT = "SB=1000 BB=1000 CO=2000 BTN=3000 -p 50,30,20 --blinds 100/200 --button BTN"
FIRST = {
    "equity 1000 500 100 -p 100,50": "Model: DCM (the default for values); for ICM too, use compare.",
    "compare 1000 500 100 -p 100,50": "Models: DCM (the default for values) and ICM.",
    "finish 1000 500 100": "Models: DCM (the default for values) and ICM.",
    "deal 1000 500 100 -p 100,50": "Model: ICM (the default for deals and advice).",
    "deal 1000 500 100 -p 100,50 --choose sem": "Model: SEM, as requested.",
    "deal 1000 500 100 -p 100,50 --choose equal": "Payments now (chosen: equal)",
    f"decide {SPOT} --hero BB --all-in SB --hand T8s --range 40%": "Models: ICM (the default for deals and "
    "advice) and DCM.",
    "nash 900 1200 -p 60,40 --blinds 50/100 --compare sem --tolerance 1e-2": "Models: ICM (the default for deals "
    "and advice) and SEM.",
    "equity 1000 500 100 -p 100,50 --model icm": "Model: ICM, as requested.",
    "equity 1000 500 100 -p 100,50 --mixture 0.2": "Model: 80 % ICM, 20 % DCM, as requested.",
    "compare 1000 500 100 -p 100,50 --models icm,sem": "Models: ICM and SEM, as requested.",
}


@pytest.mark.parametrize("line", FIRST)
def test_the_first_line_of_an_answer_states_the_model_and_whether_it_is_the_default(line: str) -> None:
    _, shown = in_process(*line.split())
    assert shown.splitlines()[0] == FIRST[line]


def test_equities_in_json_are_those_of_the_single_default() -> None:
    _, shown = in_process("equity", "1000", "500", "100", "-p", "100,50", "--json")
    assert '"model": "dcm"' in shown
