"""Hands of PokerStars, GGPoker and Winamax with the oddities of each room, and the problems that are reported."""

from __future__ import annotations

from fractions import Fraction

import pytest

import finaltable as ft
from finaltable.histories.hand import Act, BountyPaid, Finished, PlayedHand, Seat, Street, Tournament, Uncalled
from finaltable.histories.ledger import Ledger
from tests.short_histories import GG, STARS, STARS_NEXT, WINAMAX, changed


def one(text: str) -> PlayedHand:
    """Return the only hand of a text without problems."""
    history = ft.read_history(text)
    assert history.problems == ()
    [hand] = history.hands
    return hand


def reasons(text: str) -> list[str]:
    """Return the reasons of all problems of a text."""
    return [problem.reason for problem in ft.read_history(text).problems]


# --- PokerStars ---


def test_a_hand_has_all_facts_of_the_file() -> None:
    hand = one(STARS)
    assert (hand.room, hand.id, hand.table, hand.button, hand.level) == ("PokerStars", "5001", "77 3", 1, "IV")
    assert hand.tournament == Tournament("77", currency="$", buy_in=10, fee=1)
    assert (hand.small_blind, hand.big_blind, hand.ante, hand.time) == (50, 100, 10, "2019-05-04T20:01:02")
    assert hand.seats == (Seat(1, "Ana", 2000), Seat(4, "Bo", 1500), Seat(6, "Cy", 900))
    assert (hand.hero, hand.cards, hand.boards) == ("Ana", {"Ana": "AhKd"}, ("2c7dJhJs3d",))
    assert hand.shown == {"Cy": "QsQc", "Ana": "AhKd"}
    assert [(a.player, str(a.act), a.amount, a.all_in, a.line) for a in hand.actions[-4:]] == [
        ("Ana", "raise", 200, False, 13),
        ("Bo", "fold", 0, False, 14),
        ("Cy", "raise", 790, True, 15),
        ("Ana", "call", 690, False, 16),
    ]
    assert (hand.pot, hand.antes, hand.collected) == (1860, 30, {"Cy": 1860})
    assert hand.stacks_after == {"Ana": 1100, "Bo": 1440, "Cy": 1860}


@pytest.mark.parametrize(
    ("first", "event"),
    [
        ("PokerStars Game #5001: Tournament #77, $10+$1 Hold'em", Tournament("77", currency="$", buy_in=10, fee=1)),
        ("Full Tilt Hand #5001: Tournament #77, €5+€0.50 EUR Hold'em",
         Tournament("77", currency="€", buy_in=5, fee=Fraction(1, 2))),
        ("PokerStars Home Game Hand #5001: {Club: [7]}  Tournament #77, 2000+110 Hold'em",
         Tournament("77", buy_in=2000, fee=110)),
        ("PokerStars Hand #5001: Zoom Tournament #77, Freeroll  Hold'em", Tournament("77")),
        ("PokerStars Hand #5001: Tournament #77, Hold'em", Tournament("77")),
        ("PokerStars Hand #5001: Tournament #77, 250 SC Hold'em", Tournament("77", currency="SC", buy_in=250, fee=0)),
        ("PokerStars Hand #5001: Tournament #77, 500FPP Hold'em",
         Tournament("77", currency="FPP", buy_in=500, fee=0)),
        ("PokerStars Hand #5001: Tournament #77, 100+10 INR Hold'em",
         Tournament("77", currency="INR", buy_in=100, fee=10)),
        ("PokerStars Hand #5001: Tournament #77, £4.60+£4.60+£0.80 GBP Hold'em",
         Tournament("77", currency="£", buy_in=Fraction(23, 5), bounty=Fraction(23, 5), fee=Fraction(4, 5))),
    ],
)  # fmt: skip
def test_first_lines_of_all_years_and_currencies_are_read(first: str, event: Tournament) -> None:
    usual = "PokerStars Hand #5001: Tournament #77, $10.00+$1.00 USD Hold'em"
    assert one(changed(STARS, (usual, first))).tournament == event


