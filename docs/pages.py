"""Write the generated parts of the site: questions and codes of the HTTP API, and the notebook as Markdown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from finaltable.errors import CODES
from finaltable.web.api import QUESTIONS
from finaltable.web.described import describe
from finaltable.web.problems import statuses_of

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "pages"


def write_pages() -> None:
    """Write the files that pages of the site include."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    questions = "\n\n".join(map(question_in_markdown, QUESTIONS))
    (FOLDER / "questions.md").write_text(questions, "utf-8")
    (FOLDER / "codes.md").write_text(codes_in_markdown(), "utf-8")
    notebook = json.loads((ROOT / "docs" / "paper.ipynb").read_text("utf-8"))
    (FOLDER / "paper.md").write_text("\n\n".join(map(cell_in_markdown, notebook["cells"])), "utf-8")


def codes_in_markdown() -> str:
    """Return the codes of errors as a table."""
    rows = [f"| `{code}` | {meaning} | {', '.join(map(str, statuses_of(code)))} |" for code, meaning in CODES.items()]
    return "\n".join(["| code | meaning | status |", "|---|---|---|", *rows])


def question_in_markdown(name: str) -> str:
    """Return one question as a heading, a table of fields and an example."""
    about = describe(name, QUESTIONS[name])
    rows = [
        f"| `{field['name']}` | {field['kind']} | `{field['default']}` | {field['about']} |"
        for field in about["fields"]
    ]
    return "\n".join(
        [
            f"## POST /api/v1/{name}",
            f"\n{about['about']}\n",
            "| field | type | default | |",
            "|---|---|---|---|",
            *rows,
            f"\n```json\n{about['body']}\n```",
        ]
    )


def cell_in_markdown(cell: dict[str, Any]) -> str:
    """Return a cell of the notebook as Markdown: text unchanged, code with its output."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return source
    return "\n\n".join([fenced(source, "python"), *map(output_in_markdown, cell["outputs"])])


def output_in_markdown(output: dict[str, Any]) -> str:
    """Return the text or the picture that a cell produced."""
    if output["output_type"] == "stream":
        return fenced("".join(output["text"]).rstrip(), "text")
    drawn = "".join(output["data"]["image/svg+xml"])
    return "<figure>" + drawn[drawn.index("<svg") :].replace("\n", " ") + "</figure>"


def fenced(text: str, language: str) -> str:
    """Return code between fences."""
    return f"```{language}\n{text}\n```"


if __name__ == "__main__":
    write_pages()
