"""Texts made to cost time: the work of every reader grows no faster than the text, and what is too long is refused.

A new reader is one line in READERS; a test below fails while it is missing. Costs are compared between lengths within
one run, and with a plain look at every character of the same text; no test asserts a time.
"""

from __future__ import annotations

import inspect
import pkgutil
import random
import re
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from importlib import import_module
from itertools import pairwise

import pyarrow as pa
import pytest

import finaltable
import finaltable as ft
from finaltable.analysis.reproduction import find_section
from finaltable.cards.hand import read_combo
from finaltable.cards.range import MAX_RANGE, MAX_TOKEN, MAX_TOKENS, read_range, read_weight
from finaltable.cli.ask import read_players as read_players_of_command
from finaltable.cli.sources import read_arguments
from finaltable.deals.terms import check_leave
from finaltable.decisions.posted import Forced
from finaltable.decisions.push import read_one
from finaltable.equilibrium.lineup import check_lineup
from finaltable.equilibrium.nodes import read_node
from finaltable.histories.ledger import Unreadable
from finaltable.histories.reading import read_text
from finaltable.histories.room import TextRoom, rooms
from finaltable.histories.rooms.ipoker import read_ipoker
from finaltable.histories.rooms.ohh import read_ohh
from finaltable.histories.rooms.phh import read_phh
from finaltable.histories.rooms.summaries import read_summaries
from finaltable.histories.spelling import read_amount as read_amount_of_room
from finaltable.histories.spelling import read_cards, read_currency, read_time
from finaltable.inputs.files import WrittenTable, read_csv, read_document, read_json
from finaltable.inputs.heads import read_bounties
from finaltable.inputs.money import read_money
from finaltable.inputs.mystery import read_envelopes
from finaltable.inputs.mystery import read_piece as read_envelope
from finaltable.inputs.names import MAX_NAME
from finaltable.inputs.paste import MAX_PASTED, joined, read_cells, read_pasted, read_piece, read_prizes, split_line
from finaltable.inputs.sources import MAX_BYTES
from finaltable.inputs.table import Table, check_names
from finaltable.inputs.text import (
    MAX_AMOUNT,
    MAX_LINE,
    MAX_LIST,
    read_amount,
    read_blinds,
    read_chips,
    read_pairs,
    read_payouts,
    read_plain,
    read_player,
    read_players,
    read_share,
    read_small_and_big,
    split_list,
    split_unit,
)
from finaltable.models import read_name
from finaltable.models.icm import EXPONENT
from finaltable.models.mixture import read_mixture
from finaltable.models.sem.kernels import KERNEL
from finaltable.questions import _kinds
from finaltable.questions._bounties import read_column
from finaltable.questions._files import content
from finaltable.questions._kinds import Kind, Known
from finaltable.questions.review import read_ranges, read_stacks
from finaltable.reviews.opponents import GivenRanges
from finaltable.runs.lines import row_of_csv, row_of_json
from finaltable.runs.numbers import read_number_lists, read_numbers, read_plainly
from finaltable.runs.plan import read_header, read_names
from finaltable.scoring.files import (
    read_number,
    read_result_json,
    read_result_lines,
    read_result_rows,
    read_results,
)
from finaltable.scoring.files import (
    read_numbers as read_numbers_of_results,
)
from finaltable.training.progress import progress_of
from finaltable.training.recipes import read_hand, read_spots
from tests.short_histories import SHORT, STARS

Read = Callable[[str], object]
NAMES = ("Ana", "Bo", "Cy")
LINEUP = check_lineup(Table.of([9, 9, 9], [1], names=NAMES), None, Forced.of(1, 2, 0, 0))


def read_kind(kind: Kind, text: str) -> object:
    return kind.from_text(text, "field", Known(NAMES, 100))


SESSION = "<session><general><gametype>Holdem NL</gametype><tournamentname>C</tournamentname></general>"


def refused(read: Read) -> Read:
    """What says Unreadable where others say InputError."""

    def tried(text: str) -> object:
        with suppress(Unreadable):
            return read(text)
        return None

    return tried


