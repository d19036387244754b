"""Names of earlier versions still work: functions, arguments, options and fields."""

from pathlib import Path
from typing import Any

import pytest

import finaltable as ft
from finaltable.names import ARGUMENTS, PUBLIC
from tests.program import in_process
from tests.serving import asking

TABLE: dict[str, Any] = {"stacks": [50, 30, 20], "payouts": [900, 400, 200]}
OLD: Any = ft  # type checkers know the new names only


@pytest.mark.parametrize(("old", "new"), PUBLIC.items())
def test_old_functions_and_classes_are_the_new_ones(old: str, new: str) -> None:
    assert getattr(ft, old) is getattr(ft, new)
    assert new in ft.__all__


def test_a_deal_takes_the_old_names_of_its_terms() -> None:
    new = ft.deal(**TABLE, round=5, bounties=10, bounty_terms="share")
    assert OLD.deal(**TABLE, unit=5, bounties=10, heads="share").to_dict() == new.to_dict()
    assert OLD.Terms.of(ft.Table.of(**TABLE), unit=5).unit == 5


def test_nash_takes_the_old_name_of_a_lock() -> None:
    game: dict[str, Any] = {"stacks": [10, 10], "payouts": [1], "small_blind": 0.5, "big_blind": 1, "tolerance": 1e-3}
    fixed = {"BB v SB": "20%"}
    assert OLD.push_fold(**game, locked=fixed).to_dict() == ft.nash(**game, lock=fixed).to_dict()


def test_an_argument_under_both_names_is_refused() -> None:
    with pytest.raises(ft.InputError, match="unit must be left out: it is the old name of round"):
        OLD.deal(**TABLE, round=5, unit=1)


def test_every_old_argument_has_one_new_name() -> None:
    assert len(set(ARGUMENTS.values())) == len(ARGUMENTS)
    assert not set(ARGUMENTS) & set(ARGUMENTS.values())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("compare 5 3 2 -p 6,3 --between 0.4", "compare 5 3 2 -p 6,3 --mixture 0.4"),
        ("compare 5 3 2 -p 6,3 --between=0.4", "compare 5 3 2 -p 6,3 --mixture=0.4"),
        ("deal 5 3 2 -p 6,3 --bounties 2 --heads share", "deal 5 3 2 -p 6,3 --bounties 2 --bounty-terms share"),
    ],
)
def test_a_command_takes_the_old_names_of_its_options(old: str, new: str) -> None:
    assert in_process(*old.split()) == in_process(*new.split())


def test_a_request_takes_the_old_names_of_its_fields() -> None:
    with asking() as client:
        old = client.post("/api/v1/deal", json={**TABLE, "unit": 5})
        assert old.json() == client.post("/api/v1/deal", json={**TABLE, "round": 5}).json()
        assert client.post("/api/v1/deal", json={**TABLE, "unit": 5, "round": 5}).json()["code"] == "conflict"


def test_only_options_are_renamed_and_not_what_is_given_for_them(tmp_path: Path) -> None:
    line = ["deal", "5", "3", "-p", "6,3", "--event", "--unit", "--sheet", str(tmp_path / "deal.html")]
    assert in_process(*line)[0] == 0
    assert "Deal: --unit" in (tmp_path / "deal.html").read_text("utf-8")
