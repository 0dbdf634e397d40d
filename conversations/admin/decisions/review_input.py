"""What somebody put into the form of a review, as verdicts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict

from conversations.models.review import WHOLE
from conversations.review import Reviewable, Verdict

RIGHT: Final = "right"
WRONG: Final = "wrong"
"""The words of the whole."""

CHOSEN: Final = "right:"
NOTE: Final = "note:"
VERSION: Final = "version:"
"""What names of fields begin with; the question's name follows, nothing for the whole."""

_VERSION: Final = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class Typed:
    """What is chosen and written, and which versions were shown, by question."""

    chosen: Mapping[str, str]
    notes: Mapping[str, str]
    versions: Mapping[str, int]

    @classmethod
    def of(cls, data: QueryDict) -> "Typed":
        """What a request sends."""
        versions = _values(data, VERSION)
        return cls(
            chosen=_values(data, CHOSEN),
            notes={name: note.replace("\r\n", "\n") for name, note in _values(data, NOTE).items()},
            versions={name: int(text) for name, text in versions.items() if _VERSION.fullmatch(text)},
        )

    @property
    def errors(self) -> dict[str, list[str]]:
        """Where nothing is chosen for a note, and words of the whole that it does not have."""
        alone = [name for name, note in self.notes.items() if note.strip() and name not in self.chosen]
        errors = {name: ["Choose what is right, too: a note alone says too little."] for name in alone}
        if self.chosen.get(WHOLE, RIGHT) not in (RIGHT, WRONG):
            errors[WHOLE] = ["Choose whether it was right."]
        return errors

    def verdicts(self, questions: Mapping[str, Reviewable]) -> dict[str, Verdict]:
        """What was chosen, by question: the machine's own answer agrees with it."""
        return {name: self._verdict(name, word, questions.get(name)) for name, word in self.chosen.items()}

    def _verdict(self, name: str, word: str, question: Reviewable | None) -> Verdict:
        note = self.notes.get(name, "")
        if name == WHOLE:
            return Verdict(agrees=word == RIGHT, note=note)
        agrees = question is not None and word == question.answered != ""
        return Verdict(agrees=agrees, right="" if agrees else word, note=note)


def _values(data: QueryDict, beginning: str) -> dict[str, str]:
    return {
        name.removeprefix(beginning): str(data[name])
        for name in data
        if name.startswith(beginning) and data[name] is not None
    }
