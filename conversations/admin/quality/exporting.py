"""Labelled decisions as JSONL: a line for each question that somebody reviewed, streamed as it is read."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Prefetch
from django.http import StreamingHttpResponse

from conversations.judging import NOT_SAID, Given, Said
from conversations.models import Decision, DecisionAnswer, DecisionCapture, Review
from conversations.models.review import WHOLE
from providers.database import in_database

BATCH: Final = 200
"""Decisions that are read at once."""

FIRST: Final = UUID(int=0)
"""Below every id."""


@dataclass(frozen=True)
class Export:
    """The labelled decisions of one node; `captured` tells whether what was sent goes with them."""

    graph: str
    node: str
    captured: bool

    def __str__(self) -> str:
        return f"{self.graph} {self.node}"


def export_response(user: Any, export: Export) -> StreamingHttpResponse:
    """The file, and an entry of who took it, before the first line is out."""
    LogEntry.objects.create(
        user_id=user.pk,
        content_type=ContentType.objects.get_for_model(Decision),
        object_repr=str(export)[:200],
        action_flag=CHANGE,
        change_message="Exported the labelled decisions"
        + (", and what was captured of them." if export.captured else "."),
    )
    response = StreamingHttpResponse(_lines(export), content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="labelled-{_plain(export)}.jsonl"'
    response["Cache-Control"] = "no-store"
    return response


async def _lines(export: Export) -> AsyncIterator[bytes]:
    last = FIRST
    while batch := await in_database(_batch, export, last):
        last = batch[-1].pk
        yield b"".join(line for decision in batch for line in _lines_of(decision, export))


def _batch(export: Export, after: UUID) -> list[Decision]:
    """The next decisions in the order of their ids, with all that a line tells."""
    reviews = Review.objects.exclude(question=WHOLE).order_by("-updated_at", "-pk")
    of_node = Review.objects.filter(decision__graph=export.graph, decision__node=export.node)
    ids = (
        of_node.filter(decision__gt=after, decision__turn__session__is_test=False)
        .exclude(question=WHOLE)
        .order_by("decision_id")
        .values_list("decision_id", flat=True)
        .distinct()[:BATCH]
    )
    decisions = Decision.objects.filter(pk__in=list(ids)).order_by("pk")
    related: list[Any] = [Prefetch("reviews", reviews), Prefetch("answers", DecisionAnswer.objects.all())]
    if export.captured:
        decisions = decisions.select_related("capture")
    return list(decisions.prefetch_related(*related))


def _lines_of(decision: Decision, export: Export) -> Iterator[bytes]:
    answers = {answer.question: answer for answer in decision.answers.all()}
    told: set[str] = set()
    for review in decision.reviews.all():
        if review.question not in told:
            told.add(review.question)
            line = _line(decision, review, answers.get(review.question))
            if export.captured:
                line["captured"] = _captured(decision, review.question)
            yield json.dumps(line, ensure_ascii=False).encode() + b"\n"


def _line(decision: Decision, review: Review, answer: DecisionAnswer | None) -> dict[str, Any]:
    kind = answer.kind if answer else ""
    given = Given(kind, answer.label, answer.number) if answer else None
    return {
        "decision": str(decision.pk),
        "at": decision.at.isoformat(),
        "graph": decision.graph,
        "node": decision.node,
        "question": review.question,
        "kind": kind or None,
        "labels": _labels(answer) if answer else None,
        "answer": given.word if given else None,
        "number": answer.number if answer else None,
        "probability": answer.probability if answer else None,
        "probabilities": answer.probabilities if answer else None,
        "confidence": answer.confidence if answer else None,
        "thresholds": answer.thresholds if answer else None,
        "truth": _truth(Said(review.agrees, review.label, review.number), given),
        "agrees": review.agrees,
        "reviewed_at": review.updated_at.isoformat(),
        "provider": decision.answered_by or decision.provider,
        "model": decision.model or decision.asked_model,
        "source": decision.source or None,
        "outcome": decision.outcome,
    }


def _labels(answer: DecisionAnswer) -> list[str]:
    """What could have been answered."""
    if answer.kind == "noul":
        return ["yes", "no"]
    if isinstance(answer.probabilities, dict):
        # JSON of PostgreSQL keeps no order.
        return sorted(answer.probabilities)
    return [str(level) for level in range(len(answer.probabilities))]


def _truth(said: Said, given: Given | None) -> str | None:
    """What is right, in the word that an answer would say it with; None where nobody said."""
    if given is not None:
        word = said.truth_for(given)
        return None if word == NOT_SAID else word
    # Without an answer nobody knows whether 1 is a level or a yes: it is told as the number that it is.
    return said.label or (None if said.number is None else f"{said.number:g}")


def _captured(decision: Decision, question: str) -> dict[str, Any] | None:
    """What was sent; None where it was not captured, or was removed since."""
    try:
        capture = decision.capture
    except DecisionCapture.DoesNotExist:
        return None
    return {"question": capture.questions.get(question), "state": capture.state}


def _plain(export: Export) -> str:
    """A name for the file, of characters that every system takes."""
    name = f"{export.graph}-{export.node}"
    return "".join(character if character.isascii() and character.isalnum() else "-" for character in name)
