"""What tournament poker chips are worth: the Dependent Chip Model beside ICM, with the error stated."""

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
from finaltable.reproduction import reproduce_paper
from finaltable.result import Equity
from finaltable.sweep import Sweep, sweep
from finaltable.table import Table
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


def __dir__() -> list[str]:
    return __all__