SEATED = STARS.index("Ana: posts the ante")
ROOMS: dict[str, Read] = {
    "histories.reading.read_history": lambda text: ft.read_history(f"{text}\n"),
    "histories.reading.read_text": lambda text: [
        list(read_text(mark + text, "file")) for room in rooms() if isinstance(room, TextRoom) for mark in room.marks
    ],
    "histories.grammar.read_line": lambda text: list(read_text(STARS[:SEATED] + text, "file")),
    "histories.grammar.read_lines": lambda text: list(read_text(STARS[:SEATED] + text.replace(" ", "\n"), "file")),
    "histories.grammar.read_act": lambda text: [
        list(read_text(f"{short}Ana: {text}\n{short}{text}", "file")) for short in SHORT.values()
    ],
    "histories.rooms.ipoker.read_ipoker": lambda text: list(read_ipoker(f'{SESSION}<game gamecode="1">{text}</game>')),
    "histories.rooms.ohh.read_ohh": lambda text: list(read_ohh(f'{{"ohh": {{"game_number": "{text}')),
    "histories.rooms.phh.read_phh": lambda text: list(read_phh(f'variant = "NT"\nantes = [{text}')),
    "histories.rooms.summaries.read_summaries": lambda text: list(
        read_summaries(f"PokerStars Tournament #1, No Limit Hold'em\n  1: {text}")
    ),
    "histories.spelling.read_amount": refused(read_amount_of_room),
    "histories.spelling.read_cards": refused(read_cards),
    "histories.spelling.read_currency": read_currency,
    "histories.spelling.read_time": read_time,
}
READERS: dict[str, Read] = {
    **ROOMS,
    "inputs.text.read_amount": lambda text: read_amount(text, "field"),
    "inputs.text.read_blinds": lambda text: read_blinds(text, "field", 100),
    "inputs.text.read_chips": lambda text: read_chips(text, "field"),
    "inputs.text.read_pairs": lambda text: read_pairs(text, NAMES, "field", "Ana=5"),
    "inputs.text.read_payouts": lambda text: read_payouts(split_list(text, "payouts")),
    "inputs.text.read_plain": lambda text: read_plain(text, "field"),
    "inputs.text.read_player": lambda text: read_player(text, NAMES),
    "inputs.text.read_players": lambda text: read_players(text, NAMES, "field"),
    "inputs.text.read_share": lambda text: read_share(text, "field"),
    "inputs.text.read_small_and_big": read_small_and_big,
    "inputs.text.split_list": lambda text: split_list(text, "field"),
    "inputs.text.split_unit": split_unit,
    "inputs.files.read_csv": lambda text: read_csv(text or "stack", "table").read_stacks(),
    "inputs.files.read_document": lambda text: read_document(text.encode(errors="replace"), "table").read_stacks(),
    "inputs.files.read_json": lambda text: read_json(text, "table").read_stacks(),
    "inputs.paste.read_cells": read_cells,
    "inputs.paste.read_pasted": read_pasted,
    "inputs.paste.read_piece": read_piece,
    "inputs.paste.read_prizes": lambda text: read_prizes([text]),
    "inputs.paste.split_line": split_line,
    "inputs.paste.joined": lambda text: joined(text, alone=True),
    "cards.hand.read_combo": read_combo,
    "cards.range.read_range": lambda text: read_range(text, "range"),
    "cards.range.read_weight": lambda text: read_weight(text, text, "range"),
    "inputs.heads.read_bounties": lambda text: read_bounties(text, NAMES),
    "inputs.mystery.read_envelopes": lambda text: read_envelopes(text, "mystery"),
    "inputs.mystery.read_piece": lambda text: read_envelope(text, "mystery"),
    "questions._bounties.read_column": lambda text: read_column(
        WrittenTable(("5",), bounties=(text,), bounties_where=("table",))
    ),
    "inputs.money.read_money": lambda text: read_money(text, "field", Fraction(100)),
    "deals.terms.check_leave": lambda text: check_leave(text, Table.of([5, 3], [2, 1]), Fraction(3), Fraction(1, 100)),
    "inputs.table.check_names": lambda text: check_names(text.split(","), text.count(",") + 1),
    "analysis.reproduction.find_section": find_section,
    "scoring.files.read_numbers": lambda text: read_numbers_of_results(text, "field"),
    "scoring.files.read_number": lambda text: read_number(text, "field"),
    "scoring.files.read_results": lambda text: read_results(text.encode(errors="replace"), "results"),
    "scoring.files.read_result_rows": lambda text: read_result_rows(f"chip_counts,places,payouts\n{text}", "results"),
    "scoring.files.read_result_json": lambda text: read_result_json(f'{{"chip_counts": "{text}"}}', "results"),
    "scoring.files.read_result_lines": lambda text: read_result_lines(text, "results"),
    "models.read_name": lambda text: read_name(f"icm^{text}"),
    "models.mixture.read_mixture": read_mixture,
    "runs.numbers.read_numbers": lambda text: read_numbers(text, "stacks"),
    "runs.numbers.read_number_lists": lambda text: read_number_lists(pa.array([text]), "stacks"),
    "runs.numbers.read_plainly": lambda text: read_plainly(pa.array([text])),
    "runs.plan.read_header": lambda text: read_header(text.encode(errors="replace"), "tables.csv"),
    "runs.plan.read_names": lambda text: list(read_names(text.encode(errors="replace"))),
    "runs.lines.row_of_csv": lambda text: row_of_csv(text.encode(errors="replace"), ("stacks", "payouts"), ","),
    "runs.lines.row_of_json": lambda text: row_of_json(text.encode(errors="replace"), ("stacks", "more")),
    "models.sem.kernels.read_kernel": KERNEL.check,
    "models.powers.read_exponent": EXPONENT.check,
    "cli.ask.read_players": lambda text: read_players_of_command({"stacks": ["5", "3"], "names": text}),
    **{f"questions.{name}": partial(read_kind, kind) for name, kind in vars(_kinds).items() if isinstance(kind, Kind)},
    "decisions.push.read_one": lambda text: read_one(text, "range"),
    "questions.review.read_ranges": lambda text: GivenRanges.of(read_ranges([text])),
    "questions.review.read_stacks": read_stacks,
    "questions._files.content": lambda text: content({"name": text, "base64": text}, "files"),
    "equilibrium.nodes.read_node": lambda text: read_node(LINEUP, text, "spot"),
    "training.recipes.read_spots": lambda text: read_spots(f'[{{"stacks": "{text}"}}]'),
    "training.recipes.read_hand": lambda text: read_hand(text, "hand"),
    "training.progress.progress_of": lambda text: progress_of(f'{{"answers": "{text}"}}'),
    "cli.sources.read_arguments": lambda text: read_arguments([text]).read_stacks(),
}
NOT_OF_TEXT = {
    "runs.parquet.read_stamp",
    "cli.sources.read_file",
    "inputs.sources.read_bytes",
    "scoring.files.read_snapshots",
    "cli.ask.read_table",
    "questions._table.read_table",
    "questions._declare.read_fields",
    "decisions.decide.read_ranges",
    "decisions.push.read_callers",
    "histories.reading.read_files",
    "equilibrium.push_fold.read_locked",
    "questions.nash.read_grid",
    "cli.train.read_answer",
    "cli.train.read_line",
    "training.progress.read_progress",
    "training.recipes.read_mistake",
    "training.recipes.read_names",
    "training.recipes.read_recipe",
    "histories.reading.read_block",
    "histories.reading.read_source",
    "decisions.push.read_one",
    "questions.review.read_ranges",
    "questions.review.read_stacks",
}  # they hand over to those above

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
NAMED = {  # those that stopped the server once
    "digits, then dots": ("", ("1", "."), "x\nb 1"),
    "digits alone": ("", ("1",), ""),
    "spaces behind a digit": ("1", (" ",), "x"),
    "spaces behind a pair": ("AA", (" ",), "x"),
    "digits in big blinds": ("", ("1",), "b"),
    "an open bracket": ("(", ("1",), ""),
}
Attack = tuple[str, tuple[str, ...], str]


