"""The error that a sampler states, by one rule for all of them: no answer is further off."""

from __future__ import annotations

import pytest

from tests.stated_errors import SAMPLERS, exceeded

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_no_answer_is_further_off_than_it_states(sampler: str) -> None:
    """With seeds 381 and 479 smoothed DCM hardly draws that the two shortest stacks change places."""
    assert not exceeded(sampler, (*range(40), 381, 479))
