"""Running, reading and retrying turns."""

from typing import Any, Final
from uuid import UUID

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from conversations.access import ApiCaller, scopes
from conversations.api.openapi import Answer, documented, examples
from conversations.api.openapi.failures import OF_A_SESSION
from conversations.api.openapi.parameters import IDEMPOTENCY_KEY
from conversations.api.problems import problem
from conversations.api.serializers import NewTurnSerializer, StandingSerializer, TurnSerializer
from conversations.api.views import AsyncAPIView
from conversations.api.visiting import admit_turn
from conversations.codes import Code
from conversations.engine import TurnRequest, TurnResult, engine, store
from conversations.engine.values import TurnRecord
from conversations.models.states import TurnStatus
from providers.database import in_database

RUNS: Final = (
    *OF_A_SESSION,
    Code.GRAPH_UNKNOWN,
    Code.SESSION_BUSY,
    Code.SESSION_CONFLICT,
    Code.SESSION_COMPLETED,
    Code.SESSION_TOO_NEW,
    Code.TURN_CANCELLED,
    Code.TURN_FAILED,
)
"""How running a turn can fail."""


class TurnAnswers(AsyncAPIView):
    """What the views of turns share."""

    def shown(self, result: TurnResult) -> dict[str, Any]:
        """A turn's end as this caller may see it; causes and models are for API keys only."""
        context = {"for_integration": isinstance(self.caller, ApiCaller)}
        return dict(TurnSerializer(result, context=context).data)

    def answer(self, result: TurnResult) -> Response:
        """200 with the reply, or 502: the message is stored and the turn can be retried."""
        shown = self.shown(result)
        if result.success:
            return Response(shown)
        detail = "The message is stored and what was answered before stands; the turn can be retried."
        return problem(Code(shown.pop("code")), detail, **shown)

    async def standing(self, session: UUID, turn: TurnRecord) -> Response:
        """How a turn stands, and how it ended where it has."""
        stands = {"status": turn.status, "client_id": turn.client_id}
        if turn.status not in (TurnStatus.COMPLETED, TurnStatus.FAILED):
            return Response({"session": str(session), "turn": turn.number, **stands})
        _, result = await in_database(store.retold, session, turn)
        return Response({**self.shown(result), **stands})


class TurnsView(TurnAnswers):
    """`/sessions/{id}/turns`."""

    @documented(
        "runTurn",
        "Run a turn",
        {200: Answer(TurnSerializer, "The reply.", examples.TURN)},
        tag="turns",
        takes=NewTurnSerializer,
        example=examples.NEW_TURN,
        parameters=[examples.SESSION_ID, IDEMPOTENCY_KEY],
        codes=[*RUNS, Code.MESSAGE_INVALID, Code.IDEMPOTENCY_MISMATCH],
    )
    async def post(self, request: Request, session_id: str) -> Response:
        """Run a turn and wait for its end. It goes on when the caller leaves."""
        session = await self.session(session_id, scopes.SESSIONS_WRITE)
        body = NewTurnSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        asked: dict[str, Any] = body.validated_data
        private = [name for name in ("config", "busy") if name in asked]
        if private and not isinstance(self.caller, ApiCaller):
            raise ValidationError({name: ["Only an API key may set this."] for name in private})
        client_id = asked.get("client_id") or self.idempotency_key()
        await admit_turn(self, asked["message"], client_id)
        turn = TurnRequest(
            session=session,
            message=asked["message"],
            client_id=client_id,
            config=asked.get("config"),
            busy=asked.get("busy"),
        )
        return self.answer(await engine.run(turn))


class TurnView(TurnAnswers):
    """`/sessions/{id}/turns/{n}`."""

    @documented(
        "readTurn",
        "Read a turn",
        {200: Answer(StandingSerializer, "How it stands.", examples.STANDING)},
        tag="turns",
        parameters=[examples.SESSION_ID, examples.NUMBER],
        codes=[*OF_A_SESSION, Code.NOT_FOUND],
    )
    async def get(self, request: Request, session_id: str, number: int) -> Response:
        """How a turn stands, and how it ended where it has."""
        session = await self.session(session_id, scopes.SESSIONS_READ)
        return await self.standing(session, await in_database(store.read_turn, session, number))


class RetryView(TurnAnswers):
    """`/sessions/{id}/turns/{n}/retry`."""

    @documented(
        "retryTurn",
        "Retry a turn",
        {200: Answer(TurnSerializer, "The reply.", examples.TURN)},
        tag="turns",
        parameters=[examples.SESSION_ID, examples.NUMBER],
        codes=[*RUNS, Code.NOT_FOUND, Code.TURN_NOT_RETRYABLE],
    )
    async def post(self, request: Request, session_id: str, number: int) -> Response:
        """Run an interrupted turn, or the session's newest failed one, again and wait for its end."""
        session = await self.session(session_id, scopes.SESSIONS_WRITE)
        await admit_turn(self)
        running = await engine.retry(session, number)
        return self.answer(await running.result())


class CancelView(TurnAnswers):
    """`/sessions/{id}/turns/{n}/cancel`."""

    @documented(
        "cancelTurn",
        "Cancel a turn",
        {200: Answer(StandingSerializer, "How it stands now.", examples.STANDING | {"status": "cancelled"})},
        tag="turns",
        parameters=[examples.SESSION_ID, examples.NUMBER],
        codes=[*OF_A_SESSION, Code.NOT_FOUND],
    )
    async def post(self, request: Request, session_id: str, number: int) -> Response:
        """Cancel a turn that runs or waits, and say how it stands; one that is over stays as it is."""
        session = await self.session(session_id, scopes.SESSIONS_WRITE)
        return await self.standing(session, await engine.cancel(session, number))
