"""Files of a question: paths on the command line, contents in a request (a server never opens paths)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from finaltable.asking.kinds import A_TEXT, Kind, Known, unparsed
from finaltable.errors import InputError

if TYPE_CHECKING:
    from finaltable.histories.history import History
    from finaltable.table.options import Progress

A_FILE = {
    "type": "object",
    "properties": {"name": A_TEXT, "text": A_TEXT, "base64": A_TEXT},
    "required": ["name"],
    "additionalProperties": False,
}


def contents(value: Any, field: str, _known: Known) -> list[tuple[str, bytes]]:
    """Read the files of a request: each has a name, and text or base64."""
    if not isinstance(value, list) or not value:
        raise InputError(field, "must be a list of files, each with a name and a text", value, code="wrong_type")
    return [content(one, f"{field}[{i}]") for i, one in enumerate(value)]


def content(value: Any, field: str) -> tuple[str, bytes]:
    """Read one file."""
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        raise InputError(field, "must be an object with a name, and a text or base64", value, code="wrong_type")
    text, packed = value.get("text"), value.get("base64")
    if isinstance(text, str) == isinstance(packed, str):
        raise InputError(field, "must have a text, or else bytes in base64", value["name"], code="wrong_type")
    if isinstance(text, str):
        return value["name"], text.encode("utf-8", "surrogatepass")
    try:
        return value["name"], base64.b64decode(str(packed), validate=True)
    except (binascii.Error, ValueError):
        raise InputError(f"{field}.base64", "must be bytes in base64", value["name"], code="wrong_format") from None


def history_of(files: Sequence[Any], progress: Progress | None) -> History:
    """Read hand histories from paths, or from names and contents."""
    from finaltable.histories.reading import read_files, read_history

    if all(isinstance(one, tuple) for one in files):
        return read_files(files, progress)
    return read_history(files, progress=progress)


FILES = Kind(
    unparsed,
    contents,
    {"type": "array", "items": A_FILE},
    many=True,
    in_text="Folders work, too; - is standard input.",
    in_json='A list of files, each {"name": …, "text": …}, or with "base64" instead of a text.',
)
