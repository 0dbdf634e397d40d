"""Running, following, reading and retrying turns."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import reverse
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from conversations.access import ApiCaller, StaffCaller, scopes
from conversations.api.base.addresses import address_of
from conversations.api.base.idempotency import own_id
from conversations.api.base.problems import problem
from conversations.api.base.views import AsyncAPIView
from conversations.api.openapi import Answer, documented, examples
from conversations.api.openapi.failures import OF_A_SESSION
from conversations.api.openapi.parameters import IDEMPOTENCY_KEY, LAST_EVENT_ID
from conversations.api.serializers import (
    NewTurnSerializer,
    StandingSerializer,
    TurnSerializer,
    WaitQuerySerializer,
)
from conversations.api.shapes import shown
from conversations.api.streaming import (
    EVENT_STREAM,
    Narration,
    Position,
    check_room,
    counted,
    event_stream,
    follow_rows,
    follow_running,
)
from conversations.api.visiting import admit_turn
from conversations.codes import Code
from conversations.engine import TurnRequest, TurnResult, engine, store
from conversations.engine.errors import SessionBusy
from conversations.engine.records import TurnRecord
from conversations.engine.turns.running import RunningTurn
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


EVENTS: Final = Answer({"type": "string"}, "Its events.", examples.EVENTS, EVENT_STREAM)

RUN_ANSWERS: Final[Mapping[int, Answer | Sequence[Answer]]] = {
    200: [Answer(TurnSerializer, "The reply, or the events that lead to it.", examples.TURN), EVENTS],
    202: Answer(
        StandingSerializer,
        "The turn runs.",
        {"session": examples.TURN["session"], "turn": 1, "status": "running", "client_id": "message-1"},
        headers={"Location": "The address of the turn."},
    ),
}


class TurnAnswers(AsyncAPIView):
    """What the views of turns share."""

    @property
    def for_integration(self) -> bool:
        """Whether causes, models and nodes are shown."""
        return isinstance(self.caller, ApiCaller | StaffCaller)

    def shown(self, result: TurnResult) -> dict[str, Any]:
        """A turn's end as this caller may see it."""
        return shown(TurnSerializer, result, for_integration=self.for_integration)

    def answer(self, result: TurnResult) -> Response:
        """200 with the reply, or 502: the message is stored, and the turn can be retried or not."""
        shown = self.shown(result)
        if result.success:
            return Response(shown)
        may = "can" if shown["retryable"] else "cannot"
        detail = f"The message is stored and what was answered before stands; the turn {may} be retried."
        return problem(Code(shown.pop("code")), detail, **shown)

    async def standing(self, session: UUID, turn: TurnRecord, status: int = 200) -> Response:
        """How a turn stands, and how it ended where it has."""
        stands = {"status": turn.status, "client_id": turn.client_id}
        if turn.status not in (TurnStatus.COMPLETED, TurnStatus.FAILED):
            return Response({"session": str(session), "turn": turn.number, **stands}, status=status)
        _, result = await in_database(store.retold, session, turn)
        return Response({**self.shown(result), **stands}, status=status)

    async def outcome(self, session: UUID, running: RunningTurn, *, wait: bool) -> HttpResponseBase:
        """What is answered to whoever lets a turn run: its end, its events, or at once its address."""
        if not wait:
            turn = await in_database(store.read_turn, session, running.number)
            accepted = await self.standing(session, turn, status=202)
            accepted["Location"] = reverse("turn", args=[str(session), running.number])
            return accepted
        if self.wants_events():
            return self.stream(follow_running(session, running, self.narration()))
        return self.answer(await running.result())

    async def check_room(self) -> None:
        """Raise Throttled where a stream is asked for and too many are open already."""
        if self.wants_events():
            await check_room(address_of(self.request))

    def stream(self, frames: AsyncIterator[str]) -> StreamingHttpResponse:
        """The response with these frames, which counts as an open connection until it ends."""
        return event_stream(counted(frames, address_of(self.request)))

    def wants_events(self) -> bool:
        """Whether the caller asks for a stream."""
        accepted = self.request.headers.get("Accept", "").lower().split(",")
        return any(kind.partition(";")[0].strip() == EVENT_STREAM for kind in accepted)

    def last_event(self) -> Position | None:
        """The last event of a stream that the caller has, None where it begins."""
        return Position.read(self.request.headers.get("Last-Event-ID", ""))

    def narration(self) -> Narration:
        """What tells this caller of a turn."""
        return Narration(self.last_event(), self.shown, for_integration=self.for_integration)


