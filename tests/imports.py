"""The import graph of the package, read from its sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "finaltable"


def module_name(path: Path) -> str:
    """Return the dotted name of a module inside the package."""
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in SOURCE.rglob("*.py")}


def imported(tree: ast.AST, *, inside_functions: bool) -> Iterator[str]:
    """Yield the modules of the package that a syntax tree imports, without those for type checkers only."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.ImportFrom(module=str(module)) if module.startswith("finaltable"):
                for alias in node.names:
                    whole = f"{module}.{alias.name}".removeprefix("finaltable").strip(".")
                    yield whole if whole in MODULES else whole.rpartition(".")[0]
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not inside_functions:
                continue
            case _:
                yield from imported(node, inside_functions=inside_functions)


@cache
def syntax(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"))


@cache
def graph(*, inside_functions: bool = False) -> dict[str, set[str]]:
    """Return the imports of every module."""
    found = {}
    for name, path in MODULES.items():
        found[name] = set(imported(syntax(path), inside_functions=inside_functions)) - {name, "_core", ""}
    return found
