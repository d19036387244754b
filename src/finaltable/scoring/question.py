"""The question `evidence`: score models against real results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import MODELS, NUMBER, RANGE, TEXTS, WHOLE, WORD

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.scoring.evidence import Evidence

SEVERAL = "Models: icm, sem, dcm, icm^1.1, or a mixture: icm:0.9+dcm:0.1. Others are compared with the first."


@shown
class EvidenceShown(Shown):
    """The data, losses and calibration."""

    figure = "evidence_figure"

    def show(self, answer: Evidence, currency: str) -> Report:
        """Return the report."""
        from finaltable.scoring.report import evidence_report

        del currency
        return evidence_report(answer)

    def drawn(self, answer: Evidence, currency: str) -> tuple[Any, ...]:
        """Return the arguments of the figure: no currency."""
        del currency
        return (answer,)


@question(
    "evidence",
    help="Score models against real results, with standard errors.",
    examples=(
        "evidence results.csv",
        "evidence results.csv --models icm,sem,dcm,icm^1.1 --plot evidence.svg",
        "evidence results.csv --players 3-9 --fit exponent",
    ),
    shown=EvidenceShown,
    needs="",
)
class EvidenceQuestion(Question):
    """Snapshots of tournaments and models."""

    files: list[str] | None = given(
        TEXTS,
        None,
        help="Files with chip_counts, places and payouts of snapshots: JSON, JSON lines or CSV; - is standard input.",
        flags=("",),
    )
    models: Any = given(MODELS, ("icm", "sem", "dcm"), help=SEVERAL, usual="icm,sem,dcm")
    players: Any = given(RANGE, (3, 9), help="Number of players of the snapshots to score.", usual="3-9")
    fit: Any = given(
        WORD, None, help="Also fit and cross-validate: exponent (of ICM), or the weight of a model in a mixture: dcm."
    )
    folds: int = given(WHOLE, 5, help="Number of folds in cross-validation.", usual="5")
    tolerance: float = given(
        NUMBER,
        1e-6,
        help="Maximum error of finish probabilities; at least 1e-4 for more than 13 players.",
        usual="1e-06",
    )

    def ask(self, run: Run) -> Evidence:
        """Score the models."""
        from finaltable.errors import MissingError
        from finaltable.scoring.evidence import evidence
        from finaltable.scoring.files import read_snapshots

        if not self.files:
            raise MissingError("files", "must be given: results.csv, or - for standard input")
        fields = ("models", "players", "fit", "folds", "tolerance")
        options = {name: getattr(self, name) for name in fields}
        return evidence(read_snapshots(self.files), **options, **run._asdict())


QUESTION = EvidenceQuestion
