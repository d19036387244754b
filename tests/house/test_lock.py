"""The lock file of the tests, and the bill of materials."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

from scripts import sbom
from scripts.lock import FILES, LOCK, lock
from scripts.requirements import BOUND, requirements


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def test_the_lock_has_every_package_of_the_tests_in_an_allowed_version() -> None:
    locked = {normal(one["name"]): one["version"] for one in tomllib.loads(LOCK.read_text("utf-8"))["packages"]}
    for requirement in requirements(["test"]):
        bound = BOUND.match(requirement)
        assert bound
        assert version(locked[normal(bound["name"])]) >= version(bound["version"]), requirement


def test_the_lock_has_a_hash_for_each_file_and_no_address_of_a_mirror() -> None:
    for package in tomllib.loads(LOCK.read_text("utf-8"))["packages"]:
        for file in [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]:
            assert file["path"] == f"{FILES}/{file['name']}"
            assert "url" not in file
            assert re.fullmatch("[0-9a-f]{64}", file["hashes"]["sha256"])
    assert "mirror" not in lock('url = "https://mirror.example/packages/cd/f5/a-1-py3-none-any.whl"')


def test_the_bill_lists_files_requirements_and_what_is_compiled_in(tmp_path: Path) -> None:
    (tmp_path / "finaltable-1.tar.gz").write_bytes(b"x")
    found = json.loads(sbom.write(tmp_path).read_text("utf-8"))
    names = {component["name"] for component in found["components"]}
    assert {"finaltable-1.tar.gz", "nanobind", "numpy", "matplotlib", "mcp"} <= names
    assert found["bomFormat"] == "CycloneDX"
