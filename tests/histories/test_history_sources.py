"""Sources of hand histories: files in any encoding, folders, archives; a problem for any other file."""

from __future__ import annotations

import tracemalloc
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

import finaltable as ft
from finaltable.histories import history_files, reading
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


def test_a_path_a_text_and_bytes_are_distinguished(tmp_path: Path) -> None:
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
        ("photo.png", PHOTO, "the file is not text, but perhaps a picture, a program or a database"),
        ("letter.txt", b"Dear Ana,\nthank you.", "this is not a hand of a supported room: 'Dear Ana,'"),
        ("cut.txt", STARS[:300].encode(), "the hand is cut off: it has no summary"),
        ("cash.txt", changed(STARS, ("Tournament #77, $10.00+$1.00 USD", ""), (" - Level IV (50/100)", "")).encode(),
         "a cash game: Hold'em No Limit"),
        ("broken.zip", packed(a=STARS)[:200], "the archive is broken: "),
        ("nested.zip", packed(**{"in.zip": packed(a=STARS)}),
         "the file is not read: it is an archive within an archive"),
        ("bomb.zip", packed(bomb=b"\0" * (5 << 20)),
         "the file is not read: it is compressed by more than a factor of 200"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_a_history_is_reported_and_the_others_are_read(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    (tmp_path / name).write_bytes(content)
    (tmp_path / "good.txt").write_text(STARS_NEXT, "utf-8")
    history = ft.read_history([tmp_path / name, tmp_path / "good.txt"])
    [problem] = history.problems
    assert problem.file.startswith(name)
    assert problem.reason.startswith(words)
    assert [hand.id for hand in history.hands] == ["5002"]


def test_a_broken_file_in_an_archive_does_not_affect_the_others() -> None:
    data = bytearray(packed(a=STARS, b=STARS_NEXT))
    data[60:70] = b"\xff" * 10  # within the first file
    history = ft.read_history(bytes(data))
    assert [hand.id for hand in history.hands] == ["5002"]
    [problem] = history.problems
    assert problem.file == "bytes/a"
    assert problem.reason.startswith("the file is not read, the archive is broken: ")


def test_encryption_and_other_compressions_are_reported() -> None:
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a", STARS)
    assert "use the usual compression (deflate)" in ft.read_history(data.getvalue()).problems[0].reason
    secret = bytearray(packed(a=STARS))
    secret[secret.index(b"PK\x01\x02") + 8] |= 1
    assert ft.read_history(bytes(secret)).problems[0].reason == "the file is not read: it is encrypted"


def test_text_before_the_first_hand_is_reported_with_its_line() -> None:
    history = ft.read_history("\n\nMy best session\n\n" + STARS)
    assert [(p.line, p.reason) for p in history.problems] == [
        (3, "this is not a hand of a supported room: 'My best session'")
    ]
    assert history.hands[0].line == 5


def test_exceeded_limits_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_files, "MAX_BYTES", 1_580)
    monkeypatch.setattr(history_files, "MAX_FILES", 2)
    archive = ft.read_history(packed(a=STARS, b=STARS_NEXT, c=GG))
    assert "only the first 2 files of the archive are read" in archive.problems[0].reason
    assert "the archive holds more than 0 MB" in archive.problems[1].reason
    assert len(archive.hands) == 1
    assert "it has more than 1,580 characters" in ft.read_history(STARS * 3).problems[0].reason
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(STARS_NEXT, "utf-8")
    assert "only the first 2 files" in ft.read_history(tmp_path).problems[0].reason


def test_the_number_of_hands_and_problems_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_HANDS", 1)
    history = ft.read_history([STARS, STARS_NEXT, GG])
    assert [hand.id for hand in history.hands] == ["5001"]
    assert history.problems[0].reason == "reading stops here, after 1 hand"
    monkeypatch.setattr(reading, "MAX_PROBLEMS", 2)
    marks = ft.read_history("PokerStars Hand #\n" * 9).problems
    assert [problem.line for problem in marks] == [1, 2, 3]
    assert marks[2].reason == "reading stops here, after 2 problems"


def test_a_missing_file_raises(tmp_path: Path) -> None:
    with pytest.raises(ft.InputError, match="files must be a file that can be read, got"):
        ft.read_history("nowhere.txt")
    with refused("missing", "files"):
        ft.read_history([])
    assert ft.read_history(tmp_path).problems[0].reason == "the folder has no files"


@pytest.mark.parametrize("first", ["", STARS.partition("\n")[0] + "\n", "PokerStars Tournament #1, No Limit Hold'em\n"])
def test_reading_many_short_lines_takes_little_memory(first: str) -> None:
    text = first + "AB\n" * 100_000
    ft.read_history("AB\nAB\n")  # load the modules
    tracemalloc.start()
    try:
        ft.read_history(text)
        assert tracemalloc.get_traced_memory()[1] < 5 * len(text)
    finally:
        tracemalloc.stop()
