"""Write pylock.toml, the packages of the tests with their hashes: ``make lock``.

It fits one platform, Linux on x86-64 with Python 3.11, on which the tests run. ``make test`` does not use it: it takes
the newest versions allowed. Use it to run the tests with the versions that passed: ``python -m scripts.lock fetch``
downloads the files, ``uv pip sync pylock.toml`` checks and installs them.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote

from scripts.requirements import PYPROJECT, requirements

LOCK = PYPROJECT.with_name("pylock.toml")
HEADER = "# Packages of the tests on Linux (x86-64) and Python 3.11; written by `make lock`.\n"
FILES = "wheels"
URL = re.compile(r'^url = "[^"]*/(?P<name>[^"/]*)"$', re.MULTILINE)


def lock(text: str) -> str:
    """Return a lock file of pip with files in a folder: an address would depend on where packages come from.

    >>> lock('url = "https://mirror.example/packages/cd/attrs-26.1.0-py3-none-any.whl"').splitlines()[1]
    'path = "wheels/attrs-26.1.0-py3-none-any.whl"'
    """
    return HEADER + URL.sub(lambda found: f'path = "{FILES}/{unquote(found["name"])}"', text)


def fetch() -> None:
    """Download the locked files into the folder, from wherever pip gets its packages."""
    packages = tomllib.loads(LOCK.read_text("utf-8"))["packages"]
    pins = [f"{one['name']}=={one['version']}" for one in packages]
    pip = [sys.executable, "-m", "pip", "--quiet", "download", "--no-deps", "--dest", str(LOCK.with_name(FILES))]
    subprocess.run([*pip, *pins], check=True)


def main() -> None:
    """Resolve the requirements in an environment with a new pip, and write the file."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        subprocess.run([sys.executable, "-m", "venv", str(home / "new")], check=True)
        pip = [str(home / "new" / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "pip>=25.1"], check=True)
        (home / "requirements.txt").write_text("\n".join(requirements(["test"])) + "\n", "utf-8")
        (home / "pylock.toml").touch()
        made = [*pip, "lock", "--requirement", str(home / "requirements.txt"), "--output", str(home / "pylock.toml")]
        subprocess.run(made, check=True)
        LOCK.write_text(lock((home / "pylock.toml").read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    fetch() if sys.argv[1:] == ["fetch"] else main()
