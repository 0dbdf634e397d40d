"""What webhooks are told of: written with what makes it true, and only where somebody listens."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from conversations import clock
from conversations.engine import engine, store
from conversations.engine.errors import SessionConflict
from conversations.engine.store.closing import MOST_INTERRUPTIONS
from conversations.models import ApiClient, Decision, Session, Turn, WebhookDelivery
from conversations.testing import (
    GraphHarness,
    ScriptedChat,
    ScriptedDecisions,
    call,
    calls,
    fails,
    held,
    says,
)
from providers.database import in_database
from providers.errors import ErrorCode
from tests.conversations.decisions.asking import asking
from tests.conversations.engine.stages import TalkGraph
from tests.conversations.graphs import WishGraph
from tests.conversations.takeovers.staff import staff
from tests.conversations.webhooks.listening import listening, told

pytestmark = pytest.mark.django_db(transaction=True)

ANSWERED = {"completed": False, "handed_over": False}


async def all_told() -> int:
    return await in_database(WebhookDelivery.objects.count)


async def change_session(chat: GraphHarness, **values: Any) -> None:
    await in_database(Session.objects.filter(pk=chat.session_id).update, **values)


async def test_a_completed_turn_is_told_once_to_each_that_wants_it():
    first, second = await listening(), await listening("turn.completed")
    deaf = await listening("turn.failed", "session.completed")
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello"), says("Again")])) as chat:
        await chat.send("Hi", client_id="a")
        await chat.send("Hi", client_id="a")
        await chat.send("And?")
    expected = [("turn.completed", {"turn": number, **ANSWERED}) for number in (1, 2)]
    assert await told(first) == await told(second) == expected
    assert await told(deaf) == []


async def test_the_same_event_has_the_same_id_everywhere_and_another_one_each_time():
    await listening()
    await listening()
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello"), says("Again")])) as chat:
        await chat.send("Hi")
        await chat.send("And?")
    ids = await in_database(lambda: list(WebhookDelivery.objects.values_list("event_id", flat=True)))
    assert len(ids) == 4
    assert len(set(ids)) == 2


async def test_a_turn_that_completes_its_session_tells_so_after_its_own_end():
    webhook = await listening()
    model = ScriptedChat(
        [calls(call("save_name", name="Ada")), says("A wish?"), calls(call("grant", wish="Peace"))]
    )
    async with GraphHarness(WishGraph, model) as chat:
        await chat.send("I am Ada")
        await chat.send("Peace")
    assert await told(webhook) == [
        ("turn.completed", {"turn": 1, **ANSWERED}),
        ("turn.completed", {"turn": 2, "completed": True, "handed_over": False}),
        ("session.completed", {"turn": 2}),
    ]


async def test_a_failed_turn_is_told_with_its_cause_and_its_retry_as_another_event():
    webhook = await listening()
    async with GraphHarness(TalkGraph, ScriptedChat([fails(ErrorCode.UNAVAILABLE), says("Now")])) as chat:
        assert not (await chat.send("Hi")).success
        await chat.retry(1)
    failed = {"turn": 1, "code": "TURN_FAILED", "cause": "PROVIDER_FAILED", "retryable": True}
    assert await told(webhook) == [("turn.failed", failed), ("turn.completed", {"turn": 1, **ANSWERED})]


async def test_a_turn_that_fails_before_one_that_waits_cannot_be_retried():
    webhook, go_on = await listening(), asyncio.Event()
    model = ScriptedChat([held(go_on, fails(ErrorCode.UNAVAILABLE)), says("Hello")])
    async with GraphHarness(TalkGraph, model) as chat:
        first, second = await chat.start("Hi"), await chat.start("And?", busy="wait")
        go_on.set()
        assert (await first.result()).retryable is False
        assert (await second.result()).success
    failed = {"turn": 1, "code": "TURN_FAILED", "cause": "PROVIDER_FAILED", "retryable": False}
    assert await told(webhook) == [("turn.failed", failed), ("turn.completed", {"turn": 2, **ANSWERED})]


async def test_a_turn_is_told_as_failed_when_its_last_interruption_fails_it():
    webhook = await listening()
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello")])) as chat:
        await chat.send("Hi")
        await in_database(WebhookDelivery.objects.all().delete)
        for interruptions in (0, MOST_INTERRUPTIONS - 1):
            turn = Turn.objects.filter(session=chat.session_id)
            await in_database(turn.update, status="running", interruptions=interruptions)
            await change_session(
                chat, lease_owner="lost", lease_expires_at=clock.now() - timedelta(seconds=5)
            )
            lost = await in_database(store.read_session, chat.session_id)
            await in_database(store.settle_lost_turn, lost)
    failed = {"turn": 1, "code": "TURN_FAILED", "cause": "INTERRUPTED", "retryable": True}
    assert await told(webhook) == [("turn.failed", failed)]


async def test_a_decision_whose_fallback_decided_is_told_before_its_turn():
    webhook = await listening()
    decisions = ScriptedDecisions([fails(ErrorCode.UNAVAILABLE)])
    async with GraphHarness(asking().graph, decisions=decisions) as chat:
        assert (await chat.send("Hi")).success
    decision = await in_database(Decision.objects.get)
    assert await told(webhook) == [
        (
            "decision.fallback",
            {"turn": 1, "decision": str(decision.pk), "node": decision.node, "failure": "provider"},
        ),
        ("turn.completed", {"turn": 1, **ANSWERED}),
    ]


async def test_a_decision_that_nobody_could_save_is_no_fallback():
    webhook = await listening("decision.fallback")
    decisions = ScriptedDecisions([fails(ErrorCode.UNAVAILABLE)])
    async with GraphHarness(asking(rescued=False).graph, decisions=decisions) as chat:
        assert not (await chat.send("Hi")).success
    assert await told(webhook) == []


async def test_taking_over_is_told_once_and_what_the_customer_says_then_as_turns():
    webhook = await listening()
    async with GraphHarness(TalkGraph, ScriptedChat()) as chat:
        await engine.take_over(chat.session_id, await staff("ann", "Ann Lee"))
        await engine.take_over(chat.session_id, await staff("bob", "Bob Ray"))
        await chat.send("Is anybody there?")
    assert await told(webhook) == [
        ("session.handed_over", {}),
        ("turn.completed", {"turn": 1, "completed": False, "handed_over": True}),
    ]


async def test_an_integration_hears_of_its_own_sessions_only():
    clients = [await in_database(ApiClient.objects.create, name=name) for name in ("shop", "bank")]
    shop, bank = [await listening(client=client) for client in clients]
    site = await listening()
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello")])) as chat:
        await change_session(chat, client=clients[0])
        await chat.send("Hi")
    assert len(await told(shop)) == len(await told(site)) == 1
    assert await told(bank) == []


async def test_a_visitor_s_session_is_no_integration_s():
    client = await in_database(ApiClient.objects.create, name="shop")
    webhook = await listening(client=client)
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello")])) as chat:
        await chat.send("Hi")
    assert await told(webhook) == []


async def test_test_sessions_tell_nobody():
    await listening()
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello")])) as chat:
        await change_session(chat, is_test=True)
        await chat.send("Hi")
    assert await all_told() == 0


async def test_a_webhook_that_is_switched_off_hears_nothing():
    webhook = await listening(enabled=False)
    async with GraphHarness(TalkGraph, ScriptedChat([says("Hello")])) as chat:
        await chat.send("Hi")
    assert await told(webhook) == []


async def test_a_step_that_is_not_written_tells_nobody():
    await listening()
    release = asyncio.Event()
    async with GraphHarness(TalkGraph, ScriptedChat([held(release, says("Hello"))])) as chat:
        running = await chat.start("Hi")
        await change_session(chat, lease_owner="another")
        release.set()
        with pytest.raises(SessionConflict):
            await running.result()
    assert await all_told() == 0


async def test_facts_hold_no_text_of_anybody():
    await listening()
    secret = "Zanzibar"
    model = ScriptedChat([says(f"Hello {secret}"), fails(ErrorCode.UNAVAILABLE)])
    async with GraphHarness(TalkGraph, model, external_user=secret) as chat:
        await chat.send(f"I am {secret}")
        await chat.send(f"I am {secret}")
    rows = await in_database(lambda: list(WebhookDelivery.objects.values_list("type", "facts")))
    assert len(rows) == 2
    assert secret not in str(rows)


def test_removing_a_webhook_never_meets_a_turn():
    """The database does not check a delivery's webhook, so no turn waits for whoever removes one."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_relations(cursor, WebhookDelivery._meta.db_table)
    assert "webhook_id" not in found
