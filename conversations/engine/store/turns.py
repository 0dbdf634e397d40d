"""Opening, re-opening and closing turns."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from conversations import clock
from conversations.engine.errors import SessionBusy, SessionUnknown, TurnNotRetryable, TurnUnknown
from conversations.engine.events import TurnEvent
from conversations.engine.rendering import past_events, past_result
from conversations.engine.store import lease
from conversations.engine.store.rows import find_turn, history, load_session
from conversations.engine.store.sessions import stored_message
from conversations.engine.store.tables import TURNS
from conversations.engine.store.writing import write_calls, write_channels, write_messages, write_session
from conversations.engine.usage import UsageList, add_up
from conversations.engine.values import (
    CallRecord,
    ChatSettings,
    Entrance,
    LookUp,
    NewMessage,
    OpenTurn,
    SessionRecord,
    TurnRecord,
    TurnRequest,
    TurnResult,
)
from conversations.models import (
    Channel,
    GraphSettings,
    Message,
    MessageRole,
    Session,
    SessionStatus,
    Turn,
    TurnStatus,
)
from providers.ports import ChatRole


class ClientIdTaken(Exception):
    """Another request with the same client id was stored in the meantime."""


def look_up(session: UUID, client_id: str | None) -> LookUp:
    """Read what must be known before a turn is accepted. Raises SessionUnknown."""
    graph = Session.objects.filter(pk=session).values_list("graph", flat=True).first()
    if graph is None:
        raise SessionUnknown
    row = GraphSettings.objects.filter(graph=graph).first()
    return LookUp(
        graph=graph,
        settings=ChatSettings(row.chat_provider, row.chat_model) if row else ChatSettings(),
        seen=None if client_id is None else find_turn(session, client_id=client_id),
    )


def read_turn(session: UUID, number: int) -> TurnRecord:
    """A turn by its number. Raises TurnUnknown."""
    turn = find_turn(session, number=number)
    if turn is None:
        raise TurnUnknown
    return turn


def retold(session: UUID, turn: TurnRecord) -> tuple[list[TurnEvent], TurnResult]:
    """The events and the result of a turn that is over, as far as rows can repeat them."""
    rows = Message.objects.filter(turn=turn.key, number__isnull=False).select_related("turn")
    messages = [stored_message(row) for row in rows.order_by("number")]
    result = past_result(session, turn, messages)
    return past_events(turn, messages, result), result


@transaction.atomic
def enter(session: UUID, owner: str) -> SessionRecord:
    """Take the lease and load the session.

    A turn that still counts as running lost its process: it is marked as interrupted. Raises
    SessionUnknown, SessionBusy with the number of the running turn.
    """
    if not lease.take(session, owner):
        if not Session.objects.filter(pk=session).exists():
            raise SessionUnknown
        raise SessionBusy(turn=running_turn(session))
    Turn.objects.filter(session=session, status=TurnStatus.RUNNING).update(
        status=TurnStatus.INTERRUPTED, ended_at=clock.now()
    )
    return load_session(session)


def running_turn(session: UUID) -> int | None:
    """Number of the turn that runs now."""
    running = Turn.objects.filter(session=session, status=TurnStatus.RUNNING)
    return running.values_list("number", flat=True).first()


def open_turn(
    session: SessionRecord, entrance: Entrance, request: TurnRequest, *, space: str, window: int | None
) -> OpenTurn:
    """Store the turn and the customer's message: from here on it is accepted.

    A fresh start moves `history_from`, so that models see only what comes now. Raises
    SessionConflict, ClientIdTaken.
    """
    try:
        with transaction.atomic():
            return _open_turn(session, entrance, request, space, window)
    except IntegrityError as error:
        if request.client_id is None:
            raise
        raise ClientIdTaken from error


def _open_turn(
    session: SessionRecord, entrance: Entrance, request: TurnRequest, space: str, window: int | None
) -> OpenTurn:
    now = clock.now()
    said = 1 if request.message else 0
    opened = replace(
        _entered(session, entrance),
        last_seq=session.last_seq + said,
        last_number=session.last_number + said,
        last_turn=session.last_turn + 1,
        last_visible_at=now if said else session.last_visible_at,
    )
    write_session(session, opened)
    _rebuild_channels(opened, entrance)
    turn = _insert_turn(opened, request)
    asked = [NewMessage(space, ChatRole.HUMAN, request.message, visible=True)] if said else []
    stored = write_messages(session, turn, None, asked)
    return OpenTurn(
        session=opened,
        turn=turn,
        history=history(opened, space, window),
        question=stored[0] if stored else None,
        started_afresh=entrance.fresh,
    )


def _insert_turn(session: SessionRecord, request: TurnRequest) -> TurnRecord:
    fingerprint = request.fingerprint
    key = TURNS.insert(
        {
            "session_id": session.id,
            "number": session.last_turn,
            "client_id": request.client_id,
            "request_hash": fingerprint,
            "status": TurnStatus.RUNNING,
            "text": "",
            "input_consumed": False,
            "runs": 1,
            "cause": "",
            "cause_detail": "",
            "completes_session": False,
            "usage": [],
            "started_at": clock.now(),
        }
    )
    return TurnRecord(
        key=key,
        number=session.last_turn,
        client_id=request.client_id,
        fingerprint=fingerprint,
        status=TurnStatus.RUNNING,
        input_consumed=False,
        cause="",
        completes_session=False,
        usage=[],
        steps=0,
    )


@transaction.atomic
def reopen_turn(
    session: SessionRecord, entrance: Entrance, number: int, *, space: str, window: int | None
) -> OpenTurn:
    """Let a session's newest failed or interrupted turn run again; its message is already there.

    A message that no node took in follows the cursor, which a migration or a new version of the
    graph may have moved to another space.

    Raises TurnUnknown, TurnNotRetryable, SessionConflict.
    """
    turn = read_turn(session.id, number)
    if number != session.last_turn or turn.status not in (TurnStatus.FAILED, TurnStatus.INTERRUPTED):
        raise TurnNotRetryable
    opened = _entered(session, entrance)
    write_session(session, opened)
    _rebuild_channels(opened, entrance)
    if not turn.input_consumed:
        Message.objects.filter(turn=turn.key, step=None, role=MessageRole.HUMAN).update(space=space)
    Turn.objects.filter(pk=turn.key).update(
        status=TurnStatus.RUNNING, runs=F("runs") + 1, cause="", cause_detail="", ended_at=None
    )
    running = replace(turn, status=TurnStatus.RUNNING, cause="")
    return OpenTurn(opened, running, history(opened, space, window))


@transaction.atomic
def close_failed_turn(
    session: SessionRecord,
    turn: TurnRecord,
    *,
    cause: str,
    detail: str,
    calls: Sequence[CallRecord],
    usage: UsageList,
) -> None:
    """Close a turn as failed and free the lease, keeping what the dropped step cost.

    Raises SessionConflict.
    """
    closed = replace(session, revision=session.revision + 1, lease="", usage=add_up(session.usage, usage))
    write_session(session, closed)
    write_calls(turn, None, calls)
    Turn.objects.filter(pk=turn.key).update(
        status=TurnStatus.FAILED,
        cause=cause,
        cause_detail=detail,
        usage=add_up(turn.usage, usage),
        ended_at=clock.now(),
    )


@transaction.atomic
def give_up(session: UUID, turn: TurnRecord, owner: str) -> TurnRecord:
    """Free the lease where it is still held, and mark the turn as interrupted where nobody holds it.

    Where another owner holds the session, the turn may already run again there: it is left alone.
    Returns how the turn stands now.
    """
    lease.release(session, owner)
    Turn.objects.filter(pk=turn.key, status=TurnStatus.RUNNING, session__lease_owner="").update(
        status=TurnStatus.INTERRUPTED, ended_at=clock.now()
    )
    return read_turn(session, turn.number)


def _entered(session: SessionRecord, entrance: Entrance) -> SessionRecord:
    return replace(
        session,
        status=SessionStatus.ACTIVE if session.status == SessionStatus.COMPLETED else session.status,
        revision=session.revision + 1,
        cursor=entrance.cursor,
        schema_version=entrance.schema_version,
        channels=entrance.channels,
        config=entrance.config,
        history_from=session.last_seq + 1 if entrance.fresh else session.history_from,
    )


def _rebuild_channels(session: SessionRecord, entrance: Entrance) -> None:
    if entrance.rebuilt:
        Channel.objects.filter(session=session.id).delete()
        write_channels(session.id, session.channels)