def test_a_match_round_and_a_second_time_are_read() -> None:
    usual = "- Level IV (50/100) - 2019/05/04 20:01:02 ET"
    new = "- Match Round II, Level IV (50/100) - 2019/05/05 9:01:02 CET [2019/05/05 3:01:02 ET]"
    hand = one(changed(STARS, (usual, new)))
    assert (hand.level, hand.time) == ("IV", "2019-05-05T09:01:02")


def test_a_first_line_without_a_level_is_read_as_converters_write_it() -> None:
    usual = "$10.00+$1.00 USD Hold'em No Limit - Level IV (50/100) - 2019/05/04 20:01:02 ET"
    hand = one(changed(STARS, (usual, "$10+$1 - Hold'em No Limit (50/100) - 2019/05/04 20:01:02")))
    assert (hand.level, hand.tournament.buy_in, hand.big_blind) == ("", 10, 100)
    without_blinds = changed(STARS, (usual, "$10+$1 Hold'em No Limit - 2019/05/04 20:01:02"))
    assert reasons(without_blinds)[0].startswith("unrecognised first line of a hand: ")


def test_names_with_colons_and_brackets_are_compared_with_the_seats() -> None:
    text = changed(STARS, ("Bo:", "Ana: folds:"), ("Bo ", "Ana: folds "), ("Cy", "Ana: folds [2] (button)"))
    hand = one(text)
    assert hand.names == ("Ana", "Ana: folds", "Ana: folds [2] (button)")
    assert [a.player for a in hand.actions if a.act is Act.FOLD] == ["Ana: folds"]
    assert hand.collected == {"Ana: folds [2] (button)": 1860}


def test_an_uncalled_bet_without_a_line_is_inferred_and_marked() -> None:
    stated = one(STARS_NEXT)
    inferred = one(changed(STARS_NEXT, ("Uncalled bet (200) returned to Cy\n", "")))
    assert stated.uncalled == (Uncalled("Cy", 200),)
    assert inferred.uncalled == (Uncalled("Cy", 200, inferred=True),)
    assert inferred.stacks_after == stated.stacks_after


def test_an_ante_posted_by_the_big_blind_alone_is_a_big_blind_ante() -> None:
    antes = "Ana: posts the ante 10\nBo: posts the ante 10\nCy: posts the ante 10\n"
    text = changed(
        STARS,
        (antes, "Cy: posts the ante 100\n"),
        ("raises 690 to 890", "raises 600 to 800"),
        ("calls 690", "calls 600"),
        ("1860", "1750"),
    )
    hand = one(text)
    assert (hand.ante, hand.big_blind_ante, hand.antes) == (0, 100, 100)
    assert hand.actions[0].act is Act.BIG_BLIND_ANTE


def test_a_hand_that_is_run_twice_has_two_boards() -> None:
    once = "*** FLOP *** [2c 7d Jh]\n*** TURN *** [2c 7d Jh] [Js]\n*** RIVER *** [2c 7d Jh Js] [3d]\n*** SHOW DOWN ***"
    twice = """*** FIRST FLOP *** [2c 7d Jh]
*** FIRST TURN *** [2c 7d Jh] [Js]
*** FIRST RIVER *** [2c 7d Jh Js] [3d]
*** SECOND FLOP *** [Ac 7h 4h]
*** SECOND TURN *** [Ac 7h 4h] [4s]
*** SECOND RIVER *** [Ac 7h 4h 4s] [5d]
*** FIRST SHOW DOWN ***"""
    text = changed(
        STARS,
        (once, twice),
        ("Cy collected 1860", "Cy collected 930 from pot\n*** SECOND SHOW DOWN ***\nAna collected 930"),
        ("Board [2c 7d Jh Js 3d]", "Hand was run twice\nFIRST Board [2c 7d Jh Js 3d]\nSECOND Board [Ac 7h 4h 4s 5d]"),
    )
    hand = one(text)
    assert hand.boards == ("2c7dJhJs3d", "Ac7h4h4s5d")
    assert hand.collected == {"Cy": 930, "Ana": 930}


