from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

WIDE_CHIPS: bool
MOST_NARROW_CHIPS: int
MAX_TREE_PLAYERS: int
MAX_SUBSET_PLAYERS: int
MAX_SEM_PLAYERS: int
MAX_SEM_RANGE: float

_Floats = NDArray[np.float64]
_Progress = Callable[[float, float], None] | None

class Answer:
    """Answer of a kernel, as in core/bindings/host.hpp. Fields that a kernel does not have are None or 0."""

    values: _Floats
    error: float
    """No value is further from the truth than this."""
    work: int
    """Nodes, states, terms, points or tournaments."""
    finished: bool
    """False where a deadline stopped the work."""
    errors: _Floats
    """Of many tables: one each."""
    standard_errors: _Floats
    """Of a sample: one for each player."""
    finish: _Floats
    """Finish probabilities that come with equities."""
    finish_error: float

class TreeCost:
    """The cost of a search of DCM's tree, by the probability that it leaves unresolved or the nodes that it expands."""

    rounding: float
    """Part of the error of a finish probability that is rounding."""
    finest_tolerance: float
    """The smallest error of a finish probability that a search can prove."""
    def threshold_for(self, unresolved: float) -> float: ...
    def nodes_for(self, unresolved: float) -> float: ...
    def threshold_within(self, nodes: float) -> float: ...
    def unresolved_within(self, nodes: float) -> float: ...

class ShowdownCounts:
    """How often each order of players came up."""

    orders: list[int]
    counts: list[int]
    boards: int

class ClassCounts:
    """Wins and ties of every class of hands against every class."""

    wins: list[int]
    ties: list[int]

class HandsAnswer:
    """Profiles of many hands, and how often each channel comes up."""

    profile: _Floats
    """Hand by node by class."""
    exploitability: _Floats
    """Hand by seat."""
    one: _Floats
    """Probability of each channel: hand by seat by channel; two and three by pair and by triple."""
    two: _Floats
    three: _Floats
    solved: _Floats
    """Hand: 1, or 0 if there was no time for it."""
    interrupted: bool

class PushFoldAnswer:
    """The best profile found, and what it is worth."""

    profile: _Floats
    """Node by class, as gain and reach are."""
    gain: _Floats
    reach: _Floats
    exploitability: _Floats
    """By seat."""
    values: _Floats
    """By player."""
    triples: _Floats
    """How often three players are all-in: triple by order."""
    history: _Floats
    """Exploitability after every sweep."""
    reached: bool
    """The tolerance."""
    interrupted: bool
    """By Ctrl-C."""

class JudgedHalf:
    """One half of the deals: sums node by class, and values by player."""

    sum: _Floats
    squares: _Floats
    seen: _Floats
    worth: _Floats
    worth_squares: _Floats
    deals: int

