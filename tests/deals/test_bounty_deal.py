"""Deals in bounty tournaments: bounties stay or are shared, and no cent is lost."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import finaltable as ft
from finaltable.deals.report import deal_chat, deal_csv, deal_report, view_report
from finaltable.deals.sheet import deal_sheet
from tests.dealing import TABLE, cash

HEADS = ["120.50", "80.25", "40"]
BOUNTIES = [Fraction(head) for head in HEADS]


def agreed(**terms: Any) -> ft.Deal:
    return ft.deal(**TABLE, bounties=BOUNTIES, **terms)


def floats(deal: ft.Deal, name: str) -> list[float]:
    return [float(money) for money in deal[name].cash]


def test_bounties_that_stay_change_no_cash() -> None:
    assert cash(agreed(), "icm") == cash(ft.deal(**TABLE), "icm")
    assert agreed().paid_now == Decimal("1500.00")


def test_shared_bounties_are_paid_as_each_model_values_them() -> None:
    deal = agreed(bounty_terms="share", between=0.2)
    table = ft.Table.of(**TABLE, bounties=BOUNTIES)
    icm, dcm = ft.icm(table).total, ft.dcm(table).total
    assert floats(deal, "icm") == pytest.approx(icm, abs=0.01)
    assert floats(deal, "dcm") == pytest.approx(dcm, abs=0.01)
    assert floats(deal, "between") == pytest.approx(icm + 0.2 * (dcm - icm), abs=0.01)
    assert floats(deal, "equal") == pytest.approx([1740.75 / 3] * 3, abs=0.01)
    assert floats(deal, "chip_chop") == pytest.approx([200 + 1140.75 * share for share in (0.5, 0.3, 0.2)], abs=0.01)
    assert all(sum(map(Fraction, proposal.cash)) == Fraction("1740.75") for proposal in deal.proposals)


@settings(max_examples=25)
@given(
    st.lists(st.integers(1, 60), min_size=2, max_size=4),
    st.lists(st.integers(0, 30_000), min_size=4, max_size=4),
    st.sampled_from(["stay", "share"]),
    st.sampled_from([0, 0.5, 1]),
    st.sampled_from([None, 1, 5]),
)
def test_no_cent_is_lost_and_no_expectation_changes(
    stacks: list[int], cents: list[int], terms: str, share: float, unit: int | None
) -> None:
    """Payments, bounties and money left are all the money; a model's deal is worth playing on to each player."""
    bounties = [Fraction(cent, 100) for cent in cents[: len(stacks)]]
    prizes = [600, 300, 90.5][: len(stacks)]
    deal = ft.deal(
        stacks,
        prizes,
        bounties=bounties,
        bounty_share=share,
        bounty_terms=terms,
        round=unit,
        leave=20,
        proposals=("icm", "dcm"),
    )
    whole = sum(map(Fraction, map(str, prizes))) + sum(bounties)
    stays = sum(bounties) if terms == "stay" else Fraction(0)
    for proposal in deal.proposals:
        assert sum(map(Fraction, proposal.cash)) + stays + 20 == whole
        gains = deal.against_playing_on(proposal.name, proposal.name)
        bounded = deal.terms.highest is not None and any(
            Fraction(money) in (Fraction(deal.terms.lowest), Fraction(deal.terms.highest)) for money in proposal.cash
        )
        assert bounded or np.abs(gains).max() <= 2 * float(deal.terms.unit) + deal[proposal.name].error + 1e-6
    other = deal.against_playing_on("icm", "dcm")
    assert other.sum() == pytest.approx(0, abs=1e-4)


def test_players_with_equal_stacks_get_the_same_only_if_their_bounties_are_equal() -> None:
    shared = ft.deal([50, 50, 20], [900, 400, 200], bounties=[100, 10, 10], bounty_terms="share")["dcm"]
    assert abs(float(shared.exact[0] - shared.exact[1])) > 1
    level = ft.deal([50, 50, 20], [900, 400, 200], bounties=[10, 10, 100], bounty_terms="share")["dcm"]
    assert level.exact[0] == level.exact[1]


