"""Running json graphs in one call."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from pydantic import BaseModel

from conversations.authoring import Builder, ConversationNode, Graph, GraphState, TurnContext, finish, tool
from conversations.models import GraphSettings, Session, Turn
from conversations.testing import ScriptedChat, call, calls, fails, held, says, serve_graphs
from providers.registry import override_provider
from tests.conversations.api.client import Api, visitor
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db(transaction=True)


class Found(BaseModel):
    text: str


class ReadingNode(ConversationNode):
    def get_prompt(self, state: GraphState) -> str:
        return "Read what is sent."

    @tool("save", description="Save what was read.")
    def save(self, input: Found, context: TurnContext, state: GraphState) -> Builder:
        return finish(input.text)


class ReadingGraph(Graph):
    name = "reading"
    nodes = (ReadingNode,)
    start = ReadingNode
    response_mode = "json"

    class Config(BaseModel):
        tone: str = "warm"


SAVED = calls(call("save", text='{"n": 1}'))


@pytest_asyncio.fixture
async def reading() -> AsyncIterator[ScriptedChat]:
    scripted = ScriptedChat()
    with serve_graphs(ReadingGraph, WishGraph), override_provider("embedded", scripted):
        yield scripted


async def test_the_object_itself_is_the_answer(reading, api_key):
    api = await api_key()
    reading.then(SAVED)
    assert await api.post("/runs", {"graph": "reading", "message": "Read this"}) == 200
    assert api.body == {"n": 1}
    session = api.response["Session-Id"]
    assert await api.get(f"/sessions/{session}") == 200
    assert api.body["status"] == "completed"


@pytest.mark.parametrize("by_header", [True, False])
async def test_the_same_run_is_given_its_object_again(reading, api_key, by_header: bool):
    api = await api_key()
    reading.then(SAVED)
    body = {"graph": "reading", "message": "Read this"} | ({} if by_header else {"external_id": "file-1"})
    headers = {"Idempotency_Key": "file-1"} if by_header else {}
    assert await api.post("/runs", body, **headers) == 200
    first = (api.body, api.response["Session-Id"])
    assert await api.post("/runs", body, **headers) == 200
    assert (api.body, api.response["Session-Id"]) == first
    for other in ({"message": "Read that"}, {"config": {"tone": "cool"}}):
        assert await api.post("/runs", body | other, **headers) == 422
        assert api.code == "IDEMPOTENCY_MISMATCH"
    assert len(reading.requests) == 1


async def test_a_graph_that_answers_without_completing_is_no_success(reading, api_key):
    api = await api_key()
    reading.then(says("What shall I read?"))
    assert await api.post("/runs", {"graph": "reading", "message": "Hello"}) == 502
    assert (api.code, api.body["cause"], api.body["retryable"]) == ("TURN_FAILED", "NOT_COMPLETED", False)
    assert (api.body["turn"], api.body["session"]) == (1, api.response["Session-Id"])


async def test_a_failed_run_says_why_and_can_be_tried_again(reading, api_key):
    api = await api_key()
    reading.then(fails())
    assert await api.post("/runs", {"graph": "reading", "message": "Read this"}) == 502
    assert (api.body["cause"], api.body["retryable"]) == ("PROVIDER_FAILED", True)
    reading.then(SAVED)
    assert await api.post(f"/sessions/{api.response['Session-Id']}/turns/1/retry") == 200
    assert api.body["data"] == {"n": 1}


async def test_a_run_that_still_goes_on_names_its_session(reading, api_key):
    api, other = await api_key(), await api_key()
    asked = {"graph": "reading", "message": "Read this", "external_id": "file-1"}
    enough = asyncio.Event()
    reading.then(held(enough, SAVED))
    first = asyncio.create_task(api.post("/runs", asked))
    await reading.waiting.wait()
    assert await other.post("/runs", asked) == 409
    assert other.code == "SESSION_BUSY"
    enough.set()
    assert await first == 200
    assert other.response["Session-Id"] == api.response["Session-Id"]


@pytest.mark.parametrize("path", ["/runs", "/sessions", "/webhooks"])
async def test_a_key_without_the_scope_is_told_that_first(reading, api_key, path: str):
    api = await api_key("sessions:read")
    assert await api.post(path, {"what": "is this"}) == 403
    assert "lacks the scope" in api.body["detail"]


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"graph": "wish", "message": "Hi"}, 400, "INVALID"),
        ({"graph": "nowhere", "message": "Hi"}, 404, "GRAPH_UNKNOWN"),
        ({"graph": "reading", "message": " "}, 400, "MESSAGE_INVALID"),
        ({"graph": "reading", "message": "Hi", "config": {"colour": 1}}, 400, "INVALID"),
        ({"graph": "reading", "message": "Hi", "user": "ada"}, 400, "INVALID"),
        ({"message": "Hi"}, 400, "INVALID"),
    ],
    ids=["talks", "unknown", "blank", "config", "field", "no-graph"],
)
async def test_what_cannot_be_run_leaves_nothing(reading, api_key, asked, status: int, code: str):
    api = await api_key()
    assert await api.post("/runs", asked) == status
    assert api.code == code
    assert await Session.objects.acount() == 0


async def test_runs_are_for_keys(reading, api_key):
    asked = {"graph": "reading", "message": "Read this"}
    await GraphSettings.objects.acreate(graph="reading", public=True)
    assert await Api().post("/runs", asked) == 401
    assert await (await visitor())[0].post("/runs", asked) == 403
    assert await (await api_key("sessions:read")).post("/runs", asked) == 403
    assert await Turn.objects.acount() == 0
