"""The `train` question: spots to train on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from finaltable.asking.declare import Question, Run, Shown, given, question, shown
from finaltable.asking.kinds import A_TEXT, FLAG, MODEL, RANGE, TEXT, WHOLE, WORD, Kind, Known, as_it_is, list_of
from finaltable.errors import InputError

if TYPE_CHECKING:
    from finaltable.reporting.layout import Report
    from finaltable.training.session import Training

SETTINGS = ("players", "payouts", "stacks", "position", "bounties", "model")


def spots_in_json(value: Any, field: str, _known: Known) -> Any:
    """Return the spots in a request; a request cannot name files."""
    if not isinstance(value, list) and value != "pack":
        raise InputError(field, "must be pack, or a list of spots", value, code="wrong_type")
    return value


SOURCE = Kind(
    as_it_is,
    spots_in_json,
    {"anyOf": [A_TEXT, list_of({"type": "object"})]},
    in_text="Your own spots are a JSON file.",
    in_json="Your own spots are a list.",
)


@shown
class TrainShown(Shown):
    """Spots to answer one by one; or all of them with their answers."""

    answers: bool = given(FLAG, False, help="List the spots with their answers, and ask nothing.")
    paint: bool = given(FLAG, False, help="Paint the whole range of every decision instead of playing one hand.")
    repeat: bool = given(FLAG, True, help="Begin with the mistakes that are due.")
    progress: str | None = given(
        TEXT,
        None,
        help="The file that keeps your progress; none for no file. By default, training.json in finaltable's data "
        "folder (in XDG_DATA_HOME, or ~/.local/share).",
    )
    report: bool = given(FLAG, False, help="Show your progress, and ask nothing.")
    forget: bool = given(FLAG, False, help="Delete your progress.")

    def show(self, answer: Training, currency: str) -> Report:
        """Return the spots with their answers."""
        from finaltable.training.report import training_report

        del currency
        return training_report(answer)


@question(
    "train",
    help="Train: call, push or fold, and what mistakes cost.",
    examples=(
        "train --seed 7 --spots 3 --answers",
        "train",
        "train --players 3 --stacks 5-12 --position BB --payouts bubble",
        "train --paint --bounties progressive",
        "train --from mistakes.json",
        "train --report",
    ),
    example={"seed": 7, "spots": 1},
    shown=TrainShown,
    by="deals and advice",
    needs="",
)
class TrainQuestion(Question):
    """A seed and settings; without settings, the spots that come with the package."""

    seed: int | None = given(WHOLE, None, help="The same seed and settings give the same spots everywhere.")
    spots: int = given(WHOLE, 10, help="Number of spots.", usual="10", bound="points")
    first: int = given(WHOLE, 0, help="Number of the first spot, from 0.", usual="0")
    source: Any = given(
        SOURCE,
        None,
        help="Source of the spots: pack (those that come with the package), or your own spots, such as a review's "
        "mistakes. By default, they are drawn from the settings, or come from the pack if there are none.",
        flags=("--from",),
    )
    players: Any = given(RANGE, None, help="Number of players; 2 to 4 if other settings are given.")
    payouts: Any = given(WORD, None, help="Prizes by preset: usual, top_heavy, flat, satellite, bubble, winner, any.")
    stacks: Any = given(RANGE, None, help="Stacks in big blinds; 3 to 20 if other settings are given.")
    position: Any = given(WORD, None, help="Position to train: SB, BB, BTN, CO, HJ, LJ, any.")
    bounties: Any = given(WORD, None, help="Bounties: none, flat, progressive, any.")
    model: Any = given(MODEL, None, help="The model that scores; icm otherwise.")

    def ask(self, run: Run) -> Training:
        """Solve the spots."""
        from finaltable.training.session import train

        fields = ("seed", "spots", "first", "source", *SETTINGS)
        return train(**{name: getattr(self, name) for name in fields}, **run._asdict())


QUESTION = TrainQuestion
