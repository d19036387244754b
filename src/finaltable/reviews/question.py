"""The question `review`: the cost of decisions in a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.common_fields import SEVERAL_MODELS, tolerance_field
from finaltable.asking.declare import LOCAL, Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import FLAG, LOOK_AHEAD, MODELS, MONEY, NUMBER, SHARE, TEXT, WHOLE, Kind, unparsed
from finaltable.histories.question_files import FILES, history_of

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.reviews.review import Review
    from finaltable.reviews.totals import ManyReviewed

MOST_SHOWN = 1_000_000
NUMBERS_OR_NAME = {"anyOf": [{"type": "array", "items": {"type": "number"}}, {"type": "string"}]}
LISTED = Kind(unparsed, unparsed, NUMBERS_OR_NAME)
RANGES = Kind(
    unparsed, unparsed, {"anyOf": [{"type": "object"}, {"type": "array", "items": {"type": "string"}}]}, many=True
)
EXAMPLE = """PokerStars Hand #1: Tournament #7, $10+$1 USD Hold'em No Limit - Level X (100/200) - 2026/01/01 20:00:00 ET
Table '7 1' 3-max Seat #1 is the button
Seat 1: Ana (3000 in chips)
Seat 2: Bo (1000 in chips)
Seat 3: Cy (1000 in chips)
Bo: posts small blind 100
Cy: posts big blind 200
*** HOLE CARDS ***
Dealt to Cy [Ah Js]
Ana: folds
Bo: raises 800 to 1000 and is all-in
Cy: folds
Uncalled bet (800) returned to Bo
Bo collected 400 from pot
*** SUMMARY ***
Total pot 400 | Rake 0
"""


@shown
class ReviewShown(Shown):
    """The total cost and the mistakes, all decisions as CSV, text for a chat, or a page to keep."""

    figure = "review_figure"
    top: int = given(WHOLE, 10, help="Number of mistakes to show.", usual="10")
    csv: bool = given(FLAG, False, help="Print all decisions as CSV.")
    chat: bool = given(FLAG, False, help="Print the mistakes as Markdown, for a chat.")
    html: str | None = given(TEXT, None, help="Also write a page to keep: a file ending in .html.")

    def show(self, answer: Review | ManyReviewed, currency: str) -> Report | str:
        """Return the report, or all decisions as text."""
        from finaltable.reviews.report import review_report
        from finaltable.reviews.report_csv import review_csv
        from finaltable.reviews.report_many import many_report
        from finaltable.reviews.report_markdown import review_markdown
        from finaltable.reviews.review import Review
        from finaltable.table.numbers import check_whole

        top = check_whole(self.top, "top", 0, MOST_SHOWN)
        if not isinstance(answer, Review):
            return many_report(answer)
        if self.csv:
            return review_csv(answer)
        return review_markdown(answer, currency, top) if self.chat else review_report(answer, currency, top)

    def page(self, answer: Review, currency: str) -> str:
        """Return the page."""
        from finaltable.reviews.html_page import review_page

        return review_page(answer, currency)


@question(
    "review",
    help="Show what decisions cost in a tournament, from hand histories.",
    examples=(
        "review game.txt -p 45,27,18",
        "review game.txt -p sit_and_go --pool 90 --range 20% --html review.html",
        "review game.txt -p 45,27,18 --push-range 30% --call-range 15% --elsewhere 5000,3000 --plot review.png",
    ),
    example={
        "files": [{"name": "game.txt", "text": EXAMPLE}],
        "payouts": [50, 30, 20],
        "ranges": ["40%"],
        "tolerance": 0.001,
    },
    shown=ReviewShown,
    by="deals and advice",
    needs="",
)
class ReviewQuestion(Question):
    """Hand histories, prizes, and the ranges of opponents."""

    files: Any = given(
        FILES,
        help="Hand history files and tournament summaries, or zip archives of them.",
        flags=("",),
        bound="unpacked_bytes",
    )
    payouts: Any = given(
        LISTED,
        None,
        help="Prizes from first place down; or a structure: usual, sit_and_go, top_heavy, flat, winner, satellite, "
        "double_or_nothing. Default: the prizes in the summary.",
        in_text="Examples: 100,50, or 50%,30%,20% with {pool}.",
        in_json="Example: [100, 50].",
        flags=("--payouts", "-p"),
    )
    pool: Any = given(MONEY, None, help="The prize pool, for payouts in % or a structure.")
    hero: str | None = given(TEXT, None, help="The player to review. Default: the player whose cards the files show.")
    models: Any = given(MODELS, ("icm", "sem", "dcm"), help=SEVERAL_MODELS, usual="icm,sem,dcm")
    push_range: str | None = given(
        TEXT,
        None,
        help="Range that opponents push with: 30%. Default: the push or fold equilibrium under the first model.",
    )
    call_range: str | None = given(
        TEXT,
        None,
        help="Range that opponents call a push with: 15%. Default: the push or fold equilibrium under the first model.",
    )
    open_range: str | None = given(
        TEXT,
        None,
        help="Range that opponents limp with, and raise with less than all-in: 25%. Default: as for pushes, or the "
        "equilibrium.",
    )
    rejam_range: str | None = given(
        TEXT,
        None,
        help="Range that opponents go all-in with over a raise: 10%. Default: as for pushes, or the equilibrium.",
    )
    ranges: Any = given(
        RANGES,
        None,
        help="Range of all opponents, of one (by seat or name), of one action (push, call, open, rejam), or of one "
        "opponent's action.",
        in_text="Examples: 20%, BTN=40%, Ana=40%, push=30%, 'Ana call=15%'; repeat the option for several.",
        in_json='Example: {"all": "20%", "push": "30%", "BTN": "40%", "Ana": "40%", "Ana call": "15%"}.',
        flags=("--range",),
    )
    elsewhere: Any = given(
        LISTED,
        None,
        help="Stacks at other tables, the same in every hand; or average; or none if there are no other tables.",
        in_text="Example: 12000,8000.",
        in_json="Example: [12000, 8000].",
    )
    left: int | None = given(WHOLE, None, help="Number of players left, if the files do not state it.")
    bounty_share: Any = given(
        SHARE, 0.5, help="Share of a bounty that is paid at once. Default: 50%. A plain knockout pays 100%."
    )
    most_blinds: float = given(
        NUMBER,
        20,
        help="First in or facing a raise, judge decisions with at most this many big blinds, effective.",
        usual="20",
    )
    smallest: Any = given(
        SHARE, 0.0005, help="Share of the prize pool: a decision that costs less is no mistake. Default: 0.05%."
    )
    look_ahead: Any = given(
        LOOK_AHEAD,
        None,
        help="Judge each decision by the hands that follow it, push or fold: orbit, a number of hands, seat or "
        "tournament, as for nash. It takes up to 30 seconds for each decision.",
    )
    tolerance: float = tolerance_field()
    output: str | None = given(
        TEXT,
        None,
        help="Review the hands of all players in parallel, and write a row for each decision into this folder, as "
        "Parquet. An interrupted run continues there.",
        flags=("--output", "-o"),
        bound=LOCAL,
    )
    scheduler: str | None = given(
        TEXT, None, help="With {output}: use the Dask cluster at this address: tcp://host:8786.", bound=LOCAL
    )
    workers: int | None = given(
        WHOLE, None, help="With {output}: start a Dask cluster with this many processes on this machine.", bound=LOCAL
    )

    def ask(self, run: Run) -> Review | ManyReviewed:
        """Compute the review; with ``output``, those of many players."""
        from finaltable.batches.dask_clients import check_choice_of_cluster, opened_client
        from finaltable.errors import MissingError

        if self.output is None:
            if self.scheduler is not None or self.workers is not None:
                raise MissingError("output", "must be given with a cluster: the folder for the rows")
            return self.reviewed(history_of(self.files, run.progress), run)
        check_choice_of_cluster(self.scheduler, self.workers, run.threads)
        with opened_client(self.scheduler, self.workers) as client:
            return self.reviewed(self.files, run, target=self.output, client=client)

    def reviewed(self, history: Any, run: Run, **where: Any) -> Review | ManyReviewed:
        """Return the review of hands, or of the files of many players."""
        from finaltable.reviews.review import review

        found: Review | ManyReviewed = review(
            history,
            self.prizes(),
            hero=self.hero,
            models=self.models,
            push_range=self.push_range,
            call_range=self.call_range,
            open_range=self.open_range,
            rejam_range=self.rejam_range,
            ranges=read_ranges(self.ranges),
            elsewhere=read_stacks(self.elsewhere),
            left=self.left,
            pool=self.money(),
            bounty_share=self.bounty_share,
            most_blinds=self.most_blinds,
            smallest=self.smallest,
            look_ahead=self.look_ahead,
            tolerance=self.tolerance,
            **run._asdict(),
            **where,
        )
        return found

    def prizes(self) -> Any:
        """Return the payouts as numbers, or the name of a structure."""
        from finaltable.errors import InputError
        from finaltable.table.structures import structure_names
        from finaltable.table.text import read_payouts, split_list

        if not isinstance(self.payouts, str):
            return self.payouts
        name = "_".join(self.payouts.lower().replace("-", " ").split())
        if name in structure_names():
            return name
        if not any(letter.isdigit() for letter in name):
            rule = f"must be prizes like 45,27,18, or one of {', '.join(structure_names())}"
            raise InputError("payouts", rule, self.payouts, code="wrong_format")
        texts = split_list(self.payouts, "payouts")
        percent = any(text.strip().endswith("%") for text in texts)
        return read_payouts(texts, self.pool if percent else None)[0]

    def money(self) -> Any:
        """Return the pool as a number."""
        from finaltable.table.text import read_plain

        return read_plain(self.pool, "pool").value if isinstance(self.pool, str) else self.pool


def read_ranges(given_: Any) -> Any:
    """Return ranges by player or action, for the library."""
    from finaltable.errors import InputError

    if given_ is None or isinstance(given_, dict):
        return given_
    found: dict[str, str] = {}
    for text in given_:
        name, sign, hands = str(text).rpartition("=")
        key = name.strip() if sign else "all"
        if key in found:
            raise InputError("ranges", "must be given once for each", text, code="duplicate")
        found[key] = hands
    return found


def read_stacks(given_: Any) -> Any:
    """Return the stacks at other tables as numbers, or "average" or "none"."""
    from finaltable.errors import InputError
    from finaltable.table.text import read_plain, split_list

    if not isinstance(given_, str) or given_.strip().lower() in ("average", "none"):
        return given_.strip().lower() if isinstance(given_, str) else given_
    if not any(letter.isdigit() for letter in given_):
        rule = "must be stacks like 12000,8000, or average, or none"
        raise InputError("elsewhere", rule, given_, code="wrong_format")
    texts = split_list(given_, "elsewhere")
    return [read_plain(text, f"elsewhere[{i}]").value for i, text in enumerate(texts)]


QUESTION = ReviewQuestion
