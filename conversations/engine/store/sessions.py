"""Making, reading and ending sessions."""

from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from conversations import clock
from conversations.engine.errors import IdempotencyMismatch, SessionCompleted, SessionUnknown
from conversations.engine.records import SessionRecord, SessionView, StoredMessage, TurnRecord
from conversations.engine.store.holders import close_takeover, holder_of
from conversations.engine.store.rows import find_turn, load_session
from conversations.engine.values import NewSession
from conversations.models import DUE, Message, MessageRole, Origin, Session, SessionStatus, Turn, TurnStatus


def create_session(new: NewSession, *, cursor: str, schema_version: int) -> tuple[SessionRecord, bool]:
    """Make a session, or find the client's own one of the same external id. Tells whether it is new.

    Raises IdempotencyMismatch where that session is another graph's or another user's.
    """
    if new.external_id is not None:
        found = _by_external_id(new)
        if found is not None:
            return _same_again(found, new), False
    now = clock.now()
    try:
        with transaction.atomic():
            row = Session.objects.create(
                graph=new.graph,
                cursor=cursor,
                schema_version=schema_version,
                client_id=new.client,
                external_id=new.external_id,
                external_user=new.external_user,
                external_user_verified=new.external_user_verified,
                external_name=new.external_name,
                external_email=new.external_email,
                config=new.config,
                origin=new.origin,
                is_test=new.is_test,
                created_at=now,
                updated_at=now,
            )
    except IntegrityError:
        found = _by_external_id(new)
        if found is None:
            raise
        return _same_again(found, new), False
    return load_session(row.pk), True


def _same_again(found: Session, new: NewSession) -> SessionRecord:
    if (found.graph, found.external_user) != (new.graph, new.external_user):
        raise IdempotencyMismatch("This external id was used before for another conversation.")
    return load_session(found.pk)


def _by_external_id(new: NewSession) -> Session | None:
    return Session.objects.filter(client=new.client, external_id=new.external_id).first()


def read_session(session: UUID) -> SessionRecord:
    """A session as it is now. Raises SessionUnknown."""
    return load_session(session)


def heir_of(session: UUID) -> NewSession:
    """What a session starts with that takes another one's place in the chat: the same user, owner and config.

    Raises SessionUnknown.
    """
    row = Session.objects.filter(pk=session).first()
    if row is None:
        raise SessionUnknown
    return NewSession(
        graph=row.graph,
        config=row.config,
        client=row.client_id,
        external_user=row.external_user,
        external_user_verified=row.external_user_verified,
        external_name=row.external_name,
        external_email=row.external_email,
        origin=Origin.CHAT,
        is_test=row.is_test,
    )


@transaction.atomic
def end_session(session: UUID) -> None:
    """End a session; a running turn is cancelled, loses its lease and writes nothing more.

    So is every turn that waits, and what staff have taken over is no longer theirs. Raises SessionUnknown,
    SessionCompleted where it is over already.
    """
    open_states = [SessionStatus.ACTIVE, SessionStatus.HANDED_OVER]
    ended = Session.objects.filter(pk=session, status__in=open_states).update(
        status=SessionStatus.ENDED,
        lease_owner="",
        lease_expires_at=None,
        revision=F("revision") + 1,
        updated_at=clock.now(),
    )
    if not ended:
        load_session(session)
        raise SessionCompleted
    Turn.objects.filter(session=session, status__in=[TurnStatus.RUNNING, *DUE]).update(
        status=TurnStatus.CANCELLED, ended_at=clock.now()
    )
    close_takeover(session)


def revoke_tokens(session: UUID) -> None:
    """Make every token void that a session's visitors hold now. Raises SessionUnknown."""
    if not Session.objects.filter(pk=session).update(token_epoch=F("token_epoch") + 1):
        raise SessionUnknown


def visible_messages(
    session: UUID, *, after: int = 0, before: int | None = None, limit: int = 100
) -> list[StoredMessage]:
    """The newest `limit` visible messages with `after` < n (< `before`), oldest first."""
    rows = Message.objects.filter(session=session, number__gt=after).select_related("turn")
    if before is not None:
        rows = rows.filter(number__lt=before)
    return [stored_message(row) for row in reversed(rows.order_by("-number")[:limit])]


def view_session(session: UUID, *, after: int, limit: int) -> SessionView:
    """A session as its customer finds it. Raises SessionUnknown."""
    newest = find_turn(session)
    return SessionView(
        session=read_session(session),
        messages=tuple(visible_messages(session, after=after, limit=limit)),
        newest_turn=newest,
        to_be_retried=newest is not None and is_to_be_retried(newest),
        holder=holder_of(session),
    )


def is_to_be_retried(newest: TurnRecord) -> bool:
    """Whether a session's newest turn failed, and staff have not written to the customer since."""
    if newest.status != TurnStatus.FAILED:
        return False
    return not Message.objects.filter(turn=newest.key).exclude(author="").exists()


def may_be_retried(session: UUID, turn: TurnRecord) -> bool:
    """Whether a turn failed that is the newest of its session, and the machine goes on in that."""
    if turn.status != TurnStatus.FAILED:
        return False
    closed = [SessionStatus.ENDED, SessionStatus.HANDED_OVER]
    goes_on = Session.objects.filter(pk=session, last_turn=turn.number).exclude(status__in=closed)
    return goes_on.exists() and is_to_be_retried(turn)


def page_of_messages(session: UUID, *, after: int, limit: int) -> list[StoredMessage]:
    """The oldest `limit` visible messages with n > `after`, oldest first."""
    rows = Message.objects.filter(session=session, number__gt=after).select_related("turn")
    return [stored_message(row) for row in rows.order_by("number")[:limit]]


def stored_message(row: Message) -> StoredMessage:
    """A visible message's row as a value; its turn has to be at hand."""
    assert row.number is not None
    return StoredMessage(
        number=row.number,
        role=row.role,
        author=row.author,
        text=row.text,
        at=row.created_at,
        turn=row.turn.number if row.turn else 0,
        client_id=row.turn.client_id if row.turn and row.role == MessageRole.HUMAN else None,
        suggestions=tuple(row.suggestions),
    )
