"""The manifest of a run: its options and files. A folder holds the parts of only one manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from finaltable import __version__
from finaltable.batches.job import PARTS
from finaltable.batches.storage import Mark, Target
from finaltable.errors import InputError, Verbatim

MANIFEST = "_manifest.json"
FORMAT = 2  # version of the division into parts
LOCK = ".lock"


class SourceFile(NamedTuple):
    """One file with its fingerprint."""

    name: str
    address: str
    mark: Mark
    digest: str
    lasting: bool = True
    """Whether its time of change means anything; standard input is copied anew every time."""

    def fingerprint(self) -> dict[str, Any]:
        """Return the fields for the manifest."""
        changed = self.mark.changed if self.lasting else ""
        return {"name": self.name, "bytes": self.mark.bytes, "changed": changed, "digest": self.digest}


def manifest_of(sources: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the manifest of a run."""
    return {"finaltable": __version__, "format": FORMAT, "options": dict(options), "sources": list(sources)}


def key_of(manifest: bytes) -> str:
    """Return the hash of a manifest."""
    return hashlib.sha256(manifest).hexdigest()[:32]


def check_manifest(target: Target, manifest: Mapping[str, Any]) -> str:
    """Write the manifest, or check that the existing one is the same; return its key."""
    wanted = json.dumps(manifest, indent=1, sort_keys=True).encode()
    there = target.read(MANIFEST)
    if there is None:
        check_empty(target)
        target.write(MANIFEST, wanted)
    elif there != wanted:
        rule = f"must be empty, or hold the same run: {difference(there, manifest)}"
        raise InputError("target", rule, target.address, code="conflict")
    return key_of(wanted)


def check_empty(target: Target) -> None:
    """Raise if a folder without a manifest holds any files."""
    others = [name for name in target.names() if not name.startswith((LOCK, ".input-", f".{MANIFEST}"))]
    if others:
        found = Verbatim(f"{', '.join(others[:3])}{', …' if others[3:] else ''} in {target.address}")
        rule = (
            "must be empty, or hold a run of finaltable" if not others[0].startswith(PARTS) else "has lost its manifest"
        )
        raise InputError("target", rule, found, code="conflict")


def difference(there: bytes, wanted: Mapping[str, Any]) -> str:
    """Return the first difference between two manifests, in words."""
    try:
        old = json.loads(there)
        for name, ours in {"finaltable": wanted["finaltable"], **wanted["options"]}.items():
            theirs = old["finaltable"] if name == "finaltable" else old["options"].get(name)
            if theirs != json.loads(json.dumps(ours)):
                return f"there {name} is {show(theirs)}, now it is {show(ours)}"
        return source_difference(old["sources"], wanted["sources"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return "its manifest cannot be read"


def source_difference(old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]) -> str:
    """Return the first file that differs, in words."""
    before, now = ({source["name"]: source for source in sources} for sources in (old, new))
    for name in now:
        if name not in before:
            return f"{name} was not in its source"
        if before[name] != now[name]:
            return f"{name} has changed since"
    gone = next((name for name in before if name not in now), None)
    return f"{gone} is missing now" if gone else "the files come in another order"


def show(value: Any) -> str:
    """Return an option in words."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
