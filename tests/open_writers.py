"""Writers of iPoker (XML), OHH (JSON) and PHH (TOML), independent of the readers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from xml.sax.saxutils import escape, quoteattr

from finaltable.histories.hand import Act, Action, PlayedHand, Street, Tournament
from finaltable.table.numbers import Number
from tests.hands import STREETS, won_and_back, written

POSTED = {Act.SMALL_BLIND: "1", Act.BIG_BLIND: "2", Act.ANTE: "15", Act.BIG_BLIND_ANTE: "15"}
PLAIN = {Act.FOLD: "0", Act.CALL: "3", Act.CHECK: "4", Act.BET: "5"}


def split_cards(cards: str) -> list[str]:
    return re.findall("..", cards)


# iPoker


def write_ipoker(hand: PlayedHand, *, kind: str = "Holdem NL", named: bool = True) -> str:
    """Write a session of one hand; the actions of a round are sorted by player, as the client does."""
    name = "<tournamentname>Cup</tournamentname>" if named else ""
    return f"""<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="77">
<general>
 <gametype>{kind}</gametype>
 <tablename>Cup, {hand.tournament.id}</tablename>
 <nickname>{escape(hand.hero or "")}</nickname>
 {name}<buyin>$9.50+$0.50</buyin>
</general>
{write_game(hand)}
</session>
"""


def write_game(hand: PlayedHand) -> str:
    won = {name: Fraction(chips) for name, chips in won_and_back(hand).items()}
    players = "".join(
        f'<player seat="{seat.seat}" name={quoteattr(seat.name)} chips="{comma(seat.stack)}"'
        f' dealer="{int(seat.seat == hand.button)}" win="{comma(won.get(seat.name, 0))}"'
        f' bet="{comma(hand.put_in[seat.name])}" rebuy="0" addon="0"/>'
        for seat in hand.seats
    )
    return f"""<game gamecode="{hand.id}">
