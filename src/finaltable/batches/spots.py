"""Work on spots: the push-or-fold equilibrium of each, as charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from finaltable.asking.declare import read_fields
from finaltable.asking.given_table import read_table
from finaltable.asking.kinds import Known
from finaltable.batches.job import Step
from finaltable.batches.planning import ColumnLayout, Needs
from finaltable.batches.row_files import FileWork
from finaltable.batches.text_rows import frame_of
from finaltable.batches.work import OnStep, check_options
from finaltable.cards.hand import CLASSES, class_name
from finaltable.equilibrium.nash import nash
from finaltable.equilibrium.question import NashQuestion
from finaltable.equilibrium.solution import Nash, as_range
from finaltable.equilibrium.strategy import Strategy
from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.models import find_models
from finaltable.table.files import WrittenTable
from finaltable.table.options import check_tolerance
from finaltable.table.table import Table
from finaltable.table.text import split_list

SHOWN = ("icm",)
ROWS = 100  # spots in a part: minutes of work
PIECE = 8 << 10  # bytes of a text file in a part: about as many
POSTED = ("blinds", "small_blind", "big_blind", "ante", "big_blind_ante")
OTHERS = ("button", "folded", "elsewhere", "model", "raise_to", "lock", "look_ahead", "tolerance", "max_seconds")
FIELDS = (*POSTED, *OTHERS)
"""Columns that are arguments of `nash`, beside those of the table."""
OF_TABLE = ("names", "extra_payouts", "bounties", "bounty_share")
LISTS = ("stacks", "payouts", "names", "bounties")
ADDED = ("equities", "exploitability", "reached", "nodes", "problem")
TEXTS, NUMBERS = pa.list_(pa.string()), pa.list_(pa.float64())
NODE = pa.struct(
    [
        ("seat", pa.string()),
        ("facing", TEXTS),
        ("raised_by", pa.string()),
        ("action", pa.string()),
        ("frequency", pa.float64()),
        ("reach", pa.float64()),
        ("range", pa.string()),
        ("hands", NUMBERS),
        ("ev", NUMBERS),
    ]
)
SCHEMA = (NUMBERS, pa.float64(), pa.bool_(), pa.list_(NODE), pa.string())
HAND_NAMES = tuple(class_name(number) for number in range(CLASSES))
"""The order of ``hands`` and ``ev``."""


@dataclass(frozen=True)
class SpotWork(FileWork):
    """Equilibria of spots."""

    ask = "nash"
    row = "spot"
    in_processes = True
    at_once = ROWS
    models: tuple[str, ...]
    given: Mapping[str, Any]
    """Arguments of `nash` for rows that do not have their own."""

    def options(self) -> dict[str, Any]:
        """Return the options for the manifest."""
        return {"models": list(self.models), **self.given}

    def needs(self) -> Needs:
        """Return the columns of spots."""
        return Needs(("stacks", "payouts"), (), ADDED, {}, ROWS, PIECE)

    def repeated(self, names: Sequence[str]) -> list[str]:
        """Return the columns that were copied."""
        return [name for name in names if name not in ADDED]

    def answer(self, block: Any, threads: int, on_step: OnStep | None) -> Any:
        """Return spots with their equities, exploitability and nodes, or the problem."""
        if isinstance(block, list):
            frame, problems = frame_of(block, self.layout.columns, self.layout.kind, ())
            spots: list[dict[str, Any]] = [dict(zip(self.layout.columns, row.cells, strict=True)) for row in block]
        else:
            frame, problems, spots = block, [None] * len(block), block.to_pylist()
        found = [*self.solved(spots, problems, threads, on_step)]
        for place, (name, kind) in enumerate(zip(ADDED, SCHEMA, strict=True)):
            frame = frame.append_column(name, pa.array([one[place] for one in found], kind))
        return frame

    def solved(
        self, spots: Sequence[dict[str, Any]], problems: Sequence[str | None], threads: int, on_step: OnStep | None
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the new cells of each row."""

        def look(_fraction: float, _error: float) -> None:
            if on_step is not None:
                on_step(Step(0, 0, 0))

        for spot, problem in zip(spots, problems, strict=True):
            try:
                if problem is not None:
                    yield (None, None, None, None, problem)
                    continue
                asked = read_spot({**self.given, **spot}, text=self.layout.kind == "csv")
                yield cells_of(nash(**{"model": self.models[0], **asked}, threads=threads, progress=look))
            except InputError as error:
                yield (None, None, None, None, str(error))


