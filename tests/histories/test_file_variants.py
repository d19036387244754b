"""Spellings of many years and versions: random hands written in them are read back."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings

from finaltable.histories.hand import Act, PlayedHand, Seat, Uncalled
from finaltable.histories.history import HistoryProblem
from finaltable.histories.reading import read_text
from tests.hands import bare, mutations, play, played, says_no_other
from tests.room_writers import write_ggpoker
from tests.short_histories import GG, STARS, STARS_NEXT, WINAMAX, changed
from tests.writers import WRITTEN, bovada_expected, write_bovada, write_pacific

FEW = settings(max_examples=25, deadline=None)


def read(text: str) -> tuple[list[PlayedHand], list[str]]:
    found = list(read_text(text, "hands.txt"))
    return [one for one in found if isinstance(one, PlayedHand)], [
        one.reason for one in found if isinstance(one, HistoryProblem)
    ]


def only_hand(text: str) -> PlayedHand:
    hands, problems = read(text)
    assert problems == []
    (hand,) = hands
    return hand


# Bovada and Ignition


def entries(text: str, random: Random) -> tuple[str, dict[str, str]]:
    """Return a hand of Ignition with entry numbers as seats, and the players' names after them."""
    seats = re.findall(r"^Seat (\d+): ", text, re.MULTILINE)
    numbers = dict(zip(seats, map(str, random.sample(range(100, 9999), len(seats))), strict=True))
    new = re.sub(r"^Seat([ +])(\d+): ", lambda found: f"Seat{found[1]}{numbers[found[2]]}: ", text, flags=re.MULTILINE)
    return new, {f"Seat {old}": f"Seat {number}" for old, number in numbers.items()}


def chips(hand: PlayedHand) -> object:
    """Return the stacks, actions and winnings of a hand, by name."""
    order = sorted(hand.seats, key=lambda seat: (seat.seat <= hand.button, seat.seat))
    actions = [(action.player, action.act, action.amount, action.street) for action in hand.actions]
    return [(seat.name, seat.stack) for seat in order], actions, dict(hand.collected), hand.stacks_after


def renamed(hand: PlayedHand, names: dict[str, str]) -> PlayedHand:
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
def test_seats_of_ignition_have_the_numbers_of_entries(hand: PlayedHand) -> None:
    text, names = entries(write_bovada(hand), Random(hand.id))
    assert chips(only_hand(text)) == chips(renamed(bovada_expected(hand), names))


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
            assert chips(only_hand(text)) == chips(bovada_expected(hand)), text
    assert found > 3


def test_ignition_may_name_the_winner_only_in_the_summary() -> None:
    for seed in range(40):
        hand = play(Random(seed), most=6)
        text = re.sub(r"^.*Hand Result.*\n", "", write_bovada(hand), flags=re.MULTILINE)
        for name, won in hand.collected.items():
            seat = next(seat.seat for seat in hand.seats if seat.name == name)
            text = re.sub(rf"^(Seat\+{seat}: .*) Folded.*$", rf"\1 {won:,} [Does not show]", text, flags=re.MULTILINE)
        assert chips(only_hand(text)) == chips(bovada_expected(hand))


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


@pytest.mark.parametrize(
    "order", [(UTG, UTG_1, DEALER, SMALL), (SMALL, DEALER, UTG, UTG_1), (UTG_1, UTG, SMALL, DEALER)]
)
def test_automatic_folds_are_moved_to_their_turn(order: tuple[str, ...]) -> None:
    hand = only_hand(AWAY.format(folds="\n".join(order)))
    folded = [action.player for action in hand.actions if action.act is Act.FOLD]
    assert folded == ["Seat 4", "Seat 911", "Seat 1243", "Seat 87"]


def test_an_automatic_fold_of_the_last_player_is_skipped_with_a_note() -> None:
    (hand,), problems = read(AWAY.format(folds="\n".join((UTG, UTG_1, DEALER, SMALL, BIG))))
    assert problems == ["Hero folds after all other players: the fold is skipped, Hero wins"]
    assert hand.collected == {"Hero": 30}


@pytest.mark.parametrize(
    ("line", "dead", "live"), [("Posts chip 30", 0, 30), ("Posts dead chip 15", 15, 0), ("Posts dead chip 45", 15, 30)]
)
def test_of_missed_blinds_at_ignition_the_small_one_is_dead(line: str, dead: int, live: int) -> None:
    text = AWAY.format(folds="\n".join((UTG, UTG_1, DEALER, SMALL)))
    text = text.replace("*** HOLE", f"UTG : {line}\n*** HOLE")
    if live:  # the big blind is called by it
        text = text.replace("Big Blind [ME] : Return uncalled portion of bet 15\n", "")
    won = 15 + (30 if live else 15) + dead + live
    hand = only_hand(text.replace("Result 30", f"Result {won}").replace("Pot(30)", f"Pot({won})"))
    posted = {action.act: action.amount for action in hand.actions if action.player == "Seat 4" and action.amount}
    assert posted == {act: chips for act, chips in ((Act.DEAD, dead), (Act.POST, live)) if chips}


