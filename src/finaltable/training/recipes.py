"""Spots from users: written by hand, from a file of spots, or the mistakes of a review. Each is solved again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from finaltable.cards.hand import CLASSES, class_name, class_of, read_combo
from finaltable.equilibrium.lineup import MOST_PLAYERS
from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.models import Choice, find_model
from finaltable.spots.to_act import blind_seats, usual_button
from finaltable.table.table import check_number, check_player
from finaltable.training.mistakes import mistakes_of, spot_of_command
from finaltable.training.settings import Settings
from finaltable.training.spot_table import SpotTable

if TYPE_CHECKING:
    from finaltable.training.spot_table import Amount

MOST = 10_000  # spots in one file
CLASS_NUMBERS = {class_name(number): number for number in range(CLASSES)}


@dataclass(frozen=True)
class Recipe:
    """A spot that is not solved yet."""

    layout: SpotTable
    model: Choice
    seat: str
    facing: tuple[str, ...]
    hand: int | None
    """The class of the hand; None: draw one."""
    raised_by: str | None = None
    """The player who raised; None: push or fold."""


def read_spots(text: str) -> list[Recipe | InputError]:
    """Parse a file of spots: a JSON list, or an object with ``spots``, which `train` writes, too.

    >>> [spot] = read_spots('[{"stacks": [10, 12], "payouts": [5, 3], "small_blind": 1, "big_blind": 2, "seat": "SB"}]')
    >>> spot.layout.stacks, spot.seat, spot.hand
    ((10, 12), 'SB', None)
    """
    try:
        given = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"'{error.msg}' at line {error.lineno}, column {error.colno}"
        raise InputError("source", "must be JSON", Verbatim(where), code="wrong_format") from None
    except (ValueError, RecursionError) as error:
        raise InputError("source", "must be JSON", Verbatim(str(error)[:80]), code="wrong_format") from None
    items = listed(given)
    if not items:
        raise MissingError("source", "must hold at least one spot", code="too_few")
    if len(items) > MOST:
        raise InputError("source", f"must hold at most {MOST:,} spots", Verbatim(f"{len(items):,}"), code="too_many")
    read = read_mistake if isinstance(given, dict) and "tournaments" in given else read_recipe
    return [read(item, f"source[{number}]") for number, item in enumerate(items)]


def read_mistake(item: Any, where: str) -> Recipe | InputError:
    """Parse a spot of a review, or return the reason why it is not push or fold."""
    try:
        return read_recipe(item, where)
    except InputError as problem:
        return problem


def listed(given: Any) -> list[Any]:
    """Return the spots of a file: a list, those of a training, or the mistakes of a review."""
    if isinstance(given, list):
        return given
    if not isinstance(given, dict):
        rule = "must be a list of spots, or an object with spots"
        raise InputError("source", rule, Verbatim(type(given).__name__), code="wrong_type")
    if isinstance(given.get("tournaments"), list):
        return mistakes_of(given)
    if isinstance(given.get("spots"), list):
        return [joined(item, given) for item in given["spots"]]
    raise MissingError("source", "must have spots: a list of objects with stacks, payouts, blinds and seat")


def joined(item: Any, whole: Mapping[str, Any]) -> Any:
    """Return a spot that `train` wrote together with its table and decision; return others unchanged."""
    if not isinstance(item, dict):
        return item
    if "decision" not in item or "decisions" not in whole:
        return item
    try:
        chart = whole["decisions"][item["decision"]]
        return {**whole["tables"][chart["table"]], **chart, "hand": item.get("hand")}
    except (LookupError, TypeError):
        rule = "must have the decision and the table of every spot"
        raise InputError("source", rule, item["decision"], code="wrong_type") from None


def read_recipe(item: Any, where: str = "spot") -> Recipe:
    """Parse one spot: stacks, payouts, blinds, the player to act, the players all-in, and optionally the hand."""
    if not isinstance(item, Mapping):
        rule = "must be an object with stacks, payouts, small_blind, big_blind and seat"
        raise InputError(where, rule, item, code="wrong_type")
    if "command" in item:
        item = spot_of_command(item["command"], item.get("hand"), where)
    stacks, payouts = amounts(item, "stacks", where), amounts(item, "payouts", where)
    if not 2 <= len(stacks) <= MOST_PLAYERS:
        raise InputError(f"{where}.stacks", f"must be 2 to {MOST_PLAYERS}", len(stacks), code="wrong_count")
    names = read_names(item, len(stacks), where)
    button = item.get("button")
    seat_of_button = usual_button(stacks) if button is None else check_player(button, names, f"{where}.button")
    first, _ = blind_seats(stacks, seat_of_button)
    order = [(first + step) % len(stacks) for step in range(len(stacks))]
    bounties = amounts(item, "bounties", where) if item.get("bounties") else ()
    if bounties and len(bounties) != len(stacks):
        raise InputError(f"{where}.bounties", "must be one for each player", len(bounties), code="wrong_count")
    posted = {name: amount(item.get(name, 0), f"{where}.{name}") for name in ("small_blind", "ante", "big_blind_ante")}
    layout = SpotTable(
        stacks=tuple(stacks[i] for i in order),
        payouts=payouts,
        big_blind=amount(needed(item, "big_blind", where), f"{where}.big_blind"),
        bounties=tuple(bounties[i] for i in order) if bounties else (),
        bounty_share=float(amount(item.get("bounty_share", 0.5), f"{where}.bounty_share")),
        raise_to=amount(item.get("raise_to") or 0, f"{where}.raise_to"),
        **posted,
    )
    seats = {name: layout.names[order.index(i)] for i, name in enumerate(names)}
    deciding = needed(item, "seat" if "seat" in item else "hero", where)
    facing = item.get("facing", item.get("all_in", ()))
    if isinstance(facing, str) or not isinstance(facing, Sequence):
        raise InputError(f"{where}.facing", "must be a list of players", facing, code="wrong_type")
    by_name = [seats[names[check_player(player, names, f"{where}.seat")]] for player in (deciding, *facing)]
    model = item.get("model", Settings.model)
    find_model(model)
    raiser = item.get("raised_by")
    if bool(layout.raise_to) != (raiser is not None):
        raise MissingError(f"{where}.{'raised_by' if layout.raise_to else 'raise_to'}", "must be given with the raise")
    raised_by = None if raiser is None else seats[names[check_player(raiser, names, f"{where}.raised_by")]]
    hand = read_hand(item.get("hand"), f"{where}.hand")
    return Recipe(layout, model, by_name[0], tuple(by_name[1:]), hand, raised_by)


def read_names(item: Mapping[str, Any], players: int, where: str) -> tuple[str, ...]:
    """Return the players' names; by default, their positions from the small blind on."""
    from finaltable.equilibrium.lineup import position_names

    names = item.get("names")
    if names is None:
        return tuple(position_names(players))
    if not isinstance(names, list) or len(names) != players or not all(isinstance(name, str) for name in names):
        raise InputError(f"{where}.names", "must be one text for each player", names, code="wrong_count")
    if len(set(names)) != players:
        raise InputError(f"{where}.names", "must differ from each other", names, code="duplicate")
    return tuple(names)


