"""A decision's outcome and its reviews, as words on a coloured ground."""

from collections.abc import Iterable
from typing import Final

from django.utils.safestring import SafeString

from conversations.admin.parts.labels import Tone, label
from conversations.models import DecisionOutcome, Review
from conversations.models.review import WHOLE

OUTCOME_TONES: Final[dict[str, Tone]] = {
    DecisionOutcome.SUCCESS: "success",
    DecisionOutcome.FALLBACK: "warning",
}
"""Every other outcome is a failure."""

OUTCOME_MEANINGS: Final[dict[str, str]] = {
    DecisionOutcome.SUCCESS: "Answered, and led somewhere.",
    DecisionOutcome.FALLBACK: "Nobody answered, and the graph had a way out.",
    DecisionOutcome.FAILED: "Nobody answered, and the turn failed.",
    DecisionOutcome.HANDLER_FAILED: "Answered, but the graph's code failed.",
    DecisionOutcome.FALLBACK_FAILED: "Nobody answered, and the graph's way out failed.",
}

NOT_REVIEWED: Final = "–"


def outcome_label(outcome: str) -> SafeString:
    """What became of a decision."""
    text = str(DecisionOutcome(outcome).label).capitalize()
    return label(text, OUTCOME_TONES.get(outcome, "danger"), title=OUTCOME_MEANINGS[outcome])


def review_label(newest_first: Iterable[Review]) -> SafeString | str:
    """Whether the reviews that count find a decision right: of each question that is the newest one."""
    counting: dict[str, Review] = {}
    for review in newest_first:
        counting.setdefault(review.question, review)
    if not counting:
        return NOT_REVIEWED
    wrong = sorted(review.question for review in counting.values() if not review.agrees)
    by = ", ".join(sorted({review.reviewer_name for review in counting.values()}))
    if not wrong:
        return label("right", "success", title=f"Reviewed by {by}")
    places = ", ".join(question if question != WHOLE else "the whole" for question in wrong)
    return label(f"wrong: {places}", "danger", title=f"Wrong: {places}. Reviewed by {by}")
