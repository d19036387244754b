"""Reviews: time of a tournament and of many hands, memory, the uncertainty of equilibria.

``python -m benchmarks.reviews`` makes its own hands; ``--hands 10000`` measures as many. ``python -m benchmarks.reviews
FOLDER`` reads hand histories instead, and prints the share of decisions that get a verdict, by room; with ``--hands``,
it reviews them again and again, with other cards and stacks.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import finaltable as ft
from benchmarks.measure import Report, human
from finaltable import _core
from finaltable.cards.hand import RANKS, SUITS
from finaltable.cards.three import dealing
from finaltable.equilibrium.solution import Nash, Search
from finaltable.equilibrium.solver import run_solver, start_profile
from finaltable.histories.hand import Act, PlayedHand, Tournament
from finaltable.histories.history import History
from finaltable.models import find_model
from finaltable.reviews.certainty import TOLERANCES, uncertainty
from finaltable.reviews.review import Review

HANDS, SOME = 61, 122
EQUILIBRIA, GIVEN, MANY = 6.0, 0.4, 240.0  # seconds: of a processor, of a processor, for 10,000 hands on two cores
MANY_HANDS = 10_000
IN_FILES, FILED = 1_000, 100_000  # hands a second on two cores, and how many are measured
SHORT = 20  # big blinds, effective
SPOTS = 32
EXACT = 1e-6  # exploitability of the solutions with which rough ones are compared
STARTS = ((0.3, 0.1, 0.05), (0.9, 0.5, 0.2))  # shares of best hands, as in `start_profile`
RANGES = {"push": "30%", "call": "15%", "open": "20%", "rejam": "8%"}
BLINDS = ((10, 20), (25, 50), (50, 100), (75, 150), (100, 200), (125, 250), (150, 300))


def made_tournament(seed: int, hands: int = HANDS, *, whole: bool = False) -> list[PlayedHand]:
    """Return the hands of a double-or-nothing of nine players: blinds rise, players bust, most players fold.

    Hands end with hero's action unless they are to be whole, for files.
    """
    from tests.reviewing import NAMES, played

    rng, found = Random(seed), []
    for number in range(hands):
        part = number / hands
        players = 9 - int(4 * part)
        blinds = BLINDS[int(len(BLINDS) * part)]
        cuts = sorted(rng.sample(range(300, 13_500 - 300, 10), players - 1))
        stacks = [max(4 * blinds[1] if whole else 40, b - a) for a, b in pairwise((0, *cuts, 13_500))]
        button = rng.randrange(players)
        names, first = NAMES[:players], button + 3 if players > 2 else button
        acting = [names[(first + turn) % players] for turn in range(players)]
        deck = rng.sample([rank + suit for rank in RANKS for suit in SUITS], 9)
        doing = [*actions_of(rng, acting, dict(zip(names, stacks, strict=True)), blinds[1])]
        hand = played(
            stacks,
            *doing,
            *(rest_of(doing, acting) if whole else ()),
            cards="".join(deck[:2]),
            **(showdown_of(doing, deck) if whole else {}),
            button=button,
            blinds=blinds,
            ante=blinds[1] // 10,
            number=number + 1,
        )
        found.append(replace(hand, tournament=Tournament(str(seed), currency="$")))
    return found


def actions_of(rng: Random, acting: list[str], stacks: dict[str, int], big_blind: int) -> Iterator[str]:
    """Yield the actions up to hero's, as the hands of tests are written."""
    bet = False
    for name in acting[: acting.index("Ana")]:
        what = rng.random()
        if bet or what > 0.15:
            yield f"{name} fold"
            continue
        bet, raised = True, stacks[name] > 3 * big_blind and what > 0.05
        yield f"{name} raise {int(2.5 * big_blind)}" if raised else f"{name} push"
    if bet or acting[-1] != "Ana":
        yield "Ana fold" if rng.random() < 0.75 else "Ana push"


