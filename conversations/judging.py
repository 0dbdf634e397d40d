"""What an answer says in one word, and whether another answer says the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

YES: Final = "yes"
NO: Final = "no"


@dataclass(frozen=True)
class Given:
    """An answer as it is on record: a label of a choice, a number of a score or of a noul.

    `probability` is that of the answer; `thresholds` are the numbers that held for it, by name.
    """

    kind: str
    label: str = ""
    number: float | None = None
    probability: float | None = None
    thresholds: Mapping[str, float] = field(default_factory=dict)

    @property
    def word(self) -> str:
        """What it says."""
        return word_of(self.kind, self.label, self.number)

    @property
    def figure(self) -> float | None:
        """What thresholds are compared with: a choice's probability, else the number itself."""
        return self.probability if self.kind == "choice" else self.number


def word_of(kind: str, label: str, number: float | None) -> str:
    """The label of a choice, the nearest level of a score, yes or no of a noul; "" where there is none.

    A noul says yes from one half on. Of two levels that are equally near it is the even one, as
    where a decision is put on record.
    """
    if kind == "choice":
        return label
    if number is None:
        return ""
    if kind == "noul":
        return YES if number >= 0.5 else NO
    return str(round(number))


def has_changed(before: Given, after: Given) -> bool:
    """Whether a second answer leads elsewhere: another word, or the other side of a threshold that held."""
    return before.word != after.word or any(
        _reaches(before, number) != _reaches(after, number) for number in before.thresholds.values()
    )


def _reaches(given: Given, threshold: float) -> bool:
    return given.figure is not None and given.figure >= threshold


def given_in(stored: Mapping[str, Any]) -> Given:
    """An answer from the JSON of a replay's item, or from a row's values by name."""
    return Given(
        kind=stored["kind"],
        label=stored.get("label") or "",
        number=stored.get("number"),
        probability=stored.get("probability"),
        thresholds=stored.get("thresholds") or {},
    )


NOT_SAID: Final = "not said"
"""In place of what is right where a reviewer only said that the answer is wrong."""


@dataclass(frozen=True)
class Said:
    """What a reviewer said of an answer: whether it is right, and what is: a label or a number."""

    agrees: bool
    label: str = ""
    number: float | None = None

    def truth_for(self, given: Given) -> str:
        """What is right, in the word that an answer of this kind says it with.

        Who agrees or disagrees and says no more is believed: of a noul there is only one other side.
        """
        word = word_of(given.kind, self.label, self.number)
        if word:
            return word
        if self.agrees:
            return given.word
        if given.kind == "noul":
            return NO if given.word == YES else YES
        return NOT_SAID
