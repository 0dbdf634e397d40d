"""Events for webhooks, written with what makes them true: no row where nobody wants to hear of one."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from conversations import clock, identifiers
from conversations.codes import Code
from conversations.engine.records import DecisionRecord, TurnRecord
from conversations.engine.rendering import can_be_retried
from conversations.engine.store.tables import SESSIONS, WEBHOOK_DELIVERIES, WEBHOOKS
from conversations.models import WebhookEvent

_LISTENERS: Final = (
    f"{WEBHOOKS.name} AS webhook JOIN {SESSIONS.name} AS session ON session.id = %s"
    " WHERE webhook.enabled AND CAST(webhook.events AS TEXT) LIKE %s AND NOT session.is_test"
    " AND (webhook.client_id IS NULL OR webhook.client_id = session.client_id)"
)
"""The webhooks that want an event of a session."""


def turn_completed(session: UUID, number: int, *, completes: bool = False, handed_over: bool = False) -> None:
    """Tell that a turn is over and answered, and so its session where it `completes` it."""
    _tell(
        session,
        WebhookEvent.TURN_COMPLETED,
        {"turn": number, "completed": completes, "handed_over": handed_over},
    )
    if completes:
        _tell(session, WebhookEvent.SESSION_COMPLETED, {"turn": number})


def turn_failed(session: UUID, number: int, cause: str) -> None:
    """Tell that a turn failed; `cause` is what staff see of it.

    Whether it can be retried is known where the row is written: a newer turn may have come to wait for it.
    """
    for is_newest, condition in ((True, "= %s"), (False, "<> %s")):
        retryable = can_be_retried(cause, is_newest=is_newest)
        _tell(
            session,
            WebhookEvent.TURN_FAILED,
            {"turn": number, "code": Code.TURN_FAILED, "cause": cause, "retryable": retryable},
            also=f" AND session.last_turn {condition}",
            parameters=[number],
        )


def handed_over(session: UUID) -> None:
    """Tell that staff have taken a session over from the machine."""
    _tell(session, WebhookEvent.SESSION_HANDED_OVER, {})


def fell_back(session: UUID, turn: TurnRecord, decision: DecisionRecord) -> None:
    """Tell that a decision got no answer and the graph's fallback decided."""
    _tell(
        session,
        WebhookEvent.DECISION_FALLBACK,
        {
            "turn": turn.number,
            "decision": str(decision.id),
            "node": decision.node,
            "failure": decision.failure,
        },
    )


def _tell(
    session: UUID,
    event: WebhookEvent,
    facts: dict[str, Any],
    *,
    also: str = "",
    parameters: Sequence[Any] = (),
) -> None:
    """Add one row for each webhook that wants the event; `also` is a further condition of SQL.

    The session's row is to be held: then keys are given in the order of its events.
    """
    now = clock.now()
    WEBHOOK_DELIVERIES.insert_for_each(
        {
            "event_id": identifiers.event_id(),
            "session_id": session,
            "type": event,
            "facts": facts,
            "happened_at": now,
            "next_at": now,
        },
        computed={"webhook_id": "webhook.id"},
        found=_LISTENERS + also,
        parameters=[*SESSIONS.stored({"id": session}), f'%"{event.value}"%', *parameters],
    )
