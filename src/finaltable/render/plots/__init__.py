"""Pictures, made with matplotlib (the extra ``plots``)."""

from finaltable.render.plots.bounties import bounties_figure
from finaltable.render.plots.deal import deal_figure
from finaltable.render.plots.decision import decision_figure
from finaltable.render.plots.equity import comparison_figure
from finaltable.render.plots.evidence import evidence_figure
from finaltable.render.plots.finish import finish_figure
from finaltable.render.plots.pressure import pressure_figure
from finaltable.render.plots.push_fold import push_fold_figure
from finaltable.render.plots.review import review_figure
from finaltable.render.plots.sensitivity import sensitivity_figure
from finaltable.render.plots.style import save_figure
from finaltable.render.plots.sweep import sweep_figure
from finaltable.render.plots.tree import tree_figure

__all__ = [
    "bounties_figure",
    "comparison_figure",
    "deal_figure",
    "decision_figure",
    "evidence_figure",
    "finish_figure",
    "pressure_figure",
    "push_fold_figure",
    "review_figure",
    "save_figure",
    "sensitivity_figure",
    "sweep_figure",
    "tree_figure",
]
