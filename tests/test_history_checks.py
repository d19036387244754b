"""What is reported: other games, hands that cannot have been played so, stacks that do not follow, missing heroes."""

from __future__ import annotations

import pytest

import finaltable as ft
from tests.short_histories import SHORT, STARS, STARS_NEXT, changed


def reasons(text: str) -> list[str]:
    """What is said of a text."""
    return [problem.reason for problem in ft.read_history(text).problems]


# --- other games, and hands that are broken ---


@pytest.mark.parametrize(
    ("room", "change", "words"),
    [
        ("PokerStars", ("Tournament #77, $10.00+$1.00 USD Hold'em No Limit - Level IV (50/100)",
                        " Hold'em No Limit ($0.50/$1.00 USD)"), "a cash game: Hold'em No Limit ($0.50/$1.00 USD)"),
        ("PokerStars", ("Hold'em No Limit", "Omaha Hi/Lo Pot Limit"), "another game: Omaha Hi/Lo Pot Limit"),
        ("PokerStars", ("Hold'em No Limit", "6+ Hold'em No Limit"), "another game: 6+ Hold'em No Limit"),
        ("PokerStars", ("Hold'em No Limit", "HORSE (Razz Limit)"), "another game: HORSE (Razz Limit)"),
        ("GGPoker", ("Tournament #88, W-12: $5.40 Daily Hyper Hold'em No Limit - Level7(1,000/2,000)",
                     "Hold'em No Limit ($0.05/$0.1)"), "a cash game: Hold'em No Limit ($0.05/$0.1)"),
        ("GGPoker", ("Hold'em No Limit", "PLO-5 Pot Limit"), "another game: PLO-5 Pot Limit"),
        ("Winamax", ('Tournament "SUNDAY" buyIn: 9€ + 9€ + 2€ level: 5', "CashGame"),
         "a cash game: CashGame, Holdem no limit"),
        ("Winamax", ("Holdem no limit", "Omaha5 pot limit"), "another game: Omaha5 pot limit"),
    ],
)  # fmt: skip
def test_cash_games_and_other_games_are_set_aside_by_name(room: str, change: tuple[str, str], words: str) -> None:
    history = ft.read_history(changed(SHORT[room], change) + "\n\n" + STARS_NEXT)
    assert [(p.line, p.reason, p.kind) for p in history.problems] == [(1, words, "aside")]
    assert [hand.id for hand in history.hands] == ["5002"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("collected 1860", "collected 1850"), "the summary has a pot of 1,860, the lines before it pay 1,850"),
        (("Bo: folds\n", ""), "Bo folds in the summary, but not in the lines before it"),
        (("Ana: raises 100 to 200\nBo: folds", "Bo: folds\nAna: raises 100 to 200"), "Bo acts, but it is Ana's turn"),
        (("*** TURN *** [2c 7d Jh] [Js]\n", ""), "the river cannot follow the flop: lines are missing or doubled"),
        (("Bo: posts the ante 10\n", ""), "chips do not add up: 1,850 put in, 1,860 won, 0 given back"),
        (("Seat 4: Bo (1500 in chips)", "Seat 4: Bo (40 in chips)"), "Bo cannot put in 50 with 30 left"),
        (("[Qs Qc]", "[Qs Ah]"), "the card Ah is there twice"),
        (("calls 690", "calls 600"), "Ana calls 600, but 690 is to call"),
        (("raises 690 to 890", "raises 90 to 890"), "Cy raises 90 to 890, but the bet was 200"),
        (("to 890 and is all-in", "to 880 and is all-in"), "Cy raises 690 to 880, but the bet was 200"),
        (("Bo: posts small blind 50\n", ""), "chips do not add up: 1,810 put in, 1,860 won, 0 given back"),
        (("Cy: posts big blind 100", "Cy: posts big blind 80"), "Cy posts 80 as big blind of 100"),
        (("Seat 6: Cy (900 in chips)\n", ""), "Ana calls 690, but 0 is to call"),
        (("*** SUMMARY ***", "Table '77 3' 9-max"), "the hand is cut off: it has no summary"),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_have_been_played_so_is_reported_and_the_next_is_read(
    change: tuple[str, str], words: str
) -> None:
    history = ft.read_history(changed(STARS, change) + "\n\n" + STARS_NEXT)
    assert any(words in problem.reason for problem in history.problems), history.problems
    assert [hand.id for hand in history.hands] == ["5002"]


def test_somebody_who_is_not_dealt_in_takes_no_part() -> None:
    waiting = "Seat 7: Dee (700 in chips) out of hand (moved from another table into small blind)\nAna: posts the ante"
    text = changed(STARS, ("Ana: posts the ante", waiting))
    for line in ("Uncalled bet (10) returned to Dee", "Dee wins $1 for eliminating Ana", "Dee collected 5 from pot"):
        assert ft.read_history(changed(text, ("*** SHOW DOWN ***", line))).hands == ()
        assert len(reasons(changed(text, ("*** SHOW DOWN ***", line)))) == 1


