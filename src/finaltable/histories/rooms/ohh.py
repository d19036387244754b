"""Open Hand History (OHH 1.4): a JSON object {"ohh": …} per hand, concatenated or in a list.

Objects are parsed separately, so a broken one does not affect the others. The format has no uncalled bets: they follow
from the bets. https://hh-specs.handhistory.org
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from finaltable.histories.grammar import HandSetAside
from finaltable.histories.hand import Act, BountyPaid, Finished, PlayedHand, Seat, Street, Tournament, whole
from finaltable.histories.history import HistoryProblem
from finaltable.histories.ledger import Ledger, Unreadable, settle, with_antes
from finaltable.histories.room import Document, check_hand_size
from finaltable.histories.seating import check_seats
from finaltable.histories.spelling import MAX_AMOUNT, read_cards
from finaltable.table.numbers import Number

NAME = "OHH"
HAND = re.compile(r'\{\s{0,40}"ohh"\s{0,8}:')
NUMBER = re.compile(r"-?[0-9]{1,30}(?:\.[0-9]{1,9})?")
STREETS = {"Flop": Street.FLOP, "Turn": Street.TURN, "River": Street.RIVER}
ACTS = {
    "Post Ante": Act.ANTE,
    "Post SB": Act.SMALL_BLIND,
    "Post BB": Act.BIG_BLIND,
    "Straddle": Act.STRADDLE,
    "Post Dead": Act.DEAD,
    "Post Extra Blind": Act.POST,
    "Fold": Act.FOLD,
    "Check": Act.CHECK,
    "Call": Act.CALL,
    "Bet": Act.BET,
    "Raise": Act.RAISE,
}
CARDS = ("Dealt Cards", "Shows Cards", "Mucks Cards")
ELSEWHERE = ("Sits Down", "Stands Up")
Values = Mapping[str, Any]


def read_ohh(text: str, file: str = "") -> Iterator[PlayedHand | HistoryProblem]:
    """Yield the hands of a text, and problems."""
    starts = [found.start() for found in HAND.finditer(text)]
    line, before = 1, 0
    for begin, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line += text.count("\n", before, begin)
        before = begin
        number = ""
        try:
            values = parse(text[begin:end], line)
            number = str(values.get("game_number", ""))[:MAX_AMOUNT]
            yield replace(hand_of(values, line), file=file, line=line)
        except HandSetAside as aside:
            yield HistoryProblem(file, line, str(aside), number, "aside")
        except Unreadable as unreadable:
            yield HistoryProblem(file, unreadable.line, unreadable.reason, number)
        except KeyError as error:
            yield HistoryProblem(file, line, f"not a valid OHH hand: {str(error)[:40]} is missing", number)
        except (TypeError, ValueError, AttributeError) as error:
            yield HistoryProblem(file, line, f"not a valid OHH hand: {str(error)[:100]}", number)


def parse(text: str, line: int) -> Values:
    """Return the object of one hand, or raise."""
    check_hand_size(text, line)
    decoder = json.JSONDecoder(parse_float=exact, parse_int=exact, parse_constant=refuse)
    try:
        values, end = decoder.raw_decode(text)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        at = error.lineno - 1 if isinstance(error, json.JSONDecodeError) else 0
        raise Unreadable(line + at, f"invalid JSON: {reason[:100]}") from None
    if text[end:].strip(" \t\r\n,[]"):
        raise Unreadable(line + text.count("\n", 0, end), "the text after the hand is not a hand")
    if not isinstance(values["ohh"], dict):
        raise Unreadable(line, "not a valid OHH hand: it must be an object")
    return values["ohh"]


def exact(text: str) -> Number:
    """Return a number exactly, or raise."""
    if not NUMBER.fullmatch(text):
        raise ValueError(f"{text[:MAX_AMOUNT]} is not an amount")
    return whole(Fraction(text))


def refuse(text: str) -> Number:
    """Raise for NaN and infinities."""
    raise ValueError(f"{text} is not an amount")


def hand_of(ohh: Values, line: int) -> PlayedHand:
    """Return one hand, or raise."""
    check_game(ohh)
    players = {player["id"]: player["name"] for player in ohh["players"]}
    seats = check_seats((seat_of(player, ohh) for player in ohh["players"]), line)
    ledger = Ledger(seats)
    board, dealt, shown = play_rounds(ohh, ledger, players, line)
    hero = players.get(ohh.get("hero_player_id"))
    known = {**dealt, **shown}
    hand = PlayedHand(
        str(ohh.get("site_name") or NAME),
        str(ohh["game_number"]),
        tournament_of(ohh),
        tuple(seats),
        int(ohh["dealer_seat"]),
        ohh.get("small_blind_amount") or 0,
        ohh.get("big_blind_amount") or 0,
        time=str(ohh.get("start_date_utc") or "").removesuffix("Z"),
        table=str(ohh.get("table_name") or ""),
        hero=hero if hero in dealt else None,
        cards={hero: dealt[hero]} if hero is not None and hero in dealt else {},
        shown={name: pair for name, pair in known.items() if name in shown or name != hero},
        boards=(board,) if board else (),
        bounties=bounties_of(ohh, players),
    )
    hand = with_antes(settle(hand, ledger, wins_of(ohh, players)))
    if isinstance(ohh.get("finaltable"), dict):
        return with_rest(hand, ohh["finaltable"], line)
    ante = ohh.get("ante_amount") or 0
    return replace(hand, big_blind_ante=ante) if hand.big_blind_ante and ante else replace(hand, ante=ante or hand.ante)


def with_rest(hand: PlayedHand, rest: Values, line: int) -> PlayedHand:
    """Return a hand that finaltable wrote, with the facts that OHH has no field for."""
    paid = zip(hand.bounties, rest["victims"], rest["own_heads"], strict=True)
    inferred = bool(rest["uncalled_inferred"])
    return replace(
        hand,
        level=str(rest["level"]),
        ante=rest["ante"],
        big_blind_ante=rest["big_blind_ante"],
        boards=(*hand.boards, *(join(re.findall("..", board), line) for board in rest["boards"])),
        uncalled=tuple(replace(back, inferred=inferred) for back in hand.uncalled),
        bounties=tuple(replace(one, victims=tuple(map(str, victims)), own_head=own) for one, victims, own in paid),
        finished=tuple(Finished(str(name), place, prize) for name, place, prize in rest["finished"]),
        waiting=tuple(Seat(int(seat), str(name), stack, bounty) for seat, name, stack, bounty in rest["waiting"]),
        added={str(name): chips for name, chips in rest["added"]},
    )


def check_game(ohh: Values) -> None:
    """Raise unless the hand is of a no-limit hold'em tournament."""
    game, limit = str(ohh["game_type"]), str(ohh["bet_limit"]["bet_type"])
    if game != "Holdem" or limit != "NL":
        raise HandSetAside(f"another game: {game[:40]} {limit[:9]}")
    if not ohh.get("tournament_info") or ohh.get("tournament") is False:
        raise HandSetAside(f"a cash game: {game} {limit}")