class TurnsView(TurnAnswers):
    """`/sessions/{id}/turns`."""

    @documented(
        "runTurn",
        "Run a turn",
        RUN_ANSWERS,
        tag="turns",
        takes=NewTurnSerializer,
        example=examples.NEW_TURN,
        parameters=[examples.SESSION_ID, WaitQuerySerializer, IDEMPOTENCY_KEY, LAST_EVENT_ID],
        codes=[*RUNS, Code.MESSAGE_INVALID, Code.IDEMPOTENCY_MISMATCH],
    )
    async def post(self, request: Request, session_id: str) -> HttpResponseBase:
        """Run a turn and wait for its end, or follow it as a stream. It goes on when the caller leaves.

        Whoever loses a stream sends the same request again, with the header `Last-Event-ID` where an id was
        seen, or reads the turn so.
        """
        session = await self.session(session_id, scopes.SESSIONS_WRITE)
        wait = bool(self.query(WaitQuerySerializer)["wait"])
        asked = self.body(NewTurnSerializer)
        private = [name for name in ("config", "busy") if name in asked]
        if private and not isinstance(self.caller, ApiCaller):
            raise ValidationError({name: ["Only an API key may set this."] for name in private})
        client_id = own_id(request, asked.get("client_id"))
        await self.check_room()
        await admit_turn(self, asked["message"], client_id)
        turn = TurnRequest(
            session=session,
            message=asked["message"],
            client_id=client_id,
            config=asked.get("config"),
            busy=asked.get("busy"),
            stream=wait and self.wants_events(),
        )
        try:
            running = await engine.start(turn)
        except SessionBusy as busy:
            # Whoever asks for the stream of this very message once more has lost it, and goes on with it.
            if busy.turn is None or not (busy.same_message and turn.stream):
                raise
            return self.stream(follow_rows(session, busy.turn, self.narration()))
        return await self.outcome(session, running, wait=wait)


class TurnView(TurnAnswers):
    """`/sessions/{id}/turns/{n}`."""

    @documented(
        "readTurn",
        "Read a turn",
        {200: [Answer(StandingSerializer, "How it stands.", examples.STANDING), EVENTS]},
        tag="turns",
        parameters=[examples.SESSION_ID, examples.NUMBER, LAST_EVENT_ID],
        codes=[*OF_A_SESSION, Code.NOT_FOUND],
    )
    async def get(self, request: Request, session_id: str, number: int) -> HttpResponseBase:
        """How a turn stands, and how it ended where it has; or, as a stream, what happens until its end."""
        session = await self.session(session_id, scopes.SESSIONS_READ)
        turn = await in_database(store.read_turn, session, number)
        await self.check_room()
        if self.wants_events():
            return self.stream(follow_rows(session, number, self.narration()))
        return await self.standing(session, turn)


class RetryView(TurnAnswers):
    """`/sessions/{id}/turns/{n}/retry`."""

    @documented(
        "retryTurn",
        "Retry a turn",
        RUN_ANSWERS,
        tag="turns",
        parameters=[examples.SESSION_ID, examples.NUMBER, WaitQuerySerializer],
        codes=[*RUNS, Code.NOT_FOUND, Code.TURN_NOT_RETRYABLE],
    )
    async def post(self, request: Request, session_id: str, number: int) -> HttpResponseBase:
        """Run an interrupted turn, or the session's newest failed one, again and wait for its end."""
        session = await self.session(session_id, scopes.SESSIONS_WRITE, "conversations.retry_turn")
        wait = bool(self.query(WaitQuerySerializer)["wait"])
        await self.check_room()
        await admit_turn(self)
        running = await engine.retry(session, number, stream=wait and self.wants_events())
        return await self.outcome(session, running, wait=wait)


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
    async def post(self, request: Request, session_id: str, number: int) -> HttpResponseBase:
        """Cancel a turn that runs or waits, and say how it stands; one that is over stays as it is."""
        session = await self.session(session_id, scopes.SESSIONS_WRITE, "conversations.take_over_session")
        return await self.standing(session, await engine.cancel(session, number))
