"""What the customer, an integration and the graph's own rules do while staff answer."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from pydantic import BaseModel

from conversations import clock
from conversations.authoring import Graph, GraphState, Restore, RestoredSession
from conversations.engine import engine
from conversations.engine.errors import IdempotencyMismatch, MessageInvalid, RequestInvalid
from conversations.testing import GraphHarness, ScriptedChat, call, calls, hangs, says
from tests.conversations.api.client import visitor
from tests.conversations.engine.stages import TalkNode
from tests.conversations.engine.test_json_mode import ReadingGraph
from tests.conversations.takeovers.staff import staff

pytestmark = pytest.mark.django_db(transaction=True)


class ToneNode(TalkNode):
    def get_prompt(self, state: GraphState) -> str:
        assert isinstance(state.config, ToneGraph.Config)
        return f"Be {state.config.tone}."


class ToneGraph(Graph):
    """Starts afresh after an hour of silence."""

    name = "tone"
    nodes = [ToneNode]
    start = ToneNode

    class Config(BaseModel):
        tone: str = "warm"

    async def on_restore(self, session: RestoredSession) -> Restore:
        return Restore.START_AFRESH if session.idle > timedelta(hours=1) else Restore.KEEP


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets two hours pass."""

    def pass_by() -> None:
        now = clock.now() + timedelta(hours=2)
        monkeypatch.setattr(clock, "now", lambda: now)

    return pass_by


async def test_rest_answers_200_without_a_message_and_says_that_staff_answer(model: ScriptedChat):
    api, session = await visitor()
    ann = await staff("ann", "Ann Lee")
    await engine.take_over(UUID(session.rsplit("/", 1)[1]), ann)
    assert await api.get(session) == 200
    assert api.body["status"] == "handed_over"
    for _ in range(2):
        assert await api.post(f"{session}/turns", {"message": "Hi", "client_id": "a"}) == 200
        assert (api.body["success"], api.body["message"], api.body["handed_over"]) == (True, "", True)
        assert (api.body["turn"], api.body["completed"]) == (1, False)
    await engine.say(UUID(session.rsplit("/", 1)[1]), ann, "Hello.", "s")
    assert await api.get(f"{session}/turns/1") == 200
    assert (api.body["status"], api.body["message"], api.body["handed_over"]) == ("completed", "", True)
    assert await api.get(f"{session}/messages") == 200
    messages = [(one["n"], one["role"], one["text"]) for one in api.body["messages"]]
    assert messages == [(1, "customer", "Hi"), (2, "staff", "Hello.")]
    assert api.body["messages"][1]["client_id"] is None


async def test_config_of_turns_that_staff_answer_holds_when_the_machine_is_back():
    model = ScriptedChat([hangs(), says("One."), says("Two.")])
    async with GraphHarness(ToneGraph, model) as chat:
        ann = await staff("ann")
        await chat.start("1")
        await chat.start("2", busy="wait", config={"tone": "dry"})
        await engine.take_over(chat.session_id, ann)
        assert (await chat.session()).config == {"tone": "dry"}
        await chat.send("3", config={"tone": "sweet"})
        with pytest.raises(RequestInvalid):
            await chat.send("4", config={"colour": "red"})
        await engine.hand_back(chat.session_id, ann)
        await chat.send("5")
        assert model.requests[-1].messages[0].text == "Be sweet."


async def test_a_message_is_checked_as_ever():
    async with GraphHarness(ToneGraph, ScriptedChat([])) as chat:
        await engine.take_over(chat.session_id, await staff("ann"))
        with pytest.raises(MessageInvalid):
            await chat.send("  ")
        await chat.send("Hi", client_id="a")
        with pytest.raises(IdempotencyMismatch):
            await chat.send("Bye", client_id="a")


async def test_a_long_silence_starts_nothing_afresh_before_the_machine_is_back(later: Any):
    async with GraphHarness(ToneGraph, ScriptedChat([says("One."), says("Fresh.")])) as chat:
        ann = await staff("ann")
        await chat.send("1")
        await engine.take_over(chat.session_id, ann)
        later()
        await chat.send("2")
        await engine.say(chat.session_id, ann, "Here I am.", "a")
        assert (await chat.session()).history_from == 0
        await engine.hand_back(chat.session_id, ann)
        await chat.send("3")
        assert (await chat.session()).history_from == 0
        assert chat.model is not None
        texts = [message.text for message in chat.model.requests[-1].messages]
        assert texts == ["Be warm.", "1", "One.", "2", "Here I am.", "3"]


async def test_a_json_graph_gives_its_object_to_no_turn_that_staff_answered():
    model = ScriptedChat([calls(call("save", text='{"total": "1.50"}'))])
    async with GraphHarness(ReadingGraph, model) as chat:
        ann = await staff("ann")
        await engine.take_over(chat.session_id, ann)
        await chat.send("Read this.", client_id="a")
        await engine.hand_back(chat.session_id, ann)
        assert (await chat.send("Now.")).data == {"total": "1.50"}
        again = await chat.send("Read this.", client_id="a")
        assert (again.turn, again.handed_over, again.data, again.completed) == (1, True, None, False)
