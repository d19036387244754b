"""What tournament poker chips are worth: the Dependent Chip Model beside ICM, with the error stated."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from finaltable.deals import Deal as Deal
    from finaltable.deals import deal as deal
    from finaltable.decision import Decision as Decision
    from finaltable.decision import decide as decide
    from finaltable.equities import Comparison as Comparison
    from finaltable.equities import compare as compare
    from finaltable.equities import equity as equity
    from finaltable.equities import finish_probabilities as finish_probabilities
    from finaltable.errors import InputError as InputError
    from finaltable.errors import UnavailableError as UnavailableError
    from finaltable.models import model_names as model_names
    from finaltable.models.chip_chop import chip_chop as chip_chop
    from finaltable.models.chip_ev import chip_ev as chip_ev
    from finaltable.models.dcm import dcm as dcm
    from finaltable.models.icm import icm as icm
    from finaltable.models.smoothed import smoothed as smoothed
    from finaltable.preflop import heads_up as heads_up
    from finaltable.preflop import showdown as showdown
    from finaltable.pressures import Pressure as Pressure
    from finaltable.pressures import pressure as pressure
    from finaltable.ranges import Range as Range
    from finaltable.reproduction import reproduce_paper as reproduce_paper
    from finaltable.result import Equity as Equity
    from finaltable.result import FinishProbabilities as FinishProbabilities
    from finaltable.sensitivities import Sensitivity as Sensitivity
    from finaltable.sensitivities import sensitivity as sensitivity
    from finaltable.spot import Spot as Spot
    from finaltable.sweeps import Sweep as Sweep
    from finaltable.sweeps import sweep as sweep
    from finaltable.table import Table as Table
    from finaltable.tree import GameTree as GameTree
    from finaltable.tree import game_tree as game_tree

__version__ = "0.1.0"

# The public names and where they live; each is imported when it is first asked for, so that nobody waits for the rest.
_HOMES = {
    "Comparison": "equities",
    "Deal": "deals",
    "Decision": "decision",
    "Equity": "result",
    "FinishProbabilities": "result",
    "GameTree": "tree",
    "InputError": "errors",
    "Pressure": "pressures",
    "Range": "ranges",
    "Sensitivity": "sensitivities",
    "Spot": "spot",
    "Sweep": "sweeps",
    "Table": "table",
    "UnavailableError": "errors",
    "chip_chop": "models.chip_chop",
    "chip_ev": "models.chip_ev",
    "compare": "equities",
    "dcm": "models.dcm",
    "deal": "deals",
    "decide": "decision",
    "equity": "equities",
    "finish_probabilities": "equities",
    "game_tree": "tree",
    "heads_up": "preflop",
    "icm": "models.icm",
    "model_names": "models",
    "pressure": "pressures",
    "reproduce_paper": "reproduction",
    "sensitivity": "sensitivities",
    "showdown": "preflop",
    "smoothed": "models.smoothed",
    "sweep": "sweeps",
}

__all__ = sorted(["__version__", *_HOMES])

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'finaltable' has no attribute '{name}'")
        from importlib import import_module

        try:
            value = getattr(import_module(f"finaltable.{_HOMES[name]}"), name)
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