def test_a_board_that_is_no_flop_turn_or_river_is_refused() -> None:
    text = AWAY.format(folds="\n".join((UTG, UTG_1, DEALER, SMALL, "Card dealt to table [2h 3h]")))
    hands, problems = read(text)
    assert (len(hands), "not the cards of a flop, turn or river" in problems[0]) == (0, True)


def test_a_fold_may_show_its_cards() -> None:
    hand = only_hand(AWAY.format(folds="\n".join((UTG, "UTG+1 : Folds & shows [6c 6s] (One pair)", DEALER, SMALL))))
    assert hand.shown["Seat 911"] == "6c6s"


def test_a_player_without_cards_and_lines_sits_out_with_a_note() -> None:
    text = AWAY.format(folds="\n".join((UTG, DEALER, SMALL))).replace("UTG+1 : Card dealt to a spot [6c 6s]\n", "")
    (hand,), problems = read(text)
    assert problems == ["no cards are dealt to Seat 911: treated as sitting out"]
    assert [seat.name for seat in hand.seats if seat.sitting_out] == ["Seat 911"]


@pytest.mark.parametrize("seed", [5, 13])
def test_no_damaged_line_of_a_file_with_entries_goes_unnoticed(seed: int) -> None:
    hand = play(Random(seed), most=5)
    text, names = entries(write_bovada(hand).replace(": Folds", ": Fold(Blind Disconnected)"), Random(seed))
    truth = only_hand(text)
    assert chips(truth) == chips(renamed(bovada_expected(hand), names))
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


def test_lines_of_pokerstars_around_hands_are_ignored() -> None:
    chat = 'Bo said, "PokerStars Game #1"\nBo is disconnected\nBo has timed out\nBo: folds (disconnect)'
    text = changed(STARS, ("Bo: folds", chat))
    rule = "*********** # {} **************\n"
    hands, problems = read("Transcript for your last 2 hands\n" + rule.format(1) + text + rule.format(2) + STARS_NEXT)
    assert (len(hands), problems) == (2, [])


def test_a_player_without_chips_is_not_dealt_in() -> None:
    seat = "Seat 6: Cy (900 in chips)"
    hand = only_hand(changed(STARS, (seat, f"{seat}\nSeat 9: Dee (0 in chips)")))
    assert ([seat.name for seat in hand.seats], [seat.name for seat in hand.waiting]) == (["Ana", "Bo", "Cy"], ["Dee"])


# GGPoker


OTHER_LEVEL = changed(GG, ("Level7(1,000/2,000)", "Level6(800/1,600(200))"))


def test_ggpoker_uses_the_posted_blinds_if_the_first_line_has_another_level() -> None:
    (hand,), problems = read(OTHER_LEVEL)
    assert problems == [
        "a1b2c3d4 posts a small blind of 1,000, not 800 as in the first line: the posted blinds are used",
    ]
    assert (hand.small_blind, hand.big_blind, hand.ante) == (1000, 2000, 250)
    assert bare(replace(hand, level="7")) == bare(only_hand(GG))


def test_a_big_blind_of_another_level_may_be_all_in() -> None:
    for seed in range(40):
        hand = play(Random(seed), most=3)
        text = re.sub(r"Level\d+\(.*?\) -", "Level1(7/14) -", write_ggpoker(hand))
        full = [action for action in hand.actions if action.act is Act.SMALL_BLIND and not action.all_in]
        hands, _ = read(text)
        assert not full or chips(hands[0]) == chips(hand)


@pytest.mark.parametrize(
    ("old", "new"),
    [("small blind 1,000", "small blind 1,00"), ("big blind 2,000", "big blind 2,00"), ("5,750", "5,500")],
)
def test_chips_must_add_up_whatever_the_level_of_the_first_line(old: str, new: str) -> None:
    assert read(changed(OTHER_LEVEL, (old, new)))[0] == []


# Winamax


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" level: 5", ""),
        ("9€ + 9€ + 2€", "Ticket only"),
        ("9€ + 9€ + 2€", "500 FPP + 0 FPP"),
        ("(4242)#007'", "(4242)'"),
        ("'SUNDAY(", "'SUNDAY's \"Hold'em\" (-flop) 2€("),
        (" 6-max (real money)", " 6-max"),
        ("*** PRE-FLOP ***", "Ana deny SB\n*** PRE-FLOP ***"),
    ],
)
def test_winamax_is_read_with_any_description_of_the_tournament(old: str, new: str) -> None:
    assert chips(only_hand(changed(WINAMAX, (old, new)))) == chips(only_hand(WINAMAX))


