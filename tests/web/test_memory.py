"""Memory of the server: what a large request used goes back to the system."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from finaltable.web.memory import trimmer
from tests.program import environment

# A process of its own: other tests leave memory behind, too.
SEND = """
import base64, io, json, random, zipfile
from pathlib import Path
from finaltable.web.memory import trimmer
from tests.serving import asking

def memory_after(lines):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("hands.txt", "".join(random.choices(("AB\\n", "AC\\n"), k=lines)))
    file = {"name": "hands", "base64": base64.b64encode(packed.getvalue()).decode()}
    client.post("/api/v1/history", json={"files": [file]}).raise_for_status()
    trimmer()(0)
    status = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("VmRSS")).split()[1]) // 1024

with asking() as client:
    print(json.dumps([memory_after(lines) for lines in (10, 2_700_000)]))
"""


@pytest.mark.slow
@pytest.mark.skipif(trimmer() is None, reason="the C library has no malloc_trim")
def test_a_worker_keeps_little_memory_after_a_large_file() -> None:
    line = [sys.executable, "-c", SEND]
    done = subprocess.run(line, capture_output=True, text=True, check=True, timeout=200, env=environment())
    before, after = json.loads(done.stdout)
    assert after < before + 12, (before, after)  # MB; with the limits of glibc it is 27
