"""Forks: a new session as another one was after one of its steps."""

from itertools import takewhile
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Model, Q

from conversations import clock
from conversations.authoring.nodes import END
from conversations.engine.errors import SessionUnknown, StepUnknown, TurnUnknown
from conversations.engine.records import SessionRecord
from conversations.engine.store.rows import load_session
from conversations.engine.store.writing import write_channels
from conversations.models import (
    Entry,
    Message,
    Origin,
    Session,
    SessionStatus,
    Step,
    StepOutcome,
    Turn,
    TurnStatus,
)

M = TypeVar("M", bound=Model)


@transaction.atomic
def fork_session(session: UUID, turn_number: int, step_number: int) -> SessionRecord:
    """Make a test session with channels, messages and cursor as they were after a step.

    Of nodes that ran at once all have run in it: they were written together.
    Turns and steps until then are copied, what they cost is not. The parent is left untouched.
    Raises SessionUnknown, TurnUnknown, StepUnknown.
    """
    step = _step(session, turn_number, step_number)
    parent = step.turn.session
    steps = _until(step)
    messages = list(Message.objects.filter(session=session, seq__lte=step.last_seq).order_by("seq"))
    numbers = [message.number for message in messages if message.number is not None]
    now = clock.now()
    fork = Session.objects.create(
        graph=parent.graph,
        cursor=step.cursor,
        status=SessionStatus.COMPLETED if step.cursor == END else SessionStatus.ACTIVE,
        schema_version=step.turn.schema_version,
        last_seq=step.last_seq,
        last_number=max(numbers, default=0),
        last_turn=turn_number,
        history_from=_history_from(steps),
        external_user=parent.external_user,
        external_user_verified=parent.external_user_verified,
        external_name=parent.external_name,
        external_email=parent.external_email,
        config=parent.config,
        forked_from=step,
        origin=Origin.FORK,
        is_test=True,
        created_at=now,
        updated_at=now,
        last_visible_at=max((m.created_at for m in messages if m.number is not None), default=None),
    )
    write_channels(fork.pk, _channels_after(steps))
    turns = {turn.pk: _copied_turn(fork, turn, step) for turn in _turns(session, turn_number)}
    Turn.objects.bulk_create(turns.values())
    copied = {one.pk: _copied(one, turn=turns[one.turn_id], usage=[]) for one in steps}
    Step.objects.bulk_create(copied.values())
    Message.objects.bulk_create(
        _copied(
            message,
            session=fork,
            turn=None if message.turn_id is None else turns[message.turn_id],
            client_id=None,
            step=None if message.step_id is None else copied[message.step_id],
        )
        for message in messages
    )
    return load_session(fork.pk)


def _step(session: UUID, turn_number: int, step_number: int) -> Step:
    # Held, so that whoever erases the session finds the fork, too.
    if Session.objects.select_for_update().filter(pk=session).values_list("pk").first() is None:
        raise SessionUnknown
    if not Turn.objects.filter(session=session, number=turn_number).exists():
        raise TurnUnknown
    steps = Step.objects.select_related("turn__session").filter(turn__session=session)
    step = steps.filter(turn__number=turn_number, number=step_number).first()
    if step is None:
        raise StepUnknown
    later = steps.filter(turn__number=turn_number, number__gt=step_number).order_by("number")
    joined = list(takewhile(lambda one: one.outcome == StepOutcome.JOIN, later))
    return joined[-1] if joined else step


def _until(step: Step) -> list[Step]:
    """The session's steps until this one, in the order in which they were written."""
    earlier = Q(turn__number__lt=step.turn.number)
    of_turn = Q(turn=step.turn_id, number__lte=step.number)
    steps = Step.objects.filter(earlier | of_turn, turn__session=step.turn.session_id)
    return list(steps.order_by("turn__number", "number"))


def _turns(session: UUID, turn_number: int) -> list[Turn]:
    return list(Turn.objects.filter(session=session, number__lte=turn_number).order_by("number"))


def _channels_after(steps: list[Step]) -> dict[str, Any]:
    channels: dict[str, Any] = {}
    for step in steps:
        if step.outcome in Entry:
            channels = {}
        channels |= step.channels
    return channels


def _history_from(steps: list[Step]) -> int:
    afresh = [step.last_seq + 1 for step in steps if step.outcome == Entry.AFRESH]
    return afresh[-1] if afresh else 0


def _copied_turn(fork: Session, turn: Turn, step: Step) -> Turn:
    """A turn for the fork, as it stood after the step; nobody retries or resumes it there."""
    over = {TurnStatus.FAILED, TurnStatus.CANCELLED}
    of_step = turn.pk == step.turn_id
    return _copied(
        turn,
        session=fork,
        client_id=None,
        status=TurnStatus.COMPLETED if of_step or turn.status not in over else turn.status,
        text="",
        config=None,
        cause="" if of_step else turn.cause,
        cause_detail="" if of_step else turn.cause_detail,
        completes_session=turn.completes_session and (not of_step or step.cursor == END),
        usage=[],
    )


def _copied(row: M, **changes: Any) -> M:
    """A new row like another one, not saved yet."""
    columns = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    del columns[row._meta.pk.attname]
    for name, value in changes.items():
        columns.pop(f"{name}_id", None)
        columns[name] = value
    return type(row)(**columns)
