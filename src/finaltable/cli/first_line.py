"""The first line of an answer on a terminal: the model, and whether it is the default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.defaults import USUAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from finaltable.asking.declare import Question
    from finaltable.models import Choice


def model_line(asked: Question, found: Any = None) -> str:
    """Return the models of an answer, and whether the first is the default; empty if it has no model."""
    from finaltable.deals import RULES
    from finaltable.models import find_model
    from finaltable.reporting.words import listed

    models = models_of(asked, found) if asked.by else []
    if not models or models[0] in RULES:
        return ""
    if getattr(asked, "look_ahead", None) == "tournament":
        beside = [] if hasattr(asked, "models") else [find_model(model).title for model in models[1:]]
        line = "Valued by the equilibrium of the rest of the tournament, push or fold, not by a model"
        return f"{line}; beside it, {listed(beside)}." if beside else f"{line}."
    usual, titles = USUAL[asked.by], {model.name: model.title for model in map(find_model, models)}
    # Values of several models are equal in rank; advice follows the first model.
    lead = usual if asked.by == "values" and usual in titles else next(iter(titles))
    others = [title for name, title in titles.items() if name != lead]
    word = "Models" if others else "Model"
    if lead != usual:
        return f"{word}: {listed([titles[lead], *others])}, as requested."
    line = f"{word}: {listed([f'{titles[lead]} (the default for {asked.by})', *others])}"
    if asked.name == "equity":
        return f"{line}; for {find_model(USUAL['deals and advice']).title} too, use compare."
    return f"{line}."


def models_of(asked: Question, found: Any) -> Sequence[Choice]:
    """Return the models of an answer."""
    if hasattr(asked, "choose"):
        return [found.choose]
    several = getattr(asked, "models", None)
    if several is not None:
        return [*getattr(asked, "with_mixture", list)(several)]
    if getattr(asked, "mixture", None) is not None:
        from finaltable.models.mixture import mixture_between

        return [mixture_between(asked.mixture)]  # type: ignore[attr-defined]
    one, second = (getattr(asked, name, None) for name in ("model", "compare"))
    return [USUAL[asked.by] if one is None else one, *([] if second is None else [second])]
