"""Ranges around a call: those of the equilibrium, and those of players who folded before hero."""

from __future__ import annotations

import json
import math
from itertools import combinations
from typing import Any

import pytest

import finaltable as ft
from finaltable.cards.hand import combo_of, read_combo
from finaltable.cards.preflop import show_down
from finaltable.cards.range import Range
from finaltable.decisions.dealt_showdown import deal_showdown
from finaltable.decisions.pushes.callers import Effort
from tests.plain_dealer import by_cards, deal_out
from tests.program import in_process
from tests.refused import refused
from tests.serving import asking

NAMES = ["SB", "BB", "CO", "BTN"]
STACKS = [3000, 3000, 4000, 6000]
LINE = "decide SB=3000 BB=3000 CO=4000 BTN=6000 -p 50,30,20 --blinds 100/200 --button BTN"
BLINDS: dict[str, Any] = {"small_blind": 100, "big_blind": 200, "button": 3}


def spot(hero: str = "BTN", all_in: tuple[str, ...] = ("BB",), **options: Any) -> ft.Spot:
    return ft.Spot.of(STACKS, [50, 30, 20], names=NAMES, hero=hero, all_in=all_in, **{**BLINDS, **options})


def over_http(**asked: Any) -> dict[str, Any]:
    body = {"stacks": STACKS, "payouts": [50, 30, 20], "names": NAMES, "button": "BTN", "small_blind": 100}
    with asking() as client:
        answer: dict[str, Any] = client.post("/api/v1/decide", json={**body, "big_blind": 200, **asked}).json()
    return answer


@pytest.mark.parametrize(
    ("hero", "all_in", "bets", "raiser"),
    [("BTN", "BB", {"BTN": 450}, "BTN"), ("BB", "BTN", {"CO": 450}, "CO"), ("BB", "SB", {}, None)],
)
def test_nash_is_the_same_in_python_on_the_command_line_and_over_http(
    hero: str, all_in: str, bets: dict[str, int], raiser: str | None
) -> None:
    asked: dict[str, Any] = {"ranges": "nash", "folded_from": "nash", "models": ["icm"]}
    found = ft.decide(spot(hero, (all_in,), bets=bets), hand="A9s", **asked)
    raises = None if raiser is None else {raiser: 450}
    chart = ft.nash(spot().table, **{**BLINDS, "button": "BTN"}, raise_to=raises, tolerance=1e-4)
    assert found.chart == chart.exploitability.total
    assert found.ranges == (str(chart.range(all_in, raised_by=raiser)),)
    assert "Ranges come from the equilibrium" in str(found)
    told = json.loads(json.dumps(found.to_dict()))
    bet = ["--bets", ",".join(f"{name}={chips}" for name, chips in bets.items())] if bets else []
    more = ["--hero", hero, "--all-in", all_in, "--hand", "A9s", "--range", "nash", "--folded-from", "nash"]
    assert json.loads(in_process(*LINE.split(), *more, *bet, "--models", "icm", "--json")[1]) == told
    answer = over_http(
        hero=hero, all_in=[all_in], bets=bets or None, hand="A9s", ranges=["nash"], folded_from=["nash"], models=["icm"]
    )
    assert {name: answer[name] for name in told} == told


def test_nash_works_for_players_without_names() -> None:
    asked: dict[str, Any] = {"hand": "A9s", "ranges": "nash", "models": ["icm"]}
    named = ft.decide(spot(bets={"BTN": 450}), **asked)
    place = ft.Spot.of(STACKS, [50, 30, 20], hero=3, all_in=[1], bets={3: 450}, **BLINDS)
    assert ft.decide(place, **asked).verdicts == named.verdicts
    push = ft.PushSpot.of(STACKS, [50, 30, 20], hero=1, bets={3: 450}, **BLINDS)
    same = ft.PushSpot.of(STACKS, [50, 30, 20], names=NAMES, hero="BB", bets={"BTN": 450}, **BLINDS)
    found = [ft.push(one, hand="A9s", bet_with="30%", models=["icm"]) for one in (push, same)]
    assert found[0].verdicts == found[1].verdicts


def test_folders_fold_the_hands_that_they_would_not_have_played_in_the_equilibrium() -> None:
    found = ft.decide(spot(bets={"BTN": 450}), hand="A9s", ranges="20%", folded_from="nash", models=["icm"])
    chart = ft.nash(spot().table, **{**BLINDS, "button": "BTN"}, raise_to={"BTN": 450}, tolerance=1e-4)
    wanted = [(2, str(chart.range("CO"))), (0, str(chart.range("SB", raised_by="BTN")))]
    assert [(one.seat, one.hands) for one in found.folders] == wanted
    pushed = ft.decide(spot("BB", ("CO",)), hand="A9s", ranges="20%", folded_from="nash", models=["icm"])
    plain = ft.nash(spot().table, **{**BLINDS, "button": "BTN"}, tolerance=1e-4)
    wanted = [(3, str(plain.range("BTN", "CO"))), (0, str(plain.range("SB", "CO")))]
    assert [(one.seat, one.hands) for one in pushed.folders] == wanted


# --- players who folded: against exact showdowns with known cards -----------------------------------------------------

ALL = [combo_of(*cards) for cards in combinations(range(52), 2)]


