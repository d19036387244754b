"""Hands in XML, JSON and TOML: iPoker, OHH, PHH. Random hands are written and read back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings

from finaltable.histories.hand import Act, BountyPaid, PlayedHand, Tournament, Uncalled
from finaltable.histories.history import HistoryProblem
from finaltable.histories.reading import read_history, read_text
from finaltable.histories.rooms.ipoker import read_ipoker
from finaltable.histories.rooms.ohh import read_ohh
from finaltable.histories.rooms.phh import read_phh
from tests.hands import ODD_NAMES, bare, mutations, play, played, says_no_other
from tests.open_writers import antes_first, ipoker_expected, largest_post, ohh_of, write_ipoker, write_ohh, write_phh

FEW = settings(max_examples=60, deadline=None)


def only_hand(found: Iterator[PlayedHand | HistoryProblem]) -> PlayedHand:
    (hand,) = found
    assert isinstance(hand, PlayedHand), hand
    return hand


def problems(found: Iterator[PlayedHand | HistoryProblem]) -> list[str]:
    return [problem.reason for problem in found if isinstance(problem, HistoryProblem)]


# iPoker


@FEW
@given(played(names=(*ODD_NAMES, "<b> & \"c'"), unit=Fraction(1, 2)))
def test_a_random_hand_of_ipoker_is_read_back(hand: PlayedHand) -> None:
    assert bare(only_hand(read_ipoker(write_ipoker(hand)))) == ipoker_expected(hand)


IPOKER = """<session><general><gametype>Holdem NL</gametype><tablename>Cup, 5</tablename><nickname>Ana</nickname>
<tournamentname>Cup</tournamentname><buyin>€9+€1</buyin></general>
<game gamecode="1"><general><startdate>07-Apr-2024 20:57:23</startdate><players>
<player seat="3" name="Ana" chips="1,472.50" dealer="1" win="0" bet="20" rebuy="0" addon="0"/>
<player seat="5" name="Bo" chips="1,500" dealer="0" win="60" bet="40" rebuy="1,500" addon="0"/></players></general>
<round no="0"><action no="2" player="Bo" type="2" sum="20"/><action no="1" player="Ana" type="1" sum="10"/></round>
<round no="1"><cards type="Pocket" player="Ana">H10 SA</cards><cards type="Pocket" player="Bo">X X</cards>
<action no="4" player="Bo" type="4" sum="0"/><action no="3" player="Ana" type="3" sum="10"/></round>
<round no="2"><cards type="Flop">C2 D3 S10</cards>
<action no="6" player="Ana" type="0" sum="0"/><action no="5" player="Bo" type="5" sum="20"/></round>
</game></session>"""


def test_ipoker_has_half_chips_tens_as_two_digits_and_actions_in_any_order() -> None:
    hand = only_hand(read_ipoker(IPOKER, "a.xml"))
    assert [(seat.name, seat.stack) for seat in hand.seats] == [("Ana", Fraction(2945, 2)), ("Bo", 1500)]
    assert (hand.hero, hand.cards, hand.boards) == ("Ana", {"Ana": "ThAs"}, ("2c3dTs",))
    assert [action.player for action in hand.actions] == ["Ana", "Bo", "Ana", "Bo", "Bo", "Ana"]
    assert (hand.uncalled, hand.collected) == ((Uncalled("Bo", 20, inferred=True),), {"Bo": 40})
    assert (hand.small_blind, hand.big_blind, hand.time) == (10, 20, "2024-04-07T20:57:23")
    assert (hand.added, hand.tournament.currency) == ({"Bo": 1500}, "€")
    assert hand.actions[0].line == 6


def test_a_document_type_is_refused_before_entities_are_expanded() -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;">]>'
    assert problems(read_ipoker(bomb + IPOKER)) == ["the XML has a document type or entities, which are not allowed"]
    inside = IPOKER.replace('<game gamecode="1">', '<game gamecode="1">' + bomb)
    assert problems(read_ipoker(inside))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Holdem NL", "Omaha PL", "another game: Omaha PL"),
        ("<tournamentname>Cup</tournamentname>", "", "a cash game: Holdem NL"),
        ('type="5"', 'type="99"', "unknown action type: 99"),
        ('no="6"', 'no="5"', "two actions have the number 5"),
        ('sum="20"/></round>\n</game>', 'sum="9,000"/></round>\n</game>', "Bo cannot put in 9,000 with 1,480 left"),
        ('seat="5"', 'seat="3"', "two players have the same seat"),
        ('bet="40"', 'bet="60"', "the actions of Bo do not add up to their total bet of 60"),
        ("C2 D3 S10", "C2 D3", "'2C 3D' is not 3 cards"),
        ('<round no="2">', '<round no="3">', "the turn cannot follow the preflop: lines are missing or duplicated"),
        ("</round>\n</game>", "</game>", "invalid XML: mismatched tag"),
        ('chips="1,500"', 'chips="many"', "'many' is not an amount"),
        ("<general><gametype>", "<other><gametype>", "the game is unknown: <general> is missing"),
    ],
)
def test_an_impossible_hand_of_ipoker_is_reported(old: str, new: str, reason: str) -> None:
    assert old in IPOKER
    assert problems(read_ipoker(IPOKER.replace(old, new))) == [reason]


def test_a_broken_game_does_not_affect_the_others() -> None:
    games = IPOKER.replace("</session>", "") + "\n<game gamecode='2'><general>" + IPOKER[IPOKER.index("\n<game") :]
    found = list(read_ipoker(games))
    assert [type(item) for item in found] == [PlayedHand, HistoryProblem, PlayedHand]


def test_blinds_that_were_posted_all_in_follow_from_a_call() -> None:
    short = IPOKER.replace('chips="1,500"', 'chips="15"').replace('type="2" sum="20"', 'type="2" sum="15"')
    short = short.replace('win="60" bet="40"', 'win="35" bet="15"').replace('type="5" sum="20"', 'type="4" sum="0"')
    hand = only_hand(read_ipoker(short))
    assert (hand.small_blind, hand.big_blind) == (10, 15)


@FEW
@given(played(names=(*ODD_NAMES, '{"ohh": {'), unit=Fraction(1, 4)))
def test_a_random_hand_of_ohh_is_read_back(hand: PlayedHand) -> None:
    expected = replace(hand, room="Club", tournament=replace(hand.tournament, currency="EUR"), level="")
    if not largest_post(hand, Act.BIG_BLIND_ANTE):  # the big blind had no chips left for it
        expected = replace(expected, ante=hand.ante or hand.big_blind_ante, big_blind_ante=0)
    assert bare(only_hand(read_ohh(write_ohh(hand)))) == expected


@pytest.mark.parametrize(
    ("paid", "costs"),
    [("Pts 11.00+Pts 1.00", (11, 1)), ("RSD 200+RSD 20", (200, 20)), ("Token+0", (None, None)), ("N/A", (None, None))],
)
def test_a_tournament_of_ipoker_costs_points_tokens_or_money(paid: str, costs: tuple[int | None, int | None]) -> None:
    hand = only_hand(read_ipoker(write_ipoker(play(Random(7))).replace("$9.50+$0.50", paid)))
    assert (hand.tournament.buy_in, hand.tournament.fee) == costs
    assert hand.tournament.currency == ("RSD" if "RSD" in paid else "")


@pytest.mark.parametrize("kind", ["Holdem SL", "Holdem БЛ", "Holdem No limit", "Holdem NL 10/20"])
def test_no_limit_holdem_of_ipoker_has_names_in_many_languages(kind: str) -> None:
    assert only_hand(read_ipoker(write_ipoker(play(Random(7)), kind=kind))).room == "iPoker"


# OHH


def small_ohh() -> dict[str, object]:
    hand = only_hand(read_ipoker(IPOKER))
    return ohh_of(replace(hand, added={}))


def test_hands_of_ohh_are_in_a_list_or_concatenated() -> None:
    one = json.dumps({"ohh": small_ohh()})
    for text in (f"{one}\n\n{one}\n", f"[{one},\n {one}]", f"{one}{one}", f"\n\n{one}\r\n\r\n{one}"):
        assert [type(found) for found in read_ohh(text)] == [PlayedHand, PlayedHand]


def test_a_truncated_hand_of_ohh_does_not_affect_the_next_one() -> None:
    one = json.dumps({"ohh": small_ohh()}, indent=2)
    broken, whole = read_ohh(one[: len(one) // 2] + one, "a.json")
    assert isinstance(broken, HistoryProblem)
    assert isinstance(whole, PlayedHand)
    assert broken.reason.startswith("invalid JSON: ")
    assert whole.line == one[: len(one) // 2].count("\n") + 1


def test_bounties_of_ohh_are_read() -> None:
    ohh = small_ohh()
    players = ohh["players"]
    assert isinstance(players, list)
    ohh["players"] = [{**player, "player_bounty": 2.5} for player in players]
    ohh["tournament_bounties"] = [{"player_id": 10, "bounty_won": 1.25, "defeated_player_id": 11}]
    hand = only_hand(read_ohh(json.dumps({"ohh": ohh})))
    assert [seat.bounty for seat in hand.seats] == [Fraction(5, 2)] * 2
    assert hand.bounties == (BountyPaid("Ana", ("Bo",), Fraction(5, 4)),)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game_type": "Omaha"}, "another game: Omaha NL"),
        ({"tournament": False}, "a cash game: Holdem NL"),
        ({"players": [{"id": 1}]}, "not a valid OHH hand: 'name' is missing"),
        ({"rounds": 7}, "not a valid OHH hand: 'int' object is not iterable"),
        ({"dealer_seat": "x"}, "not a valid OHH hand: invalid literal for int() with base 10: 'x'"),
        ({"players": []}, "the hand has fewer than two players"),
    ],
)
def test_an_invalid_hand_of_ohh_is_reported(change: dict[str, object], reason: str) -> None:
    assert problems(read_ohh(json.dumps({"ohh": {**small_ohh(), **change}}))) == [reason]


@pytest.mark.parametrize("number", ["1e999999", "NaN", "1" * 5000])
def test_a_number_of_ohh_is_an_amount_of_few_digits(number: str) -> None:
    text = json.dumps({"ohh": small_ohh()}).replace('"big_blind_amount": 20', f'"big_blind_amount": {number}')
    assert problems(read_ohh(text))[0].startswith("invalid JSON: ")


# PHH


@FEW
@given(played(names=(*ODD_NAMES, '"q" \\'), unit=Fraction(1, 2), short=False))
def test_a_random_hand_of_phh_is_read_back(hand: PlayedHand) -> None:
    event = Tournament(hand.tournament.id, hand.tournament.id)
    assert antes_first(bare(only_hand(read_phh(write_phh(hand))))) == antes_first(
        replace(hand, room="PHH", tournament=event)
    )


PHH = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 400, 1000]
actions = [
  "d dh p1 AcAd", "d dh p2 KcKd", "d dh p3 7h2s", # all known, as on television
  "p3 f", "p1 cbr 1000", "p2 cc",
  "d db 2c3d9h", "d db Ts", "d db 4s",
]
players = ["Ana", "Bo", "Cy"]
"""


