"""Build the core as WebAssembly, for the page without a server: make wasm.

The sources are those of the Python extension, behind the C interface in `core/wasm`. A section of a built file names
them by a fingerprint, so that a test can tell when it is older than they are. ICM of large fields is a module of its
own, which the page loads when a question needs it.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORE = ROOT / "core"
BUILT = ROOT / "src" / "finaltable" / "web" / "static" / "app" / "device"
SECTION = b"finaltable.sources"

# Compiled for speed, because they take most of the time; all others are compiled for size.
FAST = {
    "core.wasm": ("dcm/equities.cpp",),
    "nash.wasm": ("equilibrium/dealing.cpp", "equilibrium/rows.cpp", "equilibrium/solve.cpp"),
    "field.wasm": ("icm/nodes.cpp", "icm/payout_transform.cpp", "icm/spectrum.cpp"),
}
MODULES = {
    "core.wasm": (
        *("wasm/dcm.cpp", "wasm/host.cpp", "wasm/icm.cpp", "wasm/sem.cpp"),
        *("dcm/bounty.cpp", "dcm/budget.cpp", "dcm/equities.cpp", "dcm/plan.cpp", "dcm/tree.cpp"),
        *("icm/heads.cpp", "icm/lanes.cpp", "icm/subsets.cpp"),
        *("sem/heads.cpp", "sem/knockouts.cpp", "sem/tree.cpp", "sem/walk.cpp"),
        *("wasm/spot.cpp", "cards/showdown.cpp", "equilibrium/lineup.cpp", "equilibrium/outcomes.cpp"),
        *("equilibrium/showdowns.cpp", "equilibrium/values.cpp", "spots/bounties.cpp", "spots/verdict.cpp"),
    ),
    "nash.wasm": (
        *("wasm/nash.cpp", "wasm/host.cpp", "cards/showdown.cpp", "cards/triples.cpp", "spots/bounties.cpp"),
        *("dcm/budget.cpp", "dcm/equities.cpp", "dcm/plan.cpp", "dcm/tree.cpp", "icm/subsets.cpp", "sem/tree.cpp"),
        *("sem/walk.cpp", "equilibrium/boards.cpp", "equilibrium/bunching.cpp", "equilibrium/dealing.cpp"),
        *("equilibrium/folders.cpp", "equilibrium/gains.cpp", "equilibrium/guess.cpp", "equilibrium/judge.cpp"),
        *("equilibrium/lineup.cpp", "equilibrium/outcomes.cpp", "equilibrium/rows.cpp", "equilibrium/scratch.cpp"),
        *("equilibrium/showdowns.cpp", "equilibrium/slopes.cpp", "equilibrium/solve.cpp", "equilibrium/sweep.cpp"),
        *("equilibrium/sweep_pairs.cpp", "equilibrium/sweep_triples.cpp", "equilibrium/values.cpp"),
    ),
    "field.wasm": (
        *("wasm/field.cpp", "wasm/host.cpp", "icm/compressed.cpp", "icm/distinct.cpp", "icm/nodes.cpp"),
        *("icm/payout_blocks.cpp", "icm/payout_transform.cpp", "icm/spectrum.cpp", "icm/time_map.cpp"),
        "icm/time_points.cpp",
    ),
}
TARGET = ("-target", "wasm32-wasi")
# The same options as for the extension, with -ffp-contract=off: the answers are the same to the last bit.
COMPILE = (
    *("-std=c++20", "-flto", "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden", "-ffp-contract=off"),
    *("-DFINALTABLE_ONE_THREAD", "-DFINALTABLE_64_BITS", "-Wall", "-Wextra", "-Werror", "-I."),
)
SIMD = {"nash.wasm": ("-msimd128",)}  # registers of 128 bits, which every browser has had since March 2023
LINK = ("-flto", "-mexec-model=reactor", "-Os", "-Wl,--gc-sections", "-Wl,--strip-all")


def main() -> None:
    """Build all modules, or those that are named, and save them in the package."""
    BUILT.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or MODULES:
        module = build(name)
        (BUILT / name).write_bytes(module)
        sys.stdout.write(f"{(BUILT / name).relative_to(ROOT)}: {len(module):,} bytes\n")


def build(name: str) -> bytes:
    """Return a module."""
    with tempfile.TemporaryDirectory() as folder:
        simd = SIMD.get(name, ())
        objects = [
            compile_one(source, "-O2" if source in FAST[name] else "-Os", folder, simd) for source in MODULES[name]
        ]
        linked = Path(folder) / name
        exports = [f"-Wl,--export={function}" for function in exported(name)]
        zig(*TARGET, *LINK, *simd, *exports, *objects, "-o", str(linked))
        return linked.read_bytes() + custom_section(SECTION, fingerprint(name).encode())


def compile_one(source: str, optimize: str, folder: str, simd: tuple[str, ...]) -> str:
    """Compile a file of the core, and return the path of the object file."""
    target = str(Path(folder) / source.replace("/", "-").replace(".cpp", ".o"))
    zig(*TARGET, *COMPILE, *simd, optimize, "-c", source, "-o", target)
    return target


def zig(*arguments: str) -> None:
    """Run the compiler, a package from PyPI with its own cache."""
    subprocess.run([sys.executable, "-m", "ziglang", "c++", *arguments], cwd=CORE, check=True)


def exported(name: str) -> list[str]:
    """Return the names of a module's C interface."""
    text = "\n".join((CORE / source).read_text() for source in MODULES[name] if source.startswith("wasm/"))
    return re.findall(r"^FINALTABLE_EXPORT .*?(\w+)\(", text, re.MULTILINE)


def fingerprint(name: str) -> str:
    """Return a digest of the sources of a module, the headers they include, and the compiler options."""
    content = hashlib.sha256(repr((FAST[name], MODULES[name], COMPILE, SIMD.get(name), LINK)).encode())
    for path in sorted(included([*MODULES[name]])):
        content.update(path.encode() + b"\0" + (CORE / path).read_bytes())
    return content.hexdigest()


def included(sources: list[str]) -> set[str]:
    """Return files and all files of the core that they include."""
    found: set[str] = set()
    left = list(sources)
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += re.findall(r'^#include "(.+)"', (CORE / path).read_text(), re.MULTILINE)
    return found


def custom_section(name: bytes, content: bytes) -> bytes:
    """Return a custom section of a module; both lengths are below 128."""
    body = bytes([len(name)]) + name + content
    return bytes([0, len(body)]) + body


if __name__ == "__main__":
    main()
