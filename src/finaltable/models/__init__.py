"""The models by name. A new model is one file here: a function marked ``@model("its name")``, listed at the end."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeAlias, TypeVar

from finaltable.errors import InputError, check_choice
from finaltable.models.mixture import check_weights, mix, read_mixture
from finaltable.models.model import FinishFunction as FinishFunction
from finaltable.models.model import Line as Line
from finaltable.models.model import Model as Model
from finaltable.models.model import Part, Solve

SolveFunction = TypeVar("SolveFunction", bound=Solve)
Choice: TypeAlias = str | Mapping[str, float]
"""A model as people ask for it: its name, or the weights of a mixture."""

_registry: dict[str, Model] = {}


def model(name: str, *, title: str | None = None, **known: Any) -> Callable[[SolveFunction], SolveFunction]:
    """Register the decorated function, from a `Table` and options to an `Equity`, as the model ``name``.

    The other arguments are what is known of it: the fields of `Model`.
    """

    def register(solve: SolveFunction) -> SolveFunction:
        parameters = inspect.signature(solve).parameters.values()
        options = frozenset(parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY)
        _registry[name] = Model(name, title or name, solve, options, **known)
        return solve

    return register


def model_names() -> tuple[str, ...]:
    """Return the names of all models."""
    return tuple(sorted(_registry))


def all_models() -> list[Model]:
    """Return all models that have a name of their own."""
    return [_registry[name] for name in model_names()]


def find_model(choice: object, field: str = "model") -> Model:
    """Return the model of that name or the mixture of those weights, or raise an error that lists the known ones.

    >>> find_model({"dcm": 0.2, "icm": 0.8}).name, find_model("icm:0.8, dcm:0.2").title
    ('icm:0.8,dcm:0.2', '80 % ICM, 20 % DCM')
    """
    if type(choice) is str and choice in _registry:  # the common case
        return _registry[choice]
    if isinstance(choice, str) and ":" in choice:
        choice = read_mixture(choice, field)
    if not isinstance(choice, Mapping):
        return _registry[check_choice(field, choice, model_names())]
    for name in choice:
        check_choice(field, name, model_names())
    return mix([Part(_registry[name], weight) for name, weight in check_weights(choice, field).items()])


def find_models(choices: object) -> list[Model]:
    """Return several models, each once, or raise."""
    if isinstance(choices, str) or not isinstance(choices, Sequence) or not choices:
        raise InputError("models", f"must be a list of some of {', '.join(model_names())}", choices)
    found = [find_model(choice, f"models[{i}]") for i, choice in enumerate(choices)]
    names = [one.name for one in found]
    if len(set(names)) != len(names):
        raise InputError("models", "must differ from each other", names)
    return found


def known_name(choice: object) -> object:
    """Return how results name a mixture; anything else as it is."""
    mixed = isinstance(choice, Mapping) or (isinstance(choice, str) and ":" in choice)
    return find_model(choice).name if mixed else choice


def model_with_cliffs() -> Model:
    """Return the model whose equities jump where two stacks pass each other."""
    return next(one for one in all_models() if one.jumps)


for _name in ("chip_chop", "chip_ev", "dcm.choose", "icm", "smoothed"):
    import_module(f"{__name__}.{_name}")
