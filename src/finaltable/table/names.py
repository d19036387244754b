"""Names of players: allowed characters, and names that look the same."""

from __future__ import annotations

import re
import unicodedata

from finaltable.errors import InputError, check_length

MAX_NAME = 80  # characters that fit on a line of a table
TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # change the direction of text
# Invisible characters outside Unicode's category "format": fillers, joiners, blanks and selectors.
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def check_name(name: object, field: str) -> str:
    """Return a name, or raise if it does not fit on a line of a table."""
    if not isinstance(name, str):
        raise InputError(field, "must be a name", name, code="wrong_format")
    check_length(field, name, MAX_NAME)
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") or letter in TURNS for letter in name):
        raise InputError(field, "must not hold line breaks or control characters", name, code="control_characters")
    if not displayed(name):
        raise InputError(field, "must be a name", name, code="wrong_format")
    return name


def displayed(name: str) -> str:
    r"""Return the visible part of a name: letters in one encoding, without invisible characters; case is kept.

    >>> displayed("Jose\u0301") == displayed("Jos\u00e9"), displayed("An\u200ba") == displayed("Ana ")
    (True, True)
    >>> displayed("ANA") == displayed("Ana")
    False
    """
    if not name.isascii():
        seen = (letter for letter in UNSEEN.sub("", name) if unicodedata.category(letter) != "Cf")
        name = unicodedata.normalize("NFKC", "".join(seen))
    return " ".join(name.split())
