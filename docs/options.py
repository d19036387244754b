"""The options of commands and the fields of HTTP questions, as Markdown; those that several have are described once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import click
from reference import fenced, table

from finaltable.asking import question_names
from finaltable.cli.commands import SERVERS, Command, make_command
from finaltable.web.api import QUESTIONS
from finaltable.web.described import describe

GROUPS = {
    "Players": ("stacks", "names", "file"),
    "Prizes": ("payouts", "pool", "extra_payouts"),
    "Bounties": ("bounties", "bounty_share", "own_bounty", "mystery", "mystery_begins"),
    "Blinds": ("button", "blinds", "small_blind", "big_blind", "ante", "big_blind_ante", "elsewhere"),
    "Hands ahead": ("look_ahead", "levels"),
    "Solutions": ("grid", "all", "csv", "form", "save", "html"),
}
"""Options and fields that are described, and mostly taken, together."""
OTHERS = "Others"
OPTION = ["option", ""]
FIELD = ["field", "type", ""]


class Row(NamedTuple):
    """An option or a field: its name, how it is listed, and the cells that describe it."""

    name: str
    listed: str
    cells: tuple[str, ...]


def shared(groups: Iterable[list[Row]]) -> list[Row]:
    """Return the rows that several groups have: for each name the most frequent description, in order of appearance."""
    counted = Counter(row for group in groups for row in group)
    usual: dict[str, Row] = {}
    for row, count in counted.most_common():
        if count > 1:
            usual.setdefault(row.name, row)
    return [row for row in counted if usual.get(row.name) == row]


def grouped(rows: list[Row]) -> dict[str, list[Row]]:
    """Return rows by the heading of their group."""
    group_of = {name: heading for heading, names in GROUPS.items() for name in names}
    headings = {
        heading: [row for row in rows if group_of.get(row.name, OTHERS) == heading] for heading in (*GROUPS, OTHERS)
    }
    return {heading: members for heading, members in headings.items() if members}


def shared_tables(described: list[Row], head: list[str]) -> str:
    """Return the rows that are described once, a table for each group."""
    found = [f"### {heading}\n\n{listed(rows, head)}" for heading, rows in grouped(described).items()]
    return "\n\n".join(found)


def own_and_shared(rows: list[Row], described: list[Row], head: list[str], page: str) -> list[str]:
    """Return the table of the rows that only this one has, and the names of those on a page, by group if whole."""
    also = []
    for heading, members in grouped(described).items():
        taken = [row.listed for row in members if row in rows]
        whole = heading != OTHERS and len(taken) == len(members)
        link = f"[{heading.lower()}]({page}#{heading.lower().replace(' ', '-')})"
        also += [link] if whole else taken
    return [listed([row for row in rows if row not in described], head), f"Also {', '.join(also)}." if also else ""]


def listed(rows: list[Row], head: list[str]) -> str:
    """Return rows as a table."""
    return table(head, [list(row.cells) for row in rows])


def shared_options() -> str:
    """Return the options of several commands."""
    return shared_tables(shared(command_rows().values()), OPTION)


def commands_in_markdown() -> str:
    """Return every command: its usage, its own options and its examples."""
    described = shared(command_rows().values())
    return "\n\n".join(command_in_markdown(name, rows, described) for name, rows in command_rows().items())


def command_in_markdown(name: str, rows: list[Row], described: list[Row]) -> str:
    """Return one command under a heading."""
    made = make_command(name)
    examples = (made.epilog or "").partition("Examples:\n")[2]
    lines = "\n".join(line.strip() for line in examples.splitlines())
    options = own_and_shared(rows, described, OPTION, "command-line.md")
    return "\n\n".join(filter(None, [f"## {name}", made.help, *options, fenced(lines, "text")]))


@cache
def command_rows() -> dict[str, list[Row]]:
    """Return the arguments and options of every command, by its name."""
    return {name: rows_of(make_command(name)) for name in (*question_names(), *SERVERS)}


def rows_of(command: Command) -> list[Row]:
    """Return the arguments and options of a command, without --help."""
    context = click.Context(command)
    found = []
    for one in command.get_params(context):
        record = one.get_help_record(context)
        if record is None or "--help" in one.opts:
            continue
        flag = max(one.opts, key=len) if isinstance(one, click.Option) else record[0]
        found.append(Row(str(one.name), f"`{flag}`", (f"`{record[0].replace(' <str>', '')}`", cell(record[1]))))
    return found


def shared_fields() -> str:
    """Return the fields of several questions."""
    return shared_tables(shared(question_rows().values()), FIELD)


def questions_in_markdown() -> str:
    """Return every question of the API: its own fields and an example."""
    described = shared(question_rows().values())
    return "\n\n".join(question_in_markdown(name, rows, described) for name, rows in question_rows().items())


def question_in_markdown(name: str, rows: list[Row], described: list[Row]) -> str:
    """Return one question under a heading."""
    about = describe(name, QUESTIONS[name])
    fields = own_and_shared(rows, described, FIELD, "http-api.md")
    parts = [f"## POST /api/v1/{name}", about["about"], *fields, fenced(about["body"], "json")]
    return "\n\n".join(filter(None, parts))


@cache
def question_rows() -> dict[str, list[Row]]:
    """Return the fields of every question, by its name."""
    return {
        name: [
            Row(field["name"], f"`{field['name']}`", (f"`{field['name']}`", *typed(field), field["about"]))
            for field in describe(name, question)["fields"]
        ]
        for name, question in QUESTIONS.items()
    }


def typed(field: dict[str, str]) -> tuple[str]:
    """Return the type of a field as a cell, with its default; an optional field without one may be null."""
    kind = field["kind"].removesuffix(" or null")
    if field["default"] == "null":
        return (kind,)
    return (f"{kind}, required" if field["default"] == "required" else f"{kind}, `{field['default']}`",)


def cell(text: str) -> str:
    """Return text as a cell of a table."""
    return " ".join(text.split()).replace("|", r"\|")
