"""iPoker: one XML file per session, a <game> per hand.

Actions come in any order and are sorted by number. The amount of a raise is its total, any other amount is the chips
added. The attribute ``win`` includes an uncalled bet. Games are parsed separately, so a broken one does not affect the
others; a document type, which could define entities, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from xml.parsers import expat

from finaltable.histories.grammar import HandSetAside
from finaltable.histories.hand import Act, PlayedHand, Seat, Street, Tournament
from finaltable.histories.history import HistoryProblem
from finaltable.histories.ledger import Ledger, Unreadable, settle, with_antes
from finaltable.histories.room import Document, check_hand_size
from finaltable.histories.seating import check_seats
from finaltable.histories.spelling import MAX_AMOUNT, amount_of, read_amount, read_cards, read_currency, read_time
from finaltable.table.numbers import Number

NAME = "iPoker"
MAX_DEPTH = 8
GAME = re.compile(r"<game\b")
POSTS = {"1": Act.SMALL_BLIND, "2": Act.BIG_BLIND, "15": Act.ANTE}
PLAIN = {"0": Act.FOLD, "3": Act.CALL, "4": Act.CHECK, "5": Act.BET}
RAISE, ALL_IN, LEFT, AWAY = "23", ("6", "7"), "9", ("8", "9")
NO_LIMIT = re.compile(r"Hold'?em (?:NL|SL|БЛ|LZ|No limit)\b", re.IGNORECASE)
"""Names of the game in the languages of the client."""
BOARD = {"Flop": 3, "Turn": 1, "River": 1}
STREETS = {"2": Street.FLOP, "3": Street.TURN, "4": Street.RIVER}


@dataclass
class Element:
    """An XML element: name, attributes, line, text, children."""

    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def all(self, name: str) -> list[Element]:
        """Return the descendants with a name, in order."""
        found = []
        for child in self.children:
            found += [child] if child.name == name else child.all(name)
        return found

    def word(self, name: str) -> str:
        """Return the text of the first descendant with a name; empty if there is none."""
        return next((element.text.strip() for element in self.all(name)), "")

    def get(self, attribute: str) -> str:
        """Return an attribute, or raise."""
        if attribute not in self.attributes:
            raise Unreadable(self.line, f"<{self.name}> has no attribute {attribute}")
        return self.attributes[attribute]


def parse(text: str, line: int) -> Element:
    """Return the tree of an XML text that begins on ``line``, or raise."""
    check_hand_size(text, line)
    parser = expat.ParserCreate(namespace_separator=None)
    root = Element("", {}, line)
    path = [root]

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(path) > MAX_DEPTH:
            raise Unreadable(line + parser.CurrentLineNumber - 1, f"the XML is nested more than {MAX_DEPTH} deep")
        element = Element(name, attributes, line + parser.CurrentLineNumber - 1)
        path[-1].children.append(element)
        path.append(element)

    def end(_name: str) -> None:
        path.pop()

    def words(data: str) -> None:
        path[-1].text += data

    def refuse(*_given: object) -> None:
        raise Unreadable(line, "the XML has a document type or entities, which are not allowed")

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, words
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise Unreadable(line + error.lineno - 1, f"invalid XML: {expat.ErrorString(error.code)}") from None
    return root


def read_ipoker(text: str, file: str = "") -> Iterator[PlayedHand | HistoryProblem]:
    """Yield the hands of a session, and problems."""
    starts = [found.start() for found in GAME.finditer(text)]
    if not starts:
        yield HistoryProblem(file, 1, "the file has no hands: <game> is missing")
        return
    try:
        session = opening(text[: starts[0]])
    except Unreadable as unreadable:
        yield HistoryProblem(file, unreadable.line, unreadable.reason)
        return
    line, before = 1, 0
    for begin, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line += text.count("\n", before, begin)
        before = begin
        game = text[begin:end].split("</session>")[0]
        code = re.match(r'<game\s{1,9}gamecode="([0-9]{1,20})"', game)
        try:
            yield replace(hand_of(parse(game, line).children[0], session), file=file)
        except HandSetAside as aside:
            yield HistoryProblem(file, line, str(aside), code[1] if code else "", "aside")
        except Unreadable as unreadable:
            yield HistoryProblem(file, unreadable.line, unreadable.reason, code[1] if code else "")


def opening(text: str) -> Element:
    """Return the description of the session before its first hand, or raise."""
    if "<!" in text.replace("<!--", ""):
        raise Unreadable(1, "the XML has a document type or entities, which are not allowed")
    begin = text.find("<general>")
    line = text.count("\n", 0, begin) + 1
    if begin < 0 or "</general>" not in text:
        raise Unreadable(1, "the game is unknown: <general> is missing")
    return parse(text[begin : text.index("</general>") + len("</general>")], line)


def check_game(session: Element) -> None:
    """Raise unless the session is a no-limit hold'em tournament."""
    kind = session.word("gametype")
    if not NO_LIMIT.match(kind):
        raise HandSetAside(f"another game: {kind[:60]}")
    if not any(session.word(name) for name in ("tournamentname", "tournamentcode", "tourcode")):
        raise HandSetAside(f"a cash game: {kind[:60]}")


