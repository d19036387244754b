"""A review as Markdown: the mistakes and what they cost, for a chat or a notebook."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from finaltable.reporting.words import title
from finaltable.reviews.groups import all_alike
from finaltable.reviews.notes import warning_lines
from finaltable.reviews.report import (
    PAST,
    TOP,
    error_line,
    gain_cell,
    hidden_mistakes,
    outcome_words,
    purse_of,
    scope_words,
)
from finaltable.reviews.report_many import group_line

if TYPE_CHECKING:
    from finaltable.reporting.words import MoneyFormat
    from finaltable.reviews.decision import Reviewed
    from finaltable.reviews.review import Review

SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#])")


def review_markdown(review: Review, currency: str = "", top: int = TOP) -> str:
    """Return the mistakes as a table, the groups as a list, and what the numbers mean."""
    purse = purse_of(review, currency)
    lines = [f"**{plain(outcome_words(review, purse))}** {plain(scope_words(review))}", ""]
    if review.mistakes:
        names = [title(model) for model in review.models]
        lines += [f"| | hand | cards | seat | bb | did | better | {' | '.join([names[0], '±', *names[1:]])} |"]
        lines += ["|--:|--:|---|---|--:|---|---|" + "--:|" * (len(names) + 1)]
        lines += [mistake_line(place, one, purse) for place, one in enumerate(review.mistakes[:top], start=1)]
        lines += ["", *(f"{line}\n" for line in hidden_mistakes(review, top))]
    if not all_alike(review.groups):
        lines += [*(f"- {plain(group_line(one, purse))}" for one in review.groups[:TOP]), ""]
    lines += [plain(line) for line in (*warning_lines(review), error_line(review))]
    return "\n".join(lines) + "\n"


def mistake_line(place: int, one: Reviewed, purse: MoneyFormat) -> str:
    """Return a mistake as a line of the table."""
    first, *others = one.verdicts
    cells = [f"{place}", f"{one.number}", one.cards, one.position, f"{one.effective:.1f}", PAST[one.done], first.better]
    cells += [gain_cell(first, purse).text, purse.money(one.uncertainty)]
    return f"| {' | '.join([*cells, *(gain_cell(judged, purse).text for judged in others)])} |"


def plain(text: str) -> str:
    r"""Return text with the signs of Markdown escaped.

    >>> plain("a*b|c")
    'a\\*b\\|c'
    """
    return SPECIAL.sub(r"\\\1", text)
