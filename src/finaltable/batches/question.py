"""The question `batch`: one question for all tables, spots or hands of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import EACH_MODEL, NUMBER, TEXT, TEXTS, WHOLE, Kind, word
from finaltable.batches.work import KINDS

if TYPE_CHECKING:
    from finaltable.batches.summary import BatchSummary
    from finaltable.reporting.layout import Report


ASKED = Kind(word, word, {"type": "string", "enum": list(KINDS)}, choices=lambda: list(KINDS))


@shown
class BatchShown(Shown):
    """A summary of the batch."""

    def show(self, answer: BatchSummary, currency: str) -> Report:
        """Return the report."""
        from finaltable.batches.report import batch_report

        del currency
        return batch_report(answer)


@question(
    "batch",
    help="Answer a question for all tables, spots or hands of files.",
    examples=(
        "batch tables.parquet -o out/ --model icm --model dcm",
        "batch tables.csv -o values/ --tolerance 1e-4 --threads 1",
        "batch spots.csv -o charts/ --ask nash",
    ),
    shown=BatchShown,
    needs="",
)
class BatchQuestion(Question):
    """Many tables."""

    source: list[str] = given(
        TEXTS,
        help="Files with columns stacks and payouts: Parquet, CSV or JSON lines; or a folder of them. - is standard "
        "input. With --ask review, hand histories.",
        flags=("",),
    )
    target: str = given(TEXT, help="The output folder: an interrupted batch continues there.", flags=("--output", "-o"))
    ask_: str = given(
        ASKED,
        "equity",
        help="The question: equity of tables, nash of spots (blinds, ante, button and so on are columns), or review of "
        "hands.",
        flags=("--ask",),
        usual="equity",
    )
    models: list[str] | None = given(
        EACH_MODEL,
        None,
        help="A model, or a mixture: icm:0.8+dcm:0.2; repeat the option for several. Default: icm and dcm; for nash "
        "icm; for review icm, sem and dcm.",
        flags=("--model",),
    )
    tolerance: float | None = given(
        NUMBER,
        None,
        help="Maximum error, as a fraction of the prize pool. Default: 1e-6; for nash 1e-5.",
    )
    scheduler: str | None = given(TEXT, None, help="Use the Dask cluster at this address: tcp://host:8786.")
    workers: int | None = given(WHOLE, None, help="Start a Dask cluster with this many processes on this machine.")

    def ask(self, run: Run) -> BatchSummary:
        """Compute the batch."""
        from finaltable.batches.batch import batch
        from finaltable.batches.dask_clients import check_choice_of_cluster, opened_client

        check_choice_of_cluster(self.scheduler, self.workers, run.threads)
        source = self.source[0] if len(self.source) == 1 else self.source
        with opened_client(self.scheduler, self.workers) as client:
            return batch(
                source,
                self.target,
                ask=self.ask_,
                models=self.models,
                tolerance=self.tolerance,
                client=client,
                threads=run.threads,
                progress=getattr(run.progress, "pace", None),  # a progress bar can show the pace of a batch
            )


QUESTION = BatchQuestion
