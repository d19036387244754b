"""The question push: push or fold against calling ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.blinds import BlindsFields
from finaltable.asking.common_fields import models_field, tolerance_field
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import PLAYER, TEXT, TEXTS, WHOLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from finaltable.cards.range import Range
    from finaltable.decisions.pushes.push import PushDecision
    from finaltable.decisions.pushes.push_spot import PushSpot
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table

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
    help="Decide whether to push first in, against calling ranges.",
    examples=(f"{SPOT}--hero SB --hand K5o --range 40%", f"{SPOT}--hero BTN --hand T9s --range 25% --range 35%"),
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
class PushQuestion(BlindsFields, Question):
    """A spot, hero's hand, and the calling ranges of the players behind."""

    table: Table
    hero: Any = given(PLAYER, help="The player who is first in.")
    hand: str = given(TEXT, help="Hero's hand: AJs, AhKh.")
    ranges: Any = given(
        TEXTS,
        help="Calling ranges of the players behind: '22+, A2s+, KTo+', 20%, random, or fold.",
        in_text="Once for all of them, or once for each, in turn.",
        in_json="A list with one for all of them, or one for each, in turn.",
        flags=("--range",),
    )
    folded_from: Any = given(
        TEXTS,
        None,
        help="Ranges that players who folded before hero would have played: 20%, or nash: those of the push-or-fold "
        "equilibrium under the first model. By default, their cards are random.",
        in_text="Once for all of them, or once for each, in turn.",
        in_json="A list with one for all of them, or one for each, in turn.",
    )
    models: Any = models_field()
    tolerance: float = tolerance_field()
    samples: int = given(WHOLE, 400_000, help="Maximum number of random boards.", usual="400000", bound="samples")
    seed: int = given(WHOLE, 0, help="Random seed for the deals.", usual="0")

    def ask(self, run: Run) -> PushDecision:
        """Return the decision."""
        from finaltable.decisions.pushes.push import push
        from finaltable.decisions.pushes.push_spot import PushSpot

        roles = {name: getattr(self, name) for name in ("hero", "button", "elsewhere")}
        spot = PushSpot.of(self.table, **roles, **self.posted(needed=True))
        fields = ("hand", "ranges", "models", "tolerance", "samples", "seed")
        asked = {name: getattr(self, name) for name in fields}
        return push(spot, **asked, folded_from=self.with_equilibrium(spot, run), **run._asdict())

    def with_equilibrium(self, spot: PushSpot, run: Run) -> Any:
        """Return the ranges of players who folded, with "nash" replaced by those of the equilibrium."""
        from finaltable.decisions.question import EQUILIBRIUM, first_of, with_nash

        def solve() -> Mapping[int, Range | None]:
            from finaltable.equilibrium.nash import nash

            roles: dict[str, Any] = {"button": spot.button, "elsewhere": spot.elsewhere}
            options = {"model": first_of(self.models), "tolerance": EQUILIBRIUM, **run._asdict()}
            solved = nash(self.table, **self.posted(needed=True), **roles, **options)
            return {seat: solved.range(seat) for seat in spot.folders}

        return with_nash(self.folded_from, spot.folders, solve) if spot.folders else self.folded_from


QUESTION = PushQuestion