def attacks(seed: str) -> Iterator[Attack]:
    """Every pump alone, behind and before something; then some of them mixed, the same ones in every run."""
    yield from NAMED.values()
    draw = random.Random(seed)
    for pump in PUMPS:
        yield "", (pump,), ""
        yield draw.choice(OPENINGS), (pump,), draw.choice(ENDINGS[1:])
    for _ in range(60):
        yield draw.choice(OPENINGS), tuple(draw.sample(PUMPS, draw.choice((2, 2, 3)))), draw.choice(ENDINGS)


def grown(attack: Attack, length: int) -> str:
    """An attack of about this length."""
    opening, pumps, ending = attack
    share = length // len(pumps)
    return opening + "".join((pump * share)[:share] for pump in pumps) + ending


def cost(read: Read, text: str) -> float:
    """The time that this thread works, whatever else the machine does."""
    started = time.thread_time()
    with suppress(ft.InputError):
        read(text)
    return time.thread_time() - started


def looked_at(text: str) -> object:
    """The plainest work that is linear in a text."""
    return [unicodedata.category(letter) for letter in text]


def excess(read: Read, shorter: str, longer: str) -> float:
    """How far the cost is above linear growth: at most 1 for a linear reader, about 2 for a quadratic one, more beyond.

    Four times the text may cost eight times as much, and some looks at every character on top. The least of several
    costs counts, so that a busy machine is not taken for a slow reader: more are taken until it looks linear.
    """
    before = min(cost(read, shorter) for _ in range(2))
    now, plain = cost(read, longer), cost(looked_at, longer)
    for _ in range(12):
        if now <= 8 * before + 4 * plain:
            break
        before, now = min(before, cost(read, shorter)), min(now, cost(read, longer))
    return now / (8 * before + 4 * plain)


