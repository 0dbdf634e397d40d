"""Between rows and the engine's values."""

from collections.abc import Iterable

from conversations.engine.values import SessionRecord, TurnRecord
from conversations.models import Channel, Message, Session, Turn
from providers.ports import ChatMessage, ChatRole, ToolCall


def session_record(row: Session) -> SessionRecord:
    """A session with its channels."""
    channels = Channel.objects.filter(session=row).values_list("node", "state")
    return SessionRecord(
        id=row.pk,
        graph=row.graph,
        cursor=row.cursor,
        status=row.status,
        revision=row.revision,
        schema_version=row.schema_version,
        lease=row.lease_owner,
        last_seq=row.last_seq,
        last_number=row.last_number,
        last_turn=row.last_turn,
        history_from=row.history_from,
        config=row.config,
        usage=row.usage,
        external_user=row.external_user,
        external_user_verified=row.external_user_verified,
        created_at=row.created_at,
        last_visible_at=row.last_visible_at,
        channels=dict(channels),
    )


def turn_record(row: Turn) -> TurnRecord:
    """A turn with the number of its written steps."""
    return TurnRecord(
        key=row.pk,
        number=row.number,
        client_id=row.client_id,
        fingerprint=row.request_hash,
        status=row.status,
        input_consumed=row.input_consumed,
        cause=row.cause,
        completes_session=row.completes_session,
        usage=row.usage,
        steps=row.steps.count(),
    )


def history(session: SessionRecord, space: str, window: int | None) -> tuple[ChatMessage, ...]:
    """The newest `window` messages of a space that models may see, oldest first.

    Where none of them is a human one, the newest human one stands before them, so that the model
    always has something to answer.
    """
    rows = Message.objects.filter(session=session.id, space=space, seq__gte=session.history_from)
    newest = list(rows.order_by("-seq")[:window] if window else rows.order_by("-seq"))
    if newest and window and len(newest) == window and all(row.role != "human" for row in newest):
        newest += rows.filter(role="human").order_by("-seq")[:1]
    return tuple(chat_messages(reversed(newest)))


def chat_messages(rows: Iterable[Message]) -> Iterable[ChatMessage]:
    """Message rows as the port knows them."""
    for row in rows:
        yield ChatMessage(
            role=ChatRole(row.role),
            text=row.text,
            tool_calls=tuple(ToolCall(**call) for call in row.tool_calls),
            tool_call_id=row.tool_call_id or None,
            internal=row.internal,
        )
