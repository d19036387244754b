"""Mystery bounties: a player who busts another draws one of the envelopes left.

Envelopes are exchangeable: each is worth the mean of all envelopes left now, no matter how many are drawn before it. So
each bounty is worth that mean, all of it in cash. Only the variance depends on the amounts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from finaltable.answers import Answer, json_fields
from finaltable.errors import InputError, MissingError, Verbatim, check_length, counted
from finaltable.table.numbers import Number, check_number, check_whole, exact_number, exact_value, plain_number
from finaltable.table.prizes import Prizes
from finaltable.table.text import MAX_LIST, read_plain

MOST_ENVELOPES = 1_000_000
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
EXAMPLE = "1x10000,5x1000,40x200"
BETWEEN = re.compile(r"[,; ](?=[0-9]{1,9}[x×*])")


@dataclass(frozen=True)
class Mystery(Answer):
    """The envelopes left in a mystery bounty. Made by `Mystery.of`.

    >>> left = Mystery.of("1x10000, 5x1000, 40x200")
    >>> left.count, left.mean, round(left.standard_deviation, 2), left.quantile(0.9)
    (46, 500, 1437.84, 1000)
    """

    envelopes: tuple[tuple[int, Number], ...]
    """Pairs of a number of envelopes and their amount, largest amount first."""

    in_json = json_fields("envelopes count mean standard_deviation chances quantiles", fractions=plain_number)

    @property
    def quantiles(self) -> tuple[tuple[float, Number], ...]:
        """Pairs of a probability and the amount that the next envelope does not exceed with that probability."""
        return tuple((chance, self.quantile(chance)) for chance in QUANTILES)

    @classmethod
    def of(cls, envelopes: object, field: str = "mystery") -> Mystery:
        """Check envelopes given as text, "1x10000,5x1000", or as pairs of a number of envelopes and an amount."""
        pairs = read_envelopes(envelopes, field) if isinstance(envelopes, str) else check_pairs(envelopes, field)
        counts: dict[int | Fraction, int] = {}
        for i, (count, amount) in enumerate(pairs):
            number = check_whole(count, f"{field}[{i}]", 1, MOST_ENVELOPES)
            money = exact_number(check_number(amount, f"{field}[{i}]"))
            counts[money] = counts.get(money, 0) + number
        if not counts:
            raise MissingError(field, f"must name the envelopes that are left, like {EXAMPLE}", code="too_few")
        if sum(counts.values()) > MOST_ENVELOPES:
            rule = f"must be at most {MOST_ENVELOPES:,} envelopes"
            raise InputError(field, rule, Verbatim(f"{sum(counts.values()):,}"), code="too_many")
        return cls(tuple((counts[money], money) for money in sorted(counts, reverse=True)))

    @property
    def count(self) -> int:
        """Number of envelopes left."""
        return sum(count for count, _ in self.envelopes)

    @property
    def total(self) -> int | Fraction:
        """Sum of all envelopes."""
        return exact_number(sum((count * exact_value(amount) for count, amount in self.envelopes), Fraction(0)))

    @property
    def mean(self) -> int | Fraction:
        """Mean of the next envelope, and of every later one."""
        return exact_number(Fraction(self.total) / self.count)

    @property
    def standard_deviation(self) -> float:
        """Standard deviation of the next envelope."""
        mean = Fraction(self.mean)
        squares = sum((count * (exact_value(amount) - mean) ** 2 for count, amount in self.envelopes), Fraction(0))
        return math.sqrt(squares / self.count)

    def chances(self) -> list[tuple[Number, Fraction]]:
        """Return pairs of an amount and the probability that the next envelope holds it, largest amount first.

        >>> [(amount, str(chance)) for amount, chance in Mystery.of("1x10000,5x1000,40x200").chances()]
        [(10000, '1/46'), (1000, '5/46'), (200, '20/23')]
        """
        return [(amount, Fraction(count, self.count)) for count, amount in self.envelopes]

    def quantile(self, chance: float) -> Number:
        """Return the smallest amount that the next envelope does not exceed with this probability."""
        below = 0
        for count, amount in reversed(self.envelopes):
            below += count
            if below >= chance * self.count:
                return amount
        return self.envelopes[0][1]

    def spread_of(self, drawn: int) -> float:
        """Return the standard deviation of the sum of several envelopes, drawn without replacement."""
        if drawn >= self.count:
            return 0.0
        left = (self.count - drawn) / (self.count - 1)
        return self.standard_deviation * math.sqrt(drawn * left)


def check_mystery(
    prizes: Prizes, chips: Sequence[Number], mystery: object, begins: object, share: object, own: object
) -> Prizes:
    """Return the prizes with the mean of the envelopes as the bounty on each player, or raise.

    Raise before the phase begins: no envelopes are drawn yet, and the players who will draw are unknown.
    """
    left = mystery if isinstance(mystery, Mystery) else Mystery.of(mystery)
    live = sum(1 for chip in chips if chip)
    if not isinstance(own, bool):
        raise InputError("own_bounty", "must be true or false", own, code="wrong_type")
    if share not in (0.5, 1):
        rule = "must be left out with {mystery}: envelopes are paid in cash"
        raise InputError("bounty_share", rule, share, code="conflict")
    if begins is not None and live > (first := check_whole(begins, "mystery_begins", 1, MOST_ENVELOPES)):
        rule = f"must be left out: its phase begins with {counted(first, 'player')}"
        found, facts = Verbatim(f"{live} players"), {"begins": first, "left": live}
        raise InputError("mystery", rule, found, code="phase_not_begun", facts=facts)
    needed = live - 1 + own
    if left.count < needed:
        winner = " and one for the winner" if own else ""
        rule = f"must hold an envelope for each player still to be busted{winner}, here {needed}"
        raise InputError(
            "mystery", rule, Verbatim(f"{left.count} of them"), code="too_few_envelopes", facts={"least": needed}
        )
    means = tuple(left.mean if chip else 0 for chip in chips)
    return Prizes(prizes.places, means, 1, own, left)


def read_envelopes(text: str, field: str) -> list[tuple[int, int | float]]:
    """Parse envelopes.

    >>> read_envelopes("1 x €10,000, 5x1k; 40×200", "mystery")
    [(1, 10000), (5, 1000), (40, 200)]
    """
    check_length(field, text, MAX_LIST)
    together = re.sub(" ?([x×*]) ?", r"\1", " ".join(text.lower().split()))
    return [read_piece(piece, field) for piece in BETWEEN.split(together) if piece.strip(" ,;")]


def read_piece(piece: str, field: str) -> tuple[int, int | float]:
    """Parse one item: the number of envelopes and their amount."""
    count, sign, amount = re.sub("[×*]", "x", piece.strip(" ,;")).partition("x")
    if not sign or not re.fullmatch("[0-9]{1,9}", count):
        rule = f"must be numbers of envelopes with amounts, like {EXAMPLE}"
        raise InputError(field, rule, piece, code="wrong_format")
    return int(count), read_plain(amount, field).value


def check_pairs(envelopes: object, field: str) -> list[tuple[object, object]]:
    """Return pairs of a number of envelopes and an amount, or raise."""
    rule = f"must be pairs of a number of envelopes and an amount, or a text like {EXAMPLE}"
    if not isinstance(envelopes, Sequence):
        raise InputError(field, rule, envelopes, code="wrong_type")
    if len(envelopes) > MAX_LIST:
        rule = f"must be at most {MAX_LIST:,} of them"
        raise InputError(field, rule, Verbatim(f"{len(envelopes):,}"), code="too_many")
    for i, pair in enumerate(envelopes):
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise InputError(f"{field}[{i}]", rule, pair, code="wrong_type")
    return [(pair[0], pair[1]) for pair in envelopes]
