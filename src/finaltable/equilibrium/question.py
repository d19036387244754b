"""The question nash: hands to push, to raise and to call with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.blinds import BlindsFields
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import FLAG, LOCKS, LOOK_AHEAD, MODEL, NUMBER, PLAYER, PLAYERS, RAISES, TEXT

if TYPE_CHECKING:
    from finaltable.equilibrium.solution import Nash, NashCharts
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table

SECTION_6 = "nash SB=1000 BB=1000 CO=2000 BTN=3000 -p 50,30,20 --blinds 100/200"


@shown
class NashShown(Shown):
    """A line per decision, a grid of one decision, or a page with all grids."""

    figure = "nash_figure"
    grid: str | None = given(TEXT, None, help='Show one decision as a grid: SB, "BB v SB", "BB v SB raise".')
    all: bool = given(FLAG, False, help="List all decisions, also rare ones.")
    html: str | None = given(TEXT, None, help="Also write a page with all grids to this .html file.")

    def show(self, answer: NashCharts, currency: str) -> Report:
        """Return the report, or the grid."""
        from finaltable.equilibrium.report import nash_report
        from finaltable.equilibrium.report_grid import grid_report

        if self.grid is None:
            return nash_report(answer.found, currency, self.all, every="--all")
        return grid_report(answer.found[0], read_grid(answer.found[0], self.grid))

    def page(self, answer: NashCharts, currency: str) -> str:
        """Return the page with all grids."""
        from finaltable.equilibrium.grids_page import chart_page

        return chart_page(answer.found, currency)

    def drawn(self, answer: NashCharts, currency: str) -> tuple[Any, ...]:
        """Return the arguments of the figure."""
        return (answer.found, currency)


def read_grid(found: Nash, text: str) -> Any:
    """Parse the decision to show as a grid."""
    from finaltable.equilibrium.nodes import read_node

    return read_node(found.lineup, text, "grid")


@question(
    "nash",
    help="Find the hands to push, raise and call with, in equilibrium.",
    examples=(
        SECTION_6,
        f"{SECTION_6} --compare sem",
        f"{SECTION_6} --lock 'BB v SB=20%' --grid SB",
        f"{SECTION_6} --raise-to 2.2bb",
    ),
    example={
        "stacks": [1000, 1000, 2000, 3000],
        "payouts": [50, 30, 20],
        "names": ["SB", "BB", "CO", "BTN"],
        "small_blind": 100,
        "big_blind": 200,
        "tolerance": 0.001,
    },
    shown=NashShown,
    by="deals and advice",
)
class NashQuestion(BlindsFields, Question):
    """Stacks from the small blind on, blinds and antes, and the model."""

    table: Table
    model: Any = given(MODEL, "icm", help="Model of the value of chips: icm, dcm, icm:0.8+dcm:0.2.", usual="icm")
    compare: Any = given(MODEL, None, help="A second model, side by side with the first; usually sem.")
    raise_to: Any = given(
        RAISES,
        None,
        help="Players first in may also raise to this size; later ones fold or re-jam. Numbers below the big blind "
        "count big blinds.",
    )
    lock: Any = given(
        LOCKS,
        None,
        help="Lock the hands of a player; the others adapt.",
    )
    folded: Any = given(PLAYERS, (), help="Players who have folded already; play starts after them.")
    others: Any = given(
        MODEL, None, help="All players but {hero} play the equilibrium under this model; {hero} adapts under {model}."
    )
    hero: Any = given(PLAYER, None, help="The player who adapts, with {others}.")
    look_ahead: str | None = given(
        LOOK_AHEAD,
        None,
        help="tournament: solve the rest of the tournament, push or fold, and value the ends of the hand by it, not by "
        "{model}. Up to four players.",
    )
    tolerance: float = given(
        NUMBER,
        1e-5,
        help="Exploitability to reach, as a share of the prize pool.",
        usual="1e-05",
        bound="tolerance",
    )
    max_seconds: float | None = given(
        NUMBER,
        30.0,
        help="Time limit; the report states the exploitability reached. 0: no limit.",
        usual="30",
        bound="seconds",
    )

    def ask(self, run: Run) -> NashCharts:
        """Return the equilibria, one model after the other."""
        from finaltable.equilibrium.solution import NashCharts
        from finaltable.errors import InputError
        from finaltable.models import find_model

        if self.compare is not None and (needs := find_model(self.compare, "compare").needs):
            rule = f"must not need options: {', '.join(sorted(needs))}"
            raise InputError("compare", rule, self.compare, code="needs_other")
        if self.look_ahead is not None and self.others is not None:
            raise InputError("others", "must be left out with {look_ahead}", self.others, code="conflict")
        models = [self.model] if self.compare is None else [self.model, self.compare]
        return NashCharts(tuple(self.solved(model, run, i, len(models)) for i, model in enumerate(models)))

    def solved(self, model: Any, run: Run, number: int, stages: int) -> Nash:
        """Return the equilibrium under one model."""
        from finaltable.equilibrium.nash import nash
        from finaltable.equilibrium.response import respond
        from finaltable.errors import MissingError
        from finaltable.table.options import check_seconds, stage_of

        if (self.others is None) != (self.hero is None):
            rule = "must be given: {hero} and {others} go together"
            raise MissingError("hero" if self.hero is None else "others", rule)
        limit = None if self.max_seconds in (None, 0) else check_seconds(self.max_seconds, "max_seconds") / stages
        found = nash(
            self.table,
            **self.posted(needed=True),
            button=self.button,
            model=model if self.others is None else self.others,
            raise_to=self.raise_to,
            lock=self.lock,
            folded=self.folded,
            elsewhere=self.elsewhere,
            look_ahead=self.look_ahead if number == 0 else None,
            tolerance=self.tolerance,
            max_seconds=limit,
            threads=run.threads,
            progress=stage_of(run.progress, number, stages),
        )
        if self.others is None:
            return found
        return respond(found, self.hero, model, threads=run.threads, max_seconds=limit, progress=run.progress)


QUESTION = NashQuestion
