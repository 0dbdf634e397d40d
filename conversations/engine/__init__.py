"""Runs turns: leases, steps, checkpoints, events and typed errors.

`engine` is the process's GraphEngine; every way in uses it and nothing else of this folder.
"""

from conversations.engine.engine import GraphEngine, engine
from conversations.engine.values import NewSession, TurnRequest, TurnResult

__all__ = ["GraphEngine", "NewSession", "TurnRequest", "TurnResult", "engine"]
