"""Files of many tables: every row in, every row out, and clear errors."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.batches import planning, text_rows
from finaltable.batches.number_lists import read_number_lists, read_numbers, read_plainly
from tests.many import ids_of, parts_of, rows_of, tables_from, write_parquet, write_rows
from tests.refused import refused

# --- input and output ------------------------------------------------------------------------------------------------


def test_every_row_group_becomes_a_part_with_the_equities_of_every_model(tmp_path: Path) -> None:
    done = ft.batch(
        write_parquet(tmp_path / "tables.parquet"), tmp_path / "out", models=["icm", {"icm": 0.5, "dcm": 0.5}]
    )
    assert (done.parts, done.tables, done.problems, done.skipped, done.set_aside) == (3, 24, 0, 0, ())
    assert parts_of(tmp_path / "out") == [f"part-00000{number}.parquet" for number in range(3)]
    assert ids_of(tmp_path / "out") == list(range(24))
    for row in rows_of(tmp_path / "out")[:4]:
        for model in ("icm", "icm:0.5,dcm:0.5" if "icm:0.5,dcm:0.5" in row else "dcm:0.5,icm:0.5"):
            alone = ft.equity(row["stacks"], row["payouts"], model=model)
            assert np.allclose(row[model], alone.equities, rtol=0, atol=2 * row["error"] + 1e-12)
        assert row["room"] == f"room {row['id'] % 3}"


def test_copied_columns_keep_their_types(tmp_path: Path) -> None:
    table = tables_from(0, 4)
    table = table.append_column("when", pa.array([1, 2, None, 4], pa.timestamp("us", "UTC")))
    table = table.append_column("more", pa.array([{"a": [1]}] * 4)).append_column(
        "kind", pa.array(["x", "y", "x", None]).dictionary_encode()
    )
    pq.write_table(table, tmp_path / "tables.parquet")
    ft.batch(tmp_path / "tables.parquet", tmp_path / "out")
    found = pq.read_table(tmp_path / "out" / "part-000000.parquet").select(table.column_names)
    assert found.schema.remove_metadata().equals(pq.read_table(tmp_path / "tables.parquet").schema.remove_metadata())
    assert found.to_pylist() == table.to_pylist()


def test_csv_and_json_lines_give_the_same_values_as_parquet(tmp_path: Path) -> None:
    rows = tables_from(0, 9).to_pylist()
    listed = [f"{row['id']};{row['stacks']};{' '.join(map(str, row['payouts']))};{row['room']}" for row in rows]
    (tmp_path / "tables.csv").write_text("\n".join(["id;stacks;payouts;room", *listed]), "utf-8-sig")
    (tmp_path / "tables.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    write_parquet(tmp_path / "tables.parquet", 9)
    for ending in ("csv", "jsonl", "parquet"):
        ft.batch(tmp_path / f"tables.{ending}", tmp_path / ending)
    expected = rows_of(tmp_path / "parquet")
    for ending in ("csv", "jsonl"):
        found = rows_of(tmp_path / ending)
        assert [row["id"] for row in found] == [str(row["id"]) for row in expected]  # texts are unchanged
        assert [row["dcm"] for row in found] == [row["dcm"] for row in expected]
        assert [row["room"] for row in found] == [row["room"] for row in expected]


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_a_text_file_cut_anywhere_has_every_line_once(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [*range(40)]
    if kind == "csv":
        (tmp_path / "t.csv").write_text(
            "id,stacks,payouts\r\n" + "".join(f"{i},{'5 ' * (i % 7)}3,2 1\r\n" for i in ids)
        )
    else:
        text = "".join(f'{{"id": {i}, "stacks": [{"5, " * (i % 7)}3], "payouts": [2, 1]}}\n\n' for i in ids)
        (tmp_path / "t.jsonl").write_text(text.rstrip())
    for piece in (29, 1000):
        monkeypatch.setattr(planning, "PIECE", piece)
        out = tmp_path / f"out-{piece}"
        done = ft.batch(tmp_path / f"t.{kind}", out, models=["icm"])
        assert ids_of(out) == ids
        assert done.tables == 40


def test_a_folder_and_several_files_are_one_source(tmp_path: Path) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    files = [write_parquet(tmp_path / "in" / "b.parquet", 5), write_parquet(tmp_path / "in/deep/a.parquet", 5, first=5)]
    (tmp_path / "in" / ".hidden").write_text("ignored")
    (tmp_path / "in" / "_SUCCESS").touch()
    assert ft.batch(tmp_path / "in", tmp_path / "folder").tables == 10
    assert ft.batch(files, tmp_path / "list").tables == 10
    assert ids_of(tmp_path / "folder") == ids_of(tmp_path / "list") == list(range(10))


def test_remote_files_are_read_and_written_by_fsspec(tmp_path: Path) -> None:
    import fsspec

    memory = fsspec.filesystem("memory")
    memory.pipe_file("/in/tables.parquet", write_parquet(tmp_path / "t.parquet").read_bytes())
    done = ft.batch("memory://in", "memory://out")
    assert (done.tables, done.where) == (24, "memory://out")
    memory.get("/out/", str(tmp_path / "out"), recursive=True)
    assert ids_of(tmp_path / "out") == list(range(24))
    assert ft.batch("memory://in", "memory://out").skipped == 3
    memory.pipe_file("/in/tables.parquet", write_parquet(tmp_path / "t.parquet", 25).read_bytes())
    with pytest.raises(ft.InputError, match=r"tables\.parquet has changed since"):
        ft.batch("memory://in", "memory://out")
    assert ft.batch(f"file://{tmp_path}/t.parquet", f"file://{tmp_path}/local").tables == 25
    memory.rm("/", recursive=True)


# --- bad rows --------------------------------------------------------------------------------------------------------


def test_bad_rows_are_kept_with_their_reason_and_do_not_stop_others(tmp_path: Path) -> None:
    stacks = [
        [5.0, 3.0],
        [5, float("nan")],
        [1e9, 1],
        [-1, 2],
        None,
        [],
        [5, None],
        [float("inf")],
        [0, 0],
        [10.0**12, 3],
    ]
    done = ft.batch(write_rows(tmp_path / "t.parquet", stacks), tmp_path / "out")
    rows = rows_of(tmp_path / "out")
    assert [row["id"] for row in rows] == list(range(10))
    good = [row["id"] for row in rows if row["problem"] is None]
    assert good == [0, 2, 9]
    assert done.problems == 7 == len([row for row in rows if row["dcm"] is None and row["error"] is None])
    assert done.first_problems[0].row == 1
    assert all(re.match(r"(stacks|payouts)\b.* must ", row["problem"]) for row in rows if row["problem"])


CSV_ROWS = (
    ("1,5 3,2 1", None),
    ("2,5 3,2 1,9", "the line must have 3 cells, got 4: '2,5 3,2 1,9'"),
    ('3,"5 3,2 1', "the line must be CSV (unexpected end of data), got '3,\"5 3,2 1'"),
    ('4,"5,3","2,1"', None),
    ("5", "the line must have 3 cells, got 1: '5'"),
    ("6,five three,2 1", "stacks must be numbers with commas or spaces between them, got 'five three'"),
    ("7,5 3,2 01", "payouts can be read in two ways (write thousands without commas), got '2 01'"),
    ("8,9007199254740992 3,2 1", "stacks must be below 9,007,199,254,740,992 in a text file"),
    ('9,"5,,3",2 1', "stacks must be numbers with commas or spaces between them, got '5,,3'"),
    ("10,[5; 3],(2/1)", None),
)


def test_a_bad_line_of_csv_costs_one_row(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,stacks,payouts\n" + "\n".join(line for line, _ in CSV_ROWS) + "\n\n")
    done = ft.batch(tmp_path / "t.csv", tmp_path / "out", models=["icm"])
    rows = rows_of(tmp_path / "out")
    for row, (line, problem) in zip(rows, CSV_ROWS, strict=True):
        assert (row["problem"] or "").startswith(problem or ""), line
        assert (row["problem"] is None) == (problem is None) == (row["icm"] is not None), line
    assert [row["id"] for row in rows if row["id"]] == ["1", "2", *map(str, range(4, 11))]
    assert (done.tables, done.problems) == (10, 7)


def test_a_bad_line_of_json_costs_one_row_and_a_late_field_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [
        '{"id": 1, "stacks": [5, 3], "payouts": [2, 1]}',
        '{"id": 2, "stacks": [5, true], "payouts": [2, 1]}',
        '{"id": 3, "stacks": [5, 3], "payouts": [2',
        "[" * 3000,
        '{"id": "\\ud800", "stacks": "5 3", "payouts": [2, 1]}',
        '{"id": 6, "stacks": [NaN, 3], "payouts": [2, 1]}',
        '{"id": 7, "stacks": [1' + "0" * 400 + '], "payouts": [2, 1]}',
        "17",
        '{"id": 9, "stacks": [5, 3], "payouts": [2, 1], "late": {"a": 1}}',
    ]
    (tmp_path / "t.jsonl").write_text("\n".join(texts))
    monkeypatch.setattr(planning, "read_names", lambda _: ["id", "stacks", "payouts"])
    done = ft.batch(tmp_path / "t.jsonl", tmp_path / "out", models=["icm"])
    rows = rows_of(tmp_path / "out")
    assert [row["problem"] is None for row in rows] == [True, False, False, False, True, False, False, False, True]
    assert (done.tables, done.problems) == (9, 6)
    assert rows[8]["more"] == '{"late": {"a": 1}}'
    assert rows[4]["id"] == "?"
    assert "JSON" in rows[3]["problem"]


def test_an_endless_line_is_one_bad_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_rows, "LONGEST", 100)
    (tmp_path / "t.csv").write_text("id,stacks,payouts\n1,5 3,2 1\n2," + "5 " * 5000 + ",2 1\n3,5 3,2 1\n")
    ft.batch(tmp_path / "t.csv", tmp_path / "out", models=["icm"])
    assert [row["problem"] is None for row in rows_of(tmp_path / "out")] == [True, False, True]


separators = st.sampled_from([",", " ", ", ", ";", " / ", "\t"])
numbers = st.one_of(
    st.integers(0, 2**54).map(str),
    st.floats(0, 1e6).map(repr),
    st.sampled_from(["", "x", "07", "nan", "1e3", "-2", ".5"]),
)
cells = st.tuples(separators, st.lists(numbers, max_size=4), st.sampled_from(["{}", "[{}]", " ({}) "])).map(
    lambda made: made[2].format(made[0].join(made[1]))
)


def read_alone(text: str) -> tuple[list[float], str | None]:
    """Return the numbers of one cell, or its problem."""
    try:
        return read_numbers(text, "stacks"), None
    except ft.InputError as error:
        return [], str(error)


@settings(max_examples=120)
@given(st.lists(cells, min_size=1, max_size=3))
def test_a_column_parsed_at_once_equals_its_cells_parsed_one_by_one(texts: list[str]) -> None:
    column = pa.array(texts)
    at_once = read_plainly(column)
    found, reasons = read_number_lists(column, "stacks")
    for number, text in enumerate(texts):
        expected, reason = read_alone(text)
        assert reasons[number] == reason
        if reason is not None:
            assert (at_once, found[number].as_py()) == (None, None)
        else:
            assert np.array_equal(found[number].as_py(), expected, equal_nan=True)
            assert at_once is None or at_once[number].as_py() == expected


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"stacks": [5, 3], "payouts": [[1], [2]]}, "lists of numbers in its column stacks, got int64 in t.parquet"),
        ({"stacks": [["5"], ["3"]], "payouts": [[1], [2]]}, "column stacks, got list<element: string> in t.parquet"),
        ({"stacks": [[5], [3]], "payouts": [True, False]}, "column payouts, got bool in t.parquet"),
        ({"stacks": [[5], [3]]}, "one column payouts, got t.parquet with stacks"),
        ({"stacks": [[5]], "payouts": [[1]], "dcm": [1]}, "from the new ones, got dcm in t.parquet"),
        (
            {"stacks": [[5]], "payouts": [[1]], "bounties": [[1]]},
            "files are valued without them (rename it to keep it",
        ),
        ({"stacks": [[5]], "payouts": [[1]], "problem": ["x"]}, "from the new ones, got problem in t.parquet"),
    ],
)
def test_a_schema_with_wrong_types_is_refused_before_the_target_is_written(
    columns: dict[str, Any], words: str, tmp_path: Path
) -> None:
    pq.write_table(pa.table(columns), tmp_path / "t.parquet")
    with pytest.raises(ft.InputError, match=re.escape(words)):
        ft.batch(tmp_path / "t.parquet", tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == [".lock"]


def test_texts_that_hold_lists_are_parsed_in_parquet_too(tmp_path: Path) -> None:
    write_rows(tmp_path / "t.parquet", ["5 3", "[7,2]", "x"], ["2 1", "3", "1"])
    ft.batch(tmp_path / "t.parquet", tmp_path / "out")
    rows = rows_of(tmp_path / "out")
    assert [row["stacks"] for row in rows] == [[5, 3], [7, 2], None]
    assert "numbers with commas" in rows[2]["problem"]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["a.parquet", "b.csv"], "files of one kind, got a.parquet and b.csv"),
        (["notes.txt"], "files that end in .parquet, .pq, .csv, .jsonl, .ndjson, got 'notes.txt'"),
        (["a.csv.gz"], "files that end in"),
        (["day=1/a.parquet"], "must not be a folder whose names hold values"),
    ],
)
def test_a_folder_that_is_not_a_source_is_refused(names: list[str], words: str, tmp_path: Path) -> None:
    for name in names:
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text("stacks,payouts\n")
    with pytest.raises(ft.InputError, match=re.escape(words)):
        ft.batch(tmp_path / "in", tmp_path / "out")


def test_files_with_different_columns_are_refused(tmp_path: Path) -> None:
    write_parquet(tmp_path / "a.parquet", 3)
    write_rows(tmp_path / "b.parquet", [[5, 3]])
    with pytest.raises(ft.InputError, match=r"same columns in every file, got a\.parquet and b\.parquet"):
        ft.batch([tmp_path / "a.parquet", tmp_path / "b.parquet"], tmp_path / "out")
    with refused("conflict", "target"):
        ft.batch(tmp_path, tmp_path / "out")
    with pytest.raises(ft.InputError, match=r"must be a file that can be read, got none\.parquet: No such file"):
        ft.batch(tmp_path / "none.parquet", tmp_path / "out2")
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "a.parquet").read_bytes()[:-9])
    with pytest.raises(ft.InputError, match=r"must be Parquet files that can be read, got cut\.parquet: "):
        ft.batch(tmp_path / "cut.parquet", tmp_path / "out3")


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.doc").write_text("years of work")
    with pytest.raises(ft.InputError, match=r"target must be empty, or hold a run of finaltable, got thesis\.doc in "):
        ft.batch(write_parquet(tmp_path / "t.parquet"), tmp_path / "out")
    (tmp_path / "out" / "thesis.doc").unlink()
    ft.batch(tmp_path / "t.parquet", tmp_path / "out")
    (tmp_path / "out" / "_manifest.json").unlink()
    with pytest.raises(ft.InputError, match="has lost its manifest"):
        ft.batch(tmp_path / "t.parquet", tmp_path / "out")
