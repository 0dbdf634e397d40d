"""What a turn stores and answers, driven through the real engine and database."""

import pytest
from pydantic import BaseModel

from conversations.authoring import ConversationNode, Graph, TurnContext, go, reject, tool
from conversations.authoring.state import GraphState
from conversations.codes import Code
from conversations.engine.errors import Cause
from conversations.engine.events import Delta, DeltaReset, TurnCompleted, TurnStarted, VisibleMessage
from conversations.testing import GraphHarness, ScriptedChat, call, calls, fails, says

pytestmark = pytest.mark.django_db(transaction=True)


class NameInput(BaseModel):
    name: str
    age: int


class NameNode(ConversationNode):
    class State(BaseModel):
        name: str = ""
        age: int = 0

    def get_prompt(self, state: GraphState) -> str:
        return "Ask for the name."

    @tool("capture_name", description="Save the name.")
    async def capture_name(self, input: NameInput, context: TurnContext, state: GraphState):
        if input.age < 18:
            return reject("Too young.")
        context.save_state(name=input.name, age=input.age)
        return go(ColourNode)


class ColourNode(ConversationNode):
    def get_prompt(self, state: GraphState) -> str:
        return f"{state.of(NameNode).name} is here. Ask for a colour."


class IntakeGraph(Graph):
    name = "intake"
    nodes = [NameNode, ColourNode]
    start = NameNode


async def test_a_tool_call_saves_and_hands_over_within_one_turn():
    model = ScriptedChat([calls(call("capture_name", name="Ada", age="36")), says("Which colour, Ada?")])
    async with GraphHarness(IntakeGraph, model) as chat:
        result = await chat.send("I'm Ada, 36")
        assert result.success
        assert result.message == "Which colour, Ada?"
        assert await chat.cursor() == "ColourNode"
        assert (await chat.channel(NameNode)).age == 36
        assert await chat.transcript() == [("human", "I'm Ada, 36"), ("ai", "Which colour, Ada?")]
        assert [step.outcome for step in await chat.steps()] == ["go", "direct"]
        assert model.request.messages[0].text == "Ada is here. Ask for a colour."
        assert result.usage[0]["calls"] == 2


async def test_a_streamed_turn_tells_text_as_it_is_written():
    model = ScriptedChat(
        [calls(call("capture_name", name="Ada", age=36), text="One moment"), says("Which colour?")]
    )
    async with GraphHarness(IntakeGraph, model) as chat:
        await chat.send("I'm Ada, 36", stream=True)
        kinds = [type(event) for event in chat.events]
        assert kinds[0] is TurnStarted
        assert kinds[-1] is TurnCompleted
        reset = kinds.index(DeltaReset)
        shown = "".join(event.text for event in chat.events[reset:] if isinstance(event, Delta))
        messages = [event for event in chat.events if isinstance(event, VisibleMessage)]
        assert shown == messages[-1].text == "Which colour?"
        assert [message.n for message in messages] == [1, 2]


async def test_a_failed_step_leaves_the_earlier_one_and_can_be_retried():
    model = ScriptedChat([calls(call("capture_name", name="Ada", age=36)), fails()])
    async with GraphHarness(IntakeGraph, model) as chat:
        result = await chat.send("I'm Ada, 36")
        assert (result.success, result.code, result.cause) == (False, Code.TURN_FAILED, Cause.PROVIDER_FAILED)
        assert await chat.cursor() == "ColourNode"
        assert (await chat.channel(NameNode)).name == "Ada"
        model.then(says("Which colour?"))
        again = await chat.retry(result.turn)
        assert again.success
        assert again.message == "Which colour?"
        assert [step.number for step in await chat.steps()] == [1, 2]
        assert len(await chat.turns()) == 1