def rest_of(doing: list[str], acting: list[str]) -> Iterator[str]:
    """Yield the folds of the other players after hero's action."""
    bettors = [words.split()[0] for words in doing if "fold" not in words]
    after = acting[acting.index("Ana") + 1 :]
    yield from (f"{name} fold" for name in (after if bettors else after[:-1]))
    if "Ana push" in doing and any("raise" in words for words in doing):
        yield f"{bettors[0]} fold"


def showdown_of(doing: list[str], deck: list[str]) -> dict[str, Any]:
    """Return cards and winner if hero called an all-in."""
    bettors = [words.split()[0] for words in doing if "push" in words]
    if len(bettors) < 2:
        return {}
    cards = [SUITS.index(card[1]) + 4 * RANKS.index(card[0]) for card in deck]
    own, other = (_core.hand_strength(hand + cards[4:]) for hand in (cards[:2], cards[2:4]))
    shown = {"Ana": "".join(deck[:2]), bettors[0]: "".join(deck[2:4])}
    return {"board": "".join(deck[4:]), "shown": shown, "winner": "Ana" if own > other else bettors[0]}


def busy(hands: list[PlayedHand], **options: Any) -> tuple[float, Review]:
    """Return the CPU time of a review, and the review."""
    begin = time.process_time()
    found = ft.review(History(tuple(hands)), "double_or_nothing", pool=200, elsewhere="none", **options)
    return time.process_time() - begin, found


