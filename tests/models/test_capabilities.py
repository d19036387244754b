"""Models declare their capabilities: code outside ``models/`` does not compare names of models."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import finaltable as ft
from finaltable.asking import find_question
from finaltable.asking.common_fields import WorkFields
from finaltable.asking.declare import fields_of
from finaltable.models import Model, all_models, find_model
from tests.documents import ROOT

PACKAGE = ROOT / "src" / "finaltable"
# Comparisons that are about ICM and DCM by name, and the list of public names.
NAMED = (
    "models",
    "deals",
    "deals/report.py",
    "deals/sheet.py",
    "deals/plot.py",
    "values/paper/paper.py",
    "asking/defaults.py",
    "__init__.py",
)
# Defaults: arguments, fields of questions and their examples, and examples in the documentation.
DEFAULTS = re.compile(
    r'(: (Choice|Sequence\[Choice\]) = |^SHOWN = )("icm"|"dcm"|\("icm",( "sem",)?( "dcm")?\))'
    r'|(given\(MODELS?, |^ +MODEL, )("icm"|"dcm"|\("icm", ("sem", )?"dcm"\)), '
    r'|^ +(usual=)?("dcm"|\("icm", ("sem", )?"dcm"\)),$'
    r"|^ +(example=)?\{?\*\*TABLE, "
    r"|^WEIGHTS = "
)


def named_models(path: Path) -> list[str]:
    """Return the lines of a file that contain the name of a model, except defaults and examples."""
    code = re.sub(r'"""(.|\n)*?"""', "", path.read_text("utf-8"))
    wanted = re.compile(rf"""["']({"|".join(ft.model_names())})["']""")
    return [line.strip() for line in code.splitlines() if wanted.search(line) and not DEFAULTS.search(line)]


def test_only_comparisons_of_icm_and_dcm_name_models() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if not str(path.relative_to(PACKAGE)).startswith(NAMED)]
    assert len(files) > 40
    assert {str(path.relative_to(PACKAGE)): lines for path in files if (lines := named_models(path))} == {}


def test_help_lists_the_methods_and_capabilities_of_models() -> None:
    models = [model for model in all_models() if len(model.methods) > 1]
    methods = {f"for {model.title}: {', '.join(m for m in model.methods if m != 'auto')}" for model in models}
    listed = fields_of(WorkFields)["method"].help.removeprefix("auto; ").removesuffix(".")
    assert set(listed.split("; ")) == methods
    first, _, _ = fields_of(find_question("equity"))["model"].help.partition(";")
    assert set(re.findall(r"\w+", first)) - {"or"} == set(ft.model_names())
    knocking = ", ".join(sorted(model.title for model in all_models() if model.knockouts))
    assert f"({knocking})" in fields_of(find_question("finish"))["knockouts"].help


def test_the_search_for_names_finds_them() -> None:
    assert named_models(PACKAGE / "models" / "icm.py")


@pytest.mark.parametrize("model", all_models(), ids=lambda model: model.name)
def test_a_model_has_the_capabilities_that_it_declares(model: Model) -> None:
    options: dict[str, Any] = {"chip_noise": 1} if "chip_noise" in model.needs else {}
    assert model.needs <= model.options
    assert set(model.counts) <= set(model.methods)
    result = model.equity([50, 30, 20, 0], [5, 3, 2, 1], **options)
    assert result.model == model.name
    assert (result.equities[3] == 0) == (model.unit == "chips")
    assert (result._knockouts is not None) == model.knockouts
    if model.finish is not None:
        assert model.finish(result.table.stack_array[None]).values[0] == pytest.approx(result.finish)


def test_a_model_jumps_where_two_stacks_pass_each_other_only_if_it_declares_it() -> None:
    for model in all_models():
        options: dict[str, Any] = {"chip_noise": 50} if "chip_noise" in model.needs else {}
        below, above = (model.equity([stack, 800, 2000, 3000], [50, 30, 20], **options) for stack in (799, 801))
        assert (abs(above.equities - below.equities).max() > 5) == model.jumps


def test_a_mixture_combines_the_capabilities_of_its_parts() -> None:
    mixed = find_model({"dcm": 0.5, "chip_ev": 0.5})
    assert (mixed.jumps, mixed.knockouts, mixed.unit, mixed.finish, mixed.paid_places) == (
        True,
        False,
        "money",
        None,
        0.5,
    )
    assert mixed.would_sample is not None
    assert mixed.would_sample(40, 1e-9)
    assert not mixed.would_sample(4, 1e-6)


def test_the_jumps_of_a_mixture_have_the_weight_of_dcm() -> None:
    shares = {"dcm": 1.0, "icm": 0.0, "icm:0.5,sem:0.5": 0.0, "icm:0.8,dcm:0.2": 0.2}
    assert {name: find_model(name).tie_share for name in shares} == pytest.approx(shares)
    assert [model.name for model in all_models() if model.ties] == ["dcm"]
    assert find_model("icm:0.8,dcm:0.2").ties


def test_sensitivity_finds_close_stacks_under_dcm_even_if_another_model_jumps(by_rank: str) -> None:
    assert find_model(by_rank).jumps
    close = ft.sensitivity([1000, 995, 2000, 3000], [50, 30, 20], threshold=5).close
    assert [(found.pair, round(found.money, 2)) for found in close] == [((0, 1), 10.09)]


def test_a_deal_lists_close_stacks_only_if_a_proposal_uses_dcm(by_rank: str) -> None:
    stacks, payouts = [1000, 995, 2000, 3000], [50, 30, 20]
    assert ft.deal(stacks, payouts, proposals=["icm", by_rank]).sensitivity is None
    assert ft.deal(stacks, payouts, proposals=["icm", "icm:0.8,dcm:0.2"]).sensitivity is not None


def test_the_score_of_dcm_against_real_results_is_not_reported_for_other_models(by_rank: str) -> None:
    spot = ft.Spot.of([1000, 800, 2000, 3000], [50, 30, 20], hero=1, all_in=[0])
    decisions = [ft.decide(spot, equity, models=["icm", by_rank]) for equity in (0.1, 0.3, 0.5, 0.7, 0.9)]
    assert any(len({verdict.recommendation for verdict in decision.verdicts}) == 2 for decision in decisions)
    assert all("predicted real results" not in str(decision) for decision in decisions)
