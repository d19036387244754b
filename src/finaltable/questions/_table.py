"""The table that a question is about, read in one place from whatever people wrote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from finaltable.errors import MissingError
from finaltable.inputs.text import read_payouts, split_list

if TYPE_CHECKING:
    from finaltable.inputs.files import WrittenTable
    from finaltable.inputs.table import Table
    from finaltable.questions._declare import Question


def read_table(
    question: type[Question], written: WrittenTable, raw: Mapping[str, Any], missing: str = "from first place down"
) -> tuple[Table, str]:
    """Return the table, checked, and the currency of the prizes.

    ``raw`` has the fields of `PrizesText` as texts; ``missing`` says how to give prizes where there are none.
    """
    from finaltable.inputs.table import Table

    stacks = written.read_stacks()
    if question.needs == "players":
        return Table.of(stacks, [1], names=written.names), ""
    given = None if raw.get("payouts") is None else split_list(raw["payouts"], "payouts")
    prizes, where = (written.payouts, written.payouts_where) if given is None else (given, None)
    if not prizes:
        raise MissingError("payouts", f"must be given: {missing}")
    payouts, currency = read_payouts(prizes, raw.get("pool"), where)
    extra = raw.get("extra_payouts", "error")
    return Table.of(stacks, payouts, names=written.names, extra_payouts=extra), currency
