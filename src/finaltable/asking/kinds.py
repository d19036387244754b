"""Kinds of values: parse each from text and from JSON, and describe it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from finaltable.errors import InputError, check_length
from finaltable.table.text import (
    MAX_LIST,
    read_blinds,
    read_chips,
    read_pairs,
    read_player,
    read_players,
    read_share,
    read_small_and_big,
)

MAX_NUMBER = 60  # characters


class Known(NamedTuple):
    """Context for parsing fields."""

    names: tuple[str, ...] = ()
    """Names of the players, for fields that select a player."""
    big_blind: int | float | None = None
    """The big blind, for amounts like "2bb"."""


Reader = Callable[[Any, str, Known], Any]


@dataclass(frozen=True)
class Kind:
    """One kind of value."""

    from_text: Reader
    """Parse text, or raise an `InputError`."""
    from_json: Reader
    """Parse a JSON value; the library may validate it later."""
    schema: Mapping[str, Any]
    """JSON schema."""
    metavar: str = "<str>"
    """Placeholder in the help of a command."""
    choices: Callable[[], Sequence[str]] | None = None
    """Shell completions."""
    many: bool = False
    """Whether a command line accepts it several times."""
    in_text: str = ""
    """Format as text: a sentence after the help of the field, if needed."""
    in_json: str = ""
    """Format as JSON, likewise."""


def unparsed(value: Any, _field: str, _known: Known) -> Any:
    """Return a value unchanged; it is parsed or validated where it is used."""
    return value


def texts_by(read: Reader) -> Reader:
    """Return a JSON reader that parses text and leaves numbers unchanged."""
    return lambda value, field, known: read(value, field, known) if isinstance(value, str) else value


def each_by(read: Reader) -> Reader:
    """Return a JSON reader for an object of values by player."""

    def values(value: Any, field: str, known: Known) -> Any:
        if not isinstance(value, dict):
            return value
        return {name: read(item, f"{field}[{name}]", known) for name, item in value.items()}

    return values


def whole(text: str, field: str, _known: Known) -> int:
    """Read a whole number."""
    check_length(field, text, MAX_NUMBER)
    try:
        return int(text)
    except ValueError:
        raise InputError(field, "must be a whole number", text, code="not_whole") from None


def wholes(text: str, field: str, known: Known) -> list[int]:
    """Read a list of whole numbers."""
    check_length(field, text, MAX_LIST)
    return [whole(piece.strip(), field, known) for piece in text.split(",")]


def first_to_last(text: str, field: str, known: Known) -> tuple[int, int]:
    """Read a range of whole numbers: 3-9, or 6 alone."""
    first, _, last = text.partition("-")
    try:
        return whole(first, field, known), whole(last or first, field, known)
    except InputError:
        raise InputError(field, "must be a range of whole numbers: 3-9", text, code="wrong_format") from None


def number(text: str, field: str, _known: Known) -> float:
    """Read a number in Python notation: 1e-6."""
    check_length(field, text, MAX_NUMBER)
    try:
        return float(text)
    except ValueError:
        raise InputError(field, "must be a number", text, code="not_a_number") from None


def word(text: str, field: str, _known: Known) -> str:
    """Read a name and normalize it: ICM to icm, chip-chop to chip_chop."""
    check_length(field, text, MAX_LIST)
    return "_".join(text.lower().replace("-", " ").split())


def one_model(text: str, field: str, known: Known) -> str:
    """Read a model or a mixture; spaces around signs are allowed: icm:0.8 + dcm:0.2."""
    check_length(field, text, MAX_LIST)
    for sign in ",+:":
        text = sign.join(piece.strip() for piece in text.split(sign))
    return word(text, field, known)


def models(text: str, field: str, known: Known) -> list[str]:
    """Read several models, separated by commas. A mixture with commas, as in its name, ends where its weights sum to 1.

    >>> models("icm,icm:0.8+dcm:0.2", "models", Known()), models("icm:0.8,dcm:0.2,dcm", "models", Known())
    (['icm', 'icm:0.8+dcm:0.2'], ['icm:0.8,dcm:0.2', 'dcm'])
    """
    check_length(field, text, MAX_LIST)
    found: list[list[str]] = []
    weight = 0.0  # of the last mixture so far
    for piece in text.split(","):
        own = weight_of(piece)
        if own and 0 < weight < 1 - 1e-9:
            found[-1].append(piece)
            weight += own
        else:
            found.append([piece])
            weight = own
    return [one_model(",".join(pieces), field, known) for pieces in found]


def weight_of(mixture: str) -> float:
    """Return the sum of the weights of a mixture, whose parts have plus signs between them; 0 if a part has none."""
    try:
        return sum(float(part.partition(":")[2]) for part in mixture.split("+"))
    except ValueError:
        return 0.0


def words(text: str, field: str, known: Known) -> list[str]:
    """Read a list of names."""
    check_length(field, text, MAX_LIST)
    return [word(piece, field, known) for piece in text.split(",")]


def each_model(texts: list[str], field: str, known: Known) -> list[str]:
    """Read a list of models."""
    return [one_model(text, field, known) for text in texts]


def chips(text: str, field: str, _known: Known) -> Any:
    """Read an amount of chips or money."""
    return read_chips(text, field)


def chips_or_blinds(text: str, field: str, known: Known) -> Any:
    """Read an amount of chips, perhaps in big blinds."""
    return read_blinds(text, field, known.big_blind)


def share(text: str, field: str, _known: Known) -> Any:
    """Read a share: 0.4 or 40%."""
    return read_share(text, field)


def both_blinds(text: str, _field: str, _known: Known) -> Any:
    """Read the small and the big blind: 100/200."""
    return read_small_and_big(text)


def bet(text: str, field: str, _known: Known) -> Any:
    """Read an amount of chips; leave one in big blinds to the spot, which knows them."""
    return text.strip() if text.strip().lower().endswith("bb") else read_chips(text, field)


def bets(text: str, field: str, known: Known) -> Any:
    """Read players with chips: CO=500."""
    pairs = read_pairs(text, known.names, field, "CO=500")
    return {player: bet(amount, field, known) for player, amount in pairs.items()}


def raises(text: str, field: str, known: Known) -> Any:
    """Read a raise, or raises by player: 2.2bb, or BTN=2.2bb,SB=3bb."""
    return read_pairs(text, known.names, field, "BTN=2.2bb") if "=" in text else text


def locks(texts: Sequence[str], field: str, _known: Known) -> dict[str, str]:
    """Read locks: decisions and their ranges, like "BB v SB=20%"."""
    found: dict[str, str] = {}
    for text in texts:
        check_length(field, text, MAX_LIST)
        spot, sign, hands = text.partition("=")
        if not sign:
            raise InputError(field, "must be a decision and its hands, like BB v SB=20%", text, code="wrong_format")
        if spot.strip() in found:
            raise InputError(field, "must lock a decision only once", text, code="duplicate")
        found[spot.strip()] = hands.strip()
    return found


def hands_ahead(text: str, field: str, known: Known) -> Any:
    """Read how far to look ahead: a word, or a number of hands."""
    return whole(text, field, known) if text.strip().lstrip("+-").isdigit() else word(text, field, known)


def levels(text: str, field: str, _known: Known) -> list[list[Any]]:
    """Read blinds of later hands.

    >>> levels("3:75/150, 6:100/200/25", "levels", Known())
    [[3, 75, 150], [6, 100, 200, 25]]
    """
    check_length(field, text, MAX_LIST)
    found = []
    for piece in text.split(","):
        hand, sign, amounts = piece.strip().partition(":")
        if not sign or not hand.strip().isdigit():
            rule = "must be hands ahead and their blinds, like 3:75/150,6:100/200"
            raise InputError(field, rule, text, code="wrong_format")
        found.append([int(hand), *(read_chips(amount, field) for amount in amounts.split("/"))])
    return found


def complete_model() -> list[str]:
    """Return the names of all models."""
    from finaltable.models import model_names

    return list(model_names())


def complete_method() -> list[str]:
    """Return the methods of all models."""
    from finaltable.models import find_models, model_names

    return sorted({method for model in find_models(model_names()) for method in model.methods})


def list_of(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a list."""
    return {"type": "array", "items": schema}


