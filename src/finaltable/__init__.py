"""The value of tournament poker chips under the Dependent Chip Model and ICM, with an error bound."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from finaltable.batches.batch import batch as batch
    from finaltable.batches.partition import value_partition as value_partition
    from finaltable.batches.summary import BatchSummary as BatchSummary
    from finaltable.batches.values import TableValues as TableValues
    from finaltable.batches.values import value_tables as value_tables
    from finaltable.cards.preflop import heads_up as heads_up
    from finaltable.cards.preflop import showdown as showdown
    from finaltable.cards.range import Range as Range
    from finaltable.deals.deal import Deal as Deal
    from finaltable.deals.deal import deal as deal
    from finaltable.deals.terms import Terms as Terms
    from finaltable.decisions.decide import Decision as Decision
    from finaltable.decisions.decide import decide as decide
    from finaltable.decisions.pressures.pressure import Pressure as Pressure
    from finaltable.decisions.pressures.pressure import pressure as pressure
    from finaltable.decisions.pushes.push import PushDecision as PushDecision
    from finaltable.decisions.pushes.push import push as push
    from finaltable.decisions.pushes.push_spot import PushSpot as PushSpot
    from finaltable.equilibrium.files import open_solution as open_solution
    from finaltable.equilibrium.nash import nash as nash
    from finaltable.equilibrium.solution import Nash as Nash
    from finaltable.errors import InputError as InputError
    from finaltable.errors import UnavailableError as UnavailableError
    from finaltable.errors import UnfinishedError as UnfinishedError
    from finaltable.histories.history import History as History
    from finaltable.histories.reading import read_history as read_history
    from finaltable.histories.simulate import simulate as simulate
    from finaltable.models import model_names as model_names
    from finaltable.models.chip_chop import chip_chop as chip_chop
    from finaltable.models.chip_ev import chip_ev as chip_ev
    from finaltable.models.dcm.choose import dcm as dcm
    from finaltable.models.icm import icm as icm
    from finaltable.models.sem.choose import sem as sem
    from finaltable.models.smoothed import smoothed as smoothed
    from finaltable.results import Bounties as Bounties
    from finaltable.results import Equity as Equity
    from finaltable.results import FinishProbabilities as FinishProbabilities
    from finaltable.reviews.review import Review as Review
    from finaltable.reviews.review import review as review
    from finaltable.scoring.evidence import Evidence as Evidence
    from finaltable.scoring.evidence import evidence as evidence
    from finaltable.scoring.files import read_snapshots as read_snapshots
    from finaltable.spots.spot import Spot as Spot
    from finaltable.table.mystery import Mystery as Mystery
    from finaltable.table.options import Pace as Pace
    from finaltable.table.prizes import Prizes as Prizes
    from finaltable.table.table import Table as Table
    from finaltable.tournaments.tournament import Tournament as Tournament
    from finaltable.tournaments.tournament import open_tournament as open_tournament
    from finaltable.tournaments.tournament import tournament as tournament
    from finaltable.training.session import Training as Training
    from finaltable.training.session import train as train
    from finaltable.training.training_spot import TrainingSpot as TrainingSpot
    from finaltable.values.bounties.bounties import bounties as bounties
    from finaltable.values.bounties.comparison import BountyComparison as BountyComparison
    from finaltable.values.bounties.comparison import compare_bounties as compare_bounties
    from finaltable.values.equities.equity import Comparison as Comparison
    from finaltable.values.equities.equity import compare as compare
    from finaltable.values.equities.equity import equity as equity
    from finaltable.values.equities.equity import finish as finish
    from finaltable.values.paper.paper import paper as paper
    from finaltable.values.sensitivity.sensitivity import Sensitivity as Sensitivity
    from finaltable.values.sensitivity.sensitivity import sensitivity as sensitivity
    from finaltable.values.sweeps.sweep import Sweep as Sweep
    from finaltable.values.sweeps.sweep import sweep as sweep
    from finaltable.values.trees.tree import GameTree as GameTree
    from finaltable.values.trees.tree import tree as tree

    # Names of earlier versions: see `finaltable.names`.
    PushFold = Nash
    decide_push, finish_probabilities, game_tree, push_fold, reproduce_paper = push, finish, tree, nash, paper

__version__ = "0.3.0"

# The public names and their modules; each is imported on first use, to keep `import finaltable` fast.
_HOMES = {
    "BatchSummary": "batches.summary",
    "Bounties": "results",
    "BountyComparison": "values.bounties.comparison",
    "Comparison": "values.equities.equity",
    "Deal": "deals.deal",
    "Decision": "decisions.decide",
    "Equity": "results",
    "Evidence": "scoring.evidence",
    "FinishProbabilities": "results",
    "GameTree": "values.trees.tree",
    "History": "histories.history",
    "InputError": "errors",
    "Mystery": "table.mystery",
    "Nash": "equilibrium.solution",
    "Pace": "table.options",
    "Pressure": "decisions.pressures.pressure",
    "Prizes": "table.prizes",
    "PushDecision": "decisions.pushes.push",
    "PushSpot": "decisions.pushes.push_spot",
    "Range": "cards.range",
    "Review": "reviews.review",
    "Sensitivity": "values.sensitivity.sensitivity",
    "Spot": "spots.spot",
    "Sweep": "values.sweeps.sweep",
    "Table": "table.table",
    "TableValues": "batches.values",
    "Terms": "deals.terms",
    "Tournament": "tournaments.tournament",
    "Training": "training.session",
    "TrainingSpot": "training.training_spot",
    "UnavailableError": "errors",
    "UnfinishedError": "errors",
    "batch": "batches.batch",
    "bounties": "values.bounties.bounties",
    "chip_chop": "models.chip_chop",
    "chip_ev": "models.chip_ev",
    "compare": "values.equities.equity",
    "compare_bounties": "values.bounties.comparison",
    "dcm": "models.dcm.choose",
    "deal": "deals.deal",
    "decide": "decisions.decide",
    "equity": "values.equities.equity",
    "evidence": "scoring.evidence",
    "finish": "values.equities.equity",
    "heads_up": "cards.preflop",
    "icm": "models.icm",
    "model_names": "models",
    "nash": "equilibrium.nash",
    "open_solution": "equilibrium.files",
    "open_tournament": "tournaments.tournament",
    "paper": "values.paper.paper",
    "pressure": "decisions.pressures.pressure",
    "push": "decisions.pushes.push",
    "read_history": "histories.reading",
    "read_snapshots": "scoring.files",
    "review": "reviews.review",
    "sem": "models.sem.choose",
    "sensitivity": "values.sensitivity.sensitivity",
    "showdown": "cards.preflop",
    "simulate": "histories.simulate",
    "smoothed": "models.smoothed",
    "sweep": "values.sweeps.sweep",
    "tournament": "tournaments.tournament",
    "train": "training.session",
    "tree": "values.trees.tree",
    "value_partition": "batches.partition",
    "value_tables": "batches.values",
}

__all__ = sorted(["__version__", *_HOMES])

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from finaltable.names import PUBLIC

        named = PUBLIC.get(name, name)
        if named not in _HOMES:
            from finaltable.errors import similar

            hint = similar(name, [*_HOMES, *PUBLIC]) if not name.startswith("_") else ""
            raise AttributeError(f"module 'finaltable' has no attribute '{name}'{hint and f': {hint}'}")
        from importlib import import_module

        # Nearly every module needs numpy, and importing it here is faster: deep inside nested imports, Python 3.11
        # is near the end of a chunk of its stack, and many of numpy's calls allocate and free a new chunk.
        import numpy  # noqa: F401

        try:
            value = getattr(import_module(f"finaltable.{_HOMES[named]}"), named)
        except ImportError as missing:
            if "_core" not in str(missing):
                raise
            raise ImportError(
                "finaltable's compiled core is missing: install it with 'make' or 'pip install .' in a checkout "
                f"({missing})"
            ) from missing
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return __all__
