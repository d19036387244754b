"""The question who gets what if the table stops now."""

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
    """Every proposal, one player's view, a message, CSV, and a page to sign."""

    figure = "deal_figure"
    player: Any = given(PLAYER, None, help="Show one player's view.")
    sheet: str | None = given(TEXT, None, help="Also write a page to print and sign: a file named .html.")
    event: str = given(TEXT, "", help="What the sheet is headed with.")
    chat: bool = given(FLAG, False, help="Print a short message instead.")
    csv: bool = given(FLAG, False, help="Print CSV instead.")

    def show(self, answer: Deal, currency: str) -> Report | str:
        """Return what was asked for."""
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
    """Proposals on the table's terms."""

    table: Table
    choose: Any = given(CHOICE, None, help="The one to sign, and to compare with; ICM otherwise.")
    leave: Any = given(
        MONEY_BY_PLACE, 0, help="Left to play for: 5000 or 10% for the winner; or a list from first place down."
    )
    round: Any = given(MONEY, None, help="Round to this: 1, 5, 100, 1000; cents otherwise.")
    proposals: Any = given(
        CHOICES,
        None,
        help=f"What to show: any of {', '.join(PROPOSALS)}, or other models and mixtures; {', '.join(USUAL)} "
        "otherwise.",
    )
    between: Any = given(SHARE, None, help="Also propose a point between ICM (0) and DCM (1): 0.4 or 40%.")
    withhold: Any = given(MONEY, 0, help="Rake or staff, taken from all prizes alike: 500 or 3%.")
    fixed: Any = given(MONEY_BY_PLAYER, None, help="What some players get in any case; the others share.")
    last_longer: Any = given(MONEY, 0, help="What each leaves from their share for the one who lasts longest.")
    last_longer_players: Any = given(PLAYERS, None, help="Players in the last-longer bet; all otherwise.")
    trophy: Any = given(MONEY, 0, help="What a trophy or seat for the winner is worth.")
    trophy_to: Any = given(
        PLAYER, None, help="Player who takes the trophy now, as a part of their share; the winner otherwise."
    )
    big_blind: Any = given(AMOUNT, None, help="The big blind, to say which stacks are close.")
    pot: Any = given(
        CHIPS, None, help="What one pot may cost a player, to say which stacks are close; 5 big blinds otherwise."
    )
    close_stacks: bool = given(
        FLAG,
        True,
        help="Look for stacks so close that a recount can move money.",
    )
    chip_noise: Any = given(
        CHIPS, 0, help="Average DCM over counts that may be off by this: 5000, or 1bb with {big_blind}."
    )
    guarantee: bool = given(FLAG, True, help="Nobody gets less than the lowest prize.")
    cap: bool = given(FLAG, True, help="Nobody gets more than the first prize.")
    odd_to_staff: bool = given(FLAG, False, help="What rounding leaves goes to the staff, not to a player.")
    bounty_terms: str = given(
        WORD,
        "stay",
        help="With {bounties}: stay leaves them on the heads, share makes them a part of what is shared.",
        usual="stay",
    )
    samples: int | None = given(WHOLE, None, help="With {chip_noise}: how many tables to average over.")
    seed: int | None = given(WHOLE, None, help="For sampling.")
    max_seconds: float | None = max_seconds_field()

    def ask(self, run: Run) -> Deal:
        """Compute it."""
        from finaltable.deals.deal import deal
        from finaltable.table.money import usual_unit

        terms = {name: value for name, value in vars(self).items() if name not in OWN}
        if self.round is None and self.currency:
            terms["round"] = usual_unit(self.currency)
        return deal(self.table, **terms, **run._asdict())


QUESTION = DealQuestion