def read_hand(hand: Any, field: str) -> int | None:
    """Return the class of a hand: K9s, or cards like Ks9s; None if there is no hand."""
    if hand is None:
        return None
    if isinstance(hand, str) and hand in CLASS_NUMBERS:
        return CLASS_NUMBERS[hand]
    if not isinstance(hand, str):
        raise InputError(field, "must be a hand like K9s or Ks9s", hand, code="not_hands")
    return class_of(read_combo(hand[:20].replace(" ", ""), field))


def needed(item: Mapping[str, Any], name: str, where: str) -> Any:
    """Return a required field."""
    if item.get(name) is None:
        raise MissingError(f"{where}.{name}", "must be given")
    return item[name]


def amounts(item: Mapping[str, Any], name: str, where: str) -> tuple[Amount, ...]:
    """Return a list of amounts."""
    given = needed(item, name, where)
    if not isinstance(given, list | tuple):
        raise InputError(f"{where}.{name}", "must be a list of numbers", given, code="wrong_type")
    return tuple(amount(value, f"{where}.{name}[{i}]") for i, value in enumerate(given))


def amount(value: Any, field: str) -> Amount:
    """Return an amount."""
    number = check_number(value, field)
    if number < 0:
        raise InputError(field, "must not be negative", value, code="negative")
    return int(number) if number == int(number) else float(number)
