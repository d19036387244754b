"""Ranges as texts that other programs read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from finaltable.cards.hand import class_name, combo_order
from finaltable.cards.notation import tokens_of
from finaltable.errors import check_choice

if TYPE_CHECKING:
    from finaltable.cards.range import Range


def short(hands: Range) -> str:
    """Return the shortest form, with + and - for consecutive hands, and weights after a colon."""
    return ", ".join(f"{token}{ending(weight)}" for weight, tokens in by_weight(hands) for token in tokens)


def brackets(hands: Range) -> str:
    """Return the shortest form with weights in brackets, in percent."""
    parts = [(f"{100 * weight:.10g}", ",".join(tokens)) for weight, tokens in by_weight(hands)]
    return ",".join(text if percent == "100" else f"[{percent}]{text}[/{percent}]" for percent, text in parts)


def by_weight(hands: Range) -> list[tuple[float, list[str]]]:
    """Return the weights, largest first, with the shortest form of the hands that have them."""
    found = []
    for weight in sorted({*hands.classes.values(), *hands.singles.values()}, reverse=True):
        numbers = {number for number, own in hands.classes.items() if own == weight}
        single = sorted((combo for combo, own in hands.singles.items() if own == weight), reverse=True)
        found.append((weight, [*tokens_of(numbers), *map(str, single)]))
    return found


def classes(hands: Range) -> str:
    """Return each class, pairs first, then single combos."""
    numbers = sorted(hands.classes, key=lambda number: (number % 14 != 0, -max(divmod(number, 13)), -number))
    whole = [f"{class_name(number)}{ending(hands.classes[number])}" for number in numbers]
    single = [f"{combo}{ending(hands.singles[combo])}" for combo in sorted(hands.singles, reverse=True)]
    return ",".join(whole + single)


def combos(hands: Range) -> str:
    """Return each combo with its weight."""
    return ",".join(f"{combo}:{weight:.10g}" for combo, weight in sorted(hands.weights(), reverse=True))


def weights(hands: Range) -> str:
    """Return the weights of all 1,326 combos."""
    held = dict(hands.weights())
    return " ".join(f"{held.get(combo, 0):.10g}" for combo in combo_order())


def ending(weight: float) -> str:
    """Return the weight after a colon; nothing for 1."""
    return "" if weight == 1 else f":{weight:.10g}"


FORMS: dict[str, Callable[[Range], str]] = {
    "short": short,
    "classes": classes,
    "combos": combos,
    "weights": weights,
    "brackets": brackets,
}


def write_range(hands: Range, form: str = "short") -> str:
    """Return a range in one of the `FORMS`."""
    return FORMS[check_choice("form", form, tuple(FORMS))](hands)
