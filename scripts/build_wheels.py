"""Build wheels from an sdist, for Python 3.11 and for all later versions, if installed: ``make dist``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scripts.check_versions import LOWEST_PYTHON, NEWER_PYTHONS, find_python

STABLE_FROM = NEWER_PYTHONS[0]


def build(folder: Path) -> None:
    """Build both from the sdist in a folder, into the same folder."""
    [sdist] = folder.glob("*.tar.gz")
    for version in (LOWEST_PYTHON, STABLE_FROM):
        if not (python := find_python(version)):
            sys.stdout.write(f"Python {version} is not installed: no wheel for it\n")
            continue
        sys.stdout.write(f"Building a wheel with Python {version}\n")
        command = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "wheel", "--no-deps"]
        subprocess.run([*command, "--wheel-dir", str(folder), str(sdist)], check=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve())
