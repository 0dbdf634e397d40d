"""Taking sessions over, writing in them in the machine's place, and handing them back.

Each is one transaction that holds the session's row, so that the database decides who was first, and
each has its entry in the back office's log.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias
from uuid import UUID

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from conversations import clock
from conversations.engine.errors import (
    HeldByAnother,
    IdempotencyMismatch,
    NotHandedOver,
    SessionCompleted,
    SessionUnknown,
)
from conversations.engine.records import NewMessage, SessionRecord, StoredMessage, TurnRecord
from conversations.engine.staff import Holder, Staff
from conversations.engine.store import lease, outbox
from conversations.engine.store.holders import as_holder, close_takeover, holder_of
from conversations.engine.store.rows import find_turn, load_session
from conversations.engine.store.sessions import stored_message
from conversations.engine.store.tables import SESSIONS, TURNS
from conversations.engine.store.writing import changed_now, session_values, write_messages
from conversations.models import DUE, Message, MessageRole, Session, SessionStatus, Takeover, Turn, TurnStatus
from providers.ports import ChatRole

SpaceOf: TypeAlias = Callable[[str], str]
"""The space that messages join while a cursor is here."""

Merge: TypeAlias = Callable[[dict[str, Any], dict[str, Any] | None], dict[str, Any]]
"""A session's config with the caller's merged in."""


@dataclass(frozen=True)
class Answered:
    """A turn that waited and that staff answer now; `message` is the customer's, where it joined only now."""

    turn: int
    client_id: str | None
    message: StoredMessage | None


@dataclass(frozen=True)
class TakenOver:
    """What a take-over did. `cancelled` is the turn that ran, and `owner` who ran it.

    `is_new` is False where the same person holds the session already: nothing was changed.
    """

    holder: Holder
    is_new: bool = True
    cancelled: int | None = None
    owner: str = ""
    answered: tuple[Answered, ...] = ()


@transaction.atomic
def take_over(session: UUID, staff: Staff, space_of: SpaceOf, merge: Merge) -> TakenOver:
    """Let staff answer from now on, also where somebody else of them does.

    A turn that runs is cancelled and loses its lease over the fence: its step writes nothing more. Those
    that wait are over; their messages join the conversation. Raises SessionUnknown, SessionCompleted.
    """
    status = _locked(session).status
    if status not in (SessionStatus.ACTIVE, SessionStatus.HANDED_OVER):
        raise SessionCompleted
    former = holder_of(session)
    if former is not None and former.staff == staff.key:
        return TakenOver(former, is_new=False)
    now = clock.now()
    close_takeover(session, by=staff.name)
    row = Takeover.objects.create(
        session_id=session,
        staff_id=staff.key,
        staff_name=staff.name,
        shown_name=staff.shown_name,
        began_at=now,
    )
    if former is not None:
        _log(session, staff, f"Took the conversation over from {former.name}.")
        return TakenOver(as_holder(row))
    record = load_session(session)
    running = Turn.objects.filter(session=session, status=TurnStatus.RUNNING)
    cancelled = running.values_list("number", flat=True).first()
    running.update(status=TurnStatus.CANCELLED, ended_at=now)
    outbox.handed_over(session)
    after, answered = _answer_waiting(record, space_of, merge)
    SESSIONS.update(
        {
            **session_values(replace(after, status=SessionStatus.HANDED_OVER)),
            **changed_now(),
            **lease.FREE,
        },
        where={"id": session},
        computed={"revision": '"revision" + 1'},
    )
    _log(session, staff, "Took the conversation over.")
    return TakenOver(as_holder(row), cancelled=cancelled, owner=record.lease, answered=tuple(answered))


