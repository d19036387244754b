"""Reports of deals: text, one player's view, a chat message, CSV, JSON, the sheet."""

from __future__ import annotations

import csv
import io
import json
import re
from decimal import Decimal, localcontext
from itertools import permutations
from typing import Any

import pytest

import finaltable as ft
from finaltable.deals.report import cliff_lines, deal_chat, deal_csv, deal_report, view_report
from finaltable.deals.sheet import deal_sheet
from tests.dealing import NAMES, TABLE, cash


def test_json_holds_money_as_exact_strings() -> None:
    data = json.loads(json.dumps(ft.deal(**TABLE, leave="5.05").to_dict()))
    assert sum(map(Decimal, data["proposals"][0]["cash"])) == Decimal("1494.95")
    assert data["leave"] == ["5.05"]
    assert data["payouts"] == ["900.00", "400.00", "200.00"]


def test_csv_reads_back() -> None:
    deal = ft.deal([50, 30, 20], [900, 400, 200], names=['Ana "A", B', "Bo", "Cy"])
    rows = list(csv.DictReader(io.StringIO(deal_csv(deal))))
    assert rows[0]["name"] == 'Ana "A", B'
    assert sum(Decimal(row["chosen"]) for row in rows) == 1500
    assert [row["icm"] for row in rows] == cash(deal, "icm")


def test_the_remainder_of_rounding_is_reported_and_may_go_to_the_staff() -> None:
    payouts, options = [5123, 3044, 2001], {"withhold": "3%", "round": 5, "choose": "icm"}
    to_a_player = ft.deal([50, 30, 20], payouts, names=NAMES, **options)  # type: ignore[arg-type]
    assert cash(to_a_player, "icm") == ["3797.96", "3230.00", "2835.00"]
    shown = str(deal_report(to_a_player, "€"))
    assert "Rounding leaves €2.96, which goes to Ana." in shown
    assert "€9,862.96 paid now + €305.04 withheld = €10,168.00, all the prizes." in shown
    assert "Rounding leaves €2.96, which goes to Ana." in deal_sheet(to_a_player, "€")
    to_the_staff = ft.deal([50, 30, 20], payouts, names=NAMES, **options, odd_to_staff=True)  # type: ignore[arg-type]
    assert cash(to_the_staff, "icm") == ["3795.00", "3230.00", "2835.00"]
    shown = str(deal_report(to_the_staff, "€"))
    assert "Rounding leaves €2.96, which goes to the staff." in shown
    assert "€9,860.00 paid now + €305.04 withheld + €2.96 to the staff = €10,168.00, all the prizes." in shown
    assert "To the staff, left by rounding: €2.96" in deal_chat(to_the_staff, "€")
    even = ft.deal([50, 30, 20], [900, 400, 200], round=5, odd_to_staff=True)
    assert "Rounding leaves" not in str(deal_report(even, "€"))


PAYING_IN: dict[str, Any] = {
    **TABLE,
    "trophy": 5000,
    "trophy_to": "Cy",
    "last_longer": 5,
    "last_longer_players": ["Ana", "Bo"],
    "leave": 50,
    "choose": "icm",
}


def test_payments_by_players_are_shown_to_the_cent_in_every_report() -> None:
    deal = ft.deal(**PAYING_IN)
    assert str(deal.chosen.cash[2]) == "-3612.86"
    assert "Cy pays in €3,612.86 (" in deal_chat(deal, "€")
    assert "Players with negative amounts pay in: Cy €3,612.86." in str(deal_report(deal, "€"))
    sheet = deal_sheet(deal, "€")
    assert '<td class="paid">pays in €3,612.86</td>' in sheet
    assert "Players with negative amounts pay in: Cy €3,612.86." in sheet
    assert "paid in" not in str(deal_report(ft.deal(**TABLE)))


def test_the_chat_message_has_all_terms() -> None:
    lines = deal_chat(ft.deal(**{**PAYING_IN, "leave": [50, 20], "withhold": 15}), "€").splitlines()
    assert lines[0] == "Deal, 3 left, €1,500.00, by ICM:"
    assert lines[4:] == [
        "Left: €50.00 for the winner and €20.00 for 2nd",
        "Cy also takes the trophy (€5,000.00)",
        "Last longer: €10.00",
        "Withheld: €15.00",
        "Sum €1,405.00",
    ]


def test_one_players_view_lists_everything_that_is_included() -> None:
    deal = ft.deal(**PAYING_IN)
    taker, other = str(view_report(deal, 2, "€")), str(view_report(deal, 0, "€"))
    for seat, text in ((2, taker), (0, other)):
        assert f"Included for the money left to play for: {still_words(deal, seat)}." in text
        assert "The last longer pot is valued in proportion to chips, under every model." in text
    assert "Included: the trophy or seat, €5,000." in taker
    assert "trophy" not in other
    assert "Included" not in str(view_report(ft.deal(**TABLE), 2))


def still_words(deal: ft.Deal, seat: int) -> str:
    """Return what is still worth something, by model."""
    worth = {model.upper(): f"€{float(of_all[seat]):.2f}" for model, of_all in deal.still_worth.items()}
    if len({*worth.values()}) == 1:
        return f"{worth['ICM']} by every model"
    return f"{worth['ICM']} by ICM, {worth['SEM']} by SEM and {worth['DCM']} by DCM"


