"""Print the requirements of extras and dependency groups, one per line: ``python scripts/requirements.py web dev``.

With ``--lowest``, print the lowest version allowed of each instead, as constraints for pip. Pip reads groups from
version 25.1 on; this script works with every pip, and needs only the standard library.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
OWN = re.compile(r"finaltable\[(.*)\]")
BOUND = re.compile(r"(?P<name>[\w.-]+)(?:\[.*?\])?>=(?P<version>[\w.]+)")


def requirements(names: list[str]) -> list[str]:
    """Return the requirements of the package and of these extras and groups, including those that they name."""
    described = tomllib.loads(PYPROJECT.read_text("utf-8"))
    project = described["project"]
    known: dict[str, list[Any]] = {**project["optional-dependencies"], **described["dependency-groups"]}

    def named(name: str, within: tuple[str, ...] = ()) -> list[str]:
        if name not in known or name in within:
            sys.exit(f"{name} must be one of {', '.join(known)}, and not include itself")
        found: list[str] = []
        for requirement in known[name]:
            if isinstance(requirement, dict):
                found += named(requirement["include-group"], (*within, name))
            elif own := OWN.fullmatch(requirement):
                found += [line for extra in own[1].split(",") for line in named(extra, (*within, name))]
            else:
                found.append(requirement)
        return found

    return list(dict.fromkeys([*project["dependencies"], *(line for name in names for line in named(name))]))


def lowest(requirement: str) -> str:
    """Return the constraint that pins a requirement to its lower bound.

    >>> lowest("uvicorn[standard]>=1.2,<3")
    'uvicorn==1.2'
    """
    bound = BOUND.match(requirement)
    if bound is None:
        raise ValueError(f"{requirement} has no lower bound")
    return f"{bound['name']}=={bound['version']}"


def main() -> None:
    """Print them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--lowest", action="store_true")
    asked = parser.parse_args()
    lines = requirements(asked.names)
    sys.stdout.writelines(f"{lowest(line) if asked.lowest else line}\n" for line in lines)


if __name__ == "__main__":
    main()
