"""A server with only the packages that it requires: those of the other extras are hidden."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.program import environment

HIDE = "import sys; sys.modules.update(dict.fromkeys(('pyarrow', 'matplotlib', 'pandas', 'polars', 'dask', 'mcp')))"
PAGES = ("/", "/docs", "/openapi.json", "/deal", "/sw.js", "/health")
QUESTIONS = ("deal", "decide", "equity", "history", "nash", "push", "review", "tournament", "train")
ASK = f"""
import json
from finaltable.asking import find_question
from tests.serving import asking

client = asking(raise_server_exceptions=False)
statuses = {{path: client.get(path).status_code for path in {PAGES}}}
for name in {QUESTIONS}:
    statuses[name] = client.post(f"/api/v1/{{name}}", json=dict(find_question(name).example)).status_code
print(json.dumps(statuses))
"""


@pytest.mark.slow
def test_pages_descriptions_and_answers_need_no_other_extra() -> None:
    line = [sys.executable, "-c", HIDE + ASK]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=200, env=environment())
    assert done.returncode == 0, done.stderr
    statuses = json.loads(done.stdout)
    assert len(statuses) == len(PAGES + QUESTIONS)
    assert set(statuses.values()) == {200}, statuses