def test_winners_of_phh_follow_from_the_cards() -> None:
    hand = only_hand(read_phh(PHH))
    assert (hand.collected, hand.uncalled) == ({"Ana": 800}, (Uncalled("Ana", 600, inferred=True),))
    assert (hand.hero, hand.button, hand.small_blind, hand.big_blind) == (None, 3, 50, 100)
    assert hand.stacks_after == {"Ana": 1400, "Bo": 0, "Cy": 1000}


def test_several_hands_of_phh_are_in_numbered_tables() -> None:
    found = list(read_phh(f"[1]\n{PHH}\n[2]\nvariant = \n\n[7]\n{PHH}", "a.phhs"))
    assert [type(item) for item in found] == [PlayedHand, HistoryProblem, PlayedHand]
    assert [item.id if isinstance(item, PlayedHand) else item.hand for item in found] == ["1", "2", "7"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"NT"', '"F2L3D"', "another game: fixed-limit triple draw"),
        ('"NT"', '"XY"', "another game: XY"),
        ("AcAd", "????", "the winners are unknown: the hand has no cards, no finishing_stacks and no winnings"),
        ("p2 cc", "p2 jumps", "unknown action: 'jumps'"),
        ("p2 cc", "p9 cc", "'p9' is not a player"),
        ("antes = [0, 0, 0]", "", "not a valid PHH hand: 'antes' is missing"),
        ("[1000, 400, 1000]", "[1000, inf, 1000]", "not a valid PHH hand: inf is not an amount"),
        ("cbr 1000", "cbr 2000", "Ana cannot put in 1,950 with 950 left"),
        ("min_bet = 100", "x = " + "[" * 2000, "invalid TOML: lists are nested too deeply"),
        ("min_bet = 100", "a" + ".a" * 400 + " = 1", "the hand has a line with more than 300 dots"),
    ],
)
def test_an_impossible_hand_of_phh_is_reported(old: str, new: str, reason: str) -> None:
    assert problems(read_phh(PHH.replace(old, new))) == [reason]


