"""Starting, listing, reading, ending and erasing sessions."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from conversations import access
from conversations.access import ApiCaller, StaffCaller, scopes
from conversations.access.identity import Identity
from conversations.api import listing
from conversations.api.base.idempotency import own_id
from conversations.api.base.views import AsyncAPIView
from conversations.api.openapi import Answer, documented, examples
from conversations.api.openapi.failures import OF_A_SESSION
from conversations.api.openapi.parameters import IDEMPOTENCY_KEY
from conversations.api.serializers import (
    MessagesQuerySerializer,
    MessagesSerializer,
    NewSessionSerializer,
    SessionSerializer,
    SessionsQuerySerializer,
    SessionsSerializer,
    StartedSessionSerializer,
)
from conversations.api.visiting import admit_session, signed_user
from conversations.codes import Code
from conversations.engine import NewSession, engine, graphs, store
from conversations.engine.rendering import visible_message
from conversations.models import Origin, Session
from providers.database import in_database


class SessionsView(AsyncAPIView):
    """`/sessions`."""

    @documented(
        "listSessions",
        "List sessions",
        {200: Answer(SessionsSerializer, "A page of sessions.", examples.SESSIONS)},
        tag="sessions",
        parameters=[SessionsQuerySerializer],
        codes=[Code.FORBIDDEN],
    )
    async def get(self, request: Request) -> Response:
        """List the client's own sessions, those first in which something happened last.

        With the scope `admin`, the sessions of all clients and visitors. A session in which something happens
        while pages are read moves to the first one: whoever wants all of them notes when the walk began, and
        then walks again with `updated_since` that moment, until nothing comes.
        """
        access.check_scope(self.caller, scopes.SESSIONS_READ)
        page = await in_database(listing.page_of_sessions, self.caller, self.query(SessionsQuerySerializer))
        return Response(SessionsSerializer(page).data)

    @documented(
        "startSession",
        "Start a session",
        {
            201: Answer(StartedSessionSerializer, "A new session.", examples.STARTED),
            200: Answer(StartedSessionSerializer, "The session of that external id.", examples.STARTED),
        },
        tag="sessions",
        takes=NewSessionSerializer,
        example=examples.NEW_SESSION,
        parameters=[IDEMPOTENCY_KEY],
        codes=[Code.FORBIDDEN, Code.GRAPH_UNKNOWN, Code.IDEMPOTENCY_MISMATCH],
        for_anybody=True,
    )
    async def post(self, request: Request) -> Response:
        """Start a session; the client's external id seen before gives that session with 200.

        An API key may send it as the header `Idempotency-Key`, too. Who has none is a visitor, whose
        customer a host site may vouch for by a signed `user`.
        """
        for_member = isinstance(self.caller, ApiCaller | StaffCaller)
        if for_member:
            access.check_scope(self.caller, scopes.SESSIONS_WRITE)
        asked = self.body(NewSessionSerializer)
        own = own_id(request, asked.get("external_id"))
        new_session = self._new_session(asked, own, user := asked.pop("user", None))
        if for_member:
            graphs.get(new_session.graph)
        else:
            await admit_session(request, new_session.graph)
        signed = await signed_user(new_session.graph, user)
        session, new = await engine.create_session(_vouched_for(new_session, signed))
        row, token = await in_database(_with_token, session.id)
        answer = StartedSessionSerializer(row, context={"token": token})
        return Response(answer.data, status=201 if new else 200)

    def _new_session(self, asked: dict[str, Any], own: str | None, user: str | None) -> NewSession:
        if isinstance(self.caller, ApiCaller):
            if user is not None and "external_user" in asked:
                raise ValidationError({"user": ["Send either this or external_user."]})
            known = "external_user" in asked
            asked["external_id"] = own
            return NewSession(
                client=self.caller.client, external_user_verified=known, origin=Origin.API, **asked
            )
        refused = [name for name in ("external_user", "external_id") if name in asked]
        if refused:
            raise ValidationError({name: ["Only an API key may set this."] for name in refused})
        by_visitor = not isinstance(self.caller, StaffCaller)
        return NewSession(by_visitor=by_visitor, origin=Origin.API, **asked)


def _with_token(session: UUID) -> tuple[Session, str]:
    return listing.read_session(session), access.issue_token(session)


def _vouched_for(new: NewSession, signed: Identity | None) -> NewSession:
    """The same session, whose customer is who the host site says."""
    if signed is None:
        return new
    return replace(
        new,
        external_user=signed.sub,
        external_user_verified=True,
        external_name=signed.name,
        external_email=signed.email,
    )


class SessionView(AsyncAPIView):
    """`/sessions/{id}`."""

    @documented(
        "readSession",
        "Read a session",
        {200: Answer(SessionSerializer, "How the session stands.", examples.SESSION)},
        tag="sessions",
        parameters=[examples.SESSION_ID],
        codes=OF_A_SESSION,
    )
    async def get(self, request: Request, session_id: str) -> Response:
        """The session's state."""
        session = await self.session(session_id, scopes.SESSIONS_READ)
        return Response(SessionSerializer(await in_database(listing.read_session, session)).data)

    @documented(
        "eraseSession",
        "Erase a session",
        {204: Answer(None, "Nothing is left of what the customer said.")},
        tag="sessions",
        parameters=[examples.SESSION_ID],
        codes=OF_A_SESSION,
    )
    async def delete(self, request: Request, session_id: str) -> Response:
        """Erase what the customer said and is known by, and end the session; it cannot be undone.

        What the machine did stays on record without content. Erasing once more changes nothing.
        """
        session = await self.session(session_id, scopes.SESSIONS_ERASE)
        await engine.erase(session)
        return Response(status=204)


class MessagesView(AsyncAPIView):
    """`/sessions/{id}/messages`."""

    @documented(
        "readMessages",
        "Read messages",
        {200: Answer(MessagesSerializer, "Visible messages, oldest first.", examples.MESSAGES)},
        tag="sessions",
        parameters=[examples.SESSION_ID, MessagesQuerySerializer],
        codes=OF_A_SESSION,
    )
    async def get(self, request: Request, session_id: str) -> Response:
        """The visible messages after number `after`, oldest first."""
        session = await self.session(session_id, scopes.SESSIONS_READ)
        query = self.query(MessagesQuerySerializer)
        limit = query["limit"]
        found = await in_database(store.page_of_messages, session, after=query["after"], limit=limit + 1)
        messages = list(map(visible_message, found[:limit]))
        following = messages[-1].n if len(found) > limit else None
        return Response(MessagesSerializer({"messages": messages, "next": following}).data)


class EndView(AsyncAPIView):
    """`/sessions/{id}/end`."""

    @documented(
        "endSession",
        "End a session",
        {200: Answer(SessionSerializer, "The ended session.", examples.SESSION | {"status": "ended"})},
        tag="sessions",
        parameters=[examples.SESSION_ID],
        codes=[*OF_A_SESSION, Code.SESSION_COMPLETED],
    )
    async def post(self, request: Request, session_id: str) -> Response:
        """End the session; a turn that runs is cancelled."""
        session = await self.session(session_id, scopes.SESSIONS_WRITE, "conversations.end_session")
        await engine.end_session(session)
        return Response(SessionSerializer(await in_database(listing.read_session, session)).data)
