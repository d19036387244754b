"""A program that uses every public name, for type checkers: mypy and pyright read it; it is not run."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_type

import numpy as np

import finaltable as ft

if TYPE_CHECKING:
    from finaltable.values.paper.paper import PaperNumbers

STACKS, PRIZES = [1000, 500, 100], [100, 50]


def values() -> None:
    """Use the models and what follows from them."""
    table = ft.Table.of(STACKS, PRIZES, names=["Ana", "Bo", "Cy"])
    assert_type(ft.dcm(STACKS, PRIZES), ft.Equity)
    assert_type(ft.icm(table), ft.Equity)
    assert_type(ft.sem(np.array(STACKS), PRIZES), ft.Equity)
    assert_type(ft.chip_chop(table), ft.Equity)
    assert_type(ft.chip_ev(table), ft.Equity)
    assert_type(ft.smoothed(table, chip_noise=10), ft.Equity)
    assert_type(ft.equity(table, model={"icm": 0.8, "dcm": 0.2}), ft.Equity)
    assert_type(ft.compare(table).results[0].error, float)
    comparison: ft.Comparison = ft.compare(table)
    places: ft.FinishProbabilities = ft.finish(STACKS)
    heads: ft.Bounties = ft.bounties(STACKS, [1, 2, 3])
    both: ft.BountyComparison = ft.compare_bounties(table)
    moved: ft.Sweep = ft.sweep(table, player="Ana")
    close: ft.Sensitivity = ft.sensitivity(table)
    grown: ft.GameTree = ft.tree(STACKS, depth=2)
    many: ft.TableValues = ft.value_tables([STACKS], PRIZES)
    checked: PaperNumbers = ft.paper()
    prizes: ft.Prizes = table.prizes
    mystery: ft.Mystery = ft.Mystery.of("1x100")
    print(comparison, places, heads, both, moved, close, grown, many, checked, prizes, mystery, ft.model_names())
    print(ft.value_partition, ft.__version__)


def decisions() -> None:
    """Use spots, ranges, equilibria and deals."""
    spot = ft.Spot.of(STACKS, PRIZES, hero=1, all_in=[0], small_blind=10, big_blind=20)
    first = ft.PushSpot.of(STACKS, PRIZES, hero=0, small_blind=10, big_blind=20)
    verdict: ft.Decision = ft.decide(spot, equity=0.4)
    push: ft.PushDecision = ft.push(first, hand="AA", ranges=["20%"])
    found: ft.Nash = ft.nash(STACKS, PRIZES, small_blind=10, big_blind=20)
    found.save("a.solution")
    again: ft.Nash = ft.open_solution("a.solution")
    hands: ft.History = ft.simulate(again, 10)
    wide: ft.Range | None = found.range("SB")
    whole: ft.Tournament = ft.tournament([1], players=2, chips=10, small_blind=1, big_blind=2)
    saved: ft.Tournament = ft.open_tournament("a.tournament")
    agreed: ft.Deal = ft.deal(STACKS, PRIZES)
    terms: ft.Terms = agreed.terms
    pressed: ft.Pressure = ft.pressure(STACKS, PRIZES)
    print(verdict, push, hands, wide, whole, saved, terms, pressed, ft.heads_up("AA", "KK"), ft.showdown(["AA", "KK"]))


def files() -> None:
    """Use hand histories, training, evidence and batches."""
    history: ft.History = ft.read_history("hands.txt")
    review: ft.Review = ft.review(history, PRIZES)
    practice: ft.Training = ft.train(seed=1)
    one: ft.TrainingSpot = practice.spots[0]
    scores: ft.Evidence = ft.evidence(ft.read_snapshots("results.csv"))

    def tell(pace: ft.Pace) -> None:
        print(pace.fraction)

    summary: ft.BatchSummary = ft.batch("tables.parquet", "out")
    print(review, one, scores, summary, tell)
    try:
        ft.icm([], [])
    except (ft.InputError, ft.UnavailableError, ft.UnfinishedError) as error:
        print(error)
