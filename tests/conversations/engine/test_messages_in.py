"""Which messages are taken: a refused one stores nothing and leaves the session free."""

from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.authoring import Graph
from conversations.engine import NewSession, TurnRequest, engine
from conversations.engine.errors import GraphUnknown, MessageInvalid, RequestInvalid, SessionUnknown
from conversations.testing import GraphHarness, ScriptedChat, says, serve_graphs
from conversations.text import cleaned, fault_in_message, holds_forbidden
from tests.conversations.engine.stages import TalkGraph, TalkNode

pytestmark = pytest.mark.django_db(transaction=True)

REFUSED = {
    "nothing": "",
    "spaces": "  \n\t ",
    "zero width": "\u200b\u200d\ufeff",
    "zero width among spaces": " \u200b \u2060",
    "NUL": "a\x00b",
    "escape": "\x1b[31mred",
    "vertical tab": "a\x0bb",
    "delete": "a\x7fb",
    "C1": "a\x85b",
    "lone high surrogate": "a\ud800b",
    "lone low surrogate": "a\udfffb",
}


class OneShotGraph(Graph):
    name = "one-shot"
    nodes = [TalkNode]
    start = TalkNode
    requires_message = False


async def assert_nothing_stored(chat: GraphHarness) -> None:
    assert await chat.messages() == []
    assert await chat.turns() == []
    session = await chat.session()
    assert (session.lease_owner, session.revision) == ("", 0)


@pytest.mark.parametrize("what", REFUSED)
async def test_it_refuses(what: str):
    async with GraphHarness(TalkGraph, ScriptedChat()) as chat:
        with pytest.raises(MessageInvalid):
            await chat.send(REFUSED[what])
        await assert_nothing_stored(chat)


@pytest.mark.parametrize(
    "text",
    ["a\tb\r\nc", "👩‍👩‍👧 family", "مرحبا\u200f!", "\u00e9", "0"],
    ids=["breaks", "joined", "rtl", "é", "0"],
)
async def test_it_takes_and_keeps_as_it_is(text: str):
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")])) as chat:
        assert (await chat.send(text)).success
        assert (await chat.transcript())[0] == ("human", text)


async def test_a_message_may_be_as_long_as_the_setting_and_no_longer(settings):
    settings.EZGRAPH_MAX_MESSAGE_LENGTH = 5
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello.")])) as chat:
        with pytest.raises(MessageInvalid, match="longer than 5"):
            await chat.send("123456")
        await assert_nothing_stored(chat)
        assert (await chat.send("12345")).success


async def test_a_graph_may_do_without_a_message():
    model = ScriptedChat([says("Hello.")])
    async with GraphHarness(OneShotGraph, model) as chat:
        assert (await chat.send("")).success
        assert [(m.role, m.internal) for m in await chat.messages()] == [("human", True), ("ai", False)]
        assert model.request.messages[-1].text == "Start"


async def test_even_then_control_characters_are_refused():
    async with GraphHarness(OneShotGraph, ScriptedChat()) as chat:
        with pytest.raises(MessageInvalid):
            await chat.send("\x00")


@pytest.mark.parametrize("client_id", ["a\x00", "a\ud800", "c" * 201])
async def test_a_client_id_that_cannot_be_stored_is_refused(client_id: str):
    async with GraphHarness(TalkGraph, ScriptedChat()) as chat:
        with pytest.raises(RequestInvalid):
            await chat.send("Hi", client_id=client_id)
        await assert_nothing_stored(chat)


async def test_an_unknown_session_is_told_as_such():
    with pytest.raises(SessionUnknown):
        await engine.run(TurnRequest(session=uuid4(), message="Hi"))


async def test_an_unknown_graph_is_told_as_such():
    with serve_graphs(TalkGraph), pytest.raises(GraphUnknown):
        await engine.create_session(NewSession(graph="nowhere"))


async def test_a_session_of_a_graph_that_is_no_longer_served_is_not_lost():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Here.")])) as chat:
        with serve_graphs(OneShotGraph), pytest.raises(GraphUnknown):
            await chat.send("Hi")
        assert (await chat.send("Hi")).success


@given(st.text())
def test_a_text_that_is_taken_holds_nothing_that_storage_refuses(text: str):
    if fault_in_message(text, required=False, longest=10_000) is None:
        assert text.encode().decode() == text
        assert "\x00" not in text


@given(
    st.recursive(
        st.text(st.characters()) | st.integers(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_cleaning_leaves_nothing_forbidden_and_no_more_to_clean(value: object):
    once = cleaned(value)
    assert not holds_forbidden(once)
    assert cleaned(once) == once
