"""What files of many years spell differently: hands played at random, written so, are read as they were played."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings

import finaltable as ft
from finaltable.histories.hand import Act, Hand, Seat, Uncalled
from finaltable.histories.history import Problem
from finaltable.histories.reading import read_text
from tests.hands import bare, mutations, play, played, says_no_other
from tests.short_histories import GG, STARS, STARS_NEXT, WINAMAX, changed
from tests.writers import WRITTEN, bovada_told, write_bovada, write_pacific

FEW = settings(max_examples=25, deadline=None)


def read(text: str) -> tuple[list[Hand], list[str]]:
    found = list(read_text(text, "hands.txt"))
    return [one for one in found if isinstance(one, Hand)], [one.reason for one in found if isinstance(one, Problem)]


def only_hand(text: str) -> Hand:
    hands, problems = read(text)
    assert problems == []
    (hand,) = hands
    return hand


# Bovada and Ignition


def entries(text: str, random: Random) -> tuple[str, dict[str, str]]:
    """A hand of Ignition with the numbers of entries for seats, and how players are called by them."""
    seats = re.findall(r"^Seat (\d+): ", text, re.MULTILINE)
    numbers = dict(zip(seats, map(str, random.sample(range(100, 9999), len(seats))), strict=True))
    new = re.sub(r"^Seat([ +])(\d+): ", lambda found: f"Seat{found[1]}{numbers[found[2]]}: ", text, flags=re.MULTILINE)
    return new, {f"Seat {old}": f"Seat {number}" for old, number in numbers.items()}


def chips(hand: Hand) -> object:
    """What everybody had, did and got, by their names."""
    order = sorted(hand.seats, key=lambda seat: (seat.seat <= hand.button, seat.seat))
    actions = [(action.player, action.act, action.amount, action.street) for action in hand.actions]
    return [(seat.name, seat.stack) for seat in order], actions, dict(hand.collected), hand.stacks_after


def renamed(hand: Hand, names: dict[str, str]) -> Hand:
    called = {name: names.get(name, name) for name in hand.names}
    return replace(
        hand,
        seats=tuple(Seat(seat.seat, called[seat.name], seat.stack) for seat in hand.seats),
        actions=tuple(replace(action, player=called[action.player]) for action in hand.actions),
        collected={called[name]: won for name, won in hand.collected.items()},
        uncalled=tuple(Uncalled(called[back.player], back.amount) for back in hand.uncalled),
    )


@FEW
@given(hand=played())
def test_seats_of_ignition_have_the_numbers_of_entries(hand: Hand) -> None:
    text, names = entries(write_bovada(hand), Random(hand.id))
    assert chips(only_hand(text)) == chips(renamed(bovada_told(hand), names))


FOLDS = ("Fold", "Fold(Blind Disconnected)", "Fold (Blind Disconnected)", "Folds(auth-disconnect)", "Folds (timeout)")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *((r": Folds$", f": {fold}") for fold in FOLDS),
        (r": Checks\(timeout\)$", ": Checks (disconnect)"),
        (r": Checks\(timeout\)$", ": Check"),
        (r": Call ", ": Calls(timeout) "),
        (r": Bets ", ": Bets(timeout) "),
        (r": Raises ", ": Raises(timeout) "),
        (r": Raises [\d,]+ to ", ": Raises "),
        (r": All-in\(raise\) ", ": All-in(raise-timeout) "),
        (r": All-in\(raise\) [\d,]+ to ", ": All-in(raise) "),
        (r"portion of bet", "blind"),
        (r"^Ignition Hand #", "Bodog UK Hand #C"),
        (r"Tournament #", "Tournament #M-"),
        (r"No Limit- Level", "Turbo- Level"),
        (r"No Limit- Level", "1 on 1 - Level"),
        (r"\) - 2024", ") [MVS] - 2024"),
        (r"^Total Pot\((.*)\)$", r"Total Pot(\1) | Rake (0)"),
        (r"^(\*\*\* SUMMARY)", r"UTG+8 : Table enter user\nSeat sit down\nLeave(Auto)\nDealer : Set deale  r [3]\n\1"),
        (r"^\*\*\* HOLE CARDS \*\*\*\n", ""),
        (r"^\*\*\* (?:FLOP|TURN|RIVER) \*\*\*.*(\[.*?\])$", r"Card dealt to table \1"),
    ],
)
def test_bovada_spells_a_line_in_many_ways(old: str, new: str) -> None:
    found = 0
    for seed in range(60):
        hand = play(Random(seed), most=6)
        text, count = re.subn(old, new, write_bovada(hand), flags=re.MULTILINE)
        found += bool(count)
        if count:
            assert chips(only_hand(text)) == chips(bovada_told(hand)), text
    assert found > 3


def test_ignition_tells_the_winner_in_the_summary_alone() -> None:
    for seed in range(40):
        hand = play(Random(seed), most=6)
        text = re.sub(r"^.*Hand Result.*\n", "", write_bovada(hand), flags=re.MULTILINE)
        for name, won in hand.collected.items():
            seat = next(seat.seat for seat in hand.seats if seat.name == name)
            text = re.sub(rf"^(Seat\+{seat}: .*) Folded.*$", rf"\1 {won:,} [Does not show]", text, flags=re.MULTILINE)
        assert chips(only_hand(text)) == chips(bovada_told(hand))


AWAY = """Ignition Hand #7: HOLDEM Tournament #18 TBL#3, Normal- Level 2 (15/30) - 2024-06-05 00:20:19
Seat 1243: Dealer (500 in chips)
Seat 87: Small Blind (500 in chips)
Seat 305: Big Blind [ME] (500 in chips)
Seat 4: UTG (500 in chips)
Seat 911: UTG+1 (500 in chips)
Small Blind : Small blind 15
Big Blind [ME] : Big blind 30
*** HOLE CARDS ***
Dealer : Card dealt to a spot [3c Ks]
Small Blind : Card dealt to a spot [4c 4s]
Big Blind [ME] : Card dealt to a spot [Ac As]
UTG : Card dealt to a spot [5c 5s]
UTG+1 : Card dealt to a spot [6c 6s]
{folds}
Big Blind [ME] : Return uncalled portion of bet 15
Big Blind [ME] : Hand Result 30
*** SUMMARY ***
Total Pot(30)
"""
UTG, UTG_1, DEALER, SMALL, BIG = (
    f"{name} : Fold(Blind Disconnected)" for name in ("UTG", "UTG+1", "Dealer", "Small Blind", "Big Blind [ME]")
)


@pytest.mark.parametrize("order", [(UTG, UTG_1, DEALER, SMALL), (SMALL, DEALER, UTG, UTG_1), (UTG_1, UTG, SMALL, DEALER)])
def test_folds_for_players_who_are_away_stand_in_their_turn_wherever_the_file_has_them(order: tuple[str, ...]) -> None:
    hand = only_hand(AWAY.format(folds="\n".join(order)))
    folded = [action.player for action in hand.actions if action.act is Act.FOLD]
    assert folded == ["Seat 4", "Seat 911", "Seat 1243", "Seat 87"]


def test_the_last_player_who_is_away_wins_and_the_fold_is_told() -> None:
    (hand,), problems = read(AWAY.format(folds="\n".join((UTG, UTG_1, DEALER, SMALL, BIG))))
    assert problems == ["Hero folds, but everybody else did before: they win"]
    assert hand.collected == {"Hero": 30}


def test_a_fold_that_shows_its_cards_is_a_fold() -> None:
    hand = only_hand(AWAY.format(folds="\n".join((UTG, "UTG+1 : Folds & shows [6c 6s] (One pair)", DEALER, SMALL))))
    assert hand.shown["Seat 911"] == "6c6s"


def test_a_player_without_cards_and_lines_sits_out_and_that_is_told() -> None:
    text = AWAY.format(folds="\n".join((UTG, DEALER, SMALL))).replace("UTG+1 : Card dealt to a spot [6c 6s]\n", "")
    (hand,), problems = read(text)
    assert problems == ["no cards are dealt to Seat 911: taken as sitting out"]
    assert [seat.name for seat in hand.seats if seat.sitting_out] == ["Seat 911"]


@pytest.mark.parametrize("seed", [5, 13])
def test_no_line_of_a_file_with_entries_can_go_wrong_in_silence(seed: int) -> None:
    hand = play(Random(seed), most=5)
    text, names = entries(write_bovada(hand).replace(": Folds", ": Fold(Blind Disconnected)"), Random(seed))
    truth = only_hand(text)
    assert chips(truth) == chips(renamed(bovada_told(hand), names))
    for broken in mutations(text):
        hands, problems = read(broken)
        assert problems or [says_no_other(bare(one), bare(truth)) for one in hands] == [True], broken


# PokerStars


@pytest.mark.parametrize(
    "first",
    [
        "PokerStars Game #5001: Tournament #77, $10.00+$1.00 Hold'em No Limit - Level IV (50/100) - "
        "2007/10/15 - 05:34:03 (ET)",
        "PokerStars Game #5001: Tournament #77, Hold'em No Limit - Level IV (50/100) - 2006/1/5 - 5:34:03 (ET)",
        "PokerStars Game #5001: Tournament #77, Freeroll  Hold'em No Limit - Level IV (50/100) - 2008/11/02 1:02:03 ET",
        "PokerStars Home Game #5001: {Club}  Tournament #77, $1+$0 USD Hold'em No Limit - Level IV (50/100) - "
        "2011/01/01 10:00:00 ET",
    ],
)
def test_first_lines_of_pokerstars_of_many_years_are_read(first: str) -> None:
    hand = only_hand(changed(STARS, (STARS.partition("\n")[0], first)))
    assert (hand.tournament.id, hand.big_blind, len(hand.time)) == ("77", 100, len("2007-10-15T05:34:03"))


def test_lines_that_pokerstars_wrote_around_hands_say_nothing() -> None:
    said = 'Bo said, "PokerStars Game #1"\nBo is disconnected\nBo has timed out\nBo: folds (disconnect)'
    text = changed(STARS, ("Bo: folds", said))
    rule = "*********** # {} **************\n"
    hands, problems = read("Transcript for your last 2 hands\n" + rule.format(1) + text + rule.format(2) + STARS_NEXT)
    assert (len(hands), problems) == (2, [])


def test_a_player_without_chips_is_not_dealt_in() -> None:
    seat = "Seat 6: Cy (900 in chips)"
    hand = only_hand(changed(STARS, (seat, f"{seat}\nSeat 9: Dee (0 in chips)")))
    assert ([seat.name for seat in hand.seats], [seat.name for seat in hand.waiting]) == (["Ana", "Bo", "Cy"], ["Dee"])
