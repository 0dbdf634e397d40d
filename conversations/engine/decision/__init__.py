"""The decision runner: questions and facts in, one checked set of answers out, all of it on record."""

from conversations.engine.decision.asked import requests_in
from conversations.engine.decision.batch import Batch, Decide, Seat, decide_alone
from conversations.engine.decision.run import DecisionRun

__all__ = ["Batch", "Decide", "DecisionRun", "Seat", "decide_alone", "requests_in"]
