"""Starting, reading and ending sessions."""

from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from conversations import access
from conversations.access import ApiCaller, scopes
from conversations.api.serializers import (
    MessagesQuerySerializer,
    MessagesSerializer,
    NewSessionSerializer,
    SessionSerializer,
    StartedSessionSerializer,
)
from conversations.api.views import AsyncAPIView
from conversations.engine import NewSession, engine, graphs, store
from conversations.engine.rendering import visible_message
from providers.database import in_database


class SessionsView(AsyncAPIView):
    """`/sessions`."""

    async def post(self, request: Request) -> Response:
        """Start a session; the client's external id seen before gives that session with 200.

        An API key may send it as the header `Idempotency-Key`, too.
        """
        body = NewSessionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        asked: dict[str, Any] = body.validated_data
        graphs.get(asked["graph"])
        await in_database(access.check_start, self.caller, asked["graph"])
        session, new = await engine.create_session(self._new_session(asked))
        token = await in_database(access.issue_token, session.id)
        answer = StartedSessionSerializer(session, context={"token": token})
        return Response(answer.data, status=201 if new else 200)

    def _new_session(self, asked: dict[str, Any]) -> NewSession:
        if isinstance(self.caller, ApiCaller):
            external_id = asked.pop("external_id", None) or self.idempotency_key()
            return NewSession(client=self.caller.client, external_id=external_id, **asked)
        refused = [name for name in ("external_user", "external_id") if name in asked]
        if refused:
            raise ValidationError({name: ["Only an API key may set this."] for name in refused})
        return NewSession(by_visitor=True, **asked)


class SessionView(AsyncAPIView):
    """`/sessions/{id}`."""

    async def get(self, request: Request, session_id: str) -> Response:
        """The session's state."""
        session = await self.session(session_id, scopes.SESSIONS_READ)
        return Response(SessionSerializer(await in_database(store.read_session, session)).data)


class MessagesView(AsyncAPIView):
    """`/sessions/{id}/messages`."""

    async def get(self, request: Request, session_id: str) -> Response:
        """The visible messages after number `after`, oldest first."""
        session = await self.session(session_id, scopes.SESSIONS_READ)
        query = MessagesQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        limit = query.validated_data["limit"]
        found = await in_database(
            store.page_of_messages, session, after=query.validated_data["after"], limit=limit + 1
        )
        messages = list(map(visible_message, found[:limit]))
        following = messages[-1].n if len(found) > limit else None
        return Response(MessagesSerializer({"messages": messages, "next": following}).data)


class EndView(AsyncAPIView):
    """`/sessions/{id}/end`."""

    async def post(self, request: Request, session_id: str) -> Response:
        """End the session; a turn that runs is cancelled."""
        session = await self.session(session_id, scopes.SESSIONS_WRITE)
        await engine.end_session(session)
        return Response(SessionSerializer(await in_database(store.read_session, session)).data)
