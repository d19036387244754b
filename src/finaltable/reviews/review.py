"""The review of tournaments: what hero's decisions cost, apart from luck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from finaltable.answers import Answer, Tabular, json_fields
from finaltable.equilibrium.look_ahead import TOURNAMENT, LookAheadChoice, check_hands
from finaltable.errors import InputError, MissingError, check_choice
from finaltable.histories.history import History, HistoryProblem
from finaltable.models import Choice, find_models, known_name
from finaltable.reviews.asked import Setting
from finaltable.reviews.curve import Account
from finaltable.reviews.decision import Reviewed
from finaltable.reviews.groups import MistakeGroup, Wrong, group_mistakes
from finaltable.reviews.opponents import GivenRanges
from finaltable.reviews.payouts import paid_tournaments, useful_models
from finaltable.reviews.players_left import check_elsewhere
from finaltable.reviews.tournament import ReviewRules, TournamentReview, review_tournament
from finaltable.table.numbers import check_number, check_whole
from finaltable.table.options import Pace, Progress, check_progress, check_threads, check_tolerance, stage_of

if TYPE_CHECKING:
    from finaltable.reviews.totals import ManyReviewed

MOST_BLINDS = 20
SMALLEST = 0.0005  # of the pool
MOST_LEFT = 1_000_000
ABOUT_RUN = ("history", "target", "client", "threads", "progress")


@dataclass(frozen=True)
class Cost(Answer):
    """Cost of all decisions by one model."""

    model: str
    """Name of the model."""
    money: float
    """Cost of all mistakes."""
    percent: float
    """Cost in percent of the prizes and bounties of the tournaments."""
    mistakes: int
    """Number of mistakes."""
    luck: float
    """Money that luck in all-ins brought."""
    error: float
    """Money is no further from its exact value than this."""


class Mistake(NamedTuple):
    """Hand in which a mistake was made."""

    tournament: str
    """The id of the tournament."""
    number: int
    """The number of the hand, from 1."""


@dataclass(frozen=True, repr=False)
class Review(Tabular, Answer):
    """Cost of hero's decisions. Made by `review`."""

    hero: str
    """Name of the player whose decisions these are."""
    models: tuple[str, ...]
    """Names of the models. The first ranks the mistakes, and its equilibrium replaces ranges that were not given."""
    tournaments: tuple[TournamentReview, ...]
    """A review of each tournament."""
    not_reviewed: tuple[str, ...]
    """Tournaments without a review, each with the reason."""
    problems: tuple[HistoryProblem, ...]
    """Parts of the files that could not be read."""
    most_blinds: float
    """First in or facing a raise, a decision with more big blinds than this is not judged."""
    smallest: float = SMALLEST
    """Share of the pool: a decision that costs less is not called a mistake."""
    left_out: tuple[str, ...] = ()
    """Names of models that say nothing about prizes that are all alike, and were left out."""

    reported_by = "reviews.report.review_report"
    drawn_by = "review_figure"

    in_json = json_fields(
        "hero models left_out most_blinds smallest costs groups tournaments mistakes=mistake_places not_reviewed "
        "problems"
    )

    @property
    def mistake_places(self) -> tuple[Mistake, ...]:
        """The costliest first, by the first model."""
        return tuple(Mistake(self.home_of(one), one.number) for one in self.mistakes)

    def __getitem__(self, model: Choice) -> Cost:
        known = {cost.model: cost for cost in self.costs}
        return known[check_choice("model", known_name(model), known)]

    @property
    def decisions(self) -> tuple[Reviewed, ...]:
        """All decisions that were judged, in the order of play."""
        return tuple(one for tournament in self.tournaments for one in tournament.decisions)

    @property
    def mistakes(self) -> tuple[Reviewed, ...]:
        """Decisions that cost money by the first model, the costliest first."""
        return tuple(sorted((one for one in self.decisions if one.cost), key=lambda one: -one.cost))

    @property
    def groups(self) -> tuple[MistakeGroup, ...]:
        """Mistakes by sort, position and depth, the costliest first."""
        return group_mistakes(
            Wrong(one.kind, one.done, one.verdicts[0].better, one.position, one.effective, one.cost, one.uncertainty)
            for one in self.mistakes
        )

    @property
    def disputed(self) -> tuple[Reviewed, ...]:
        """Decisions on which the models disagree, the costliest by any model first."""
        some = [one for one in self.decisions if one.disputed]
        return tuple(sorted(some, key=lambda one: -max(judged.cost for judged in one.verdicts)))

    @property
    def costs(self) -> tuple[Cost, ...]:
        """Cost of all decisions, by model."""
        return tuple(self.cost_by(m) for m in range(len(self.models)))

    def cost_by(self, m: int) -> Cost:
        """Return the cost of all decisions by one model."""
        judged = [one.verdicts[m] for one in self.decisions]
        accounts: list[Account] = [tournament.accounts[m] for tournament in self.tournaments]
        pool = sum(tournament.pool for tournament in self.tournaments)
        money = sum(one.cost for one in judged)
        return Cost(
            self.models[m],
            money,
            100 * money / pool if pool else 0.0,
            sum(1 for one in judged if one.cost),
            sum(account.luck for account in accounts),
            sum(one.error for one in judged if one.cost),
        )

    def home_of(self, decision: Reviewed) -> str:
        """Return the id of a decision's tournament."""
        return next(one.id for one in self.tournaments if any(decision is other for other in one.decisions))

    def records(self) -> list[dict[str, Any]]:
        """Return a line per judged decision, as in CSV."""
        from finaltable.reviews.report_csv import header_of, row_of

        header = header_of(self)
        rows = [row_of(played.id, one) for played in self.tournaments for one in played.decisions]
        return [dict(zip(header, (None if value == "" else value for value in row), strict=True)) for row in rows]


