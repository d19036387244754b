"""The review of tournaments: what hero's decisions cost, apart from luck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from finaltable.answers import Answer, json_fields
from finaltable.errors import InputError, MissingError, check_choice
from finaltable.histories.history import History, HistoryProblem
from finaltable.models import Choice, find_models, known_name
from finaltable.reviews.curve import Account
from finaltable.reviews.judging import Reviewed, Setting
from finaltable.reviews.opponents import GivenRanges
from finaltable.reviews.payouts import payouts_of
from finaltable.reviews.players_left import check_elsewhere
from finaltable.reviews.tournament import ReviewRules, TournamentReview, review_tournament
from finaltable.table.numbers import check_number, check_whole
from finaltable.table.options import Progress, check_progress, check_threads, check_tolerance, stage_of

MOST_BLINDS = 15
MOST_LEFT = 1_000_000


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


@dataclass(frozen=True)
class Review(Answer):
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
    """A push with more big blinds than this is not judged."""

    in_json = json_fields("hero models most_blinds costs tournaments mistakes=mistake_places not_reviewed problems")

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

    def __str__(self) -> str:
        from finaltable.reviews.report import review_report

        return str(review_report(self))


def review(
    history: History | Any,
    payouts: Iterable[object] | str | None = None,
    *,
    hero: str | None = None,
    models: Sequence[Choice] = ("icm", "sem", "dcm"),
    push_range: object = None,
    call_range: object = None,
    ranges: object = None,
    elsewhere: object = None,
    left: int | None = None,
    pool: object = None,
    bounty_share: object = 0.5,
    most_blinds: object = MOST_BLINDS,
    tolerance: float = 1e-6,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Review:
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
    push_range, call_range
        Ranges with which opponents push, and call a push; by default, those of the push-or-fold equilibrium under the
        first model.
    ranges
        Ranges of some opponents, as a mapping from players and positions; or one range for all, for pushes and calls.
    elsewhere
        Stacks at other tables, in every hand: a list, "average", or "none" where all players sit at this table.
    left
        Number of players left, if the files do not say.
    bounty_share
        Fraction of a bounty that is paid at once: 1 in a knockout, 0.5 in most progressive tournaments.
    most_blinds
        First in with at most this many big blinds is push or fold.
    tolerance, threads, progress
        As for `equity`.
    """
    if not isinstance(history, History):
        from finaltable.histories.reading import read_history

        history = read_history(history, progress=progress)
    found = find_models(models)
    check_progress(progress)
    held = GivenRanges.of(ranges, push_range, call_range)
    setting = Setting(tuple(models), held, check_tolerance(tolerance), check_threads(threads))
    rules = ReviewRules(
        check_elsewhere(elsewhere),
        None if left is None else check_whole(left, "left", 2, MOST_LEFT),
        check_share(bounty_share),
        float(check_number(most_blinds, "most_blinds")),
    )
    own = find_hero(history, hero)
    check_against(history, setting.ranges, rules.left)
    done, aside = [], []
    tournaments = history.tournaments()
    summaries = {one.tournament: one for one in history.summaries}
    for number, (name, hands) in enumerate(tournaments.items()):
        mine = tuple(hand for hand in hands if own in hand.names)
        paid = payouts_of(mine, summaries.get(name), payouts, pool) if mine else None
        if not mine or paid is None:
            why = "no summary says what it paid: give payouts" if mine else f"{own} is in none of its hands"
            aside.append(f"Tournament {name}: {why}")
            continue
        stage = stage_of(progress, number, len(tournaments))
        done.append(review_tournament(mine, own, paid, summaries.get(name), found, setting, rules, stage))
    if not done:
        raise MissingError("payouts", "must be given: no summary says what the tournament paid")
    problems = tuple(one for one in history.problems if one.kind == "broken")
    return Review(own, tuple(model.name for model in found), tuple(done), tuple(aside), problems, rules.most_blinds)


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


def check_share(share: object) -> float:
    """Return the fraction of a bounty that is paid at once, or raise."""
    part = float(check_number(share, "bounty_share"))
    if part > 1:
        raise InputError("bounty_share", "must lie between 0 and 1", share, code="above_100_percent")
    return part
