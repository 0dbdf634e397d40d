"""Running a json graph in one call: one session, one turn, and the object itself."""

from typing import Final

from django.conf import settings
from django.http.response import HttpResponseBase
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from conversations import access
from conversations.access import scopes
from conversations.api.base.idempotency import own_id
from conversations.api.base.problems import problem
from conversations.api.openapi import Answer, documented, examples
from conversations.api.openapi.parameters import IDEMPOTENCY_KEY, SESSION_ID
from conversations.api.serializers import NewRunSerializer
from conversations.api.turns import RUNS, TurnAnswers
from conversations.authoring import Graph
from conversations.codes import Code
from conversations.engine import NewSession, TurnRequest, TurnResult, engine, graphs
from conversations.engine.errors import MessageInvalid
from conversations.models.states import Origin
from conversations.text import fault_in_message

NOT_COMPLETED: Final = "NOT_COMPLETED"
"""The cause where the turn went well and has not completed the session, so there is no object."""

ONLY_TURN: Final = "run"
"""The client id of a run's turn: whoever sends the run again is given the same turn's outcome."""


class RunsView(TurnAnswers):
    """`/runs`."""

    @documented(
        "run",
        "Run a json graph",
        {
            200: Answer(
                {"type": "object", "additionalProperties": {}},
                "The object that completed the session.",
                examples.RECEIPT,
            )
        },
        tag="turns",
        takes=NewRunSerializer,
        example=examples.NEW_RUN,
        parameters=[IDEMPOTENCY_KEY, SESSION_ID],
        codes=[*RUNS, Code.MESSAGE_INVALID, Code.IDEMPOTENCY_MISMATCH],
        for_staff=False,
    )
    async def post(self, request: Request) -> HttpResponseBase:
        """Start a session of a graph that answers with JSON, run its one turn and give the object.

        The same external id, or Idempotency-Key, gives the same object again. A run that failed can be
        tried again by its session's turn 1.
        """
        caller = access.check_key(self.caller)
        access.check_scope(caller, scopes.SESSIONS_WRITE)
        asked = self.body(NewRunSerializer)
        external_id = own_id(request, asked.get("external_id"))
        graph = graphs.get(asked["graph"])
        _check(graph, asked["message"])
        new = NewSession(
            graph=graph.name,
            config=asked.get("config", {}),
            client=caller.client,
            external_id=external_id,
            origin=Origin.API,
        )
        session, _ = await engine.create_session(new)
        turn = TurnRequest(
            session=session.id,
            message=asked["message"],
            client_id=ONLY_TURN,
            config=asked.get("config"),
        )
        try:
            answer = self._run(await engine.run(turn))
        except Exception as error:
            # The session is there whatever became of its turn: whoever asked can look it up.
            answer = self.handle_exception(error)
        answer["Session-Id"] = str(session.id)
        return answer

    def _run(self, result: TurnResult) -> Response:
        if result.success and result.data is not None:
            return Response(result.data)
        if not result.success:
            return self.answer(result)
        detail = "The graph answered, and has not completed the session with an object."
        shown = {**self.shown(result), "success": False, "retryable": False, "cause": NOT_COMPLETED}
        return problem(Code.TURN_FAILED, detail, **shown)


def _check(graph: Graph, message: str) -> None:
    """Refuse what cannot be run before a session is made. Raises ValidationError, MessageInvalid."""
    if graph.response_mode != "json":
        raise ValidationError({"graph": ["This graph talks: start a session of it."]})
    fault = fault_in_message(
        message, required=graph.requires_message, longest=settings.EZGRAPH_MAX_MESSAGE_LENGTH
    )
    if fault is not None:
        raise MessageInvalid(fault)
