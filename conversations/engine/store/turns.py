"""Opening, re-opening and closing turns."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from conversations import clock
from conversations.engine.errors import TurnNotRetryable
from conversations.engine.store import lease
from conversations.engine.store.finding import read_turn
from conversations.engine.store.rows import history
from conversations.engine.store.tables import TURNS
from conversations.engine.store.writing import (
    session_values,
    write_calls,
    write_channels,
    write_messages,
    write_session,
)
from conversations.engine.usage import UsageList, add_up
from conversations.engine.values import (
    CallRecord,
    Entrance,
    NewMessage,
    OpenTurn,
    SessionRecord,
    TurnRecord,
    TurnRequest,
)
from conversations.models import Channel, Message, MessageRole, SessionStatus, Turn, TurnStatus
from providers.ports import ChatRole

logger = logging.getLogger(__name__)


class SessionChanged(Exception):
    """The session is no longer as it was found: somebody else took it or changed it meanwhile."""


def open_turn(
    session: SessionRecord,
    entrance: Entrance,
    request: TurnRequest,
    *,
    owner: str,
    space: str,
    window: int | None,
) -> OpenTurn:
    """Take the lease and store the turn and the customer's message: from here on it is accepted.

    A fresh start moves `history_from`, so that models see only what comes now. Raises
    SessionChanged, and then nothing is written.
    """
    try:
        with transaction.atomic():
            return _open_turn(session, entrance, request, owner, space, window)
    except IntegrityError as error:
        logger.warning("A turn of session %s could not be stored: %s", session.id, error)
        raise SessionChanged from error


def _open_turn(
    session: SessionRecord,
    entrance: Entrance,
    request: TurnRequest,
    owner: str,
    space: str,
    window: int | None,
) -> OpenTurn:
    now = clock.now()
    said = 1 if request.message else 0
    opened = replace(
        _entered(session, entrance, owner),
        last_seq=session.last_seq + said,
        last_number=session.last_number + said,
        last_turn=session.last_turn + 1,
        last_visible_at=now if said else session.last_visible_at,
    )
    _take(session, opened, entrance)
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
    session: SessionRecord, entrance: Entrance, number: int, *, owner: str, space: str, window: int | None
) -> OpenTurn:
    """Take the lease and let a session's newest failed or interrupted turn run again.

    Its message is there already; one that no node took in follows the cursor, which a migration or
    a new version of the graph may have moved to another space.

    Raises TurnUnknown, TurnNotRetryable, SessionChanged.
    """
    opened = _entered(session, entrance, owner)
    _take(session, opened, entrance)
    turn = read_turn(session.id, number)
    if number != session.last_turn or turn.status not in (TurnStatus.FAILED, TurnStatus.INTERRUPTED):
        raise TurnNotRetryable
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


def _entered(session: SessionRecord, entrance: Entrance, owner: str) -> SessionRecord:
    return replace(
        session,
        status=SessionStatus.ACTIVE if session.status == SessionStatus.COMPLETED else session.status,
        revision=session.revision + 1,
        lease=owner,
        cursor=entrance.cursor,
        schema_version=entrance.schema_version,
        channels=entrance.channels,
        config=entrance.config,
        history_from=session.last_seq + 1 if entrance.fresh else session.history_from,
    )


def _take(session: SessionRecord, opened: SessionRecord, entrance: Entrance) -> None:
    """Take the lease with everything that entering changed.

    A turn that still counts as running lost its process: it is marked as interrupted.
    """
    if not lease.take(session, opened.lease, session_values(opened)):
        raise SessionChanged
    if session.lease:
        Turn.objects.filter(session=session.id, status=TurnStatus.RUNNING).update(
            status=TurnStatus.INTERRUPTED, ended_at=clock.now()
        )
    if entrance.rebuilt:
        Channel.objects.filter(session=session.id).delete()
        write_channels(session.id, opened.channels)
