"""The guarded writes that opening, stepping and closing share. Callers hold the transaction."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from conversations import clock
from conversations.engine.errors import SessionConflict
from conversations.engine.values import CallRecord, SessionRecord, TurnRecord
from conversations.models import Channel, ModelCall, Session


def write_session(before: SessionRecord, after: SessionRecord) -> None:
    """Move a session's row from one record to the next, guarded by lease owner and revision.

    An empty lease in `after` frees it. Raises SessionConflict, and then nothing was written.
    """
    values: dict[str, Any] = {
        "cursor": after.cursor,
        "status": after.status,
        "revision": after.revision,
        "schema_version": after.schema_version,
        "last_seq": after.last_seq,
        "last_number": after.last_number,
        "last_turn": after.last_turn,
        "history_from": after.history_from,
        "config": after.config,
        "usage": after.usage,
        "last_visible_at": after.last_visible_at,
        "updated_at": clock.now(),
    }
    if not after.lease:
        values |= {"lease_owner": "", "lease_expires_at": None}
    guarded = Session.objects.filter(pk=before.id, lease_owner=before.lease, revision=before.revision)
    if guarded.update(**values) != 1:
        raise SessionConflict


def write_channels(session: UUID, channels: Mapping[str, Mapping[str, Any]]) -> None:
    """Replace the given channels whole."""
    if not channels:
        return
    now = clock.now()
    Channel.objects.bulk_create(
        [
            Channel(session_id=session, node=node, state=state, updated_at=now)
            for node, state in channels.items()
        ],
        update_conflicts=True,
        update_fields=["state", "updated_at"],
        unique_fields=["session", "node"],
    )


def write_calls(turn: TurnRecord, step: int | None, calls: Sequence[CallRecord]) -> None:
    """Add one row a provider call; `step` is None where the step was dropped."""
    if calls:
        ModelCall.objects.bulk_create(
            ModelCall(turn_id=turn.key, step_id=step, **vars(call)) for call in calls
        )