@transaction.atomic
def say(session: UUID, staff: Staff, text: str, client_id: str, space_of: SpaceOf) -> StoredMessage:
    """Add what staff say to the cursor's space; the same client id again adds nothing.

    Raises SessionUnknown, NotHandedOver, HeldByAnother, IdempotencyMismatch.
    """
    row = _locked(session)
    said = Message.objects.filter(session=session, client_id=client_id).select_related("turn").first()
    if said is not None:
        if (said.text, said.author) != (text, staff.author):
            raise IdempotencyMismatch
        return stored_message(said)
    check_held(session, staff)
    now = clock.now()
    message = Message.objects.create(
        session_id=session,
        seq=row.last_seq + 1,
        number=row.last_number + 1,
        turn=Turn.objects.filter(session=session).order_by("-number").first(),
        space=space_of(row.cursor),
        role=MessageRole.AI,
        author=staff.author,
        text=text,
        client_id=client_id,
        created_at=now,
    )
    SESSIONS.update(
        {"last_seq": message.seq, "last_number": message.number, "last_visible_at": now, "updated_at": now},
        where={"id": session},
        computed={"revision": '"revision" + 1'},
    )
    _log(session, staff, f"Wrote message {message.number} to the customer.")
    return stored_message(message)


@transaction.atomic
def hand_back(session: UUID, staff: Staff) -> Holder:
    """Let the machine answer again, from the next message on; return who held the session.

    Raises SessionUnknown, NotHandedOver, HeldByAnother.
    """
    _locked(session)
    holder = check_held(session, staff)
    close_takeover(session, by=staff.name)
    SESSIONS.update(
        {"status": SessionStatus.ACTIVE, "updated_at": clock.now()},
        where={"id": session},
        computed={"revision": '"revision" + 1'},
    )
    _log(session, staff, "Handed the conversation back.")
    return holder


def check_held(session: UUID, staff: Staff) -> Holder:
    """The take-over of a session, where it is this person's. Raises NotHandedOver, HeldByAnother."""
    holder = holder_of(session)
    if holder is None:
        raise NotHandedOver
    if holder.staff != staff.key:
        raise HeldByAnother(holder.name)
    return holder


def _locked(session: UUID) -> Session:
    """The session's row, which nobody else changes until the transaction is over."""
    row = Session.objects.select_for_update().filter(pk=session).first()
    if row is None:
        raise SessionUnknown
    return row


def _answer_waiting(
    record: SessionRecord, space_of: SpaceOf, merge: Merge
) -> tuple[SessionRecord, list[Answered]]:
    """End the turns that wait or were interrupted; what the customer said there joins the conversation."""
    answered = []
    due = Turn.objects.filter(session=record.id, status__in=DUE).order_by("number")
    for number in due.values_list("number", flat=True):
        turn = find_turn(record.id, number=number)
        assert turn is not None
        message = None
        if turn.status == TurnStatus.QUEUED:
            record, message = _join(record, turn, space_of(record.cursor), merge)
        over = {"status": TurnStatus.COMPLETED, "handed_over": True, "ended_at": clock.now()}
        TURNS.update({**over, "text": "", "config": None}, where={"id": turn.key})
        outbox.turn_completed(record.id, turn.number, handed_over=True)
        answered.append(Answered(turn.number, turn.client_id, message))
    return record, answered


def _join(
    record: SessionRecord, turn: TurnRecord, space: str, merge: Merge
) -> tuple[SessionRecord, StoredMessage | None]:
    """Let what a turn that waited brought join the session."""
    record = replace(record, config=merge(record.config, turn.config))
    if not turn.text:
        return record, None
    (message,) = write_messages(record, turn, [NewMessage(space, ChatRole.HUMAN, turn.text, visible=True)])
    seq, number = record.last_seq + 1, record.last_number + 1
    return replace(record, last_seq=seq, last_number=number, last_visible_at=message.at), message


def _log(session: UUID, staff: Staff, what: str) -> None:
    """Put into the back office's log what somebody did."""
    LogEntry.objects.create(
        user_id=staff.key,
        content_type=ContentType.objects.get_for_model(Session),
        object_id=str(session),
        object_repr=str(session),
        action_flag=CHANGE,
        change_message=what,
    )
