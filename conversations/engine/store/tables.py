"""The tables that every step reads or writes."""

from conversations.engine.store.table import Table
from conversations.models import (
    Channel,
    Decision,
    DecisionAnswer,
    DecisionCapture,
    GraphSettings,
    Message,
    ModelCall,
    Session,
    Step,
    Turn,
    Webhook,
    WebhookDelivery,
)

SESSIONS = Table(Session)
TURNS = Table(Turn)
STEPS = Table(Step)
MESSAGES = Table(Message)
CHANNELS = Table(Channel)
MODEL_CALLS = Table(ModelCall)
DECISIONS = Table(Decision)
DECISION_ANSWERS = Table(DecisionAnswer)
DECISION_CAPTURES = Table(DecisionCapture)
GRAPH_SETTINGS = Table(GraphSettings)
WEBHOOKS = Table(Webhook)
WEBHOOK_DELIVERIES = Table(WebhookDelivery)
