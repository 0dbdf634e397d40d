"""What is stored: one file a model, the rules of the data as constraints in the database.

Only `engine.store` writes sessions, turns, steps, messages and channels.
"""

from conversations.models.access import ApiClient, ApiKey, KeyState, keys_in
from conversations.models.channel import Channel
from conversations.models.decision import Decision, DecisionAnswer, DecisionCapture
from conversations.models.graph_settings import GraphSettings
from conversations.models.message import Message
from conversations.models.model_call import ModelCall
from conversations.models.rating import Rating
from conversations.models.replay import Replay, ReplayItem
from conversations.models.review import Review, ReviewClaim
from conversations.models.scheduled import ScheduledWork
from conversations.models.session import Session
from conversations.models.states import (
    DUE,
    DecisionOutcome,
    DeliveryStatus,
    Entry,
    MessageRole,
    Origin,
    ReplayStatus,
    SessionStatus,
    StepOutcome,
    TurnStatus,
    WebhookEvent,
)
from conversations.models.step import Step
from conversations.models.takeover import Takeover
from conversations.models.turn import Turn
from conversations.models.webhook import Webhook, WebhookDelivery

__all__ = [
    "DUE",
    "ApiClient",
    "ApiKey",
    "Channel",
    "Decision",
    "DecisionAnswer",
    "DecisionCapture",
    "DecisionOutcome",
    "DeliveryStatus",
    "Entry",
    "GraphSettings",
    "KeyState",
    "Message",
    "MessageRole",
    "ModelCall",
    "Origin",
    "Rating",
    "Replay",
    "ReplayItem",
    "ReplayStatus",
    "Review",
    "ReviewClaim",
    "ScheduledWork",
    "Session",
    "SessionStatus",
    "Step",
    "StepOutcome",
    "Takeover",
    "Turn",
    "TurnStatus",
    "Webhook",
    "WebhookDelivery",
    "WebhookEvent",
    "keys_in",
]
