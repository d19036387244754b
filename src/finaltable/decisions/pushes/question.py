"""The question push: push or fold against calling ranges, first in or after limps or a raise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.blinds import BlindsFields, LookAheadFields
from finaltable.asking.common_fields import models_field, tolerance_field
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import BETS, PLAYER, TEXT, TEXTS, WHOLE

if TYPE_CHECKING:
    from finaltable.decisions.pushes.push import PushDecision
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table

ASKED = [
    "hand",
    "ranges",
    "folded_from",
    "bet_with",
    "bettor_calls",
    "bettor_overcalls",
    "pushes_with",
    "models",
    "tolerance",
    "samples",
    "seed",
]
EACH_IN_TEXT = "Once for all of them, or once for each, in turn."
EACH_IN_JSON = "A list with one for all of them, or one for each, in turn."
SPOT = "push SB=1000 BB=1000 CO=2000 BTN=3000 -p 50,30,20 --blinds 100/200 --button BTN "


@shown
class PushShown(Shown):
    """A line for each model."""

    def show(self, answer: PushDecision, currency: str) -> Report:
        """Return the report."""
        from finaltable.decisions.pushes.report import push_report

        return push_report(answer, currency)


@question(
    "push",
    help="Decide whether to push, first in or over limps or a raise, against given ranges.",
    examples=(
        f"{SPOT}--hero SB --hand K5o --range 40%",
        f"{SPOT}--hero BTN --hand T9s --range 25% --range 35%",
        f"{SPOT}--hero BB --hand A9s --bets BTN=2.2bb --bet-with 40% --bettor-calls 15%",
    ),
    example={
        "stacks": [1000, 1000, 2000, 3000],
        "payouts": [50, 30, 20],
        "names": ["SB", "BB", "CO", "BTN"],
        "hero": "SB",
        "button": "BTN",
        "small_blind": 100,
        "big_blind": 200,
        "hand": "K5o",
        "ranges": ["40%"],
    },
    shown=PushShown,
    by="deals and advice",
)
class PushQuestion(LookAheadFields, BlindsFields, Question):
    """A spot, hero's hand, and the ranges of the other players."""

    table: Table
    hero: Any = given(PLAYER, help="The player to act.")
    hand: str = given(TEXT, help="Hero's hand: AJs, AhKh.")
    ranges: Any = given(
        TEXTS,
        None,
        help="Calling ranges of the players behind: '22+, A2s+, KTo+', 20%, random, fold, or nash: those of the "
        "equilibrium under the first model, with the raise before hero.",
        in_text=EACH_IN_TEXT,
        in_json=EACH_IN_JSON,
        flags=("--range",),
    )
    folded_from: Any = given(
        TEXTS,
        None,
        help="Ranges that players who folded before hero would have played: 20%, or nash: those of the equilibrium. By "
        "default, their cards are random.",
        in_text=EACH_IN_TEXT,
        in_json=EACH_IN_JSON,
    )
    bets: Any = given(
        BETS, None, help="Limps, the raise and its calls before hero: chips put in, with blinds, without antes."
    )
    bet_with: Any = given(
        TEXTS,
        None,
        help="Ranges of the players in {bets}: 25%, or nash for the first of them: that of the equilibrium.",
        in_text=EACH_IN_TEXT,
        in_json=EACH_IN_JSON,
    )
    bettor_calls: Any = given(
        TEXTS,
        None,
        help="Hands among these that call the push: 10%, fold, or best, the default: the best answers to {pushes_with} "
        "under the first model.",
        in_text=EACH_IN_TEXT,
        in_json=EACH_IN_JSON,
    )
    bettor_overcalls: Any = given(
        TEXTS,
        None,
        help="Hands among these that call the push and the call of a player behind. By default, {bettor_calls}.",
        in_text=EACH_IN_TEXT,
        in_json=EACH_IN_JSON,
    )
    pushes_with: str | None = given(
        TEXT,
        None,
        help="Range that players in {bets} expect hero to push with, for their best answers: 15%, or nash, the default "
        "after one raise: that of the equilibrium in which {bet_with} is locked.",
    )
    models: Any = models_field()
    tolerance: float = tolerance_field()
    samples: int = given(WHOLE, 512_000, help="Maximum number of random boards.", usual="512000", bound="samples")
    seed: int = given(WHOLE, 0, help="Random seed for the deals.", usual="0")

    def ask(self, run: Run) -> PushDecision:
        """Return the decision."""
        from finaltable.decisions.pushes.push import push
        from finaltable.decisions.pushes.push_spot import PushSpot

        roles = {name: getattr(self, name) for name in ("hero", "button", "bets", "elsewhere")}
        spot = PushSpot.of(self.table, **roles, **self.posted(needed=True))
        return push(spot, **{name: getattr(self, name) for name in ASKED}, **self.ahead(), **run._asdict())


QUESTION = PushQuestion