def tournament_of(session: Element) -> Tournament:
    """Return the tournament of a session."""
    buy_in = session.word("buyin")
    parts = [part for part in buy_in.split("+") if part.strip()]
    number = session.word("tournamentcode") or session.word("tourcode") or session.word("tablename").rpartition(",")[2]
    if not number.strip():
        raise Unreadable(session.line, "the session does not name its tournament: lines are missing")
    # A buy-in that is not an amount, such as a ticket, does not affect the hands.
    costs = [amount_of(part) for part in parts] if len(parts) == 2 and len(buy_in) <= 2 * MAX_AMOUNT else []
    prize, fee = costs if None not in costs and costs else (None, None)
    return Tournament(number.strip(), session.word("tournamentname"), read_currency(buy_in), prize, None, fee)


def hand_of(game: Element, session: Element) -> PlayedHand:
    """Return one hand, or raise."""
    check_game(session)
    players = game.all("player")
    seats = check_seats((seat_of(player) for player in players), game.line)
    big_blind = game.word("bigblind")
    ledger = Ledger(seats, read_amount(big_blind, game.line) if big_blind else 0)
    board = play_rounds(game, ledger)
    cards = pockets_of(game)
    hero = session.word("nickname")
    hand = PlayedHand(
        NAME,
        game.get("gamecode"),
        tournament_of(session),
        tuple(replace(seat, sitting_out=seat.name in away(game)) for seat in seats),
        button_of(players, seats),
        *blinds_of(game, ledger),
        time=read_time(game.word("startdate")),
        table=session.word("tablename"),
        hero=hero if hero in cards else None,
        cards={hero: cards[hero]} if hero in cards else {},
        shown={name: pair for name, pair in cards.items() if name != hero},
        boards=(board,) if board else (),
        added={player.get("name"): chips for player in players if (chips := bought(player))},
        line=game.line,
    )
    hand = settle(hand, ledger, {player.get("name"): read_amount(player.get("win"), player.line) for player in players})
    check_bets(hand, players)
    return with_antes(hand)


def seat_of(player: Element) -> Seat:
    """Return a seat, or raise."""
    number = player.get("seat")
    if not re.fullmatch("[0-9]{1,2}", number):
        raise Unreadable(player.line, f"{number[:20]!r} is not the number of a seat")
    return Seat(int(number), player.get("name"), read_amount(player.get("chips"), player.line))


def bought(player: Element) -> Number:
    """Return the chips that a player bought as rebuys and add-ons."""
    return sum(read_amount(player.attributes.get(what) or "0", player.line) for what in ("rebuy", "addon"))


def button_of(players: list[Element], seats: list[Seat]) -> int:
    """Return the seat of the button; a dead button is before the lowest seat."""
    dealers = [int(player.get("seat")) for player in players if player.get("dealer") == "1"]
    if len(dealers) > 1:
        raise Unreadable(players[0].line, "several players have the button")
    return dealers[0] if dealers else seats[0].seat - 1


def numbered(element: Element) -> list[Element]:
    """Return the actions of an element by number."""
    actions = element.all("action")
    for action in actions:
        if not re.fullmatch("[0-9]{1,5}", action.get("no")):
            raise Unreadable(action.line, f"{action.get('no')[:20]!r} is not the number of an action")
    ordered = sorted(actions, key=lambda action: int(action.get("no")))
    for before, after in pairwise(ordered):
        if before.get("no") == after.get("no"):
            raise Unreadable(after.line, f"two actions have the number {after.get('no')}")
    return ordered


