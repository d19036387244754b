"""A client generated from the OpenAPI description asks a server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from finaltable.web.api import QUESTIONS
from finaltable.web.openapi import describe_api
from tests.serving import serving

PROGRAM = """
import sys
from finaltable_client import Client
from finaltable_client.api.api import equity, range_
from finaltable_client.models import EquityRequest, RangeRequest

client = Client(base_url=sys.argv[1])
found = equity.sync(client=client, body=EquityRequest(stacks=[1000, 500, 100], payouts=[100, 50]))
print(type(found).__name__, round(found.equities[0], 2), found.guaranteed)
hands = range_.sync(client=client, body=RangeRequest(hands=["QQ+"]))
print(hands.combos)
refused = equity.sync_detailed(client=client, body=EquityRequest(stacks=[1000, -5], payouts=[100]))
print(refused.status_code.value, type(refused.parsed).__name__, refused.parsed.code, refused.parsed.message)
"""
ASKED = """\
Equity 80.79 True
18.0
422 Problem negative stacks[1] must not be negative, got -5
"""


def test_operations_have_short_stable_ids() -> None:
    described = describe_api()
    ids = {path: item["post"]["operationId"] for path, item in described["paths"].items()}
    assert ids == {f"/api/v1/{name}": name for name in QUESTIONS}


@pytest.mark.slow
def test_a_generated_client_asks_and_is_refused(tmp_path: Path) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(describe_api()), "utf-8")
    (tmp_path / "config.yml").write_text(
        "project_name_override: client\npackage_name_override: finaltable_client\n"
        "use_path_prefixes_for_title_model_names: false\n"
    )
    generator = Path(sys.executable).with_name("openapi-python-client")
    options = ["generate", "--path", "openapi.json", "--config", "config.yml", "--meta", "none"]
    there = {**os.environ, "PATH": f"{generator.parent}{os.pathsep}{os.environ['PATH']}"}
    made = subprocess.run(
        [generator, *options], cwd=tmp_path, env=there, capture_output=True, text=True, check=False, timeout=120
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert "Skipping" not in made.stdout, made.stdout
    operations = {file.stem.rstrip("_") for file in (tmp_path / "finaltable_client" / "api" / "api").glob("[!_]*.py")}
    assert operations == set(QUESTIONS)
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    with serving() as served:
        command = [sys.executable, "program.py", served.address]
        asked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (asked.stdout, asked.stderr) == (ASKED, "")
