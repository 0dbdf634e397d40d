"""Put on record what a reviewer says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from conversations import clock
from conversations.engine.store.erasing import hold_unless_erased
from conversations.models import ApiClient, Decision, Review, ReviewClaim
from conversations.review.errors import DecisionGone, ReviewStale, VerdictsInvalid
from conversations.review.questions import reviewable_questions
from conversations.review.verdicts import Verdict, check, columns, says
from conversations.review.versions import standing, versions_of

ERASED: Final = "The customer's data was erased: a note is not kept any more, the verdict alone is."


@dataclass(frozen=True)
class Reviewer:
    """Who reviews: somebody of the staff, by the key of their account, or an integration."""

    name: str
    user: int | None = None
    client: ApiClient | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """Whose review a row is."""
        return {"reviewer_id": self.user, "client_id": self.client.pk if self.client else None}


def submit(
    decision: Decision,
    reviewer: Reviewer,
    verdicts: Mapping[str, Verdict],
    versions: Mapping[str, int],
) -> list[Review]:
    """Write all of these verdicts by question, or none, and let the decision out of the reviewer's hands.

    `versions` are by question those that the reviewer was shown, as `versions_of` tells them; a question
    that is missing there was not reviewed at that time. Whoever sends the same again changes nothing.
    Once the customer's data is erased, also meanwhile, notes are not taken: they may tell of it.
    Return the reviews that were written. Raises VerdictsInvalid, ReviewStale, DecisionGone.
    """
    questions = reviewable_questions(decision)
    check(questions, verdicts)
    values = {name: columns(questions.get(name), verdict) for name, verdict in verdicts.items()}
    with transaction.atomic():
        may_note = hold_unless_erased(decision.turn.session_id)
        _hold(decision)
        if not may_note:
            _refuse_notes(verdicts)
        reviews = standing(decision.pk)
        own = {review.question: review for review in reviews if _is_of(review, reviewer)}
        due = {name: value for name, value in values.items() if not _stands(name, value, reviews, own)}
        _refuse_stale(due, versions, reviews)
        written = [_write(decision, reviewer, name, value, own.get(name)) for name, value in due.items()]
        if reviewer.user is not None:
            ReviewClaim.objects.filter(decision=decision, reviewer=reviewer.user).delete()
    return written


def _hold(decision: Decision) -> None:
    """Let nobody else review it until the end of the transaction."""
    rows = Decision.objects.select_for_update(no_key=True).filter(pk=decision.pk)
    if not rows.values_list("pk").first():
        raise DecisionGone


def _refuse_notes(verdicts: Mapping[str, Verdict]) -> None:
    noted = [name for name, verdict in verdicts.items() if verdict.note.strip()]
    if noted:
        raise VerdictsInvalid({name: [ERASED] for name in noted})


def _stands(
    question: str, values: Mapping[str, Any], reviews: Sequence[Review], own: Mapping[str, Review]
) -> bool:
    """Whether the reviewer's own review says so already, and counts."""
    newest = next((review for review in reviews if review.question == question), None)
    return newest is not None and newest is own.get(question) and says(newest, values)


def _refuse_stale(
    due: Mapping[str, Mapping[str, Any]], versions: Mapping[str, int], reviews: Sequence[Review]
) -> None:
    now = versions_of(reviews)
    changed = [name for name in due if now.get(name, 0) != versions.get(name, 0)]
    if changed:
        raise ReviewStale(changed, reviews)


def _is_of(review: Review, reviewer: Reviewer) -> bool:
    return all(getattr(review, name) == value for name, value in reviewer.columns.items())


def _write(
    decision: Decision, reviewer: Reviewer, question: str, values: Mapping[str, Any], own: Review | None
) -> Review:
    now = clock.now()
    if own is None:
        return Review.objects.create(
            decision=decision,
            question=question,
            reviewer_name=reviewer.name,
            created_at=now,
            updated_at=now,
            **reviewer.columns,
            **values,
        )
    for name, value in {**values, "reviewer_name": reviewer.name, "updated_at": now}.items():
        setattr(own, name, value)
    own.version += 1
    own.save(update_fields=[*values, "reviewer_name", "updated_at", "version"])
    return own
