"""What tournament poker chips are worth: the Dependent Chip Model beside ICM, with the error stated."""

from typing import TYPE_CHECKING

try:
    from finaltable import _core as _core
except ImportError as missing:
    raise ImportError(
        f"finaltable's compiled core is missing: install it with 'make' or 'pip install .' in a checkout ({missing})"
    ) from missing

from finaltable.equity import Comparison, FinishProbabilities, compare, equity, finish_probabilities
from finaltable.errors import InputError, UnavailableError
from finaltable.models import model_names
from finaltable.models.chip_chop import chip_chop
from finaltable.models.dcm import dcm
from finaltable.models.icm import icm
from finaltable.result import Equity
from finaltable.table import Table

if TYPE_CHECKING:
    from finaltable.reproduction import reproduce_paper
    from finaltable.sweeps import Sweep, sweep
    from finaltable.tree import GameTree, game_tree

__version__ = "0.1.0"

__all__ = [
    "Comparison",
    "Equity",
    "FinishProbabilities",
    "GameTree",
    "InputError",
    "Sweep",
    "Table",
    "UnavailableError",
    "__version__",
    "chip_chop",
    "compare",
    "dcm",
    "equity",
    "finish_probabilities",
    "game_tree",
    "icm",
    "model_names",
    "reproduce_paper",
    "sweep",
]


# Equities are here at once; what is built on them is imported when it is first asked for.
_HOMES = {
    "GameTree": "tree",
    "Sweep": "sweeps",
    "game_tree": "tree",
    "reproduce_paper": "reproduction",
    "sweep": "sweeps",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'finaltable' has no attribute '{name}'")
        from importlib import import_module

        value = getattr(import_module(f"finaltable.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return __all__
