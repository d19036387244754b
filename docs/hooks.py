"""What MkDocs asks of us while it builds the site: the questions of the HTTP API, from its own schema."""

from __future__ import annotations

from finaltable.web.api import QUESTIONS
from finaltable.web.described import describe

MARK = "<!-- questions -->"


def on_page_markdown(markdown: str, **_: object) -> str:
    """Put the questions of the API where a page wants them."""
    return markdown.replace(MARK, "\n\n".join(map(question_in_markdown, QUESTIONS)))


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
