"""Print the size of each package that finaltable asks for, alone and with what it brings along."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Print a line for each package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = {"always": project["dependencies"], **project["optional-dependencies"]}
    for group, packages in groups.items():
        for package in sorted({name_of(text) for text in packages} - {"finaltable"}):
            own, all_of_them = size_of(package), with_others(package, set())
            total = sum(size_of(one) for one in all_of_them)
            sizes = f"{own / 1e6:6.1f} MB, with {len(all_of_them) - 1:2} others {total / 1e6:6.1f} MB"
            sys.stdout.write(f"{group:8} {package:12} {sizes}\n")


def name_of(requirement: str) -> str:
    """Return the name of a package from what is written about it.

    >>> name_of("uvloop>=0.21; platform_system != 'Windows'"), name_of("finaltable[frames]")
    ('uvloop', 'finaltable')
    """
    found = re.match(r"[\w.-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def size_of(package: str) -> int:
    """Return the bytes of an installed package."""
    places = (file.locate() for file in distribution(package).files or ())
    return sum(Path(str(place)).stat().st_size for place in places if Path(str(place)).exists())


def with_others(package: str, seen: set[str]) -> set[str]:
    """Return a package and all packages that it needs here; those of extras are left out."""
    try:
        needs = distribution(package).requires or []
    except PackageNotFoundError:  # not needed on this machine
        return seen
    seen.add(package)
    for one in needs:
        if "extra ==" not in one and name_of(one) not in seen:
            with_others(name_of(one), seen)
    return seen


if __name__ == "__main__":
    main()
