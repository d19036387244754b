"""Errors about input: a code, the field, the rule, the value, a hint."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import ClassVar, Self

CODES = {
    # any field
    "invalid": "The value breaks a rule without a code; `rule` states it.",
    "missing": "A required value is missing.",
    "unavailable": "The model, the method or this installation does not provide this.",
    "unknown_field": "The question has no such field or option.",
    "unknown_choice": "The value is not one of those allowed (`choices`).",
    "conflict": "The value contradicts another one, or cannot be combined with it.",
    "needs_other": "The value requires another field or model, which is not given.",
    "wrong_type": "The value has the wrong type or shape.",
    "wrong_format": "The text or the file has the wrong format.",
    "wrong_count": "A list has the wrong number of items.",
    "wrong_order": "Numbers are not in ascending order.",
    "duplicate": "The same thing is given twice.",
    "too_few": "There are too few of something.",
    "too_many": "There are too many of something.",
    "too_long": "A text is too long (`most` characters).",
    # numbers
    "not_a_number": "The value is not a number.",
    "not_whole": "The value is not a whole number from `least` to `most`.",
    "not_an_amount": "The value is a percentage where only amounts are allowed.",
    "ambiguous": "A number can be read in two ways (`one`, `other`).",
    "negative": "The value is negative.",
    "too_small": "The value is too small.",
    "too_large": "The value is too large.",
    "above_100_percent": "A share is above 1, which is 100 %.",
    "out_of_range": "The number is outside its bounds.",
    "too_precise": "The value needs more precision than the method has.",
    # names and lists that are pasted
    "control_characters": "A name has line breaks or control characters.",
    # prizes, deals, bounties
    "not_descending": "A place gets more than `place`, the one before it.",
    "above_pool": "The amounts together are more than `most`, the money available in the pool.",
    "not_below_pool": "The amount is not below the pool, `most`.",
    "unit_out_of_range": "The unit is 0, or above the lowest prize, `most`.",
    "last_head_unpaid": "Bounties cannot be shared where the last one is not paid.",
    "too_few_envelopes": "There are fewer than `least` mystery envelopes.",
    "phase_not_begun": "Mystery bounties begin with `begins` players, and `left` are left.",
    # hands
    "not_hands": "The text is not a range of hands.",
    "not_two_cards": "The text is not two different cards.",
    "suited_pair": "A pair is followed by s or o.",
    "percentage_out_of_range": "A percentage of hands is not above 0 and at most 100.",
    "weight_out_of_range": "The weight of a hand is not from 0 to 1.",
    "no_hands": "A range has no hand.",
    "unrelated_hands": "A dash joins hands that do not form a sequence.",
    "blocked_hands": "The hands of two players need the same cards.",
    # spots
    "above_big_blind": "The small blind is larger than the big blind, `most`.",
    "no_chips_left": "The player has no chips left after blinds and antes.",
    "nothing_to_call": "The all-in is not more than the player has put in.",
    "posted_all_in": "`player` is all-in by posting and is not named as all-in.",
    "no_decision": "No player has a decision.",
    # files
    "file_failed": "A file or an address cannot be opened, read or written.",
    # time and the server
    "too_slow": "There was no answer within the time limit: `max_seconds` of the question, or that of the server.",
    "over_limit": "The value or the request is beyond the limits of this server (`most`, `least`).",
    "request_too_slow": "The request did not arrive in time.",
    "bad_request": "The request cannot be read.",
    "not_here": "The server has no such address, method or host.",
    "busy": "The server is overloaded; the same request may succeed later.",
    "unchanged": "The client has the answer already, by its `ETag`.",
    "internal": "The server failed because of a bug.",
}
"""Error codes and their meaning. They are stable: programs and the page compare codes, never sentences."""

Fact = str | int | float | list[str]

COMMAND_LINE_ONLY = ("file",)  # fields that neither Python nor the HTTP API has


def in_python(field: str) -> bool:
    """Return whether Python and the HTTP API have a field that a hint names."""
    return field not in COMMAND_LINE_ONLY


class InputError(ValueError):
    """Invalid input: a code, the field, the rule it breaks, the value, and sometimes a hint.

    ``code`` is one of `CODES`; ``facts`` has the numbers and names mentioned in its meaning, for translations.

    ``str`` returns one sentence with all of it. Rules and hints write other fields in braces, with a value after an
    equals sign: ``{start}``, ``{method=tree}``. Each entry point spells fields as its users do, and omits a hint about
    a field that it does not have.

    >>> error = InputError("stacks[2]", "must not be negative", -5, code="negative")
    >>> str(error), error.code
    ('stacks[2] must not be negative, got -5', 'negative')
    >>> error = InputError("stop", "must be above {start}", 7)
    >>> str(error), error.spelled(lambda field: f"--{field}", lambda field, value: f"--{field} {value}")
    ('stop must be above start, got 7', '--stop must be above --start, got 7')
    >>> str(InputError("method", "'exact' takes at most 8 players", 9, hint="use {method=tree}"))
    "method 'exact' takes at most 8 players (use method='tree'), got 9"
    """

    usual_code: ClassVar[str] = "invalid"

    def __init__(
        self,
        field: str,
        rule: str,
        value: object,
        *,
        hint: str = "",
        code: str = "",
        facts: Mapping[str, Fact] | None = None,
    ) -> None:
        super().__init__(field, rule, value)
        self.code = code or self.usual_code
        self.field = field
        self.rule = rule
        self.value = value
        self.hint = hint
        self.facts = dict(facts or {})

    def __str__(self) -> str:
        return self.spelled(str, as_keyword)

    def spelled(
        self,
        name: Callable[[str], str],
        with_value: Callable[[str, str], str],
        has: Callable[[str], bool] = in_python,
    ) -> str:
        """Return the sentence, with fields and their values spelled by ``name`` and ``with_value``."""
        return f"{spell_field(self.field, name)} {self.sentence(name, with_value, has)}"

    def sentence(
        self, name: Callable[[str], str], with_value: Callable[[str, str], str], has: Callable[[str], bool]
    ) -> str:
        """Return the sentence without the field: rule, hint, value."""
        hint = spell_hint(self.hint, name, with_value, has)
        return spell_rule(self.rule, name, with_value) + (f" ({hint})" if hint else "") + self.ending()

    def with_field(self, field: str) -> Self:
        """Return a copy of the error for another field."""
        other = copy(self)
        other.field = field
        return other

    def ending(self) -> str:
        """Return the end of the sentence: the value."""
        return f", got {shorten(self.value)}"


class MissingError(InputError):
    """A required value is missing.

    >>> str(MissingError("payouts", "must be given"))
    'payouts must be given'
    """

    usual_code = "missing"

    def __init__(self, field: str, rule: str, *, hint: str = "", code: str = "") -> None:
        super().__init__(field, rule, None, hint=hint, code=code)

    def __reduce__(self) -> tuple[type[MissingError], tuple[str, str], dict[str, object]]:
        return type(self), (self.field, self.rule), self.__dict__

    def ending(self) -> str:
        """Return an empty text, since there is no value."""
        return ""


class UnavailableError(MissingError, AttributeError):
    """A part of a result that its model or method does not provide."""

    usual_code = "unavailable"


class TooSlowError(InputError):
    """No answer was found within the time limit: the caller's ``max_seconds``, or that of a server."""

    usual_code = "too_slow"