@overload
def review(
    history: History | Any, payouts: Iterable[object] | str | None = None, *, target: None = None, **options: Any
) -> Review: ...


@overload
def review(
    history: Any,
    payouts: Iterable[object] | str | None = None,
    *,
    target: str | PathLike[str],
    client: Any = None,
    **options: Any,
) -> ManyReviewed: ...


def review(  # type: ignore[misc]  # the overloads name only what decides the type of the answer
    history: History | Any,
    payouts: Iterable[object] | str | None = None,
    *,
    hero: str | None = None,
    models: Sequence[Choice] = ("icm", "sem", "dcm"),
    push_range: object = None,
    call_range: object = None,
    open_range: object = None,
    rejam_range: object = None,
    ranges: object = None,
    elsewhere: object = None,
    left: int | None = None,
    pool: object = None,
    bounty_share: object = 0.5,
    most_blinds: object = MOST_BLINDS,
    smallest: object = SMALLEST,
    look_ahead: LookAheadChoice = None,
    tolerance: float = 1e-6,
    threads: int | None = None,
    progress: Progress | None = None,
    target: str | PathLike[str] | None = None,
    client: Any = None,
) -> Review | ManyReviewed:
    """Find hero's push-or-fold decisions before the flop, and value them.

    Parameters
    ----------
    history
        Result of `read_history`, or any of its arguments.
    payouts
        Prizes from first place down; the name of a structure (usual, sit_and_go, top_heavy, flat, winner, satellite,
        double_or_nothing), with ``pool`` unless the files state the buy-in; without them, those of the room's summary.
    pool
        The prize pool, where payouts are a structure.
    hero
        Name of the player whose decisions are reviewed; by default, the player whose cards the files show.
    models
        Names of models, or mixtures: see `equity`. The first ranks the mistakes.
    push_range, call_range, open_range, rejam_range
        Ranges with which opponents push, call an all-in, raise less than all-in or limp, and go all-in over a raise; by
        default, those of the equilibrium under the first model. Without their own range, raises and re-jams use that
        for pushes.
    ranges
        Ranges of some opponents, as a mapping from players, positions and actions: {"Ana": "20%", "BTN call": "10%"};
        or one range for all, for every action.
    elsewhere
        Stacks at other tables, in every hand: a list, "average", or "none" where all players sit at this table.
    left
        Number of players left, if the files do not say.
    bounty_share
        Fraction of a bounty that is paid at once: 1 in a knockout, 0.5 in most progressive tournaments.
    most_blinds
        Decisions first in or facing a raise are judged up to this many big blinds, effective.
    smallest
        Share of prizes and bounties: a decision that costs less is not called a mistake.
    look_ahead
        Value the ends of each decision by the hands that follow it, up to 30 seconds each: see `nash`. With
        "tournament", only the first model is used. Where this is impossible (raises after a number of hands, bounties,
        other tables, too many players), the models alone judge; `Reviewed.look_ahead` is None there, and a warning
        has the number of hands. Luck and the curve are always those of the models.
    tolerance, threads, progress
        As for `equity`.
    target
        A folder for the reviews of many players: ``history`` is then a folder of files, or several. Each player whose
        cards the files show is a hero. A row for each decision is written there, as `batch` writes tables, and a run
        that was interrupted is resumed. The result is a `ManyReviewed`.
    client
        With a target: a Dask client, as for `batch`.
    """
    if target is not None or client is not None:
        given = {name: value for name, value in locals().items() if name not in ABOUT_RUN}
        return review_many(history, target, given, client, threads, progress)
    if not isinstance(history, History):
        from finaltable.histories.reading import read_history

        history = read_history(history, progress=progress)
    check_progress(progress)
    by_role = {"push": push_range, "call": call_range, "open": open_range, "rejam": rejam_range}
    held = GivenRanges.of(ranges, by_role)
    if look_ahead is not None:
        check_hands(look_ahead, 2)
    least = check_share(smallest, "smallest")
    blinds = float(check_number(most_blinds, "most_blinds"))
    rules = ReviewRules(
        check_elsewhere(elsewhere),
        None if left is None else check_whole(left, "left", 2, MOST_LEFT),
        check_share(bounty_share, "bounty_share"),
        blinds,
    )
    own = find_hero(history, hero)
    check_against(history, held, rules.left)
    known, aside = paid_tournaments(history, own, payouts, pool)
    chosen, left_out = useful_models(models, [one.paid for one in known])
    if look_ahead == TOURNAMENT:
        chosen = chosen[:1]  # it is not used
    found = find_models(chosen)
    work = check_tolerance(tolerance), check_threads(threads)
    setting = Setting(tuple(chosen), held, *work, least, blinds, look_ahead)
    done = [
        review_tournament(*one, own, found, setting, rules, stage_of(progress, number, len(known)))
        for number, one in enumerate(known)
    ]
    problems = tuple(one for one in history.problems if one.kind == "broken")
    names = tuple(model.name for model in found)
    return Review(own, names, tuple(done), aside, problems, rules.most_blinds, least, left_out)


