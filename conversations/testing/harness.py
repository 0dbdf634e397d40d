"""Drives one session of one graph through the real engine and the real database."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date, datetime
from typing import Any, Final
from unittest.mock import patch
from uuid import UUID

from django.db import OperationalError
from django.test import override_settings
from django.utils import timezone

from conversations import clock
from conversations.authoring import Graph, GraphConfigurationError, Node, faults_of
from conversations.authoring.state import load_channel
from conversations.engine import engine, graphs
from conversations.engine.events import TurnEvent
from conversations.engine.turns.running import RunningTurn, wait_for_all
from conversations.engine.values import NewSession, TurnRequest, TurnResult
from conversations.models import Channel, Decision, Message, ModelCall, Session, Step, Turn
from conversations.testing.deciding import ScriptedDecisions
from conversations.testing.scripted import ScriptedChat
from conversations.testing.standing_in import providers_asked, standing_in
from providers.database import in_database
from providers.ports import CHAT, DECIDE

logger = logging.getLogger(__name__)

NEEDS_DATABASE: Final = "A test with GraphHarness is marked @pytest.mark.django_db(transaction=True)."


@contextmanager
def serve_graphs(*graph_classes: type[Graph]) -> Iterator[None]:
    """Serve these graphs in this process instead of the site's. Raises GraphConfigurationError."""
    faults = [fault.message for graph_class in graph_classes for fault in faults_of(graph_class)]
    if faults:
        raise GraphConfigurationError("\n".join(faults))
    served = {graph_class.name: graph_class() for graph_class in graph_classes}
    with patch.object(graphs, "served", lambda: served):
        yield


def _in_site_zone(moment: datetime) -> datetime:
    return timezone.localtime(moment) if timezone.is_aware(moment) else timezone.make_aware(moment)


