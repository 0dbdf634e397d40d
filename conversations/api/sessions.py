"""Starting, reading and ending sessions."""

from dataclasses import replace
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from conversations import access
from conversations.access import ApiCaller, scopes
from conversations.access.identity import Identity
from conversations.api.serializers import (
    MessagesQuerySerializer,
    MessagesSerializer,
    NewSessionSerializer,
    SessionSerializer,
    StartedSessionSerializer,
)
from conversations.api.views import AsyncAPIView
from conversations.api.visiting import admit_session, signed_user
from conversations.engine import NewSession, engine, graphs, store
from conversations.engine.rendering import visible_message
from providers.database import in_database


class SessionsView(AsyncAPIView):
    """`/sessions`."""

    async def post(self, request: Request) -> Response:
        """Start a session; the client's external id seen before gives that session with 200.

        An API key may send it as the header `Idempotency-Key`, too. Who has none is a visitor, whose
        customer a host site may vouch for by a signed `user`.
        """
        body = NewSessionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        asked: dict[str, Any] = body.validated_data
        new_session = self._new_session(asked, user := asked.pop("user", None))
        if isinstance(self.caller, ApiCaller):
            graphs.get(new_session.graph)
            await in_database(access.check_start, self.caller, new_session.graph)
        else:
            await admit_session(request, new_session.graph)
        signed = await signed_user(new_session.graph, user)
        session, new = await engine.create_session(_vouched_for(new_session, signed))
        token = await in_database(access.issue_token, session.id)
        answer = StartedSessionSerializer(session, context={"token": token})
        return Response(answer.data, status=201 if new else 200)

    def _new_session(self, asked: dict[str, Any], user: str | None) -> NewSession:
        if isinstance(self.caller, ApiCaller):
            if user is not None and "external_user" in asked:
                raise ValidationError({"user": ["Send either this or external_user."]})
            external_id = asked.pop("external_id", None) or self.idempotency_key()
            known = "external_user" in asked
            return NewSession(
                client=self.caller.client, external_id=external_id, external_user_verified=known, **asked
            )
        refused = [name for name in ("external_user", "external_id") if name in asked]
        if refused:
            raise ValidationError({name: ["Only an API key may set this."] for name in refused})
        return NewSession(by_visitor=True, **asked)


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