def test_bounties_and_their_payments_are_read() -> None:
    text = changed(
        STARS,
        ("Ana (2000 in chips)", "Ana (890 in chips, $12.50 bounty)"),
        ("Bo (1500 in chips)", "Bo (1500 in chips, $5 bounty)"),
        ("Cy (900 in chips)", "Cy (900 in chips, $7.25 bounty)"),
        ("Ana: calls 690", "Ana: calls 680 and is all-in\nUncalled bet (10) returned to Cy"),
        ("1860", "1840"),
        ("*** SUMMARY ***", "Cy wins $6.25 for eliminating Ana and their own bounty increases by $6.25 to $13.50\n"
         "Ana finished the tournament in 3rd place and received $40.00.\n*** SUMMARY ***"),
    )  # fmt: skip
    hand = one(text)
    assert [seat.bounty for seat in hand.seats] == [Fraction(25, 2), 5, Fraction(29, 4)]
    assert hand.bounties == (BountyPaid("Cy", ("Ana",), Fraction(25, 4), Fraction(27, 2)),)
    assert hand.finished == (Finished("Ana", 3, 40),)
    lost = changed(text, ("Cy wins $6.25 for eliminating Ana and their own bounty increases by $6.25 to $13.50\n", ""))
    assert reasons(lost) == ["Ana is out, but no player is paid the bounty: a line may be missing"]
    grown = reasons(changed(text, ("to $13.50", "to $13")))
    assert grown == ["the bounty on Cy before this line, plus the increase, is not the bounty after it"]


@pytest.mark.parametrize(
    ("line", "paid"),
    [
        ("Cy wins $4.60 for splitting the elimination of Ana", [BountyPaid("Cy", ("Ana",), Fraction(23, 5))]),
        ("Cy wins the $5 bounty for eliminating Ana, Bo", [BountyPaid("Cy", ("Ana", "Bo"), 5)]),
        ("Cy, Bo split the $5 bounty for eliminating Ana",
         [BountyPaid("Cy", ("Ana",), Fraction(5, 2)), BountyPaid("Bo", ("Ana",), Fraction(5, 2))]),
    ],
)  # fmt: skip
def test_split_bounties_are_read(line: str, paid: list[BountyPaid]) -> None:
    assert list(one(changed(STARS, ("*** SUMMARY ***", f"{line}\n*** SUMMARY ***"))).bounties) == paid


def test_several_players_can_finish_first() -> None:
    lines = "".join(f"{name} finished the tournament in 1st place and received $20.00.\n" for name in ("Bo", "Cy"))
    hand = one(changed(STARS, ("*** SUMMARY ***", f"{lines}*** SUMMARY ***")))
    assert hand.finished == (Finished("Bo", 1, 20), Finished("Cy", 1, 20))
    won = one(
        changed(
            STARS, ("*** SUMMARY ***", "Cy wins the tournament and receives $31.50 - congratulations!\n*** SUMMARY ***")
        )
    )
    assert won.finished == (Finished("Cy", 1, Fraction(63, 2)),)


def test_rebuys_count_from_the_next_hand() -> None:
    line = "Ana re-buys and receives 500 chips for $5.00\n*** SUMMARY ***"
    text = changed(STARS, ("*** SUMMARY ***", line)) + "\n\n" + changed(STARS_NEXT, ("Ana (1100", "Ana (1600"))
    history = ft.read_history(text)
    assert history.hands[0].added == {"Ana": 500}
    assert (history.problems, history.links) == ((), 3)


def test_add_ons_are_read() -> None:
    line = "Bo adds 1500 chips (1 stack(s) of 1500 chips). Bo has 2 stack(s) remaining.\n*** SUMMARY ***"
    assert one(changed(STARS, ("*** SUMMARY ***", line))).added == {"Bo": 1500}


def test_chat_and_connections_are_ignored() -> None:
    noise = """Dee has returned
Ana said, "Bo collected 500 from pot"
Dee [x] said, "PokerStars Hand #1: Tournament #2, nice"
Bo has timed out while being disconnected
Bo is sitting out
Bo is disconnected
Dee joins the table at seat #8
Cy is connected
All players have agreed to skip the break. Game resuming.
Cy wins an entry to tournament #99
"""
    assert one(changed(STARS, ("Ana: raises", f"{noise}Ana: raises"))).pot == 1860


