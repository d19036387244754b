"""The shared grammar of hands that are written line by line.

A line either begins with the name of somebody at the table, or it is one of the table's own lines ("Dealt to").
Names hold anything, colons and brackets too, so nothing is guessed: a line is compared with the names of the seats, the
longest first, and what follows the name must be something a player can do. Rules are found by their first word; a rule
whose first word may be anything begins with a bracket and is tried last.

A room's ``Grammar`` has

- ``acts``: what may follow a name, by the first word: rules of a pattern, which must match all that follows, and a
  function of the builder, the name and the match. `ACTS` has what most rooms write ("raises 20 to 60 and is all-in").
- ``lines``: lines that begin with no name, by their first word; a function of the builder and the match. `LINES`.
- ``summary``: the same for the lines after the summary began.
- ``ignored``: tells which other lines mean nothing (chat, connections).
- ``lead``: what stands before a name ("Player ").
- ``other`` and ``finish``: what no rule can say; what is left to do when all lines are read.

What no rule knows is reported beside the hand; whether the hand can be trusted without it, the checks decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.hand import Act, Hand, Street
from finaltable.histories.ledger import Unreadable
from finaltable.histories.spelling import read_amount, read_cards

Found = re.Match[str]
ActRules = Mapping[str, tuple[tuple[re.Pattern[str], Callable[[HandBuilder, str, Found], None]], ...]]
LineRules = Mapping[str, tuple[tuple[re.Pattern[str], Callable[[HandBuilder, Found], None]], ...]]

MAX_LINE = 1_000  # characters
MAX_LINES = 1_000  # of one hand
N = r"(\d[\d,.]*)"
ALL_IN = r"( and is all-in)?"


class SetAside(Exception):  # noqa: N818  nobody made an error
    """A hand that is whole, but of no tournament of no-limit hold'em: what it is."""


@dataclass(frozen=True)
class Grammar:
    """How a room writes a hand."""

    acts: ActRules
    lines: LineRules
    summary: LineRules
    ignored: Callable[[str], bool]
    lead: str = ""
    other: Callable[[HandBuilder, str], bool] | None = None
    """Read a line that no rule knows, and tell whether it was one."""
    finish: Callable[[HandBuilder], None] | None = None
    """What is left to do before the hand is made."""


def find_first(pattern: re.Pattern[str], line: str, number: int) -> Found:
    """Return what a pattern finds in the first line of a hand, or raise."""
    if found := pattern.fullmatch(line):
        return found
    raise Unreadable(number, f"the first line of the hand is not understood: {line[:100]!r}")


def read_lines(grammar: Grammar, heading: Heading, lines: list[str], file: str, first: int) -> tuple[Hand, HandBuilder]:
    """Read the lines of a hand after its first one."""
    if len(lines) > MAX_LINES:
        raise Unreadable(first, f"a hand must have at most {MAX_LINES:,} lines, this one has more")
    builder = HandBuilder(heading, file, first)
    for number, line in enumerate(lines, start=first + 1):
        builder.line = number
        if line and not read_line(grammar, builder, line) and builder.in_summary:
            break  # what follows the summary and is no part of it belongs to a hand without its first line
    if not builder.in_summary:
        builder.line = first
        raise builder.fail("the hand is cut off: it has no summary")
    if grammar.finish:
        grammar.finish(builder)
    return builder.hand(), builder


def read_line(grammar: Grammar, builder: HandBuilder, line: str) -> bool:
    """Read one line: the table's own, somebody's, or noise; note one that is none of these, and return False."""
    if len(line) > MAX_LINE:
        raise builder.fail(f"a line must have at most {MAX_LINE:,} characters, this one has {len(line):,}")
    rules = grammar.summary if builder.in_summary else grammar.lines
    for pattern, apply in (*rules.get(line.partition(" ")[0], ()), *rules.get("", ())):
        if found := pattern.fullmatch(line):
            apply(builder, found)
            return True
    if read_act(grammar, builder, line) or grammar.ignored(line) or (grammar.other and grammar.other(builder, line)):
        return True
    after = ", nor is anything after it read" if builder.in_summary else ""
    builder.note(f"this line is not understood{after}: {line[:80]!r}")
    return False


def read_act(grammar: Grammar, builder: HandBuilder, line: str) -> bool:
    """Read what somebody at the table does, if the line says so."""
    told = line.removeprefix(grammar.lead) if grammar.lead else line
    for name in builder.names:
        if told.startswith(name):
            words = told[len(name) :].lstrip(": ").removesuffix(" (disconnect)")
            for pattern, apply in (*grammar.acts.get(words.partition(" ")[0], ()), *grammar.acts.get("", ())):
                if found := pattern.fullmatch(words):
                    apply(builder, name, found)
                    return True
    return False


# --- what most rooms write ---


def forced(act: Act) -> Callable[[HandBuilder, str, Found], None]:
    """Return how to write down an ante or a blind."""

    def post(builder: HandBuilder, name: str, found: Found) -> None:
        builder.put(name, act, read_amount(found[1], builder.line), all_in=bool(found[2]))

    return post


