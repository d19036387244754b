"""Every function that parses text, called with one text; tests/web/test_hostile_text.py attacks them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial

import pyarrow as pa

import finaltable as ft
from finaltable.asking import kinds as _kinds
from finaltable.asking.bounty_fields import read_column
from finaltable.asking.kinds import Kind, Known
from finaltable.batches.number_lists import read_number_lists, read_numbers, read_plainly
from finaltable.batches.planning import read_header, read_names
from finaltable.batches.text_rows import row_of_csv, row_of_json
from finaltable.cards.hand import read_combo
from finaltable.cards.range import read_range, read_weight
from finaltable.cli.sources import read_arguments
from finaltable.cli.sources import read_players as read_players_of_command
from finaltable.deals.terms import check_leave
from finaltable.decisions.pushes.ranges import read_one
from finaltable.equilibrium.lineup import check_lineup
from finaltable.equilibrium.nodes import read_node
from finaltable.equilibrium.raises import read_size
from finaltable.histories.ledger import Unreadable
from finaltable.histories.question_files import content
from finaltable.histories.reading import read_text
from finaltable.histories.room import TextRoom, rooms
from finaltable.histories.rooms.ipoker import read_ipoker
from finaltable.histories.rooms.ohh import read_ohh
from finaltable.histories.rooms.phh import read_phh
from finaltable.histories.rooms.summaries import read_summaries
from finaltable.histories.spelling import read_amount as read_amount_of_room
from finaltable.histories.spelling import read_cards, read_currency, read_time
from finaltable.models import read_name
from finaltable.models.icm import EXPONENT
from finaltable.models.mixture import read_mixture
from finaltable.models.sem.kernels import KERNEL
from finaltable.reviews.opponents import GivenRanges
from finaltable.reviews.question import read_ranges, read_stacks
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
from finaltable.spots.posted import Forced
from finaltable.table.bounty_text import read_bounties
from finaltable.table.files import WrittenTable, read_csv, read_document, read_json
from finaltable.table.money import read_money
from finaltable.table.mystery import read_envelopes
from finaltable.table.mystery import read_piece as read_envelope
from finaltable.table.paste import read_pasted
from finaltable.table.table import Table, check_names
from finaltable.table.text import (
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
    read_stack,
    split_list,
    split_unit,
)
from finaltable.tournaments.files import FORMAT as TOURNAMENT
from finaltable.training.progress import progress_of
from finaltable.training.recipes import read_hand, read_spots
from finaltable.values.paper.paper import find_section
from tests.short_histories import SHORT, STARS

Read = Callable[[str], object]
NAMES = ("Ana", "Bo", "Cy")
LINEUP = check_lineup(Table.of([9, 9, 9], [1], names=NAMES), None, Forced.of(1, 2, 0, 0))


def read_kind(kind: Kind, text: str) -> object:
    return kind.from_text(text, "field", Known(NAMES, 100))


SESSION = "<session><general><gametype>Holdem NL</gametype><tournamentname>C</tournamentname></general>"


def refused(read: Read) -> Read:
    """Return a reader that ignores Unreadable, which some readers raise instead of InputError."""

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
    "table.text.read_amount": lambda text: read_amount(text, "field"),
    "table.text.read_blinds": lambda text: read_blinds(text, "field", 100),
    "table.text.read_stack": lambda text: read_stack(text, "field", 100),
    "table.text.read_chips": lambda text: read_chips(text, "field"),
    "table.text.read_pairs": lambda text: read_pairs(text, NAMES, "field", "Ana=5"),
    "table.text.read_payouts": lambda text: read_payouts(split_list(text, "payouts")),
    "table.text.read_plain": lambda text: read_plain(text, "field"),
    "table.text.read_player": lambda text: read_player(text, NAMES),
    "table.text.read_players": lambda text: read_players(text, NAMES, "field"),
    "table.text.read_share": lambda text: read_share(text, "field"),
    "table.text.read_small_and_big": read_small_and_big,
    "table.text.split_list": lambda text: split_list(text, "field"),
    "table.text.split_unit": split_unit,
    "table.files.read_csv": lambda text: read_csv(text or "stack", "table").read_stacks(),
    "table.files.read_document": lambda text: read_document(text.encode(errors="replace"), "table").read_stacks(),
    "table.files.read_json": lambda text: read_json(text, "table").read_stacks(),
    "table.paste.read_pasted": read_pasted,
    "cards.hand.read_combo": read_combo,
    "cards.range.read_range": lambda text: read_range(text, "range"),
    "cards.range.read_weight": lambda text: read_weight(text, text, "range"),
    "table.bounty_text.read_bounties": lambda text: read_bounties(text, NAMES),
    "table.mystery.read_envelopes": lambda text: read_envelopes(text, "mystery"),
    "table.mystery.read_piece": lambda text: read_envelope(text, "mystery"),
    "asking.bounty_fields.read_column": lambda text: read_column(
        WrittenTable(("5",), bounties=(text,), bounties_where=("table",))
    ),
    "table.money.read_money": lambda text: read_money(text, "field", Fraction(100)),
    "deals.terms.check_leave": lambda text: check_leave(text, Table.of([5, 3], [2, 1]), Fraction(3), Fraction(1, 100)),
    "table.table.check_names": lambda text: check_names(text.split(","), text.count(",") + 1),
    "values.paper.paper.find_section": find_section,
    "scoring.files.read_numbers": lambda text: read_numbers_of_results(text, "field"),
    "scoring.files.read_number": lambda text: read_number(text, "field"),
    "scoring.files.read_results": lambda text: read_results(text.encode(errors="replace"), "results"),
    "scoring.files.read_result_rows": lambda text: read_result_rows(f"chip_counts,places,payouts\n{text}", "results"),
    "scoring.files.read_result_json": lambda text: read_result_json(f'{{"chip_counts": "{text}"}}', "results"),
    "scoring.files.read_result_lines": lambda text: read_result_lines(text, "results"),
    "models.read_name": lambda text: read_name(f"icm^{text}"),
    "models.mixture.read_mixture": read_mixture,
    "batches.number_lists.read_numbers": lambda text: read_numbers(text, "stacks"),
    "batches.number_lists.read_number_lists": lambda text: read_number_lists(pa.array([text]), "stacks"),
    "batches.number_lists.read_plainly": lambda text: read_plainly(pa.array([text])),
    "batches.planning.read_header": lambda text: read_header(text.encode(errors="replace"), "tables.csv"),
    "batches.planning.read_names": lambda text: list(read_names(text.encode(errors="replace"))),
    "batches.text_rows.row_of_csv": lambda text: row_of_csv(text.encode(errors="replace"), ("stacks", "payouts"), ","),
    "batches.text_rows.row_of_json": lambda text: row_of_json(text.encode(errors="replace"), ("stacks", "more")),
    "models.sem.kernels.read_kernel": KERNEL.check,
    "models.powers.read_exponent": EXPONENT.check,
    "cli.sources.read_players": lambda text: read_players_of_command({"stacks": ["5", "3"], "names": text}),
    **{f"questions.{name}": partial(read_kind, kind) for name, kind in vars(_kinds).items() if isinstance(kind, Kind)},
    "decisions.pushes.ranges.read_one": lambda text: read_one(text, "range"),
    "reviews.question.read_ranges": lambda text: GivenRanges.of(read_ranges([text])),
    "reviews.question.read_stacks": read_stacks,
    "histories.question_files.content": lambda text: content({"name": text, "base64": text}, "files"),
    "equilibrium.raises.read_size": lambda text: read_size(text, LINEUP.forced, "raise_to"),
    "table.array_files.read_header": lambda text: TOURNAMENT.read_header("a.tournament", text.encode()),
    "equilibrium.nodes.read_node": lambda text: read_node(LINEUP, text, "spot"),
    "training.recipes.read_spots": lambda text: read_spots(f'[{{"stacks": "{text}"}}]'),
    "training.recipes.read_hand": lambda text: read_hand(text, "hand"),
    "training.progress.progress_of": lambda text: progress_of(f'{{"answers": "{text}"}}'),
    "cli.sources.read_arguments": lambda text: read_arguments([text]).read_stacks(),
}
NOT_OF_TEXT = {
    "batches.parquet.read_stamp",
    "batches.spots.read_spot",
    "cards.range.read_bracket",
    "cards.range.read_tokens",
    "cards.range.read_weights",
    "decisions.pushes.push_verdict.split_lines",
    "cli.sources.read_file",
    "table.file_bytes.read_bytes",
    "scoring.files.read_snapshots",
    "cli.sources.read_table",
    "asking.given_table.read_table",
    "asking.declare.read_fields",
    "decisions.decide.read_ranges",
    "decisions.pushes.ranges.read_callers",
    "decisions.pushes.ranges.read_folders",
    "decisions.pushes.ranges.read_in_turn",
    "decisions.pushes.ranges.read_all",
    "decisions.pushes.ranges.read_answers",
    "decisions.pushes.ranges.read_bets",
    "decisions.pushes.ranges.read_expected",
    "decisions.pushes.ranges.read_seats",
    "histories.reading.read_files",
    "histories.reading.read_sources",
    "equilibrium.locks.read_lock",
    "equilibrium.raises.read_raises",
    "equilibrium.question.read_grid",
    "cli.train.read_answer",
    "cli.train.read_line",
    "training.progress.read_progress",
    "training.recipes.read_mistake",
    "training.recipes.read_names",
    "training.recipes.read_recipe",
    "histories.reading.read_block",
    "histories.reading.read_source",
    "decisions.pushes.ranges.read_one",
    "reviews.question.read_ranges",
    "reviews.question.read_stacks",
}  # these call the readers above
