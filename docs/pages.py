"""Update the generated parts of the documentation: the reference, commands, the HTTP API, the notebook.

They stand between ``<!-- name -->`` and ``<!-- end -->``, so that readers of the repository see them, too. With
``--check``, nothing is written, and pages that are out of date are named.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from options import commands_in_markdown, questions_in_markdown, shared_fields, shared_options
from reference import Reference, fenced

from finaltable.errors import CODES
from finaltable.web.problems import statuses_of

DOCS = Path(__file__).parent
BLOCK = re.compile(r"<!-- (?P<name>[\w.]+) -->\n.*?<!-- end -->", re.DOTALL)


def main() -> None:
    """Update all pages, or compare them with what they should be."""
    changed = []
    for path, text in sorted({**pages(), **pictures()}.items()):
        if not path.exists() or path.read_text("utf-8") != text:
            changed.append(str(path.relative_to(DOCS.parent)))
            if "--check" not in sys.argv:
                path.write_text(text, "utf-8")
    if changed:
        sys.exit(f"out of date: {', '.join(changed)} (make golden)" if "--check" in sys.argv else 0)


def pages() -> dict[Path, str]:
    """Return the pages with generated parts."""
    read = {path: path.read_text("utf-8") for path in DOCS.rglob("*.md")}
    return {path: BLOCK.sub(filled, text) for path, text in read.items() if BLOCK.search(text)}


def filled(found: re.Match[str]) -> str:
    """Return a generated part between its marks."""
    return f"<!-- {found['name']} -->\n\n{generated(found['name'])}\n\n<!-- end -->"


def generated(name: str) -> str:
    """Return the text of a generated part."""
    return MADE[name]() if name in MADE else reference().entry(name)


@cache
def reference() -> Reference:
    """Return the docstrings of the package."""
    return Reference()


def cells() -> list[dict[str, Any]]:
    """Return the cells of the notebook."""
    read: list[dict[str, Any]] = json.loads((DOCS / "paper.ipynb").read_text("utf-8"))["cells"]
    return read


def codes_in_markdown() -> str:
    """Return the codes of errors as a table."""
    rows = [f"| `{code}` | {meaning} | {', '.join(map(str, statuses_of(code)))} |" for code, meaning in CODES.items()]
    return "\n".join(["| code | meaning | status |", "|---|---|---|", *rows])


def notebook_in_markdown() -> str:
    """Return the notebook with its outputs."""
    return "\n\n".join(cell_in_markdown(cell, number) for number, cell in enumerate(cells()))


def cell_in_markdown(cell: dict[str, Any], number: int) -> str:
    """Return a cell of the notebook as Markdown: text unchanged, code with its output."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return source
    return "\n\n".join([fenced(source, "python"), *(output_in_markdown(each, number) for each in cell["outputs"])])


def output_in_markdown(output: dict[str, Any], number: int) -> str:
    """Return the text that a cell printed, or a link to the picture that it drew."""
    if output["output_type"] == "stream":
        return fenced("".join(output["text"]).rstrip(), "text")
    return f"![Figure of the cell above](figures/{picture_name(number)})"


def pictures() -> dict[Path, str]:
    """Return the pictures of the notebook, by the file that holds them."""
    return {DOCS / "figures" / picture_name(number): drawn for number, drawn in drawings()}


def drawings() -> Iterator[tuple[int, str]]:
    """Yield the picture of each cell that drew one."""
    for number, cell in enumerate(cells()):
        for output in cell.get("outputs", ()):
            if output["output_type"] != "stream":
                drawn = "".join(output["data"]["image/svg+xml"])
                yield number, drawn[drawn.index("<svg") :].rstrip() + "\n"


def picture_name(number: int) -> str:
    """Return the file name of the picture of a cell."""
    return f"notebook-{number}.svg"


MADE = {
    "codes": codes_in_markdown,
    "commands": commands_in_markdown,
    "notebook": notebook_in_markdown,
    "questions": questions_in_markdown,
    "shared_fields": shared_fields,
    "shared_options": shared_options,
}
"""The generated parts that are not read from docstrings."""


if __name__ == "__main__":
    main()
