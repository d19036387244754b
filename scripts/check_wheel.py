"""Install the wheel of a folder into an empty environment without a compiler, and try it there: ``make dist``."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

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


def check(wheel: Path) -> None:
    """Install one wheel and try it; raise if anything fails."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "empty"
        venv.create(home, with_pip=True)
        programs = home / ("Scripts" if os.name == "nt" else "bin")
        # No compiler is on this path, and nothing may be built: a package without a wheel is an error.
        alone = {**os.environ, "PATH": str(programs), "PYTHONPATH": "", "CC": "no-compiler", "CXX": "no-compiler"}

        def run(*command: str) -> str:
            done = subprocess.run(
                [str(programs / command[0]), *command[1:]],
                cwd=folder,
                env=alone,
                check=True,
                text=True,
                stdout=subprocess.PIPE,
            )
            return done.stdout

        run(
            "python",
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--only-binary",
            ":all:",
            str(wheel),
        )
        run("python", "-m", "pip", "check")
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


if __name__ == "__main__":
    [found] = Path(sys.argv[1]).resolve().glob("*.whl")
    check(found)
    sys.stdout.write(f"{found.name} works in an empty environment without a compiler\n")
    sys.stdout.write(carried(found))
