"""Problems: other games, impossible hands, stacks that do not match the previous hand, missing heroes."""

from __future__ import annotations

import pytest

import finaltable as ft
from tests.short_histories import SHORT, STARS, STARS_NEXT, changed


def reasons(text: str) -> list[str]:
    """Return the reasons of all problems of a text."""
    return [problem.reason for problem in ft.read_history(text).problems]


# --- other games, broken hands ---


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
def test_cash_games_and_other_games_are_skipped_and_named(room: str, change: tuple[str, str], words: str) -> None:
    history = ft.read_history(changed(SHORT[room], change) + "\n\n" + STARS_NEXT)
    assert [(p.line, p.reason, p.kind) for p in history.problems] == [(1, words, "aside")]
    assert [hand.id for hand in history.hands] == ["5002"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("collected 1860", "collected 1850"), "the summary states a pot of 1,860, but players collect 1,850"),
        (("Bo: folds\n", ""), "Bo folded according to the summary, but no line says so: lines are missing"),
        (("Ana: raises 100 to 200\nBo: folds", "Bo: folds\nAna: raises 100 to 200"), "Bo acts, but it is Ana's turn"),
        (("*** TURN *** [2c 7d Jh] [Js]\n", ""), "the river cannot follow the flop: lines are missing or duplicated"),
        (("Bo: posts the ante 10\n", ""), "chips do not add up: 1,850 put in, 1,860 won, 0 returned"),
        (("Seat 4: Bo (1500 in chips)", "Seat 4: Bo (40 in chips)"), "Bo cannot put in 50 with 30 left"),
        (("[Qs Qc]", "[Qs Ah]"), "the card Ah appears twice"),
        (("calls 690", "calls 600"), "Ana calls 600, but the amount to call is 690"),
        (("raises 690 to 890", "raises 90 to 890"), "Cy raises by 90 to 890, but the bet was 200"),
        (("to 890 and is all-in", "to 880 and is all-in"), "Cy raises by 690 to 880, but the bet was 200"),
        (("Bo: posts small blind 50\n", ""), "chips do not add up: 1,810 put in, 1,860 won, 0 returned"),
        (("Cy: posts big blind 100", "Cy: posts big blind 80"), "Cy posts a big blind of 80 instead of 100"),
        (("Seat 6: Cy (900 in chips)\n", ""), "Ana calls 690, but the amount to call is 0"),
        (("*** SUMMARY ***", "Table '77 3' 9-max"), "the hand is cut off: it has no summary"),
        (("Bo: folds\n", "Bo: folds\nSeat 9: Dee (500 in chips)\n"), "Dee takes a seat after the first action"),
        (("Seat 6: Cy (900 in chips)\n", "Seat 6: Cy (900 in chips)\n"
          + "".join(f"Seat {n}: P{n} (5 in chips)\n" for n in range(7, 40))), "the table has more than"),
        (("Board [2c", "Ana: folds\nBoard [2c"), "Ana acts after the summary: the first line of the next hand"),
        (("*** TURN *** [2c 7d Jh]", "*** TURN *** [2c 7d Th]"), "the board of the turn differs from the board before"),
    ],
)  # fmt: skip
def test_an_impossible_hand_is_reported_and_the_next_one_is_read(change: tuple[str, str], words: str) -> None:
    history = ft.read_history(changed(STARS, change) + "\n\n" + STARS_NEXT)
    assert any(words in problem.reason for problem in history.problems), history.problems
    assert [hand.id for hand in history.hands] == ["5002"]


def test_a_player_who_is_not_dealt_in_cannot_win_chips_or_bounties() -> None:
    waiting = "Seat 7: Dee (700 in chips) out of hand (moved from another table into small blind)\nAna: posts the ante"
    text = changed(STARS, ("Ana: posts the ante", waiting))
    for line in ("Uncalled bet (10) returned to Dee", "Dee wins $1 for eliminating Ana", "Dee collected 5 from pot"):
        assert ft.read_history(changed(text, ("*** SHOW DOWN ***", line))).hands == ()
        assert len(reasons(changed(text, ("*** SHOW DOWN ***", line)))) == 1


@pytest.mark.parametrize(
    ("blind", "kinds"),
    [("small blind 60", {"dead": 60}), ("big blind 120", {"post": 120}), ("big blind 180", {"dead": 60, "post": 120})],
)
def test_of_a_missed_blind_at_winamax_a_small_blind_is_dead(blind: str, kinds: dict[str, int]) -> None:
    put = sum(kinds.values())
    text = changed(
        SHORT["Winamax"],
        ("Seat 3: Bo (1500.50", "Seat 1: Cy (900, 9€ bounty)\nSeat 3: Bo (1500.50"),
        ("Bo posts ante 15\n", "Bo posts ante 15\nCy posts ante 15\n"),
        ("Bo posts big blind 120\n", f"Bo posts big blind 120\nCy posts {blind} out of position\n"),
        ("Seat #2 is the button", "Seat #1 is the button"),
        ("Ana raises", "Cy folds\nAna raises"),
        ("collected 1875.50", f"collected {1890.5 + put}"),
        ("won 1875.50", f"won {1890.5 + put}"),
        ("Total pot 1.87k", f"Total pot {1890.5 + put}"),
    )
    history = ft.read_history(text)
    assert history.problems == ()
    [hand] = history.hands
    posted = {action.act.value: action.amount for action in hand.actions if action.player == "Cy"}
    assert {kind: posted[kind] for kind in kinds} == kinds
    assert ("dead" in posted, "post" in posted) == ("dead" in kinds, "post" in kinds)


