"""Ranges: a parser for all common notations, and the ranking behind 20%.

TT+  22-55  AA-TT            pairs and up, and between
AJs+  AJo+  AJ+              both kickers up to the high card; without s or o, suited and offsuit
A5s-A2s  A2s-A5s             the same high card
JTs-76s                      both cards one rank lower at a time
AKs  AK  AhKh                a class, two classes, two cards
Axs  Kx+                     every kicker
20%  random  any             the best fifth (see `ranking`), all hands
AA:0.5  AA:50%  AA@50        a weight, after any of these
[50]AKs, AQs[/50]            a weight of several hands, in percent
0 0 0.5 ... (1,326 numbers)  a weight for each combo, in the order of `combo_order`

`range_texts` writes these forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache

import numpy as np

from finaltable.cards.hand import (
    CLASSES,
    COMBOS,
    RANKS,
    Combo,
    class_name,
    class_of,
    class_table,
    combo_order,
    combos_of,
    read_combo,
)
from finaltable.errors import InputError, Verbatim, check_length
from finaltable.table.table import check_number, check_whole

CARD = r"[2-9TJQKA]"
TOKEN = re.compile(rf"(?P<high>{CARD})(?P<low>{CARD})(?P<kind>[SO]?)(?P<plus>\+?)", re.IGNORECASE)
ANY_KICKER = re.compile(rf"({CARD})X([SO]?)\+?", re.IGNORECASE)
BRACKET = re.compile(r"\[ ?(/?) ?([0-9.]{1,20}) ?%? ?\]")
PERCENT = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*%")
MAX_RANGE, MAX_TOKEN = 40_000, 60  # characters: enough for all combos, each with a weight of ten digits
MAX_TOKENS = 2_000
A_WEIGHT = "must have a weight from 0 to 1 after the colon"
EVERYTHING = ("RANDOM", "ANY", "ANY2", "XX", "100%")


@dataclass(frozen=True, repr=False)
class Range:
    """Hands with their weights. Use `Range.read` to make one.

    >>> hands = Range.read("TT+, AK")
    >>> hands.combos, str(hands), str(Range.read("aa,KK qq JJ TT akS AKo"))
    (46.0, 'TT+, AK', 'TT+, AK')
    """

    classes: Mapping[int, float] = field(default_factory=dict)
    """Weights by class; all combos of a class have its weight."""
    singles: Mapping[Combo, float] = field(default_factory=dict)
    """Weights of single combos, as AhKh."""

    def __post_init__(self) -> None:
        for number, weight in weights_in(self.classes):
            check_weight(weight, f"range, class {check_whole(number, 'range, class', 0, CLASSES - 1)}")
        for combo, weight in weights_in(self.singles):
            if not isinstance(combo, Combo):
                raise InputError("range, singles", "must be combos", combo, code="wrong_type")
            check_weight(weight, f"range, {combo}")

    @classmethod
    def read(cls, text: str, field: str = "range") -> Range:
        """Parse a range, or raise an error that names the invalid token."""
        if not isinstance(text, str):
            raise InputError(field, "must be hands like 22+, AJs+, KQo", text, code="not_hands")
        return read_range(text, field)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((frozenset(self.classes.items()), frozenset(self.singles.items())))

    @property
    def combos(self) -> float:
        """Number of combos, by weight."""
        whole = sum(weight * len(combos_of(number)) for number, weight in self.classes.items())
        return float(whole + sum(self.singles.values()))

    def weights(self) -> Iterator[tuple[Combo, float]]:
        """Yield each combo with its weight."""
        for number, weight in self.classes.items():
            for combo in combos_of(number):
                yield combo, weight
        yield from self.singles.items()

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"Range.read({str(self)!r})"

    def _repr_html_(self) -> str:
        from finaltable.cards.report import range_report
        from finaltable.reporting.html import report_html

        return report_html(range_report(self))

    def write(self, form: str = "short") -> str:
        """Return the range in a form that other programs read.

        >>> Range.read("QQ+, AhKh:0.5").write("classes"), Range.read("QQ+:0.5").write("brackets")
        ('AA,KK,QQ,AhKh:0.5', '[50]QQ+[/50]')

        Parameters
        ----------
        form
            "short": with + and -; "classes": each class, for PioSOLVER and GTO Wizard; "combos": each combo with its
            weight; "weights": 1,326 numbers in PioSOLVER's order; "brackets": for GTO+ and Flopzilla.
        """
        from finaltable.cards.range_texts import write_range

        return write_range(self, form)

    def grid(self) -> str:
        """Return the 13 by 13 grid: suited hands above the diagonal, offsuit below, dots for hands not in the range."""
        return range_grid(self)


@lru_cache(maxsize=512)
def text_of(hands: Range) -> str:
    """Return a range in the short form; programs ask for the same ranges again and again."""
    return hands.write()


def weights_in(part: object) -> Iterable[tuple[object, object]]:
    """Return hands with their weights, or raise if the argument is not a mapping."""
    if not isinstance(part, Mapping):
        raise InputError("range", "must be made with Range.read, which parses text", part, code="wrong_type")
    return part.items()


def check_weight(weight: object, field: str) -> None:
    """Raise unless a weight is above 0 and at most 1."""
    if not 0 < check_number(weight, field) <= 1:
        raise InputError(field, "must have a weight above 0 and up to 1", weight, code="weight_out_of_range")


@lru_cache(maxsize=2048)
def read_range(text: str, field: str) -> Range:
    """Parse tokens separated by commas, semicolons or spaces; later tokens override earlier ones."""
    check_length(field, text, MAX_RANGE)
    tokens = [token for token in re.split("[,; ]", tidy(text)) if token]
    if not tokens:
        raise InputError(field, "must name at least one hand, like 22+, AJs+, KQo", text, code="no_hands")
    if len(tokens) > MAX_TOKENS:
        rule = f"must have at most {MAX_TOKENS:,} hands"
        raise InputError(field, rule, Verbatim(f"{len(tokens):,}"), code="too_many")
    for place, token in enumerate(tokens, start=1):
        check_length(f"{field}, token {place}", token, MAX_TOKEN)
    classes: dict[int, float] = {}
    singles: dict[Combo, float] = {}
    if len(tokens) > 1 and all(map(is_number, tokens)):
        singles = dict(zip(combo_order(), read_weights(tokens, field), strict=True))
    else:
        read_tokens(tokens, field, classes, singles)
    join_classes(classes, singles)
    kept = {combo: weight for combo, weight in singles.items() if weight > 0}
    hands = Range({number: classes[number] for number in sorted(classes) if classes[number] > 0}, kept)
    if not hands.combos:
        raise InputError(field, "must leave at least one hand with a weight above 0", text, code="no_hands")
    return hands


def read_tokens(tokens: Sequence[str], field: str, classes: dict[int, float], singles: dict[Combo, float]) -> None:
    """Parse tokens into weights of classes and of single combos."""
    bracket = ""
    for place, token in enumerate(tokens, start=1):
        where = f"{field}, token {place}"
        if match := BRACKET.fullmatch(token):
            bracket = read_bracket(match, bracket, where)
            continue
        name, sign, weight_text = token.replace("@", ":@").partition(":")
        if sign and bracket:
            raise InputError(where, "must have one weight: in brackets or after a colon", token, code="conflict")
        weight = read_weight(weight_text or bracket, token, where) if sign or bracket else 1.0
        if re.fullmatch(rf"{CARD}[cdhs]{CARD}[cdhs]", name, re.IGNORECASE):
            combo = read_combo(name, where)
            if class_of(combo) in classes:
                split_class(class_of(combo), classes, singles)
            singles[combo] = weight
        else:
            for number in classes_of(name, token, where):
                classes[number] = weight
                for combo in combos_of(number) if singles else ():
                    singles.pop(combo, None)
    if bracket:
        rule = f"must end what [{bracket[1:]}] begins"
        raise InputError(field, rule, Verbatim("no closing bracket"), code="wrong_format")


def read_bracket(match: re.Match[str], before: str, field: str) -> str:
    """Return the weight after a bracket, as text behind "@"; empty after the closing one."""
    weight = "" if match[1] else f"@{match[2]}"
    if bool(match[1]) != bool(before) or (match[1] and f"@{match[2]}" != before):
        raise InputError(field, "must open and close like [50]AKs[/50]", match[0], code="wrong_format")
    return weight


def is_number(token: str) -> bool:
    """Return whether a token is a number, and not a pair such as 22."""
    return re.fullmatch(r"(?:[0-9]|[0-9]?\.[0-9]{1,20})(?:e-[0-9]{1,3})?", token, re.IGNORECASE) is not None


def read_weights(tokens: Sequence[str], field: str) -> list[float]:
    """Return the weights of all combos, or raise."""
    if len(tokens) != COMBOS:
        rule = f"must be {COMBOS:,} weights, one for each combo, or hands like TT+"
        raise InputError(field, rule, Verbatim(f"{len(tokens):,} numbers"), code="wrong_count")
    return [read_weight(token, token, f"{field}, token {place}") for place, token in enumerate(tokens, start=1)]


def tidy(text: str) -> str:
    """Normalise dashes, separate brackets, and remove spaces within tokens: "20 %", "TT +", "Ah Kh"."""
    text = re.sub("[–—−]", "-", " ".join(text.replace("{", " ").replace("}", " ").split()))
    text = BRACKET.sub(r" [\1\2] ", text)
    text = re.sub(" ?([-:@]) ?| ([+%])", lambda found: found[1] or found[2], text)
    return re.sub(rf"\b({CARD}[cdhs]) ({CARD}[cdhs])\b", r"\1\2", text, flags=re.IGNORECASE)


def join_classes(classes: dict[int, float], singles: dict[Combo, float]) -> None:
    """Replace single combos by their class if all of its combos are there with the same weight."""
    for number in {class_of(combo) for combo in singles}:
        weights = {singles.get(combo) for combo in combos_of(number)}
        if len(weights) == 1 and (weight := weights.pop()) is not None:
            classes[number] = weight
            for combo in combos_of(number):
                del singles[combo]


def split_class(number: int, classes: dict[int, float], singles: dict[Combo, float]) -> None:
    """Replace a class by its combos, so that one of them can have another weight."""
    weight = classes.pop(number)
    for combo in combos_of(number):
        singles[combo] = weight


def read_weight(text: str, token: str, field: str) -> float:
    """Parse the weight after a colon: 0.5 or 50%; after an @ it is a percentage: @50."""
    percent = text.endswith("%") or text.startswith("@")
    try:
        weight = float(text.removesuffix("%").removeprefix("@")) / (100 if percent else 1)
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        rule = "must have a weight from 0 to 100 after @ or in brackets" if text.startswith("@") else A_WEIGHT
        raise InputError(field, rule, token, code="weight_out_of_range")
    return weight


def classes_of(name: str, token: str, field: str) -> list[int]:
    """Return the classes of a token."""
    if name.upper() in EVERYTHING:
        return list(range(CLASSES))
    if match := PERCENT.fullmatch(name):
        return best(float(match[1]), token, field)
    if match := ANY_KICKER.fullmatch(name):
        name = f"{match[1]}2{match[2]}+"
    first, dash, last = name.partition("-")
    ends = [TOKEN.fullmatch(end) for end in ([first, last] if dash else [first])]
    if not all(ends) or (dash and any(end["plus"] for end in ends if end)):
        rule = "must be hands like TT+, AJs+, A5s-A2s, JTs-76s, AhKh, 20% or random"
        raise InputError(field, rule, token, code="not_hands")
    hands = [Hand.of(end) for end in ends if end is not None]
    if any(hand.high == hand.low and hand.kind for hand in hands):
        raise InputError(field, "must be a pair without s or o", token, code="suited_pair")
    if dash:
        return between(hands[0], hands[1], token, field)
    return [number for hand in up_from(hands[0], ends[0]) for number in hand.numbers()]


class Hand:
    """A pair of ranks, the higher first, suited ("S"), offsuit ("O") or both ("")."""

    def __init__(self, high: int, low: int, kind: str) -> None:
        self.high, self.low, self.kind = high, low, kind

    @classmethod
    def of(cls, match: re.Match[str]) -> Hand:
        """Return the hand of a token."""
        ranks = sorted((RANKS.index(match["high"].upper()), RANKS.index(match["low"].upper())), reverse=True)
        return cls(ranks[0], ranks[1], match["kind"].upper())

    def numbers(self) -> list[int]:
        """Return the classes of the hand."""
        if self.high == self.low:
            return [14 * self.high]
        suited, offsuit = 13 * self.high + self.low, 13 * self.low + self.high
        return {"S": [suited], "O": [offsuit]}.get(self.kind, [suited, offsuit])


def up_from(hand: Hand, match: re.Match[str] | None) -> list[Hand]:
    """Return the hand; with a plus, also the better ones: higher pairs, or kickers up to the high card."""
    if match is None or not match["plus"]:
        return [hand]
    if hand.high == hand.low:
        return [Hand(rank, rank, "") for rank in range(hand.high, 13)]
    return [Hand(hand.high, low, hand.kind) for low in range(hand.low, hand.high)]


def between(one: Hand, other: Hand, token: str, field: str) -> list[int]:
    """Return the classes from one hand to another, in either order."""
    pairs = one.high == one.low, other.high == other.low
    if all(pairs):
        low, high = sorted((one.high, other.high))
        return [14 * rank for rank in range(low, high + 1)]
    if not any(pairs) and one.kind == other.kind:
        if one.high == other.high:
            low, high = sorted((one.low, other.low))
            return [number for rank in range(low, high + 1) for number in Hand(one.high, rank, one.kind).numbers()]
        if one.high - one.low == other.high - other.low:
            low, high = sorted((one.high, other.high))
            gap = one.high - one.low
            return [n for rank in range(low, high + 1) for n in Hand(rank, rank - gap, one.kind).numbers()]
    rule = "must join two pairs, two kickers of one card, or two hands with the same gap, of the same kind"
    raise InputError(field, rule, token, code="unrelated_hands")


# --- ranking --------------------------------------------------------------------------------------------------


@cache
def ranking() -> tuple[int, ...]:
    """Return the classes from best to worst, by all-in equity against a random hand."""
    return tuple(int(number) for number in np.argsort(-class_table().against_random(), kind="stable"))


def best(percent: float, token: str, field: str) -> list[int]:
    """Return the best classes, up to the number closest to a percentage of the 1,326 combos."""
    if not 0 < percent <= 100:
        raise InputError(field, "must be a percentage above 0 and up to 100", token, code="percentage_out_of_range")
    wanted = 1326 * percent / 100
    held = 0
    chosen: list[int] = []
    for number in ranking():
        size = len(combos_of(number))
        if held + size / 2 > wanted and chosen:
            break
        chosen.append(number)
        held += size
    return chosen


# --- output -------------------------------------------------------------------------------------------------


def class_weights(hands: Range) -> list[float]:
    """Return the share of each class that is in a range: with AhKh alone, AKs has 0.25."""
    weights = [0.0] * CLASSES
    for combo, weight in hands.weights():
        weights[class_of(combo)] += weight / len(combos_of(class_of(combo)))
    return weights


def range_grid(hands: Range) -> str:
    """Return the 13 by 13 grid: names of hands in the range, percentages of partial ones, dots elsewhere."""
    weights = class_weights(hands)
    down = range(12, -1, -1)
    return "\n".join(" ".join(grid_cell(row, column, weights) for column in down).rstrip() for row in down)


def grid_cell(row: int, column: int, weights: Sequence[float]) -> str:
    """Return one cell: a suited hand if the row's rank is higher than the column's."""
    number = 13 * row + column
    weight = weights[number]
    if weight == 0:
        return " · "
    return f"{class_name(number):3}" if weight > 0.995 else f"{100 * weight:2.0f}%"
