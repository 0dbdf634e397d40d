"""Running, reading and retrying turns."""

from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from conversations.access import ApiCaller, scopes
from conversations.api.problems import problem_of_turn
from conversations.api.serializers import LONGEST_NAME, NewTurnSerializer, turn_json, turn_state_json
from conversations.api.views import AsyncAPIView
from conversations.engine import TurnRequest, TurnResult, engine, store
from conversations.models.states import TurnStatus
from providers.database import in_database


class TurnAnswers(AsyncAPIView):
    """What the views of turns share: the answer to a turn's end."""

    def answer(self, result: TurnResult) -> Response:
        """200 with the reply, or 502 with what is durable; causes are for API keys only."""
        if result.success:
            return Response(turn_json(result))
        return problem_of_turn(result, cause=result.cause if isinstance(self.caller, ApiCaller) else None)


class TurnsView(TurnAnswers):
    """`/sessions/{id}/turns`."""

    async def post(self, request: Request, session_id: str) -> Response:
        """Run a turn and wait for its end. It goes on when the caller leaves."""
        session = await self.session(session_id, scopes.SESSIONS_WRITE)
        body = NewTurnSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        asked: dict[str, Any] = body.validated_data
        if "config" in asked and not isinstance(self.caller, ApiCaller):
            raise ValidationError({"config": ["Only an API key may set this."]})
        turn = TurnRequest(
            session=session,
            message=asked["message"],
            client_id=asked.get("client_id") or self._idempotency_key(request),
            config=asked.get("config"),
        )
        return self.answer(await engine.run(turn))

    def _idempotency_key(self, request: Request) -> str | None:
        key = request.headers.get("Idempotency-Key", "").strip()
        if len(key) > LONGEST_NAME:
            raise ValidationError({"Idempotency-Key": [f"This is longer than {LONGEST_NAME} characters."]})
        return key or None


class TurnView(TurnAnswers):
    """`/sessions/{id}/turns/{n}`."""

    async def get(self, request: Request, session_id: str, number: int) -> Response:
        """How a turn ended, or how it stands."""
        session = await self.session(session_id, scopes.SESSIONS_READ)
        turn = await in_database(store.read_turn, session, number)
        if turn.status not in (TurnStatus.COMPLETED, TurnStatus.FAILED):
            return Response(turn_state_json(turn))
        _, result = await in_database(store.retold, session, turn)
        return self.answer(result)


class RetryView(TurnAnswers):
    """`/sessions/{id}/turns/{n}/retry`."""

    async def post(self, request: Request, session_id: str, number: int) -> Response:
        """Run the session's newest failed or interrupted turn again and wait for its end."""
        session = await self.session(session_id, scopes.SESSIONS_WRITE)
        running = await engine.retry(session, number)
        return self.answer(await running.result())
