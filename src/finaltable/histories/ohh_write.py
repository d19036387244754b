"""Hands as Open Hand History (OHH 1.4): one JSON object per hand, with an empty line between them.

Facts that OHH has no field for (level, rebuys, finishing places, second board, inferred bets) are in an extra object
``finaltable``, which other programs ignore. With it, reading the file back gives an equal hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from finaltable.histories.hand import Act, Action, PlayedHand, Street
from finaltable.table.numbers import Number, plain_number

VERSION = "1.4.6"
ACTS = {
    Act.ANTE: "Post Ante",
    Act.BIG_BLIND_ANTE: "Post Ante",
    Act.SMALL_BLIND: "Post SB",
    Act.BIG_BLIND: "Post BB",
    Act.STRADDLE: "Straddle",
    Act.POST: "Post Extra Blind",
    Act.DEAD: "Post Dead",
    Act.FOLD: "Fold",
    Act.CHECK: "Check",
    Act.CALL: "Call",
    Act.BET: "Bet",
    Act.RAISE: "Raise",
}
STREETS = ((Street.FLOP, slice(0, 6)), (Street.TURN, slice(6, 8)), (Street.RIVER, slice(8, 10)))


def write_ohh(hands: Iterable[PlayedHand]) -> str:
    """Return hands as OHH."""
    return "\n\n".join(json.dumps({"ohh": ohh_of(hand)}, ensure_ascii=False) for hand in hands) + "\n"


def ohh_of(hand: PlayedHand) -> dict[str, Any]:
    """Return one hand; the ids of players are their seat numbers."""
    ids = {seat.name: seat.seat for seat in hand.seats}
    event = hand.tournament
    return {
        "spec_version": VERSION,
        "site_name": hand.room,
        "network_name": hand.room,
        "internal_version": "finaltable",
        "tournament": True,
        "tournament_info": {
            "tournament_number": event.id,
            "name": event.name,
            "currency": event.currency,
            "buyin_amount": money(event.buy_in),
            "bounty_fee_amount": money(event.bounty),
            "fee_amount": money(event.fee),
        },
        "game_number": hand.id,
        "start_date_utc": hand.time,
        "table_name": hand.table,
        "table_size": max(len(hand.seats), *(seat.seat for seat in hand.seats)),
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "currency": event.currency,
        "dealer_seat": hand.button,
        "small_blind_amount": plain_number(hand.small_blind),
        "big_blind_amount": plain_number(hand.big_blind),
        "ante_amount": plain_number(hand.ante or hand.big_blind_ante),
        "hero_player_id": ids.get(hand.hero or ""),
        "flags": ["Run_It_Twice"] * (len(hand.boards) > 1),
        "players": players_of(hand),
        "rounds": rounds_of(hand, ids),
        "pots": [pot_of(hand, ids)],
        "tournament_bounties": bounties_of(hand, ids),
        "finaltable": rest_of(hand),
    }


def money(amount: Number | None) -> int | float | None:
    """Return an amount as a plain number; None if unknown."""
    return None if amount is None else plain_number(amount)


def players_of(hand: PlayedHand) -> list[dict[str, Any]]:
    """Return the seats."""
    return [
        {
            "id": seat.seat,
            "seat": seat.seat,
            "name": seat.name,
            "display": seat.name,
            "starting_stack": plain_number(seat.stack),
            "player_bounty": money(seat.bounty),
            "is_sitting_out": seat.sitting_out,
        }
        for seat in hand.seats
    ]


def rounds_of(hand: PlayedHand, ids: dict[str, int]) -> list[dict[str, Any]]:
    """Return the streets, and a showdown if cards are shown."""
    board = hand.boards[0] if hand.boards else ""
    dealt = [card_action("Dealt Cards", ids[name], cards) for name, cards in hand.cards.items()]
    rounds = [("Preflop", "", dealt + actions_of(hand, Street.PREFLOP, ids))]
    for street, part in STREETS:
        if board[part]:
            rounds.append((street.capitalize(), board[part], actions_of(hand, street, ids)))
    if hand.shown:
        shown = [card_action("Shows Cards", ids[name], cards) for name, cards in hand.shown.items()]
        rounds.append(("Showdown", "", shown))
    return [
        {"id": number, "street": street, "cards": split(cards), "actions": numbered(actions)}
        for number, (street, cards, actions) in enumerate(rounds)
    ]


def actions_of(hand: PlayedHand, street: Street, ids: dict[str, int]) -> list[dict[str, Any]]:
    """Return the actions of a street; amounts are the chips added."""
    return [acted(action, ids) for action in hand.actions if action.street is street]


def acted(action: Action, ids: dict[str, int]) -> dict[str, Any]:
    """Return one action."""
    fields = {"player_id": ids[action.player], "action": ACTS[action.act], "is_allin": action.all_in}
    return {**fields, "amount": plain_number(action.amount)} if action.amount else fields


def card_action(kind: str, player: int, cards: str) -> dict[str, Any]:
    """Return cards that a player is dealt or shows."""
    return {"player_id": player, "action": kind, "cards": split(cards)}


def numbered(actions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return actions with their numbers."""
    return [{"action_number": number, **action} for number, action in enumerate(actions)]


def split(cards: str) -> list[str]:
    """Return cards one by one."""
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


def pot_of(hand: PlayedHand, ids: dict[str, int]) -> dict[str, Any]:
    """Return all pots as one: a hand does not separate them."""
    wins = [{"player_id": ids[name], "win_amount": plain_number(chips)} for name, chips in hand.collected.items()]
    return {"number": 0, "amount": plain_number(hand.pot), "rake": 0, "player_wins": wins}


def bounties_of(hand: PlayedHand, ids: dict[str, int]) -> list[dict[str, Any]]:
    """Return the bounties; OHH has a field for only one victim."""
    return [
        {
            "player_id": ids.get(paid.winner),
            "bounty_won": plain_number(paid.amount),
            "defeated_player_id": ids.get(paid.victims[0]),
        }
        for paid in hand.bounties
    ]


def rest_of(hand: PlayedHand) -> dict[str, Any]:
    """Return the facts that OHH has no field for."""
    return {
        "level": hand.level,
        "ante": plain_number(hand.ante),
        "big_blind_ante": plain_number(hand.big_blind_ante),
        "boards": list(hand.boards[1:]),
        "uncalled_inferred": any(back.inferred for back in hand.uncalled),
        "victims": [list(paid.victims) for paid in hand.bounties],
        "own_heads": [money(paid.own_head) for paid in hand.bounties],
        "finished": [[one.player, one.place, money(one.prize)] for one in hand.finished],
        "waiting": [[seat.seat, seat.name, plain_number(seat.stack), money(seat.bounty)] for seat in hand.waiting],
        "added": [[name, plain_number(chips)] for name, chips in hand.added.items()],
    }
