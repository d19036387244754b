"""The examples of the API's documentation run, in every language, and get the same answer."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import Any

import pytest

from finaltable.web.api import QUESTIONS
from finaltable.web.described import describe
from tests.device import node
from tests.serving import Served

ADDRESS = re.compile(r"(?:http://)?localhost:8000")
UNTIMED = sorted(set(QUESTIONS) - {"nash", "decide", "push", "review", "tournament", "train"})  # without a time limit


def example(served: Served, question: str, language: str) -> str:
    """Return an example, for this server."""
    return ADDRESS.sub(served.address, describe(question, QUESTIONS[question])["examples"][language])


def by_python(served: Served, question: str) -> Any:
    names: dict[str, Any] = {}
    exec(example(served, question, "Python"), names)
    return names["answer"]


def by_javascript(served: Served, question: str) -> Any:
    program = example(served, question, "JavaScript") + "\nconsole.log(JSON.stringify(answer));"
    command = [node(), "--input-type=module", "--eval", program]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout)


def by_curl(served: Served, question: str) -> Any:
    line = ["bash", "-c", example(served, question, "curl")]
    return json.loads(subprocess.run(line, capture_output=True, text=True, check=True, timeout=120).stdout)


@pytest.mark.parametrize("question", UNTIMED)
def test_examples_in_all_languages_get_the_same_answer(served: Served, question: str) -> None:
    answer = by_python(served, question)
    assert "code" not in answer
    assert by_javascript(served, question) == answer
    if shutil.which("curl"):
        assert by_curl(served, question) == answer


@pytest.mark.slow
@pytest.mark.parametrize("question", sorted(set(QUESTIONS) - set(UNTIMED)))
def test_examples_that_take_long_are_answered(served: Served, question: str) -> None:
    assert set(by_javascript(served, question)) == set(by_python(served, question))
