"""The question `deal`: share the prizes now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.common_fields import TABLE, max_seconds_field
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import (
    AMOUNT,
    CHIPS,
    CHOICE,
    CHOICES,
    FLAG,
    MONEY,
    MONEY_BY_PLACE,
    MONEY_BY_PLAYER,
    PLAYER,
    PLAYERS,
    SHARE,
    TEXT,
    WHOLE,
    WORD,
)
from finaltable.deals import PROPOSALS, USUAL

if TYPE_CHECKING:
    from finaltable.deals.deal import Deal
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table

OWN = ("table", "currency")


@shown
class DealShown(Shown):
    """All proposals, one player's view, a message, CSV, or a sheet to sign."""

    figure = "deal_figure"
    player: Any = given(PLAYER, None, help="Show one player's view.")
    sheet: str | None = given(TEXT, None, help="Also write a sheet to print and sign: a file ending in .html.")
    event: str = given(TEXT, "", help="Heading of the sheet.")
    chat: bool = given(FLAG, False, help="Print a short message instead.")
    csv: bool = given(FLAG, False, help="Print CSV instead.")

    def show(self, answer: Deal, currency: str) -> Report | str:
        """Return the requested form."""
        from finaltable.deals.report import deal_chat, deal_csv, deal_report, view_report
        from finaltable.table.table import check_player

        if self.chat:
            return deal_chat(answer, currency)
        if self.csv:
            return deal_csv(answer)
        if self.player is not None:
            return view_report(answer, check_player(self.player, answer.table.names), currency)
        return deal_report(answer, currency)

    def page(self, answer: Deal, currency: str) -> str:
        """Return the sheet to sign."""
        from finaltable.deals.sheet import deal_sheet

        return deal_sheet(answer, currency, self.event)


@question(
    "deal",
    help="Share the prizes now, by model or by chips, on your terms.",
    examples=(
        "deal Ana=1.2m Bo=800k Cy=75k --payouts €50k,€30k,€20k --leave 5000 --round 5",
        "deal Ana=1.2m Bo=800k Cy=75k -p 50k,30k,20k --player Bo",
        "deal --file table.csv --choose icm --sheet deal.html",
    ),
    example={**TABLE, "payouts": [50, 30, 20], "leave": 5, "round": 1},
    shown=DealShown,
    by="deals and advice",
)
class DealQuestion(Question):
    """A table and the terms of its deal."""

    table: Table
    choose: Any = given(CHOICE, None, help="The proposal to sign; the others are compared with it. Default: icm.")
    leave: Any = given(
        MONEY_BY_PLACE, 0, help="Money left to play for: 5000 or 10% for the winner, or a list from first place down."
    )
    round: Any = given(MONEY, None, help="Round payments to a multiple of this: 1, 5, 100, 1000. Default: cents.")
    proposals: Any = given(
        CHOICES,
        None,
        help=f"Proposals to show: any of {', '.join(PROPOSALS)}, or other models and mixtures. Default: "
        f"{', '.join(USUAL)}.",
    )
    between: Any = given(SHARE, None, help="Add a proposal between ICM (0) and DCM (1): 0.4 or 40%.")
    withhold: Any = given(MONEY, 0, help="Money for rake or staff, taken from all prizes in proportion: 500 or 3%.")
    fixed: Any = given(MONEY_BY_PLAYER, None, help="Fixed payments to some players; the others share the rest.")
    last_longer: Any = given(MONEY, 0, help="Stake of each player in a last-longer bet, taken from their share.")
    last_longer_players: Any = given(PLAYERS, None, help="Players in the last-longer bet. Default: all.")
    trophy: Any = given(MONEY, 0, help="Value of a trophy or seat for the winner.")
    trophy_to: Any = given(
        PLAYER, None, help="The player who takes the trophy now, as part of their share. Default: the winner."
    )
    big_blind: Any = given(AMOUNT, None, help="The big blind, for finding close stacks.")
    pot: Any = given(
        CHIPS, None, help="Chips that a player may lose in one pot, for finding close stacks. Default: 5 big blinds."
    )
    close_stacks: bool = given(
        FLAG,
        True,
        help="Find stacks so close that a recount can change payments.",
    )
    chip_noise: Any = given(
        CHIPS, 0, help="Average DCM over chip counts that may be off by this: 5000, or 1bb with {big_blind}."
    )
    guarantee: bool = given(FLAG, True, help="No player gets less than the lowest prize.")
    cap: bool = given(FLAG, True, help="No player gets more than the first prize.")
    odd_to_staff: bool = given(FLAG, False, help="Money left over by rounding goes to the staff, not to a player.")
    bounty_terms: str = given(
        WORD,
        "stay",
        help="With {bounties}: stay leaves them on the players, share adds them to the money that is shared.",
        usual="stay",
    )
    samples: int | None = given(WHOLE, None, help="With {chip_noise}: number of tables to average over.")
    seed: int | None = given(WHOLE, None, help="Random seed for sampling.")
    max_seconds: float | None = max_seconds_field()

    def ask(self, run: Run) -> Deal:
        """Return the deal."""
        from finaltable.deals.deal import deal
        from finaltable.table.money import usual_unit

        terms = {name: value for name, value in vars(self).items() if name not in OWN}
        if self.round is None and self.currency:
            terms["round"] = usual_unit(self.currency)
        return deal(self.table, **terms, **run._asdict())


QUESTION = DealQuestion
