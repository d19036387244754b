"""Show doctests as code in the reference: an extension of Griffe, which reads the docstrings."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

DOCTEST = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)


class Doctests(Extension):
    """Put doctests between code fences; Markdown would read them as quotations."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Process one docstring."""
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(
                lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value
            )
