"""Public toolkit for tests of graphs: scripted models, and a harness over the real engine.

Nothing is simulated but the model: turns run through GraphEngine and the real database.
"""

from conversations.testing.deciding import ScriptedDecisions, ScriptMismatch, answers, unfit_answers
from conversations.testing.harness import GraphHarness, serve_graphs
from conversations.testing.scripted import (
    ScriptedChat,
    ScriptExhausted,
    call,
    calls,
    fails,
    hangs,
    held,
    says,
)

__all__ = [
    "GraphHarness",
    "ScriptExhausted",
    "ScriptMismatch",
    "ScriptedChat",
    "ScriptedDecisions",
    "answers",
    "call",
    "calls",
    "fails",
    "hangs",
    "held",
    "says",
    "serve_graphs",
    "unfit_answers",
]