def review_many(
    source: Any,
    target: str | PathLike[str] | None,
    given: Mapping[str, Any],
    client: Any,
    threads: int | None,
    progress: Progress | None,
) -> ManyReviewed:
    """Review the hands of all players in files, in parallel."""
    from finaltable.batches.batch import batch

    if target is None:
        raise MissingError("target", "must be given with a client: the folder for the rows")
    check_progress(progress)
    on_pace = getattr(progress, "pace", None)
    if progress is not None and on_pace is None:

        def on_pace(pace: Pace) -> None:
            progress(pace.fraction, 0.0)

    usual = {name: one.default for name, one in signature(review).parameters.items()}
    chosen = {name: value for name, value in given.items() if name == "models" or value != usual[name]}
    found: Any = batch(source, target, ask="review", client=client, threads=threads, progress=on_pace, **chosen)
    return found  # type: ignore[no-any-return]


def find_hero(history: History, hero: str | None) -> str:
    """Return the player whose decisions are reviewed, or raise."""
    if not history.hands:
        why = f": {history.problems[0].reason}" if history.problems else ""
        raise MissingError("files", f"must hold hands of no-limit hold'em tournaments{why}", code="too_few")
    names = {name for hand in history.hands for name in hand.names}
    if hero is not None:
        if hero not in names:
            raise InputError("hero", "must be a player of these hands", hero, code="unknown_choice")
        return hero
    heroes = sorted({hand.hero for hand in history.hands if hand.hero is not None})
    if not heroes:
        raise MissingError("hero", "must be given: the files show no player's cards before the flop")
    if len(heroes) > 1:
        rule = f"must be given, one of {', '.join(heroes[:10])}: the files belong to several players"
        raise InputError("hero", rule, heroes, code="missing")
    return heroes[0]


def check_against(history: History, given: GivenRanges, left: int | None) -> None:
    """Raise for ranges of unknown players, and if fewer players are left than sit at the table in every hand."""
    given.check({name for hand in history.hands for name in hand.names})
    fewest = min(len(hand.seats) for hand in history.hands)
    if left is not None and left < fewest:
        raise InputError("left", f"must be at least {fewest}, the players at the table", left, code="too_small")


def check_share(share: object, field: str) -> float:
    """Return a fraction, or raise."""
    part = float(check_number(share, field))
    if part > 1:
        raise InputError(field, "must lie between 0 and 1", share, code="above_100_percent")
    return part
