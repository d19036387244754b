"""The page's modules: types, words, and no unused ones."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.page_constants import CONSTANTS, WRITTEN
from tests.device import node

STATIC = Path(__file__).parents[2] / "src" / "finaltable" / "web" / "static"
APP = STATIC / "app"
MODULES = sorted(APP.rglob("*.js"))
CHECKER = Path(sys.prefix) / "node_modules" / "typescript" / "bin" / "tsc"
OPTIONS = {
    **{"noEmit": True, "allowJs": True, "checkJs": True, "strict": False, "skipLibCheck": True},
    **{"target": "es2023", "module": "es2022", "moduleResolution": "bundler", "types": []},
    "lib": ["es2023", "dom", "dom.iterable"],
}


def source() -> str:
    """Return all modules."""
    return "\n".join(path.read_text("utf-8") for path in MODULES)


def words(code: str = "en") -> dict[str, str | dict[str, str]]:
    """Return the words of a language."""
    found: dict[str, str | dict[str, str]] = json.loads((APP / "words" / f"{code}.json").read_text("utf-8"))
    return found


def test_every_word_that_is_used_exists() -> None:
    used = set(re.findall(r'(?<![\w.])t\("([^"]+)"', source()))
    assert len(used) > 150
    assert used <= set(words())


def test_every_word_is_used() -> None:
    text = source()
    begun = tuple(set(re.findall(r"(?<![\w.])t\(`([^`$]+)\$\{", text)))
    unused = {key for key in words() if f'"{key}"' not in text and not key.startswith(begun)}
    tabs = {key for key in unused if key.endswith(".tab") and f'"{key.removesuffix(".tab")}"' in text}
    assert unused - tabs == set()


@pytest.mark.parametrize("code", sorted(path.stem for path in (APP / "words").iterdir()))
def test_all_languages_have_the_same_words(code: str) -> None:
    english, own = words(), words(code)
    assert list(own) == list(english)
    for key, text in own.items():
        holes = [set(re.findall(r"\{\w+\}", str(one))) for one in (text, english[key])]
        assert holes[0] == holes[1], key


def test_no_field_of_the_address_that_a_screen_uses_is_listed_as_unusable() -> None:
    used = set(re.findall(r"(?<![\w.])(?:state\.|now\.)?fields\.([a-z_]+)", source()))
    known = set(re.findall(r"(\w+): [\w(]", (APP / "strange.js").read_text("utf-8")))
    assert len(used) > 20
    assert used <= known


def test_every_module_is_imported() -> None:
    reached, waiting = set(), [APP / "main.js", APP / "device" / "worker.js"]
    while waiting:
        path = waiting.pop()
        if path in reached:
            continue
        reached.add(path)
        names = re.findall(r'(?:from |import\()"(\.[^"]+)"', path.read_text("utf-8"))
        waiting += [(path.parent / name).resolve() for name in names]
    assert {path for path in MODULES if path not in reached} == set()


def test_constants_of_the_page_equal_those_of_python() -> None:
    show = f"import({json.dumps(WRITTEN.as_uri())}).then((all) => console.log(JSON.stringify(all)))"
    shown = subprocess.run([node(), "-e", show], check=True, timeout=60, capture_output=True, text=True)
    assert json.loads(shown.stdout) == json.loads(json.dumps(CONSTANTS)), "make constants"


def test_no_line_is_too_long_even_in_a_template() -> None:
    width = json.loads((STATIC.parents[3] / "biome.json").read_text("utf-8"))["formatter"]["lineWidth"]
    for path in [*MODULES, *STATIC.glob("*.css"), *STATIC.glob("install/*.js")]:
        assert [line for line in path.read_text("utf-8").splitlines() if len(line) > width] == [], path


@pytest.mark.slow
def test_types_are_correct(tmp_path: Path) -> None:
    if not CHECKER.exists():
        pytest.skip("no TypeScript: make lint installs it")
    settings = tmp_path / "tsconfig.json"
    include = [Path(os.path.relpath(APP, tmp_path)).as_posix() + "/**/*.js"]
    settings.write_text(json.dumps({"compilerOptions": OPTIONS, "include": include}))
    command = [node(), str(CHECKER), "-p", str(settings), "--pretty", "false"]
    checked = subprocess.run(command, check=False, timeout=120, capture_output=True, text=True)
    assert checked.stdout == ""
    assert checked.returncode == 0
