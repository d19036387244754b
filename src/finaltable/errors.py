"""Every error finaltable raises about its input, and their words: the field, the rule, the value, a hint."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

COMMAND_LINE_ONLY = ("file",)  # fields that neither Python nor the HTTP API has


def in_python(field: str) -> bool:
    """Tell whether Python and the HTTP API have a field that a hint names."""
    return field not in COMMAND_LINE_ONLY


class InputError(ValueError):
    """Invalid input, as data: the field, the rule it breaks, the value, and perhaps a hint at what to do about it.

    ``str`` of it is a sentence to act on. Rules and hints name other fields in braces, and a value to give one of them
    after a sign: ``{start}``, ``{method=tree}``. Each entry point writes fields as its users do, and leaves out a hint
    at a field that it does not have.

    >>> str(InputError("stacks[2]", "must not be negative", -5))
    'stacks[2] must not be negative, got -5'
    >>> error = InputError("stop", "must be above {start}", 7)
    >>> str(error), error.spelled(lambda field: f"--{field}", lambda field, value: f"--{field} {value}")
    ('stop must be above start, got 7', '--stop must be above --start, got 7')
    >>> str(InputError("method", "'exact' takes at most 8 players", 9, hint="use {method=tree}"))
    "method 'exact' takes at most 8 players (use method='tree'), got 9"
    """

    def __init__(self, field: str, rule: str, value: object, *, hint: str = "") -> None:
        super().__init__(field, rule, value)
        self.field = field
        self.rule = rule
        self.value = value
        self.hint = hint

    def __str__(self) -> str:
        return self.spelled(str, as_keyword)

    def spelled(
        self,
        name: Callable[[str], str],
        with_value: Callable[[str, str], str],
        has: Callable[[str], bool] = in_python,
    ) -> str:
        """Return the sentence, with fields and values for them as an entry point that ``has`` them writes them."""
        return f"{spell_field(self.field, name)} {self.told(name, with_value, has)}"

    def told(
        self, name: Callable[[str], str], with_value: Callable[[str, str], str], has: Callable[[str], bool]
    ) -> str:
        """Return what the sentence says of the field: the rule, the hint, the value."""
        hint = spell_hint(self.hint, name, with_value, has)
        return spell_rule(self.rule, name, with_value) + (f" ({hint})" if hint else "") + self.ending()

    def ending(self) -> str:
        """Return what follows the rule: the value."""
        return f", got {shorten(self.value)}"


class MissingError(InputError):
    """Something that must be given is not.

    >>> str(MissingError("payouts", "must be given"))
    'payouts must be given'
    """

    def __init__(self, field: str, rule: str, *, hint: str = "") -> None:
        super().__init__(field, rule, None, hint=hint)

    def __reduce__(self) -> tuple[type[MissingError], tuple[str, str], dict[str, object]]:
        return type(self), (self.field, self.rule), self.__dict__

    def ending(self) -> str:
        """Return nothing: there is no value."""
        return ""


class UnavailableError(MissingError, AttributeError):
    """A result was asked for something its model or method does not give."""


class UnfinishedError(Exception):
    """Long work broke off, and not because of its input. What is done stays; the same call goes on from there."""


class Verbatim(str):
    """A value described in words: printed without quotation marks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


PART = re.compile(r"(\w+)(?:\[(.*?)\](\..*)?)?(, token \d+)?", re.DOTALL)  # name, which, part, place
REFERENCE = re.compile(r"\{([a-z_]+)(?:=(\w+))?\}")


def as_keyword(field: str, value: str) -> str:
    """Return how Python gives a value to an argument."""
    return f"{field}='{value}'"


def spell_rule(rule: str, name: Callable[[str], str], with_value: Callable[[str, str], str]) -> str:
    """Return a rule with the other fields it names spelled out."""
    return REFERENCE.sub(lambda found: with_value(found[1], found[2]) if found[2] else name(found[1]), rule)


def spell_hint(
    hint: str,
    name: Callable[[str], str],
    with_value: Callable[[str, str], str],
    has: Callable[[str], bool] = in_python,
) -> str:
    """Return a hint with its fields spelled out; nothing where an entry point does not have one of them.

    >>> spell_hint("use {method=tree}", str, as_keyword), spell_hint("{file} reads it", str, as_keyword)
    ("use method='tree'", '')
    """
    if not all(has(found[1]) for found in REFERENCE.finditer(hint)):
        return ""
    return spell_rule(hint, name, with_value)


def split_field(field: str) -> tuple[str, str, str, str]:
    """Return the name of a field, which of several it is, the part of it, and the place in its text.

    >>> split_field("ranges[SB], token 2"), split_field("from[0].seat"), split_field("table.csv line 3, stack")
    (('ranges', 'SB', '', ', token 2'), ('from', '0', '.seat', ''), ('table.csv line 3, stack', '', '', ''))
    """
    found = PART.fullmatch(field)
    name, which, part, place = found.groups("") if found else (field, "", "", "")
    return name, which, part, place


def spell_field(field: str, name: Callable[[str], str]) -> str:
    """Return a field as an entry point writes it; which of several it is stays behind it, and a part of it.

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
    """Return ``repr(value)``, cut where it is too long to read."""
    if isinstance(value, int) and abs(value) >= 10**limit:
        return "a whole number of more than 60 digits"
    try:
        text = str(value) if type(value).__name__ == "Fraction" else repr(value)
    except ValueError:  # Python does not write numbers of thousands of digits
        text = "numbers of thousands of digits"
    except RecursionError:
        text = "lists within lists without end"
    text = " ".join(text.split()) if "\n" in text else text  # what a library prints on several lines
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def counted(number: int, what: str, several: str = "") -> str:
    """Return a number of things.

    >>> counted(1, "table"), counted(0, "problem"), counted(1200, "summary", "summaries")
    ('1 table', 'no problems', '1,200 summaries')
    """
    noun = what if number == 1 else several or f"{what}s"
    return f"{number:,} {noun}" if number else f"no {noun}"


def similar(name: str, known: Iterable[str]) -> str:
    """Return a hint at what may have been meant instead of an unknown name; nothing where none is close.

    >>> similar("tolerence", ["tolerance", "threads"]), similar("round", ["unit"])
    ('did you mean tolerance?', '')
    """
    from difflib import get_close_matches  # only for a name that is misspelt

    close = get_close_matches(name, list(known), n=1, cutoff=0.75)
    return f"did you mean {close[0]}?" if close else ""


def check_length(field: str, text: str, most: int) -> None:
    """Raise for a text that is longer than anybody writes, before it is read."""
    if len(text) > most:
        raise InputError(field, f"must be at most {most:,} characters", Verbatim(f"{len(text):,}"))


def check_choice(field: str, value: object, choices: Iterable[str]) -> str:
    """Return ``value`` if it is one of ``choices``, or raise an error that lists them."""
    known = tuple(choices)
    if not isinstance(value, str) or value not in known:
        raise InputError(field, f"must be one of {', '.join(known)}", value)
    return value


def check_choices(field: str, values: object, choices: Iterable[str]) -> tuple[str, ...]:
    """Return several of ``choices``, each once, or raise."""
    known = tuple(choices)
    if isinstance(values, str) or not isinstance(values, Sequence) or not values:
        raise InputError(field, f"must be a list of some of {', '.join(known)}", values)
    chosen = tuple(check_choice(f"{field}[{i}]", value, known) for i, value in enumerate(values))
    if len(set(chosen)) != len(chosen):
        raise InputError(field, "must differ from each other", list(chosen))
    return chosen