def tournament_of(ohh: Values) -> Tournament:
    """Return the tournament of a hand."""
    info = ohh["tournament_info"]
    money = (info.get(name) for name in ("buyin_amount", "bounty_fee_amount", "fee_amount"))
    currency = str(info.get("currency") or ohh.get("currency") or "")
    return Tournament(str(info["tournament_number"]), str(info.get("name") or ""), currency, *money)


def seat_of(player: Values, ohh: Values) -> Seat:
    """Return a seat; if all bounties are zero, there are none."""
    bounties = any(other.get("player_bounty") for other in ohh["players"])
    bounty = player.get("player_bounty") if bounties else None
    sitting_out = bool(player.get("is_sitting_out"))
    return Seat(int(player["seat"]), str(player["name"]), player["starting_stack"], bounty, sitting_out)


def play_rounds(
    ohh: Values, ledger: Ledger, players: Mapping[Any, str], line: int
) -> tuple[str, dict[str, str], dict[str, str]]:
    """Record all actions, and return the board, the dealt cards and the shown cards."""
    board = ""
    dealt: dict[str, str] = {}
    shown: dict[str, str] = {}
    for part in ohh["rounds"]:
        if part["street"] in STREETS:
            ledger.begin(STREETS[part["street"]], line)
            board += join(part.get("cards"), line)
        for action in sorted(part["actions"], key=lambda action: action["action_number"]):
            kind, name = action["action"], players.get(action.get("player_id"), "")
            if kind in CARDS:
                cards = join(action.get("cards"), line)
                (dealt if kind == "Dealt Cards" else shown).update({name: cards} if cards else {})
            elif kind in ACTS:
                ledger.put(name, ACTS[kind], action.get("amount") or 0, line)
            elif kind not in ELSEWHERE:
                raise Unreadable(line, f"unknown action: {str(kind)[:40]!r}")
    return board, dealt, shown


def join(cards: Any, line: int) -> str:
    """Return a list of cards as one text; empty if they are unknown."""
    listed = [str(card) for card in cards or ()]
    known = [card for card in listed if not card.upper().startswith(("X", "?"))]
    return read_cards(" ".join(known), line, len(listed)) if known else ""


def wins_of(ohh: Values, players: Mapping[Any, str]) -> dict[str, Number]:
    """Return the chips that each player won from all pots."""
    wins: dict[str, Number] = {}
    for pot in ohh["pots"]:
        for win in pot["player_wins"]:
            name = players[win["player_id"]]
            wins[name] = wins.get(name, 0) + win["win_amount"]
    return wins


def bounties_of(ohh: Values, players: Mapping[Any, str]) -> tuple[BountyPaid, ...]:
    """Return the bounties that were paid."""
    return tuple(
        BountyPaid(players[paid["player_id"]], (players[paid["defeated_player_id"]],), paid["bounty_won"])
        for paid in ohh.get("tournament_bounties") or ()
    )


def recognises(text: str) -> bool:
    """Return whether a text begins like OHH."""
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") and HAND.search(text) is not None


ROOM = Document(NAME, recognises, read_ohh)
