"""Between rows and the engine's values."""

from collections.abc import Iterable

from conversations.engine.store import lease
from conversations.engine.values import SessionRecord, TurnRecord
from conversations.models import Channel, Message, MessageRole, Session, Turn, TurnStatus
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


def found_turn(row: Turn) -> TurnRecord:
    """A turn as whoever comes to it now finds it: one that lost its process is interrupted."""
    if row.status == TurnStatus.RUNNING and lease.is_free(row.session_id):
        row.status = TurnStatus.INTERRUPTED
    return turn_record(row)


def history(session: SessionRecord, space: str, window: int | None) -> tuple[ChatMessage, ...]:
    """The newest `window` messages of a space that models may see, oldest first.

    Where the customer wrote none of them, the newest one of theirs stands before them, or else the
    newest internal one: a node always knows its request and its model has something to answer.
    """
    rows = Message.objects.filter(session=session.id, space=space, seq__gte=session.history_from)
    newest = list(rows.order_by("-seq")[:window] if window else rows.order_by("-seq"))
    if window and len(newest) == window and not any(map(_is_customers, newest)):
        older = rows.filter(role=MessageRole.HUMAN, seq__lt=newest[-1].seq)
        newest += older.order_by("internal", "-seq")[:1]
    return tuple(chat_messages(reversed(newest)))


def _is_customers(row: Message) -> bool:
    return row.role == MessageRole.HUMAN and not row.internal


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
