"""What a reviewer says of one question, checked before it is written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from conversations.judging import YES
from conversations.models import Review
from conversations.models.review import WHOLE
from conversations.review.errors import VerdictsInvalid
from conversations.review.questions import Reviewable
from conversations.text import holds_forbidden

LONGEST_NOTE: Final = 4_000
"""Characters."""

_MOST_NAMED: Final = 12
"""Words that are named to whoever chose none of them."""


@dataclass(frozen=True)
class Verdict:
    """Whether the machine was right about a question, or about the whole: where the decision led.

    `right` is one of the question's words where the machine was not right, or had no answer: a label, the
    number of a level, yes or no. Of the whole there is none.
    """

    agrees: bool
    right: str = ""
    note: str = ""


def check(questions: Mapping[str, Reviewable], verdicts: Mapping[str, Verdict]) -> None:
    """Raise VerdictsInvalid where a verdict fits no question of the decision, or says nothing."""
    errors = {
        name: faults
        for name, verdict in verdicts.items()
        if (faults := list(_faults(name, questions.get(name), verdict)))
    }
    if not verdicts:
        errors[WHOLE] = ["Say of at least one question what is right."]
    if errors:
        raise VerdictsInvalid(errors)


def columns(question: Reviewable | None, verdict: Verdict) -> dict[str, Any]:
    """A checked verdict as a review keeps it; `question` is None for the whole."""
    right = verdict.right
    if question is not None and verdict.agrees:
        right = question.answered
    kind = question.kind if question is not None else ""
    return {
        "agrees": verdict.agrees,
        "label": right if kind == "choice" else "",
        "number": _number(kind, right),
        "note": verdict.note.strip(),
    }


def says(review: Review, values: Mapping[str, Any]) -> bool:
    """Whether a review says exactly this already."""
    return all(getattr(review, name) == value for name, value in values.items())


def _number(kind: str, right: str) -> float | None:
    match kind:
        case "score":
            return float(right)
        case "noul":
            return 1.0 if right == YES else 0.0
        case _:
            return None


def _one_of(words: Sequence[str]) -> str:
    named = ", ".join(words[:_MOST_NAMED])
    return f"one of {named}" if len(words) <= _MOST_NAMED else f"a word of its own, such as {named}"


def _faults(name: str, question: Reviewable | None, verdict: Verdict) -> Iterator[str]:
    if len(verdict.note) > LONGEST_NOTE:
        yield f"The note is longer than {LONGEST_NOTE} characters."
    if holds_forbidden(verdict.note):
        yield "The note holds characters that are not allowed."
    if name == WHOLE:
        if verdict.right:
            yield "Of the whole it can only be said whether it was right."
    elif question is None:
        yield "The decision has no such question."
    elif verdict.agrees:
        if not question.answered:
            yield "There is no answer to agree with: say what is right."
        elif verdict.right not in ("", question.answered):
            yield f"The answer was “{question.answered}”: agree with it, or say that it is wrong."
    elif verdict.right not in question.words:
        yield f"It has to be {_one_of(question.words)}."
    elif verdict.right == question.answered:
        yield f"“{verdict.right}” is what was answered: agree with it."
