"""The reference as Markdown, made from docstrings; read by Griffe, without importing the package."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import Any

import griffe

SOURCES = Path(__file__).parent.parent / "src"
DOCTEST = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)
LINE = 96  # longest line of a signature before it is broken
STARS = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}


class Reference:
    """The package as Griffe reads it."""

    def __init__(self) -> None:
        self.package = griffe.load("finaltable", search_paths=[SOURCES], docstring_parser="numpy")

    def entry(self, path: str) -> str:
        """Return a public function or class under a heading."""
        found = self.package[path.removeprefix("finaltable.")]
        return of_class(found) if found.kind is griffe.Kind.CLASS else of_function(found, f"## {found.name}")


def of_class(found: Any) -> str:
    """Return a class: its docstring, its attributes as a table, and its methods."""
    members = [member for name, member in found.members.items() if not name.startswith("_") and member.docstring]
    attributes = [member for member in members if member.kind is griffe.Kind.ATTRIBUTE]
    methods = [member for member in members if member.kind is griffe.Kind.FUNCTION]
    rows = [[f"`{member.name}`", code(member.annotation), one_line(member.docstring.value)] for member in attributes]
    parts = [f"## {found.name}", f"`{found.path}`", docstring_of(found), table(["attribute", "type", ""], rows)]
    parts += [of_function(method, f"### {found.name}.{method.name}") for method in methods]
    return "\n\n".join(filter(None, parts))


def of_function(found: Any, heading: str) -> str:
    """Return a function: its signature, its docstring and its parameters."""
    return "\n\n".join(filter(None, [heading, fenced(signature(found), "python"), docstring_of(found)]))


def signature(found: Any) -> str:
    """Return the call of a function as its source has it, on one line if it fits."""
    shown = []
    star = False
    for parameter in found.parameters:
        if parameter.name in {"self", "cls"}:
            continue
        if parameter.kind is griffe.ParameterKind.keyword_only and not star:
            shown.append("*")
            star = True
        star = star or parameter.kind is griffe.ParameterKind.var_positional
        name = STARS.get(parameter.kind, "") + parameter.name
        typed = f"{name}: {parameter.annotation}" if parameter.annotation is not None else name
        has_default = parameter.default is not None and parameter.kind not in STARS
        shown.append(f"{typed} = {parameter.default}" if has_default else typed)
    returned = f" -> {found.returns}" if found.returns is not None else ""
    line = f"{found.name}({', '.join(shown)}){returned}"
    if len(line) <= LINE:
        return line
    return "\n".join([f"{found.name}(", *(f"    {part}," for part in shown), f"){returned}"])


def docstring_of(found: Any) -> str:
    """Return a docstring: texts unchanged, examples as code, parameters as a table."""
    return "\n\n".join(map(section, found.docstring.parsed)) if found.docstring else ""


def section(part: Any) -> str:
    """Return one section of a docstring."""
    if part.kind is griffe.DocstringSectionKind.text:
        return prose(part.value)
    if part.kind is griffe.DocstringSectionKind.examples:
        return "\n\n".join(prose(text) for _, text in part.value)
    if part.kind is griffe.DocstringSectionKind.parameters:
        return table(["parameter", ""], parameters(part.value))
    rows = [[code(each.annotation), one_line(each.description)] for each in part.value]
    return table([part.kind.value, ""], rows)


def parameters(each: list[Any]) -> list[list[str]]:
    """Return rows of parameters; those with one description share a row."""
    alike = groupby(each, key=lambda parameter: one_line(parameter.description))
    return [[", ".join(f"`{parameter.name}`" for parameter in group), text] for text, group in alike]


def prose(text: str) -> str:
    """Return text with its doctests between fences."""
    single = re.sub(r"``([^`\n]+)``", r"`\1`", text)
    return DOCTEST.sub(lambda found: fenced(found[0].rstrip(), "python") + "\n", single).strip()


def one_line(text: str) -> str:
    """Return text as a cell of a table."""
    return " ".join(prose(text).split()).replace("|", r"\|")


def code(annotation: object) -> str:
    """Return a type as a cell of a table."""
    return f"`{annotation}`".replace("|", r"\|") if annotation is not None else ""


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table, or nothing if it has no rows."""
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    return "\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *lines]) if rows else ""


def fenced(text: str, language: str) -> str:
    """Return code between fences."""
    return f"```{language}\n{text}\n```"
