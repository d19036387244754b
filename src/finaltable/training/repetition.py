"""When mistakes come back: Leitner's boxes (S. Leitner, So lernt man lernen, 1972).

A mistake goes into the first box. Answered right when it is due, it moves on a box, and each box waits longer; answered
wrong, it starts again. Right in the last box, it is learned. A spot that was never wrong is in no box.
"""

from __future__ import annotations

from datetime import date, timedelta

INTERVALS = (1, 3, 7, 14, 30)  # days that a box waits


def next_box(box: int | None, right: bool) -> int | None:
    """Return the box a spot goes into, from 0; None: none.

    >>> next_box(None, right=False), next_box(0, right=True), next_box(3, right=False), next_box(4, right=True)
    (0, 1, 0, None)
    """
    if not right:
        return 0
    return None if box is None or box + 1 == len(INTERVALS) else box + 1


def due_after(box: int, today: date) -> date:
    """Return when a spot in a box comes back.

    >>> due_after(1, date(2024, 2, 27)).isoformat()
    '2024-03-01'
    """
    return today + timedelta(days=INTERVALS[box])
