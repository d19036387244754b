"""The models by name. A new model is one file here: a function marked ``@model("its name")``, listed at the end."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple, TypeVar

from finaltable.errors import check_choice, check_choices
from finaltable.results import Equity, Finish

EquityFunction = TypeVar("EquityFunction", bound=Callable[..., Equity])
FinishFunction = Callable[..., Finish]


class Model(NamedTuple):
    """One entry of the registry."""

    name: str
    equity: Callable[..., Equity]
    """From stacks and payouts, with keyword options, to an `Equity`."""
    methods: tuple[str, ...]
    """What its option ``method`` may be."""
    finish: FinishFunction | None
    """From checked stacks of shape (tables, players), with keyword options, to a `Finish`; None: it has none."""
    options: frozenset[str]
    """Keyword options that `equity` takes."""


_registry: dict[str, Model] = {}


def model(
    name: str, *, methods: tuple[str, ...] = (), finish: FinishFunction | None = None
) -> Callable[[EquityFunction], EquityFunction]:
    """Register the decorated function as the model ``name``."""

    def register(function: EquityFunction) -> EquityFunction:
        parameters = inspect.signature(function).parameters.values()
        options = frozenset(parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY)
        _registry[name] = Model(name, function, methods, finish, options)
        return function

    return register


def model_names() -> tuple[str, ...]:
    """Return the names of all models."""
    return tuple(sorted(_registry))


def find_model(name: object) -> Model:
    """Return the model called ``name``, or raise an error that lists the known ones."""
    return _registry[check_choice("model", name, model_names())]


def find_models(names: object) -> list[Model]:
    """Return several models by name, or raise."""
    return [_registry[name] for name in check_choices("models", names, model_names())]


for _name in ("chip_chop", "chip_ev", "dcm.choose", "icm", "smoothed"):
    import_module(f"{__name__}.{_name}")
