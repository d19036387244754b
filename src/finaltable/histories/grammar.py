"""The shared grammar of hands that are written line by line.

A line begins with the name of a player, or it is a line of the table ("Dealt to"). Names may contain colons and
brackets, so they are never parsed: a line is compared with the names of the seats, longest first, and the rest of the
line must match a rule for actions. Rules are looked up by their first word; a rule whose first word varies begins with
a bracket and is tried last.

A room's ``Grammar`` has

- ``acts``: rules for the text after a name, by its first word: a pattern, which must match all of the text, and a
  function of the builder, the name and the match. `ACTS` has those of most rooms ("raises 20 to 60 and is all-in").
- ``lines``: rules for lines without a name, by first word: a pattern and a function of the builder and the match.
  `LINES` has those of most rooms.
- ``summary``: the same for the lines of the summary.
- ``ignored``: whether another line is noise (chat, connections).
- ``lead``: the text before a name ("Player ").
- ``other``: reads lines that no rule can describe.
- ``finish``: called after the last line.

A line that no rule matches is a note beside the hand; the checks decide whether the hand is valid without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from finaltable.histories.builder import HandBuilder, Heading
from finaltable.histories.hand import Act, PlayedHand, Street
from finaltable.histories.ledger import Unreadable
from finaltable.histories.spelling import read_amount, read_cards

Found = re.Match[str]
ActRules = Mapping[str, tuple[tuple[re.Pattern[str], Callable[[HandBuilder, str, Found], None]], ...]]
LineRules = Mapping[str, tuple[tuple[re.Pattern[str], Callable[[HandBuilder, Found], None]], ...]]

MAX_LINE = 1_000  # characters
MAX_LINES = 1_000  # in one hand
N = r"(\d[\d,.]*)"
ALL_IN = r"( and is all-in)?"


class HandSetAside(Exception):  # noqa: N818  it is not an error
    """A complete hand that is not of a no-limit hold'em tournament; the text says which game it is."""


@dataclass(frozen=True)
class Grammar:
    """The rules for a room's lines."""

    acts: ActRules
    lines: LineRules
    summary: LineRules
    ignored: Callable[[str], bool]
    lead: str = ""
    other: Callable[[HandBuilder, str], bool] | None = None
    """Read a line that no rule matches; return whether it was recognised."""
    finish: Callable[[HandBuilder], None] | None = None
    """Called after the last line, before the hand is built."""


def find_first(pattern: re.Pattern[str], line: str, number: int) -> Found:
    """Return the match of the first line of a hand, or raise."""
    if found := pattern.fullmatch(line):
        return found
    raise Unreadable(number, f"unrecognised first line of a hand: {line[:100]!r}")


def read_lines(
    grammar: Grammar, heading: Heading, lines: list[str], file: str, first: int
) -> tuple[PlayedHand, HandBuilder]:
    """Read the lines of a hand after its first one."""
    if len(lines) > MAX_LINES:
        raise Unreadable(first, f"the hand has more than {MAX_LINES:,} lines")
    builder = HandBuilder(heading, file, first)
    for number, line in enumerate(lines, start=first + 1):
        builder.line = number
        if line and not read_line(grammar, builder, line) and builder.in_summary:
            break  # the rest belongs to a hand that lost its first line
    if not builder.in_summary:
        builder.line = first
        raise builder.fail("the hand is cut off: it has no summary")
    if grammar.finish:
        grammar.finish(builder)
    return builder.hand(), builder


def read_line(grammar: Grammar, builder: HandBuilder, line: str) -> bool:
    """Read one line; if it is neither of the table, nor of a player, nor noise, note it and return False."""
    if len(line) > MAX_LINE:
        raise builder.fail(f"the line has {len(line):,} characters; at most {MAX_LINE:,} are allowed")
    rules = grammar.summary if builder.in_summary else grammar.lines
    for pattern, apply in (*rules.get(line.partition(" ")[0], ()), *rules.get("", ())):
        if found := pattern.fullmatch(line):
            apply(builder, found)
            return True
    if read_act(grammar, builder, line) or grammar.ignored(line) or (grammar.other and grammar.other(builder, line)):
        return True
    skipped = "skipped with the rest of the summary" if builder.in_summary else "skipped"
    builder.note(f"unrecognised line, {skipped}: {line[:80]!r}")
    return False


