"""Where hands come from: files in any encoding, folders, archives. What is no history gets a sentence."""

from __future__ import annotations

import tracemalloc
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

import finaltable as ft
from finaltable.histories import reading, sources
from tests.refused import refused
from tests.short_histories import GG, STARS, STARS_NEXT, WINAMAX, changed

PHOTO = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 4


def packed(**files: str | bytes) -> bytes:
    """A zip archive."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_files_of_every_encoding_and_line_end_give_the_same_hand(encoding: str, ends: str) -> None:
    text = changed(WINAMAX, ("Bo", "Zoë"))
    history = ft.read_history(text.replace("\n", ends).encode(encoding))
    assert history.problems == ()
    assert history.hands[0].names == ("Ana", "Zoë")
    assert history.hands[0].tournament.currency == "€"
    assert history.hands[0].actions[0].line == 6


def test_a_path_a_text_and_bytes_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(STARS, "utf-8")
    names = [ft.read_history(source).hands[0].file for source in (file, str(file), STARS, STARS.encode())]
    assert names == ["hands.txt", "hands.txt", "text", "bytes"]


def test_a_folder_is_read_with_its_folders_and_archives(tmp_path: Path) -> None:
    (tmp_path / "2019").mkdir()
    (tmp_path / "2019" / "b.txt").write_text(STARS, "utf-8")
    (tmp_path / "a.zip").write_bytes(packed(**{"gg/one.txt": GG, "two.txt": WINAMAX, "__MACOSX/two.txt": "x"}))
    (tmp_path / ".hidden").write_text("x", "utf-8")
    history = ft.read_history(tmp_path)
    assert history.problems == ()
    assert [hand.file for hand in history.hands] == [str(Path("2019/b.txt")), "a.zip/gg/one.txt", "a.zip/two.txt"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.txt", b"", "the file is empty"),
        ("blank.txt", b"\xef\xbb\xbf \r\n\r\n", "the file is empty"),
        ("photo.png", PHOTO, "the file is not text: a picture, a program or a database"),
        ("letter.txt", b"Dear Ana,\nthank you.", "no hand of a known room begins here: 'Dear Ana,'"),
        ("cut.txt", STARS[:300].encode(), "the hand is cut off: it has no summary"),
        ("cash.txt", changed(STARS, ("Tournament #77, $10.00+$1.00 USD", ""), (" - Level IV (50/100)", "")).encode(),
         "a cash game: Hold'em No Limit"),
        ("broken.zip", packed(a=STARS)[:200], "the archive is broken: "),
        ("nested.zip", packed(**{"in.zip": packed(a=STARS)}), "an archive within an archive is not read"),
        ("bomb.zip", packed(bomb=b"\0" * (5 << 20)), "the file is packed more than 200 times: it is not read"),
    ],
)  # fmt: skip
def test_what_is_no_history_gets_a_sentence_and_the_other_files_are_read(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    (tmp_path / name).write_bytes(content)
    (tmp_path / "good.txt").write_text(STARS_NEXT, "utf-8")
    history = ft.read_history([tmp_path / name, tmp_path / "good.txt"])
    [problem] = history.problems
    assert problem.file.startswith(name)
    assert problem.reason.startswith(words)
    assert [hand.id for hand in history.hands] == ["5002"]


def test_a_file_that_is_broken_in_an_archive_costs_no_other() -> None:
    data = bytearray(packed(a=STARS, b=STARS_NEXT))
    data[60:70] = b"\xff" * 10  # within the first file
    history = ft.read_history(bytes(data))
    assert [hand.id for hand in history.hands] == ["5002"]
    [problem] = history.problems
    assert (problem.file, problem.reason.partition(":")[0]) == ("bytes/a", "the archive is broken here")


def test_an_archive_that_is_encrypted_or_packed_otherwise_is_told() -> None:
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a", STARS)
    assert "packed in a way that is not read" in ft.read_history(data.getvalue()).problems[0].reason
    secret = bytearray(packed(a=STARS))
    secret[secret.index(b"PK\x01\x02") + 8] |= 1
    assert ft.read_history(bytes(secret)).problems[0].reason == "the file is encrypted"


def test_text_before_the_first_hand_is_told_with_its_line() -> None:
    history = ft.read_history("\n\nMy best session\n\n" + STARS)
    assert [(p.line, p.reason) for p in history.problems] == [
        (3, "no hand of a known room begins here: 'My best session'")
    ]
    assert history.hands[0].line == 5


def test_bounds_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_BYTES", 1_580)
    monkeypatch.setattr(sources, "MAX_FILES", 2)
    archive = ft.read_history(packed(a=STARS, b=STARS_NEXT, c=GG))
    assert "an archive must have at most 2 files: the others are not read" in archive.problems[0].reason
    assert "at most 0 MB together" in archive.problems[1].reason
    assert len(archive.hands) == 1
    assert "a text must have at most 1,580 characters" in ft.read_history(STARS * 3).problems[0].reason
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(STARS_NEXT, "utf-8")
    assert "at most 2 files" in ft.read_history(tmp_path).problems[0].reason


def test_no_more_hands_are_kept_than_memory_is_meant_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_HANDS", 1)
    history = ft.read_history([STARS, STARS_NEXT, GG])
    assert [hand.id for hand in history.hands] == ["5001"]
    assert history.problems[0].reason == "at most 1 hands are read at once: this one and all after it are not"
    monkeypatch.setattr(reading, "MAX_PROBLEMS", 2)
    marks = ft.read_history("PokerStars Hand #\n" * 9).problems
    assert [problem.line for problem in marks] == [1, 2, 3]
    assert marks[2].reason == "at most 2 problems are read at once: this one and all after it are not"


def test_a_name_that_is_no_file_raises(tmp_path: Path) -> None:
    with pytest.raises(ft.InputError, match="files must be a file that can be read, got"):
        ft.read_history("nowhere.txt")
    with refused("missing", "files"):
        ft.read_history([])
    assert ft.read_history(tmp_path).problems[0].reason == "the folder has no files"


@pytest.mark.parametrize("first", ["", STARS.partition("\n")[0] + "\n", "PokerStars Tournament #1, No Limit Hold'em\n"])
def test_very_many_short_lines_take_little_more_memory_than_their_text(first: str) -> None:
    text = first + "AB\n" * 100_000
    ft.read_history("AB\nAB\n")  # what reading needs is loaded
    tracemalloc.start()
    try:
        ft.read_history(text)
        assert tracemalloc.get_traced_memory()[1] < 5 * len(text)
    finally:
        tracemalloc.stop()
