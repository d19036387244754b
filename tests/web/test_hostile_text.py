"""Texts made to cost time: the work of every reader grows no faster than the text, and what is too long is refused.

A new reader is one line in tests/text_readers.py; a test below fails while it is missing. Costs are compared between
lengths within one run, and with a plain look at every character of the same text; no test asserts a time.
"""

from __future__ import annotations

import inspect
import pkgutil
import random
import re
import time
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import pairwise

import pytest

import finaltable
import finaltable as ft
from finaltable.cards.range import MAX_RANGE, MAX_TOKEN, MAX_TOKENS
from finaltable.table.file_bytes import MAX_BYTES
from finaltable.table.files import WrittenTable, read_document
from finaltable.table.names import MAX_NAME
from finaltable.table.paste import MAX_PASTED
from finaltable.table.table import check_names
from finaltable.table.text import (
    MAX_AMOUNT,
    MAX_LINE,
    MAX_LIST,
    read_amount,
    split_list,
)
from tests.text_readers import NOT_OF_TEXT, READERS, Read

OPENINGS = ("", "1", "AA", "Ana ", "Ana=", "Prizes:", "name,stack\nAna,", '{"stacks": "', '{"stacks": [', "Ana\t1\t")
PUMPS = (
    *(*"1.,'_ \t\n;/:=|-+%€(){[\"eke0", "\u00a0", "\u202f", "\u3000", "\u200b", "\u0301"),
    *("1,", "1.", "1 ", "111 ", "111,", "111.", "0,", "1k ", "1e9", "9999999999", "€ ", "1€ ", "1%,", "(1", "1)", "()"),
    *(
        "in ",
        "chips ",
        "bb",
        "1bb ",
        "and ",
        "1) ",
        "- ",
        "a=",
        "a=1,",
        "Ana,",
        "Ana 1\n",
        "a\t1\t",
        "1\t",
        "Prizes: 1\n",
        "1x",
        "1x1,",
        "x ",
    ),
    *(
        "AA,",
        "AA ",
        "AA-",
        "AA:",
        "AA:1,",
        "AhKh ",
        "any,",
        "20% ",
        "[1,",
        '{"a":',
        '"",',
        "\u0301\u0316",
        "\ufdfa",
        "ﬀ",
    ),
)
ENDINGS = ("", "x", "1", "\nb 1", '"]}')
LENGTHS = (500, 2_000, 8_000)
NAMED = {  # attacks that once blocked the server
    "digits, then dots": ("", ("1", "."), "x\nb 1"),
    "digits alone": ("", ("1",), ""),
    "spaces behind a digit": ("1", (" ",), "x"),
    "spaces behind a pair": ("AA", (" ",), "x"),
    "digits in big blinds": ("", ("1",), "b"),
    "an open bracket": ("(", ("1",), ""),
}
Attack = tuple[str, tuple[str, ...], str]


def attacks(seed: str) -> Iterator[Attack]:
    """Return all pumps alone, with a prefix and with a suffix; then some mixed ones, the same in every run."""
    yield from NAMED.values()
    draw = random.Random(seed)
    for pump in PUMPS:
        yield "", (pump,), ""
        yield draw.choice(OPENINGS), (pump,), draw.choice(ENDINGS[1:])
    for _ in range(60):
        yield draw.choice(OPENINGS), tuple(draw.sample(PUMPS, draw.choice((2, 2, 3)))), draw.choice(ENDINGS)


def grown(attack: Attack, length: int) -> str:
    """Return an attack of about this length."""
    opening, pumps, ending = attack
    share = length // len(pumps)
    return opening + "".join((pump * share)[:share] for pump in pumps) + ending


def cost(read: Read, text: str) -> float:
    """Return the CPU time of this thread, independent of other load."""
    started = time.thread_time()
    with suppress(ft.InputError):
        read(text)
    return time.thread_time() - started


def looked_at(text: str) -> object:
    """Do simple work that is linear in the text."""
    return [unicodedata.category(letter) for letter in text]


def excess(read: Read, shorter: str, longer: str) -> float:
    """How far the cost is above linear growth: at most 1 for a linear reader, about 2 for a quadratic one, more beyond.

    Four times the text may cost eight times as much, and some looks at every character on top. The least of several
    costs counts, so that a busy machine is not taken for a slow reader: more are taken until it looks linear.
    """
    before = min(cost(read, shorter) for _ in range(2))
    now = cost(read, longer)
    if now <= 8 * before:
        return now / (8 * before)  # linear: no need to measure the cost per character
    plain = cost(looked_at, longer)
    for _ in range(12):
        if now <= 8 * before + 4 * plain:
            break
        before, now = min(before, cost(read, shorter)), min(now, cost(read, longer))
    return now / (8 * before + 4 * plain)


@pytest.mark.parametrize("name", READERS)
def test_the_cost_of_parsing_grows_linearly(name: str) -> None:
    read = READERS[name]
    for attack in attacks(name):
        cost(read, grown(attack, 40))  # warm up imports and caches
        for shorter, longer in pairwise(LENGTHS):
            assert excess(read, grown(attack, shorter), grown(attack, longer)) <= 1, attack


