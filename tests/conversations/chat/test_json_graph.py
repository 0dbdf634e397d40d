"""A json graph over the WebSocket: whoever asks again, or waits, is given the object and waits no more."""

import asyncio
from typing import Any

import pytest
import pytest_asyncio
from pydantic import BaseModel

from conversations.authoring import ConversationNode, Graph, GraphState, finish, tool
from conversations.testing import ScriptedChat, call, calls, held, serve_graphs
from providers.registry import override_provider
from tests.conversations.chat.tab import open_tab

pytestmark = pytest.mark.django_db(transaction=True)


class Found(BaseModel):
    text: str


class ReadingNode(ConversationNode):
    def get_prompt(self, state: GraphState) -> str:
        return "Read it."

    @tool("save", description="Save what was read.")
    def save(self, input: Found, context: object, state: GraphState) -> Any:
        return finish(input.text)


class ReadingGraph(Graph):
    name = "reading"
    nodes = (ReadingNode,)
    start = ReadingNode
    response_mode = "json"
    busy = "wait"


@pytest_asyncio.fixture
async def reading():
    scripted = ScriptedChat()
    with serve_graphs(ReadingGraph), override_provider("embedded", scripted):
        yield scripted


SAVED = calls(call("save", text='{"n": 1}'))


async def test_a_message_of_another_id_is_told_the_end_of_the_turn_that_answers_it(reading: ScriptedChat):
    reading.then(SAVED)
    async with open_tab() as tab:
        await tab.hello("reading")
        await tab.say(type="message", id="m1", text="Read this")
        await tab.hear("turn_completed")
        await tab.say(type="message", id="m2", text="And again")
        assert await tab.next() == {"type": "accepted", "id": "m2", "turn": 1}
        assert await tab.next() == {"type": "turn_completed", "turn": 1, "completed": True}
        await tab.silence()
        assert tab.messages() == [(1, "customer", "Read this"), (2, "assistant", '{"n": 1}')]


async def test_a_message_that_waits_is_told_the_end_of_its_own_turn(reading: ScriptedChat):
    release = asyncio.Event()
    reading.then(held(release, SAVED))
    async with open_tab() as tab:
        await tab.hello("reading")
        await tab.say(type="message", id="m1", text="Read this")
        await tab.hear("step")
        await tab.say(type="message", id="m2", text="And this")
        assert await tab.hear("accepted") == {"type": "accepted", "id": "m2", "turn": 2}
        release.set()
        ends = [await tab.hear("turn_completed", "turn_failed") for _ in range(2)]
        assert [(end["type"], end["turn"], end["completed"]) for end in ends] == [
            ("turn_completed", 1, True),
            ("turn_completed", 2, True),
        ]
        await tab.silence()
