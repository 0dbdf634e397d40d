"""Why a review was not taken, each with its stable code. Nothing of it was written."""

from collections.abc import Mapping, Sequence

from conversations.codes import Code
from conversations.models import Review


class ReviewFault(Exception):
    """A review that was not taken. `message` is for whoever gave it."""

    code: Code
    message: str

    def __init__(self) -> None:
        super().__init__(self.message)


class VerdictsInvalid(ReviewFault):
    """Verdicts that say nothing sensible; `errors` tells what is wrong by question."""

    code = Code.INVALID
    message = "The review is not valid."

    def __init__(self, errors: Mapping[str, Sequence[str]]) -> None:
        super().__init__()
        self.errors = errors


class ReviewStale(ReviewFault):
    """Somebody, perhaps the same person elsewhere, reviewed these questions since they were shown.

    `reviews` are all reviews of the decision as they stand now, the newest of each question first.
    """

    code = Code.REVIEW_STALE
    message = "This was reviewed meanwhile."

    def __init__(self, questions: Sequence[str], reviews: Sequence[Review]) -> None:
        super().__init__()
        self.questions = tuple(questions)
        self.reviews = tuple(reviews)


class DecisionGone(ReviewFault):
    """The decision is no longer on record."""

    code = Code.NOT_FOUND
    message = "This decision is no longer on record."
