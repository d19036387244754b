"""Files below a folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from finaltable.table.folders import files_below

LONGEST = 3_500  # characters of a path that every system of the tests allows


def test_files_come_by_name_without_hidden_ones_and_links_to_folders(tmp_path: Path) -> None:
    for name in ("b/2.txt", "b/1.txt", "a.txt", "c.txt", ".hidden", ".git/x", "__MACOSX/x", "b/Thumbs.db"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "lost").symlink_to("nowhere")
    (tmp_path / "link").symlink_to("a.txt")
    os.mkfifo(tmp_path / "pipe")
    found = dict(files_below(tmp_path))
    assert list(found) == ["a.txt", "b/1.txt", "b/2.txt", "c.txt", "link"]
    assert found["b/1.txt"] == tmp_path / "b" / "1.txt"
    assert next(name for name, _ in files_below(tmp_path, lambda name: "" if name == "c.txt" else name)) == "c.txt"
    assert list(files_below(tmp_path / "none")) == []


def test_folders_may_be_deeper_than_functions_may_call_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    depth = sys.getrecursionlimit() + 50
    assert len(str(tmp_path)) + 2 * depth < LONGEST
    monkeypatch.chdir(tmp_path)
    for _ in range(depth):
        os.mkdir("d")  # noqa: PTH102 (a path from the top would take quadratic time)
        os.chdir("d")
    Path("hands.txt").write_text("x")
    try:
        assert [name.count("/") for name, _ in files_below(tmp_path)] == [depth]
    finally:  # pytest could not remove them
        Path("hands.txt").unlink()
        for _ in range(depth):
            os.chdir("..")
            os.rmdir("d")  # noqa: PTH106
