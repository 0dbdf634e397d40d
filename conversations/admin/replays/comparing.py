"""What a replay shows: answers before and after, side by side. Pure functions of plain values."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from conversations.admin.quality.figures import Share, quantile, share, sign_test
from conversations.judging import Given, Said, has_changed
from conversations.models.replay import GONE

UNLIKELY: Final = 0.05
"""A difference that comes about by chance less often than this is told as one."""


@dataclass(frozen=True)
class Asked:
    """A decision that was asked again: answers before and after and what reviewers said, by question.

    `code` is "" where it was answered; times are milliseconds.
    """

    code: str
    before: Mapping[str, Given] = field(default_factory=dict)
    after: Mapping[str, Given] = field(default_factory=dict)
    said: Mapping[str, Said] = field(default_factory=dict)
    took: int = 0
    took_before: int = 0

    @property
    def pairs(self) -> list["Pair"]:
        """Each question with its answers; those that changed first."""
        names = dict.fromkeys([*self.before, *self.after])
        pairs = [
            Pair(name, self.before.get(name), self.after.get(name), self.said.get(name)) for name in names
        ]
        return sorted(pairs, key=lambda pair: (not pair.has_changed, pair.question))


@dataclass(frozen=True)
class Pair:
    """One question's answer before and after; None where there is none."""

    question: str
    before: Given | None
    after: Given | None
    said: Said | None

    @property
    def has_changed(self) -> bool:
        """Whether the new answer leads elsewhere; one where there was none does."""
        if self.after is None:
            return False
        return self.before is None or has_changed(self.before, self.after)

    @property
    def truth(self) -> str:
        """What a reviewer said is right, "" where nobody did."""
        given = self.before or self.after
        return self.said.truth_for(given) if self.said and given else ""

    @property
    def was_right(self) -> bool | None:
        """Whether the answer before is what is right; None where nobody knows."""
        return self.before.word == self.truth if self.before and self.truth else None

    @property
    def is_right(self) -> bool | None:
        """The same of the answer after."""
        return self.after.word == self.truth if self.after and self.truth else None


@dataclass(frozen=True)
class OnQuestion:
    """One question over all decisions that were answered both times.

    `before` and `after` are the agreement with reviewers, of the same decisions. Of those, `better` were put
    right and `worse` were spoiled.
    """

    question: str
    both: int
    changed: int
    before: Share
    after: Share
    better: int
    worse: int

    @property
    def verdict(self) -> str:
        """What the reviews tell of the difference, in a sentence."""
        if not self.before.count:
            return "Nobody reviewed any of these: which answers are better is not known."
        if not self.better + self.worse:
            return "Of the reviewed ones none became right or wrong."
        told = f"{self.better} became right and {self.worse} wrong"
        if sign_test(self.better, self.worse) >= UNLIKELY:
            return f"{told}: that may well be chance."
        side = "better" if self.better > self.worse else "worse"
        return f"{told}: the new answers are {side}, and hardly by chance."


@dataclass(frozen=True)
class Spent:
    """What calls cost: `cost` in US dollars is of those `priced`, None where none has a price."""

    calls: int
    priced: int
    cost: Decimal | None
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True)
class Comparison:
    """A replay so far. `errors` are by code, the most frequent first; `gone` had no capture any more.

    Times are milliseconds, of the decisions that were answered both times.
    """

    answered: int
    gone: int
    changed: int
    errors: tuple[tuple[str, int], ...]
    questions: tuple[OnQuestion, ...]
    median: float | None
    median_before: float | None
    slow: float | None
    slow_before: float | None


def compare(asked: Sequence[Asked]) -> Comparison:
    """Count what was asked so far."""
    codes = Counter(one.code for one in asked if one.code)
    gone = codes.pop(GONE, 0)
    answered = [one for one in asked if not one.code]
    twice = [one for one in answered if one.before]
    took, took_before = [one.took for one in twice], [one.took_before for one in twice]
    return Comparison(
        answered=len(answered),
        gone=gone,
        changed=sum(any(pair.has_changed for pair in one.pairs) for one in answered),
        errors=tuple(codes.most_common()),
        questions=tuple(_on_questions(answered)),
        median=quantile(took, 0.5),
        median_before=quantile(took_before, 0.5),
        slow=quantile(took, 0.95),
        slow_before=quantile(took_before, 0.95),
    )


def _on_questions(answered: Iterable[Asked]) -> Iterator[OnQuestion]:
    by_question: dict[str, list[Pair]] = {}
    for one in answered:
        for pair in one.pairs:
            if pair.before and pair.after:
                by_question.setdefault(pair.question, []).append(pair)
    for question, pairs in sorted(by_question.items()):
        reviewed = [pair for pair in pairs if pair.truth]
        yield OnQuestion(
            question=question,
            both=len(pairs),
            changed=sum(pair.has_changed for pair in pairs),
            before=share(bool(pair.was_right) for pair in reviewed),
            after=share(bool(pair.is_right) for pair in reviewed),
            better=sum(bool(pair.is_right) and not pair.was_right for pair in reviewed),
            worse=sum(bool(pair.was_right) and not pair.is_right for pair in reviewed),
        )