@pytest.mark.parametrize("name", READERS)
def test_four_times_the_text_is_no_more_than_a_few_times_the_work(name: str) -> None:
    read = READERS[name]
    for attack in attacks(name):
        cost(read, grown(attack, 40))  # what is loaded or counted once is not the text's fault
        for shorter, longer in pairwise(LENGTHS):
            assert excess(read, grown(attack, shorter), grown(attack, longer)) <= 1, attack


def test_a_reader_that_is_quadratic_is_noticed() -> None:
    slow = re.compile(r"1\s*k?\s*%?").fullmatch  # as amounts were once read
    attack = NAMED["spaces behind a digit"]
    assert any(excess(slow, grown(attack, shorter), grown(attack, 4 * shorter)) > 1 for shorter in (250, 500, 1_000))


def test_every_function_that_reads_is_among_them() -> None:
    for module in pkgutil.walk_packages(finaltable.__path__, "finaltable."):
        if ".web" in module.name or ".render" in module.name or module.name.endswith("__main__"):
            continue
        found = inspect.getmembers(import_module(module.name), inspect.isfunction)
        own = {f"{f.__module__}.{name}".removeprefix("finaltable.") for name, f in found if f.__module__ == module.name}
        readers = {name for name in own if name.rpartition(".")[2].startswith(("read_", "split_li", "split_u"))}
        assert readers <= {*READERS, *NOT_OF_TEXT}


