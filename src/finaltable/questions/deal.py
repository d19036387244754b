"""The question who gets what if the table stops now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.questions._declare import Question, Run, Shown, given, question, shown
from finaltable.questions._kinds import (
    AMOUNT,
    CHIPS,
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
    WORDS,
)
from finaltable.questions._shared import TABLE, max_seconds_field

if TYPE_CHECKING:
    from finaltable.deals.deal import Deal
    from finaltable.inputs.table import Table
    from finaltable.render.layout import Report

PROPOSALS = ("icm", "between", "dcm", "chip_chop", "equal")
OWN = ("table", "currency")


@shown
class DealShown(Shown):
    """Every proposal, one player's view, a message, CSV, and a page to sign."""

    figure = "deal_figure"
    player: Any = given(PLAYER, None, help="Show one player's view: a number, from 1, or a name.")
    sheet: str | None = given(TEXT, None, help="Also write a page to print and sign: a file named .html.")
    event: str = given(TEXT, "", help="What the sheet is headed with.")
    chat: bool = given(FLAG, False, help="Print a short message instead.")
    csv: bool = given(FLAG, False, help="Print CSV instead.")

    def show(self, answer: Deal, currency: str) -> Report | str:
        """Return what was asked for."""
        from finaltable.inputs.table import check_player
        from finaltable.render.deal import deal_chat, deal_csv, deal_report, view_report

        if self.chat:
            return deal_chat(answer, currency)
        if self.csv:
            return deal_csv(answer)
        if self.player is not None:
            return view_report(answer, check_player(self.player, answer.table.names), currency)
        return deal_report(answer, currency)

    def page(self, answer: Deal, currency: str) -> str:
        """Return the page to sign."""
        from finaltable.render.sheet import deal_sheet

        return deal_sheet(answer, currency, self.event)


@question(
    "deal",
    help="Share the prizes now: ICM, DCM, between, chop, on your terms.",
    examples=(
        "deal Ana=1.2m Bo=800k Cy=75k --payouts €50k,€30k,€20k --leave 5000 --round 5",
        "deal Ana=1.2m Bo=800k Cy=75k -p 50k,30k,20k --player Bo",
        "deal --file table.csv --choose icm --sheet deal.html",
    ),
    example={**TABLE, "payouts": [50, 30, 20], "leave": 5, "unit": 1},
    shown=DealShown,
)
class DealQuestion(Question):
    """Proposals on the table's terms."""

    table: Table
    leave: Any = given(
        MONEY_BY_PLACE, 0, help="Left to play for: 5000 or 10% for the winner; a list from first place down: 3000,1000."
    )
    withhold: Any = given(MONEY, 0, help="Rake or staff, taken from all prizes alike: 500 or 3%.")
    fixed: Any = given(
        MONEY_BY_PLAYER, None, help="What some players get in any case: Ana=5000,Bo=3k; the others share."
    )
    trophy: Any = given(MONEY, 0, help="What a trophy or seat for the winner is worth.")
    trophy_to: Any = given(PLAYER, None, help="Who takes it now, as a part of their share; the winner otherwise.")
    last_longer: Any = given(MONEY, 0, help="What each leaves from their share for the one who lasts longest.")
    last_longer_players: Any = given(PLAYERS, None, help="Who takes part in that; all otherwise: Ana,Bo.")
    unit: Any = given(MONEY, None, help="Round to this: 1, 5, 100, 1000; cents otherwise.", flags=("--round",))
    odd_to_staff: bool = given(FLAG, False, help="What rounding leaves goes to the staff, not to a player.")
    guarantee: bool = given(
        FLAG, True, help="Nobody gets less than the lowest prize.", flags=("--guarantee/--no-guarantee",)
    )
    cap: bool = given(FLAG, True, help="Nobody gets more than the first prize.", flags=("--cap/--no-cap",))
    proposals: Any = given(WORDS, PROPOSALS, help="What to show: any of these.", usual=",".join(PROPOSALS))
    choose: Any = given(WORD, None, help="The one to sign, and to compare with; between otherwise.")
    between: Any = given(SHARE, 0.2, help="How far from ICM (0) to DCM (1) 'between' lies: 0.4 or 40%.", usual="0.2")
    chip_noise: Any = given(
        CHIPS, 0, help="Average DCM over counts that may be off by this: 5000, or 1bb with {big_blind}."
    )
    big_blind: Any = given(AMOUNT, None, help="The big blind, to say which stacks are close.")
    samples: int | None = given(WHOLE, None, help="With {chip_noise}: how many tables to average over.")
    seed: int | None = given(WHOLE, None, help="For sampling.")
    max_seconds: float | None = max_seconds_field()

    def ask(self, run: Run) -> Deal:
        """Compute it."""
        from finaltable.deals.deal import deal
        from finaltable.inputs.money import usual_unit

        terms = {name: value for name, value in vars(self).items() if name not in OWN}
        if self.unit is None and self.currency:
            terms["unit"] = usual_unit(self.currency)
        return deal(self.table, **terms, **run._asdict())


QUESTION = DealQuestion
