"""The numbers that explain a spot; the terminal and the page put them into words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from finaltable.cards.hand import class_name
from finaltable.equilibrium.showdowns import orders_after
from finaltable.equilibrium.solution import HANDS as COMBOS
from finaltable.equilibrium.solution import SIZES
from finaltable.equilibrium.terminals import settle
from finaltable.equilibrium.tree import TreeEnd
from finaltable.training.choose_hand import RAISED
from finaltable.training.decision_chart import Chart
from finaltable.training.meeting import Meeting, band_of, ends, meet, swing
from finaltable.training.solved import MIXED, gains
from finaltable.training.training_spot import BountyView, ModelView, TrainingSpot
from finaltable.training.unfold import Crowd, Hero

if TYPE_CHECKING:
    from finaltable.equilibrium.nodes import DecisionNode
    from finaltable.equilibrium.solution import Nash
    from finaltable.results import Values
    from finaltable.spots.knockouts import After
    from finaltable.training.solved import SolvedTable
    from finaltable.training.spot_table import Amount

DIGITS = 6  # decimals of money, as a fraction of the pool
LARGE = (1e-3, 1e-2)  # of the pool: above each, one decimal less


def explain(solved: SolvedTable, node: DecisionNode, hand: int) -> TrainingSpot:
    """Return a spot with the numbers that explain it; a call must be possible."""
    choices = solved.found.choices(node)
    hero = Hero(solved.found, choices[0], hand)  # all-in
    met = meet(hero)
    assert met is not None, "decisions that get no call are not asked"
    layout, turns = solved.layout, solved.found.lineup.deciding
    seat, other = turns[hero.turn], turns[met.opponent]
    won, lost = (after(solved, hero, met, wins) for wins in (True, False))
    mixed = solved.is_mixed(node, hand)
    pot, price = at_stake(solved, hero.node)
    theirs = hero.range_of(met.opponent, met.likely)
    return TrainingSpot(
        chart=chart_of(solved, node),
        hand=class_name(hand),
        band="mixed" if mixed else band_of(float(solved.differences(node)[hand]), swing(solved, node)),
        depth=round(float(layout.stacks[seat]) / float(layout.big_blind), 2),
        pot=pot,
        price=price,
        folds=None if met.folds is None else round(met.folds, 4),
        equity=round(met.equity, 4),
        opponent=layout.names[other],
        range=round(float(theirs @ SIZES / COMBOS), 4),
        covers=bool(lost.stacks[seat] > 0),
        left=in_chips(solved, float(lost.stacks[seat])),
        busts=not won.stacks[other],
        place=next_place(solved),
        views=tuple(view_of(solved, hero, met, view) for view in range(len(solved.views))),
        bounty=bounty_view(solved, hero, met, float(won.cash[seat]) if won.cash else 0.0),
        raises=tuple(
            to_money(float(gains(view, one)[hand]), view.pool) for one in choices[1:] for view in solved.views
        ),
    )


def after(solved: SolvedTable, hero: Hero, met: Meeting, wins: bool) -> After:
    """Return the table after hero has met the opponent alone."""
    lineup, (pair, folded) = solved.found.lineup, (met.likely.pushed, met.likely.folded)
    order = (0, 1) if (pair[0] == hero.turn) == wins else (1, 0)
    rows, outcomes = settle(lineup, [TreeEnd(pair, folded)])
    return outcomes[int(rows[orders_after(lineup, len(pair))[order]])]


def in_chips(solved: SolvedTable, units: float) -> Amount:
    """Convert an amount from the lineup's units to chips."""
    lineup = solved.found.lineup
    chips = units * float(solved.layout.stacks[0]) / lineup.chips[0]
    return int(chips) if chips == int(chips) else round(chips, 2)


def at_stake(solved: SolvedTable, node: DecisionNode) -> tuple[Amount, Amount]:
    """Return the chips that hero can win, and those that hero has to add to the blinds and antes posted."""
    lineup = solved.found.lineup
    seat = lineup.deciding[node.seat]
    facing = [lineup.deciding[turn] for turn in node.facing]
    can, put = lineup.able[seat], list(lineup.posted)
    if node.raiser is not None:
        raiser = lineup.deciding[node.raiser]
        put[raiser] = lineup.raised[raiser]
    stakes = [min(can, lineup.able[i] if i in facing else put[i]) for i in range(len(lineup.chips))]
    to_match = max((lineup.able[i] for i in facing), default=can)
    pot = sum(stakes) - stakes[seat] + put[seat] + lineup.dead
    return in_chips(solved, pot), in_chips(solved, min(can, to_match) - put[seat])


