"""Show the doctests of docstrings as code: an extension of Griffe, which reads the sources for the reference."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

DOCTEST = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)


class Doctests(Extension):
    """Fence what a Markdown reader would take for quotations."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Look at one docstring."""
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(
                lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value
            )
