"""All figures, drawn with matplotlib (the extra ``plots``)."""

from finaltable.deals.plot import deal_figure
from finaltable.decisions.plot import decision_figure
from finaltable.decisions.pressures.plot import pressure_figure
from finaltable.equilibrium.plot import nash_figure
from finaltable.reporting.plot_style import save_figure
from finaltable.reviews.plot import review_figure
from finaltable.scoring.plot import evidence_figure
from finaltable.tournaments.plot import tournament_figure
from finaltable.values.bounties.plot import bounties_figure
from finaltable.values.equities.plot import comparison_figure
from finaltable.values.finish.plot import finish_figure
from finaltable.values.sensitivity.plot import sensitivity_figure
from finaltable.values.sweeps.plot import sweep_figure
from finaltable.values.trees.plot import tree_figure

__all__ = [
    "bounties_figure",
    "comparison_figure",
    "deal_figure",
    "decision_figure",
    "evidence_figure",
    "finish_figure",
    "nash_figure",
    "pressure_figure",
    "review_figure",
    "save_figure",
    "sensitivity_figure",
    "sweep_figure",
    "tournament_figure",
    "tree_figure",
]
