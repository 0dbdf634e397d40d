"""Decisions on record, and reviews of them."""

from collections.abc import Sequence
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from conversations import access
from conversations.access import Caller, scopes
from conversations.api.base.views import AsyncAPIView
from conversations.api.decisions.queries import page_of_decisions, read_decision
from conversations.api.decisions.reviewing import reviewer_of
from conversations.api.decisions.serializers import (
    DecisionDetailSerializer,
    DecisionSerializer,
    DecisionsQuerySerializer,
    DecisionsSerializer,
    NewReviewsSerializer,
    QuestionSerializer,
    ReviewsSerializer,
)
from conversations.api.openapi import Answer, documented, in_path
from conversations.api.openapi import decision_examples as shown
from conversations.codes import Code
from conversations.models import Decision, Review
from conversations.review import Verdict, reviewable_questions, standing, submit, versions_of
from providers.database import in_database

DECISION_ID = in_path("decision_id", "The decision's id.", str, shown.DECISION["id"])


class DecisionsView(AsyncAPIView):
    """`/decisions`."""

    @documented(
        "listDecisions",
        "List decisions",
        {200: Answer(DecisionsSerializer, "A page of decisions, the newest first.", shown.DECISIONS)},
        tag="decisions",
        parameters=[DecisionsQuerySerializer],
        codes=[Code.FORBIDDEN],
    )
    async def get(self, request: Request) -> Response:
        """List what was decided in the client's own sessions; with the scope `admin`, in all."""
        access.check_scope(self.caller, scopes.DECISIONS_READ)
        page = await in_database(page_of_decisions, self.caller, self.query(DecisionsQuerySerializer))
        return Response(DecisionsSerializer(page).data)


class DecisionView(AsyncAPIView):
    """`/decisions/{id}`."""

    @documented(
        "readDecision",
        "Read a decision",
        {200: Answer(DecisionDetailSerializer, "The decision and its reviews.", shown.DETAIL)},
        tag="decisions",
        parameters=[DECISION_ID],
        codes=[Code.FORBIDDEN, Code.NOT_FOUND],
    )
    async def get(self, request: Request, decision_id: str) -> Response:
        """What was asked and answered, what people said of it, and what can be said."""
        access.check_scope(self.caller, scopes.DECISIONS_READ)
        return Response(await in_database(_detail, self.caller, decision_id))


class ReviewsView(AsyncAPIView):
    """`/decisions/{id}/reviews`."""

    @documented(
        "reviewDecision",
        "Review a decision",
        {
            201: Answer(ReviewsSerializer, "All reviews of the decision.", shown.REVIEWS),
            200: Answer(ReviewsSerializer, "The same was said before.", shown.REVIEWS),
        },
        tag="decisions",
        takes=NewReviewsSerializer,
        example=shown.NEW_REVIEWS,
        parameters=[DECISION_ID],
        codes=[Code.FORBIDDEN, Code.NOT_FOUND, Code.REVIEW_STALE],
    )
    async def post(self, request: Request, decision_id: str) -> Response:
        """Say whether the machine was right: of all these questions, or of none where one is not valid."""
        access.check_scope(self.caller, scopes.DECISIONS_REVIEW)
        decision = await in_database(read_decision, self.caller, decision_id)
        asked = self.body(NewReviewsSerializer)["reviews"]
        written = await in_database(_submit, decision, self.caller, asked)
        reviews = await in_database(standing, decision.pk)
        answer = ReviewsSerializer({"reviews": reviews, "versions": versions_of(reviews)})
        return Response(answer.data, status=201 if written else 200)


def _detail(caller: Caller, text: str) -> dict[str, Any]:
    decision = read_decision(caller, text)
    questions = reviewable_questions(decision).values()
    reviews = standing(decision.pk)
    return {
        **DecisionSerializer(decision).data,
        "questions": QuestionSerializer(questions, many=True).data,
        **ReviewsSerializer({"reviews": reviews, "versions": versions_of(reviews)}).data,
    }


def _submit(decision: Decision, caller: Caller, asked: Sequence[dict[str, Any]]) -> list[Review]:
    verdicts = {one["question"]: Verdict(one["agrees"], one["right"], one["note"]) for one in asked}
    if len(verdicts) < len(asked):
        raise ValidationError({"reviews": ["Review each question once."]})
    now = versions_of(standing(decision.pk))
    versions = {one["question"]: one.get("version", now.get(one["question"], 0)) for one in asked}
    return submit(decision, reviewer_of(caller), verdicts, versions)