def next_place(solved: SolvedTable) -> float:
    """Return how much more the place before the last pays than the last."""
    players = len(solved.layout.stacks)
    paid = [float(prize) for prize in solved.layout.payouts] + [0.0] * players
    return to_money(paid[players - 2] - paid[players - 1], solved.found.pool)


def to_money(value: float, pool: float) -> float:
    """Round money to the decimals that matter: fewer for large amounts.

    >>> [to_money(value, 10_000) for value in (1234.567, 45.678, 1.2345)], to_money(0.0123456, 10)
    ([1235.0, 45.7, 1.23], 0.0123)
    """
    if not pool > 0:
        return value
    decimals = DIGITS - math.floor(math.log10(pool)) - sum(abs(value) >= share * pool for share in LARGE)
    return round(value, max(0, decimals))


def view_of(solved: SolvedTable, hero: Hero, met: Meeting, number: int) -> ModelView:
    """Return one model's numbers for a spot."""
    valued = solved.views[number]
    pool = valued.pool
    difference = difference_of(valued, hero)
    win, lose = ends(hero, met, valued)
    steal = None
    if met.folds is not None:
        steal = to_money(hero.worth({Crowd((hero.turn,), hero.node.raiser): 1.0}, valued), pool)
    seats = solved.found.lineup.deciding
    factor = float(solved.pressure.bubble_factors[number, seats[hero.turn], seats[met.opponent]])
    return ModelView(
        model=valued.model,
        fold=to_money(hero.worth(hero.crowds(goes_in=False), valued), pool),
        steal=steal,
        win=to_money(win, pool),
        lose=to_money(lose, pool),
        difference=to_money(difference, pool),
        needed=needed(difference, met, win - lose),
        bubble_factor=None if math.isnan(factor) else round(factor, 3),
    )


def difference_of(valued: Nash, hero: Hero) -> float:
    """Return the value of going in minus that of folding, in money."""
    return float(np.nan_to_num(valued.difference(hero.node)[hero.hand])) * valued.pool


def needed(difference: float, met: Meeting, between: float) -> float | None:
    """Return the equity above which going in is better, all else equal; 0: always; None: never."""
    if not between > 0:
        return 0.0 if difference > 0 else None
    found = met.equity - difference / (met.called * between)
    return None if found >= 1 else round(max(0.0, found), 4)


def bounty_view(solved: SolvedTable, hero: Hero, met: Meeting, bounty: float) -> BountyView | None:
    """Return the effect of bounties under the scoring model; None without bounties."""
    if solved.without is None:
        return None
    win, lose = ends(hero, met, solved.without)
    difference = difference_of(solved.without, hero)
    pool = solved.found.pool
    return BountyView(to_money(bounty, pool), to_money(difference, pool), needed(difference, met, win - lose))


def chart_of(solved: SolvedTable, node: DecisionNode) -> Chart:
    """Return a decision with all hands."""
    found, names = solved.found, [solved.layout.names[seat] for seat in solved.found.lineup.deciding]
    push, *others = found.choices(node)
    shares, raises = percents(solved.shares(node), 100), None
    for choice in others:
        raises = np.minimum(percents(found.hands(choice), shares), shares)
        shares = shares - raises
    # After an own raise, hands that are not raised never get here: their answer costs nothing.
    worth = np.where(found.raised(node) >= RAISED, solved.worth(push), 0.0)
    return Chart(
        layout=solved.layout,
        model=found.model,
        exploitability=float(f"{found.exploitability.total:.2g}"),
        pool=found.pool,
        seat=names[node.seat],
        facing=tuple(names[turn] for turn in node.facing),
        margin=to_money(solved.margin(node), found.pool),
        hands=tuple(int(share) for share in shares[::-1]),
        ev=tuple(to_money(float(value), found.pool) for value in worth[::-1]),
        raised_by=None if node.raiser is None else names[node.raiser],
        raises=() if raises is None else tuple(int(share) for share in raises[::-1]),
        raise_ev=tuple(to_money(float(value), found.pool) for one in others for value in solved.worth(one)[::-1]),
    )


def percents(shares: Values, most: Values | int) -> Values:
    """Return frequencies in %, 0 or ``most`` unless mixed; a mixed hand stays mixed, however rare an action."""
    rounded = np.rint(100 * shares).astype(int)
    mixed = (shares > MIXED[0]) & (shares < MIXED[1])
    found: Values = np.where(mixed, np.clip(rounded, 1, 99), np.where(rounded >= 50, most, 0))
    return found
