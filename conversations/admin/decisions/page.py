"""What the page of a decision shows, gathered for its templates."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import HttpRequest

from conversations.admin.captures import may_see_captures
from conversations.admin.decisions.labels import outcome_label
from conversations.admin.decisions.review_fields import NO_ERRORS, fields_of, place_of
from conversations.admin.decisions.review_input import Typed
from conversations.admin.decisions.story import Story, story_of
from conversations.admin.parts.amounts import count, duration
from conversations.admin.parts.bars import BARS_MEDIA, figure
from conversations.admin.reading import short_id
from conversations.admin.sessions.naming import speaker_of
from conversations.admin.sessions.turn_boxes import LEADING, OUTCOMES
from conversations.admin.words import DECISION_WORDS
from conversations.models import Decision, DecisionCapture
from conversations.review import reviewable_questions, standing

MAY_REVIEW: Final = "conversations.review_decision"
MAY_READ_REVIEWS: Final = ("conversations.view_review", MAY_REVIEW)
MAY_READ_MESSAGES: Final = ("conversations.view_message", "conversations.view_session")


FACT_NAMES: Final[Mapping[str, str]] = {
    "provider": "Asked",
    "answered_by": "Answered by",
    "asked_model": "Model asked for",
    "model": "Model that answered",
    "source": "Figures are",
    "attempts": "Attempts",
    "duration_ms": "Took",
    "tokens": "Tokens",
    "request_bytes": "Bytes sent",
    "request_id": "Request id",
}


@dataclass(frozen=True)
class Fact:
    """Something on record about a decision: `words` explain its `name`."""

    name: str
    value: Any
    words: str


@dataclass(frozen=True)
class Problem:
    """Why what was sent was not taken: questions that somebody reviewed meanwhile, or errors by question."""

    message: str
    stale: Sequence[str] = ()
    errors: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def places(self) -> str:
        """The questions that were reviewed meanwhile, for a sentence."""
        return ", ".join(place_of(question) for question in self.stale)


def context_of(
    request: HttpRequest, decision: Decision, typed: Typed | None = None, problem: Problem | None = None
) -> dict[str, Any]:
    """Everything of the page that is not the theme's.

    `typed` and `problem` are of a review that was not taken.
    """
    may_review = request.user.has_perm(MAY_REVIEW)
    fields = fields_of(
        decision,
        reviewable_questions(decision),
        standing(decision.pk) if may_read_reviews(request) else [],
        request.user.pk if may_review else None,
        typed,
        problem.errors if problem else NO_ERRORS,
        problem.stale if problem else (),
    )
    return {
        "decision": decision,
        "title": f"{decision.node} in {decision.graph}",
        "outcome": outcome_label(decision.outcome),
        "certainty": figure(decision.certainty) if decision.certainty else "",
        "fields": fields,
        "may_review": may_review and any(one.options for one in fields),
        "problem": problem,
        "loose_errors": list(_loose(problem, {one.name for one in fields})),
        "failures": decision.failures,
        "route": _route(decision),
        "story": _story(request, decision),
        "session": decision.turn.session,
        "session_name": short_id(decision.turn.session),
        "may_see_session": request.user.has_perm("conversations.view_session"),
        "may_see_turn": request.user.has_perm("conversations.view_turn"),
        "may_see_captures": may_see_captures(request),
        "capture": _capture(request, decision),
        "facts": list(_facts(decision)),
        "words": DECISION_WORDS,
        "bars_media": BARS_MEDIA,
    }


def may_read_reviews(request: HttpRequest) -> bool:
    """Whether somebody may see what reviewers said."""
    return any(map(request.user.has_perm, MAY_READ_REVIEWS))


def _loose(problem: Problem | None, shown: Collection[str]) -> Iterator[str]:
    """Errors of questions that have no field any more."""
    for name, errors in (problem.errors if problem else NO_ERRORS).items():
        if name not in shown:
            yield from errors


def _route(decision: Decision) -> dict[str, str] | None:
    """What the step did, and the node that has the word after it; None where the step was dropped."""
    step = decision.step
    if step is None:
        return None
    said = OUTCOMES.get(step.outcome, step.outcome)
    return {"said": said, "leads_to": step.cursor if step.outcome in LEADING else ""}


def _story(request: HttpRequest, decision: Decision) -> dict[str, Any] | None:
    """The messages before and after it; None for who may read no messages."""
    if not any(map(request.user.has_perm, MAY_READ_MESSAGES)):
        return None
    story: Story = story_of(decision)
    return {
        "said": story.said,
        "is_judged": story.is_judged,
        "followed": [(speaker_of(message), message) for message in story.followed],
        "is_erased": decision.turn.session.erased_at is not None,
    }


def _capture(request: HttpRequest, decision: Decision) -> DecisionCapture | None:
    """What was sent, without its content; None also for who may not see it."""
    if not may_see_captures(request):
        return None
    return DecisionCapture.objects.filter(decision=decision).only("pk").first()


def _facts(decision: Decision) -> Sequence[Fact]:
    read, written = count(decision.input_tokens), count(decision.output_tokens)
    values: dict[str, Any] = {
        "provider": decision.provider,
        "answered_by": decision.answered_by,
        "asked_model": decision.asked_model,
        "model": decision.model,
        "source": decision.source.replace("_", " "),
        "attempts": decision.attempts,
        "duration_ms": duration(decision.duration_ms),
        "tokens": f"{read} in, {written} out",
        "request_bytes": count(decision.request_bytes),
        "request_id": decision.request_id,
    }
    return [
        Fact(FACT_NAMES[name], value, DECISION_WORDS.get(name, ""))
        for name, value in values.items()
        if value not in ("", None)
    ]
