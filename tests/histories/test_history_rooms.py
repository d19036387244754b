"""PokerStars, GGPoker and Winamax against independent writers: hands are read back, and lost lines are reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.histories.hand import Act, PlayedHand
from finaltable.histories.history import History
from finaltable.table.numbers import Number
from tests.hands import ODD_NAMES, PLAIN_NAMES, bare, play
from tests.room_writers import write_ggpoker, write_pokerstars, write_winamax
from tests.short_histories import SHORT, STARS, STARS_NEXT

WRITERS: dict[str, tuple[Callable[[PlayedHand], str], Number]] = {
    "PokerStars": (write_pokerstars, 1),
    "GGPoker": (write_ggpoker, 1),
    "Winamax": (write_winamax, Fraction(1, 2)),
}
REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "histories"
FEW = settings(max_examples=40)


def drawn(room: str, random: Random, names: tuple[str, ...]) -> tuple[PlayedHand, str]:
    """Return a random hand and its text; the antes are those that were posted."""
    write, unit = WRITERS[room]
    hand = play(random, names=names, unit=unit)
    posted = {act: [a.amount for a in hand.actions if a.act is act] for act in (Act.ANTE, Act.BIG_BLIND_ANTE)}
    ante, big = (max(amounts, default=0) for amounts in posted.values())
    return replace(hand, room=room, ante=ante, big_blind_ante=big), write(hand)


def same(read: PlayedHand, hand: PlayedHand) -> bool:
    """Return whether a hand was read back, apart from the room's numbers."""
    expected = replace(bare(hand), id=read.id, level=read.level, tournament=read.tournament)
    return bare(read) == expected and hand.id in read.id and read.tournament.id == hand.tournament.id


@pytest.mark.parametrize("names", [PLAIN_NAMES, ODD_NAMES], ids=["plain names", "odd names"])
@pytest.mark.parametrize("room", WRITERS)
@given(random=st.randoms(use_true_random=False))
@FEW
def test_a_hand_that_a_room_writes_is_read_back(room: str, names: tuple[str, ...], random: Random) -> None:
    hand, text = drawn(room, random, names)
    history = ft.read_history(text)
    assert history.problems == ()
    [read] = history.hands
    assert same(read, hand)


def mutated(text: str, random: Random) -> Iterator[tuple[str, str]]:
    """Yield the text with each line lost, doubled or cut, and a description."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if line.strip():
            cut = line[: random.randrange(1, max(2, len(line)))]
            yield f"lost: {line}", "\n".join(lines[:at] + lines[at + 1 :])
            yield f"doubled: {line}", "\n".join(lines[: at + 1] + lines[at:])
            yield f"cut: {cut}", "\n".join([*lines[:at], cut, *lines[at + 1 :]])


def reported(history: History) -> bool:
    """Return whether a problem is reported or a bet is marked as inferred."""
    return bool(history.problems) or any(back.inferred for hand in history.hands for back in hand.uncalled)


@pytest.mark.parametrize("room", WRITERS)
@given(random=st.randoms(use_true_random=False))
@settings(max_examples=4)
def test_no_damaged_line_of_a_written_hand_goes_unnoticed(room: str, random: Random) -> None:
    hand, text = drawn(room, random, PLAIN_NAMES)
    for what, broken in mutated(text, random):
        history = ft.read_history(broken)
        silent = not history.problems if room == "Winamax" else not reported(history)  # Winamax: all bets are inferred
        if silent:
            assert [same(read, hand) for read in history.hands] == [True], what


@pytest.mark.parametrize("text", [STARS + "\n" + STARS_NEXT, *SHORT.values()], ids=["two hands", *SHORT])
def test_no_damaged_line_of_the_short_histories_goes_unnoticed(text: str) -> None:
    hands = [bare(hand) for hand in ft.read_history(text).hands]
    for what, broken in mutated(text, Random(21)):
        history = ft.read_history(broken)
        assert history.problems or [bare(hand) for hand in history.hands] == hands, what


# --- real files ---


def real(folder: str) -> list[Path]:
    """Return the real files of a room."""
    if not REAL.is_dir():
        pytest.skip("real hand histories are not available")
    return sorted((REAL / folder).iterdir())


def test_a_whole_double_or_nothing_is_read_and_linked() -> None:
    [file] = [path for path in real("Stars") if "DON" in path.name]
    history = ft.read_history(file)
    assert (len(history.hands), history.problems, history.links) == (61, (), 494)
    assert all(sum(hand.stacks_after.values()) == sum(seat.stack for seat in hand.seats) for hand in history.hands)
    assert sum(len(hand.finished) for hand in history.hands) == 10


@pytest.mark.parametrize(("folder", "hands"), [("Stars", 97), ("GGPoker", 2), ("Winamax", 7)])
def test_every_hand_of_the_real_files_is_read(folder: str, hands: int) -> None:
    history = ft.read_history(real(folder))
    assert len(history.hands) == hands
    assert {problem.kind for problem in history.problems} <= {"link", "note"}


@pytest.mark.slow
def test_no_damaged_line_of_the_double_or_nothing_goes_unnoticed() -> None:
    """Only shown cards and finishing places may be lost without a problem: no other line repeats them."""
    [file] = [path for path in real("Stars") if "DON" in path.name]
    text = file.read_text("utf-8-sig")
    hands = [bare(hand) for hand in ft.read_history(text).hands]
    draw = Random(61)
    for what, broken in draw.sample(list(mutated(text, draw)), 25):
        history = ft.read_history(broken)
        if not history.problems:
            kept = [replace(bare(hand), finished=(), shown={}) for hand in history.hands]
            assert kept == [replace(hand, finished=(), shown={}) for hand in hands], what
