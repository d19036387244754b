"""Fields shared by several questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import Run, fields_of, given
from finaltable.asking.kinds import AMOUNT, AMOUNTS, METHOD, MODELS, NUMBER, SHARE, TEXT, WHOLE

if TYPE_CHECKING:
    from finaltable.models import Choice, Model

TABLE = {"stacks": [1000, 500, 100], "payouts": [100, 50], "names": ["Ana", "Bo", "Cy"]}
ERROR_ALLOWED = "Maximum error, as a share of the prize pool"
SEVERAL_MODELS = "Models: icm, sem, dcm, icm^1.1, or a mixture: icm:0.8+dcm:0.2. Others are compared with the first."


def max_seconds_field() -> Any:
    """Declare a time limit."""
    return given(NUMBER, None, help="Time limit in seconds; the answer states the error reached.", bound="seconds")


@dataclass(frozen=True, kw_only=True)
class PlayersText:
    """Options of a command line for the players."""

    stacks: list[str] | None = given(
        AMOUNTS,
        None,
        help="Chips of each player: 1000, 12.5k, 1,200,000, Ana=1.2m, with blinds also 12.5bb; 0 for a player "
        "who is out. - reads a table (CSV or JSON) from standard input.",
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
    """Options of a command line for the prizes."""

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
    """Method and accuracy."""

    method: str | None = given(
        METHOD,
        None,
        help="auto; for DCM: tree, sample, exact, paper; for SEM: tree, sample, exact; for ICM: subsets, "
        "quadrature, compressed; for chip chop: floor, proportional.",
    )
    tolerance: float | None = given(NUMBER, None, help=f"{ERROR_ALLOWED}: 1e-6.", bound="tolerance")
    seed: int | None = given(WHOLE, None, help="Random seed for sampling large fields.")
    max_seconds: float | None = max_seconds_field()

    def options(self, run: Run, models: Sequence[Model]) -> dict[str, Any]:
        """Return the options that were given, as keyword arguments; threads only if a model uses them."""
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
    """Shorthand for a mixture of ICM and DCM."""

    mixture: Any = mixture_field("Add a mixture of ICM and DCM, with this weight of DCM: 0.2 is icm:0.8+dcm:0.2.")

    def with_mixture(self, models: Sequence[Choice]) -> Sequence[Choice]:
        """Return the models; append the mixture if one is given and not among them."""
        if self.mixture is None:
            return models
        from finaltable.models import find_models
        from finaltable.models.mixture import mixture_between

        mixed = mixture_between(self.mixture)
        return models if mixed in [model.name for model in find_models(models)] else [*models, mixed]


def tolerance_field() -> Any:
    """Declare a tolerance with default 1e-6."""
    return given(NUMBER, 1e-6, help=f"{ERROR_ALLOWED}.", usual="1e-06", bound="tolerance")


def chip_noise_field() -> Any:
    """Declare the uncertainty of chip counts."""
    return given(AMOUNT, None, help="For the model smoothed: the number of chips by which a count may be off.")
