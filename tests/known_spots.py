"""Spots for several test files."""

from __future__ import annotations

from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

import finaltable as ft

SECTION_6: dict[str, Any] = {
    "stacks": [1000, 1000, 2000, 3000],
    "payouts": [50, 30, 20],
    "hero": "Hero",
    "all_in": ["Villain"],
    "button": "BTN",
    "small_blind": 100,
    "big_blind": 200,
    "names": ["Villain", "Hero", "CO", "BTN"],
}

# The same with positions as names, as in the documentation and in the help of the command line.
BY_SEAT: dict[str, Any] = {**SECTION_6, "names": ["SB", "BB", "CO", "BTN"], "hero": "BB", "all_in": ["SB"]}
PLAYERS = list(zip(BY_SEAT["names"], BY_SEAT["stacks"], strict=True))
BLINDS = f"{BY_SEAT['small_blind']}/{BY_SEAT['big_blind']}"
LINE = (
    f"{' '.join(f'{name}={stack}' for name, stack in PLAYERS)} -p {','.join(map(str, BY_SEAT['payouts']))} "
    f"--blinds {BLINDS} --button {BY_SEAT['button']} --all-in SB --hero BB"
)
QUERY = (
    f"{'&'.join(f'name={name}&stack={stack}' for name, stack in PLAYERS)}"
    f"&payouts={'+'.join(map(str, BY_SEAT['payouts']))}"
    f"&hero=BB&all_in=SB&button={BY_SEAT['button']}&blinds={BLINDS}"
)


def section_6(**changes: Any) -> ft.Spot:
    options = {**SECTION_6, **changes}
    return ft.Spot.of(options.pop("stacks"), options.pop("payouts"), **options)


Case = tuple[ft.Spot, tuple[int, ...], dict[str, Any]]


@st.composite
def spots(draw: st.DrawFn) -> Case:
    """Draw a spot, a showdown order of hero and the all-in players, and the posted blinds and antes."""
    players = draw(st.integers(3, 6))
    stacks = draw(st.lists(st.integers(1, 60), min_size=players, max_size=players))
    seats = draw(st.permutations(range(players)))
    villains = draw(st.integers(1, min(3, players - 1)))
    hero, all_in = seats[0], seats[1 : 1 + villains]
    big = draw(st.integers(0, 12))
    forced: dict[str, Any] = {
        "small_blind": draw(st.integers(0, big)),
        "big_blind": big,
        "ante": draw(st.integers(0, 3)),
        "big_blind_ante": draw(st.integers(0, 5)),
    }
    button = draw(st.integers(0, players - 1))
    try:
        spot = ft.Spot.of(stacks, [5, 3, 2], hero=hero, all_in=all_in, button=button, **forced)
    except ft.InputError:
        reject()  # another player is still in the hand, or hero has no decision
    order = draw(st.lists(st.integers(0, villains), min_size=villains + 1, max_size=villains + 1))
    dense = tuple(sorted(set(order)).index(rank) for rank in order)
    return spot, dense, forced
