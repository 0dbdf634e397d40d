"""What can be said about a decision: its questions, and what could have been right for each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from conversations.authoring import DecisionNode
from conversations.engine import graphs
from conversations.engine.decision.record import LONGEST_LABEL
from conversations.judging import NO, YES, word_of
from conversations.models import Decision, DecisionAnswer
from conversations.thresholds import questions_at_first
from providers.questions import Choice, Noul, Question, Score

_KINDS: Final = (Choice, Score, Noul)


@dataclass(frozen=True)
class Reviewable:
    """A question of a decision.

    `words` are what can be right: labels, levels from "0" on, or yes and no; `answered` is which of them the
    machine gave, "" where nobody answered. `answer` is its row; `declared` is the question as the graph
    declares it today. Either may be missing.
    """

    question: str
    kind: str
    words: tuple[str, ...]
    answered: str
    answer: DecisionAnswer | None
    declared: Question | None


def reviewable_questions(decision: Decision) -> dict[str, Reviewable]:
    """The questions that were answered, by name; where none was, those that the graph still declares."""
    declared = declared_questions(decision.graph, decision.node)
    answers = sorted(decision.answers.all(), key=lambda answer: answer.question)
    found = _answered(answers, declared) if answers else _unanswered(declared)
    return {one.question: one for one in found}


def declared_questions(graph: str, node: str) -> Mapping[str, Question]:
    """What a node asks in a session that has just begun; nothing where it is not served any more."""
    served = graphs.served().get(graph)
    if served is None or not served.has_node(node):
        return {}
    found = served.node(node)
    questions = questions_at_first(served, found) if isinstance(found, DecisionNode) else {}
    return {name: question for name, question in questions.items() if isinstance(question, _KINDS)}


def _answered(answers: list[DecisionAnswer], declared: Mapping[str, Question]) -> Iterator[Reviewable]:
    for answer in answers:
        question = declared.get(answer.question)
        if question is not None and question.kind != answer.kind:
            question = None
        yield Reviewable(
            question=answer.question,
            kind=answer.kind,
            words=_words_on_record(answer) or _words_declared(question),
            answered=word_of(answer.kind, answer.label, answer.number),
            answer=answer,
            declared=question,
        )


def _unanswered(declared: Mapping[str, Question]) -> Iterator[Reviewable]:
    for name, question in declared.items():
        yield Reviewable(name, question.kind, _words_declared(question), "", None, question)


def _words_on_record(answer: DecisionAnswer) -> tuple[str, ...]:
    """The labels with the most probable first, or the levels: those that the machine could choose from."""
    if answer.kind == "noul":
        return YES, NO
    shares = answer.probabilities
    if answer.kind == "score":
        return _levels(len(shares))
    return _cut(sorted(shares, key=lambda label: (-shares[label], label)))


def _words_declared(question: Question | None) -> tuple[str, ...]:
    match question:
        case None:
            return ()
        case Choice():
            return _cut(question.labels)
        case Score():
            return _levels(len(question.criteria))
        case _:
            return YES, NO


def _levels(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(count)))


def _cut(labels: "list[str] | tuple[str, ...]") -> tuple[str, ...]:
    """Labels as far as they are kept in a column."""
    return tuple(dict.fromkeys(label[:LONGEST_LABEL] for label in labels))
