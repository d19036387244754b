"""Parse the table of a question from text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from finaltable.asking.blinds import big_blind_of
from finaltable.asking.bounty_fields import bounties_of
from finaltable.errors import InputError, MissingError
from finaltable.table.text import read_payouts, split_list

if TYPE_CHECKING:
    from finaltable.asking.declare import Question
    from finaltable.table.files import WrittenTable
    from finaltable.table.table import Table


def read_table(
    question: type[Question], written: WrittenTable, raw: Mapping[str, Any], missing: str = "from first place down"
) -> tuple[Table, str]:
    """Return the validated table, and the currency of the prizes or else of the bounties.

    ``raw`` has the fields of `PrizesText` and `BountiesText` as text; ``missing`` is the hint if prizes are missing.
    """
    from finaltable.table.table import Table

    stacks = written.read_stacks(big_blind_of(question, raw))
    bounties, bounty_currency = bounties_of(written, raw, stacks)
    if question.needs == "players":
        return Table.of(stacks, [1], names=written.names, **bounties), bounty_currency
    given = None if raw.get("payouts") is None else split_list(raw["payouts"], "payouts")
    prizes, where = (written.payouts, written.payouts_where) if given is None else (given, None)
    if not prizes:
        raise MissingError("payouts", f"must be given: {missing}")
    payouts, currency = read_payouts(prizes, raw.get("pool"), where)
    extra = raw.get("extra_payouts", "error")
    if currency and bounty_currency and currency != bounty_currency:
        rule = f"must be in the currency of the prizes, {currency}"
        raise InputError("bounties", rule, bounty_currency, code="conflict")
    return Table.of(stacks, payouts, names=written.names, extra_payouts=extra, **bounties), currency or bounty_currency
