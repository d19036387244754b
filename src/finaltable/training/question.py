"""The question `train`: spots to train on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import (
    A_TEXT,
    FLAG,
    MODEL,
    NUMBER,
    RANGE,
    TEXT,
    WHOLE,
    WORD,
    Kind,
    Known,
    list_of,
    unparsed,
)
from finaltable.errors import InputError

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.training.session import Training

SETTINGS = ("players", "payouts", "stacks", "position", "bounties", "model", "raise_to")


def spots_in_json(value: Any, field: str, _known: Known) -> Any:
    """Return the spots of a request, which cannot name files."""
    if not isinstance(value, list) and value != "pack":
        raise InputError(field, "must be pack, or a list of spots", value, code="wrong_type")
    return value


SOURCE = Kind(
    unparsed,
    spots_in_json,
    {"anyOf": [A_TEXT, list_of({"type": "object"})]},
    in_text="Your spots are a JSON file.",
    in_json="Your spots are a list.",
)


@shown
class TrainShown(Shown):
    """Spots one by one, or a list of all spots with their answers."""

    answers: bool = given(FLAG, False, help="List the spots with their answers instead of asking.")
    paint: bool = given(FLAG, False, help="Answer each spot with a whole range instead of playing one hand.")
    repeat: bool = given(FLAG, True, help="Start with mistakes that are due for repetition.")
    progress: str | None = given(
        TEXT,
        None,
        help="File for your progress, or none for no file. Default: finaltable/training.json in your data folder "
        "(XDG_DATA_HOME, or ~/.local/share).",
    )
    report: bool = given(FLAG, False, help="Show your progress instead of asking.")
    forget: bool = given(FLAG, False, help="Delete your progress.")

    def show(self, answer: Training, currency: str) -> Report:
        """Return the spots with their answers."""
        from finaltable.training.report import training_report

        del currency
        return training_report(answer)


@question(
    "train",
    help="Practise call, push, raise or fold; see what mistakes cost.",
    examples=(
        "train --seed 7 --spots 3 --answers",
        "train",
        "train --players 3 --stacks 5-12 --position BB --payouts bubble",
        "train --paint --bounties progressive",
        "train --raise-to 2.2 --players 3-6 --stacks 10-25",
        "train --from mistakes.json",
        "train --report",
    ),
    example={"seed": 7, "spots": 1},
    shown=TrainShown,
    by="deals and advice",
    needs="",
)
class TrainQuestion(Question):
    """A seed and settings for drawing spots; without settings, the spots of the package."""

    seed: int | None = given(WHOLE, None, help="The same seed and settings give the same spots everywhere.")
    spots: int = given(WHOLE, 10, help="Number of spots.", usual="10", bound="points")
    first: int = given(WHOLE, 0, help="Index of the first spot, from 0.", usual="0")
    source: Any = given(
        SOURCE,
        None,
        help="Source of the spots: pack (those of the package), or your spots, such as the mistakes of a review. "
        "Default: spots are drawn with the settings, or taken from the pack if there are no settings.",
        flags=("--from",),
    )
    players: Any = given(RANGE, None, help="Number of players. Default with other settings: 2 to 4.")
    payouts: Any = given(WORD, None, help="Prize structure: usual, top_heavy, flat, satellite, bubble, winner, any.")
    stacks: Any = given(RANGE, None, help="Stacks in big blinds. Default with other settings: 3 to 20.")
    position: Any = given(WORD, None, help="Your position: SB, BB, BTN, CO, HJ, LJ, any.")
    bounties: Any = given(WORD, None, help="Bounties: none, flat, progressive, any.")
    model: Any = given(MODEL, None, help="The model that scores. Default: icm.")
    raise_to: Any = given(
        NUMBER,
        None,
        help="Size of raises in big blinds, from 2 to 5: all-ins over a raise are asked, calls of them, and up to 15 "
        "big blinds fold, raise or all-in first in. Default: push or fold.",
    )

    def ask(self, run: Run) -> Training:
        """Solve the spots."""
        from finaltable.training.session import train

        fields = ("seed", "spots", "first", "source", *SETTINGS)
        return train(**{name: getattr(self, name) for name in fields}, **run._asdict())


QUESTION = TrainQuestion
