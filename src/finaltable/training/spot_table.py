"""The table of a spot, drawn or given: stacks from the small blind on, prizes, blinds, bounties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from finaltable.equilibrium.lineup import position_names
from finaltable.errors import InputError
from finaltable.spots.to_act import usual_button
from finaltable.training.settings import BOUNTIES, Settings, preset_payouts

if TYPE_CHECKING:
    from finaltable.equilibrium.solution import Nash
    from finaltable.models import Choice
    from finaltable.table.options import Progress
    from finaltable.training.draws import Draws

POOL = 10_000  # prizes of every drawn table, so that losses can be added up; 1 % is 100
LEVELS = (200, 1_000, 6_000, 20_000, 100_000)  # big blinds
STEP = 20  # stacks are whole twentieths of a big blind
SHIFTS = 24  # stacks are drawn evenly on a logarithmic scale, in this many steps
NEAR_ENOUGH = 2e-5  # exploitability at which the solver stops, as a fraction of the pool; there is no time limit
Amount = int | float


@dataclass(frozen=True)
class SpotTable:
    """A table before the cards are dealt. Seats are named by position."""

    stacks: tuple[Amount, ...]
    """Chips of each player, from the small blind on."""
    payouts: tuple[Amount, ...]
    """Prizes from first place down."""
    small_blind: Amount
    """The small blind."""
    big_blind: Amount
    """The big blind."""
    ante: Amount = 0
    """The ante of each player."""
    big_blind_ante: Amount = 0
    """The ante that the big blind pays for all."""
    bounties: tuple[Amount, ...] = ()
    """The bounty on each player; empty without bounties."""
    bounty_share: float = 0.5
    """Fraction of a bounty that is paid at once; the rest is added to the winner's bounty."""
    raise_to: Amount = 0
    """Size of a raise first in, in chips; 0: push or fold."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats, in the order of the stacks."""
        return tuple(position_names(len(self.stacks)))

    @property
    def button(self) -> int:
        """Number of the seat with the button."""
        return usual_button(self.stacks)

    @property
    def button_name(self) -> str:
        """Name of the seat with the button."""
        return self.names[self.button]

    def solve(self, model: Choice, threads: int | None = 1, progress: Progress | None = None) -> Nash:
        """Find the equilibrium, or raise if a player is all-in by posting, which is another game."""
        from finaltable.equilibrium.nash import nash

        self.check()
        bounties: dict[str, Any] = (
            {"bounties": self.bounties, "bounty_share": self.bounty_share} if self.bounties else {}
        )
        return nash(
            self.stacks,
            self.payouts,
            small_blind=self.small_blind,
            big_blind=self.big_blind,
            ante=self.ante,
            big_blind_ante=self.big_blind_ante,
            model=model,
            raise_to=self.raise_to or None,
            tolerance=NEAR_ENOUGH,
            threads=threads,
            progress=progress,
            **bounties,
        )

    def check(self) -> None:
        """Raise for a table where a player is all-in by posting."""
        for seat, stack in enumerate(self.stacks):
            if stack <= self.big_blind + self.ante + self.big_blind_ante:
                rule = "must be more than blind and ante: with less, a player has no decision"
                raise InputError(f"stacks[{seat}]", rule, stack, code="too_small")


def draw_layout(settings: Settings, draws: Draws) -> SpotTable:
    """Draw a table.

    >>> from finaltable.training.draws import Draws
    >>> layout = draw_layout(Settings(players=(3, 3)), Draws(1, "spot", 0))
    >>> layout.stacks, layout.payouts, layout.big_blind
    ((4350, 13900, 12950), (4000, 3300, 2700), 1000)
    """
    low, high = settings.players
    players = low + draws.below(high - low + 1)
    preset = draws.choice(settings.presets())
    blind = draws.choice(LEVELS)
    ante = draws.choice((0, 0, blind, blind, blind))
    shortest = max(settings.stacks[0], 1.5 + 2 * (ante > 0))
    stacks = tuple(draw_stack(shortest, max(shortest, settings.stacks[1]), blind, draws) for _ in range(players))
    kind = draws.choice(BOUNTIES) if settings.bounties == "any" else settings.bounties
    bounties, share = draw_bounties(kind, players, draws)
    payouts = preset_payouts(preset, players, POOL - int(sum(bounties)))
    raised = round(settings.raise_to * blind) if settings.raise_to else 0
    return SpotTable(stacks, payouts, blind // 2, blind, 0, ante, bounties, share, raised)


def draw_stack(low: float, high: float, blind: int, draws: Draws) -> int:
    """Draw a stack between two depths, uniform on a logarithmic scale."""
    depth: float = low * (high / low) ** (draws.below(SHIFTS + 1) / SHIFTS)
    return round(depth * STEP) * blind // STEP


def draw_bounties(kind: str, players: int, draws: Draws) -> tuple[tuple[int, ...], float]:
    """Draw the bounties: all equal, or one to four times a base, grown by knockouts."""
    if kind == "none":
        return (), 0.5
    base = POOL // (10 * players)
    if kind == "flat":
        return (2 * base,) * players, 1.0
    return tuple(base * (1 + draws.below(4)) for _ in range(players)), 0.5


def seat_order(layout: SpotTable) -> Sequence[str]:
    """Return the seats in the order they act: the blinds last; heads-up, the small blind first."""
    names = layout.names
    return names if len(names) == 2 else (*names[2:], *names[:2])
