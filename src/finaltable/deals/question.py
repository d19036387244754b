"""The question who gets what if the table stops now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import OnPage, Question, Run, Shown, given, question, shown
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
from finaltable.asking.shared import TABLE, max_seconds_field
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
    player: Any = given(
        PLAYER,
        None,
        help="Show one player's view.",
        page=OnPage("One player's view", "Ana", more=True),
    )
    sheet: str | None = given(TEXT, None, help="Also write a page to print and sign: a file named .html.")
    event: str = given(
        TEXT, "", help="What the sheet is headed with.", page=OnPage("Heading of the sheet", "Final table", more=True)
    )
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


def proposal_choices() -> list[tuple[str, str]]:
    """Return the proposals that can be chosen, with their titles; the first stands for the usual one."""
    from finaltable.reporting.words import title

    return [("", "the usual one"), *((name, title(name)) for name in PROPOSALS)]


def heads_choices() -> list[tuple[str, str]]:
    """Return what a table can agree about bounties; the first stands for the usual."""
    return [("", "stay on the heads"), ("share", "are shared, too")]


@question(
    "deal",
    help="Share the prizes now, by models or by chips, on your terms.",
    examples=(
        "deal Ana=1.2m Bo=800k Cy=75k --payouts €50k,€30k,€20k --leave 5000 --round 5",
        "deal Ana=1.2m Bo=800k Cy=75k -p 50k,30k,20k --player Bo",
        "deal --file table.csv --choose icm --sheet deal.html",
    ),
    example={**TABLE, "payouts": [50, 30, 20], "leave": 5, "unit": 1},
    shown=DealShown,
    by="deals and advice",
)
class DealQuestion(Question):
    """Proposals on the table's terms."""

    table: Table
    choose: Any = given(
        CHOICE,
        None,
        help="The one to sign, and to compare with; ICM otherwise.",
        page=OnPage("Proposal to sign", choices=proposal_choices),
    )
    leave: Any = given(
        MONEY_BY_PLACE,
        0,
        help="Left to play for: 5000 or 10% for the winner; or a list from first place down.",
        page=OnPage("Left for the winner", "5k or 10%"),
    )
    unit: Any = given(
        MONEY,
        None,
        help="Round to this: 1, 5, 100, 1000; cents otherwise.",
        flags=("--round",),
        page=OnPage("Rounding unit", "0.01"),
    )
    proposals: Any = given(
        CHOICES,
        None,
        help=f"What to show: any of {', '.join(PROPOSALS)}, or other models and mixtures; {', '.join(USUAL)} "
        "otherwise.",
        page=OnPage("Proposals", ",".join(USUAL), more=True),
    )
    between: Any = given(
        SHARE,
        None,
        help="Also propose a point between ICM (0) and DCM (1): 0.4 or 40%.",
        page=OnPage("Between (0 is ICM, 1 is DCM)", "0.5", more=True),
    )
    withhold: Any = given(
        MONEY,
        0,
        help="Rake or staff, taken from all prizes alike: 500 or 3%.",
        page=OnPage("Rake or staff", "3%", more=True),
    )
    fixed: Any = given(
        MONEY_BY_PLAYER,
        None,
        help="What some players get in any case; the others share.",
        page=OnPage("Fixed shares", "Ana=5000", more=True),
    )
    last_longer: Any = given(
        MONEY,
        0,
        help="What each leaves from their share for the one who lasts longest.",
        page=OnPage("Last longer, from each", "500", more=True),
    )
    last_longer_players: Any = given(
        PLAYERS,
        None,
        help="Players in the last-longer bet; all otherwise.",
        page=OnPage("Players in the last longer", "all", more=True),
    )
    trophy: Any = given(
        MONEY,
        0,
        help="What a trophy or seat for the winner is worth.",
        page=OnPage("Value of a trophy or seat", "1000", more=True),
    )
    trophy_to: Any = given(
        PLAYER,
        None,
        help="Player who takes the trophy now, as a part of their share; the winner otherwise.",
        page=OnPage("Player who takes it now", "the winner", more=True),
    )
    big_blind: Any = given(
        AMOUNT, None, help="The big blind, to say which stacks are close.", page=OnPage("Big blind", "20k", more=True)
    )
    pot: Any = given(
        CHIPS,
        None,
        help="What one pot may cost a player, to say which stacks are close; 5 big blinds otherwise.",
        page=OnPage("Chips that one pot may move", "5bb", more=True),
    )
    close_stacks: bool = given(
        FLAG,
        True,
        help="Look for stacks so close that a recount can move money.",
    )
    chip_noise: Any = given(
        CHIPS,
        0,
        help="Average DCM over counts that may be off by this: 5000, or 1bb with {big_blind}.",
        page=OnPage("Counts may be off by", "0 chips", more=True),
    )
    guarantee: bool = given(
        FLAG,
        True,
        help="Nobody gets less than the lowest prize.",
        page=OnPage("The lowest prize is not guaranteed", more=True),
    )
    cap: bool = given(
        FLAG,
        True,
        help="Nobody gets more than the first prize.",
        page=OnPage("Shares may exceed the first prize", more=True),
    )
    odd_to_staff: bool = given(
        FLAG,
        False,
        help="What rounding leaves goes to the staff, not to a player.",
        page=OnPage("What rounding leaves goes to the staff", more=True),
    )
    heads: str = given(
        WORD,
        "stay",
        help="With {bounties}: stay leaves them on the heads, share makes them a part of what is shared.",
        usual="stay",
        page=OnPage("Bounties in the deal", more=True, choices=heads_choices, name="deal_heads"),
    )
    samples: int | None = given(WHOLE, None, help="With {chip_noise}: how many tables to average over.")
    seed: int | None = given(WHOLE, None, help="For sampling.")
    max_seconds: float | None = max_seconds_field()

    def ask(self, run: Run) -> Deal:
        """Compute it."""
        from finaltable.deals.deal import deal
        from finaltable.table.money import usual_unit

        terms = {name: value for name, value in vars(self).items() if name not in OWN}
        if self.unit is None and self.currency:
            terms["unit"] = usual_unit(self.currency)
        return deal(self.table, **terms, **run._asdict())


QUESTION = DealQuestion
