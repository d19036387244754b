"""Decisions as rows: one for each decision before the flop, and one for what could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from finaltable.histories.history import HistoryProblem
    from finaltable.reviews.decision import NotJudged, Reviewed
    from finaltable.reviews.review import Review
    from finaltable.reviews.tournament import TournamentReview

TEXTS = ("player", "room", "tournament", "currency", "hand", "file", "position", "kind", "action", "cards", "better")
NUMBERS = ("pool", "effective", "stack", "cost", "uncertainty", "luck")
WHOLE = ("line", "number", "players")
OF_MODELS = ("difference", "cost", "error", "uncertainty")
Row = dict[str, Any]


def schema_of(models: Sequence[str]) -> Any:
    """Return the columns of rows."""
    import pyarrow as pa

    kinds = {name: pa.string() for name in (*TEXTS, "verdict", "reason", "ranges", "command", "problem")}
    kinds |= {name: pa.float64() for name in NUMBERS} | {name: pa.int64() for name in WHOLE}
    first = (
        "player",
        "room",
        "tournament",
        "hand",
        "file",
        "line",
        "number",
        "currency",
        "pool",
        "position",
        "players",
    )
    about = (
        *first,
        "stack",
        "effective",
        "kind",
        "action",
        "cards",
        "verdict",
        "better",
        "cost",
        "uncertainty",
        "luck",
    )
    own = [(f"{model} {name}", pa.float64()) for model in models for name in OF_MODELS]
    last = ("ranges", "command", "reason", "problem")
    return pa.schema([*((name, kinds[name]) for name in about), *own, *((name, kinds[name]) for name in last)])


def rows_of(review: Review) -> Iterator[Row]:
    """Yield the rows of a review, hand by hand."""
    for tournament in review.tournaments:
        about = about_tournament(review, tournament)
        luck = {one.number: one.luck[0].value for one in tournament.all_ins}
        made = [
            *(judged_row(one, review.models) for one in tournament.decisions),
            *(other_row(one) for one in tournament.not_judged),
        ]
        for row in sorted(made, key=lambda row: row["number"]):
            # Luck belongs to the hand: it stands in the first of its rows.
            yield {**about, **row, "luck": luck.pop(row["number"], None)}
        hands = {one.number: one for one in tournament.all_ins}
        for number, money in luck.items():
            own = {"number": number, "hand": hands[number].hand, "verdict": "not judged", "reason": "all-in by posting"}
            yield {**about, **own, "luck": money}


def about_tournament(review: Review, tournament: TournamentReview) -> Row:
    """Return the cells that all rows of a tournament share."""
    return {
        "player": review.hero,
        "room": tournament.room,
        "tournament": tournament.id,
        "currency": tournament.currency,
        "pool": tournament.pool,
    }


def judged_row(one: Reviewed, models: Sequence[str]) -> Row:
    """Return the cells of a judged decision."""
    row: Row = {name: getattr(one, name) for name in ("number", "hand", "file", "line", "position", "players", "kind")}
    row |= {"stack": one.stack, "effective": one.effective, "action": one.done, "cards": one.cards}
    row |= {"verdict": one.verdict, "better": one.verdicts[0].better, "cost": one.cost, "uncertainty": one.uncertainty}
    judged = zip(models, one.verdicts, strict=True)
    row |= {f"{model} {name}": getattr(own, name) for model, own in judged for name in OF_MODELS}
    return row | {"ranges": one.source, "command": one.commands[0] if one.commands else None}


def other_row(one: NotJudged) -> Row:
    """Return the cells of a decision without a verdict."""
    return {
        "number": one.number,
        "hand": one.hand,
        "position": one.position or None,
        "effective": one.effective or None,
        "verdict": "not judged",
        "reason": one.reason,
    }


def problem_row(one: HistoryProblem) -> Row:
    """Return the cells of something that was not read."""
    return {"file": one.file, "line": one.line, "hand": one.hand or None, "problem": one.reason}


def table_of_rows(rows: Sequence[Row], schema: Any) -> Any:
    """Return rows as an Arrow table; missing cells are null."""
    import pyarrow as pa

    return pa.Table.from_pylist([writable(row) for row in rows], schema=schema) if rows else schema.empty_table()


def writable(row: Row) -> Row:
    r"""Return a row whose texts are UTF-8: names of files may have other bytes.

    >>> writable({"file": "caf\udce9.txt", "line": 1})
    {'file': 'caf\\udce9.txt', 'line': 1}
    """
    return {
        name: value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value
        for name, value in row.items()
    }