def from_players_to(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Describe an object of values by player."""
    return {"type": "object", "additionalProperties": schema}


A_TEXT = {"type": "string"}
AN_AMOUNT = {"anyOf": [{"type": "number", "minimum": 0}, A_TEXT]}
A_MODEL = {"anyOf": [A_TEXT, {"type": "object", "additionalProperties": {"type": "number"}}]}
A_PLAYER = {"anyOf": [{"type": "integer", "minimum": 0}, A_TEXT]}

FLAG = Kind(unparsed, unparsed, {"type": "boolean"})
TEXT = Kind(unparsed, unparsed, A_TEXT)
TEXTS = Kind(unparsed, unparsed, list_of(A_TEXT), many=True)
WHOLE = Kind(whole, unparsed, {"type": "integer"}, metavar="<int>")
WHOLES = Kind(
    wholes, unparsed, list_of({"type": "integer"}), metavar="<int>,...", in_text="Numbers, separated by commas."
)
RANGE = Kind(
    first_to_last,
    unparsed,
    list_of({"type": "integer"}),
    metavar="<int>-<int>",
    in_text="A range, as in 3-9, or one number.",
    in_json="Minimum and maximum, as in [3, 9].",
)
NUMBER = Kind(number, unparsed, {"type": "number"}, metavar="<float>")
AMOUNT = Kind(chips, texts_by(chips), AN_AMOUNT)
AMOUNTS = Kind(unparsed, unparsed, list_of(AN_AMOUNT), many=True)
CHIPS = Kind(chips_or_blinds, texts_by(chips_or_blinds), AN_AMOUNT)
SHARE = Kind(share, texts_by(share), AN_AMOUNT)
BLINDS = Kind(both_blinds, texts_by(both_blinds), A_TEXT)
BETS = Kind(
    bets,
    each_by(texts_by(bet)),
    from_players_to(AN_AMOUNT),
    in_text="Example: CO=500,BTN=2.2bb.",
    in_json='Example: {"CO": 500, "BTN": "2.2bb"}.',
)
PLAYER = Kind(
    lambda text, field, known: read_player(text, known.names, field),
    unparsed,
    A_PLAYER,
    in_text="A number (from 1) or a name.",
    in_json="A number (from 0) or a name.",
)
PLAYERS = Kind(
    lambda text, field, known: read_players(text, known.names, field),
    unparsed,
    list_of(A_PLAYER),
    in_text="Numbers (from 1) or names, separated by commas.",
    in_json="A list of numbers (from 0) or names.",
)
# The terms of a deal parse money: only they know the total for 10%.
MONEY = Kind(unparsed, unparsed, AN_AMOUNT)
MONEY_BY_PLACE = Kind(
    unparsed,
    unparsed,
    {"anyOf": [*AN_AMOUNT["anyOf"], list_of(AN_AMOUNT)]},
    in_text="List: 3000,1000.",
    in_json="List: [3000, 1000].",
)
MONEY_BY_PLAYER = Kind(
    lambda text, field, known: read_pairs(text, known.names, field, "Ana=5000"),
    unparsed,
    from_players_to(AN_AMOUNT),
    in_text="Example: Ana=5000,Bo=3k.",
    in_json='Example: {"Ana": 5000, "Bo": "3k"}.',
)
LOCKS = Kind(
    locks,
    unparsed,
    from_players_to(A_TEXT),
    many=True,
    in_text="Examples: 'BB v SB=20%', 'SB=random'; repeat the option for several.",
    in_json='Example: {"BB v SB": "20%", "SB": "random"}.',
)
RAISES = Kind(
    raises,
    unparsed,
    {"anyOf": [*AN_AMOUNT["anyOf"], from_players_to(AN_AMOUNT)]},
    in_text="Examples: 2.2bb, 440, BTN=2.2bb,SB=3bb.",
    in_json='Examples: "2.2bb", 440, {"BTN": "2.2bb", "SB": "3bb"}.',
)
LOOK_AHEAD = Kind(
    hands_ahead,
    unparsed,
    {"anyOf": [{"type": "integer", "minimum": 1}, A_TEXT]},
    choices=lambda: ["orbit", "seat", "tournament"],
)
LEVELS = Kind(
    levels,
    unparsed,
    list_of(list_of(AN_AMOUNT)),
    in_text="Example: 3:75/150, 6:100/200/25.",
    in_json="Example: [[3, 75, 150], [6, 100, 200, 25]].",
)
METHOD = Kind(word, unparsed, A_TEXT, choices=complete_method)
WORD = Kind(word, unparsed, A_TEXT)
WORDS = Kind(words, unparsed, list_of(A_TEXT))
WEIGHTS = 'A mixture may be an object of weights: {"icm": 0.8, "dcm": 0.2}.'
SEVERAL: dict[str, Any] = {"in_text": "Separate several with commas: icm,dcm.", "in_json": f"A list. {WEIGHTS}"}
MODEL = Kind(one_model, unparsed, A_MODEL, choices=complete_model, in_json=WEIGHTS)
EACH_MODEL = Kind(each_model, unparsed, list_of(A_MODEL), choices=complete_model, many=True)
CHOICE = Kind(one_model, unparsed, A_MODEL, in_json=WEIGHTS)
CHOICES = Kind(models, unparsed, list_of(A_MODEL), **SEVERAL)
MODELS = Kind(models, unparsed, list_of(A_MODEL), choices=complete_model, **SEVERAL)
