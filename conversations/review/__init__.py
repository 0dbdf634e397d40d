"""Reviews of decisions: what people say was right, and the queue that hands out what to look at.

Whoever takes reviews in, a page or an API, checks who may review and calls `submit`.
"""

from conversations.review.errors import DecisionGone, ReviewFault, ReviewStale, VerdictsInvalid
from conversations.review.questions import Reviewable, reviewable_questions
from conversations.review.submitting import Reviewer, submit
from conversations.review.verdicts import LONGEST_NOTE, Verdict
from conversations.review.versions import standing, versions_of

__all__ = [
    "LONGEST_NOTE",
    "DecisionGone",
    "ReviewFault",
    "ReviewStale",
    "Reviewable",
    "Reviewer",
    "Verdict",
    "VerdictsInvalid",
    "reviewable_questions",
    "standing",
    "submit",
    "versions_of",
]
