"""The question nash: hands to push, to raise and to call with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.blinds import BlindsFields, LookAheadFields
from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import FLAG, LOCKS, MODEL, NUMBER, PLAYER, PLAYERS, RAISES, TEXT, WORD

if TYPE_CHECKING:
    from finaltable.equilibrium.solution import Nash, NashCharts
    from finaltable.reporting.layout import Report
    from finaltable.table.table import Table

SECTION_6 = "nash SB=1000 BB=1000 CO=2000 BTN=3000 -p 50,30,20 --blinds 100/200"


@shown
class NashShown(Shown):
    """A line per decision, a grid of one decision, CSV, texts of ranges, a page with all grids, or a file."""

    figure = "nash_figure"
    grid: str | None = given(TEXT, None, help='Show one decision as a grid: SB, "BB v SB", "BB v SB raise".')
    all: bool = given(FLAG, False, help="List all decisions, also rare ones.")
    csv: bool = given(FLAG, False, help="Print the whole solution as CSV: a line per decision and hand.")
    form: str | None = given(
        WORD,
        None,
        help="Print a line per decision with its range, for other programs: short, classes, combos, weights, brackets.",
    )
    save: str | None = given(
        TEXT,
        None,
        help="Also write the solution to this .solution file, which the command open reads. Of two models, the first.",
    )
    html: str | None = given(TEXT, None, help="Also write a page with all grids to this .html file.")

    def show(self, answer: NashCharts, currency: str) -> Report | str:
        """Return the report, the grid, or a text for other programs."""
        from finaltable.equilibrium.report import nash_report
        from finaltable.equilibrium.report_grid import grid_report
        from finaltable.equilibrium.report_texts import nash_csv, range_lines

        if self.form is not None:
            return range_lines(answer.found, self.form)
        if self.csv:
            return nash_csv(answer.found)
        if self.grid is None:
            return nash_report(answer.found, currency, self.all, every="--all")
        return grid_report(answer.found[0], read_grid(answer.found[0], self.grid))

    def saved(self, answer: NashCharts, currency: str) -> bytes:
        """Return the file of the first solution."""
        from finaltable.equilibrium.files import packed

        del currency
        return packed(answer.first)

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
class NashQuestion(LookAheadFields, BlindsFields, Question):
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
    raise_only: Any = given(
        PLAYERS, (), help="Players who raise or fold first in, and do not push: their raise has been seen."
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
    tolerance: float = given(
        NUMBER,
        1e-5,
        help="Exploitability to reach, as a share of the prize pool.",
        usual="1e-05",
        bound="tolerance",
    )

    def ask(self, run: Run) -> NashCharts:
        """Return the equilibria, one model after the other."""
        from finaltable.equilibrium.look_ahead import TOURNAMENT
        from finaltable.equilibrium.solution import NashCharts
        from finaltable.errors import InputError, TooSlowError
        from finaltable.models import find_model

        if self.compare is not None and (needs := find_model(self.compare, "compare").needs):
            rule = f"must not need options: {', '.join(sorted(needs))}"
            raise InputError("compare", rule, self.compare, code="needs_other")
        if self.look_ahead == TOURNAMENT and self.others is not None:
            rule = "must be left out if the whole tournament is solved: no model is used"
            raise InputError("others", rule, self.others, code="conflict")
        models = [self.model] if self.compare is None else [self.model, self.compare]
        try:
            return NashCharts(tuple(self.solved(model, run, i, len(models)) for i, model in enumerate(models)))
        except TooSlowError as error:
            if error.field == "max_seconds":
                error.value = self.max_seconds  # not the share of one model
            raise

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
            raise_only=self.raise_only,
            lock=self.lock,
            folded=self.folded,
            elsewhere=self.elsewhere,
            look_ahead=self.look_ahead if number == 0 else None,
            levels=self.levels if number == 0 else None,
            tolerance=self.tolerance,
            max_seconds=limit,
            threads=run.threads,
            progress=stage_of(run.progress, number, stages),
        )
        if self.others is None:
            return found
        return respond(
            found,
            self.hero,
            model,
            look_ahead=self.look_ahead,
            levels=self.levels,
            threads=run.threads,
            max_seconds=limit,
            progress=run.progress,
        )


QUESTION = NashQuestion
