"""Reviews that come in from pages: taken, put in the admin log, or told what is wrong with them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_POST

from conversations.admin.decisions.page import MAY_REVIEW, Problem, context_of
from conversations.admin.decisions.review_fields import place_of, said_of
from conversations.admin.decisions.review_input import Typed
from conversations.models import Decision, Review
from conversations.review import (
    DecisionGone,
    Reviewable,
    Reviewer,
    ReviewFault,
    ReviewStale,
    VerdictsInvalid,
    reviewable_questions,
    submit,
)

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    Base = ModelAdmin[Any]
else:
    Base = object

SAVED = "The review is on record."
LONGEST_NAME = 150


class ReviewPages(Base):
    """For the admin of decisions: what takes reviews in."""

    def get_urls(self) -> list[URLPattern]:
        """Add the address that the form of a decision's page is sent to."""
        view = self.admin_site.admin_view(self.review_view)
        return [
            path("<uuid:decision>/review/", view, name="conversations_decision_review"),
            *super().get_urls(),
        ]

    @method_decorator(require_POST)
    def review_view(self, request: HttpRequest, decision: UUID) -> HttpResponse:
        """Take a review from a decision's page."""
        row = self.decision_to_review(request, decision)
        typed = Typed.of(request.POST)
        problem = self.take_review(request, row, typed)
        if problem is not None:
            return self.decision_page(request, row, typed, problem)
        messages.success(request, SAVED)
        return HttpResponseRedirect(reverse("admin:conversations_decision_change", args=[row.pk]))

    def decision_to_review(self, request: HttpRequest, decision: UUID) -> Decision:
        """The decision, for who may review it. Raises PermissionDenied, Http404."""
        if not (self.has_view_permission(request) and request.user.has_perm(MAY_REVIEW)):
            raise PermissionDenied
        row: Decision | None = self.get_object(request, str(decision))
        if row is None:
            raise Http404
        return row

    def take_review(self, request: HttpRequest, decision: Decision, typed: Typed) -> Problem | None:
        """Put a review on record, and in the admin log what was said; None, or why it was not taken."""
        questions = reviewable_questions(decision)
        if typed.errors:
            return Problem(VerdictsInvalid.message, errors=typed.errors)
        try:
            with transaction.atomic():
                verdicts = typed.verdicts(questions)
                written = submit(decision, reviewer_of(request), verdicts, typed.versions)
                if written:
                    self.log_change(request, decision, _told(written, questions))
        except ReviewFault as fault:
            return _problem(fault)
        return None

    def decision_page(
        self,
        request: HttpRequest,
        decision: Decision,
        typed: Typed | None = None,
        problem: Problem | None = None,
        *,
        template: str = "page",
        more: Mapping[str, Any] | None = None,
    ) -> HttpResponse:
        """A page that shows a decision, with what was sent and not taken."""
        context = {
            **self.admin_site.each_context(request),
            **context_of(request, decision, typed, problem),
            "opts": self.opts,
            "original": decision,
            **(more or {}),
        }
        status = 200 if problem is None else 409 if problem.stale else 422
        name = f"conversations/admin/decisions/{template}.html"
        return TemplateResponse(request, name, context, status=status)


def reviewer_of(request: HttpRequest) -> Reviewer:
    """Who reviews, by the name that colleagues know."""
    user: Any = request.user
    name = user.get_full_name() or user.get_username()
    return Reviewer(name[:LONGEST_NAME], user=user.pk)


def _problem(fault: ReviewFault) -> Problem:
    match fault:
        case ReviewStale():
            return Problem(fault.message, stale=fault.questions)
        case VerdictsInvalid():
            return Problem(fault.message, errors=fault.errors)
        case DecisionGone():
            raise Http404 from fault
    raise fault


def _told(written: Sequence[Review], questions: Mapping[str, Reviewable]) -> str:
    """What was said, without notes: the log outlives what customers want erased."""
    parts = [f"{place_of(row.question)}: {said_of(row, questions.get(row.question)).word}" for row in written]
    return f"Reviewed. {'; '.join(parts)}."
