from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

COST_STEP: float
WIDE_CHIPS: bool
MOST_NARROW_CHIPS: int
MAX_TREE_PLAYERS: int
MAX_SUBSET_PLAYERS: int
MAX_SEM_PLAYERS: int
MAX_SEM_RANGE: float

_Floats = NDArray[np.float64]
_Progress = Callable[[float, float], None] | None

# What the core returns, field by field, as in core/bindings/. `done` is false where the work was stopped.
_CostAnswer = tuple[_Floats, _Floats]  # nodes, open: by threshold
_TreeAnswer = tuple[_Floats, _Floats, int, bool]  # values, open, nodes, done
_QuadratureAnswer = tuple[_Floats, float, int, bool]  # values, error, points, done
_FieldAnswer = tuple[_Floats, _Floats, float, int, bool]  # equities, standard errors, error, tournaments, done
_FieldFinishAnswer = tuple[_Floats, int]  # finish, tournaments
# finish, standard errors, finish error, path, open, nodes, paths, done: the fields of models.dcm.sample.Hybrid
_HybridAnswer = tuple[_Floats, _Floats, float, float, float, int, int, bool]
_HeadsAnswer = tuple[_Floats, bool]  # values, done
_ShowdownAnswer = tuple[list[int], list[int], int, bool]  # orders, counts, boards, done
_ClassAnswer = tuple[list[int], list[int]]  # wins, ties

def sampling_error(standard_error: float, spread: float, draws: float) -> float: ...

class ThresholdTable:
    def __init__(self, players: int) -> None: ...

