"""Expected bounties under any model that values them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from finaltable.errors import InputError, MissingError
from finaltable.models import BountyFunctions, Choice, Model, find_model, functions_of
from finaltable.models.bounty import value_bounties
from finaltable.results import Bounties
from finaltable.table.prizes import BountyFields, Prizes, check_bounties
from finaltable.table.table import Number, Table, check_names, check_stacks
from finaltable.values.equities.equity import check_known


def bounties(
    stacks: Table | Iterable[object],
    heads: Iterable[object] | Number | None = None,
    share: object = 0.5,
    own: object = True,
    model: Choice = "dcm",
    *,
    names: Iterable[str] | None = None,
    **options: Any,
) -> Bounties:
    """Return the money that each player wins in bounties on average, and the split of each bounty.

    >>> won = bounties([1000, 500, 100], [1, 1, 1])
    >>> won.income.round(4).tolist()
    [1.8102, 1.0065, 0.1833]
    >>> won.matrix.round(4).tolist()
    [[0.625, 0.6296, 0.5556], [0.3121, 0.3125, 0.3819], [0.0629, 0.0579, 0.0625]]

    Parameters
    ----------
    stacks
        Chips of each player; 0 for a player who has busted. Or a `Table` with bounties, alone.
    heads
        The bounty on each player, or one number for all of them.
    share
        The part of a bounty that is paid at once, from 0 to 1: 1 in a knockout tournament, 0.5 in most progressive
        ones. The rest is added to the bounty on the player who won it.
    own
        Whether the winner of the tournament is paid their own bounty.
    model
        The name of a model, or a mixture. DCM and SEM model who busts whom. ICM does not: each player is assumed to be
        busted by any of the players in better places, with equal probability.
    names
        One per player.
    options
        Keyword options of the model, as for `equity`; the tolerance is relative to all bounties together.
    """
    found = find_model(model)
    [functions] = bounty_functions("model", [found])
    check_known(options, [found])
    checked = found.check(found.known(options))
    table = bounty_table(stacks, heads, share, own, names)
    return value_bounties(found.name, functions, table, checked)


def bounty_table(
    stacks: Table | Iterable[object], heads: object, share: object, own: object, names: Iterable[str] | None
) -> Table:
    """Return a checked table with bounties, or raise."""
    if not isinstance(stacks, Table):
        if heads is None:
            raise MissingError("heads", "must be given with stacks: the bounty on each player")
        chips = check_stacks(stacks)
        prizes = check_bounties(Prizes(()), chips, heads, share, own, BountyFields("heads", "share", "own"))
        return Table(chips, prizes, check_names(names, len(chips)))
    for field, value in (("heads", heads), ("names", names)):
        if value is not None:
            raise InputError(field, "must be left out with a Table, which already has them", value, code="conflict")
    if not stacks.bounties:
        raise InputError("stacks", "must be a Table with bounties", stacks, code="wrong_type")
    return stacks


def bounty_functions(field: str, models: Sequence[Model]) -> list[BountyFunctions]:
    """Return the functions of models that value bounties, or raise for the first model that does not."""
    return functions_of(field, models, lambda model: model.bounty, "value bounties")
