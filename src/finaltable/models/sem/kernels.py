"""Kernels of sequential elimination: how often two stacks play each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from finaltable.models import Parameter

Weight = Callable[[Any, Any], Any]
KERNELS: Mapping[str, Weight] = {
    "knockout": lambda x, y: 1 / (x + y) ** 2,
    "roberts": lambda x, y: 1 / (x * y),
    "weitzman": lambda x, y: (x + y) / (x + y),  # 1, in the type of the stacks
}
"""Symmetric weights of two stacks, in the order of the core's `SemKernel`."""
TITLES = {"knockout": "SEM", "roberts": "Roberts", "weitzman": "Malmuth–Weitzman"}


def read_kernel(value: object) -> str:
    """Return the name of a kernel, or raise a `ValueError`.

    >>> read_kernel("roberts")
    'roberts'
    """
    if not isinstance(value, str) or value not in KERNELS:
        raise ValueError(value)
    return value


def title_of(_title: str, kernel: str) -> str:
    """Return the title of the model with a kernel."""
    return TITLES[kernel]


KERNEL = Parameter(
    option="kernel",
    sign=".",
    default="knockout",
    read=read_kernel,
    rule=f"one of {', '.join(KERNELS)}",
    title=title_of,
    linestyle=(0, (5, 1, 1, 1)),
)
