"""The outputs in the README and the documentation are correct."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import headlines
from finaltable.web.api import QUESTIONS
from tests.documents import GENERATED, PAGES, ROOT, agrees, blocks, commands, is_run, run_commands
from tests.pictures import svg_words
from tests.program import COMMANDS, PATIENCE, piped
from tests.serving import Served

README = (ROOT / "README.md").read_text("utf-8")


def name_of(page: Path) -> str:
    """Return the name of a page."""
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page.read_text("utf-8"))], ids=name_of)
def test_the_commands_of_a_page_print_the_shown_output(page: Path, served: Served) -> None:
    for command, printed in run_commands(page, served.address.removeprefix("http://")):
        assert agrees(command.shown, printed), f"$ {command.line}\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_code_block_of_a_page_is_run(page: Path) -> None:
    text = GENERATED.sub("", page.read_text("utf-8"))
    found = blocks(text)
    assert len(found) == len(re.findall(r"^ *```+\w", text, re.MULTILINE)), "a fence that is not parsed"
    for block in found:
        if block.language == "console":
            assert block.text.startswith("$ ")
        elif block.language == "python" and not block.title:
            assert block.text.startswith(">>> ")
        else:
            assert block.title or block.language == "text", block.text
        if block.title:
            others = [other.text for other in found if other.title not in (None, block.title)]
            users = "\n".join([*(command.line for command in commands(text)), *others])
            assert block.title in users or f"import {Path(block.title).stem} " in users, f"nothing uses {block.title}"


NOT_PRINTED = {"3.6 %"}  # 75,000 of 2,075,000 chips, in the first deal
RESULT = re.compile(r"(?<![\w.,])\d+\.\d+ %|(?<=`)[AKQJT2-9]{2}[so]?:0\.\d+(?=`)")


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "tutorial").glob("first-*.md")), ids=name_of)
def test_the_text_of_a_lesson_repeats_only_figures_of_its_outputs(page: Path) -> None:
    text = page.read_text("utf-8")
    outputs = "".join(block.text for block in blocks(text))
    said = set(RESULT.findall(re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)))
    assert {figure for figure in said if figure.removesuffix(" %") not in outputs} <= NOT_PRINTED


def test_generated_parts_are_up_to_date() -> None:
    check = [sys.executable, str(ROOT / "docs" / "pages.py"), "--check"]
    run = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert run.returncode == 0, run.stderr


def test_the_pages_show_many_commands_and_most_are_run() -> None:
    shown = [command.line for page in PAGES for command in commands(page.read_text("utf-8"))]
    assert sum(map(is_run, shown)) > 60


def test_every_shown_make_target_exists() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    shown = [
        line for page in PAGES for line in re.findall(r"(?:\$ |`)make (?:\w+=\S+ )?(\w+)", page.read_text("utf-8"))
    ]
    assert {"test", "docs", "bench"} <= set(shown) <= targets


def test_make_run_prints_the_output_in_the_readme() -> None:
    shown = re.search(r"\$ make run\n(.*?)\$ ", README, re.DOTALL)
    assert shown
    make = shutil.which("make")
    assert make
    run = subprocess.run([make, "-s", "run"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == shown[1]


BY_NAME = {"collected", "uncalled", "stacks_after", "shown", "won"}  # of a hand: chips and cards of players
HAND = re.compile(r"[2-9TJQKA]{2}[so]?")  # each class of hands is a key


def test_every_json_field_is_documented() -> None:
    documented = (ROOT / "docs" / "reference" / "json.md").read_text("utf-8")
    rows = {
        row[0]: set(re.findall(r"`(\w+)`", row[1])) for row in re.findall(r"^\| `(\w+)` \| (.*) \|$", documented, re.M)
    }
    for command, fields in rows.items():
        if command in ("open", "simulate"):
            continue  # as for nash and history, and the golden files are of those
        golden = json.loads((ROOT / "tests" / "golden" / f"{command}.json.json").read_text("utf-8"))
        within = fields | rows["equity"] | (rows["sensitivity"] if command == "deal" else set())
        assert {key for key in keys(golden) if not HAND.fullmatch(key)} <= within, command
        assert set(golden) <= fields, command
    assert len(rows) == 21


def test_the_page_of_figures_contains_the_output_of_the_benchmarks() -> None:
    page = headlines.MEASURED.read_text("utf-8")
    assert re.search(r"^Measured on 20\d\d-\d\d-\d\d: .* cores, Python 3\.", page, re.MULTILINE)
    sections = page.split("\n## ")[1:]
    assert [section.partition("\n")[0] for section in sections] == [
        "Engine",
        "Sequential elimination, on one core",
        "Large fields",
        "ICM of any field",
        "Bounties, on one core",
        "Decisions",
        "Push or fold",
        "Charts with a raise",
        "Tournaments of push or fold",
        "Charts that look ahead",
        "Push or fold against real deals",
        "Push or fold always arrives",
        "Hand histories",
        "Reviews",
        "Deals",
        "Many tables",
        "The server",
        "The page",
        "The page without a server",
        "Files and clusters",
    ]
    assert all(section.count("\n| ") >= 3 for section in sections)


def test_the_short_page_of_figures_repeats_the_long_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kept = headlines.SHORT.read_text("utf-8")
    monkeypatch.setattr(headlines, "SHORT", tmp_path / "speed.md")
    headlines.SHORT.write_text(kept.partition(headlines.MARK)[0] + headlines.MARK, "utf-8")
    headlines.write_short()
    assert headlines.SHORT.read_text("utf-8") == kept


def keys(value: object) -> list[str]:
    """Return all keys at any depth, except names of players."""
    if isinstance(value, dict):
        return [*value, *(key for name, inner in value.items() if name not in BY_NAME for key in keys(inner))]
    return [key for inner in value for key in keys(inner)] if isinstance(value, list) else []


# Made from the public results (make evidence), and from solved tournaments (docs/tournaments.py); those of the
# notebook are generated parts.
ELSEWHERE = ("evidence.svg", "tournament.svg", "tournament-depths.svg")


def test_the_figures_are_up_to_date(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "docs" / "figures.py"), str(tmp_path)], check=True, timeout=280)
    drawn = {file.name: svg_words(file.read_text("utf-8")) for file in tmp_path.iterdir()}
    kept = {file.name: svg_words(file.read_text("utf-8")) for file in (ROOT / "docs" / "figures").glob("*.svg")}
    pages = "".join(page.read_text("utf-8") for page in PAGES)
    assert set(re.findall(r"figures/([\w-]+\.svg)", pages)) == set(kept)
    made_elsewhere = {name for name in kept if name in ELSEWHERE or name.startswith("notebook-")}
    assert drawn == {name: words for name, words in kept.items() if name not in made_elsewhere}


def test_every_command_in_the_text_of_a_page_works() -> None:
    lines = {
        line for page in PAGES for line in re.findall(r"`finaltable ([^`\n]*[0-9][^`\n]*)`", page.read_text("utf-8"))
    }
    lines = {line for line in lines if not line.startswith("serve")}  # it would run forever
    assert lines
    for line in sorted(lines):
        done = piped(*shlex.split(line))
        assert (done.code, done.out != "") == (0, True), line


def test_lists_in_the_documentation_are_complete() -> None:
    listed, described = (
        (ROOT / "docs" / "reference" / f"{page}.md").read_text("utf-8") for page in ("command-line", "commands")
    )
    assert [name for name in COMMANDS if f"| `finaltable {name}` |" not in listed] == []
    assert [name for name in COMMANDS if f"\n## {name}\n" not in described] == []
    api = (ROOT / "docs" / "how-to" / "ask-the-api.md").read_text("utf-8")
    asked = set(re.findall(r"`(?:/api/v1/)?([a-z]+)`", api.partition("(`tree`")[0]))
    assert asked >= set(QUESTIONS)
    targets = re.findall(r"^\.PHONY: (.*)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[0].split()
    made = (ROOT / "docs" / "contributing" / "tests-and-benchmarks.md").read_text("utf-8")
    assert [target for target in targets if f"make {target}" not in made] == []
