"""Sources of spots: settings, the pack, or recipes. A spot depends only on its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from finaltable.cards.hand import class_name
from finaltable.equilibrium.nodes import find_node
from finaltable.equilibrium.raises import DEEP
from finaltable.errors import InputError, Verbatim
from finaltable.training.choose_hand import BANDS, choose, draw_hand, hands_by_band, is_open, menu_of
from finaltable.training.draws import Draws
from finaltable.training.explain import explain
from finaltable.training.meeting import swing
from finaltable.training.pack import pack
from finaltable.training.solved import solve_layout
from finaltable.training.spot_table import draw_layout

if TYPE_CHECKING:
    from finaltable.table.options import Progress
    from finaltable.training.recipes import Recipe
    from finaltable.training.settings import Settings
    from finaltable.training.training_spot import TrainingSpot

TRIES = 40  # tables to draw until one has a decision to ask


class SpotSource(Protocol):
    """A numbered series of spots."""

    @property
    def count(self) -> int | None:
        """Number of spots; None: unlimited."""

    def spot(self, number: int, progress: Progress | None = None) -> TrainingSpot:
        """Return one spot; progress may raise to stop the solver."""


@dataclass(frozen=True)
class DrawnSpots:
    """Spots drawn from settings, each with a new table."""

    settings: Settings
    seed: int
    threads: int | None = 1
    count: int | None = None

    def spot(self, number: int, progress: Progress | None = None) -> TrainingSpot:
        """Draw tables until one has a decision to ask."""
        draws = Draws(self.seed, "drawn", self.settings.words(), number)
        for _ in range(TRIES):
            solved = solve_layout(draw_layout(self.settings, draws), self.settings.model, self.threads, progress)
            asked = choose(menu_of(solved, self.settings.position), draws)
            if asked is not None:
                return explain(solved, *asked)
        rule = "must leave a decision to ask: at these tables, every decision is the same for all hands"
        raise InputError("stacks", rule, Verbatim(self.settings.words()))


@dataclass(frozen=True)
class PackedSpots:
    """The spots that come with the package, in random order; after the last, the first again."""

    seed: int

    @property
    def count(self) -> int:
        """Number of spots."""
        return len(pack())

    def spot(self, number: int, progress: Progress | None = None) -> TrainingSpot:
        """Return one spot."""
        del progress
        return pack()[Draws(self.seed, "pack").shuffled(self.count)[number % self.count]]


@dataclass(frozen=True)
class GivenSpots:
    """Given spots, solved on demand. A spot that cannot be asked raises an `InputError`."""

    recipes: Sequence[Recipe | InputError]
    """The spots, or the errors of those that could not be read."""
    seed: int = 0
    threads: int | None = 1

    @property
    def count(self) -> int:
        """Number of spots."""
        return len(self.recipes)

    def spot(self, number: int, progress: Progress | None = None) -> TrainingSpot:
        """Solve one spot."""
        recipe = self.recipes[number]
        if isinstance(recipe, InputError):
            raise recipe
        return solve_recipe(recipe, Draws(self.seed, "given", number), self.threads, progress)


def solve_recipe(recipe: Recipe, draws: Draws, threads: int | None, progress: Progress | None = None) -> TrainingSpot:
    """Solve a given spot, or raise with the reason why it is not asked."""
    if len(recipe.facing) > 1:
        rule = "must be at most one player: overcalls are not trained"
        raise InputError("facing", rule, list(recipe.facing), code="too_many")
    solved = solve_layout(recipe.layout, recipe.model, threads, progress)
    node = find_node(solved.found.lineup, recipe.seat, recipe.facing, "seat", recipe.raised_by)
    name = solved.found.name_of(node)
    if node.action == "raise" and not is_open(solved, node):
        rule = f"must be first in with at most {DEEP} big blinds, and with a choice of all-in and raise"
        raise InputError("seat", rule, name, code="conflict")
    if node.facing and node.raiser not in (None, node.seat):
        rule = (
            "must be first in, at an all-in over a raise, or at a call of one after an own raise: others are not asked"
        )
        raise InputError("seat", rule, name, code="conflict")
    if not solved.found.often(node) > 0 or not swing(solved, node) > 0:
        raise InputError("seat", "must be at a decision that comes up, and where a player calls", name)
    charts = hands_by_band(solved, node)
    clear = [hand for band in BANDS for hand in charts[band]]
    if recipe.hand is not None and recipe.hand not in clear:
        rule = f"must not be too close to call in {name}"
        raise InputError("hand", rule, class_name(recipe.hand))
    if not clear:
        raise InputError("seat", "must be at a decision with hands that are not too close to call", name)
    near = charts["near"] or charts["clear"] or charts["plain"]
    return explain(solved, node, draw_hand(near, draws) if recipe.hand is None else recipe.hand)
