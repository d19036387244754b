"""Measure the house: lines a file, longest functions, lines written twice, imports (``make measure``)."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.imports import graph  # noqa: E402

PARTS = {
    "src": ("py", "html", "js", "css"),
    "core": ("cpp", "hpp"),
    "tests": ("py", "cpp"),
    "benchmarks": ("py", "cpp"),
}
IMPORT_OR_COMMENT = re.compile(r"import |from |#|//|\w+,$")
WINDOW = 6  # lines; shorter ones are alike by chance


def files(part: str) -> list[Path]:
    """Return the files of one part of the project."""
    return sorted(path for ending in PARTS[part] for path in (ROOT / part).rglob(f"*.{ending}"))


def functions(path: Path) -> list[tuple[int, str]]:
    """Return the functions of a Python file with the lines of their bodies, the docstring left out."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            if body:
                found.append(((body[-1].end_lineno or 0) - body[0].lineno + 1, f"{path.relative_to(ROOT)}:{node.name}"))
    return found


def written_twice(paths: list[Path]) -> list[str]:
    """Return where several lines stand that stand elsewhere, too; imports and closing brackets do not count."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        lines = [(i, line.strip()) for i, line in enumerate(path.read_text("utf-8").splitlines(), 1)]
        lines = [(i, line) for i, line in lines if len(line) > 4 and not IMPORT_OR_COMMENT.match(line)]
        for k in range(len(lines) - WINDOW + 1):
            text = "\n".join(line for _, line in lines[k : k + WINDOW])
            places[text].append(f"{path.relative_to(ROOT)}:{lines[k][0]}")
    return [" = ".join(where) for where in places.values() if len(where) > 1]


def say(title: str, lines: list[str]) -> None:
    """Print one measurement."""
    sys.stdout.write("\n".join([f"\n## {title}\n", *lines]) + "\n")


if __name__ == "__main__":
    sizes = {part: [(len(path.read_text("utf-8").splitlines()), path) for path in files(part)] for part in PARTS}
    totals = [
        f"{part}: {len(s)} files, {sum(n for n, _ in s):,} lines, longest {max(s)[0]}" for part, s in sizes.items()
    ]
    say("Lines", totals)
    ours = sorted((size for part in ("src", "core") for size in sizes[part]), reverse=True)[:12]
    say("The longest files", [f"{lines:4} {path.relative_to(ROOT)}" for lines, path in ours])
    bodies = sorted((one for path in files("src") if path.suffix == ".py" for one in functions(path)), reverse=True)
    say(f"The longest of {len(bodies)} functions", [f"{lines:4} {name}" for lines, name in bodies[:12]])
    sorted_lines = sorted(lines for lines, _ in bodies)
    say(
        "Function bodies",
        [f"median {sorted_lines[len(bodies) // 2]}, 90 % at most {sorted_lines[len(bodies) * 9 // 10]}"],
    )
    for part in PARTS:
        say(f"Written twice in {part} ({WINDOW} lines and more)", written_twice(files(part)) or ["nothing"])
    imports = graph()
    order = list(TopologicalSorter(imports).static_order())  # raises where there is a circle
    say(
        "Imports",
        [f"{len(imports)} modules, {sum(map(len, imports.values()))} imports, no circle, {len(order)} in order"],
    )
