"""Retrying: only the newest turn, the same turn, its message once, its effects once."""

import pytest
from pydantic import BaseModel

from conversations.authoring import Graph, Restore, go, stay
from conversations.engine import engine
from conversations.engine.errors import SessionCompleted, TurnNotRetryable, TurnUnknown
from conversations.models import Turn, TurnStatus
from conversations.testing import GraphHarness, ScriptedChat, call, calls, fails, says
from providers.database import in_database
from tests.conversations.engine.stages import ActNode, TalkGraph, TalkNode
from tests.conversations.graphs import WishGraph

pytestmark = pytest.mark.django_db(transaction=True)

KEYS: list[tuple[str, str]] = []


def remember(context, state):
    KEYS.append((context.node, context.effect_key("mail")))
    return stay("Sent.")


class MailNode(ActNode):
    acts = {"mail": remember, "go": lambda context, state: go(NextNode)}


class NextNode(MailNode):
    class State(BaseModel):
        seen: bool = False


class MailGraph(Graph):
    name = "mail"
    nodes = [MailNode, NextNode]
    start = MailNode
    history_spaces = {"next": [NextNode]}


GO = calls(call("act", what="go"))
MAIL = calls(call("act", what="mail"))


async def test_a_failed_turn_runs_again_as_the_same_turn_with_its_message_once():
    model = ScriptedChat([fails(), says("Hello.")])
    async with GraphHarness(TalkGraph, model) as chat:
        failed = await chat.send("Hi", client_id="a")
        result = await chat.retry(failed.turn)
        assert (result.turn, result.success, result.message) == (1, True, "Hello.")
        assert [message.text for message in model.request.messages[1:]] == ["Hi"]
        assert await chat.transcript() == [("human", "Hi"), ("ai", "Hello.")]
        (turn,) = await chat.turns()
        assert (turn.status, turn.runs, turn.cause, turn.cause_detail) == ("completed", 2, "", "")
        assert await chat.send("Hi", client_id="a") == result


async def test_a_retry_costs_more_and_the_turn_s_usage_says_so():
    model = ScriptedChat([MAIL, fails(), says("Hello.")])
    async with GraphHarness(MailGraph, model) as chat:
        await chat.send("Hi")
        result = await chat.retry(1)
        assert [one["calls"] for one in result.usage] == [2]
        assert (await chat.session()).usage == result.usage


async def test_a_turn_may_fail_and_be_retried_again():
    async with GraphHarness(TalkGraph, ScriptedChat([fails(), fails(), says("Hello.")])) as chat:
        await chat.send("Hi")
        assert not (await chat.retry(1)).success
        assert (await chat.retry(1)).success
        assert (await chat.turns())[0].runs == 3


async def test_a_consumed_message_is_not_read_again_and_the_step_numbers_go_on():
    model = ScriptedChat([GO, fails(), says("Hello there.")])
    async with GraphHarness(MailGraph, model) as chat:
        await chat.send("Hi")
        await chat.retry(1)
        assert [(step.number, step.node) for step in await chat.steps()] == [(1, "MailNode"), (2, "NextNode")]
        assert [message.text for message in model.request.messages[1:]] == ["Start"]


async def test_an_effect_key_is_the_same_in_the_step_that_runs_again_and_another_in_the_next():
    KEYS.clear()
    model = ScriptedChat([MAIL, GO, MAIL, fails(), MAIL, says("Sent twice, once each.")])
    async with GraphHarness(MailGraph, model) as chat:
        await chat.send("Hi")
        await chat.retry(1)
        (first, key), (second, failed), (third, again) = KEYS
        assert (first, second, third) == ("MailNode", "NextNode", "NextNode")
        assert failed == again
        assert failed != key


async def test_only_the_newest_turn_can_be_retried():
    async with GraphHarness(TalkGraph, ScriptedChat([fails(), fails(), says("Hello.")])) as chat:
        await chat.send("Hi")
        await chat.send("Hello?")
        with pytest.raises(TurnNotRetryable):
            await chat.retry(1)
        assert (await chat.retry(2)).success


@pytest.mark.parametrize("status", [TurnStatus.COMPLETED, TurnStatus.CANCELLED])
async def test_a_turn_cannot_be_retried_that_is(status: TurnStatus):
    async with GraphHarness(TalkGraph, ScriptedChat([fails()])) as chat:
        await chat.send("Hi")
        await in_database(Turn.objects.filter(session=chat.session_id).update, status=status)
        with pytest.raises(TurnNotRetryable):
            await chat.retry(1)
        assert (await chat.session()).lease_owner == ""


async def test_the_turn_that_completed_its_session_cannot_be_retried():
    model = ScriptedChat([calls(call("save_name", name="Ada")), calls(call("grant", wish="Peace"))])
    async with GraphHarness(WishGraph, model) as chat:
        assert (await chat.send("Hi")).completed
        with pytest.raises(TurnNotRetryable):
            await chat.retry(1)


async def test_no_turn_of_an_ended_session_can_be_retried():
    async with GraphHarness(TalkGraph, ScriptedChat([fails()])) as chat:
        await chat.send("Hi")
        await engine.end_session(chat.session_id)
        with pytest.raises(SessionCompleted):
            await chat.retry(1)


async def test_an_unknown_turn_is_told_as_such():
    async with GraphHarness(TalkGraph, ScriptedChat([fails()])) as chat:
        await chat.send("Hi")
        with pytest.raises(TurnUnknown):
            await chat.retry(2)


async def test_on_restore_is_not_asked():
    asked: list[str] = []

    class AskingGraph(Graph):
        name = "asking"
        nodes = [TalkNode]
        start = TalkNode

        def on_restore(self, session):
            asked.append(session.cursor)
            return Restore.KEEP

    async with GraphHarness(AskingGraph, ScriptedChat([fails(), says("Hello.")])) as chat:
        await chat.send("Hi")
        await chat.retry(1)
        assert asked == ["TalkNode"]


async def test_a_refused_retry_leaves_the_session_free():
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello."), says("Yes?")])) as chat:
        await chat.send("Hi")
        with pytest.raises(TurnNotRetryable):
            await chat.retry(1)
        assert (await chat.send("Hello?")).success
