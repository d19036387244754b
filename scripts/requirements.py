"""Print the requirements of extras, one per line: ``python scripts/requirements.py web plots``.

With ``--lowest``, print the lowest version allowed of each instead, as constraints for pip.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
OWN = re.compile(r"finaltable\[(.*)\]")
BOUND = re.compile(r"(?P<name>[\w.-]+)(?:\[.*?\])?>=(?P<version>[\w.]+)")


def requirements(extras: list[str]) -> list[str]:
    """Return the requirements of the package and of these extras, including extras that they name."""
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]

    def of_extra(extra: str) -> list[str]:
        found = []
        for requirement in project["optional-dependencies"][extra]:
            own = OWN.fullmatch(requirement)
            found += [line for name in own[1].split(",") for line in of_extra(name)] if own else [requirement]
        return found

    return [*project["dependencies"], *(line for extra in extras for line in of_extra(extra))]


def lowest(requirement: str) -> str:
    """Return the constraint that pins a requirement to its lower bound.

    >>> lowest("mkdocstrings[python]>=1.2,<3")
    'mkdocstrings==1.2'
    """
    bound = BOUND.match(requirement)
    if bound is None:
        raise ValueError(f"{requirement} has no lower bound")
    return f"{bound['name']}=={bound['version']}"


def main() -> None:
    """Print them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("extras", nargs="*")
    parser.add_argument("--lowest", action="store_true")
    asked = parser.parse_args()
    lines = requirements(asked.extras)
    sys.stdout.writelines(f"{lowest(line) if asked.lowest else line}\n" for line in lines)


if __name__ == "__main__":
    main()