def test_a_quadratic_reader_is_detected() -> None:
    slow = re.compile(r"1\s*k?\s*%?").fullmatch  # an earlier parser of amounts
    attack = NAMED["spaces behind a digit"]
    assert any(excess(slow, grown(attack, shorter), grown(attack, 4 * shorter)) > 1 for shorter in (250, 500, 1_000))


def test_all_parsing_functions_are_tested() -> None:
    for module in pkgutil.walk_packages(finaltable.__path__, "finaltable."):
        if ".web" in module.name or module.name.endswith("__main__"):
            continue
        found = inspect.getmembers(import_module(module.name), inspect.isfunction)
        own = {f"{f.__module__}.{name}".removeprefix("finaltable.") for name, f in found if f.__module__ == module.name}
        readers = {name for name in own if name.rpartition(".")[2].startswith(("read_", "split_li", "split_u"))}
        assert readers <= {*READERS, *NOT_OF_TEXT}


@pytest.mark.parametrize(
    ("reader", "text", "words"),
    [
        ("table.text.read_amount", "1" * (MAX_AMOUNT + 1), f"field must be at most {MAX_AMOUNT} characters, got"),
        (
            "table.text.read_amount",
            "1" + " " * 30_000 + "x",
            f"field must be at most {MAX_AMOUNT} characters, got 30,002",
        ),
        ("table.text.read_blinds", "1" * 500 + "bb", f"field must be at most {MAX_AMOUNT} characters, got 500"),
        ("table.text.read_player", "9" * 5000, f"player must be at most {MAX_LINE} characters, got 5,000"),
        ("table.text.read_players", "1," * MAX_LIST, f"field must be at most {MAX_LIST:,} characters"),
        ("table.text.read_pairs", "1=1," * MAX_LIST, f"field must be at most {MAX_LIST:,} characters"),
        ("table.text.read_small_and_big", "1/" + "2" * 300, f"blinds must be at most {MAX_LINE} characters"),
        ("table.text.split_list", "1 " * MAX_LIST, f"field must be at most {MAX_LIST:,} characters"),
        ("deals.terms.check_leave", "1 " * MAX_LIST, f"leave must be at most {MAX_LIST:,} characters"),
        ("table.paste.read_pasted", "1" * (MAX_PASTED + 1), f"paste must be at most {MAX_PASTED:,} characters"),
        ("table.paste.read_pasted", "1" * 19_990, "paste must hold players and their chips, or prizes"),
        ("table.paste.read_pasted", "a\t" + "1" * 300, "paste must hold players and their chips, or prizes"),
        ("cards.range.read_range", "AA," * MAX_RANGE, f"range must be at most {MAX_RANGE:,} characters"),
        ("cards.range.read_range", "AA," * (MAX_TOKENS + 1), f"range must have at most {MAX_TOKENS:,} hands"),
        ("cards.range.read_range", "AA, " + "9" * 99 + "%", f"range, token 2 must be at most {MAX_TOKEN} characters"),
        (
            "table.table.check_names",
            "Ana," + "B" * (MAX_NAME + 1),
            f"names[1] must be at most {MAX_NAME} characters, got 81",
        ),
        (
            "table.files.read_json",
            '{"stacks": ["' + "1" * 500 + '"]}',
            f"stacks[0] must be at most {MAX_AMOUNT} characters",
        ),
        (
            "table.files.read_json",
            '{"stacks": [' + "1" * 500 + "]}",
            f"stacks[0] must be at most {MAX_AMOUNT} characters",
        ),
        (
            "table.files.read_csv",
            "stack\n" + "1" * 500,
            f"table line 2, stack must be at most {MAX_AMOUNT} characters",
        ),
        ("table.files.read_document", " " * (MAX_BYTES + 1), "table must be at most 64 MB, got more"),
    ],
)
def test_text_that_is_too_long_is_refused(reader: str, text: str, words: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        READERS[reader](text)
    assert words in str(caught.value)


def test_text_of_the_maximum_length_is_parsed() -> None:
    assert read_amount("1" + "0" * 100, "stack").value == 10**100
    assert read_amount(f"{10**80:,}", "stack").value == 10**80
    assert len(split_list("1 " * (MAX_LIST // 2), "payouts")) == MAX_LIST // 2
    assert check_names(["A" * MAX_NAME], 1) == ("A" * MAX_NAME,)
    every_combo = [combo for combo, _ in ft.Range.read("random").weights()]
    weighed = ft.Range({}, {combo: 1 / (7 + place) for place, combo in enumerate(every_combo)})
    assert len(ft.Range.read(str(weighed)).singles) == len(every_combo)


def test_a_file_with_too_many_lines_is_not_buffered() -> None:
    many = 1_010_001
    for text in ("stack\n" + "1\n" * many, '{"stacks": [1' + ",1" * many + "]}"):
        with pytest.raises(ft.InputError, match=r"must (have|be) at most 1,010,000 (lines|of them)"):
            read_document(text.encode(), "table")
    assert len(WrittenTable(("1",) * 10).read_stacks()) == 10
