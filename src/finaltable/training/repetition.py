"""Repetition of mistakes: Leitner's boxes (S. Leitner, So lernt man lernen, 1972).

A mistake goes into the first box. A right answer on its due date moves it to the next box, which waits longer; a wrong
answer moves it back to the first. A right answer in the last box ends it. A spot without a mistake is in no box.
"""

from __future__ import annotations

from datetime import date, timedelta

INTERVALS = (1, 3, 7, 14, 30)  # days until a box is due


def next_box(box: int | None, right: bool) -> int | None:
    """Return the box of a spot after an answer, from 0; None: no box.

    >>> next_box(None, right=False), next_box(0, right=True), next_box(3, right=False), next_box(4, right=True)
    (0, 1, 0, None)
    """
    if not right:
        return 0
    return None if box is None or box + 1 == len(INTERVALS) else box + 1


def due_after(box: int, today: date) -> date:
    """Return the due date of a spot in a box.

    >>> due_after(1, date(2024, 2, 27)).isoformat()
    '2024-03-01'
    """
    return today + timedelta(days=INTERVALS[box])
