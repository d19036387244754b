"""Install the wheels of a folder into empty environments without a compiler, and try them there: ``make dist``."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.check_versions import LOWEST_PYTHON, NEWER_PYTHONS, find_python

TRIAL = Path(__file__).with_name("trial.py")
SERVED = ("app/main.js", "app/device/core.wasm", "training/pack.json", "training/charts.json")


class Empty:
    """An environment with one wheel and its requirements, without a compiler on its path."""

    def __init__(self, folder: Path, python: str) -> None:
        home = folder / "empty"
        subprocess.run([python, "-m", "venv", "--without-pip", str(home)], check=True)
        self.folder = folder
        self.programs = home / ("Scripts" if os.name == "nt" else "bin")
        self.alone = {**os.environ, "PATH": str(self.programs), "CC": "no-compiler", "CXX": "no-compiler"}
        self.alone.pop("PYTHONPATH", None)

    def run(self, program: str, *arguments: str) -> str:
        """Return the output of a program of the environment."""
        line = [str(self.programs / program), *arguments]
        run = subprocess.run(line, cwd=self.folder, env=self.alone, check=True, text=True, stdout=subprocess.PIPE)
        return run.stdout

    def install(self, what: str) -> None:
        """Install a wheel and its requirements; a package that needs building is an error."""
        # The environment has no pip, because installing pip takes longer than everything else.
        pip = [sys.executable, "-m", "pip", "--python", str(self.programs / "python"), "--disable-pip-version-check"]
        install = ["--quiet", "install", "--no-compile", "--only-binary", ":all:", what]
        subprocess.run([*pip, *install], cwd=self.folder, env=self.alone, check=True)
        subprocess.run([*pip, "--quiet", "check"], cwd=self.folder, env=self.alone, check=True)


def check(wheel: Path, python: str, *, page: bool) -> None:
    """Install one wheel for one Python and try it, with the page if asked; raise if anything fails."""
    with TemporaryDirectory() as folder:
        empty = Empty(Path(folder), python)
        empty.install(str(wheel))
        empty.run("python", str(TRIAL))
        version = empty.run("finaltable", "--version").split()[1]
        assert f"-{version}-" in wheel.name, (version, wheel.name)
        assert "80.79" in empty.run("finaltable", "compare", "1000", "500", "100", "-p", "100,50")
        empty.run("finaltable", "deal", "3", "2", "1", "-p", "50,30,20", "--sheet", "deal.html")
        assert "</html>" in (Path(folder) / "deal.html").read_text("utf-8")
        if page:
            empty.install(f"{wheel}[web]")
            check_page(empty, version)


def check_page(empty: Empty, version: str) -> None:
    """Serve the page from an environment, and check that it answers with all its files."""
    command = [str(empty.programs / "finaltable"), "serve", "--port", "0", "--quiet"]
    server = subprocess.Popen(command, cwd=empty.folder, env=empty.alone, text=True, stderr=subprocess.PIPE)
    try:
        assert server.stderr
        address = server.stderr.readline().split()[1]
        assert json.loads(fetch(f"{address}health"))["version"] == version
        files = re.search(rb"/(static/\w[^\"/]*/)app/main\.js", fetch(address))
        assert files, "the page names no script"
        for name in SERVED:
            assert fetch(address + files[1].decode() + name), name
        assert json.loads(fetch(f"{address}openapi.json"))["info"]["version"] == version
        assert fetch(f"{address}docs")
        question = json.dumps({"stacks": [1000, 500, 100], "payouts": [100, 50]}).encode()
        equities = json.loads(fetch(f"{address}api/v1/equity", question))["equities"]
        assert round(equities[0], 2) == 80.79, equities
    finally:
        server.terminate()
        server.wait(timeout=30)


def fetch(address: str, question: bytes | None = None) -> bytes:
    """Return the answer of a server."""
    request = urllib.request.Request(address, question, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return bytes(answer.read())


def carried(wheel: Path) -> str:
    """Print the size of a wheel and its largest files."""
    files = sorted(zipfile.ZipFile(wheel).infolist(), key=lambda file: -file.compress_size)[:3]
    sizes = ", ".join(f"{file.filename} {file.compress_size / 1e6:.1f} MB" for file in files)
    return f"It has {wheel.stat().st_size / 1e6:.1f} MB: {sizes}\n"


def fitting(wheel: Path) -> dict[str, str]:
    """Return the installed Pythons that a wheel supports: one version, or every later one with the stable ABI."""
    versions = NEWER_PYTHONS if "-abi3-" in wheel.name else (LOWEST_PYTHON,)
    found = {version: find_python(version) for version in versions}
    return {version: python for version, python in found.items() if python}


def main(folder: str, *options: str) -> None:
    """Try every wheel of a folder with every Python that it supports; with --page, also serve the page."""
    wheels = sorted(Path(folder).resolve().glob("*.whl"))
    for wheel in wheels:
        if not (pythons := fitting(wheel)):
            sys.exit(f"{wheel.name} supports no installed Python")
        for version, python in pythons.items():
            check(wheel, python, page="--page" in options)
            sys.stdout.write(f"{wheel.name} works in an empty environment of Python {version} without a compiler\n")
        sys.stdout.write(carried(wheel))
    sys.exit(None if wheels else "there is no wheel to try")


if __name__ == "__main__":
    main(*sys.argv[1:])