def test_a_blind_that_changes_no_chips_is_missed_all_the_same() -> None:
    small = changed(STARS_NEXT, ("Cy: posts small blind 50\n", ""))
    assert reasons(small) == ["Cy does not post the small blind: lines are missing"]
    twice = changed(STARS_NEXT, ("Cy: posts small blind 50\n", "Cy: posts small blind 50\n" * 2))
    assert reasons(twice) == ["the small blind is there twice"]


def test_a_hand_that_is_cut_off_with_the_next_glued_on_loses_only_itself() -> None:
    history = ft.read_history(STARS[:700] + STARS_NEXT)
    [problem] = history.problems
    assert (problem.hand, problem.line, problem.kind) == ("5001", 1, "broken")
    assert "cut off" in problem.reason or "not understood" in problem.reason
    assert [(hand.id, hand.line) for hand in history.hands] == [("5002", STARS[:700].count("\n") + 1)]


def test_a_hand_that_is_cut_off_within_speech_loses_only_itself() -> None:
    cut = STARS[: STARS.index("Bo: folds")] + 'Bo said, "I ha'
    history = ft.read_history(cut + STARS_NEXT)
    assert [problem.hand for problem in history.problems] == ["5001"]
    assert [hand.id for hand in history.hands] == ["5002"]


def test_lines_of_a_hand_without_its_first_line_do_not_spoil_the_one_before() -> None:
    lost = STARS_NEXT.partition("\n")[2]
    history = ft.read_history(STARS + "\n\n" + lost)
    assert [hand.id for hand in history.hands] == ["5001"]
    assert "nor is anything after it read: \"Table '77 3'" in history.problems[0].reason


# --- from hand to hand ---


def test_stacks_that_follow_are_counted() -> None:
    history = ft.read_history(STARS + "\n" + STARS_NEXT)
    assert (history.problems, history.links) == ((), 3)
    assert list(history.tournaments()) == ["77"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([("Bo (1440", "Bo (1940")], "chips were bought (a rebuy or an add-on), and no line says so"),
        ([("Ana (1100", "Ana (1000"), ("Cy (1860", "Cy (1960")], "a hand between them is missing"),
        ([("Cy (1860", "Cy (1800")], "the reason is not known"),
        ([("Table '77 3'", "Table '77 9'"), ("Ana (1100", "Ana (900")], "hands were played between the two tables"),
    ],
)  # fmt: skip
def test_where_stacks_do_not_follow_it_is_said_why(changes: list[tuple[str, str]], words: str) -> None:
    history = ft.read_history(STARS + "\n" + changed(STARS_NEXT, *changes))
    [problem] = history.problems
    assert (problem.kind, problem.hand, problem.line) == ("link", "5002", STARS.count("\n") + 2)
    assert problem.reason.startswith("stacks do not follow: ")
    assert problem.reason.endswith(f"(hand 5001): {words}")


def test_hands_are_sorted_by_time_and_read_once() -> None:
    history = ft.read_history([STARS_NEXT, STARS, STARS + "\n"])
    assert [hand.id for hand in history.hands] == ["5001", "5002"]
    assert [p.reason for p in history.problems] == ["1 hand of this file came before in text: read once"]
    other = ft.read_history([STARS, changed(STARS, ("[Ah Kd]", "[As Kd]"))])
    assert "differs there: that one is kept" in other.problems[0].reason


# --- heroes ---


def test_a_tournament_without_a_hero_is_told_once() -> None:
    text = changed(STARS, ("Dealt to Ana [Ah Kd]\n", "")) + "\n" + changed(STARS_NEXT, ("Dealt to Ana [2h 7c]\n", ""))
    history = ft.read_history(text)
    assert len(history.hands) == 2
    [problem] = history.problems
    assert problem.reason == "tournament 77 has no hero: no hand shows the cards of one player before the flop"


def test_two_heroes_are_told_with_their_hands() -> None:
    history = ft.read_history(STARS + "\n" + changed(STARS_NEXT, ("Dealt to Ana [2h 7c]", "Dealt to Bo [2h 7c]")))
    [problem] = history.problems
    assert problem.reason == "tournament 77 has several heroes: Ana (1 hand), Bo (1 hand); say which one is meant"
    both = ft.read_history(changed(STARS, ("Dealt to Ana", "Dealt to Bo [2h 3h]\nDealt to Ana")))
    assert both.hands[0].hero is None
    assert "the cards of several players before the flop: Bo, Ana" in both.problems[0].reason


def test_a_hand_in_which_the_hero_has_no_cards_is_told() -> None:
    history = ft.read_history(STARS + "\n" + changed(STARS_NEXT, ("Dealt to Ana [2h 7c]\n", "")))
    assert [(p.hand, p.reason) for p in history.problems] == [("5002", "the cards of Ana are not there")]
