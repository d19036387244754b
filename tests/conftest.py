"""What several test files share: random tables, and how often hypothesis tries."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

settings.register_profile("finaltable", deadline=None, derandomize=True, max_examples=150)
settings.load_profile("finaltable")

# Few distinct values: ties are everywhere.
tied_stacks = st.lists(st.integers(1, 8), min_size=1, max_size=6)
spread_stacks = st.lists(st.integers(1, 25), min_size=2, max_size=4)
whole_stacks = st.one_of(tied_stacks, spread_stacks)


def payouts_for(players: int) -> st.SearchStrategy[list[int]]:
    """Payouts in any order, as the paper's Table 4 needs them."""
    return st.lists(st.integers(0, 100), min_size=1, max_size=players).filter(any)


tables = whole_stacks.flatmap(lambda stacks: st.tuples(st.just(stacks), payouts_for(len(stacks))))