def test_seats_out_of_hand_are_not_dealt_in_but_players_sitting_out_are() -> None:
    seat = "Seat 7: Dee (700 in chips) out of hand (moved from another table into small blind)\n"
    text = changed(
        STARS,
        ("Ana: posts the ante", f"{seat}Ana: posts the ante"),
        ("Bo (1500 in chips)", "Bo (1500 in chips) is sitting out"),
    )
    hand = one(text)
    assert hand.names == ("Ana", "Bo", "Cy")
    assert hand.waiting == (Seat(7, "Dee", 700),)
    assert [seat.sitting_out for seat in hand.seats] == [False, True, False]


def test_an_incomplete_big_blind_may_be_called_in_full_or_for_the_posted_chips() -> None:
    text = """\
PokerStars Hand #6001: Tournament #77, $10+$1 USD Hold'em No Limit - Level IV (50/100) - 2019/05/04 20:01:02 ET
Table '77 3' 9-max Seat #1 is the button
Seat 1: Ana (2000 in chips)
Seat 4: Bo (1500 in chips)
Seat 6: Cy (60 in chips) is sitting out
Bo: posts small blind 50
Cy: posts big blind 60 and is all-in
*** HOLE CARDS ***
Ana: {raise}
Bo: folds
Cy: folds
Uncalled bet ({back}) returned to Ana
Ana collected 170 from pot
*** SUMMARY ***
Total pot 170 | Rake 0
Seat 1: Ana (button) collected (170)
Seat 4: Bo (small blind) folded before Flop
Seat 6: Cy (big blind) folded before Flop
"""
    for raised, back in (("raises 140 to 200", "140"), ("raises 100 to 200", "140"), ("calls 100", "40")):
        hand = ft.read_history(text.replace("{raise}", raised).replace("{back}", back)).hands[0]
        assert hand.stacks_after == {"Ana": 2110, "Bo": 1450, "Cy": 0}


# --- GGPoker ---


def test_ggpoker_has_thousands_separators_aliases_and_only_the_cards_of_hero() -> None:
    hand = one(GG)
    assert (hand.room, hand.id, hand.tournament.id) == ("GGPoker", "TM9001", "88")
    assert (hand.tournament.name, hand.tournament.currency) == ("W-12: $5.40 Daily Hyper", "$")
    assert (hand.seats[0].stack, hand.big_blind, hand.ante, hand.pot) == (41500, 2000, 250, 5750)
    assert (hand.hero, hand.cards) == ("Hero", {"Hero": "9s9d"})
    assert hand.uncalled == (Uncalled("Hero", 2000),)


@pytest.mark.parametrize(
    "level", ["- Level 7 (1,000/2,000) -", "  - Level7(1,000/2,000) -", "- Level7(1,000/2,000(250)) -"]
)
def test_ggpoker_writes_levels_with_and_without_spaces_and_the_ante(level: str) -> None:
    hand = one(changed(GG, ("- Level7(1,000/2,000) -", level)))
    assert (hand.level, hand.small_blind, hand.big_blind, hand.ante) == ("7", 1000, 2000, 250)


def test_ggpoker_may_show_the_same_cards_in_another_order() -> None:
    text = changed(
        GG,
        ("99fe01aa: folds\nUncalled bet (2,000) returned to Hero\n", """99fe01aa: calls 2,000
*** FLOP *** [Ad 7d 9c]
99fe01aa: checks
Hero: checks
*** TURN *** [7d 9c Ad] [2s]
99fe01aa: checks
Hero: checks
*** RIVER *** [7d 9c Ad 2s] [4h]
99fe01aa: checks
Hero: checks
Hero: shows [9d 9s] (Three Nines)
99fe01aa: shows [Kc Ks] (Pair of Kings)
"""),
        ("5,750", "9,750"),
        ("Jackpot 0 | Bingo 0", "Jackpot 0 | Bingo 0\nBoard [7d 9c Ad 2s 4h]"),
        ("Hero (button) won", "Hero (button) showed [9s 9d] and won"),
        ("99fe01aa (big blind) folded before Flop", "99fe01aa (big blind) showed [Ks Kc] and lost with Pair of Kings"),
    )  # fmt: skip
    hand = one(text)
    assert hand.boards == ("Ad7d9c2s4h",)
    assert hand.shown == {"Hero": "9s9d", "99fe01aa": "KcKs"}