def fold(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a fold, and the cards that some show with it."""
    builder.put(name, Act.FOLD)
    if found[1]:
        builder.show(name, read_cards(found[1], builder.line))


def check(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a check."""
    del found
    builder.put(name, Act.CHECK)


def call(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a call."""
    builder.call(name, read_amount(found[1], builder.line), all_in=bool(found[2]))


def bet(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a bet; some rooms call a raise of the big blind so."""
    act = Act.RAISE if builder.ledger.highest else Act.BET
    builder.put(name, act, read_amount(found[1], builder.line), all_in=bool(found[2]))


def raise_to(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down a raise of which both numbers are printed."""
    by, to = read_amount(found[1], builder.line), read_amount(found[2], builder.line)
    builder.raise_to(name, to, by, all_in=bool(found[3]))


def show(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down cards that are shown."""
    builder.show(name, read_cards(found[1], builder.line))


def collect(builder: HandBuilder, name: str, found: Found) -> None:
    """Write down chips that are won."""
    builder.collect(name, read_amount(found[1], builder.line))


def nothing(builder: HandBuilder, name: str, found: Found) -> None:
    """Take note of nothing."""
    del builder, name, found


def no_line(builder: HandBuilder, found: Found) -> None:
    """Take note of nothing."""
    del builder, found


def merged(*tables: Mapping[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """Return the rules of several tables; earlier ones are tried first."""
    words = {word for table in tables for word in table}
    return {word: tuple(rule for table in tables for rule in table.get(word, ())) for word in words}


def rules(
    *pairs: tuple[str, Callable[..., None]],
) -> dict[str, tuple[tuple[re.Pattern[str], Callable[..., None]], ...]]:
    """Return rules by their first word; those whose first word is no plain text begin with a bracket."""
    found: dict[str, tuple[tuple[re.Pattern[str], Callable[..., None]], ...]] = {}
    for pattern, apply in pairs:
        first = re.split(r"[ (]", pattern.replace("\\", ""), maxsplit=1)[0]
        found[first] = (*found.get(first, ()), (re.compile(pattern), apply))
    return found


ACTS: ActRules = rules(
    (r"folds(?: \[([^\]]+)\])?", fold),
    (r"checks", check),
    (rf"calls {N}{ALL_IN}", call),
    (rf"bets {N}{ALL_IN}", bet),
    (rf"raises {N} to {N}{ALL_IN}", raise_to),
    (rf"posts (?:the )?ante {N}{ALL_IN}", forced(Act.ANTE)),
    (rf"posts (?:the )?big blind ante {N}{ALL_IN}", forced(Act.BIG_BLIND_ANTE)),
    (rf"posts (?:the )?small blind {N}{ALL_IN}", forced(Act.SMALL_BLIND)),
    (rf"posts (?:the )?big blind {N}{ALL_IN}", forced(Act.BIG_BLIND)),
    (rf"posts (?:the )?straddle {N}{ALL_IN}", forced(Act.STRADDLE)),
    (r"shows \[([^\]]+)\](?: \(.*\))?", show),
    (rf"collected {N} from (?:(?:main|side) )?pot(?:[- ]\d+)?", collect),
)
"""What players do."""


def deal(builder: HandBuilder, found: Found) -> None:
    """Begin a street: which board, the street, the board before it and its own cards."""
    number, street, *shown = found.groups()
    board = read_cards(" ".join(filter(None, shown)), builder.line)
    builder.deal(Street(street.lower()), board, BOARDS[number or "FIRST"])


def take_cards(builder: HandBuilder, found: Found) -> None:
    """Write down the cards that the file shows before the flop."""
    builder.dealt(builder.known(found[1]), read_cards(found[2], builder.line))


def take_nothing(builder: HandBuilder, found: Found) -> None:
    """Read that somebody has cards, which the file does not show."""
    builder.known(found[1])


def give_back(builder: HandBuilder, found: Found) -> None:
    """Write down a bet that nobody called."""
    builder.give_back(builder.known(found[2]), read_amount(found[1], builder.line))


def begin_summary(builder: HandBuilder, found: Found) -> None:
    """Begin the summary."""
    del found
    builder.in_summary = True


BOARDS = {"FIRST": 0, "SECOND": 1, "THIRD": 2}
WHICH = rf"(?:({'|'.join(BOARDS)}) )?"
LINES: LineRules = rules(
    (rf"\*\*\* {WHICH}(FLOP) \*\*\* \[([^\]]+)\]", deal),
    (rf"\*\*\* {WHICH}(TURN|RIVER) \*\*\* \[([^\]]+)\] ?\[([^\]]+)\]", deal),
    (rf"\*\*\* (?:HOLE CARDS|ANTE/BLINDS|PRE-FLOP|{WHICH}SHOW ?DOWN) \*\*\*", no_line),
    (r"\*\*\* SUMMARY \*\*\*", begin_summary),
    (r"Dealt to (.+) \[((?:[2-9TJQKA][cdhs] ?){2,})\]", take_cards),
    (rf"Uncalled bet \({N}\) returned to (.+)", give_back),
)
"""Lines of the table."""