def measure_many(report: Report, hands: int) -> None:
    """Review many hands on two cores; the memory must not grow."""
    seeds = range(1, 1 + -(-hands // HANDS))
    clock, spent, judged, memory = time.perf_counter(), 0.0, 0, []
    for seed in seeds:
        used, found = busy(made_tournament(seed), threads=2)
        spent, judged = spent + used, judged + len(found.decisions)
        memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    count = len(seeds) * HANDS
    took = (time.perf_counter() - clock) * MANY_HANDS / count
    words = f" ({count:,} hands measured, {judged:,} decisions, {human(spent / count)} of a processor for a hand)"
    report.time(f"{MANY_HANDS:,} hands with equilibria, two cores", MANY, took, words)
    grown = memory[-1] - memory[len(memory) // 2]
    report.row("memory gained in the second half", "at most 20 MB", f"{grown:.0f} MB", grown <= 20)


def write_files(folder: Path, hands: int) -> int:
    """Write hands as a poker room does, a tournament in each file, with a player of its own; return their number."""
    from tests.room_writers import write_pokerstars

    folder.mkdir()
    for seed in range(-(-hands // HANDS)):
        texts = [
            write_pokerstars(replace(one, id=f"{seed}{one.id:0>3}", time="2026-01-10T20:11:00", level="3", table="1"))
            for one in made_tournament(seed, whole=True)
        ]
        (folder / f"HH {seed}.txt").write_text("\n\n".join(texts).replace("Ana", f"Ana{seed}"), "utf-8")
    return HANDS * -(-hands // HANDS)


def measure_files(report: Report, hands: int) -> None:
    """Read and review many files with given ranges, in two processes."""
    with TemporaryDirectory() as name:
        count = write_files(Path(name) / "in", hands)
        about: dict[str, Any] = {"pool": 200, "elsewhere": "none", "ranges": RANGES, "threads": 2}
        for models in (("icm",), ("icm", "sem", "dcm")):
            clock, spent = time.perf_counter(), processors()
            target = Path(name) / models[-1]
            found = ft.review(Path(name) / "in", "double_or_nothing", target=target, models=models, **about)
            clock, spent = time.perf_counter() - clock, processors() - spent
            assert (found.hands, found.problems) == (count, 0)
            words = f"{count:,} hands, {found.judged:,} judged; {count / spent:,.0f} a second of a processor"
            work = f"hands in files with given ranges, {'+'.join(models)}, a second on two cores"
            rate = count / clock
            report.row(work, f"at least {IN_FILES:,}", f"{rate:,.0f} ({words})", rate >= IN_FILES)


def processors() -> float:
    """Return the CPU time of this process and of its children."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def measure_uncertainty(report: Report) -> None:
    """Compare rough solutions with exact ones from several starts: count hands that are further off than stated."""
    rng, hands, decisions = Random(5), [0, 0], [0, 0]
    for number in range(SPOTS):
        stacks, payouts, asked = made_spot(rng, 2 + number % 8, raises=number // 8 == 2, locked=number // 8 == 3)
        exact = solutions(stacks, payouts, asked)
        for tolerance in TOLERANCES:
            rough = ft.nash(stacks, payouts, tolerance=tolerance, threads=2, **asked)
            for node in rough.nodes:
                if min(rough.often(node), exact[0].often(node)) < 1e-3 or rough.share(node) < 1e-3:
                    continue
                apart = np.max([np.abs(rough.difference(node) - one.difference(node)) for one in exact], axis=0)
                off = int((apart > uncertainty(rough, node)).sum())
                hands, decisions = [hands[0] + off, hands[1] + len(apart)], [decisions[0] + (off > 0), decisions[1] + 1]
    for words, most, (off, count) in (
        ("hands whose value moves by more than stated", 0.01, hands),
        ("decisions with such a hand", 0.05, decisions),
    ):
        found = f"{100 * off / count:.2f} % (of {count:,})"
        report.row(words, f"at most {100 * most:g} %", found, off <= most * count)


def made_spot(rng: Random, players: int, *, raises: bool, locked: bool) -> tuple[list[int], list[int], dict[str, Any]]:
    """Return stacks, payouts and blinds.

    With a raise by a player after folds, or given ranges of players who call the first all-in, as a review asks.
    """
    stacks = [rng.randrange(300, 2000, 10) for _ in range(players)]
    payouts = rng.choice(([50, 30, 20], [65, 35], [1], [1] * (players // 2)))[:players]
    asked: dict[str, Any] = {"small_blind": 50, "big_blind": 100, "ante": rng.choice((0, 10)), "button": 0}
    order = [0, 1] if players == 2 else [(3 + turn) % players for turn in range(players)]
    if raises:
        folds = rng.randrange(players - 1)
        stacks[order[folds]], stacks[order[-1]] = 1500, 1600
        asked |= {"raise_to": {order[folds]: 220}, "raise_only": (order[folds],), "folded": order[:folds]}
    if locked:
        asked["names"] = [f"P{seat}" for seat in range(players)]
        behind = [seat for seat in order[1:] if rng.random() < 0.7]
        asked["lock"] = {f"P{seat} v P{order[0]}": f"{rng.randrange(3, 40)}%" for seat in behind}
    return stacks, payouts, asked


def solutions(stacks: list[int], payouts: list[int], asked: dict[str, Any]) -> list[Nash]:
    """Return much more exact solutions of a spot, from the usual start and from others."""
    found = ft.nash(stacks, payouts, tolerance=EXACT, max_seconds=20, threads=2, **asked)
    fixed = {row: found.profile[row] for row in found.locked}
    starts = [start_profile(found.lineup, fixed, shares) for shares in STARTS]
    search = Search(EXACT, 2, 20, None)
    return [found, *(run_solver(found.terminals, find_model("icm"), *start, search, found.locked) for start in starts)]


def run(hands: int = SOME) -> int:
    """Measure everything and return how many bars were missed."""
    report = Report("Reviews")
    dealing()  # built once per process
    game = made_tournament(0)
    spent, found = busy(game, threads=1)
    words = f" ({len(found.decisions)} decisions)"
    report.time(f"{HANDS} hands with equilibria, of a processor", EQUILIBRIA, spent, words)
    spent, found = min((busy(game, threads=1, ranges=RANGES) for _ in range(2)), key=lambda one: one[0])
    report.time(
        f"{HANDS} hands with given ranges, of a processor", GIVEN, spent, f" ({len(found.decisions)} decisions)"
    )
    measure_files(report, FILED)
    measure_many(report, hands)
    measure_uncertainty(report)
    return report.missed


def by_room(folder: Path) -> None:
    """Print the share of decisions with short stacks that get a verdict, and the costliest mistakes."""
    counts: dict[str, Counter[str]] = {}
    reasons: Counter[str] = Counter()
    mistakes: list[tuple[float, str]] = []
    for file in files_of(folder):
        for hero, history in heroes_of(file):
            found = ft.review(
                history, payouts_of(file, history), hero=hero, pool=100, elsewhere="none", models=("icm",)
            )
            skipped = [one for t in found.tournaments for one in t.not_judged if one.effective <= SHORT]
            seen = counts.setdefault(found.tournaments[0].room, Counter())
            seen.update(one.verdict for one in found.decisions if one.effective <= SHORT)
            seen["not judged"] += len(skipped)
            reasons.update(one.reason for one in skipped)
            mistakes += [(one.cost, f"{file.name}, {one.commands[0]}\n  {one.reason}") for one in found.mistakes]
    for room, one in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        total = sum(one.values())
        share = 100 * (total - one["not judged"]) / total if total else 100.0
        print(f"{room}: {total - one['not judged']} of {total} ({share:.0f} %); {dict(one)}")
    print("Not judged:", "; ".join(f"{count} {reason}" for reason, count in reasons.most_common()))
    for cost, words in sorted(mistakes, reverse=True)[:10]:
        print(f"{cost:.2f} of 100: {words}")


def measure_repeated(report: Report, folder: Path, hands: int) -> None:
    """Review the hands of a folder on two cores, repeated with other cards and stacks."""
    played = [
        (payouts_of(file, history), hero, history) for file in files_of(folder) for hero, history in heroes_of(file)
    ]
    rng, count, judged = Random(1), 0, 0
    times = range(-(-hands // sum(len(history.hands) for _, _, history in played)))
    clock, spent = time.perf_counter(), time.process_time()
    for payouts, hero, history in played:
        again = [replace(varied(hand, rng), id=f"{hand.id}{number}") for number in times for hand in history.hands]
        found = ft.review(History(tuple(again)), payouts, hero=hero, pool=100, elsewhere="none", threads=2)
        count, judged = count + len(again), judged + len(found.decisions)
    clock, spent = time.perf_counter() - clock, time.process_time() - spent
    words = f" ({count:,} hands measured, {judged:,} decisions, {human(spent / count)} of a processor for a hand)"
    report.time(f"{MANY_HANDS:,} hands of files with equilibria, two cores", MANY, clock * MANY_HANDS / count, words)


def varied(hand: PlayedHand, rng: Random) -> PlayedHand:
    """Return a hand with other cards of hero, and other stacks of the players who are not all-in."""
    taken = {one.player for one in hand.actions if one.all_in or (one.amount and one.act is not Act.ANTE)}
    seats = [
        seat if seat.name in taken else replace(seat, stack=int(seat.stack * rng.uniform(0.8, 1.25)))
        for seat in hand.seats
    ]
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    cards = {name: "".join(rng.sample(deck, 2)) for name in hand.cards}
    return replace(hand, seats=tuple(seats), cards={**hand.cards, **cards}, boards=(), shown={})


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder, and of the folders in it."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def payouts_of(file: Path, history: History) -> str:
    """Return payouts that suit a file."""
    most = max(len(hand.seats) for hand in history.hands)
    return "winner" if most == 2 else "double_or_nothing" if "DON" in file.name else "usual"


def heroes_of(file: Path) -> Iterator[tuple[str, History]]:
    """Yield the players whose cards a file shows, with the hands of the file."""
    try:
        history = ft.read_history(file)
    except ft.InputError:
        return
    for hero in sorted({hand.hero for hand in history.hands if hand.hero}):
        yield hero, history


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", nargs="?", type=Path, help="hand histories")
    words.add_argument("--hands", type=int, help="hands of the long run")
    asked = words.parse_args()
    if asked.folder is None:
        sys.exit(run(asked.hands or SOME) > 0)
    if asked.hands is None:
        by_room(asked.folder)
    else:
        measure_repeated(Report("Reviews of files"), asked.folder, asked.hands)
