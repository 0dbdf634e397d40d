"""Opening turns: new ones, those that waited, and those that run again."""

from dataclasses import dataclass, replace
from typing import Any

from django.db import DataError, Error, IntegrityError, transaction
from django.db.models import F

from conversations import clock
from conversations.engine.errors import TurnNotRetryable
from conversations.engine.records import (
    Entrance,
    NewMessage,
    Opening,
    OpenTurn,
    SessionRecord,
    StoredMessage,
    TurnRecord,
)
from conversations.engine.store import lease
from conversations.engine.store.answers import Answer, at_once, together
from conversations.engine.store.conflicts import in_words, is_race
from conversations.engine.store.finding import read_turn
from conversations.engine.store.rows import History, Row
from conversations.engine.store.sessions import is_to_be_retried
from conversations.engine.store.tables import CHANNELS, STEPS, TURNS
from conversations.engine.store.writing import (
    changed_now,
    session_values,
    turn_key,
    write_channels,
    write_messages,
)
from conversations.engine.values import TurnRequest
from conversations.models import (
    Entry,
    Message,
    MessageRole,
    SessionStatus,
    Turn,
    TurnStatus,
)
from providers.ports import ChatRole


class SessionChanged(Exception):
    """The session is no longer as it was found: somebody else took it or changed it meanwhile."""


class Unstorable(Exception):
    """The database does not take this, however often it is tried. Its text quotes nobody."""


def open_turn(
    session: SessionRecord,
    entrance: Entrance,
    request: TurnRequest,
    opening: Opening,
) -> OpenTurn:
    """Take the lease and store the turn and the customer's message: from here on it is accepted.

    A fresh start moves `history_from`, so that models see only what comes now. Raises
    SessionChanged, and then nothing is written.
    """
    number = session.last_turn + 1
    opened = replace(_asked(session, entrance, request.message, opening.owner), last_turn=number)
    turn = new_turn(request, TurnStatus.RUNNING, number)
    try:
        with at_once():
            _take(session, opened, last_turn=number)
            key = insert_turn(opened, turn)
            entering = _enter(session, opened, entrance, turn, request.message, opening)
    except (IntegrityError, DataError) as error:
        raise refused(error) from error
    return entering.open(replace(turn, key=key.only()))


@transaction.atomic
def open_queued(
    session: SessionRecord,
    entrance: Entrance,
    queued: TurnRecord,
    opening: Opening,
) -> OpenTurn:
    """Take the lease for a turn that waited; its message joins the conversation now.

    Raises SessionChanged, and then nothing is written.
    """
    opened = _taken(session, _asked(session, entrance, queued.text, opening.owner))
    started = TURNS.update(
        {
            "status": TurnStatus.RUNNING,
            "text": "",
            "config": None,
            "schema_version": opened.schema_version,
            "started_at": clock.now(),
        },
        where={"id": queued.key, "status": TurnStatus.QUEUED},
    ).count()
    if not started:
        raise SessionChanged
    turn = replace(queued, status=TurnStatus.RUNNING, text="", config=None)
    with together():
        entering = _enter(session, opened, entrance, turn, queued.text, opening)
    return entering.open(turn)


@transaction.atomic
def reopen_turn(session: SessionRecord, entrance: Entrance, number: int, opening: Opening) -> OpenTurn:
    """Take the lease and let an interrupted turn, or a session's newest failed one, run again.

    Its message is there already; one that no node took in follows the cursor, which a migration or
    a new version of the graph may have moved to another space.

    Raises TurnUnknown, TurnNotRetryable, SessionChanged.
    """
    opened = _taken(session, _brought_up_to_date(session, entrance, opening.owner))
    turn = read_turn(session.id, number)
    newest = number == opened.last_turn
    if turn.status != TurnStatus.INTERRUPTED and not (newest and is_to_be_retried(turn)):
        raise TurnNotRetryable
    if not turn.input_consumed:
        Message.objects.filter(turn=turn.key, step=None, role=MessageRole.HUMAN).update(space=opening.space)
    Turn.objects.filter(pk=turn.key).update(
        status=TurnStatus.RUNNING,
        runs=F("runs") + 1,
        cause="",
        cause_detail="",
        schema_version=opened.schema_version,
        ended_at=None,
    )
    running = replace(turn, status=TurnStatus.RUNNING, cause="")
    with together():
        entering = _enter(session, opened, entrance, running, "", opening)
    return entering.open(running)


def new_turn(request: TurnRequest, status: TurnStatus, number: int) -> TurnRecord:
    """The turn of a message, not stored yet; what was asked is kept in it while it waits."""
    waits = status is TurnStatus.QUEUED
    return TurnRecord(
        key=0,
        number=number,
        client_id=request.client_id,
        fingerprint=request.fingerprint,
        status=status,
        input_consumed=False,
        cause="",
        completes_session=False,
        usage=[],
        text=request.message if waits else "",
        config=request.config if waits else None,
    )


