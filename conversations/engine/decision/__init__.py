"""The decision runner: questions and facts in, one checked set of answers out, all of it on record."""

from conversations.engine.decision.run import DecisionRun

__all__ = ["DecisionRun"]