def read_act(grammar: Grammar, builder: HandBuilder, line: str) -> bool:
    """Read the action of a player; return whether the line is one."""
    text = line.removeprefix(grammar.lead) if grammar.lead else line
    for name in builder.names:
        if text.startswith(name):
            words = text[len(name) :].lstrip(": ").removesuffix(" (disconnect)")
            for pattern, apply in (*grammar.acts.get(words.partition(" ")[0], ()), *grammar.acts.get("", ())):
                if found := pattern.fullmatch(words):
                    apply(builder, name, found)
                    return True
    return False


# --- lines of most rooms ---


def forced(act: Act) -> Callable[[HandBuilder, str, Found], None]:
    """Return a function that records an ante or a blind."""

    def post(builder: HandBuilder, name: str, found: Found) -> None:
        builder.put(name, act, read_amount(found[1], builder.line), all_in=bool(found[2]))

    return post


def fold(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a fold, and the cards if they are shown."""
    builder.put(name, Act.FOLD)
    if found[1]:
        builder.show(name, read_cards(found[1], builder.line))


def check(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a check."""
    del found
    builder.put(name, Act.CHECK)


def call(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a call."""
    builder.call(name, read_amount(found[1], builder.line), all_in=bool(found[2]))


def bet(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a bet; some rooms use the word for a raise of the big blind."""
    act = Act.RAISE if builder.ledger.highest else Act.BET
    builder.put(name, act, read_amount(found[1], builder.line), all_in=bool(found[2]))


def raise_to(builder: HandBuilder, name: str, found: Found) -> None:
    """Record a raise by its increase and its total."""
    by, to = read_amount(found[1], builder.line), read_amount(found[2], builder.line)
    builder.raise_to(name, to, by, all_in=bool(found[3]))


def show(builder: HandBuilder, name: str, found: Found) -> None:
    """Record shown cards."""
    builder.show(name, read_cards(found[1], builder.line))


def collect(builder: HandBuilder, name: str, found: Found) -> None:
    """Record chips won."""
    builder.collect(name, read_amount(found[1], builder.line))


def ignore_act(builder: HandBuilder, name: str, found: Found) -> None:
    """Ignore a line of a player."""
    del builder, name, found


def ignore_line(builder: HandBuilder, found: Found) -> None:
    """Ignore a line of the table."""
    del builder, found


def merged(*tables: Mapping[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """Return the rules of several tables; those of earlier tables are tried first."""
    words = {word for table in tables for word in table}
    return {word: tuple(rule for table in tables for rule in table.get(word, ())) for word in words}


def rules(
    *pairs: tuple[str, Callable[..., None]],
) -> dict[str, tuple[tuple[re.Pattern[str], Callable[..., None]], ...]]:
    """Return rules by their first word; a pattern whose first word varies begins with a bracket."""
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
"""Actions of players."""


def deal(builder: HandBuilder, found: Found) -> None:
    """Begin a street: number of the board, street, board so far, new cards."""
    number, street, *shown = found.groups()
    board = read_cards(" ".join(filter(None, shown)), builder.line)
    builder.deal(Street(street.lower()), board, BOARDS[number or "FIRST"])


def take_cards(builder: HandBuilder, found: Found) -> None:
    """Record the cards that the file shows before the flop."""
    builder.dealt(builder.known(found[1]), read_cards(found[2], builder.line))


def take_hidden_cards(builder: HandBuilder, found: Found) -> None:
    """Check the name of a player whose cards the file does not show."""
    builder.known(found[1])


def give_back(builder: HandBuilder, found: Found) -> None:
    """Record an uncalled bet that is returned."""
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
    (rf"\*\*\* (?:HOLE CARDS|ANTE/BLINDS|PRE-FLOP|{WHICH}SHOW ?DOWN) \*\*\*", ignore_line),
    (r"\*\*\* SUMMARY \*\*\*", begin_summary),
    (r"Dealt to (.+) \[((?:[2-9TJQKA][cdhs] ?){2,})\]", take_cards),
    (rf"Uncalled bet \({N}\) returned to (.+)", give_back),
)
"""Lines of the table."""