<general><startdate>2024-03-09 21:04:05</startdate><players>{players}</players>
<smallblind>{comma(hand.small_blind)}</smallblind><bigblind>{comma(hand.big_blind)}</bigblind></general>
{write_rounds(hand)}
</game>"""


def comma(number: object) -> str:
    assert isinstance(number, int | Fraction)
    return f"{number:,}" if isinstance(number, int) else f"{float(number):,.2f}"


def write_rounds(hand: PlayedHand) -> str:
    posts = [action for action in hand.actions if action.act in POSTED]
    pockets = "".join(
        f'<cards type="Pocket" player={quoteattr(seat.name)}>{turned(known(hand, seat.name))}</cards>'
        for seat in hand.seats
    )
    rounds = [f'<round no="0">\n{write_actions(hand, posts)}</round>']
    board = split_cards(hand.boards[0]) if hand.boards else []
    deals = {Street.FLOP: ("Flop", board[:3]), Street.TURN: ("Turn", board[3:4]), Street.RIVER: ("River", board[4:])}
    for number, street in enumerate(STREETS, start=1):
        acts = [action for action in hand.actions if action.street is street and action.act not in POSTED]
        title, cards = deals.get(street, ("", []))
        dealt = pockets if street is Street.PREFLOP else ""
        if cards:
            dealt = f'<cards type="{title}" player="">{turned("".join(cards))}</cards>'
        if dealt:
            rounds.append(f'<round no="{number}">{dealt}\n{write_actions(hand, acts)}</round>')
    return "\n".join(rounds)


def known(hand: PlayedHand, name: str) -> str:
    return hand.cards.get(name) or hand.shown.get(name, "")


def turned(cards: str) -> str:
    suits_first = [card[1].upper() + ("10" if card[0] == "T" else card[0]) for card in split_cards(cards)]
    return " ".join(suits_first) or "X X"


def write_actions(hand: PlayedHand, actions: list[Action]) -> str:
    lines = [(action.player, hand.actions.index(action) + 1, write_action(hand, action)) for action in actions]
    return "".join(line + "\n" for _, _, line in sorted(lines))


def write_action(hand: PlayedHand, action: Action) -> str:
    number = next(i for i, other in enumerate(hand.actions) if other is action)
    kind, chips = PLAIN.get(action.act) or POSTED.get(action.act) or "23", Fraction(action.amount)
    if action.all_in and action.act in (Act.CALL, Act.BET):
        kind = "7"
    if kind == "23":
        street = [other for other in hand.actions[:number] if other.street is action.street]
        matched = [other for other in street if other.act not in (Act.ANTE, Act.BIG_BLIND_ANTE)]
        chips += sum((Fraction(other.amount) for other in matched if other.player == action.player), Fraction(0))
    total = comma(int(chips) if chips.denominator == 1 else chips)
    return f'<action no="{number + 1}" player={quoteattr(action.player)} type="{kind}" sum="{total}" cards=""/>'


def ipoker_expected(hand: PlayedHand) -> PlayedHand:
    return replace(
        hand,
        room="iPoker",
        tournament=Tournament(hand.tournament.id, "Cup", "$", Fraction(19, 2), None, Fraction(1, 2)),
        table=f"Cup, {hand.tournament.id}",
        level="",
        shown={name: cards for name, cards in hand.shown.items() if name != hand.hero},
        ante=largest_post(hand, Act.ANTE),
        big_blind_ante=largest_post(hand, Act.BIG_BLIND_ANTE),
    )


def largest_post(hand: PlayedHand, act: Act) -> Number:
    """Return the largest post of a kind, from which a reader infers the ante."""
    return max((action.amount for action in hand.actions if action.act is act), default=0)


# OHH

OHH_ACTS = {
    Act.ANTE: "Post Ante",
    Act.BIG_BLIND_ANTE: "Post Ante",
    Act.SMALL_BLIND: "Post SB",
    Act.BIG_BLIND: "Post BB",
    Act.FOLD: "Fold",
    Act.CHECK: "Check",
    Act.CALL: "Call",
    Act.BET: "Bet",
    Act.RAISE: "Raise",
}


def ohh_of(hand: PlayedHand) -> dict[str, object]:
    ids = {name: 10 + i for i, name in enumerate(hand.names)}
    numbers = iter(range(1000))
    board = split_cards(hand.boards[0]) if hand.boards else []
    dealt = {Street.PREFLOP: [], Street.FLOP: board[:3], Street.TURN: board[3:4], Street.RIVER: board[4:]}
    rounds: list[dict[str, object]] = []
    for street in STREETS:
        if street is Street.PREFLOP or dealt[street]:
            actions: list[dict[str, object]] = []
            if street is Street.PREFLOP and hand.hero:
                cards = split_cards(hand.cards[hand.hero])
                actions.append(ohh_action(next(numbers), ids[hand.hero], "Dealt Cards", cards=cards))
            for action in hand.actions:
                if action.street is street:
                    kind, chips = OHH_ACTS[action.act], float(action.amount)
                    number = next(numbers)
                    actions.append(ohh_action(number, ids[action.player], kind, amount=chips, is_allin=action.all_in))
            rounds.append({"id": len(rounds), "street": street.title(), "cards": dealt[street], "actions": actions})
    shows = [
        ohh_action(next(numbers), ids[name], "Shows Cards", cards=split_cards(pair))
        for name, pair in hand.shown.items()
    ]
    rounds.append({"id": len(rounds), "street": "Showdown", "cards": [], "actions": shows})
    wins = [{"player_id": ids[name], "win_amount": float(chips)} for name, chips in hand.collected.items()]
    return {
        "spec_version": "1.4.6",
        "site_name": "Club",
        "tournament": True,
        "tournament_info": {"tournament_number": hand.tournament.id, "name": "", "currency": "EUR"},
        "game_number": hand.id,
        "start_date_utc": hand.time + "Z",
        "table_name": hand.table,
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "dealer_seat": hand.button,
        "small_blind_amount": hand.small_blind,
        "big_blind_amount": hand.big_blind,
        "ante_amount": hand.ante or hand.big_blind_ante,
        "hero_player_id": ids[hand.hero] if hand.hero else None,
        "players": [
            {"id": ids[seat.name], "seat": seat.seat, "name": seat.name, "starting_stack": float(seat.stack)}
            for seat in hand.seats
        ],
        "rounds": rounds,
        "pots": [{"number": 0, "amount": float(hand.pot), "player_wins": wins}],
    }


def ohh_action(number: int, player: int, kind: str, **more: object) -> dict[str, object]:
    return {"action_number": number, "player_id": player, "action": kind, **more}


def write_ohh(hand: PlayedHand) -> str:
    return json.dumps({"ohh": ohh_of(hand)}, indent=1)


# PHH


def write_phh(hand: PlayedHand, *, stacks: bool = True) -> str:
    """Write PHH; the first player is the small blind, or heads-up the big blind, as in PokerKit."""
    names = list(hand.names)
    at = [seat.seat for seat in hand.seats].index(hand.button)
    order = names[at + 1 :] + names[: at + 1]
    of = {seat.name: seat for seat in hand.seats}
    blinds = [written(hand.small_blind), written(hand.big_blind)] + ["0"] * (len(order) - 2)
    big = hand.actions[[action.act for action in hand.actions].index(Act.BIG_BLIND)].player if big_posted(hand) else ""
    antes = [hand.ante or (hand.big_blind_ante if name == big else 0) for name in order]
    after = hand.stacks_after
    ends = f"finishing_stacks = [{', '.join(written(after[name]) for name in order)}]" if stacks else ""
    return "\n".join(
        [
            'variant = "NT"',
            f"antes = [{', '.join(map(written, antes))}]",
            f"blinds_or_straddles = [{', '.join(blinds)}]",
            f"min_bet = {hand.big_blind}",
            f"starting_stacks = [{', '.join(written(of[name].stack) for name in order)}]",
            f"actions = [\n{phh_actions(hand, order)}]",
            f"players = [{', '.join(json.dumps(name, ensure_ascii=False) for name in order)}]",
            f"seats = [{', '.join(str(of[name].seat) for name in order)}]",
            f"hand = {hand.id}",
            f'event = "{hand.tournament.id}"',
            f"level = {hand.level}",
            "year = 2024\nmonth = 3\nday = 9\ntime = 21:04:05",
            f'table = "{hand.table}"',
            ends,
            "",
        ]
    )


def big_posted(hand: PlayedHand) -> bool:
    return any(action.act is Act.BIG_BLIND for action in hand.actions)


def phh_actions(hand: PlayedHand, order: list[str]) -> str:
    word = {name: f"p{i + 1}" for i, name in enumerate(order)}
    lines = [f"d dh {word[name]} {hand.cards.get(name, '????')}" for name in order]
    board = split_cards(hand.boards[0]) if hand.boards else []
    dealt = {Street.FLOP: board[:3], Street.TURN: board[3:4], Street.RIVER: board[4:]}
    for street in STREETS:
        if dealt.get(street):
            lines.append(f"d db {''.join(dealt[street])}")
        total: dict[str, Fraction] = {}
        for action in (action for action in hand.actions if action.street is street):
            if action.act in (Act.ANTE, Act.BIG_BLIND_ANTE):
                continue
            total[action.player] = total.get(action.player, Fraction(0)) + Fraction(action.amount)
            if action.act in (Act.BET, Act.RAISE):
                lines.append(f"{word[action.player]} cbr {written(total[action.player])} # {action.act}")
            elif action.act not in (Act.SMALL_BLIND, Act.BIG_BLIND):
                lines.append(f"{word[action.player]} {'f' if action.act is Act.FOLD else 'cc'}")
    lines += [f"{word[name]} sm {cards}" for name, cards in hand.shown.items()]
    return "".join(f'  "{line}",\n' for line in lines)


def antes_first(hand: PlayedHand) -> PlayedHand:
    """Return the hand with antes before blinds: PHH does not state their order."""
    antes = [action for action in hand.actions if action.act in (Act.ANTE, Act.BIG_BLIND_ANTE)]
    blinds = [action for action in hand.actions if action.act in (Act.SMALL_BLIND, Act.BIG_BLIND)]
    rest = [action for action in hand.actions if action.act not in POSTED]
    return replace(hand, actions=(*sorted(antes, key=str), *sorted(blinds, key=str), *rest))