def test_an_amount_that_all_models_agree_on_is_stated_once() -> None:
    view = str(view_report(ft.deal([3, 2, 1], [50, 30, 20], leave=6), 2, "€"))
    assert "Included for the money left to play for: €1.00 by every model." in view
    deal = ft.deal([3, 2, 1], [50, 30, 20], leave=[6, 3])
    assert still_words(deal, 2).count(" by ") == 3
    assert f"Included for the money left to play for: {still_words(deal, 2)}." in str(view_report(deal, 2, "€"))


def test_close_stacks_are_reported_with_the_proposals_that_soften_them() -> None:
    stacks, prizes = [1000, 995, 2000, 3000], [50, 30, 20]
    near = "Close stacks: if Player 2 has 5 chips more, DCM moves Player 2 +10.09, Player 1 -10.00."
    deal = ft.deal(stacks, prizes)
    assert cliff_lines(deal, "") == [near]
    assert cliff_lines(ft.deal(stacks, prizes, between=0.2), "") == [f"{near} between moves 0.2 of that."]
    mixed = ft.deal(stacks, prizes, proposals=("icm", {"icm": 0.7, "dcm": 0.3}))
    assert cliff_lines(mixed, "") == [f"{near} 70 % ICM, 30 % DCM moves 0.3 of that."]
    by_pot = "One pot would make 2 more pairs level."
    assert cliff_lines(ft.deal(stacks, prizes, pot=174), "") == [near, by_pot]
    assert cliff_lines(ft.deal(stacks, prizes, proposals=["icm", "dcm"]), "")[0] == near
    noisy = cliff_lines(ft.deal(stacks, prizes, chip_noise=50, samples=2000), "")
    assert noisy[-1].endswith("Here DCM is averaged over ±50 chips, which smooths this jump.")
    assert near in str(view_report(deal, 0))
    assert near not in str(view_report(deal, 3))  # the pair is two other players
    many = list(range(100, 113))
    assert cliff_lines(ft.deal(many, [50]), "") == ["Close stacks are searched for with up to 12 players only."]
    assert cliff_lines(ft.deal(many, [50], proposals=["icm"]), "") == []


def test_stacks_a_pot_apart_are_not_close_if_the_size_of_a_pot_is_unknown() -> None:
    stacks, prizes = [1_200_000, 1_100_000, 1_300_000, 1_230_000], [50_000, 30_000, 20_000]
    deal = ft.deal(stacks, prizes)
    assert cliff_lines(deal, "€") == []
    assert "Search for close stacks: recounts of up to 12,075 chips." in str(deal)
    known = ft.deal(stacks, prizes, big_blind=20_000)
    [first, more] = cliff_lines(known, "€")
    assert first.startswith("Close stacks: if Player 1 wins 15,000 chips from Player 4, DCM moves ")
    assert more == "One pot would make 6 more pairs level."
    assert "recounts of up to 12,075 chips, blinds of 20,000 and one pot of up to 100,000." in str(known)


def test_a_sheet_mentions_only_the_model_that_is_signed() -> None:
    stacks = [4000, 3990, 300, 600]
    pages = {
        name: deal_sheet(ft.deal(stacks, [50, 30, 20], choose=name))
        for name in ("icm", "sem", "dcm", "between", "equal")
    }
    assert {name for name, page in pages.items() if "Close stacks" in page} == {"dcm", "between"}
    assert {name for name, page in pages.items() if "DCM" in page} == {"dcm", "between"}


def test_the_sheet_explains_how_the_shares_are_computed() -> None:
    assert "averaged over counts that may be off by 5 chips" in deal_sheet(ft.deal(**TABLE, chip_noise=5, choose="dcm"))
    assert "counts that may be off" not in deal_sheet(ft.deal(**TABLE, chip_noise=5, choose="icm"))
    assert "The value of the money left to play for is subtracted" in deal_sheet(ft.deal(**TABLE, leave=50))
    plain = deal_sheet(ft.deal(**TABLE, between=0.3, choose="between"))
    assert "Each share lies 0.3 of the way" in plain
    for words in ("averaged over", "left to play for", "Fixed shares are as agreed"):
        assert words not in plain


def test_the_sheet_adds_up() -> None:
    page = deal_sheet(ft.deal(**TABLE, choose="icm", leave=50), "€")
    sums = re.search(r'<tr class="sum">(.*?)</tr>', page)
    assert sums
    assert re.findall(r">([^<>]+)<", sums[1]) == ["Sum", "100", "€1,450.00"]
    top = re.search(r'<table class="sums">(.*?)</table>', page, re.DOTALL)
    assert top
    assert re.findall("<b>(.*?)</b>", top[1]) == ["€1,500", "€1,450.00", "€50", "3", "100"]


def test_a_sheet_of_many_players_is_printed_smaller() -> None:
    large = ft.deal(list(range(20, 0, -1)), [900, 400, 200], names=[f"P{i}" for i in range(20)])
    assert '<div class="paper many">' in deal_sheet(large, "€")
    assert '<div class="paper ">' in deal_sheet(ft.deal(**TABLE), "€")