class UnfinishedError(Exception):
    """Long work stopped early, not because of its input. The same call resumes it; finished parts are kept."""


class Verbatim(str):
    """A description of a value, printed without quotation marks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


PART = re.compile(r"(\w+)(?:\[(.*?)\](\..*)?)?(, token \d+)?", re.DOTALL)  # name, index, part, token
REFERENCE = re.compile(r"\{([a-z_]+)(?:=(\w+))?\}")


def as_keyword(field: str, value: str) -> str:
    """Return an argument with its value as in a Python call."""
    return f"{field}='{value}'"


def spell_rule(rule: str, name: Callable[[str], str], with_value: Callable[[str, str], str]) -> str:
    """Return a rule with the fields that it mentions spelled out."""
    return REFERENCE.sub(lambda found: with_value(found[1], found[2]) if found[2] else name(found[1]), rule)


def spell_hint(
    hint: str,
    name: Callable[[str], str],
    with_value: Callable[[str, str], str],
    has: Callable[[str], bool] = in_python,
) -> str:
    """Return a hint with its fields spelled out; empty if the entry point lacks one of them.

    >>> spell_hint("use {method=tree}", str, as_keyword), spell_hint("{file} reads it", str, as_keyword)
    ("use method='tree'", '')
    """
    if not all(has(found[1]) for found in REFERENCE.finditer(hint)):
        return ""
    return spell_rule(hint, name, with_value)


def split_field(field: str) -> tuple[str, str, str, str]:
    """Return the name of a field, its index or key, the part of it, and the token in its text.

    >>> split_field("ranges[SB], token 2"), split_field("from[0].seat"), split_field("table.csv line 3, stack")
    (('ranges', 'SB', '', ', token 2'), ('from', '0', '.seat', ''), ('table.csv line 3, stack', '', '', ''))
    """
    found = PART.fullmatch(field)
    name, which, part, place = found.groups("") if found else (field, "", "", "")
    return name, which, part, place


def spell_field(field: str, name: Callable[[str], str]) -> str:
    """Return a field as an entry point writes it, followed by its index or key and its part.

    >>> spell_field("fixed[Ana]", lambda field: f"--{field}"), spell_field("stacks[2]", str)
    ('--fixed Ana', 'stacks[2]')
    >>> [spell_field(field, lambda kind: f"--{kind}") for field in ("lock[BB v SB], token 1", "from[0].seat")]
    ['--lock BB v SB, token 1', '--from[0].seat']
    """
    kind, which, part, token = split_field(field)
    written = name(kind)
    if written == kind:
        return field
    if part:
        return f"{written}[{which}]{part}{token}"
    return f"{written}{f' {which}' if which and not which.isdigit() else ''}{token}"


def shorten(value: object, limit: int = 60) -> str:
    """Return ``repr(value)``, truncated if it is long."""
    if isinstance(value, int) and abs(value) >= 10**limit:
        return "a whole number of more than 60 digits"
    try:
        text = str(value) if type(value).__name__ == "Fraction" else repr(value)
    except ValueError:  # Python refuses to print numbers of thousands of digits
        text = "numbers of thousands of digits"
    except RecursionError:
        text = "lists nested too deeply"
    text = " ".join(text.split()) if "\n" in text else text  # arrays and frames print on several lines
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def counted(number: int, what: str, several: str = "") -> str:
    """Return a number with its noun, singular or plural.

    >>> counted(1, "table"), counted(0, "problem"), counted(1200, "summary", "summaries")
    ('1 table', 'no problems', '1,200 summaries')
    """
    noun = what if number == 1 else several or f"{what}s"
    return f"{number:,} {noun}" if number else f"no {noun}"


def similar(name: str, known: Iterable[str]) -> str:
    """Return a hint with the known name closest to an unknown one; empty if none is close.

    >>> similar("tolerence", ["tolerance", "threads"]), similar("round", ["unit"])
    ('did you mean tolerance?', '')
    """
    from difflib import get_close_matches  # needed only for a misspelled name

    close = get_close_matches(name, list(known), n=1, cutoff=0.75)
    return f"did you mean {close[0]}?" if close else ""


def check_length(field: str, text: str, most: int) -> None:
    """Raise if a text is too long, before it is parsed."""
    if len(text) > most:
        rule = f"must be at most {most:,} characters"
        raise InputError(field, rule, Verbatim(f"{len(text):,}"), code="too_long", facts={"most": most})


def check_choice(field: str, value: object, choices: Iterable[str]) -> str:
    """Return ``value`` if it is one of ``choices``, or raise an error that lists them."""
    known = tuple(choices)
    if not isinstance(value, str) or value not in known:
        rule = f"must be one of {', '.join(known)}"
        raise InputError(field, rule, value, code="unknown_choice", facts={"choices": list(known)})
    return value
