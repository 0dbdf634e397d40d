"""Messages as they are drawn: HTML of what the assistant wrote, plain text of what the customer did."""

from typing import Any

import pytest
import pytest_asyncio

from conversations.authoring import ConversationNode, Graph, GraphState, TurnContext, direct, tool
from conversations.models import Message
from conversations.testing import ScriptedChat, call, calls, says, serve_graphs
from providers.registry import override_provider
from tests.conversations.chat.tab import open_tab
from tests.conversations.graphs import NameInput

pytestmark = pytest.mark.django_db(transaction=True)


class AskingNode(ConversationNode):
    def get_prompt(self, state: GraphState) -> str:
        return "Ask."

    @tool("save_name", description="Save the name.")
    def save_name(self, input: NameInput, context: TurnContext, state: GraphState) -> Any:
        return direct("Car or **van**?").with_suggestions("Car", "Van")


class AskingGraph(Graph):
    name = "asking"
    nodes = [AskingNode]
    start = AskingNode


@pytest_asyncio.fixture
async def asking():
    scripted = ScriptedChat()
    with serve_graphs(AskingGraph), override_provider("embedded", scripted):
        yield scripted


async def test_what_the_assistant_wrote_comes_as_html_that_is_not_stored(model: ScriptedChat):
    model.then(says("**Hello** <script>alert(1)</script>[x](javascript:alert(1))"))
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text="**I'm** <b>Ada</b>")
        await tab.hear("turn_completed")
        own, reply = (frame for frame in tab.heard if frame["type"] == "message")
        assert "html" not in own
        assert own["text"] == "**I'm** <b>Ada</b>"
        assert reply["html"] == "<p><strong>Hello</strong> alert(1)[x](javascript:alert(1))</p>"
        stored = await Message.objects.aget(number=2)
        assert stored.text == reply["text"]


async def test_suggestions_come_with_their_message_and_not_with_the_next(asking: ScriptedChat):
    asking.then(calls(call("save_name", name="Ada")), says("Fine."))
    async with open_tab() as one, open_tab() as two:
        token = (await one.hello("asking"))["token"]
        await two.hello("asking", token=token)
        await one.say(type="message", id="m1", text="I'm Ada")
        for tab in (one, two):
            await tab.hear("turn_completed")
            own, reply = (frame for frame in tab.heard if frame["type"] == "message")
            assert "suggestions" not in own
            assert reply["suggestions"] == ["Car", "Van"]
            assert reply["html"] == "<p>Car or <strong>van</strong>?</p>"
        await one.say(type="message", id="m2", text="Car")
        await one.hear("turn_completed")
        assert all("suggestions" not in frame for frame in one.heard[-4:])
    async with open_tab() as late:
        await late.hello("asking", token=token)
        shown = [await late.next() for _ in range(4)]
        assert [frame.get("suggestions") for frame in shown] == [None, ["Car", "Van"], None, None]
