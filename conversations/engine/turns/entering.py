"""How a session is brought up to date before a turn: migrations, `on_restore`, caller's config."""

import asyncio
import copy
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from conversations import clock
from conversations.authoring.graph import Graph
from conversations.authoring.migrations import StoredSession
from conversations.authoring.nodes import DEFAULT_SPACE
from conversations.authoring.restore import Restore, RestoredSession
from conversations.engine.conversation.json_replies import asks_anew
from conversations.engine.errors import (
    EngineError,
    RequestInvalid,
    SessionCompleted,
    SessionTooNew,
    SessionUnavailable,
)
from conversations.engine.invoking import invoke
from conversations.engine.records import Entrance, SessionRecord
from conversations.engine.turns.running import is_being_stopped
from conversations.models.states import Entry, SessionStatus
from conversations.text import holds_forbidden
from providers.validation import field_problems

logger = logging.getLogger(__name__)


RESTORE_SECONDS: Final = 10.0
"""How long a graph's `on_restore` may take."""


async def entrance_of(graph: Graph, session: SessionRecord, given: dict[str, Any] | None = None) -> Entrance:
    """How a session is after migrations and `on_restore`, the caller's config merged in.

    A completed session of a json graph that is given another config starts afresh.
    Raises SessionTooNew, SessionCompleted, RequestInvalid; SessionUnavailable where the graph's own code
    fails or takes too long.
    """
    with _own_code(graph, session):
        async with asyncio.timeout(RESTORE_SECONDS):
            entrance = migrated(graph, session)
            config = merged_config(graph, session.config, given)
            return await _restored(graph, session, replace(entrance, config=config))


def entrance_of_retry(graph: Graph, session: SessionRecord) -> Entrance:
    """How a session is after migrations; `on_restore` is not asked.

    Raises SessionTooNew, SessionUnavailable.
    """
    with _own_code(graph, session):
        return migrated(graph, session)


@contextmanager
def _own_code(graph: Graph, session: SessionRecord) -> Iterator[None]:
    """Whatever a graph's own code raises becomes SessionUnavailable."""
    try:
        yield
    except EngineError:
        raise
    except asyncio.CancelledError as error:
        if is_being_stopped():
            raise
        raise SessionUnavailable from error
    except Exception as error:
        logger.exception("The session %s of the graph %s cannot be entered.", session.id, graph.name)
        raise SessionUnavailable from error


def migrated(graph: Graph, session: SessionRecord) -> Entrance:
    """Follow the graph's schema to its present version. Raises SessionTooNew."""
    if session.schema_version > graph.schema_version:
        raise SessionTooNew
    stored = StoredSession(session.cursor, copy.deepcopy(session.channels))
    for migration in graph.migrations[session.schema_version - 1 :]:
        migration.apply(stored)
    return Entrance(
        cursor=stored.cursor,
        schema_version=graph.schema_version,
        channels=stored.channels,
        config=session.config,
        entry=None if session.schema_version == graph.schema_version else Entry.MIGRATED,
    )


async def _restored(graph: Graph, session: SessionRecord, entrance: Entrance) -> Entrance:
    """Ask the graph whether the session goes on or starts afresh. Raises SessionCompleted."""
    if session.status == SessionStatus.ENDED:
        raise SessionCompleted
    is_completed = session.status == SessionStatus.COMPLETED
    anew = is_completed and asks_anew(graph, session.config, entrance.config)
    if anew or await _starts_afresh(graph, session, entrance):
        return Entrance(
            cursor=graph.start_id,
            schema_version=graph.schema_version,
            channels={},
            config=entrance.config,
            entry=Entry.AFRESH,
        )
    if is_completed:
        raise SessionCompleted
    return entrance


async def _starts_afresh(graph: Graph, session: SessionRecord, entrance: Entrance) -> bool:
    if type(graph).on_restore is Graph.on_restore:
        return False
    seen = session.last_visible_at or session.created_at
    view = RestoredSession(
        id=str(session.id),
        cursor=entrance.cursor,
        status=session.status,
        created_at=session.created_at,
        idle=clock.now() - seen,
    )
    return await invoke(graph.on_restore, view) is Restore.START_AFRESH


def merged_config(graph: Graph, stored: dict[str, Any], given: dict[str, Any] | None) -> dict[str, Any]:
    """The session's config with the caller's merged in, validated. Raises RequestInvalid."""
    if given is None:
        return stored
    if holds_forbidden(given):
        raise RequestInvalid(errors={"config": ["It holds characters that are not allowed."]})
    try:
        merged = json.dumps({**stored, **given}, allow_nan=False)
    except (TypeError, ValueError):
        raise RequestInvalid(errors={"config": ["It is not JSON."]}) from None
    if graph.Config is None:
        if given:
            raise RequestInvalid(errors={"config": ["This graph takes no configuration."]})
        return stored
    unknown = sorted(set(given) - set(graph.Config.model_fields))
    if unknown:
        raise RequestInvalid(errors={f"config.{name}": ["There is no such field."] for name in unknown})
    try:
        config: BaseModel = graph.Config.model_validate_json(merged)
    except ValidationError as error:
        errors: dict[str, list[str]] = {}
        for problem in field_problems(error):
            errors.setdefault(f"config.{problem.field}".rstrip("."), []).append(problem.message)
        raise RequestInvalid(errors=errors) from None
    dumped = config.model_dump(mode="json")
    try:
        json.dumps(dumped, allow_nan=False)
    except ValueError:
        raise RequestInvalid(errors={"config": ["It holds a number that is not finite."]}) from None
    return dumped


def initial_config(graph: Graph, given: dict[str, Any], *, by_visitor: bool) -> dict[str, Any]:
    """A new session's config; fields that are left out get their defaults. Raises RequestInvalid.

    A visitor may set only fields that are marked with `json_schema_extra={"public": True}`.
    """
    if by_visitor and graph.Config is not None:
        private = sorted(name for name in given if not _is_public(graph.Config, name))
        if private:
            raise RequestInvalid(
                errors={f"config.{name}": ["Only an API key may set this."] for name in private}
            )
    return merged_config(graph, {}, given)


def _is_public(config: type[BaseModel], name: str) -> bool:
    field = config.model_fields.get(name)
    extra = field.json_schema_extra if field else None
    return isinstance(extra, dict) and extra.get("public") is True


def space_of_cursor(graph: Graph, cursor: str) -> str:
    """The space that a customer's message joins; the default one where the cursor names no node."""
    return graph.space_of(cursor) if graph.has_node(cursor) else DEFAULT_SPACE
