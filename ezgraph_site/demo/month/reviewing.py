"""Somebody who has looked at some of the decisions, and mostly agreed."""

from datetime import timedelta
from random import Random
from typing import Final

from django.db.models import QuerySet

from conversations.models import Decision, Review
from conversations.review import Reviewer, Verdict, reviewable_questions, submit
from ezgraph_site.demo.month import people

SHARE: Final = 0.3
"""Of the decisions that were answered."""

NAME: Final = "demo-reviewer"
NOTES: Final = ("The customer changed the subject.", "Two wishes in one message.", "", "", "")


def review(decisions: QuerySet[Decision], seed: int) -> int:
    """Review a share of these decisions, the uncertain ones with more doubt; returns how many."""
    random = Random(seed)  # noqa: S311 - nothing is kept secret by it
    account = people.colleague(NAME, "Robin")
    reviewer = Reviewer(name=account.get_full_name(), user=account.pk)
    count = 0
    for decision in decisions.order_by("at", "pk").prefetch_related("answers"):
        if random.random() >= SHARE:
            continue
        verdicts = {
            name: _verdict(random, question.answered, question.words, decision.certainty)
            for name, question in reviewable_questions(decision).items()
            if question.answered
        }
        if not verdicts:
            continue
        written = submit(decision, reviewer, verdicts, {})
        later = decision.at + timedelta(minutes=random.randrange(30, 600))
        Review.objects.filter(pk__in=[row.pk for row in written]).update(created_at=later, updated_at=later)
        count += 1
    return count


def _verdict(random: Random, answered: str, words: tuple[str, ...], certainty: float) -> Verdict:
    others = [word for word in words if word != answered]
    if not others or random.random() < 0.5 + 0.48 * certainty:
        return Verdict(agrees=True)
    return Verdict(agrees=False, right=random.choice(others), note=random.choice(NOTES))