def test_a_missing_or_duplicated_blind_is_reported_even_if_chips_add_up() -> None:
    small = changed(STARS_NEXT, ("Cy: posts small blind 50\n", ""))
    assert reasons(small) == ["Cy does not post the small blind: lines are missing"]
    twice = changed(STARS_NEXT, ("Cy: posts small blind 50\n", "Cy: posts small blind 50\n" * 2))
    assert reasons(twice) == ["the small blind is posted twice"]


def test_a_truncated_hand_does_not_affect_the_next_one_on_the_same_line() -> None:
    history = ft.read_history(STARS[:700] + STARS_NEXT)
    [problem] = history.problems
    assert (problem.hand, problem.line, problem.kind) == ("5001", 1, "broken")
    assert problem.reason == "the hand is cut off: it has no summary"
    assert [(hand.id, hand.line) for hand in history.hands] == [("5002", STARS[:700].count("\n") + 1)]


def test_a_hand_truncated_in_a_chat_line_does_not_affect_the_next_one() -> None:
    cut = STARS[: STARS.index("Bo: folds")] + 'Bo said, "I ha'
    history = ft.read_history(cut + STARS_NEXT)
    assert [problem.hand for problem in history.problems] == ["5001"]
    assert [hand.id for hand in history.hands] == ["5002"]


def test_a_hand_without_its_first_line_does_not_affect_the_previous_one() -> None:
    lost = STARS_NEXT.partition("\n")[2]
    history = ft.read_history(STARS + "\n\n" + lost)
    assert [hand.id for hand in history.hands] == ["5001"]
    assert "unrecognised line, skipped with the rest of the summary: \"Table '77 3'" in history.problems[0].reason


# --- from hand to hand ---


def test_stacks_that_match_the_previous_hand_are_counted() -> None:
    history = ft.read_history(STARS + "\n" + STARS_NEXT)
    assert (history.problems, history.links) == ((), 3)
    assert list(history.tournaments()) == ["77"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([("Bo (1440", "Bo (1940")], "probably a rebuy or an add-on without a line"),
        ([("Ana (1100", "Ana (1000"), ("Cy (1860", "Cy (1960")], "probably a hand in between is missing"),
        ([("Cy (1860", "Cy (1800")], "reason unknown"),
        ([("Table '77 3'", "Table '77 9'"), ("Ana (1100", "Ana (900")],
         "probably hands between the two tables are missing"),
    ],
)  # fmt: skip
def test_stacks_that_do_not_match_are_reported_with_a_reason(changes: list[tuple[str, str]], words: str) -> None:
    history = ft.read_history(STARS + "\n" + changed(STARS_NEXT, *changes))
    [problem] = history.problems
    assert (problem.kind, problem.hand, problem.line) == ("link", "5002", STARS.count("\n") + 2)
    assert problem.reason.startswith("stacks do not match the end of hand 5001: ")
    assert problem.reason.endswith(f" ({words})")


def test_hands_are_sorted_by_time_and_read_once() -> None:
    history = ft.read_history([STARS_NEXT, STARS, STARS + "\n"])
    assert [hand.id for hand in history.hands] == ["5001", "5002"]
    assert [p.reason for p in history.problems] == ["this file repeats 1 hand of text: duplicates are read once"]
    other = ft.read_history([STARS, changed(STARS, ("[Ah Kd]", "[As Kd]"))])
    assert other.problems[0].reason == "hand 5001 differs from its copy in text, line 1: the copy there is used"


# --- heroes ---


def test_a_tournament_without_a_hero_is_reported_once() -> None:
    text = changed(STARS, ("Dealt to Ana [Ah Kd]\n", "")) + "\n" + changed(STARS_NEXT, ("Dealt to Ana [2h 7c]\n", ""))
    history = ft.read_history(text)
    assert len(history.hands) == 2
    [problem] = history.problems
    assert problem.reason == "tournament 77 has no hero: no hand shows the cards of one player before the flop"


def test_two_heroes_are_reported_with_their_numbers_of_hands() -> None:
    history = ft.read_history(STARS + "\n" + changed(STARS_NEXT, ("Dealt to Ana [2h 7c]", "Dealt to Bo [2h 7c]")))
    [problem] = history.problems
    heroes = "Ana (1 hand), Bo (1 hand)"
    assert problem.reason == f"tournament 77 has several heroes: {heroes}; name one of them for a review"
    both = ft.read_history(changed(STARS, ("Dealt to Ana", "Dealt to Bo [2h 3h]\nDealt to Ana")))
    assert both.hands[0].hero is None
    reason = "no hero, because several players' cards are shown before the flop: Bo, Ana"
    assert both.problems[0].reason == reason


def test_a_hand_without_the_cards_of_hero_is_reported() -> None:
    history = ft.read_history(STARS + "\n" + changed(STARS_NEXT, ("Dealt to Ana [2h 7c]\n", "")))
    assert [(p.hand, p.reason) for p in history.problems] == [("5002", "the hand does not show the cards of Ana")]
