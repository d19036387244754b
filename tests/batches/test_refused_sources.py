"""Sources and targets of batches that are refused before any work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import finaltable as ft
from tests.many import write_parquet
from tests.refused import refused


@pytest.mark.parametrize("ask", ["equity", "review"])
@pytest.mark.parametrize(("source", "code"), [(7, "wrong_type"), ([7], "file_failed"), ("a\0b", "file_failed")])
def test_a_source_must_be_the_name_of_a_file_or_a_folder(ask: str, source: Any, code: str, tmp_path: Path) -> None:
    with refused(code, "source"):
        ft.batch(source, tmp_path / "out", ask=ask)


def test_a_file_may_be_named_only_once(tmp_path: Path) -> None:
    tables = write_parquet(tmp_path / "tables.parquet")
    with refused("duplicate", "source"):
        ft.batch([tables, tables], tmp_path / "out")


@pytest.mark.parametrize("target", [7, "a\0b"])
def test_a_target_must_be_the_name_of_a_folder(target: Any, tmp_path: Path) -> None:
    with refused("file_failed", "target"):
        ft.batch(write_parquet(tmp_path / "tables.parquet"), target)


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("tables.csv", "stacks;prizes\n5 3;1\n", "missing"),
        ("tables.csv", "x" * 10_000_000, "too_long"),
        ("tables.jsonl", "[1, 2]\n", "wrong_format"),
    ],
)
def test_a_file_without_tables_is_refused(name: str, content: str, code: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    with refused(code, "source"):
        ft.batch(tmp_path / name, tmp_path / "out")