def sampling_error(standard_error: float, spread: float, draws: float) -> float: ...
def unit_rounding(players: int) -> float: ...
def tree_cost(players: int) -> TreeCost: ...
def tree_income(
    stacks: NDArray[np.int64],
    heads: _Floats,
    share: float,
    own: bool,
    tolerance: float,
    least_threshold: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def tree_heads(
    stacks: NDArray[np.int64],
    share: float,
    own: bool,
    tolerance: float,
    least_threshold: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def tree_income_wide(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    heads: _Floats,
    share: float,
    own: bool,
    tolerance: float,
    least_threshold: float,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def tree_heads_wide(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    share: float,
    own: bool,
    tolerance: float,
    least_threshold: float,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def field_income(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    heads: _Floats,
    share: float,
    own: bool,
    seed: int,
    tournaments: int,
    tolerance: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def sem_income(
    stacks: _Floats,
    heads: _Floats,
    kernel: int,
    share: float,
    own: bool,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def icm_income(
    stacks: _Floats,
    heads: _Floats,
    share: float,
    own: bool,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def icm_heads(
    stacks: _Floats, share: float, own: bool, threads: int, max_seconds: float | None, progress: _Progress
) -> Answer: ...
def tree_finish_tables(
    stacks: NDArray[np.int64],
    tolerance: float,
    nodes: float | None,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def tree_finish(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    tolerance: float,
    nodes: float | None,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def tree_knockouts(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    tolerance: float,
    nodes: float | None,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def tree_of_one(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    payouts: _Floats,
    tolerance: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
    finish_tolerance: float = ...,
) -> Answer: ...

# Equities of many tables. Payouts have one row for all tables, or one for each.
def tree_equities(
    stacks: NDArray[np.int64], payouts: _Floats, tolerance: float, threads: int, progress: _Progress
) -> Answer: ...
def subset_equities(stacks: _Floats, payouts: _Floats, threads: int, progress: _Progress) -> Answer: ...
def quadrature_equities(
    stacks: _Floats,
    payouts: _Floats,
    tolerance: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def compressed_equities(
    stacks: _Floats,
    payouts: _Floats,
    tolerance: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def compressed_rows(
    stacks: _Floats,
    seats: NDArray[np.uint64],
    tolerance: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def subset_finish(stacks: _Floats, threads: int) -> Answer: ...
def quadrature_finish(stacks: _Floats, tolerance: float, max_seconds: float | None, progress: _Progress) -> Answer: ...
def sem_equities(stacks: _Floats, payouts: _Floats, kernel: int, threads: int, progress: _Progress) -> Answer: ...
def sem_finish(
    stacks: _Floats, kernel: int, threads: int, max_seconds: float | None, progress: _Progress
) -> Answer: ...
def sem_knockouts(
    stacks: _Floats, kernel: int, threads: int, max_seconds: float | None, progress: _Progress
) -> Answer: ...
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
) -> Answer: ...
def field_equities(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    payouts: _Floats,
    seed: int,
    tournaments: int,
    tolerance: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
    quasi_random: int = 6,
) -> Answer: ...
def field_finish(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    places: int,
    seed: int,
    tournaments: int,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...
def hybrid_finish(
    high: NDArray[np.uint64],
    low: NDArray[np.uint64],
    payouts: _Floats,
    threshold: float,
    paths: int,
    seed: int,
    max_seconds: float | None,
    progress: _Progress,
) -> Answer: ...

MAX_SHOWDOWN: int

def hand_strength(cards: list[int]) -> int: ...
def showdown_of_hands(hands: NDArray[np.int64], weights: NDArray[np.float64]) -> ShowdownCounts: ...
def showdown_of_ranges(
    hands: NDArray[np.int64],
    weights: NDArray[np.float64],
    samples: int,
    seed: int,
    progress: Callable[[float, float], None] | None,
) -> ShowdownCounts: ...
def class_counts(part: int, parts: int) -> ClassCounts: ...
def class_counts_by_rank(part: int, parts: int) -> NDArray[np.uint64]: ...

ORDERS: tuple[list[int], ...]

class Push:
    """A push with one known hand, as in core/cards/callers.hpp."""

    def __init__(
        self,
        hand: tuple[int, int],
        ranges: NDArray[np.float64],
        whole: list[bool],
        averages: NDArray[np.float64],
        lines: list[tuple[list[int], list[int], bool, bool]],
    ) -> None: ...

class PushWork:
    """Players and ranges to deal for a push."""

    def __init__(
        self, first_block: int, blocks: int, folds: int, boards: list[int], seed: int, threads: int
    ) -> None: ...

def deals_of_push(
    push: Push, work: PushWork, progress: Callable[[float, float], None] | None
) -> NDArray[np.float64]: ...
def triple_counts(seed: int, part: int, boards: int) -> NDArray[np.uint32]: ...
def triple_deals() -> NDArray[np.uint16]: ...

MAX_SEATS: int

class Dealing:
    def __init__(
        self,
        orders: NDArray[np.uint8],
        deals: NDArray[np.uint16],
        boards: NDArray[np.int8] | None = None,
        scales: list[float] = ...,
    ) -> None: ...

class Lineup:
    """Chips and players before the cards are dealt, as in core/equilibrium/lineup.hpp."""

    posted: tuple[int, ...]
    able: tuple[int, ...]
    raised: tuple[int, ...]
    dead: int
    big_blind_seat: int
    acting: tuple[int, ...]
    deciding: tuple[int, ...]
    all_in: tuple[int, ...]
    def __init__(
        self,
        chips: Sequence[int],
        posted: Sequence[int],
        able: Sequence[int],
        raised: Sequence[int],
        dead: int,
        big_blind_seat: int,
        acting: Sequence[int],
        deciding: Sequence[int],
        all_in: Sequence[int],
    ) -> None: ...

def post_blinds(
    chips: Sequence[int],
    button: int,
    forced: Sequence[int],
    folded: Sequence[int],
    elsewhere: Sequence[int],
    bets: Sequence[int],
) -> Lineup: ...

class Showdowns:
    """Orders at a showdown and their frequencies, as in core/equilibrium/showdowns.hpp."""

    orders: tuple[tuple[int, ...], ...]
    weights: _Floats
    channels: int
    def __init__(self, pushed: int, posted: int, ranking: Sequence[int]) -> None: ...

UNREACHED: float
CARD_ERROR: float
CARD_ERROR_ELSEWHERE: float
START: tuple[float, float, float]

def best_hands(ranking: Sequence[int], share: float) -> _Floats: ...
def settle_ends(
    lineup: Lineup, ends: list[tuple[list[int], int]], showdowns: list[Showdowns], bounties: bool
) -> tuple[NDArray[np.int32], list[tuple[int, ...]], list[tuple[int, int, int]]]: ...
def find_gains(
    showdowns: list[Showdowns], rows: NDArray[np.int32], values: _Floats, seats: int
) -> tuple[_Floats, _Floats, _Floats]: ...
def value_if_all_fold(showdowns: list[Showdowns], rows: NDArray[np.int32], values: _Floats) -> _Floats: ...
def values_by_channel(
    showdowns: list[Showdowns], rows: NDArray[np.int32], values: _Floats, pushed: int, first: int
) -> _Floats: ...
def one_shares(posted: int, wins: _Floats, ties: _Floats, dealing: Dealing) -> _Floats: ...
def two_shares(posted: int, wins: _Floats, ties: _Floats, dealing: Dealing) -> _Floats: ...
def solve_push_fold(
    last_opens: bool,
    one_shares: _Floats,
    two_shares: _Floats,
    one_gains: _Floats,
    two_gains: _Floats,
    three_gains: _Floats,
    dealing: Dealing,
    start: _Floats,
    locked: NDArray[np.bool_],
    tolerance: float,
    most_sweeps: int,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
    rough: Sequence[float] = [],
    enough: Callable[[PushFoldAnswer], bool] | None = None,
    ranking: Sequence[int] = [],
) -> PushFoldAnswer: ...
def solve_hands(
    last_opens: bool,
    one_shares: _Floats,
    two_shares: _Floats,
    one_gains: _Floats,
    two_gains: _Floats,
    three_gains: _Floats,
    dealing: Dealing,
    start: _Floats,
    locked: NDArray[np.bool_],
    tolerance: float,
    most_sweeps: int,
    warmth: float,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> HandsAnswer: ...

NO_ACTION: int

# Decisions: seat, and what follows a fold, an all-in and a raise. Ends: three seats or -1, and the first row of values.
def solve_tree(
    seats: int,
    decisions: NDArray[np.int32],
    ends: NDArray[np.int32],
    one_shares: _Floats,
    two_shares: _Floats,
    values: _Floats,
    dealing: Dealing,
    start: _Floats,
    locked: NDArray[np.bool_],
    tolerance: float,
    most_sweeps: int,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
    rough: Sequence[float] = [],
    enough: Callable[[PushFoldAnswer], bool] | None = None,
) -> PushFoldAnswer: ...
def judge_tree(
    seats: int,
    posted: int,
    decisions: NDArray[np.int32],
    ends: NDArray[np.int32],
    showdowns: list[list[int]],
    rows: list[list[int]],
    values: _Floats,
    profile: _Floats,
    deals: int,
    seed: int,
    threads: int,
    max_seconds: float | None,
    progress: _Progress,
) -> list[JudgedHalf]: ...
