"""Try what people do with a release besides ``pip install``, and say what cannot be tried here: ``make dist``."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts import sbom
from scripts.requirements import PYPROJECT

EXAMPLE = ("compare", "1000", "500", "100", "-p", "100,50")


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def check_names(wheel: Path) -> None:
    """Raise if the compiled file of a wheel has a name that a Python of its tag does not import.

    Python 3.15 prefers names like _core.abi3-x86_64-linux-gnu.so, which 3.12 to 3.14 do not find (nanobind issue 1404).
    """
    names = zipfile.ZipFile(wheel).namelist()
    [core] = [name for name in names if name.startswith("finaltable/_core.") and name.endswith((".so", ".pyd"))]
    tagged = core.removeprefix("finaltable/")
    if "-abi3-" in wheel.name and tagged not in ("_core.abi3.so", "_core.pyd"):
        sys.exit(f"{wheel.name} has {tagged}, which Python 3.12 does not find; build it with Python 3.12")
    say(f"{wheel.name} has {tagged}")


def check_sdist(folder: Path) -> None:
    """Build the sdist again, and raise if it differs in a byte."""
    [sdist] = folder.glob("*.tar.gz")
    with TemporaryDirectory() as again:
        build = [sys.executable, "-m", "build", "--sdist", "--outdir", again, str(PYPROJECT.parent)]
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
        if (Path(again) / sdist.name).read_bytes() != sdist.read_bytes():
            sys.exit(f"{sdist.name} is not the same when it is built again")
    say(f"{sdist.name} is the same, byte for byte, when it is built again")


def fitting_wheel(folder: Path) -> Path | None:
    """Return the wheel for this Python."""
    tag = f"-cp{sys.version_info[0]}{sys.version_info[1]}-"
    later = [one for one in folder.glob("*-abi3-*.whl") if sys.version_info >= (3, 12)]
    return next(iter([*folder.glob(f"*{tag}*.whl"), *later]), None)


def check_runners(folder: Path) -> None:
    """Run the program from a wheel with uvx and pipx, in caches of their own."""
    wheel = fitting_wheel(folder)
    if wheel is None:
        return say("uvx and pipx: there is no wheel for this Python")
    with TemporaryDirectory() as home:
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        programs = Path(home) / "bin"
        pip = [str(programs / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        for tool, line in {
            "uv": ["uvx", "--python", sys.executable, "--cache-dir", f"{home}/uv", "--from", str(wheel), "finaltable"],
            "pipx": ["pipx", "run", "--python", sys.executable, "--spec", str(wheel), "finaltable"],
        }.items():
            if subprocess.run([*pip, tool], check=False, capture_output=True).returncode:
                say(f"{line[0]}: {tool} cannot be installed here, not tried")
                continue
            there = {**environment(), "PIPX_HOME": f"{home}/pipx", "PATH": f"{programs}:{environment()['PATH']}"}
            run = subprocess.run([programs / line[0], *line[1:], *EXAMPLE], env=there, capture_output=True, text=True)
            if run.returncode == 0 and "80.79" in run.stdout:
                say(f"{line[0]} runs finaltable from the wheel")
            elif "dns" in run.stderr.lower() or "connect" in run.stderr.lower() or "resolve" in run.stderr.lower():
                say(f"{line[0]} cannot fetch packages here, not tried")
            else:
                sys.exit(f"{line[0]} failed: {run.stderr[-2000:]}")
    return None


def environment() -> dict[str, str]:
    """Return the environment; uv reads the addresses of packages from variables of its own."""
    import os

    found = {"UV_NO_PROGRESS": "1", **os.environ}
    links = found.get("PIP_FIND_LINKS")
    return {**found, **({"UV_FIND_LINKS": links} if links else {})}


def check_stable_abi(folder: Path) -> None:
    """Audit wheels of the stable ABI, if abi3audit can be installed."""
    wheels = [str(wheel) for wheel in folder.glob("*-abi3-*.whl")]
    if not wheels:
        return say("abi3audit: there is no wheel of the stable ABI, because Python 3.12 is not installed")
    with TemporaryDirectory() as home:
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        python = str(Path(home) / "bin" / "python")
        pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "abi3audit"]
        if subprocess.run(pip, check=False, capture_output=True).returncode:
            return say("abi3audit cannot be installed here, not tried")
        subprocess.run([python, "-m", "abi3audit", "--strict", *wheels], check=True)
    return None


def main(given: str) -> None:
    """Try everything that can be tried on this machine."""
    folder = Path(given).resolve()
    for wheel in sorted(folder.glob("*.whl")):
        check_names(wheel)
    check_sdist(folder)
    check_stable_abi(folder)
    check_runners(folder)
    say(f"Wrote {sbom.write(folder).name}")
    say("Not tried here: wheels for macOS, Windows and ARM, and of free-threaded Python (cp314t); cibuildwheel does.")


if __name__ == "__main__":
    main(sys.argv[1])