def test_the_chat_message_is_short_and_adds_up() -> None:
    deal = ft.deal(list(range(9, 0, -1)), [50, 30, 20], leave=5, names=[f"Player with a name {i}" for i in range(9)])
    text = deal_chat(deal, "€")
    assert len(text) < 1000
    assert "Left: €5.00 for the winner" in text
    assert text.endswith("Sum €95.00\n")


def test_a_players_view_compares_with_playing_on() -> None:
    deal = ft.deal(**TABLE)
    text = str(view_report(deal, 2))
    dcm, icm = deal.playing_on["dcm"].equities[2], deal.playing_on["icm"].equities[2]
    assert f"{icm - dcm:+.2f}" in text
    assert "Cy does best by equal (500.00), worst by DCM (365.00)" in text


@pytest.mark.parametrize("choose", ["icm", "sem", "dcm", "between", "chip_chop", "equal"])
def test_the_sheet_holds_inputs_shares_method_and_lines_to_sign(choose: str) -> None:
    deal = ft.deal(**TABLE, choose=choose, leave=50)
    page = deal_sheet(deal, "€", "Spring Classic")
    for money in deal.chosen.cash:
        assert f"€{money:,.2f}" in page
    for text in ("Ana", "Bo", "Cy", "Signature", "1st €900", "Left for the winner: €50", "Deal: Spring Classic"):
        assert text in page
    assert page.count('class="sign">') == 3
    assert "http" not in page  # it loads no other files
    assert "<script" not in page


def test_the_sheet_shows_the_parts_of_each_share_and_payments_by_players() -> None:
    terms: dict[str, Any] = {"trophy": 5000, "trophy_to": "Cy", "last_longer": 5, "fixed": {"Ana": "700"}}
    terms["last_longer_players"] = ["Ana", "Bo"]
    page = deal_sheet(ft.deal(**TABLE, **terms))
    assert "fixed share 700, leaves 5 for the last longer" in page
    assert "takes the trophy or seat, 5,000" in page
    assert "pays in" in page
    assert "Fixed shares are as agreed" in page
    everything = ft.deal(**TABLE, fixed={"Ana": 700, "Bo": 450, "Cy": 350})
    assert "All shares were fixed by agreement." in deal_sheet(everything)
    assert "Close stacks" in deal_sheet(ft.deal([1000, 995, 2000, 3000], [50, 30, 20], choose="dcm"))


def test_amounts_that_are_not_accurate_to_the_cent_are_marked() -> None:
    deal = ft.deal([1000, 995, 2000, 3000], [50_000, 30_000, 20_000], chip_noise=100, choose="dcm")
    assert deal.chosen.error > 0.01
    assert "These amounts are accurate only to" in str(deal)


def test_markup_in_a_name_stays_text_on_the_sheet() -> None:
    deal = ft.deal([5, 4], [50, 20], names=["<b>Ana</b>", "O'Neill & Co"])
    page = deal_sheet(deal, event="<script>alert(1)</script>")
    assert "<b>Ana" not in page
    assert "<script" not in page
    assert "&lt;b&gt;Ana&lt;/b&gt;" in page


def test_orders_of_everything_give_reports_that_can_be_printed() -> None:
    for proposals in permutations(("icm", "between", "equal"), 2):
        deal = ft.deal(**TABLE, proposals=proposals, round=10, leave=[20, 10], withhold="1%", last_longer=5, trophy=3)
        text = str(deal_report(deal, "€"))
        assert "€1,440 paid now + €30 left + €15 last longer + €15 withheld = €1,500, all the prizes." in text
        assert [line.split()[0] for line in text.splitlines()[2:5]] == NAMES


def test_amounts_of_any_size_are_printed_in_full() -> None:
    assert "1,100,000,000,000,000,000,000,000,000,000" in str(ft.deal([3, 2, 1], [10**30, 10**29]))
    assert " 535,000,000,000,000,000," in str(ft.compare([3, 2, 1], [1e30, 1e29]))
    with localcontext() as context:
        context.prec = 4
        deal = ft.deal([50, 30, 20], [900, 400, 200], last_longer="33.37")
        assert "Last longer: €100.11" in deal_chat(deal, "€")
    chat = deal_chat(ft.deal([50, 30, 20], [900.50, 400, 200], leave="0.50", round=1), "€")
    assert "€1,500.50" in chat
    assert "Left: €0.50 for the winner" in chat


@pytest.mark.slow
def test_pairs_level_at_one_place_are_one_line() -> None:
    stacks = [1_200_000, 1_190_000, 400_000, 380_000, 300_000, 290_000, 280_000, 100_000, 90_000]
    prizes = [50_000, 30_000, 20_000, 15_000, 10_000, 8000, 6000, 5000, 4000]
    lines = [line for line in str(ft.deal(stacks, prizes, big_blind=20_000)).splitlines() if "Close stacks" in line]
    assert len(lines) == len(set(lines)) > 1
    assert not any(" 0.00" in line for line in lines)
