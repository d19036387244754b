"""Write pylock.toml, the packages of the tests with their hashes: ``make lock``.

It fits one platform, Linux on x86-64 with Python 3.11, on which the tests run. ``make test`` does not use it: it takes
the newest versions allowed. Use it to run the tests with the versions that passed: ``uv pip sync pylock.toml``.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote

from scripts.requirements import PYPROJECT, requirements

LOCK = PYPROJECT.with_name("pylock.toml")
HEADER = "# Packages of the tests on Linux (x86-64) and Python 3.11; written by `make lock`.\n"
FILES = "https://packages.example"
URL = re.compile(r'^url = "(?P<scheme>\w+)://(?P<path>[^"]*)"$', re.MULTILINE)


def address(scheme: str, path: str) -> str:
    """Return the permanent address of a file, whatever mirror it came from: it contains a hash of the file.

    >>> address("https", "mirror.example/packages/cd/f5/3dd8/attrs-26.1.0-py3-none-any.whl")
    'https://packages.example/cd/f5/3dd8/attrs-26.1.0-py3-none-any.whl'
    """
    if scheme != "file":
        return f"{FILES}/{path.partition('/packages/')[2]}"
    file = Path(unquote(path))
    key = hashlib.blake2b(file.read_bytes(), digest_size=32).hexdigest()
    return f"{FILES}/{key[:2]}/{key[2:4]}/{key[4:]}/{file.name}"


def lock(text: str) -> str:
    """Return a lock file of pip with permanent addresses."""
    return HEADER + URL.sub(lambda found: f'url = "{address(**found.groupdict())}"', text)


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
    main()
