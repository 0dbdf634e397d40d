"""What the log tells of a turn, as lines of JSON and as text."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError
from django.test import AsyncClient

from conversations.announcements import Connection, Turn
from conversations.api.base.views import AsyncAPIView
from conversations.authoring import Builder, ConversationNode, Graph, GraphState, TurnContext, stay, tool
from conversations.engine.turns.running import wait_for_all
from conversations.observing.logs import JsonLines, TextLines
from conversations.observing.names import LONGEST
from conversations.testing import GraphHarness, ScriptedChat, call, calls, fails, held, says
from providers.announcements import ModelCall
from providers.announcing import Observer, Work, observed, subscribe
from tests.conversations.graphs import WishGraph
from tests.conversations.observing.graphs import Color, ColorGraph, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)

SAID = "My favourite is a secret"


class Lines:
    """What the log wrote, as JSON and as text."""

    def __init__(self) -> None:
        self.json_stream, self.text_stream = io.StringIO(), io.StringIO()
        self.json_handler = logging.StreamHandler(self.json_stream)

    def of(self, logger: str) -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in self.json_stream.getvalue().splitlines()]
        return [line for line in lines if line["logger"] == logger]


@pytest.fixture
def lines() -> Iterator[Lines]:
    lines, root = Lines(), logging.getLogger()
    level = root.level
    root.setLevel(logging.INFO)
    handlers = [lines.json_handler, logging.StreamHandler(lines.text_stream)]
    for handler, formatter in zip(handlers, (JsonLines(), TextLines()), strict=True):
        handler.setFormatter(formatter)
        root.addHandler(handler)
    yield lines
    for handler in handlers:
        root.removeHandler(handler)
    root.setLevel(level)


class LoggingNode(ConversationNode):
    """Logs in a handler, which runs in another thread."""

    def get_prompt(self, state: GraphState) -> str:
        return "Ask for a color."

    @tool("save_color", description="Save the color.")
    def save_color(self, input: Color, context: TurnContext, state: GraphState) -> Builder:
        logging.getLogger("author").warning("A color was saved.")
        return stay("Saved.")


class LoggingGraph(Graph):
    """One node that logs."""

    name = "logging"
    nodes = [LoggingNode]
    start = LoggingNode


async def test_an_authors_line_names_request_session_turn_step_and_tool(lines: Lines):
    model = ScriptedChat([calls(call("save_color", color="blue")), says("Fine.")])
    async with GraphHarness(LoggingGraph, model) as chat:
        with observed(Connection(kind="http", request_id="request-1", trace={})):
            await chat.send(SAID)

    [line] = lines.of("author")
    about = {"request", "graph", "session", "turn", "step", "node", "tool", "level", "message"}
    assert {name: line[name] for name in about} == {
        "request": "request-1",
        "graph": "logging",
        "session": str(chat.session_id),
        "turn": 1,
        "step": 1,
        "node": "LoggingNode",
        "tool": "save_color",
        "level": "WARNING",
        "message": "A color was saved.",
    }


@pytest.mark.usefixtures("failing_providers")
async def test_each_call_and_the_end_of_a_turn_are_told(lines: Lines):
    async with GraphHarness(ColorGraph) as chat:
        await chat.send(SAID)

    told = lines.of("conversations.turns")
    assert [(line.get("provider"), line.get("outcome")) for line in told] == [
        ("typesafe", "unavailable"),
        ("judge", "timeout"),
        ("embedded", "rate_limited"),
        ("spare", "ok"),
        ("embedded", "rate_limited"),
        ("spare", "ok"),
        (None, None),
    ]
    assert {line["session"] for line in told} == {str(chat.session_id)}
    assert [line["step"] for line in told[:-1]] == [1, 1, 2, 2, 2, 2]
    assert told[-1]["status"] == "completed"


async def test_json_lines_quote_nobody_and_text_tells_a_developer_why(lines: Lines):
    class AngryNode(TalkNode):
        id = "AngryNode"

    class AngryGraph(Graph):
        name = "angry"
        nodes = [AngryNode]
        start = AngryNode

    model = ScriptedChat([calls(call("save_color", color="none"))])
    async with GraphHarness(AngryGraph, model) as chat:
        await chat.send(SAID)
        logging.getLogger("author").error("It broke.\n%r", ValueError(SAID), exc_info=ValueError(SAID))

    [failed] = lines.of("conversations.engine.turns.turn")
    [broke] = lines.of("author")
    assert failed["message"].endswith("failed: HANDLER_FAILED")
    assert "what the customer said" not in json.dumps(failed)
    assert broke["message"] == "It broke."
    assert broke["errors"] == [{"type": "ValueError", "at": []}]
    assert SAID not in lines.json_stream.getvalue()
    assert "HANDLER_FAILED: AngryNode.save_color raised ValueError" in lines.text_stream.getvalue()


async def test_a_groups_errors_and_their_causes_are_told_within_bounds(lines: Lines):
    cause, told = KeyError(SAID), ValueError(SAID)
    told.__cause__ = cause
    group = ExceptionGroup(SAID, [told, ExceptionGroup(SAID, [TypeError(SAID)] * 20)])
    group.__cause__ = RuntimeError(SAID)
    logging.getLogger("author").error("It broke.", exc_info=group)

    [broke] = lines.of("author")
    types = [error["type"] for error in broke["errors"]]
    assert types == ["ExceptionGroup", "ValueError", "KeyError", "ExceptionGroup", *["TypeError"] * 6]
    assert SAID not in lines.json_stream.getvalue()


async def test_a_message_whose_arguments_do_not_fit_is_told_without_them(
    lines: Lines, capsys: pytest.CaptureFixture[str]
):
    record = logging.LogRecord("author", logging.ERROR, __file__, 1, "%d were saved.", (SAID,), None)
    lines.json_handler.handle(record)

    [line] = lines.of("author")
    assert line["message"] == "%d were saved."
    assert SAID not in capsys.readouterr().err


async def test_a_models_endless_name_is_cut(lines: Lines):
    with observed(
        ModelCall(provider="own", type="openai", operation="chat", asked_model="m" * 5000)
    ) as asked:
        logging.getLogger("author").warning("It is slow.")
        asked.model = "\ud800" + "n" * 5000

    assert [len(line["model"]) for name in ("author", "conversations.turns") for line in lines.of(name)] == [
        LONGEST,
        LONGEST,
    ]


async def test_a_message_that_waited_is_part_of_the_request_that_brought_it():
    heard: dict[int, str] = {}

    class Listening(Observer):
        def begun(self, work: Work) -> None:
            if isinstance(work, Turn):
                above = work.above
                heard[work.number] = above.request_id if isinstance(above, Connection) else ""

    release = asyncio.Event()
    model = ScriptedChat([held(release, says("One.")), says("Two."), says("Three.")])
    unsubscribe = subscribe(Listening())
    async with GraphHarness(WishGraph, model) as chat:
        for message in ("1", "2", "3"):
            with observed(Connection(kind="http", request_id=f"request-{message}", trace={})):
                await chat.start(message, busy="wait")
        release.set()
        await wait_for_all()
    unsubscribe()

    assert heard == {1: "request-1", 2: "request-2", 3: "request-3"}


async def test_an_observer_that_raises_stops_no_turn(caplog: pytest.LogCaptureFixture):
    class Broken(Observer):
        def begun(self, work: Work) -> None:
            raise RuntimeError

        entered = left = over = happened = headers = begun  # type: ignore[assignment]

    unsubscribe = subscribe(Broken())
    async with GraphHarness(WishGraph, ScriptedChat([fails()])) as chat:
        result = await chat.send("Hi")
    unsubscribe()

    assert result.code == "TURN_FAILED"
    assert "An observer failed" in caplog.text


async def test_the_line_of_an_answer_that_failed_names_its_request(
    async_client: AsyncClient, lines: Lines, monkeypatch: pytest.MonkeyPatch
):
    async def away(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(AsyncAPIView, "_enter", away)
    answer = await async_client.get("/api/v1/sessions", headers={"X-Request-ID": "request-1"})
    assert answer.status_code == 503
    told = [(line["message"], line.get("request")) for line in lines.of("django.request")]
    assert told == [("Service Unavailable: /api/v1/sessions", "request-1")]


@pytest.mark.parametrize(
    ("given", "kept"),
    [("abc-123", True), ("two words", False), ("x" * 65, False), ("ä", False)],
    ids=["a name", "with a space", "too long", "no ASCII"],
)
async def test_a_request_keeps_its_plain_name_or_gets_one(async_client: AsyncClient, given: str, kept: bool):
    answer = await async_client.get("/healthz", headers={"X-Request-ID": given})

    assert (answer["X-Request-ID"] == given) is kept
    assert answer["X-Request-ID"]