def work_of(options: Mapping[str, Any]) -> SpotWork:
    """Return the work for the options of `batch`, or raise."""
    check_options(options, ("models", *FIELDS))
    models = find_models(options.get("models") or SHOWN)
    if len(models) > 1:
        rule = "must be one model: a column model may name another one for each spot"
        raise InputError("models", rule, Verbatim(", ".join(model.name for model in models)), code="too_many")
    given = {name: value for name, value in options.items() if name != "models"}
    if "tolerance" in given:
        check_tolerance(given["tolerance"])
    return SpotWork(ColumnLayout(), (models[0].name,), given)


def read_spot(spot: Mapping[str, Any], *, text: bool) -> dict[str, Any]:
    """Return the arguments of `nash`, or raise; cells of CSV are texts as on the command line."""
    raw = {name: value for name, value in spot.items() if value is not None and value != ""}
    texts = {name: value for name, value in raw.items() if isinstance(value, str)}
    table = table_of(raw, texts)
    fields = {name: value for name, value in raw.items() if name in FIELDS}
    # Cells of CSV are texts; so is a lock in any file, because the type of its mapping would differ from row to row.
    own: dict[str, Any] = {
        name: value for name, value in fields.items() if isinstance(value, str) and (text or name == "lock")
    }
    rest = {name: value for name, value in fields.items() if name not in own}
    own |= {"lock": own["lock"].split(";")} if "lock" in own else {}
    fields = read_fields(NashQuestion, own, Known(table.names), text=True)
    fields |= read_fields(NashQuestion, rest, Known(table.names), text=False)
    posted = NashQuestion(table=table, **fields).posted(needed=True)
    plain = {name: value for name, value in fields.items() if name not in POSTED}
    if plain.get("max_seconds") == 0:
        plain["max_seconds"] = None
    return {"stacks": table, **posted, **plain}


def table_of(raw: Mapping[str, Any], texts: Mapping[str, str]) -> Table:
    """Return the table of a spot, or raise; each list is a list, or a text."""
    for name in ("stacks", "payouts"):
        if name not in raw:
            raise MissingError(name, "must be given: a list of numbers")
    own = {name: raw[name] for name in OF_TABLE if name in raw}
    lists = {name: split_list(value, name) for name, value in texts.items() if name in LISTS}
    if "stacks" not in lists and "payouts" not in lists:
        return Table.of(raw["stacks"], raw["payouts"], **{**own, **lists})
    names = lists.get("names", raw.get("names"))
    written = WrittenTable(
        tuple(str(stack) for stack in lists.get("stacks", raw["stacks"])), names=None if names is None else tuple(names)
    )
    words = {name: raw[name] for name in ("extra_payouts", "bounties", "bounty_share") if name in raw}
    payouts = texts.get("payouts", ",".join(str(prize) for prize in raw["payouts"]))
    return read_table(NashQuestion, written, {**words, "payouts": payouts})[0]


def cells_of(found: Nash) -> tuple[Any, ...]:
    """Return the new cells of a solved spot."""
    equities = [None if money != money else float(money) for money in found.equities]  # NaN: not in the hand
    nodes = [node_of(one) for one in found.decisions]
    return (equities, found.exploitability.total, found.reached, nodes, None)


def node_of(one: Strategy) -> dict[str, Any]:
    """Return a decision as a struct; ``hands`` and ``ev`` in the order of `HAND_NAMES`."""
    return {
        "seat": one.seat,
        "facing": list(one.facing),
        "raised_by": one.raised_by,
        "action": one.action,
        "frequency": one.frequency,
        "reach": one.reach,
        "range": str(as_range(np.array([*one.hands.values()])) or ""),
        "hands": list(one.hands.values()),
        "ev": list(one.ev.values()),
    }
