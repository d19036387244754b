"""The first line of an answer on a terminal: the model, and whether it is the default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.defaults import USUAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from finaltable.asking.declare import Question
    from finaltable.models import Choice


def model_line(asked: Question, found: Any = None) -> str:
    """Return the first line of an answer: by which model it is, and that this is the default; empty: it is by none."""
    from finaltable.deals import RULES
    from finaltable.models import find_model
    from finaltable.reporting.words import listed

    models = models_of(asked, found) if asked.by else []
    if not models or models[0] in RULES:
        return ""
    usual, titles = USUAL[asked.by], {model.name: model.title for model in map(find_model, models)}
    # Values stand beside each other; of advice, the first is the one that is given.
    lead = usual if asked.by == "values" and usual in titles else next(iter(titles))
    others = [title for name, title in titles.items() if name != lead]
    chosen = f"the default for {asked.by}" if lead == usual else "as asked"
    beside = f"; beside it {listed(others)}" if others else ""
    if asked.name == "equity" and lead == usual:
        beside = f"; compare shows {find_model(USUAL['deals and advice']).title} beside it"
    return f"Model: {titles[lead]}, {chosen}{beside}."


def models_of(asked: Question, found: Any) -> Sequence[Choice]:
    """Return the models that a question is answered by."""
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