def insert_turn(session: SessionRecord, turn: TurnRecord) -> Answer[int]:
    """Add a turn's row, whose key is the answer."""
    now, starts = clock.now(), turn.status == TurnStatus.RUNNING
    return TURNS.insert(
        {
            "session_id": session.id,
            "number": turn.number,
            "client_id": turn.client_id,
            "request_hash": turn.fingerprint,
            "status": turn.status,
            "text": turn.text,
            "config": turn.config,
            "input_consumed": turn.input_consumed,
            "runs": 1 if starts else 0,
            "interruptions": 0,
            "schema_version": session.schema_version,
            "cause": turn.cause,
            "cause_detail": "",
            "completes_session": turn.completes_session,
            "handed_over": turn.handed_over,
            "usage": turn.usage,
            "accepted_at": now,
            "started_at": now if starts else None,
            "ended_at": now if turn.handed_over else None,
        }
    )


def _brought_up_to_date(session: SessionRecord, entrance: Entrance, owner: str) -> SessionRecord:
    return replace(
        session,
        status=SessionStatus.ACTIVE if session.status == SessionStatus.COMPLETED else session.status,
        revision=session.revision + 1,
        lease=owner,
        cursor=entrance.cursor,
        schema_version=entrance.schema_version,
        channels=entrance.channels,
        config=entrance.config,
        history_from=session.last_seq + 1 if entrance.entry is Entry.AFRESH else session.history_from,
    )


def _asked(session: SessionRecord, entrance: Entrance, text: str, owner: str) -> SessionRecord:
    """The session with the lease, and with the customer's message counted in."""
    said = 1 if text else 0
    return replace(
        _brought_up_to_date(session, entrance, owner),
        last_seq=session.last_seq + said,
        last_number=session.last_number + said,
        last_visible_at=clock.now() if said else session.last_visible_at,
    )


def _take(session: SessionRecord, opened: SessionRecord, **values: Any) -> Answer[int]:
    """Take the lease with everything that entering changed; the answer as of `lease.take`."""
    return lease.take(session, opened.lease, session_values(opened) | changed_now() | values)


def refused(error: Error) -> SessionChanged | Unstorable:
    """What a refused write means: somebody was faster, or it can never be stored."""
    return SessionChanged() if is_race(error) else Unstorable(in_words(error))


def _taken(session: SessionRecord, opened: SessionRecord) -> SessionRecord:
    """Take the lease now. Raises SessionChanged."""
    try:
        last_turn = _take(session, opened).first()
    except (IntegrityError, DataError) as error:
        raise refused(error) from error
    if last_turn is None:
        raise SessionChanged
    return replace(opened, last_turn=last_turn)


@dataclass(frozen=True)
class _Entering:
    """What opens a turn, asked of the database."""

    session: SessionRecord
    question: StoredMessage | None
    history: History
    heard: Answer[Row]
    started_afresh: bool

    def open(self, turn: TurnRecord) -> OpenTurn:
        return OpenTurn(
            session=self.session,
            turn=turn,
            history=self.history.messages(self.heard),
            question=self.question,
            started_afresh=self.started_afresh,
        )


def _enter(
    session: SessionRecord,
    opened: SessionRecord,
    entrance: Entrance,
    turn: TurnRecord,
    text: str,
    opening: Opening,
) -> _Entering:
    """Write what entering changed beside the session's row, and the customer's message if there is one."""
    if entrance.entry is not None:
        CHANNELS.delete({"session_id": session.id})
        write_channels(session.id, opened.channels)
        _write_entry(session, opened, entrance.entry, turn)
    asked = [NewMessage(opening.space, ChatRole.HUMAN, text, visible=True)] if text else []
    stored = write_messages(session, turn, asked)
    history = History(opened, opening.space, opening.window)
    return _Entering(
        session=opened,
        question=stored[0] if stored else None,
        history=history,
        heard=history.ask(),
        started_afresh=entrance.entry is Entry.AFRESH,
    )


def _write_entry(session: SessionRecord, opened: SessionRecord, entry: Entry, turn: TurnRecord) -> None:
    """Keep how the session was before the first step, so that it can be forked from later ones."""
    STEPS.delete({"turn_id": turn.key, "number": 0})
    row = {
        "number": 0,
        "node": "",
        "outcome": entry,
        "cursor": opened.cursor,
        "channels": opened.channels,
        "last_seq": session.last_seq,
        "usage": [],
        "started_at": clock.now(),
        "duration_ms": 0,
    }
    STEPS.insert_all([row], computed={"turn_id": turn_key(session.id, turn)})
