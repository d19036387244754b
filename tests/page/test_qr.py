"""The page's QR codes, in Node, compared with those of segno under the same mask."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import segno

from tests.device import answers_of

END = re.compile(r"[0-9A-Z $%*+\-./:]*$")
BYTES, LETTERS = 4, 2  # modes of a QR code
FORMATS = (0x77C4, 0x72F3, 0x7DAA, 0x789D, 0x662F, 0x6318, 0x6C41, 0x6976)  # level L with masks 0 to 7


def random_addresses(count: int, seed: int) -> list[str]:
    """Return addresses of up to 700 characters: packed tables, and any text."""
    random = np.random.default_rng(seed)
    alphabets = ("0123456789.:*-EURK", "abcdefXYZ012/?=&é漢")
    found = []
    for i in range(count):
        letters = [*alphabets[i % 2]]
        text = "".join(random.choice(letters, int(random.integers(1, 700 if i % 2 == 0 else 400))))
        found.append(f"https://example.org/deal?t={text}")
    return found


def mask_of(code: list[list[int]]) -> int:
    """Return the mask that a code names beside its first finder."""
    row = [*code[8][:6], code[8][7], code[8][8], code[7][8], *(code[y][8] for y in range(5, -1, -1))]
    return FORMATS.index(int("".join(map(str, row)), 2))


def by_segno(text: str, mask: int) -> list[list[int]]:
    """Return the code of a text in the same modes."""
    end = END.search(text)
    assert end
    start = text[: end.start()]
    parts: Any = [*([(start, BYTES, "utf-8")] if start else []), *([(end[0], LETTERS)] if end[0] else [])]
    code = segno.make(parts, error="l", boost_error=False, micro=False, mask=mask)
    return [list(row) for row in code.matrix]


def pad_to_a_byte(buffer: Any, _version: int, length: int) -> None:
    """Pad as the standard says; segno adds a byte to data that fill whole bytes, which readers ignore."""
    buffer.extend([0] * (-length % 8))


def test_codes_are_those_of_a_well_tested_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("segno.encoder.write_padding_bits", pad_to_a_byte)
    texts = [*random_addresses(60, 3), "a", "HTTP://X/1", "https://finaltable.example/deal?t=3:41.5*2:9EUR"]
    for text, code in zip(texts, answers_of([{"kind": "code", "text": text} for text in texts]), strict=True):
        assert code is not None
        assert code == by_segno(text, mask_of(code)), text


def test_a_text_that_is_too_long_to_scan_has_no_code() -> None:
    [code] = answers_of([{"kind": "code", "text": "x" * 2000}])
    assert code is None


@pytest.mark.parametrize("players", [2, 9])
def test_the_link_of_a_table_has_a_small_code(players: int) -> None:
    stacks = ".".join(["4125", "3380", "2910", "2400", "1985", "1470", "1455", "910", "615"][:players])
    prizes = ".".join(["1520", "1014", "725", "540", "406", "303", "228", "172", "132"][:players])
    [code] = answers_of([{"kind": "code", "text": f"https://finaltable.example/deal?t=3:{stacks}*2:{prizes}EUR"}])
    assert len(code) <= 37