# --- Winamax ---


def test_winamax_pays_uncalled_bets_with_the_pot_and_has_half_chips() -> None:
    hand = one(WINAMAX)
    assert hand.tournament == Tournament("4242", "SUNDAY", "€", 9, 9, 2)
    assert (hand.ante, hand.small_blind, hand.big_blind, hand.table, hand.button) == (15, 60, 120, "007", 2)
    assert [seat.bounty for seat in hand.seats] == [Fraction(27, 2), 9]
    assert hand.uncalled == (Uncalled("Bo", Fraction(2251, 2), inferred=True),)
    assert hand.collected == {"Bo": 750}
    assert hand.stacks_after == {"Ana": 1625, "Bo": Fraction(3751, 2)}


def test_a_rounded_pot_of_winamax_is_corrected_with_a_note() -> None:
    history = ft.read_history(changed(WINAMAX, ("collected 1875.50", "collected 1876")))
    [problem] = history.problems
    assert problem.reason == "Bo collects 1,875.5, which the file rounds to 1,876: corrected"
    assert history.hands[0].stacks_after == one(WINAMAX).stacks_after


@pytest.mark.parametrize(
    ("paid", "event"),
    [
        ("0,90€ + 0,10€", Tournament("4242", "SUNDAY", "€", Fraction(9, 10), None, Fraction(1, 10))),
        ("Ticket", Tournament("4242", "SUNDAY")),
        ("Free", Tournament("4242", "SUNDAY")),
    ],
)
def test_winamax_buy_ins_are_read(paid: str, event: Tournament) -> None:
    assert one(changed(WINAMAX, ("9€ + 9€ + 2€", paid))).tournament == event


def test_winamax_counts_a_raise_from_an_incomplete_big_blind_or_calls_it_a_bet() -> None:
    text = """\
Winamax Poker - Tournament "DOUBLE" buyIn: 0.93-0.07 level: 9 - HandId: #5-9-1 - Holdem no limit (60/120) - \
2012/07/23 20:36:56 UTC
Table: 'DOUBLE(99)#0' 3-max (real money) Seat #1 is the button
Seat 1: Ana (900)
Seat 2: Bo (700)
Seat 3: Cy (45)
*** ANTE/BLINDS ***
Bo posts small blind 60
Cy posts big blind 45 and is all-in
*** PRE-FLOP ***
Ana {raise}
Bo folds
*** FLOP *** [2c 7d Jh]
*** TURN *** [2c 7d Jh][Js]
*** RIVER *** [2c 7d Jh Js][3d]
*** SHOW DOWN ***
Ana shows [Ah Kd] (One pair : Jacks)
Cy shows [Qs Qc] (Two pairs : Queens and Jacks)
Ana collected 270 from side pot 1
Cy collected 135 from main pot
*** SUMMARY ***
Total pot 405 | No rake
Board: [2c 7d Jh Js 3d]
Seat 1: Ana (button) showed [Ah Kd] and won 270 with One pair : Jacks
Seat 2: Bo (small blind) folded
Seat 3: Cy (big blind) showed [Qs Qc] and won 135 with Two pairs : Queens and Jacks
"""
    for raised in ("raises 255 to 300", "raises 180 to 300", "bets 300"):
        hand = ft.read_history(text.replace("{raise}", raised)).hands[0]
        assert hand.stacks_after == {"Ana": 870, "Bo": 640, "Cy": 135}
        assert hand.uncalled == (Uncalled("Ana", 240, inferred=True),)
        assert (hand.actions[2].act, hand.tournament.fee) == (Act.RAISE, Fraction(7, 100))


def test_an_all_in_of_any_size_is_a_bet_if_no_player_has_bet() -> None:
    for street, act in ((Street.FLOP, Act.BET), (None, Act.CALL)):
        ledger = Ledger([Seat(1, "Ana", 1), Seat(2, "Bo", 30)], big_blind=2)
        if street is not None:
            ledger.begin(street)
        ledger.all_in("Ana")
        assert ledger.actions[-1].act is act
        assert ledger.actions[-1].all_in