def tree_income(
    stacks: NDArray[np.int64],
    heads: _Floats,
    share: float,
    own: bool,
    tolerance: float,
    threshold: float,
    thresholds: ThresholdTable,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> _TreeAnswer: ...
def tree_heads(
    stacks: NDArray[np.int64],
    share: float,
    own: bool,
    tolerance: float,
    threshold: float,
    thresholds: ThresholdTable,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> _TreeAnswer: ...
def tree_income_wide(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    heads: _Floats,
    share: float,
    own: bool,
    tolerance: float,
    threshold: float,
    thresholds: ThresholdTable,
    max_seconds: float | None,
    progress: _Progress,
) -> _TreeAnswer: ...
def tree_heads_wide(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    share: float,
    own: bool,
    tolerance: float,
    threshold: float,
    thresholds: ThresholdTable,
    max_seconds: float | None,
    progress: _Progress,
) -> _TreeAnswer: ...
def field_income(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    heads: _Floats,
    share: float,
    own: bool,
    seed: int,
    tournaments: int,
    tolerance: float,
    quasi_random: int,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> _FieldAnswer: ...
def sem_income(
    stacks: _Floats,
    heads: _Floats,
    kernel: int,
    share: float,
    own: bool,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> _HeadsAnswer: ...
def icm_income(
    stacks: _Floats,
    heads: _Floats,
    share: float,
    own: bool,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> _HeadsAnswer: ...
def icm_heads(
    stacks: _Floats, share: float, own: bool, threads: int, max_seconds: float | None, progress: _Progress
) -> _HeadsAnswer: ...
def tree_cost(players: int) -> _CostAnswer: ...
def tree_finish(
    stacks: NDArray[np.int64],
    thresholds: _Floats,
    tolerance: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> _TreeAnswer: ...
def tree_finish_wide(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    threshold: float,
    tolerance: float,
    max_seconds: float | None,
    progress: _Progress,
) -> _TreeAnswer: ...
def tree_knockouts(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    threshold: float,
    tolerance: float,
    max_seconds: float | None,
    progress: _Progress,
) -> _TreeAnswer: ...
def icm_subsets(stacks: _Floats, threads: int) -> _Floats: ...
def icm_equities(
    stacks: _Floats, payouts: _Floats, tolerance: float, max_seconds: float | None, progress: _Progress
) -> _QuadratureAnswer: ...
def icm_finish(
    stacks: _Floats, tolerance: float, max_seconds: float | None, progress: _Progress
) -> _QuadratureAnswer: ...
def sem_finish(
    stacks: _Floats, kernel: int, threads: int, max_seconds: float | None, progress: _Progress
) -> tuple[_Floats, bool]: ...
def sem_knockouts(
    stacks: _Floats, kernel: int, threads: int, max_seconds: float | None, progress: _Progress
) -> tuple[_Floats, bool]: ...
def sem_sample(
    stacks: _Floats,
    payouts: _Floats,
    kernel: int,
    seed: int,
    tournaments: int,
    tolerance: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> tuple[_Floats, _Floats, _Floats, float, int]: ...
def field_equities(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    payouts: _Floats,
    seed: int,
    tournaments: int,
    tolerance: float,
    quasi_random: int,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> _FieldAnswer: ...
def field_finish(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    places: int,
    seed: int,
    tournaments: int,
    quasi_random: int,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> _FieldFinishAnswer: ...
def hybrid_finish(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    payouts: _Floats,
    threshold: float,
    unexplored: float,
    paths: float,
    seed: int,
    max_seconds: float | None,
    progress: _Progress,
) -> _HybridAnswer: ...

MAX_SHOWDOWN: int

def hand_strength(cards: list[int]) -> int: ...
def showdown_of_hands(hands: NDArray[np.int64], weights: NDArray[np.float64]) -> _ShowdownAnswer: ...
def showdown_of_ranges(
    hands: NDArray[np.int64],
    weights: NDArray[np.float64],
    samples: int,
    seed: int,
    progress: Callable[[float, float], None] | None,
) -> _ShowdownAnswer: ...
def class_counts(part: int, parts: int) -> _ClassAnswer: ...

# Of many tables: equities, errors, work, done. Payouts have one row for all tables, or one for each.
_EquitiesAnswer = tuple[_Floats, _Floats, int, bool]

def tree_equities(
    stacks: NDArray[np.int64], payouts: _Floats, tolerances: _Floats, threads: int, progress: _Progress
) -> _EquitiesAnswer: ...
def subset_equities(stacks: _Floats, payouts: _Floats, threads: int, progress: _Progress) -> _EquitiesAnswer: ...
def quadrature_equities(
    stacks: _Floats, payouts: _Floats, tolerance: float, threads: int, progress: _Progress
) -> _EquitiesAnswer: ...

ORDERS: tuple[list[int], ...]

def deals_of_push(
    hand: tuple[int, int],
    earlier: int,
    plays: NDArray[np.float64],
    averages: NDArray[np.float64],
    whole: list[bool],
    first_block: int,
    blocks: int,
    folds: int,
    boards: int,
    seed: int,
    threads: int,
    progress: Callable[[float, float], None] | None,
) -> NDArray[np.float64]: ...
def triple_counts(seed: int, part: int, boards: int) -> NDArray[np.uint32]: ...
def triple_deals() -> NDArray[np.uint16]: ...

MAX_SEATS: int

# profile, gain, reach (node by class), exploitability (seat), values (player), masses of one, two and three all-in,
# history, reached, interrupted
_SolveAnswer = tuple[_Floats, _Floats, _Floats, _Floats, _Floats, _Floats, _Floats, _Floats, _Floats, bool, bool]
_HalfAnswer = tuple[_Floats, _Floats, _Floats]  # sum, squares, seen: node by class
_JudgeAnswer = tuple[_HalfAnswer, _HalfAnswer, int, int]  # both halves, and their deals

def solve_push_fold(
    last_opens: bool,
    one_shares: _Floats,
    two_shares: _Floats,
    one_gains: _Floats,
    two_gains: _Floats,
    three_gains: _Floats,
    orders: NDArray[np.uint8],
    deals: NDArray[np.uint16],
    start: _Floats,
    locked: NDArray[np.bool_],
    tolerance: float,
    most_sweeps: int,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> _SolveAnswer: ...
def judge_push_fold(
    posted: int,
    last_opens: bool,
    showdowns: list[list[int]],
    rows: list[list[int]],
    values: _Floats,
    profile: _Floats,
    seats: int,
    deals: int,
    seed: int,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> _JudgeAnswer: ...
def orders_with_random_third(orders: NDArray[np.uint8], deals: NDArray[np.uint16]) -> _Floats: ...
def ranks_at_showdown(classes: list[int], choosing: int, others: int, deals: int, seed: int) -> NDArray[np.uint8]: ...
def tree_of_one(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    payouts: _Floats,
    tolerance: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> tuple[_Floats, _Floats, float, float, int, bool]: ...  # equities, finish, error, finish error, nodes, done
