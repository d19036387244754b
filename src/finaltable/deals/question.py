"""The question deal: payments if the table stops now."""

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
    """All proposals, one player's view, a chat message, CSV, or a page to sign."""

    figure = "deal_figure"
    player: Any = given(PLAYER, None, help="Show one player's view.")
    sheet: str | None = given(TEXT, None, help="Also write a page to print and sign: a file named .html.")
    event: str = given(TEXT, "", help="Title of the sheet.")
    chat: bool = given(FLAG, False, help="Print a short message instead.")
    csv: bool = given(FLAG, False, help="Print CSV instead.")

    def show(self, answer: Deal, currency: str) -> Report | str:
        """Return the report, the message or CSV."""
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
        """Return the page to sign."""
        from finaltable.deals.sheet import deal_sheet

        return deal_sheet(answer, currency, self.event)


@question(
    "deal",
    help="Share the prizes now, by models or by chips, on your terms.",
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
    """Proposals on terms."""

    table: Table
    choose: Any = given(CHOICE, None, help="The proposal to sign, with which the others are compared; default ICM.")
    leave: Any = given(
        MONEY_BY_PLACE, 0, help="Money left to play for: 5000 or 10% for the winner; or a list from first place down."
    )
    round: Any = given(MONEY, None, help="Round to multiples of this: 1, 5, 100, 1000; default cents.")
    proposals: Any = given(
        CHOICES,
        None,
        help=f"Any of {', '.join(PROPOSALS)}, or other models and mixtures; default {', '.join(USUAL)}.",
    )
    between: Any = given(SHARE, None, help="Also propose a point between ICM (0) and DCM (1): 0.4 or 40%.")
    withhold: Any = given(MONEY, 0, help="Money for rake or staff, taken from all prizes in proportion: 500 or 3%.")
    fixed: Any = given(MONEY_BY_PLAYER, None, help="Fixed shares of some players; the others share the rest.")
    last_longer: Any = given(MONEY, 0, help="Stake that each leaves from their share for the one who lasts longest.")
    last_longer_players: Any = given(PLAYERS, None, help="Players in the last longer bet; default all.")
    trophy: Any = given(MONEY, 0, help="Value of a trophy or seat for the winner.")
    trophy_to: Any = given(
        PLAYER, None, help="Player who takes the trophy now, as a part of their share; default the winner, later."
    )
    big_blind: Any = given(AMOUNT, None, help="The big blind, to find close stacks.")
    pot: Any = given(
        CHIPS, None, help="Most that one pot may cost a player, to find close stacks; default 5 big blinds."
    )
    close_stacks: bool = given(
        FLAG,
        True,
        help="Search for stacks so close that a recount can move money.",
    )
    chip_noise: Any = given(
        CHIPS, 0, help="Average DCM over chip counts that may be off by this: 5000, or 1bb with {big_blind}."
    )
    guarantee: bool = given(FLAG, True, help="Each player gets at least the lowest prize.")
    cap: bool = given(FLAG, True, help="Each player gets at most the first prize.")
    odd_to_staff: bool = given(FLAG, False, help="Give the remainder of rounding to the staff, not to a player.")
    bounty_terms: str = given(
        WORD,
        "stay",
        help="With {bounties}: stay leaves them on the players, share divides them with the prizes.",
        usual="stay",
    )
    samples: int | None = given(WHOLE, None, help="With {chip_noise}: the number of tables to average.")
    seed: int | None = given(WHOLE, None, help="For sampling.")
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
