"""The decision runner: questions and facts in, one checked set of answers out, all of it on record."""

from conversations.engine.decision.asked import MOST_REQUESTS, holds_all_requests, requests_in
from conversations.engine.decision.batch import Batch, Decide, Seat, decide_alone
from conversations.engine.decision.run import DecisionRun

__all__ = [
    "MOST_REQUESTS",
    "Batch",
    "Decide",
    "DecisionRun",
    "Seat",
    "decide_alone",
    "holds_all_requests",
    "requests_in",
]
