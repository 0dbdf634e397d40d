"""How a page that shows reviews knows, when it sends one, that nobody reviewed in between."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from conversations.models import Review


def standing(decision: UUID) -> list[Review]:
    """All reviews of a decision, the newest of each question first: that one counts."""
    rows = Review.objects.filter(decision=decision).select_related("reviewer")
    return list(rows.order_by("question", "-updated_at", "-pk"))


def versions_of(reviews: Iterable[Review]) -> Mapping[str, int]:
    """By question, how often anybody said something about it; a question that is missing: never."""
    versions: dict[str, int] = {}
    for review in reviews:
        versions[review.question] = versions.get(review.question, 0) + review.version
    return versions
