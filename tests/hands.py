"""Random hands of no-limit hold'em, for writers to write and readers to read back.

``play`` is independent of the readers: it deals, posts, bets and pays by the rules, with random choices, and returns
the hand that a perfect reader would return. ``bare`` removes the facts of the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from finaltable.histories.hand import NOT_MATCHED, Act, Action, PlayedHand, Seat, Street, Tournament, Uncalled
from finaltable.table.numbers import Number, exact_number

DECK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
STREETS = (Street.PREFLOP, Street.FLOP, Street.TURN, Street.RIVER)
PLAIN_NAMES = ("Ana", "Bo", "Cy99", "Dee_Dee", "Eve", "Finn", "Gus", "Håkon", "Ivo", "Jo.Jo")
ODD_NAMES = ("Ana", "Ana B", "Bo: folds", "a [2]", "raises 10 to 20", "x, y", "##", "Żółw 7", "(button)", "calls")
BLINDS = ((10, 20), (15, 30), (50, 100), (300, 600), (1000, 2000))


@dataclass
class Playing:
    """A hand while it is played: stacks, bets, players still in."""

    random: Random
    seats: tuple[Seat, ...]
    first: int
    """Index of the seat that acts first after the flop."""
    left: dict[str, Number] = field(init=False)
    bets: dict[str, Number] = field(init=False)
    """Bets of this street."""
    live: list[str] = field(init=False)
    actions: list[Action] = field(default_factory=list)
    street: Street = Street.PREFLOP

    def __post_init__(self) -> None:
        self.left = {seat.name: seat.stack for seat in self.seats}
        self.bets = dict.fromkeys(self.left, 0)
        self.live = list(self.left)

    def order(self, start: int) -> list[str]:
        """Return the players in turn, from a start."""
        names = list(self.left)
        return names[start % len(names) :] + names[: start % len(names)]

    def do(self, name: str, act: Act, amount: Number = 0) -> None:
        """Put chips in, at most the rest of the stack."""
        amount = min(amount, self.left[name])
        if amount == 0 and act not in (Act.FOLD, Act.CHECK):
            return
        self.left[name] = exact_number(self.left[name] - amount)
        if act not in NOT_MATCHED:
            self.bets[name] = exact_number(self.bets[name] + amount)
        out = self.left[name] == 0 and act not in (Act.FOLD, Act.CHECK)
        self.actions.append(Action(name, act, exact_number(amount), self.street, out))
        if act is Act.FOLD:
            self.live.remove(name)

    def bet_round(self, order: list[str], least: Number) -> None:
        """Play a betting round; ``least`` is the smallest bet or raise."""
        to_act = [name for name in order if name in self.live and self.left[name]]
        while to_act and len(self.live) > 1:
            name, highest = to_act.pop(0), max(self.bets.values())
            others = [other for other in self.live if other != name and self.left[other]]
            if not others and self.bets[name] >= highest:
                return
            if self.act(name, max(highest, least if self.street is Street.PREFLOP else 0), least, bool(others)):
                after = order[order.index(name) + 1 :] + order[: order.index(name)]
                to_act = [other for other in after if other in self.live and self.left[other]]

    def act(self, name: str, highest: Number, least: Number, may_raise: bool) -> bool:
        """Choose an action, and return whether all other players have to act again."""
        owed = highest - self.bets[name]
        choice = self.random.choice(("passive", "passive", "passive", "fold", "fold", "fold", "raise"))
        if choice == "raise" and may_raise and self.left[name] > owed:
            smallest, most = min(owed + least, self.left[name]), self.left[name]
            sizes = (smallest, most, min(most, owed + 3 * least), min(most, owed + self.random.randint(1, 9) * least))
            self.do(name, Act.RAISE if highest else Act.BET, max(smallest, self.random.choice(sizes)))
            return True
        if owed <= 0:
            self.do(name, Act.CHECK)
        elif choice == "fold":
            self.do(name, Act.FOLD)
        else:
            self.do(name, Act.CALL, owed)
        return False


def play(
    random: Random, *, names: Sequence[str] = PLAIN_NAMES, unit: Number = 1, most: int = 9, short: bool = True
) -> PlayedHand:
    """Return a random hand, in chips of ``unit``; some stacks may be too short to post."""
    count = random.randint(2, most)
    numbers = sorted(random.sample(range(1, 11), count))
    chosen = random.sample(list(names), count)
    small, big = random.choice(BLINDS)
    kind = random.choice(("none", "each", "big blind"))
    ante = max(1, big // 10) if kind == "each" else 0
    least = 1 if short else int(3 * big / unit)
    seats = tuple(
        Seat(number, name, exact_number(unit * random.randint(least, least + random.choice((3, 60)) * big)))
        for number, name in zip(numbers, chosen, strict=True)
    )
    button = random.randrange(count)
    # Heads-up the button is the small blind and acts last after the flop.
    game = Playing(random, seats, first=(button + 1) % count)
    small_at = button if count == 2 else (button + 1) % count
    post(game, small_at, (small, big), ante, big if kind == "big blind" else 0)
    game.bet_round(game.order(small_at + 2), big)
    deck = random.sample(DECK, 2 * count + 5)
    board = play_streets(game, deck[-5:], big)
    return settle(
        game,
        PlayedHand(
            room="",
            id=str(random.randint(10**8, 10**9)),
            tournament=Tournament(str(random.randint(10**6, 10**7))),
            seats=seats,
            button=seats[button].seat,
            small_blind=small,
            big_blind=big,
            ante=ante,
            big_blind_ante=big if kind == "big blind" else 0,
            level=str(random.randint(1, 30)),
            time="2024-03-09T21:04:05",
            table=str(random.randint(1, 99)),
            hero=chosen[0],
            cards={chosen[0]: deck[0] + deck[1]},
            boards=(board,) if board else (),
        ),
        {name: deck[2 * i] + deck[2 * i + 1] for i, name in enumerate(chosen)},
    )


def post(game: Playing, small_at: int, blinds: tuple[int, int], ante: Number, big_blind_ante: Number) -> None:
    """Post antes and blinds; a big blind ante comes after the big blind."""
    if ante:
        for name in game.left:
            game.do(name, Act.ANTE, ante)
    first, second, *_ = game.order(small_at)
    game.do(first, Act.SMALL_BLIND, blinds[0])
    game.do(second, Act.BIG_BLIND, blinds[1])
    if big_blind_ante:
        game.do(second, Act.BIG_BLIND_ANTE, big_blind_ante)


def play_streets(game: Playing, deck: Sequence[str], big: Number) -> str:
    """Play the streets after the flop, and return the board."""
    board = ""
    for street, cards in zip(STREETS[1:], (deck[:3], deck[3:4], deck[4:5]), strict=True):
        if len(game.live) == 1:
            break
        board += "".join(cards)
        game.street, game.bets = street, dict.fromkeys(game.left, 0)
        game.bet_round(game.order(game.first), big)
    return board


def settle(game: Playing, hand: PlayedHand, dealt: dict[str, str]) -> PlayedHand:
    """Return the uncalled bet, and pay the pots to random winners."""
    hand = replace(hand, actions=tuple(game.actions))
    back = uncalled(hand)
    hand = replace(hand, uncalled=(back,) if back else ())
    shown = {name: dealt[name] for name in game.live} if len(game.live) > 1 else {}
    strength = {name: game.random.randint(0, 3) for name in game.live}
    collected: dict[str, Number] = {}
    for size, able in pots(hand, game.live):
        best = max(strength[name] for name in able)
        winners = [name for name in able if strength[name] == best]
        for name, chips in zip(winners, shares(size, len(winners)), strict=True):
            if chips:
                collected[name] = exact_number(collected.get(name, 0) + chips)
    return replace(hand, shown=shown, collected=collected)


def uncalled(hand: PlayedHand) -> Uncalled | None:
    """Return the excess of the largest bet over the second largest, on the last street with bets; else of antes."""
    matched = [action for action in hand.actions if action.act not in NOT_MATCHED and action.amount]
    matched = matched or [action for action in hand.actions if action.act is Act.ANTE]
    if not matched:
        return None
    bets: dict[str, Number] = dict.fromkeys(hand.names, 0)
    for action in matched:
        if action.street is matched[-1].street:
            bets[action.player] += action.amount
    second, first = sorted(bets.values())[-2:]
    top = max(bets, key=lambda name: bets[name])
    return Uncalled(top, exact_number(first - second)) if first > second else None


def pots(hand: PlayedHand, live: Sequence[str]) -> list[tuple[Number, list[str]]]:
    """Return main and side pots with the players who can win them; big blind antes go to the main pot."""
    layers = dict(hand.put_in)
    for back in hand.uncalled:
        layers[back.player] -= back.amount
    dead: Number = 0
    for action in hand.actions:
        if action.act is Act.BIG_BLIND_ANTE:
            layers[action.player] -= action.amount
            dead += action.amount
    found: list[tuple[Number, list[str]]] = []
    below: Number = 0
    # A player with only the big blind ante in the pot plays for that.
    for level in sorted({layers[name] for name in live}):
        size = dead + sum(min(chips, level) - min(chips, below) for chips in layers.values())
        found.append((size, [name for name in live if layers[name] >= level]))
        below, dead = level, 0
    return found


def shares(size: Number, parts: int) -> list[Number]:
    """Split a pot; odd chips go to the first players."""
    if isinstance(size, Fraction) and size.denominator > 1:
        return [Fraction(size, parts)] * parts if parts == 2 else [size] + [0] * (parts - 1)
    whole, rest = divmod(int(size), parts)
    return [whole + (i < rest) for i in range(parts)]


def bare(hand: PlayedHand) -> PlayedHand:
    """Return a hand without facts of the file: its name, lines, and inferred marks."""
    return replace(
        hand,
        actions=tuple(replace(action, line=0) for action in hand.actions),
        uncalled=tuple(replace(back, inferred=False) for back in hand.uncalled),
        file="",
        line=0,
    )


def played(
    *, names: Sequence[str] = PLAIN_NAMES, unit: Number = 1, most: int = 9, short: bool = True
) -> st.SearchStrategy[PlayedHand]:
    """Return a strategy of random hands."""
    return st.randoms(use_true_random=False).map(
        lambda random: play(random, names=names, unit=unit, most=most, short=short)
    )


def spaced(cards: str, between: str = " ") -> str:
    """Return cards with a separator: Ah Kd."""
    return between.join(cards[at : at + 2] for at in range(0, len(cards), 2))


def won_and_back(hand: PlayedHand) -> dict[str, Number]:
    """Return the chips that players get back: winnings and uncalled bets."""
    won = dict(hand.collected)
    for back in hand.uncalled:
        won[back.player] = won.get(back.player, 0) + back.amount
    return won


def written(number: Number) -> str:
    """Return an amount in plain decimals: 1500, 72.5."""
    if isinstance(number, Fraction) and number.denominator > 1:
        return f"{float(number):.4f}".rstrip("0")
    return str(int(number))


def mutations(text: str, but: tuple[str, ...] = ()) -> list[str]:
    """Return the text with each line dropped, doubled, halved and cut by a letter, unless it begins with ``but``."""
    lines = text.split("\n")[:-1]
    changes: list[tuple[list[str], ...]] = [([], [line, line], [line[: len(line) // 2]], [line[:-1]]) for line in lines]
    return [
        "\n".join([*lines[:i], *new, *lines[i + 1 :]]) + "\n"
        for i, each in enumerate(changes)
        if not (but and lines[i].startswith(but))
        for new in each
    ]


def says_no_other(found: PlayedHand, truth: PlayedHand) -> bool:
    """Return whether a hand has the same chips and no other cards; time and table may be missing."""
    ignored: dict[str, Any] = {"hero": None, "cards": {}, "shown": {}, "finished": (), "time": ""}
    found_cards, cards = {**found.shown, **found.cards}, {**truth.shown, **truth.cards}
    same = replace(found, table=found.table or truth.table, **ignored) == replace(truth, **ignored)
    return same and all(cards[name] == found_cards[name] for name in found_cards)
