"""Hands for tests of reviews, from stacks, blinds and short descriptions of actions."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from finaltable.histories.hand import Act, Action, PlayedHand, Seat, Street, Tournament, Uncalled
from finaltable.histories.history import History
from finaltable.reviews.decision import Reviewed
from tests.program import in_process

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida")


def played(
    stacks: Sequence[int],
    *doing: str,
    hero: str = "Ana",
    cards: str = "AhJs",
    button: int = 0,
    blinds: tuple[int, int] = (100, 200),
    ante: int = 0,
    shown: Mapping[str, str] | None = None,
    board: str = "",
    winner: str = "",
    bounties: Sequence[int] = (),
    number: int = 1,
    **more: Any,
) -> PlayedHand:
    """Return a hand; ``doing`` are actions like "Bo push", "Cy fold", "Di call", "Ana raise 400" (raise to 400)."""
    names = NAMES[: len(stacks)]
    left = dict(zip(names, stacks, strict=True))
    bets = dict.fromkeys(names, 0)
    actions: list[Action] = []

    def put(name: str, act: Act, chips: int) -> None:
        chips = min(chips, left[name])
        left[name] -= chips
        bets[name] += 0 if act is Act.ANTE else chips
        actions.append(Action(name, act, chips, Street.PREFLOP, bool(chips) and not left[name]))

    for name in names if ante else ():
        put(name, Act.ANTE, ante)
    first = button if len(names) == 2 else (button + 1) % len(names)
    put(names[first], Act.SMALL_BLIND, blinds[0])
    put(names[(first + 1) % len(names)], Act.BIG_BLIND, blinds[1])
    for words in doing:
        name, what, *amount = words.split()
        highest = max(bets.values())
        to = {"push": bets[name] + left[name], "call": highest, "raise": int(amount[0]) if amount else 0}.get(what, 0)
        act = {"push": Act.CALL if to <= highest else Act.RAISE, "call": Act.CALL, "raise": Act.RAISE}.get(
            what, Act.FOLD
        )
        put(name, act, max(0, to - bets[name]))
    seats = tuple(
        Seat(i + 1, name, stack, bounties[i] if bounties else None)
        for i, (name, stack) in enumerate(zip(names, stacks, strict=True))
    )
    top, second = sorted(bets.values(), reverse=True)[:2]
    back = [name for name in names if bets[name] == top]
    uncalled = (Uncalled(back[0], top - second),) if len(back) == 1 and top > second else ()
    folded = {action.player for action in actions if action.act is Act.FOLD}
    takes = winner or next(name for name in names if name not in folded)
    pot = sum(action.amount for action in actions) - sum(one.amount for one in uncalled)
    return PlayedHand(
        room="made",
        id=str(number),
        tournament=Tournament("7", currency="$"),
        seats=seats,
        button=button + 1,
        small_blind=blinds[0],
        big_blind=blinds[1],
        ante=ante,
        hero=hero,
        actions=tuple(actions),
        cards={hero: cards},
        shown=shown or {},
        boards=(board,) if board else (),
        collected={takes: pot},
        uncalled=uncalled,
        **more,
    )


def history(*hands: PlayedHand) -> History:
    return History(tuple(hands))


def again(command: str) -> Any:
    """Return the JSON output of a command of a review."""
    program, *words = shlex.split(command)
    assert program == "finaltable"
    words = words[: words.index("--grid")] if "--grid" in words else words
    code, printed = in_process(*words, "--json")
    assert code == 0
    return json.loads(printed)


def values_again(decision: Reviewed) -> list[dict[str, Any]]:
    """Return the answers of the commands of a decision, by model, with the keys of a review."""
    if decision.commands[0].startswith("finaltable nash"):
        from finaltable.cards.hand import class_name, class_of, read_combo

        own = class_name(class_of(read_combo(decision.cards)))
        printed = [again(line) for line in decision.commands]
        nodes = [next(n for n in one["nodes"] if n["seat"] == decision.position and not n["facing"]) for one in printed]
        return [{"difference": node["ev"][own], "error": node["margin"]} for node in nodes]
    verdicts = again(decision.commands[0])["verdicts"]
    return [{**one, "go_in": one.get("call", one.get("push"))} for one in verdicts]