# Missing, doubled and cut lines


OPTIONAL = (
    "hand =",
    "event =",
    "level =",
    "players =",
    "seats =",
    "table =",
    "year =",
    "month =",
    "day =",
    "time =",
    "finishing",
)


@pytest.mark.parametrize("seed", [2, 5, 6])
@pytest.mark.parametrize("room", ["iPoker", "OHH", "PHH"])
def test_a_dropped_doubled_or_cut_line_is_reported_or_has_no_effect(room: str, seed: int) -> None:
    """Optional fields of PHH are excepted: if one is missing, no other line repeats it."""
    write, file = {"iPoker": (write_ipoker, "a.xml"), "OHH": (write_ohh, "a.json"), "PHH": (write_phh, "a.phh")}[room]
    text = write(play(Random(seed), most=4, short=room != "PHH"))
    (whole,) = read_text(text, file)
    assert isinstance(whole, PlayedHand)
    for changed in mutations(text, but=OPTIONAL if room == "PHH" else ()):
        found = list(read_text(changed, file))
        hands = [one for one in found if isinstance(one, PlayedHand)]
        assert len(hands) < len(found) or (len(hands) == 1 and says_no_other(bare(hands[0]), bare(whole))), changed


@pytest.mark.parametrize(
    "text",
    [
        '{"ohh": {"players": [' + "1, " * 40_000 + "1]}}",
        "<session><general></general><game gamecode='1'>" + "<a/>" * 40_000 + "</game></session>",
    ],
    ids=["OHH", "iPoker"],
)
def test_a_hand_that_is_too_long_is_not_parsed(text: str) -> None:
    [problem] = read_history(text + "\n").problems
    assert problem.reason.startswith("the hand is too long: ")
