"""Answers of decisions in a few words, for lists."""

from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from conversations.admin.parts.bars import answer_probability, answer_text, figure
from conversations.admin.parts.lines import ShowsLines, lines
from conversations.models import Decision, DecisionAnswer


class ShowsAnswers(ShowsLines):
    """For records of decisions: what was answered and how probable it was, in one query for all rows."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Decision]:
        """The decisions with their answers in a constant order."""
        rows: QuerySet[Decision] = super().get_queryset(request)  # type: ignore[misc]
        return rows.prefetch_related(Prefetch("answers", DecisionAnswer.objects.order_by("question")))

    @admin.display(description="answer")
    def answer(self, decision: Decision) -> SafeString:
        """Each question with its answer, a line each."""
        return lines(f"{answer.question}: {answer_text(answer)}" for answer in decision.answers.all())

    @admin.display(description="probability", ordering="certainty")
    def probability(self, decision: Decision) -> SafeString:
        """The probability of each answer, a line each; sorted by the least certain one."""
        return lines(figure(answer_probability(answer)) for answer in decision.answers.all())
