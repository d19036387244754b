"""Without the modules that Windows lacks: commands that do not need them work, others explain why not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.program import environment

LACKING = ("fcntl", "grp", "pwd", "resource", "termios", "uvloop")
HIDE = f"import sys; sys.modules |= dict.fromkeys({LACKING})"
# The server is stopped right after its start, when its loop is chosen and all modules are loaded.
START = """
import threading
from finaltable.web.limits import Limits
from finaltable.web.server import make_server, serve_until_stopped

server = make_server("127.0.0.1", 0, Limits(), quiet=True)
threading.Timer(0.5, lambda: setattr(server, "should_exit", True)).start()
serve_until_stopped(server, lambda addresses: print(*addresses))
assert server.started
"""
COMMAND = "from finaltable.cli import main; main()"


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code with these modules hidden."""
    line = [sys.executable, "-c", f"{HIDE}\n{code}", *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=200, env=environment())


def test_the_command_line_works() -> None:
    found = run(COMMAND, "compare", "1000", "500", "100", "-p", "100,50")
    assert (found.returncode, found.stderr) == (0, "")
    assert "80.79" in found.stdout


@pytest.mark.slow
def test_the_page_is_served() -> None:
    found = run(START)
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("http://127.0.0.1:")


def test_batch_explains_why_it_does_not_work(tmp_path: Path) -> None:
    source = tmp_path / "tables.csv"
    source.write_text("id,stacks,payouts\n1,3 2 1,2 1\n", "utf-8")
    found = run(COMMAND, "batch", str(source), "--output", str(tmp_path / "values"))
    assert found.returncode == 2
    assert found.stderr.startswith("finaltable: batch needs Linux or macOS: Windows locks files in another way")
