"""Count how often each sampler exceeds its stated error: `python -m tests.stated_errors 2000`.

The samples are small and the events rare on purpose: this is where a stated error is most likely to fail.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache

import numpy as np

import finaltable as ft
from finaltable import _core
from finaltable.cards.preflop import Showdown, showdown
from finaltable.models.dcm.tree import chip_words
from finaltable.models.sem.kernels import KERNELS
from tests.samplers import shallow

Off = tuple[float, float]
"""The real and the stated error of an answer."""

CLOSE = [20000, 21783, 200000, 230011, 260022, 290033]
SHORT = [3, *[1000 + 7 * i for i in range(9)]]
PRIZES = [50.0, 30.0, 20.0]


@cache
def truth(sampler: str) -> np.ndarray:
    """Return the true values for a sampler."""
    if sampler == "smoothed":
        return ft.smoothed(CLOSE, [1] * 5, chip_noise=1000, samples=2**17, seed=10**6).equities
    if sampler == "sem":
        return ft.sem(SHORT, PRIZES, method="tree").equities
    if sampler == "bounties":
        return ft.bounties(SHORT, 1, model="dcm", method="tree", tolerance=1e-6).income
    return ft.dcm(SHORT, PRIZES, method="tree", tolerance=1e-7).equities


def smoothed(seed: int) -> Off:
    found = ft.smoothed(CLOSE, [1] * 5, chip_noise=1000, samples=1024, seed=seed)
    return float(np.abs(found.equities - truth("smoothed")).max()), found.error


def tournaments(seed: int) -> Off:
    found = _core.field_equities(*chip_words(SHORT), np.array(PRIZES), seed, 2**11, 0.0, 1, None, None)
    return float(np.abs(found.values - truth("dcm")).max()), found.error


def hybrid(seed: int) -> Off:
    answer = shallow(SHORT, PRIZES, seed)
    return float(np.abs(answer.finish[:, :3] @ PRIZES - truth("dcm")).max()), answer.error


def sem(seed: int) -> Off:
    paid = np.array([*PRIZES, *[0.0] * (len(SHORT) - len(PRIZES))])
    kernel = list(KERNELS).index("knockout")
    found = _core.sem_sample(np.array(SHORT, float), paid, kernel, seed, 512, -1.0, 1, None, None)
    return float(np.abs(found.values - truth("sem")).max()), found.error


def bounties(seed: int) -> Off:
    amounts = np.ones(len(SHORT))
    found = _core.field_income(*chip_words(SHORT), amounts, 0.5, True, seed, 2**11, 0.0, 1, None, None)
    return float(np.abs(found.values - truth("bounties")).max()), found.error


def cards(seed: int) -> Off:
    """Value the least likely order of three hands, which a thousand boards show once or never."""
    values = {order: float(order == (2, 1, 0)) for order in exact().orders}
    drawn = showdown(["AA", "KK", "K2o"], samples=1000, seed=seed)
    value = sum(chance * values[order] for order, chance in drawn.orders.items())
    real = sum(chance * values[order] for order, chance in exact().orders.items())
    return abs(value - real), drawn.error(values, 1.0)


@cache
def exact() -> Showdown:
    """Return the showdown over very many boards, which show every order."""
    return showdown(["AA", "KK", "K2o"], samples=10**7, seed=10**6)


SAMPLERS: dict[str, Callable[[int], Off]] = {
    one.__name__: one for one in (smoothed, tournaments, hybrid, sem, bounties, cards)
}


def exceeded(sampler: str, seeds: Iterable[int]) -> list[int]:
    """Return the seeds for which the real error exceeds the stated one."""
    return [seed for seed in seeds if (off := SAMPLERS[sampler](seed))[0] > off[1]]


if __name__ == "__main__":
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for name in SAMPLERS:
        sys.stdout.write(f"{name}: the error is exceeded in {len(exceeded(name, range(runs)))} of {runs} runs\n")