def test_the_cap_includes_shared_bounties() -> None:
    assert agreed(bounty_terms="share").terms.highest == Decimal("1140.75")
    assert agreed().terms.highest == Decimal("900.00")
    assert cash(agreed(bounty_terms="share", fixed={"Ana": 1000}), "icm")[0] == "1000.00"


def test_every_report_of_a_deal_states_whether_bounties_stay_or_are_shared() -> None:
    stay, share = agreed(), agreed(bounty_terms="share")
    each = "Ana €120.50, Bo €80.25 and Cy €40.00"
    assert f"Bounties stay on the players and are still played for: {each}; total €240.75." in str(
        deal_report(stay, "€")
    )
    assert "Bounties are shared, too: €240.75 in total." in str(deal_report(share, "€"))
    assert "the sum is €1,740.75, all the prizes and bounties" in str(deal_report(share, "€"))
    assert "ICM with an assumption: the player in each place" in str(deal_report(share, "€"))
    assert f"Bounties stay on the players: {each}" in deal_chat(stay, "€")
    assert "Bounties are shared, too: €240.75 of it" in deal_chat(share, "€")
    assert "Sum €1,740.75" in deal_chat(share, "€")
    assert "bounty of €80.25 stays" in deal_sheet(stay, "€")
    assert "stays" not in deal_sheet(share, "€")
    assert "includes the bounties that the player wins on average" in deal_sheet(share, "€")
    assert f"Bounties: {each}; total €240.75." in deal_sheet(share, "€")
    assert "The bounty on Bo, €80.25, stays." in str(view_report(stay, 1, "€"))
    assert "The bounty on Bo, €80.25, is shared." in str(view_report(share, 1, "€"))


@pytest.mark.parametrize(("terms", "after"), [("stay", HEADS), ("share", ["0.00"] * 3)])
def test_csv_has_the_bounty_on_each_player_and_the_part_that_stays(terms: str, after: list[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(deal_csv(agreed(bounty_terms=terms)))))
    assert [Fraction(row["bounty"]) for row in rows] == BOUNTIES
    assert [Fraction(row["bounty_stays"]) for row in rows] == [Fraction(money) for money in after]
    whole = sum(Fraction(row["chosen"]) + Fraction(row["bounty_stays"]) for row in rows)
    assert whole == Fraction("1740.75")


def test_json_has_the_terms_and_the_totals() -> None:
    data = json.loads(json.dumps(agreed(bounty_terms="share", bounty_share=1).to_dict()))
    assert data["bounties"] == ["120.50", "80.25", "40.00"]
    assert (data["heads"], data["bounty_pool"], data["bounty_share"]) == ("share", "240.75", 1)
    assert sum(data["playing_on"]["dcm"]["total"]) == pytest.approx(1740.75)
    assert "heads" not in ft.deal(**TABLE).to_dict()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"bounty_terms": "share"}, "bounty_terms can be 'share' only with bounties, got 'share'"),
        ({"bounty_terms": "keep", "bounties": 5}, "bounty_terms must be one of stay, share, got 'keep'"),
        (
            {"bounty_terms": "share", "bounties": 5, "own_bounty": False},
            "bounty_terms must be 'stay' if the last bounty is not paid",
        ),
        (
            {"bounty_terms": "share", "mystery": "9x10"},
            "bounty_terms can be 'share' only if 3 envelopes are left, one for each player",
        ),
        ({"chip_noise": 1, "bounties": 5}, "chip_noise cannot be combined with bounties"),
    ],
)
def test_impossible_bounty_terms_raise(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ft.InputError) as error:
        ft.deal(**TABLE, **options)
    assert str(error.value).startswith(words)


def test_envelopes_can_be_shared_to_the_cent_if_all_will_be_drawn() -> None:
    deal = ft.deal(**TABLE, mystery="1x100,2x0.01", bounty_terms="share")
    assert all(sum(map(Fraction, proposal.cash)) == Fraction("1600.02") for proposal in deal.proposals)
    assert "€33.34 each; total €100.02" in str(deal_report(ft.deal(**TABLE, mystery="1x100,2x0.01"), "€"))
