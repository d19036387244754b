"""Players still to act, against a dealer who plays the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import finaltable as ft
from tests.known_spots import section_6

NAMES = ["Ana", "Bo", "Cy", "Di", "Eve", "Fil", "Gus", "Hana", "Ivo"]
BLINDS: dict[str, Any] = {"small_blind": 50, "big_blind": 100}


def spot(players: int, **options: Any) -> ft.Spot:
    return ft.Spot.of([1000 + 10 * seat for seat in range(players)], [5, 3], **options)


# --- one all-in ------------------------------------------------------------------------------------------------------


def in_order(players: int, button: int) -> list[int]:
    """Return all seats in the order of acting before the flop."""
    if players == 2:
        return [button, 1 - button]  # the button is the small blind
    from_small_blind = [(button + 1 + k) % players for k in range(players)]
    return [*from_small_blind[2:], *from_small_blind[:2]]


def tables() -> Iterator[tuple[int, int, int, int]]:
    """Yield every number of players from 2 to 10, button, all-in player and hero."""
    for players in range(2, 11):
        seats = range(players)
        yield from ((players, b, v, h) for b in seats for v in seats for h in seats if v != h)


@pytest.mark.parametrize("forced", [BLINDS, {"ante": 10}, {}], ids=["blinds", "ante", "nothing"])
def test_after_an_all_in_those_behind_hero_are_still_to_act_and_the_others_have_folded(forced: dict[str, Any]) -> None:
    for players, button, villain, hero in tables():
        turns = in_order(players, button)
        found = spot(players, hero=hero, all_in=[villain], button=button, **forced)
        if turns.index(villain) < turns.index(hero):
            assert list(found.to_act or ()) == turns[turns.index(hero) + 1 :]
        else:  # they had a turn before the all-in; all the others have had theirs since
            raised = spot(players, hero=hero, all_in=[villain], button=button, bets={hero: 300}, **forced)
            assert found.to_act == raised.to_act == ()


def test_without_the_button_to_act_is_unknown_unless_all_players_before_the_all_in_have_folded() -> None:
    for players, button, villain, hero in tables():
        found = spot(players, hero=hero, all_in=[villain])
        known = players == 2 or (hero + 1) % players == villain
        assert found.to_act == (() if known else None)
        if known:
            assert spot(players, hero=hero, all_in=[villain], button=button).to_act == ()
        between = [(hero + 1 + k) % players for k in range((villain - hero - 1) % players)]
        assert spot(players, hero=hero, all_in=[villain], folded=between).to_act == ()
        assert spot(players, hero=hero, all_in=[villain], bets={hero: 200}).to_act == ()


# --- whole hands -----------------------------------------------------------------------------------------------------


@dataclass
class Dealer:
    """Plays a hand and records folds: it infers nothing from chips."""

    stacks: list[int]
    button: int
    blinds: tuple[int, int]
    put_in: list[int] = field(init=False)
    folded: set[int] = field(default_factory=set)
    waiting: list[int] = field(init=False)

    def __post_init__(self) -> None:
        turns = in_order(len(self.stacks), self.button)
        self.put_in = [0] * len(self.stacks)
        for seat, blind in zip(turns[-2:], self.blinds, strict=True):
            self.put_in[seat] = min(blind, self.stacks[seat])
        self.waiting = [seat for seat in turns if not self.is_all_in(seat)]
        self.to_match = self.blinds[1]

    def is_all_in(self, seat: int) -> bool:
        return self.put_in[seat] == self.stacks[seat]

    def act(self, choice: str, raise_by: int) -> None:
        """Let the next player fold, call, raise, or go all-in."""
        seat = self.waiting.pop(0)
        to = {"call": self.to_match, "raise": self.to_match + raise_by, "all-in": self.stacks[seat]}.get(choice)
        if to is None:
            self.folded.add(seat)
            return
        self.put_in[seat] = min(to, self.stacks[seat])
        if self.put_in[seat] > self.to_match:
            self.to_match = self.put_in[seat]
            round_table = [(seat + 1 + k) % len(self.stacks) for k in range(len(self.stacks) - 1)]
            self.waiting = [other for other in round_table if other not in self.folded and not self.is_all_in(other)]


@st.composite
def hands(draw: st.DrawFn) -> Dealer:
    players = draw(st.integers(2, 10))
    stacks = draw(st.lists(st.sampled_from([60, 150, 400, 1000, 5000]), min_size=players, max_size=players))
    dealer = Dealer(stacks, draw(st.integers(0, players - 1)), (50, 100))
    choices = st.tuples(st.sampled_from(["fold", "fold", "call", "raise", "all-in"]), st.sampled_from([100, 300]))
    for choice in draw(st.lists(choices, max_size=3 * players)):
        if len(dealer.waiting) < 2:
            break
        dealer.act(*choice)
    return dealer


@settings(max_examples=1000)
@given(hands())
def test_players_to_act_are_those_of_a_dealer_in_any_hand(dealer: Dealer) -> None:
    seats = set(range(len(dealer.stacks)))
    all_in = [seat for seat in seats if dealer.is_all_in(seat)]
    hero, *waiting = dealer.waiting or reject()
    bets: dict[int | str, object] = {
        seat: chips for seat, chips in enumerate(dealer.put_in) if chips and seat not in all_in
    }
    small, big = dealer.blinds
    try:
        found = ft.Spot.of(
            dealer.stacks, [5, 3], hero=hero, all_in=all_in, button=dealer.button, bets=bets, small_blind=small,
            big_blind=big,
        )  # fmt: skip
    except ft.InputError:
        reject()  # no player is all-in, or hero would meet a player who is not
    assert list(found.to_act or ()) == waiting
    assert {*waiting, hero, *all_in, *dealer.folded} == seats


# --- the report ------------------------------------------------------------------------------------------------------


def to_act_lines(found: ft.Spot) -> list[str]:
    """Return the lines of a decision about players who have not acted."""
    lines = str(ft.decide(found, 0.4, models=["icm"])).splitlines()
    return [line for line in lines if "still to act" in line]


def test_no_player_is_still_to_act_behind_the_big_blind() -> None:
    assert section_6().to_act == ()
    assert to_act_lines(section_6()) == []


def test_in_the_small_blind_only_the_big_blind_is_still_to_act() -> None:
    found = spot(9, names=NAMES, hero="Di", all_in=["Hana"], button="Cy", **BLINDS)
    assert to_act_lines(found) == ["Eve is still to act and assumed to fold."]


def test_a_report_counts_the_players_to_act_if_they_are_many() -> None:
    found = spot(9, names=NAMES, hero="Gus", all_in=["Fil"], button="Cy", **BLINDS)
    assert to_act_lines(found) == ["7 players are still to act and assumed to fold."]
    named = spot(9, names=NAMES, hero="Hana", all_in=["Fil"], button="Cy", **BLINDS)
    assert to_act_lines(named) == ["Ivo, Ana, Bo, Cy, Di and Eve are still to act and assumed to fold."]


def test_the_report_says_so_if_players_to_act_are_unknown() -> None:
    unknown = "The button is unknown, and so are the players still to act: all others are assumed to fold."
    assert to_act_lines(spot(9, hero=0, all_in=[4])) == [unknown]
    assert to_act_lines(spot(9, hero=3, all_in=[4])) == []
    assert spot(9, hero=0, all_in=[4]).button is None
    assert ft.decide(spot(9, hero=0, all_in=[4]), 0.4, models=["icm"]).to_dict()["to_act"] is None
    assert ft.decide(spot(3, hero=0, all_in=[2], button=2), 0.4, models=["icm"]).to_dict()["to_act"] == [1]


# --- less common hands -----------------------------------------------------------------------------------------------


def test_an_all_in_by_posting_does_not_count_as_an_action() -> None:
    # Seat 2, the big blind, has 80 chips. Hero is the first to act; seat 4, the button and the small blind follow.
    stacks = [1000, 1000, 80, 1000, 1000]
    found = ft.Spot.of(stacks, [5, 3], hero=3, all_in=[2], button=0, small_blind=50, big_blind=80)
    assert found.to_act == (4, 0, 1)


def test_a_player_who_limped_before_the_all_in_acts_again() -> None:
    options: dict[str, Any] = {"hero": 0, "all_in": [4], "button": 0, **BLINDS}
    assert spot(6, bets={3: 100}, **options).to_act == (1, 2, 3)
    assert spot(6, bets={3: 100}, folded=[3, 1], **options).to_act == (2,)  # seats given as folded do not act
    assert spot(6, **options).to_act == (1, 2)


def test_a_player_who_did_not_match_a_raise_has_folded() -> None:
    # Hero opened to 200, seat 4 called, seat 5 made it 500, seat 0 called 200 only and folded. Seat 1 is all-in.
    found = spot(6, hero=3, all_in=[1], button=0, bets={3: 200, 4: 200, 5: 500, 0: 200}, **BLINDS)
    assert found.to_act == (4, 5)


def test_players_who_are_out_do_not_act_and_the_button_may_be_at_an_empty_seat() -> None:
    found = ft.Spot.of([1000, 0, 1000, 1000, 1000], [5, 3], hero=0, all_in=[4], button=1, **BLINDS)
    assert found.to_act == (2, 3)
