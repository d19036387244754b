"""Work on tables: the equities of each under several models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from finaltable.batches.job import Step
from finaltable.batches.parquet import is_list, with_lists
from finaltable.batches.partition import value_partition
from finaltable.batches.planning import ColumnLayout, Needs
from finaltable.batches.row_files import FileWork
from finaltable.batches.text_rows import frame_of
from finaltable.batches.values import TOLERANCE
from finaltable.batches.work import OnStep, check_options
from finaltable.models import find_models
from finaltable.table.options import check_tolerance

SHOWN = ("icm", "dcm")
LISTED = ("stacks", "payouts")
REFUSED = {"bounties": "must not have a column of bounties: files are valued without them"}


@dataclass(frozen=True)
class TableWork(FileWork):
    """Equities of tables."""

    ask = "equity"
    row = "table"
    models: tuple[str, ...]
    tolerance: float

    def options(self) -> dict[str, Any]:
        """Return the options for the manifest."""
        return {"models": list(self.models), "tolerance": self.tolerance}

    def needs(self) -> Needs:
        """Return the columns of tables."""
        return Needs(LISTED, LISTED, (*self.models, "error", "problem"), REFUSED)

    def repeated(self, names: Sequence[str]) -> list[str]:
        """Return all columns but those of numbers."""
        return [name for name in names if name not in (*self.models, "error", *LISTED)]

    def answer(self, block: Any, threads: int, on_step: OnStep | None) -> Any:
        """Return tables with a column per model, the error and the problem."""

        def look(_fraction: float, _error: float) -> None:
            if on_step is not None:
                on_step(Step(0, 0, 0))

        text = isinstance(block, list)
        frame, problems = frame_of(block, self.layout.columns, self.layout.kind, LISTED) if text else with_lists(block)
        found = value_partition(frame, models=self.models, tolerance=self.tolerance, threads=threads, progress=look)
        return with_problems(without_hidden_values(found), problems)


def work_of(options: Mapping[str, Any]) -> TableWork:
    """Return the work for the options of `batch`, or raise."""
    check_options(options, ("models", "tolerance"))
    models = tuple(model.name for model in find_models(options.get("models") or SHOWN))
    return TableWork(ColumnLayout(), models, check_tolerance(options.get("tolerance", TOLERANCE)))


def without_hidden_values(frame: Any) -> Any:
    """Return a table whose missing lists are empty: pyarrow 17 cannot write missing lists with hidden values."""
    for place, field in enumerate(frame.schema):
        column = frame.column(place)
        if column.null_count and is_list(field.type) and not pa.types.is_fixed_size_list(field.type):
            frame = frame.set_column(place, field, column.take(pa.array(np.arange(len(column)))))
    return frame


def with_problems(answer: Any, problems: Sequence[str | None] | None) -> Any:
    """Replace the problem of each row that could not be parsed by its parsing error."""
    if problems is None or not any(problems):
        return answer
    place = answer.schema.get_field_index("problem")
    kind = answer.schema.field(place).type
    merged = pc.coalesce(pa.array(problems, kind), answer.column(place))
    return answer.set_column(place, "problem", merged)
