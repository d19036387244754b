"""Names of proposals: rules, models, and mixtures of models."""

from __future__ import annotations

from collections.abc import Sequence

from finaltable.deals import PROPOSALS, RULES, USUAL
from finaltable.errors import InputError, check_choice
from finaltable.models import Choice, find_model, model_names
from finaltable.table.table import Table


def check_proposals(proposals: object) -> tuple[str, ...]:
    """Return a list of different proposals by name, or raise."""
    if isinstance(proposals, str) or not isinstance(proposals, Sequence) or not proposals:
        rule = f"must be a list of some of {', '.join(PROPOSALS)}, or other models"
        raise InputError("proposals", rule, proposals, code="wrong_type")
    names = tuple(known_proposal(name, f"proposals[{i}]") for i, name in enumerate(proposals))
    if len(set(names)) != len(names):
        raise InputError("proposals", "must differ from each other", list(names), code="duplicate")
    return names


def known_proposal(name: object, field: str) -> str:
    """Return the name of a proposal: a rule, a model (icm^1.1), or a mixture (icm:0.8+dcm:0.2, or its weights)."""
    if isinstance(name, str) and (name in PROPOSALS or not is_model(name)):
        return check_choice(field, name, PROPOSALS)
    found = find_model(name, field)
    if found.needs or found.unit != "money":
        rule = "must be a rule or a model that values places, and needs no other options"
        raise InputError(field, rule, name, code="unknown_choice")
    return found.name


def is_model(name: str) -> bool:
    """Return whether this names a model, perhaps with a parameter, or a mixture."""
    return name in model_names() or not name.isidentifier()


def usual_proposals(table: Table, asked: Sequence[Choice]) -> tuple[str, ...]:
    """Return the default proposals: SEM only if it is fast, its error is proved, and it values any bounties."""
    sem = find_model("sem")
    slow = sem.would_sample is not None and sem.would_sample(table.live, 1e-6)
    known = [known_proposal(name, "choose") for name in asked]
    usual = [name for name in USUAL if name != "sem" or not (slow or (table.bounties and sem.bounty is None))]
    found = [name for name in PROPOSALS if name in usual or name in known]
    return (*found, *(name for name in dict.fromkeys(known) if name not in found))


def jump_share(name: str, between: float) -> float:
    """Return the share of DCM's jumps in a proposal, with ``between`` as the weight of DCM."""
    if name in RULES:
        return between if name == "between" else 0.0
    return find_model(name).tie_share


def jumps(name: str) -> bool:
    """Return whether a proposal jumps where DCM does, because it uses DCM."""
    return name == "between" or (name not in RULES and find_model(name).ties)
