"""Where spots come from: drawn from settings, the pack, or recipes. Each is found by its number alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from finaltable.cards.hand import class_name
from finaltable.equilibrium.nodes import find_node
from finaltable.errors import InputError, Verbatim
from finaltable.training.choose_hand import BANDS, choose, draw_hand, hands_by_band, menu_of
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

TRIES = 40  # tables to draw until one has something to ask


class SpotSource(Protocol):
    """A row of spots."""

    @property
    def count(self) -> int | None:
        """How many there are; None: as many as wanted."""

    def spot(self, number: int, progress: Progress | None = None) -> TrainingSpot:
        """Return one of them; progress may raise to stop the work."""


@dataclass(frozen=True)
class DrawnSpots:
    """Tables drawn from settings; every spot has one of its own."""

    settings: Settings
    seed: int
    threads: int | None = 1
    count: int | None = None

    def spot(self, number: int, progress: Progress | None = None) -> TrainingSpot:
        """Draw tables until one has something to ask."""
        draws = Draws(self.seed, "drawn", self.settings.words(), number)
        for _ in range(TRIES):
            solved = solve_layout(draw_layout(self.settings, draws), self.settings.model, self.threads, progress)
            asked = choose(menu_of(solved, self.settings.position), draws)
            if asked is not None:
                return explain(solved, *asked)
        rule = "must leave something to ask: every decision of these tables is played alike with all hands"
        raise InputError("stacks", rule, Verbatim(self.settings.words()))


@dataclass(frozen=True)
class PackedSpots:
    """The spots that come with the package, in an order drawn from the seed; after the last, the first again."""

    seed: int

    @property
    def count(self) -> int:
        """How many there are."""
        return len(pack())

    def spot(self, number: int, progress: Progress | None = None) -> TrainingSpot:
        """Return one of them."""
        del progress
        return pack()[Draws(self.seed, "pack").shuffled(self.count)[number % self.count]]


@dataclass(frozen=True)
class GivenSpots:
    """Spots that somebody gave; each is solved. One that cannot be asked raises an `InputError`."""

    recipes: Sequence[Recipe | InputError]
    """What was given; or why it is no spot."""
    seed: int = 0
    threads: int | None = 1

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.recipes)

    def spot(self, number: int, progress: Progress | None = None) -> TrainingSpot:
        """Solve one of them."""
        recipe = self.recipes[number]
        if isinstance(recipe, InputError):
            raise recipe
        return solve_recipe(recipe, Draws(self.seed, "given", number), self.threads, progress)


def solve_recipe(recipe: Recipe, draws: Draws, threads: int | None, progress: Progress | None = None) -> TrainingSpot:
    """Solve a spot that was given, or say why it is not asked."""
    if len(recipe.facing) > 1:
        rule = "must be at most one player: overcalls are not trained"
        raise InputError("facing", rule, list(recipe.facing), code="too_many")
    solved = solve_layout(recipe.layout, recipe.model, threads, progress)
    node = find_node(solved.found.lineup, recipe.seat, recipe.facing, "seat")
    name = solved.found.name_of(node)
    if not solved.found.often(node) > 0 or not swing(solved, node) > 0:
        raise InputError("seat", "must be at a decision that comes up, and where somebody calls", name)
    charts = hands_by_band(solved, node)
    told = [hand for band in BANDS for hand in charts[band]]
    if recipe.hand is not None and recipe.hand not in told:
        rule = f"must not be so close, in {name}, that the search or real deals could turn it"
        raise InputError("hand", rule, class_name(recipe.hand))
    if not told:
        raise InputError("seat", "must be at a decision with hands that neither search nor real deals could turn", name)
    near = charts["near"] or charts["clear"] or charts["plain"]
    return explain(solved, node, draw_hand(near, draws) if recipe.hand is None else recipe.hand)
