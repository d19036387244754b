"""Registry of models. A new model is one file here: a function decorated with ``@model("name")``, listed in `FILES`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias, TypeVar

from finaltable.errors import InputError, check_choice, check_length
from finaltable.models.bounty import with_bounties
from finaltable.models.mixture import LONGEST_NAME, check_weights, mix, read_mixture
from finaltable.models.model import BountyFunctions as BountyFunctions
from finaltable.models.model import FinishFunction as FinishFunction
from finaltable.models.model import LineStyle as LineStyle
from finaltable.models.model import MixturePart, Solve, family
from finaltable.models.model import Model as Model
from finaltable.models.model import Parameter as Parameter

SolveFunction = TypeVar("SolveFunction", bound=Solve)
Part = TypeVar("Part")
Choice: TypeAlias = str | Mapping[str, float]
"""A model as callers choose it: a name, with or without a parameter (icm^1.1), or the weights of a mixture."""

FILES = {
    "chip_chop": "chip_chop",
    "chip_ev": "chip_ev",
    "dcm": "dcm.choose",
    "icm": "icm",
    "sem": "sem.choose",
    "smoothed": "smoothed",
}
"""The file of each model. Importing it registers the model; this happens on first use."""

_registry: dict[str, Model] = {}


def model(name: str, *, title: str | None = None, **fields: Any) -> Callable[[SolveFunction], SolveFunction]:
    """Register the decorated function, from a `Table` and options to an `Equity`, as the model ``name``.

    The other arguments are fields of `Model`.
    """

    def register(solve: SolveFunction) -> SolveFunction:
        parameters = inspect.signature(solve).parameters.values()
        options = {parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY}
        family_option = fields["parameter"].option if "parameter" in fields else None
        both = with_bounties(name, title or name, solve, fields.get("bounty"))
        _registry[name] = Model(name, title or name, both, frozenset(options - {family_option}), **fields)
        return solve

    return register


@cache
def registry() -> Mapping[str, Model]:
    """Import all models and return them by name."""
    for file in FILES.values():
        import_module(f"{__name__}.{file}")
    return _registry


def model_names() -> tuple[str, ...]:
    """Return the names of all models."""
    return tuple(sorted(registry()))


def all_models() -> list[Model]:
    """Return all registered models; mixtures are not among them."""
    return [registry()[name] for name in model_names()]


def find_model(choice: object, field: str = "model") -> Model:
    """Return the model with that name or the mixture with those weights, or raise an error that lists all models.

    >>> find_model({"dcm": 0.2, "icm": 0.8}).name, find_model("icm:0.8+dcm:0.2").title
    ('icm:0.8,dcm:0.2', '80 % ICM, 20 % DCM')
    """
    if type(choice) is str and choice in FILES and choice not in _registry:
        import_module(f"{__name__}.{FILES[choice]}")
    if type(choice) is str and choice in _registry:  # the common case
        return _registry[choice]
    if isinstance(choice, str) and ":" in choice:
        choice = read_mixture(choice, field)
    if not isinstance(choice, Mapping):
        return read_name(choice, field)
    found = {one.name: one for one in (read_name(name, field) for name in choice)}
    if len(found) != len(choice):
        raise InputError(field, "must name each model of a mixture once", dict(choice), code="duplicate")
    weights = check_weights(dict(zip(found, choice.values(), strict=True)), field)
    return mix([MixturePart(found[name], weight) for name, weight in weights.items()])


def read_name(name: object, field: str = "model") -> Model:
    """Return the model with that name, which may end with a parameter, or raise.

    >>> read_name("icm").name, read_name("icm^1.10").name, read_name("icm^1").name
    ('icm', 'icm^1.1', 'icm')
    """
    if isinstance(name, str):
        check_length(field, name, LONGEST_NAME)
        for one in registry().values():
            if one.parameter is not None and name.startswith(start := one.name + one.parameter.sign):
                return family(one, one.parameter.find(name[len(start) :], one.name, field))
    return registry()[check_choice(field, name, model_names())]


def functions_of(field: str, models: Sequence[Model], part: Callable[[Model], Part | None], does: str) -> list[Part]:
    """Return one of the functions of each model, or raise for the first model without it."""
    found = []
    for one in models:
        function = part(one)
        if function is None:
            able = ", ".join(other.name for other in all_models() if part(other) is not None)
            raise InputError(field, f"must be among those that {does} ({able})", one.name, code="unknown_choice")
        found.append(function)
    return found


def find_models(choices: object) -> list[Model]:
    """Return the chosen models, or raise if one is unknown or chosen twice."""
    if isinstance(choices, str) or not isinstance(choices, Sequence) or not choices:
        raise InputError("models", f"must be a list of some of {', '.join(model_names())}", choices, code="wrong_type")
    found = [find_model(choice, f"models[{i}]") for i, choice in enumerate(choices)]
    names = [one.name for one in found]
    if len(set(names)) != len(names):
        raise InputError("models", "must differ from each other", names, code="duplicate")
    return found


def known_name(choice: object) -> object:
    """Return the name that results give a mixture or a model with a parameter; a plain name is returned unchanged."""
    composed = isinstance(choice, Mapping) or (isinstance(choice, str) and not choice.isidentifier())
    return find_model(choice).name if composed else choice


def dcm_model() -> Model:
    """Return DCM, for features about DCM alone: close stacks, and its score against real results."""
    return find_model("dcm")
