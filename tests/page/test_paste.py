"""The page's reader of pasted lists, in Node, compared with Python's."""

from __future__ import annotations

from typing import Any

import numpy as np

from finaltable.errors import InputError
from finaltable.table.paste import Pasted, read_pasted
from tests.device import answers_of
from tests.table.test_pasting import PLAYERS, PRIZES

PIECES = (
    *(
        "Ana",
        "Bo",
        "李",
        "O'Neil",
        "Seat 1:",
        "seat #2",
        "1st",
        "2nd:",
        "3.",
        "4)",
        "1er",
        "2e",
        "1. Platz",
        "•",
        "-",
        "and",
    ),
    *(
        "1,240,000",
        "860k",
        "1.2m",
        "20 000",
        "20\u00a0000",
        "9\u202f500",
        "212.223",
        "1.200.000",
        "12,5",
        ".5",
        "0",
        "000",
    ),
    *(
        "1.2.3",
        "14'000",
        "1_000",
        "9" * 19,
        "1,20,3",
        "€",
        "$",
        "R$",
        "£ 5",
        "5 €",
        "%",
        "40 %",
        "(24 BB)",
        "12.5bb",
        "8 bbs",
        "in chips",
    ),
    *(
        "chips",
        "Total",
        "avg",
        "Level",
        "ante",
        "Prizes:",
        "payouts =",
        "name",
        "stack",
        "bounty",
        "***",
        "Bo: posts 5",
    ),
    *(
        " ",
        " ",
        " ",
        " ",
        ", ",
        ",",
        "; ",
        "/",
        " / ",
        ":",
        "=",
        "(",
        ")",
        "|",
        "–",
        "\t",
        "\t",
        "\n",
        "\n",
        "\n",
        "\r\n",
        '"',
    ),
)


def random_texts(count: int, seed: int) -> list[str]:
    """Return texts of pieces that lists have, in any order."""
    random = np.random.default_rng(seed)
    return [
        "".join(PIECES[i] for i in random.integers(len(PIECES), size=int(random.integers(1, 25)))) for _ in range(count)
    ]


def read(text: str) -> dict[str, Any]:
    """Return what Python reads."""
    try:
        return read_pasted(text)._asdict()
    except InputError:
        return Pasted((), ())._asdict()


def test_the_page_reads_pasted_lists_as_python_does() -> None:
    texts = [text for text, *_ in (*PLAYERS, *PRIZES)] + random_texts(6000, 21)
    read_both = 0
    for text, found in zip(texts, answers_of([{"kind": "paste", "text": text} for text in texts]), strict=True):
        expected = {name: list(value) if isinstance(value, tuple) else value for name, value in read(text).items()}
        nothing = not (expected["stacks"] or expected["payouts"])
        assert {**found, **({"unread": []} if nothing else {})} == expected, text
        read_both += not nothing
    assert read_both > 1000