def everything_but(*hands: str) -> Range:
    """Return a range that leaves a folder only these hands."""
    kept = {read_combo(hand) for hand in hands}
    return Range({}, {combo: 1.0 for combo in ALL if combo not in kept})


@pytest.mark.parametrize("folded", [["AcAd"], ["Ah5c", "6s6d"]])
@pytest.mark.parametrize("theirs", [["QsQd"], ["QsQd", "JhTh"]])
def test_known_folded_cards_give_the_showdown_without_them(folded: list[str], theirs: list[str]) -> None:
    effort = Effort(2_000_000, 1, 2, None)
    held = [Range.read(hand) for hand in theirs]
    found = deal_showdown(Range.read("AhKh") if "Ah5c" not in folded else Range.read("KhKs"), held,
                          [everything_but(hand) for hand in folded], effort)  # fmt: skip
    own = Range.read("AhKh") if "Ah5c" not in folded else Range.read("KhKs")
    exact = show_down([own, *held, *(Range.read(hand) for hand in folded)], 1, 0, None)
    assert exact.exact
    wanted: dict[tuple[int, ...], float] = {}
    for order, chance in exact.orders.items():
        kept = order[: 1 + len(held)]
        ranks = tuple(sorted(set(kept)).index(rank) for rank in kept)
        wanted[ranks] = wanted.get(ranks, 0.0) + chance
    for order in found.line.orders:
        error = 5 * found.standard_error({order: 1.0}) + 1e-6
        assert found.orders.get(order, 0.0) == pytest.approx(wanted.get(order, 0.0), abs=error), order


def test_folded_ranges_change_the_equity_as_a_plain_dealer_says() -> None:
    theirs, folded, hand = Range.read("18%"), Range.read("40%"), read_combo("6h6d")
    dealt = deal_out((hand.high, hand.low), [by_cards(folded)] * 4, [by_cards(theirs)], 400_000, 3)
    (won, tied, lost) = dealt.ends[0]
    seen = won + tied + lost
    mean = (won + tied / 2) / seen
    error = 0.5 / math.sqrt(seen)
    found = deal_showdown(Range.read("6h6d"), [theirs], [folded] * 4, Effort(1_000_000, 0, 2, None))
    share = found.orders[0, 1] + found.orders[0, 0] / 2
    assert share == pytest.approx(mean, abs=4 * error)
    alone = ft.decide(spot(bets={"BTN": 450}), hand="6h6d", ranges="18%", models=["icm"])
    assert mean < alone.equity - 4 * error


def test_pairs_lose_equity_if_players_with_low_cards_have_folded() -> None:
    place = ft.Spot.of([3000] * 9, [50, 30, 20], hero=8, all_in=[1], bets={8: 450}, **{**BLINDS, "button": 8})
    assert place.folders == (2, 3, 4, 5, 6, 7, 0)
    known = ft.decide(place, hand="66", ranges="18%", folded_from="20%", models=["icm"])
    random = ft.decide(place, hand="66", ranges="18%", models=["icm"])
    assert random.showdown.exact
    assert known.equity < random.equity - 0.02
    assert known["icm"].error < 0.02
    assert known["icm"].difference < random["icm"].difference - 10 * known["icm"].error
    assert "folded before hero, and would have played 55+" in str(known)
    assert "Their cards are random here" in str(random)


def test_the_answer_does_not_depend_on_threads() -> None:
    asked: dict[str, Any] = {"hand": "A9s", "ranges": "18%", "folded_from": ["20%", "10%"], "models": ["icm"]}
    one, two = (ft.decide(spot(bets={"BTN": 450}), **asked, threads=count) for count in (1, 2))
    assert one.verdicts == two.verdicts
    by_name = ft.decide(spot(bets={"BTN": 450}), **{**asked, "folded_from": {"SB": "10%", "CO": "20%"}})
    assert by_name.verdicts == one.verdicts


def test_wrong_ranges_around_a_call_are_refused() -> None:
    raised = spot(bets={"BTN": 450})
    with refused("unavailable", "ranges"):  # a limp
        ft.decide(spot(bets={"BTN": 200}), hand="A9s", ranges="nash")
    with refused("unavailable", "ranges"):  # a raise and its call
        ft.decide(spot(bets={"CO": 450, "BTN": 450}), hand="A9s", ranges="nash")
    with refused("too_small", "bets[BTN]"):
        ft.decide(spot(bets={"BTN": 300}), hand="A9s", ranges="nash")
    with refused("missing", "hand"):
        ft.decide(raised, 0.4, folded_from="20%")
    with refused("wrong_count", "folded_from"):
        ft.decide(raised, hand="A9s", ranges="20%", folded_from=["20%"] * 3)
    with refused("wrong_count", "folded_from"):
        ft.decide(raised, hand="A9s", ranges="20%", folded_from={"BB": "20%"})
    with refused("conflict", "folded_from"):
        ft.decide(spot("BB", ("CO",), folded=["SB"], bets={"SB": 150, "BTN": 800}), hand="A9s", ranges="20%",
                  folded_from="20%")  # fmt: skip
    with refused("conflict", "folded_from"):
        ft.decide(raised, hand="A9s", ranges="20%", folded_from="random")
