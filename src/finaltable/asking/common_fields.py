"""Fields that several questions share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import Run, fields_of, given
from finaltable.asking.kinds import AMOUNT, AMOUNTS, METHOD, MODELS, NUMBER, SHARE, TEXT, WHOLE

if TYPE_CHECKING:
    from finaltable.models import Choice, Model

TABLE = {"stacks": [1000, 500, 100], "payouts": [100, 50], "names": ["Ana", "Bo", "Cy"]}
ERROR_ALLOWED = "Error allowed, as a share of the prize pool"
SEVERAL_MODELS = "Models, the first is the one compared with: icm, sem, dcm, icm^1.1, or a mixture: icm:0.8+dcm:0.2."


def max_seconds_field() -> Any:
    """Declare how long to work."""
    return given(NUMBER, None, help="Work up to this long and state the error reached.", bound="seconds")


@dataclass(frozen=True, kw_only=True)
class PlayersText:
    """The players, as a command line takes them."""

    stacks: list[str] | None = given(
        AMOUNTS,
        None,
        help="Chips of each player: 1000, 12.5k, 1,200,000, Ana=1.2m; 0 is a player who is out. - reads a table "
        "(CSV or JSON) from standard input.",
        flags=("",),
    )
    names: str | None = given(TEXT, None, help="The players' names: Ana,Bo,Cy.")
    file: str | None = given(
        TEXT,
        None,
        help="Read the table from a file: CSV with a header (name, stack, payout, bounty), or JSON (stacks, payouts, "
        "names, bounties).",
        flags=("--file", "-f"),
    )


@dataclass(frozen=True, kw_only=True)
class PrizesText:
    """The prizes, as a command line takes them."""

    payouts: str | None = given(
        TEXT,
        None,
        help="Prizes from first place down: 100,50, or '€50,000 €30,000', or 50%,30%,20% with {pool}.",
        flags=("--payouts", "-p"),
    )
    pool: str | None = given(TEXT, None, help="The prize pool, for payouts in %.")
    extra_payouts: str = given(
        TEXT, "error", help="Prizes that no player can win: error, or drop to leave them out.", usual="error"
    )


@dataclass(frozen=True, kw_only=True)
class WorkFields:
    """How to compute."""

    method: str | None = given(
        METHOD,
        None,
        help="auto, or for DCM tree, sample, exact, paper; for SEM tree, sample, exact; for ICM subsets, "
        "quadrature; for chip chop floor, proportional.",
    )
    tolerance: float | None = given(NUMBER, None, help=f"{ERROR_ALLOWED}: 1e-6.", bound="tolerance")
    seed: int | None = given(WHOLE, None, help="For sampling large fields.")
    max_seconds: float | None = max_seconds_field()

    def options(self, run: Run, models: Sequence[Model]) -> dict[str, Any]:
        """Return what was given, as the functions of the library take it; cores are for models that use several."""
        named = {name: getattr(self, name, None) for name in (*fields_of(WorkFields), "chip_noise")}
        named["threads"] = run.threads if any("threads" in model.options for model in models) else None
        return {name: value for name, value in named.items() if value is not None}


def models_field(help: str = SEVERAL_MODELS) -> Any:
    """Declare several models."""
    return given(MODELS, ("icm", "dcm"), help=help, usual="icm,dcm")


def mixture_field(help: str) -> Any:
    """Declare the weight of DCM in a mixture of ICM and DCM."""
    return given(SHARE, None, help=help)


@dataclass(frozen=True, kw_only=True)
class MixtureField:
    """A mixture of ICM and DCM, in short."""

    mixture: Any = mixture_field("Also ICM and DCM mixed, DCM with this weight: 0.2 is short for icm:0.8+dcm:0.2.")

    def with_mixture(self, models: Sequence[Choice]) -> Sequence[Choice]:
        """Return the models, and behind them the mixture that was asked for, unless it is one of them."""
        if self.mixture is None:
            return models
        from finaltable.models import find_models
        from finaltable.models.mixture import mixture_between

        mixed = mixture_between(self.mixture)
        return models if mixed in [model.name for model in find_models(models)] else [*models, mixed]


def tolerance_field() -> Any:
    """Declare a tolerance that is usually a millionth."""
    return given(NUMBER, 1e-6, help=f"{ERROR_ALLOWED}.", usual="1e-06", bound="tolerance")


def chip_noise_field() -> Any:
    """Declare how uncertain counts are."""
    return given(AMOUNT, None, help="For the model smoothed: by how many chips a count may be off.")
