"""The form of a review, as templates show it: for each question what could be right, and a note."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.safestring import SafeString

from conversations.admin.decisions.review_input import RIGHT, WRONG, Typed
from conversations.admin.parts.bars import bars, descriptions, figure
from conversations.judging import word_of
from conversations.models import Decision, Review
from conversations.models.review import WHOLE
from conversations.review import LONGEST_NOTE, Reviewable, versions_of

MOST_OPEN: Final = 12
"""Options that show at once; those of a longer list open on a click."""

MOST_KEYS: Final = 9

NO_ERRORS: Final[Mapping[str, Sequence[str]]] = MappingProxyType({})


@dataclass(frozen=True)
class Option:
    """What could be right. `key` chooses it, "" for none; `is_answer` where the machine said so."""

    word: str
    description: str
    key: str
    is_answer: bool
    is_chosen: bool


@dataclass(frozen=True)
class Said:
    """A review that stands: who says what is right."""

    review: Review
    word: str


@dataclass(frozen=True)
class Field:
    """A question with its answer and what can be said of it; `name` is WHOLE for the whole.

    `said` are the reviews that stand, the newest first; `version` is theirs. `errors` tell what was wrong
    with what was sent; `is_stale` where somebody reviewed it meanwhile.
    """

    name: str
    bars: SafeString | str
    options: Sequence[Option]
    note: str
    version: int
    said: Sequence[Said]
    errors: Sequence[str]
    is_stale: bool
    longest_note: int = LONGEST_NOTE

    @property
    def is_whole(self) -> bool:
        """Whether it is about the decision as a whole."""
        return self.name == WHOLE

    @property
    def open_options(self) -> Sequence[Option]:
        """The options that show at once."""
        return self.options[:MOST_OPEN]

    @property
    def more_options(self) -> Sequence[Option]:
        """The others."""
        return self.options[MOST_OPEN:]


def fields_of(
    decision: Decision,
    questions: Mapping[str, Reviewable],
    reviews: Sequence[Review],
    reviewer: int | None,
    typed: Typed | None = None,
    errors: Mapping[str, Sequence[str]] = NO_ERRORS,
    stale: Collection[str] = (),
) -> list[Field]:
    """A field for each question, and for the whole of a decision that led somewhere.

    `reviewer` is the account that the form is for: its own reviews are filled in where they count. What was
    `typed` goes before them; `errors` and `stale` questions are why that was not taken.
    """
    versions = versions_of(reviews)
    fields = []
    for name, question in _subjects(decision, questions, reviews):
        said = [said_of(review, question) for review in reviews if review.question == name]
        own = said[0] if said and reviewer is not None and said[0].review.reviewer_id == reviewer else None
        chosen, note = (own.word, own.review.note) if own else ("", "")
        if typed is not None:
            chosen, note = typed.chosen.get(name, ""), typed.notes.get(name, "")
        fields.append(
            Field(
                name=name,
                bars=bars(question.answer, question.declared) if question and question.answer else "",
                options=list(_options(name, question, chosen)),
                note=note,
                version=versions.get(name, 0),
                said=said,
                errors=errors.get(name, ()),
                is_stale=name in stale,
            )
        )
    return fields


def place_of(question: str) -> str:
    """A question's name, and what the whole is called."""
    return "the whole" if question == WHOLE else question


def _subjects(
    decision: Decision, questions: Mapping[str, Reviewable], reviews: Sequence[Review]
) -> Iterator[tuple[str, Reviewable | None]]:
    yield from questions.items()
    # What was reviewed while the graph still asked it stays to be read.
    yield from ((name, None) for name in versions_of(reviews) if name != WHOLE and name not in questions)
    if decision.step_id is not None:
        yield WHOLE, None


def said_of(review: Review, question: Reviewable | None) -> Said:
    """What a review says, in the words of its question."""
    if review.question == WHOLE:
        return Said(review, RIGHT if review.agrees else WRONG)
    if question is None:
        return Said(review, review.label or figure(review.number))
    return Said(review, word_of(question.kind, review.label, review.number))


def _options(name: str, question: Reviewable | None, chosen: str) -> Iterator[Option]:
    if name == WHOLE:
        yield Option(RIGHT, "", "1", is_answer=True, is_chosen=chosen == RIGHT)
        yield Option(WRONG, "", "2", is_answer=False, is_chosen=chosen == WRONG)
    if question is None:
        return
    # Beside an answer the bars say what the words mean.
    meanings = {} if question.answer else descriptions(question.declared)
    for place, word in enumerate(question.words, start=1):
        yield Option(
            word,
            meanings.get(word, ""),
            _key(question.kind, word, place),
            is_answer=word == question.answered,
            is_chosen=word == chosen,
        )


def _key(kind: str, word: str, place: int) -> str:
    """A level is chosen by its own number, anything else by its place."""
    if kind == "score":
        return word
    return str(place) if place <= MOST_KEYS else ""