class GraphHarness:
    """An async context manager around one session.

    ```python
    async with GraphHarness(MyGraph, ScriptedChat([says("Hello!")])) as chat:
        result = await chat.send("Hi")
        assert result.message == "Hello!"
        assert await chat.cursor() == "GreetingNode"
    ```

    `model` stands in for every provider with which the graph's nodes talk, `decisions` for every one that
    they let decide; without them the configured ones answer. `providers` and `deciders` name others.
    `today` is the site's date for as long as the session is open; `now` its date and its time, which is of
    the site's time zone unless it says another. The engine's own clock goes on.
    A script that is asked more often than it foresees makes `send` and `retry` raise ScriptExhausted; one
    whose answers do not fit the questions makes them raise ScriptMismatch.
    Needs a test database whose writes are committed: `@pytest.mark.django_db(transaction=True)`.
    """

    def __init__(
        self,
        graph: type[Graph],
        model: ScriptedChat | None = None,
        *,
        decisions: ScriptedDecisions | None = None,
        providers: tuple[str, ...] | None = None,
        deciders: tuple[str, ...] | None = None,
        config: dict[str, Any] | None = None,
        external_user: str = "",
        today: date | None = None,
        now: datetime | None = None,
    ) -> None:
        self.graph = graph
        self.model = model
        self.decisions = decisions
        self.session_id: UUID
        self.events: list[TurnEvent] = []
        self._providers = providers
        self._deciders = deciders
        self._now = None if now is None else _in_site_zone(now)
        self._today = today or (self._now and self._now.date())
        self._config = config or {}
        self._external_user = external_user
        self._stack = ExitStack()

    async def __aenter__(self) -> "GraphHarness":
        """Serve the graph and start a session."""
        self._stack.enter_context(serve_graphs(self.graph))
        if self._today is not None:
            self._stack.enter_context(override_settings(EZGRAPH_BUSINESS_DATE=self._today))
        if self._now is not None:
            self._stack.enter_context(patch.object(clock, "local_now", return_value=self._now))
        try:
            asked = await in_database(providers_asked, graphs.get(self.graph.name))
            talkers = asked[CHAT] if self._providers is None else self._providers
            deciders = asked[DECIDE] if self._deciders is None else self._deciders
            self._stack.enter_context(standing_in(self.model, talkers, self.decisions, deciders))
            await self.restart()
        except BaseException as error:
            self._stack.close()
            if isinstance(error, OperationalError) or "Database access not allowed" in str(error):
                error.add_note(NEEDS_DATABASE)
            raise
        return self

    async def __aexit__(self, *exception: object) -> None:
        """Wait for what still runs, then serve the site's graphs again."""
        await wait_for_all()
        self._stack.close()

    async def restart(self) -> None:
        """Start another session; everything from now on is about that one."""
        new = NewSession(graph=self.graph.name, config=self._config, external_user=self._external_user)
        session, _ = await engine.create_session(new)
        self.session_id = session.id

    async def start(self, message: str = "", **options: Any) -> RunningTurn:
        """Send a message and return while its turn runs. `options` are those of TurnRequest."""
        return await engine.start(TurnRequest(session=self.session_id, message=message, **options))

    async def send(self, message: str = "", **options: Any) -> TurnResult:
        """Send a message and wait for the end of its turn; `events` holds what it told."""
        return await self._finish(await self.start(message, **options))

    async def retry(self, turn: int, *, stream: bool = False) -> TurnResult:
        """Retry a turn and wait for its end."""
        return await self._finish(await engine.retry(self.session_id, turn, stream=stream))

    async def _finish(self, running: RunningTurn) -> TurnResult:
        """Wait for the end, and log why a turn failed, so that a test that fails by it shows the reason."""
        self.events = [event async for event in running.follow()]
        for script in (self.model, self.decisions):
            if script is not None:
                script.check()
        result = await running.result()
        if not result.success:
            row = await in_database(Turn.objects.get, session=self.session_id, number=result.turn)
            logger.warning("Turn %s failed: %s: %s", result.turn, row.cause, row.cause_detail)
        return result

    async def session(self) -> Session:
        """The session's row."""
        return await in_database(Session.objects.get, pk=self.session_id)

    async def cursor(self) -> str:
        """Id of the node that has the next message."""
        return (await self.session()).cursor

    async def channel(self, node: type[Node] | str) -> Any:
        """A node's channel as its State model."""
        node_id = node if isinstance(node, str) else node.node_id()
        row = await in_database(Channel.objects.filter(session=self.session_id, node=node_id).first)
        return load_channel(graphs.get(self.graph.name), node_id, row.state if row else {})

    async def decisions_on_record(self) -> list[Decision]:
        """The rows of all decisions of the session, oldest first, their answers at hand."""

        def read() -> list[Decision]:
            rows = Decision.objects.filter(turn__session=self.session_id).prefetch_related("answers")
            return list(rows.order_by("at"))

        return await in_database(read)

    async def messages(self, *, space: str | None = None, visible: bool | None = None) -> list[Message]:
        """The stored messages in order; of one space, or only those that the customer sees."""

        def read() -> list[Message]:
            rows = Message.objects.filter(session=self.session_id).order_by("seq")
            if space is not None:
                rows = rows.filter(space=space)
            if visible is not None:
                rows = rows.filter(number__isnull=not visible)
            return list(rows)

        return await in_database(read)

    async def transcript(self) -> list[tuple[str, str]]:
        """What the customer sees: (role, text) in order, role being human or ai."""
        return [(message.role, message.text) for message in await self.messages(visible=True)]

    async def turns(self) -> list[Turn]:
        """The turns in order."""
        return await in_database(lambda: list(Turn.objects.filter(session=self.session_id)))

    async def steps(self, turn: int | None = None) -> list[Step]:
        """The steps in order; of one turn where its number is given."""
        rows = Step.objects.filter(turn__session=self.session_id).order_by("turn__number", "number")
        return await in_database(lambda: list(rows.filter(turn__number=turn) if turn else rows))

    async def model_calls(self) -> list[ModelCall]:
        """The provider calls in order."""
        rows = ModelCall.objects.filter(turn__session=self.session_id).order_by("pk")
        return await in_database(lambda: list(rows))
