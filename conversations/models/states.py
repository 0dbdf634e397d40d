"""Names of states and roles, apart from the rows, so that code without rows can use them."""

from typing import Final

from django.db import models


class SessionStatus(models.TextChoices):
    """`completed` by the graph's finish, `ended` by customer, staff or API."""

    ACTIVE = "active"
    HANDED_OVER = "handed_over"
    COMPLETED = "completed"
    ENDED = "ended"


class Origin(models.TextChoices):
    """How a session came in. `code` is whatever called the engine without saying more."""

    CHAT = "chat", "the chat"
    API = "api", "the API"
    TERMINAL = "terminal", "a terminal"
    FORK = "fork", "a fork by staff"
    CODE = "code", "code of this site"


class TurnStatus(models.TextChoices):
    """Only failed and interrupted turns can be retried; queued and interrupted ones run by themselves."""

    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    CANCELLED = "cancelled"


class Entry(models.TextChoices):
    """What a session went through before the first step of a turn."""

    MIGRATED = "migrated"
    AFRESH = "afresh"


class StepOutcome(models.TextChoices):
    """What a node returned: the name of the builder."""

    GO = "go"
    DIRECT = "direct"
    DIRECT_TO = "direct_to"
    FINISH = "finish"
    FAN_OUT = "fan_out"
    JOIN = "join"


class DecisionOutcome(models.TextChoices):
    """`fallback` means that `on_decision_error` decided; the last two that a handler raised."""

    SUCCESS = "success"
    FALLBACK = "fallback"
    FAILED = "failed"
    HANDLER_FAILED = "handler_failed"
    FALLBACK_FAILED = "fallback_failed"


class ReplayStatus(models.TextChoices):
    """`failed` where nobody could be asked; single answers that failed are on the items."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class WebhookEvent(models.TextChoices):
    """What webhooks can be told of, each with what it means."""

    TURN_COMPLETED = "turn.completed", "A turn was answered"
    TURN_FAILED = "turn.failed", "A turn failed"
    SESSION_COMPLETED = "session.completed", "A session was completed by its graph"
    SESSION_HANDED_OVER = "session.handed_over", "Staff took a session over"
    DECISION_FALLBACK = "decision.fallback", "A decision got no answer, and its fallback decided"


class DeliveryStatus(models.TextChoices):
    """`set_aside` where the receiver did not take it for a day, so that the session's next one could go."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    SET_ASIDE = "set_aside"


DUE: Final = (TurnStatus.QUEUED, TurnStatus.INTERRUPTED)
"""A turn of these runs before anything newer of its session."""


class MessageRole(models.TextChoices):
    """Who speaks, as models see it. Staff's words are role ai with an author."""

    HUMAN = "human"
    AI = "ai"
    TOOL = "tool"