def away(game: Element) -> set[str]:
    """Return the players who sat out."""
    return {action.get("player") for action in game.all("action") if action.get("type") in AWAY}


def play_rounds(game: Element, ledger: Ledger) -> str:
    """Record all actions, and return the board."""
    numbered(game)
    board = ""
    for part in sorted(game.all("round"), key=lambda part: part.get("no")):
        street = STREETS.get(part.get("no"), Street.PREFLOP)
        if street is not Street.PREFLOP:
            ledger.begin(street, part.line)
            cards = [cards for cards in part.all("cards") if cards.get("type") in BOARD]
            board += "".join(suits_first(found, BOARD[found.get("type")]) for found in cards)
        for action in numbered(part):
            write(ledger, action)
    if len(board) != len(set(re.findall("..", board))) * 2:
        raise Unreadable(game.line, "the board has the same card twice")
    return board


def write(ledger: Ledger, action: Element) -> None:
    """Record one action."""
    kind, player, line = action.get("type"), action.get("player"), action.line
    chips = read_amount(action.get("sum"), line)
    if kind in POSTS or kind in PLAIN:
        ledger.put(player, POSTS.get(kind) or PLAIN[kind], chips, line)
    elif kind == RAISE:
        ledger.raise_to(player, chips, line)
    elif kind in ALL_IN:
        ledger.all_in(player, chips, line)
    elif kind == LEFT and any(before.player == player for before in ledger.actions):
        ledger.put(player, Act.FOLD, 0, line)
    elif kind not in AWAY:
        raise Unreadable(line, f"unknown action type: {kind[:9]}")


def suits_first(cards: Element, count: int) -> str:
    """Return cards from the notation with the suit first: H10 is Th."""
    turned = " ".join(word[1:] + word[:1] for word in cards.text.split())
    return read_cards(turned, cards.line, count)


def pockets_of(game: Element) -> dict[str, str]:
    """Return the cards that the file shows, by player."""
    pockets = [cards for cards in game.all("cards") if cards.get("type") == "Pocket" and "X" not in cards.text]
    return {cards.get("player"): suits_first(cards, 2) for cards in pockets}


def blinds_of(game: Element, ledger: Ledger) -> tuple[Number, Number]:
    """Return the blinds of the level: as stated, or as posted by players who were not all-in."""
    posted = {action.act: action for action in ledger.actions if action.act in (Act.SMALL_BLIND, Act.BIG_BLIND)}
    full = {act: action.amount for act, action in posted.items() if not action.all_in}
    limps = [action.amount for action in ledger.actions if action.act is Act.CALL and not action.all_in]
    given = game.word("smallblind"), game.word("bigblind")
    small = read_amount(given[0], game.line) if given[0] else full.get(Act.SMALL_BLIND)
    big = read_amount(given[1], game.line) if given[1] else full.get(Act.BIG_BLIND)
    if big is None and posted.get(Act.BIG_BLIND) and limps:
        big = max(limps[0], posted[Act.BIG_BLIND].amount)
    if small is None and big is None:
        raise Unreadable(game.line, "the blinds are unknown: both were posted all-in, or not at all")
    return (big / 2 if small is None else small), (2 * small if big is None else big)  # type: ignore[operator]


def check_bets(hand: PlayedHand, players: list[Element]) -> None:
    """Raise unless the actions of each player add up to their total bet."""
    antes = {action.player: action.amount for action in hand.actions if action.act is Act.ANTE}
    for player in players:
        name, bet = player.get("name"), read_amount(player.get("bet"), player.line)
        if bet not in (hand.put_in[name], hand.put_in[name] - antes.get(name, 0)):
            total = player.get("bet")
            raise Unreadable(player.line, f"the actions of {name} do not add up to their total bet of {total}")


def recognises(text: str) -> bool:
    """Return whether a text begins like a session."""
    return text.lstrip("\ufeff \t\r\n").startswith("<") and ("<session" in text or "<game " in text)


ROOM = Document(NAME, recognises, read_ipoker)
