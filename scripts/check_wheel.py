"""Install the wheels of a folder into empty environments without a compiler, and try them there: ``make dist``."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.check_versions import LOWEST_PYTHON, NEWER_PYTHONS, find_python

TRIAL = """
from fractions import Fraction
from importlib.resources import files
import finaltable as ft

assert ft.dcm([1000, 500, 100], [100, 50]).equities.round(2).tolist() == [80.79, 60.67, 8.54]
assert ft.icm([1000, 500, 100], [100, 50]).equities.round(2).tolist() == [78.79, 58.33, 12.88]
assert ft.dcm([1000, 500, 100], [100, 50], method="exact").equities[0] == Fraction(7155925, 88572)
assert ft.dcm(range(1, 101), [1], max_seconds=0.1).method == "sample"
assert abs(ft.heads_up("AA", "KK").equity - 0.8194605) < 1e-7
found = ft.push_fold([10, 10, 10], [1], small_blind=0.5, big_blind=1, model="chip_ev", tolerance=1e-3)
assert found.reached and found.three_way > 0
assert not ft.reproduce_paper().differing
for name in ("py.typed", "_core.pyi", "web/templates/base.html", "web/static/app/main.js"):
    assert files("finaltable").joinpath(name).is_file(), name
"""


def check(wheel: Path, python: str) -> None:
    """Install one wheel for one Python and try it; raise if anything fails."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "empty"
        subprocess.run([python, "-m", "venv", "--without-pip", str(home)], check=True)
        programs = home / ("Scripts" if os.name == "nt" else "bin")
        # No compiler is on this path, and nothing may be built: a package without a wheel is an error.
        alone = {**os.environ, "PATH": str(programs), "PYTHONPATH": "", "CC": "no-compiler", "CXX": "no-compiler"}

        def run(*command: str) -> str:
            line = [str(programs / command[0]), *command[1:]]
            return subprocess.run(line, cwd=folder, env=alone, check=True, text=True, stdout=subprocess.PIPE).stdout

        def pip(*arguments: str) -> None:
            # The environment has no pip of its own: making one takes longer than all the rest.
            into = ["--python", str(programs / "python"), "--quiet", "--disable-pip-version-check"]
            subprocess.run([sys.executable, "-m", "pip", *into, *arguments], cwd=folder, env=alone, check=True)

        pip("install", "--no-compile", "--only-binary", ":all:", str(wheel))
        pip("check")
        run("python", "-c", TRIAL)
        version = run("finaltable", "--version").split()[1]
        assert f"-{version}-" in wheel.name, (version, wheel.name)
        assert "80.79" in run("finaltable", "compare", "1000", "500", "100", "-p", "100,50")
        run("finaltable", "deal", "3", "2", "1", "-p", "50,30,20", "--sheet", "deal.html")
        assert "</html>" in (Path(folder) / "deal.html").read_text("utf-8")


def carried(wheel: Path) -> str:
    """Say how large a wheel is, and what its largest files are."""
    files = sorted(zipfile.ZipFile(wheel).infolist(), key=lambda file: -file.compress_size)[:3]
    sizes = ", ".join(f"{file.filename} {file.compress_size / 1e6:.1f} MB" for file in files)
    return f"It has {wheel.stat().st_size / 1e6:.1f} MB: {sizes}\n"


def fitting(wheel: Path) -> dict[str, str]:
    """Return the Pythons at hand that a wheel is for: one version, or with the stable ABI every later one as well."""
    versions = NEWER_PYTHONS if "-abi3-" in wheel.name else (LOWEST_PYTHON,)
    found = {version: find_python(version) for version in versions}
    return {version: python for version, python in found.items() if python}


if __name__ == "__main__":
    wheels = sorted(Path(sys.argv[1]).resolve().glob("*.whl"))
    for wheel in wheels:
        for version, python in fitting(wheel).items():
            check(wheel, python)
            sys.stdout.write(f"{wheel.name} works in an empty environment of Python {version} without a compiler\n")
        sys.stdout.write(carried(wheel))
    sys.exit(None if wheels else "there is no wheel to try")
