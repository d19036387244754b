"""The distribution: an sdist that can be built, and a wheel that works without a compiler."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from datetime import date
from pathlib import Path

import pytest

import finaltable as ft
from tests.documents import ROOT


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two files that people get; no warning of the compiler is let through.

    The wheel is built where development builds, so that what has not changed is not compiled again. What a build needs
    is tried below, where the sdist is built in a separate environment.
    """
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    settings = ["-Ccmake.define.FINALTABLE_DEVELOPMENT=ON"]
    subprocess.run([*build, "--sdist"], check=True, timeout=100)
    subprocess.run([*build, "--wheel", *settings], check=True, timeout=280)
    return folder


def test_the_wheel_works_in_an_empty_environment_without_a_compiler(dist: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "scripts.check_wheel", str(dist)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert run.returncode == 0, run.stderr
    assert "works in an empty environment" in run.stdout


def test_the_wheel_contains_only_the_package(dist: Path) -> None:
    [wheel] = dist.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} == {"finaltable", f"finaltable-{ft.__version__}.dist-info"}
    kept = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*") if path.is_file()}
    kept = {name for name in kept if "__pycache__" not in name}
    assert kept <= set(names)
    [core] = [name for name in set(names) - kept if name.startswith("finaltable/")]
    assert core.startswith("finaltable/_core.")


def test_the_sdist_contains_everything_to_build_test_and_document(dist: Path) -> None:
    [sdist] = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in (
        "core/bindings/module.cpp",
        "CMakeLists.txt",
        "Makefile",
        "tests/models/test_dcm.py",
        "docs/index.md",
        "mkdocs.yml",
    ):
        assert name in names
    assert not [name for name in names if name.startswith((".venv", "build", "site", ".git/", "dist"))]


# Writes down what it is asked, and warns. What the build of development has compiled from the same sources, it only
# preprocesses: that reads every file and gives the warning, and compiling all of the core again would take a minute.
WARNING_COMPILER = """#!/bin/sh
echo "$@" >> {folder}/commands
output=
for word in "$@"; do [ "$before" = -o ] && output=$word; before=$word; done
if [ "${{output%.o}}" != "$output" ] && [ -f "{built}/$output" ]; then
    {compiler} "$@" -E -include {folder}/warning.hpp || exit 1
    cp "{built}/$output" "$output"
    echo "$output" >> {folder}/kept
else
    exec {compiler} "$@" -O0 -include {folder}/warning.hpp
fi
"""


def newest_build() -> Path:
    """Return the folder of object files of the development build."""
    libraries = ROOT.glob("build/*/core/libfinaltable_core.a")
    return max(libraries, key=lambda library: library.stat().st_mtime).parent.parent


def test_the_sdist_can_be_built_by_a_compiler_that_warns(dist: Path, tmp_path: Path) -> None:
    compiler = tmp_path / "compiler"
    real = shutil.which(os.environ.get("CXX", "g++"))
    compiler.write_text(WARNING_COMPILER.format(folder=tmp_path, compiler=real, built=newest_build()), "utf-8")
    compiler.chmod(0o755)
    (tmp_path / "warning.hpp").write_text("#warning a compiler of tomorrow finds something\n", "utf-8")
    [sdist] = dist.glob("*.tar.gz")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(sdist)]
    subprocess.run(pip, check=True, timeout=280, env={**os.environ, "CXX": str(compiler)})
    assert list(tmp_path.glob("*.whl"))
    commands = (tmp_path / "commands").read_text("utf-8")
    assert "core/dcm/tree.cpp" in commands
    assert "-ffp-contract=off" in commands
    assert "dcm/tree.cpp.o" in (tmp_path / "kept").read_text("utf-8")


def test_the_version_is_defined_once() -> None:
    files = [ROOT / name for name in ("pyproject.toml", "CMakeLists.txt", "mkdocs.yml", "Makefile", "Dockerfile")]
    files += [*(ROOT / "src").rglob("*.py"), *(path for path in (ROOT / "core").rglob("*") if path.is_file())]
    written = [file.name for file in files if re.search(rf"\b{re.escape(ft.__version__)}\b", file.read_text("utf-8"))]
    assert written == ["__init__.py"]


def test_documents_have_the_version_and_date_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (?!Unreleased$)(.+)$", changelog, re.MULTILINE)
    version, day = headings[0].split(" — ")
    assert version == ft.__version__
    assert date.fromisoformat(day).isoformat() == day
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.findall(r"^(?:version|date-released): (.+)$", citation, re.MULTILINE) == [version, day]
    for path in ("docs/how-to/install.md", "tests/golden/deal-sheet.html", "tests/golden/deal-sheet-bounties.html"):
        assert set(re.findall(r"finaltable (\d[\w.]*\w)", (ROOT / path).read_text("utf-8"))) == {version}, path