@pytest.mark.parametrize(
    ("reader", "text", "words"),
    [
        ("inputs.text.read_amount", "1" * (MAX_AMOUNT + 1), f"field must be at most {MAX_AMOUNT} characters, got"),
        (
            "inputs.text.read_amount",
            "1" + " " * 30_000 + "x",
            f"field must be at most {MAX_AMOUNT} characters, got 30,002",
        ),
        ("inputs.text.read_blinds", "1" * 500 + "bb", f"field must be at most {MAX_AMOUNT} characters, got 500"),
        ("inputs.text.read_player", "9" * 5000, f"player must be at most {MAX_LINE} characters, got 5,000"),
        ("inputs.text.read_players", "1," * MAX_LIST, f"field must be at most {MAX_LIST:,} characters"),
        ("inputs.text.read_pairs", "1=1," * MAX_LIST, f"field must be at most {MAX_LIST:,} characters"),
        ("inputs.text.read_small_and_big", "1/" + "2" * 300, f"blinds must be at most {MAX_LINE} characters"),
        ("inputs.text.split_list", "1 " * MAX_LIST, f"field must be at most {MAX_LIST:,} characters"),
        ("deals.terms.check_leave", "1 " * MAX_LIST, f"leave must be at most {MAX_LIST:,} characters"),
        ("inputs.paste.read_pasted", "1" * (MAX_PASTED + 1), f"paste must be at most {MAX_PASTED:,} characters"),
        (
            "inputs.paste.read_pasted",
            "1" * 19_990,
            f"paste must have at most {MAX_LINE} characters a player, got 19,990",
        ),
        (
            "inputs.paste.read_pasted",
            "1" * 1_000 + "." * 1_000 + "x\nb 1",
            f"paste must have at most {MAX_LINE} characters",
        ),
        ("inputs.paste.read_pasted", "a\t" + "1" * 300, f"paste must have at most {MAX_LINE} characters a player"),
        ("cards.range.read_range", "AA," * MAX_RANGE, f"range must be at most {MAX_RANGE:,} characters"),
        ("cards.range.read_range", "AA," * (MAX_TOKENS + 1), f"range must have at most {MAX_TOKENS:,} hands"),
        ("cards.range.read_range", "AA, " + "9" * 99 + "%", f"range, token 2 must be at most {MAX_TOKEN} characters"),
        (
            "inputs.table.check_names",
            "Ana," + "B" * (MAX_NAME + 1),
            f"names[1] must be at most {MAX_NAME} characters, got 81",
        ),
        (
            "inputs.files.read_json",
            '{"stacks": ["' + "1" * 500 + '"]}',
            f"stacks[0] must be at most {MAX_AMOUNT} characters",
        ),
        (
            "inputs.files.read_json",
            '{"stacks": [' + "1" * 500 + "]}",
            f"stacks[0] must be at most {MAX_AMOUNT} characters",
        ),
        (
            "inputs.files.read_csv",
            "stack\n" + "1" * 500,
            f"table line 2, stack must be at most {MAX_AMOUNT} characters",
        ),
        ("inputs.files.read_document", " " * (MAX_BYTES + 1), "table must be at most 64 MB, got more"),
    ],
)
def test_what_is_too_long_is_refused_in_words(reader: str, text: str, words: str) -> None:
    with pytest.raises(ft.InputError) as caught:
        READERS[reader](text)
    assert words in str(caught.value)


def test_what_is_just_short_enough_is_read() -> None:
    assert read_amount("1" + "0" * 100, "stack").value == 10**100
    assert read_amount(f"{10**80:,}", "stack").value == 10**80
    assert len(split_list("1 " * (MAX_LIST // 2), "payouts")) == MAX_LIST // 2
    assert check_names(["A" * MAX_NAME], 1) == ("A" * MAX_NAME,)
    every_combo = [combo for combo, _ in ft.Range.read("random").weights()]
    weighed = ft.Range({}, {combo: 1 / (7 + place) for place, combo in enumerate(every_combo)})
    assert len(ft.Range.read(str(weighed)).singles) == len(every_combo)


def test_a_file_of_more_lines_than_players_can_be_is_not_kept() -> None:
    many = 1_010_001
    for text in ("stack\n" + "1\n" * many, '{"stacks": [1' + ",1" * many + "]}"):
        with pytest.raises(ft.InputError, match=r"must (have|be) at most 1,010,000 (lines|of them)"):
            read_document(text.encode(), "table")
    assert len(WrittenTable(("1",) * 10).read_stacks()) == 10
