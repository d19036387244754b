"""A table for tests of deals."""

from __future__ import annotations

from typing import Any

import finaltable as ft

NAMES = ["Ana", "Bo", "Cy"]
TABLE: dict[str, Any] = {"stacks": [50, 30, 20], "payouts": [900, 400, 200], "names": NAMES}


def cash(deal: ft.Deal, name: str) -> list[str]:
    return [str(money) for money in deal[name].cash]
