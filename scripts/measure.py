"""Measure the code: lines, functions, duplicated lines, imports, files that a call crosses (``make measure``)."""

from __future__ import annotations

import ast
import io
import re
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import redirect_stdout
from graphlib import TopologicalSorter
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import finaltable as ft  # noqa: E402
from finaltable.asking import find_question  # noqa: E402
from finaltable.cli.app import run  # noqa: E402
from tests.imports import graph, syntax  # noqa: E402
from tests.serving import asking  # noqa: E402

PARTS = {
    "src": ("py", "html", "js", "css"),
    "core": ("cpp", "hpp"),
    "tests": ("py", "cpp"),
    "benchmarks": ("py", "cpp"),
}
IMPORT_OR_COMMENT = re.compile(r"import |from |#|//|\w+,$")
WINDOW = 6  # lines; shorter blocks are equal by chance
DECIDE = "decide SB=9 BB=9 CO=20 BTN=30 -p 50,30,20 --blinds 1/2 --button BTN --all-in SB --hero BB --equity 40%"


def files(part: str) -> list[Path]:
    """Return the files of one part of the project."""
    found = (path for ending in PARTS[part] for path in (ROOT / part).rglob(f"*.{ending}"))
    return sorted(path for path in found if "vendor" not in path.parts)


def functions(path: Path) -> list[tuple[int, str]]:
    """Return the functions of a Python file with the lines of their bodies, without docstrings."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            if body:
                found.append(((body[-1].end_lineno or 0) - body[0].lineno + 1, f"{path.relative_to(ROOT)}:{node.name}"))
    return found


def written_twice(paths: list[Path]) -> list[str]:
    """Return the positions of duplicated blocks of lines; imports and closing brackets do not count."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        lines = [(i, line.strip()) for i, line in enumerate(path.read_text("utf-8").splitlines(), 1)]
        lines = [(i, line) for i, line in lines if len(line) > 4 and not IMPORT_OR_COMMENT.match(line)]
        for k in range(len(lines) - WINDOW + 1):
            text = "\n".join(line for _, line in lines[k : k + WINDOW])
            places[text].append(f"{path.relative_to(ROOT)}:{lines[k][0]}")
    return [" = ".join(where) for where in places.values() if len(where) > 1]


def concepts() -> list[str]:
    """Return how many classes there are, and how many lines declare questions."""
    ours = [path for path in files("src") if path.suffix == ".py"]
    classes = sum(isinstance(node, ast.ClassDef) for path in ours for node in ast.walk(syntax(path)))
    asking = [path for path in ours if path.stem.startswith("question") or path.parent.name == "asking"]
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in asking)
    return [f"{classes} classes", f"{lines:,} lines in {len(asking)} files declare questions"]


def longest_lines() -> list[str]:
    """Return the longest line of each language."""
    longest: Counter[str] = Counter()
    for path in (*files("src"), *files("core")):
        longest[path.suffix] = max(longest[path.suffix], *map(len, path.read_text("utf-8").splitlines()), 0)
    return [f"{ending}: {length:,} characters" for ending, length in sorted(longest.items())]


def crossed_by_ways() -> list[str]:
    """Return how many files and calls of the package some ways to an answer cross, once they are warm."""
    seen: Counter[str] = Counter()

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        file, function = frame.f_code.co_filename, frame.f_code.co_name
        if event == "call" and "/finaltable/" in file and function[0] != "<":  # "<": a comprehension, a lambda
            seen[file] += 1

    lines = []
    threading.setprofile(watch)
    sys.setprofile(watch)
    with asking() as client:
        ways: dict[str, Callable[[], object]] = {
            "ft.dcm": lambda: ft.dcm([1000, 500, 100], [100, 50]),
            "decide on the command line": lambda: run(DECIDE.split()),
            "deal through the API": lambda: client.post("/api/v1/deal", json=dict(find_question("deal").example)),
            "value_tables of 20": lambda: ft.value_tables([[1000, 500, 100]] * 20, [100, 50]),
        }
        for name, way in ways.items():
            with redirect_stdout(io.StringIO()):
                way()  # imports, and fills caches
                seen.clear()
                way()
            lines.append(f"{name}: {len(seen)} files, {seen.total():,} calls")
    sys.setprofile(None)
    threading.setprofile(None)
    return lines


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
    say("Concepts", concepts())
    say("The longest lines", longest_lines())
    say("Files and calls that a way crosses", crossed_by_ways())
    for part in PARTS:
        say(f"Written twice in {part} ({WINDOW} lines and more)", written_twice(files(part)) or ["nothing"])
    imports = graph()
    order = list(TopologicalSorter(imports).static_order())  # raises an error if there is a cycle
    say(
        "Imports",
        [f"{len(imports)} modules, {sum(map(len, imports.values()))} imports, no circle, {len(order)} in order"],
    )
