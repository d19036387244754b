"""The documentation site builds without warnings and needs no other host."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

import finaltable as ft
from finaltable.web.api import QUESTIONS, request_fields
from tests.browsing import open_browser
from tests.documents import ROOT


@pytest.fixture(scope="module")
def site() -> Path:
    build = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    run = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False, timeout=200)
    assert run.returncode == 0, run.stdout + run.stderr
    return ROOT / "site"


def test_every_page_is_in_the_contents() -> None:
    named = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text("utf-8").partition("nav:")[2]))
    assert named == {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}


def test_nothing_is_fetched_from_another_host(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        text = page.read_text("utf-8")
        assert not re.findall(r"<(?:script|img|iframe)[^>]*\ssrc=\"?(?:https?:)?//[^>]*>", text), page
        assert not re.findall(r"<link[^>]*\shref=\"?(?:https?:)?//[^>]*>", text), page
        assert not re.findall(r"@import[^;]*//|url\([\"']?(?:https?:)?//", text), page


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    pages = [page for page in (site / "reference").glob("*.html") if page.stem != "commands"]  # named like functions
    reference = "".join(page.read_text("utf-8") for page in pages)
    described = set(re.findall(r"<h2 id=[^>]*>(\w+)<", reference))
    assert set(ft.__all__) - {"__version__"} <= described


def test_every_question_of_the_api_is_in_the_reference(site: Path) -> None:
    page = "".join((site / "reference" / f"http-{part}.html").read_text("utf-8") for part in ("api", "questions"))
    for name, question in QUESTIONS.items():
        assert f"POST /api/v1/{name}" in page
        for field in request_fields(question):
            assert f"<code>{field}</code>" in page, (name, field)


def test_docstrings_show_their_examples_as_code(site: Path) -> None:
    page = (site / "reference" / "models.html").read_text("utf-8")
    assert page.count("&gt;&gt;&gt;") + page.count('<span class="o">&gt;&gt;&gt;</span>') >= 8
    assert "&gt;&gt;&gt;" not in re.sub(r"<pre.*?</pre>", "", page, flags=re.DOTALL)


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with open_browser() as browser:
        yield browser.new_page()


def test_the_site_and_its_search_work_from_files(site: Path, page: Page) -> None:
    elsewhere: list[str] = []
    page.on("request", lambda request: None if request.url.startswith("file:") else elsewhere.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("/")
    page.get_by_role("combobox", name="Search").press_sequentially("bubble", delay=20)
    page.get_by_role("option", name="Bubble factors").first.wait_for(timeout=20_000)
    assert elsewhere == []


@pytest.mark.parametrize("name", ["how-to/agree-on-a-deal", "reference/models", "how-it-works/index", "paper"])
def test_a_page_fits_a_narrow_window(site: Path, page: Page, name: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto((site / f"{name}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
