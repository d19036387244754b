"""Rooms with text files: random hands are written and read back; a dropped, doubled or cut line is reported, or has no
effect."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

import finaltable as ft
from finaltable.histories.hand import Act, Finished, PlayedHand, Uncalled
from finaltable.histories.history import HistoryProblem
from finaltable.histories.reading import read_text
from finaltable.histories.room import Read
from finaltable.table.numbers import Number
from tests.hands import ODD_NAMES, bare, mutations, play, played, says_no_other
from tests.writers import WRITTEN, pacific_expected, write_pacific

FEW = settings(max_examples=40, deadline=None)


def read(text: str, file: str = "hands.txt") -> tuple[list[PlayedHand], list[str]]:
    found: list[Read] = list(read_text(text, file))
    hands = [one for one in found if isinstance(one, PlayedHand)]
    return hands, [one.reason for one in found if isinstance(one, HistoryProblem)]


def only_hand(text: str, file: str = "hands.txt") -> PlayedHand:
    hands, problems = read(text, file)
    assert not problems
    (hand,) = hands
    return hand


@pytest.mark.parametrize("room", WRITTEN)
@FEW
@given(hand=played(names=ODD_NAMES))
def test_a_random_hand_is_read_back(room: str, hand: PlayedHand) -> None:
    written = WRITTEN[room]
    assert bare(only_hand(written.write(hand), written.file)) == written.expected(hand)


@pytest.mark.parametrize("room", ["wpn", "wpn_old"])
@FEW
@given(hand=played(unit=Fraction(1, 2)))
def test_half_chips_are_read_back(room: str, hand: PlayedHand) -> None:
    written = WRITTEN[room]
    assert bare(only_hand(written.write(hand), written.file)) == written.expected(hand)


@pytest.mark.parametrize("between", [" ", "\u00a0", "\u202f", ",", "."])
@pytest.mark.parametrize("sign", ["{}", "${}", "{} €"])
def test_888_is_read_in_every_locale(between: str, sign: str) -> None:
    def spell(number: Number) -> str:
        return sign.format(f"{number:,}".replace(",", between))

    hand = play(Random(7))
    for uncalled in (False, True):
        assert bare(only_hand(write_pacific(hand, spell, uncalled=uncalled))) == pacific_expected(hand)


@pytest.mark.parametrize("seed", [3, 8, 21, 34])
@pytest.mark.parametrize("room", WRITTEN)
def test_a_dropped_doubled_or_cut_line_is_reported_or_has_no_effect(room: str, seed: int) -> None:
    written = WRITTEN[room]
    hand = play(Random(seed), most=5)
    truth = written.expected(hand)
    for text in mutations(written.write(hand)):
        hands, problems = read(text, written.file)
        silent = not problems and len(hands) == 1
        assert problems or silent, text
        if silent:
            assert says_no_other(bare(hands[0]), truth), text


@pytest.mark.parametrize("room", WRITTEN)
def test_a_truncated_hand_does_not_affect_the_next_one(room: str) -> None:
    written = WRITTEN[room]
    one, other = (written.write(play(Random(seed))) for seed in (1, 2))
    hands, problems = read(one[: len(one) * 2 // 3] + other, written.file)
    assert len(hands) == 1
    assert problems
    hands, problems = read("\n".join([one, "", "", other]), written.file)
    assert (len(hands), problems) == (2, [])


# --- oddities ---


def changed(room: str, *pairs: tuple[str, str], seed: int = 7) -> str:
    text = WRITTEN[room].write(play(Random(seed), most=3))
    for old, new in pairs:
        assert old in text, (old, text)
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("room", "old", "new", "reason"),
    [
        ("wpn", "Holdem(No Limit)", "Omaha(Pot Limit)", "another game: Omaha(Pot Limit)"),
        ("wpn_old", "(Hold'em)", "(Omaha)", "another game: Omaha"),
        ("888", "No Limit Holdem", "Pot Limit Omaha", "another game: Pot Limit Omaha"),
        ("party", "Texas Holdem", "Omaha", "another game: NL Omaha"),
        ("party_old", "NL Texas", "FL Texas", "another game: FL Texas Hold'em"),
        ("bovada", "HOLDEM", "OMAHA", "another game: OMAHA No Limit"),
    ],
)
def test_another_game_is_skipped_and_named(room: str, old: str, new: str, reason: str) -> None:
    found = list(read_text(changed(room, (old, new)), WRITTEN[room].file))
    assert [(one.reason, one.kind) for one in found if isinstance(one, HistoryProblem)] == [(reason, "aside")]


@pytest.mark.parametrize(
    "first",
    [
        "Game Hand #80586589 - Holdem(No Limit) - $0.05/$0.10 - 2019/07/21 17:44:50 UTC",
        "Game started at: 2016/9/14 18:14:38\nGame ID: 72 0.05/0.10 Braunite (Hold'em)",
        "***** 888poker Hand History for Game 5 *****\n$0.01/$0.02 Blinds No Limit Holdem - *** 21 02 2012 22:00:14\n"
        "Table Zurich 6 Max (Real Money)",
        "***** Hand History for Game 114 *****\n$25 USD NL Texas Hold'em - Thursday, March 01, 06:39:22 EST 2012",
        "Ignition Hand #3: HOLDEMZonePoker No Limit - 2017-06-05 00:20:19",
    ],
)
def test_a_cash_game_is_skipped(first: str) -> None:
    (found,) = read_text(f"{first}\nSeat 1: Ana (100)\n", "cash.txt")
    assert isinstance(found, HistoryProblem)
    assert found.kind == "aside"
    assert found.reason.startswith("a cash game: ")


PARTY = """***** Hand History For Game 161 *****
50/100 Tourney Texas Holdem Game Table (NL) (MTT Tournament #30) (Buyin $5 + $5 + $1) - Mon Apr 26 20:17:29 EDT 2021
Table (30) Table #2 (Real Money) -- Seat 1 is the button
Total number of players : 2/8
Seat 1: Ana (5000)
Seat 2: Bo (4000)
Ana posts small blind (50)
Bo posts big blind (100)
** Dealing down cards **
Dealt to Ana [ Ad, Ks ]
Ana raises 249 to 249
Bo calls (149)
** Dealing Flop ** : [ 8h, 3s, Ac ]
Bo bets (3000)
Ana folds
** Summary **
Main Pot: 500
Board: [ 8h, 3s, Ac ]
Ana balance 4750, lost 250 (folded)
Bo balance 4250, bet 3250, collected 3500, net +250
"""


def test_partypoker_prints_bets_a_chip_short_and_they_are_corrected_with_a_note() -> None:
    (hand,), problems = read(PARTY)
    assert problems == [
        "the preflop bet of 249 is corrected to 250: the room rounds, and the stacks at the end require it"
    ]
    assert [action.amount for action in hand.actions[2:4]] == [200, 150]
    assert (hand.stacks_after, hand.uncalled) == ({"Ana": 4750, "Bo": 4250}, (Uncalled("Bo", 3000, inferred=True),))
    assert (hand.tournament.buy_in, hand.tournament.bounty, hand.tournament.fee) == (5, 5, 1)


@pytest.mark.parametrize(("old", "new"), [("4750", "4748"), ("4250, bet", "4252, bet")])
def test_partypoker_is_not_corrected_by_more_than_one_chip(old: str, new: str) -> None:
    hands, (problem,) = read(PARTY.replace(old, new))
    assert not hands
    assert problem.endswith("in the summary: lines are missing")


def test_an_all_in_with_chips_left_is_reported() -> None:
    assert read(PARTY.replace("Bo bets (3000)", "Bo bets (3000)\nBo is all-In."))[1] == [
        "Bo goes all-in, but has 751 chips left: an earlier line may be missing"
    ]


EIGHT = """***** Cassava Hand History for Game 9 *****
500/1.000 Blinds No Limit Holdem - *** 21 02 2012 22:00:14
Tournament #154 Бесплатно 10 Max (Real Money)
Seat 1 is the button
Total number of players : 3
Seat 1: Ana ( 11.000 )
Seat 2: Bo ( 3.530 $ )
Seat 3: Cy ( 9.000 )
Bo posts small blind [500]
Cy posts big blind [1.000]
Ana posts dead blind [500 + 1.000]
** Dealing down cards **
Ana checks
Bo folds
Cy checks
** Dealing flop ** [ 7h, 4h, 2d ]
Cy bets [1.000]
Ana folds
** Summary **
Cy did not show his hand
Cy collected [ 3.000 ]
"""


def test_888_has_words_in_the_language_of_the_client_dead_blinds_and_no_hero() -> None:
    hand = only_hand(EIGHT)
    assert [seat.stack for seat in hand.seats] == [11_000, 3_530, 9_000]
    assert [action.act for action in hand.actions[:4]] == [Act.SMALL_BLIND, Act.BIG_BLIND, Act.DEAD, Act.POST]
    assert (hand.uncalled, hand.collected) == ((Uncalled("Cy", 1000, inferred=True),), {"Cy": 3000})
    assert (hand.tournament.buy_in, hand.hero) == (None, None)


BOVADA = """Bovada Hand #26: HOLDEM Tournament #137 TBL#12, No Limit- Level 24 (120/240) - 2012-11-25 23:56:24
Seat 1: Big Blind  [ME] (166 in chips)
Seat 5: Dealer (99,834 in chips)
Dealer : Set dealer/Bring in spot [5]
Big Blind  [ME] : All-in 166
Dealer : Ante chip 240
Dealer : Return uncalled portion of bet 74
*** HOLE CARDS ***
Big Blind  [ME] : Card dealt to a spot [8h Th]
Dealer : Card dealt to a spot [Kc 9d]
*** FLOP *** [9s 3h Ac]
*** TURN *** [9s 3h Ac] [Qd]
*** RIVER *** [9s 3h Ac Qd] [7c]
Dealer : Showdown [9s 9d Ac Kc Qd] (One pair)
Dealer : Hand Result 332
Dealer : Hand Result 332
Big Blind  [ME] : Ranking 2
Big Blind  [ME] : Prize Cash [$60]
*** SUMMARY ***
Total Pot(332)
"""


def test_bovada_has_all_ins_that_are_antes_and_duplicate_lines() -> None:
    (hand,), problems = read(BOVADA)
    assert problems == ["duplicate line, skipped: 'Dealer : Hand Result 332'"]
    assert [(action.player, action.act, action.amount) for action in hand.actions] == [
        ("Hero", Act.ANTE, 166),
        ("Seat 5", Act.ANTE, 240),
    ]
    assert (hand.uncalled, hand.collected) == ((Uncalled("Seat 5", 74),), {"Seat 5": 332})
    assert (hand.finished, hand.shown) == ((Finished("Hero", 2, 60),), {"Seat 5": "Kc9d"})


IGNITION = """Ignition Hand #35: HOLDEM Tournament #18 TBL#1, Turbo- Level 2 (15/30) - 2017-06-05 00:20:19
Seat 6: UTG (500 in chips)
Seat 3: Dealer [ME] (500 in chips)
Seat 1: Small Blind (500 in chips)
Seat 2: Big Blind (500 in chips)
Small Blind : Ante/Small blind 15
Big Blind : Big blind/Bring in 30
*** HOLE CARDS ***
Dealer [ME] : Card dealt to a spot [3c Ks]
UTG : Folds(auth)
Dealer [ME] : Folds
Small Blind : Sit out
Small Blind : Folds(timeout)
Big Blind : Return uncalled portion of bet 15
Big Blind : Hand Result 30
*** SUMMARY ***
Total Pot(30)
"""


def test_seats_of_ignition_are_renumbered_if_their_numbers_contradict_the_positions() -> None:
    hand = only_hand(IGNITION)
    assert [(seat.seat, seat.name) for seat in hand.seats] == [(1, "Seat 6"), (2, "Hero"), (3, "Seat 1"), (4, "Seat 2")]
    assert (hand.button, hand.actions[0].act) == (2, Act.SMALL_BLIND)


REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "histories"


@pytest.mark.parametrize(
    ("folder", "hands", "links"),
    [("iPoker", 24, 47), ("Winning", 2, 0), ("PacificPoker", 20, 94), ("PartyPoker", 2, 0), ("Bovada", 12, 58)],
)
def test_every_hand_of_the_real_files_is_read(folder: str, hands: int, links: int) -> None:
    if not REAL.is_dir():
        pytest.skip("real hand histories are not available")
    history = ft.read_history(REAL / folder)
    assert (len(history.hands), history.links) == (hands, links)
    assert [problem for problem in history.problems if problem.kind not in ("note", "link")] == []


@pytest.mark.parametrize("folder", ["Winning", "PartyPoker", "PacificPoker", "Bovada", "iPoker"])
def test_a_missing_line_of_a_real_file_is_reported_or_has_no_effect(folder: str) -> None:
    if not REAL.is_dir():
        pytest.skip("real hand histories are not available")
    for path in sorted((REAL / folder).iterdir()):
        lines = path.read_text("utf-8").split("\n")[:60]
        text = "\n".join(lines)
        whole = {hand.id: bare(hand) for hand in ft.read_history([text.encode()]).hands}
        for i in range(len(lines)):
            history = ft.read_history(["\n".join([*lines[:i], *lines[i + 1 :]]).encode()])
            known = [says_no_other(bare(hand), whole[hand.id]) for hand in history.hands if hand.id in whole]
            assert history.problems or (all(known) and len(known) == len(whole)), (path.name, lines[i])
