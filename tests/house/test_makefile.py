"""Installation by ``make``: each target installs only what it needs."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts.check_versions import left_out
from scripts.requirements import lowest, requirements
from tests.documents import ROOT

LAYERS = ("run", "serve", "dev")


def planned(venv: Path, *arguments: str) -> str:
    """Return the commands that make would run."""
    make = shutil.which("make")
    assert make
    command = [make, "--dry-run", f"VENV={venv}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def environment(folder: Path, *layers: str) -> Path:
    """Create a folder that looks like an environment with these layers."""
    (folder / "bin").mkdir()
    for name in ("bin/pip", *layers):
        (folder / name).touch()
    return folder


@pytest.mark.parametrize(("target", "extras"), [("run", [""]), ("serve", ["", "web"]), ("lint", ["", "web", "dev"])])
def test_a_target_installs_what_it_needs_and_compiles_once(target: str, extras: list[str], tmp_path: Path) -> None:
    plan = planned(tmp_path, target)
    assert re.findall(r"requirements\.py (\w*) ?>", plan) == extras
    assert plan.count("--editable") == 1


def test_every_step_of_an_installation_is_announced(tmp_path: Path) -> None:
    lines = planned(tmp_path, "lint").splitlines()
    steps = [number for number, line in enumerate(lines) if "-m pip" in line or "-m venv" in line]
    assert len(steps) == 5
    assert all(lines[number - 1].startswith("printf") for number in steps)


@pytest.mark.parametrize(("target", "layers"), [("run", 1), ("serve", 2), ("lint", 3)])
def test_installed_packages_are_not_installed_again(target: str, layers: int, tmp_path: Path) -> None:
    assert "pip" not in planned(environment(tmp_path, *LAYERS[:layers]), target)


@pytest.mark.parametrize("changed", ["core/dcm/tree.cpp", "CMakeLists.txt", "pyproject.toml"])
def test_the_core_is_compiled_again_when_it_changes(changed: str, tmp_path: Path) -> None:
    assert "--editable" in planned(environment(tmp_path, *LAYERS), "run", f"--what-if={changed}")


def test_a_change_of_the_core_does_not_reinstall_the_page_packages(tmp_path: Path) -> None:
    assert "web" not in planned(environment(tmp_path, "run", "serve"), "serve", "--what-if=core/dcm/tree.cpp")


def test_warnings_are_errors_only_in_development(tmp_path: Path) -> None:
    assert "DEVELOPMENT" not in planned(tmp_path, "run")
    there = environment(tmp_path, *LAYERS)
    assert "FINALTABLE_DEVELOPMENT=ON" in planned(there, "run", "--what-if=core/dcm/tree.cpp")


def test_every_requirement_has_a_lower_bound() -> None:
    for requirement in requirements(["dev"]):
        assert lowest(requirement)


def test_an_extra_includes_the_requirements_of_extras_that_it_names() -> None:
    assert set(requirements(["plots", "web"])) < set(requirements(["dev"]))


def test_old_versions_are_tested_without_a_browser() -> None:
    assert {"browsing", "test_pocket", "test_app_train", "test_notebook"} <= left_out()
    assert not {"test_dcm", "test_serve", "test_api", "conftest"} & left_out()