SHORT_RAISE = """\
Winamax Poker - Tournament "Expresso" buyIn: 0.93€ + 0.07€ level: 3 - HandId: #12-3-17 - Holdem no limit (50/100) - \
2022/01/09 20:00:00 UTC
Table: 'Expresso(4242)#0' 3-max (real money) Seat #1 is the button
Seat 1: -Ana- (70)
Seat 2: Bo (b) (500)
Seat 3: Cy (500)
*** ANTE/BLINDS ***
Bo (b) posts small blind 50
Cy posts big blind 100
Dealt to Cy [8h 8c]
*** PRE-FLOP ***
-Ana- raises -30 to 70 and is all-in
Bo (b) calls 50
Cy checks
*** FLOP *** [2c 7d Jh]
Bo (b) checks
Cy checks
*** TURN *** [2c 7d Jh][Js]
Bo (b) checks
Cy checks
*** RIVER *** [2c 7d Jh Js][3d]
Bo (b) checks
Cy checks
*** SHOW DOWN ***
Bo (b) shows [Ah Kd] (One pair : Jacks)
Cy shows [8h 8c] (Two pairs : Jacks and 8)
-Ana- shows [Ac Ks] (One pair : Jacks)
Cy collected 60 from side pot 1
Cy collected 210 from main pot
*** SUMMARY ***
Total pot 270 | No rake
Board: [2c 7d Jh Js 3d]
Seat 1: -Ana- (button) showed [Ac Ks] and lost with One pair : Jacks
Seat 2: Bo (b) (small blind) showed [Ah Kd] and lost with One pair : Jacks
Seat 3: Cy (big blind) showed [8h 8c] and won 270 with Two pairs : Jacks and 8
"""


def test_winamax_writes_an_all_in_for_less_than_the_blind_as_a_negative_raise() -> None:
    action = only_hand(SHORT_RAISE).actions[2]
    assert (action.player, action.act, action.amount, action.all_in) == ("-Ana-", Act.CALL, 70, True)


SPLIT = changed(
    SHORT_RAISE,
    ("(50/100)", "(25/100)"),
    ("small blind 50", "small blind 25"),
    ("-Ana- (70)", "-Ana- (100)"),
    ("raises -30 to 70", "calls 100"),
    ("Bo (b) calls 50", "Bo (b) folds"),
    ("Cy checks\n*** FLOP", "Cy checks.\n*** FLOP"),
    ("Bo (b) checks\nCy checks\n", ""),
    ("Cy checks.", "Cy checks"),
    ("Bo (b) shows [Ah Kd] (One pair : Jacks)\n", ""),
    (
        "Cy collected 60 from side pot 1\nCy collected 210 from main pot",
        "Cy collected 113 from pot\n-Ana- collected 113 from pot",
    ),
    (
        "Seat 2: Bo (b) (small blind) showed [Ah Kd] and lost with One pair : Jacks",
        "Seat 2: Bo (b) (small blind) folded",
    ),
)


def test_rounded_shares_of_a_split_pot_of_winamax_are_corrected_with_a_note() -> None:
    (hand,), problems = read(SPLIT)
    assert problems == ["Cy, -Ana- collect 112.5, which the file rounds to 113: corrected"]
    assert hand.collected == {"Cy": Fraction(225, 2), "-Ana-": Fraction(225, 2)}
    assert read(SPLIT.replace("collected 113", "collected 114"))[0] == []
    assert read(SPLIT.replace("-Ana- collected 113", "-Ana- collected 112"))[1] == []


def test_a_player_of_winamax_without_lines_sits_out_with_a_note() -> None:
    seat = "Seat 3: Bo (1500.50, 9€ bounty)"
    (hand,), problems = read(changed(WINAMAX, (seat, f"{seat}\nSeat 5: Cy (800, 9€ bounty)")))
    assert problems == ["no line names Cy: treated as sitting out"]
    assert [seat.name for seat in hand.seats if seat.sitting_out] == ["Cy"]


# 888


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("***** 888poker Hand", "***** 888.es Hand"),
        ("***** 888poker Hand", "***** 888poker BLAST Hand"),
        ("***** 888poker Hand", "**** Cassava Snap Poker Hand"),
        ("No Limit Holdem", "No Limit Holdem Jackpot table"),
        ("posts ante", "posts the ante"),
        ("09 03 2024 21:04:05", "09-03-2024 - 21:04:05"),
        ("** Dealing down cards **", "** Dealing down cards **\nAna sits out"),
    ],
)
def test_888_is_read_in_the_formats_of_its_skins(old: str, new: str) -> None:
    for seed in range(30):
        hand = play(Random(seed), most=4)
        text = write_pacific(hand).replace(old, new)
        if "Ana sits" not in new or "Ana" in hand.names:
            assert chips(only_hand(text)) == chips(WRITTEN["888"].expected(hand))


@pytest.mark.parametrize("line", ["Tournament #9 $18.30 + $1.70", "Tournament #9 Ticket + 1 Token (Real Money)"])
def test_888_is_read_without_a_buy_in(line: str) -> None:
    text = re.sub(r"^Tournament .*$", line, write_pacific(play(Random(7))), flags=re.MULTILINE)
    (hand,), (problem,) = read(text)
    assert hand.tournament.id == "9"
    assert "unrecognised or truncated buy-in, ignored" in problem
