"""The question decide: call or fold against an all-in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.blinds import BlindsFields, LookAheadFields
from finaltable.asking.common_fields import MixtureField, models_field, tolerance_field
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import BETS, PLAYER, PLAYERS, SHARE, TEXT, TEXTS, WHOLE

if TYPE_CHECKING:
    from finaltable.decisions.decide import Decision
    from finaltable.reporting.layout import Report
    from finaltable.spots.spot import Spot
    from finaltable.table.table import Table

SECTION_6 = "decide SB=1000 BB=1000 CO=2000 BTN=3000 -p 50,30,20 --blinds 100/200 --button BTN --all-in SB --hero BB "


@shown
class DecisionShown(Shown):
    """A line for each model, and whether they agree."""

    figure = "decision_figure"

    def show(self, answer: Decision, currency: str) -> Report:
        """Return the report."""
        from finaltable.decisions.report import decision_report

        return decision_report(answer, currency)


@question(
    "decide",
    help="Say whether to call an all-in, and where ICM and DCM disagree.",
    examples=(
        f"{SECTION_6}--equity 40%",
        f"{SECTION_6}--hand AJs --range '22+, A2s+, KTs+, QJs, A8o+, KJo+'",
    ),
    example={
        "stacks": [1000, 1000, 2000, 3000],
        "payouts": [50, 30, 20],
        "names": ["SB", "BB", "CO", "BTN"],
        "hero": "BB",
        "all_in": ["SB"],
        "button": "BTN",
        "small_blind": 100,
        "big_blind": 200,
        "equity": 0.4,
    },
    shown=DecisionShown,
    by="deals and advice",
)
class DecideQuestion(MixtureField, LookAheadFields, BlindsFields, Question):
    """A spot, and hero's equity or hand."""

    table: Table
    hero: Any = given(PLAYER, help="The player to act.")
    all_in: Any = given(PLAYERS, help="The players who are all-in.")
    folded: Any = given(PLAYERS, (), help="The players who have folded.")
    bets: Any = given(BETS, None, help="Chips that players who are not all-in have put in, with blinds, without antes.")
    equity: Any = given(SHARE, None, help="Probability that hero wins: 40% or 0.4. Or give {hand}.")
    hand: str | None = given(TEXT, None, help="Hero's hand: AJs, AhKh.")
    ranges: Any = given(
        TEXTS,
        None,
        help="Range of the all-in player: '22+, A2s+, KTo+', 20%, random, or nash: that of the equilibrium under the "
        "first model, push or fold, or with the raise in {bets}.",
        in_text="Once for each, in the order of seats.",
        in_json="A list with one for each, in the order of seats.",
        flags=("--range",),
    )
    folded_from: Any = given(
        TEXTS,
        None,
        help="Ranges that players who folded before hero would have played: 20%, or nash: those of the equilibrium. By "
        "default, their cards are random.",
        in_text="Once for all of them, or once for each, in turn.",
        in_json="A list with one for all of them, or one for each, in turn.",
    )
    models: Any = models_field("Models: icm, sem, dcm, chip_chop, chip_ev, icm^1.1, or a mixture: icm:0.8+dcm:0.2.")
    tolerance: float = tolerance_field()
    samples: int = given(
        WHOLE,
        1_000_000,
        help="Random boards, if hero meets several players, or with {folded_from}.",
        usual="1000000",
        bound="samples",
    )
    seed: int = given(WHOLE, 0, help="Random seed for the boards.", usual="0")

    def spot(self) -> Spot:
        """Return the validated spot."""
        from finaltable.spots.spot import Spot

        posted = self.posted()
        roles = {name: getattr(self, name) for name in ("hero", "all_in", "folded", "button", "bets", "elsewhere")}
        return Spot.of(self.table, **roles, **posted)

    def ask(self, run: Run) -> Decision:
        """Return the decision."""
        from finaltable.decisions.decide import decide

        fields = ("equity", "hand", "ranges", "folded_from", "tolerance", "samples", "seed")
        given = {name: getattr(self, name) for name in fields}
        return decide(self.spot(), models=self.with_mixture(self.models), **given, **self.ahead(), **run._asdict())


QUESTION = DecideQuestion
