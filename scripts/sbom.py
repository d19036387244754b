"""Write a software bill of materials, CycloneDX 1.6: the package, what is compiled in, and what it requires."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

from scripts.requirements import BOUND, PYPROJECT

PURL = "pkg:pypi/"


def bill(folder: Path) -> dict[str, Any]:
    """Return the bill of the files in a folder."""
    described = tomllib.loads(PYPROJECT.read_text("utf-8"))
    own = re.search(r'__version__ = "(.*)"', (PYPROJECT.parent / "src/finaltable/__init__.py").read_text("utf-8"))
    assert own
    files = sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")])
    needed = described["project"]["dependencies"]
    optional = [line for lines in described["project"]["optional-dependencies"].values() for line in lines]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": "finaltable",
                "name": "finaltable",
                "version": own[1],
                "purl": f"{PURL}finaltable@{own[1]}",
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": [
            *(file_of(file) for file in files),
            compiled_in("nanobind", "BSD-3-Clause"),
            *(library(line, "required") for line in needed),
            *(library(line, "optional") for line in optional if not line.startswith("finaltable")),
        ],
    }


def file_of(file: Path) -> dict[str, Any]:
    """Return a distributed file with its hash."""
    content = hashlib.sha256(file.read_bytes()).hexdigest()
    return {"type": "file", "name": file.name, "hashes": [{"alg": "SHA-256", "content": content}]}


def compiled_in(name: str, licence: str) -> dict[str, Any]:
    """Return a library that is part of the compiled core."""
    found = version(name)
    return {
        "type": "library",
        "name": name,
        "version": found,
        "purl": f"{PURL}{name}@{found}",
        "scope": "required",
        "licenses": [{"license": {"id": licence}}],
        "description": "compiled into finaltable/_core",
    }


def library(requirement: str, scope: str) -> dict[str, Any]:
    """Return a package that pip installs, with the versions allowed."""
    found = BOUND.match(requirement)
    assert found, requirement
    return {"type": "library", "name": found["name"], "scope": scope, "description": requirement}


def write(folder: Path) -> Path:
    """Write the bill beside the files."""
    found = bill(folder)
    path = folder / f"finaltable-{found['metadata']['component']['version']}.cdx.json"
    path.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return path


if __name__ == "__main__":
    sys.stdout.write(f"Wrote {write(Path(sys.argv[1])).name}\n")
