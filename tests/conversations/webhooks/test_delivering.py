"""Events reach receivers that are slow, fail, redirect, reset and recover: each at least once, in order."""

import asyncio
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from conversations import clock
from conversations.background import delivering, delivery_rows
from conversations.background.delivering import deliver_due
from conversations.models import Webhook, WebhookDelivery
from conversations.webhooks.managing import remove, rotate, send_again
from conversations.webhooks.secrets import BOTH_FOR
from providers.database import in_database
from tests.conversations.webhooks.listening import deliveries, happened, listening, new_session, registered
from tests.conversations.webhooks.receiver import RESET, SILENCE, answer, receiving

pytestmark = pytest.mark.django_db(transaction=True)

NOT_TAKEN = {
    "an error of the server": (answer(500), "STATUS", 500),
    "nothing there": (answer(404), "STATUS", 404),
    "a redirect": (answer(302, "Location: https://example.com/"), "STATUS", 302),
    "a lasting redirect": (answer(308, "Location: https://example.com/"), "STATUS", 308),
    "a reset": (RESET, "CONNECTION_FAILED", None),
    "what is no HTTP": (b"220 smtp.example.com ESMTP\r\n\r\n", "CONNECTION_FAILED", None),
}


class Clock:
    """The time as the test sets it."""

    def __init__(self) -> None:
        self.offset = timedelta()
        self._real = clock.now

    def now(self) -> datetime:
        return self._real() + self.offset

    def forward(self, **by: float) -> None:
        self.offset += timedelta(**by)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    set_by_test = Clock()
    monkeypatch.setattr(clock, "now", set_by_test.now)
    return set_by_test


async def deliver() -> bool:
    """Send all that is due at the moment."""
    return await deliver_due(asyncio.Event())


async def states() -> list[str]:
    return [row.status for row in await deliveries()]


async def test_an_event_is_delivered_once_with_ids_codes_and_times_only():
    async with receiving() as receiver:
        await registered(receiver.url)
        session = await new_session(external_id="order-7")
        await happened(session, 1)
        assert await deliver()
        assert not await deliver()
        (received,) = receiver.received
    (row,) = await deliveries()
    assert received.message == {
        "id": str(row.event_id),
        "type": "turn.completed",
        "timestamp": row.happened_at.isoformat().replace("+00:00", "Z"),
        "data": {
            "session": str(session.pk),
            "graph": "wish",
            "external_id": "order-7",
            "turn": 1,
            "completed": False,
            "handed_over": False,
        },
    }
    assert received.headers["content-type"] == "application/json"
    assert "cookie" not in received.headers
    assert row.status == "delivered"
    assert row.ended_at
    assert [(one["status"], one["code"]) for one in row.attempts] == [(204, "")]


async def test_the_standard_library_of_receivers_verifies_the_signature():
    async with receiving() as receiver:
        _, secret = await registered(receiver.url)
        await happened(await new_session(), 1)
        await deliver()
        (received,) = receiver.received
    assert Verifier(secret).verify(received.body, received.headers) == received.message
    with pytest.raises(WebhookVerificationError):
        Verifier(secret).verify(received.body.replace(b"wish", b"fish"), received.headers)
    with pytest.raises(WebhookVerificationError):
        Verifier("whsec_" + "A" * 43 + "=").verify(received.body, received.headers)


async def test_while_a_secret_is_exchanged_both_of_them_verify(time: Clock):
    async with receiving() as receiver:
        webhook, former = await registered(receiver.url)
        present = await in_database(rotate, webhook)
        session = await new_session()
        await happened(session, 1)
        await deliver()
        (received,) = receiver.received
        for secret in (former, present):
            assert Verifier(secret).verify(received.body, received.headers)
        time.forward(seconds=BOTH_FOR.total_seconds() + 1)
        await happened(session, 2)
        await deliver()
    assert received.headers["webhook-signature"].count("v1,") == 2
    assert receiver.received[1].headers["webhook-signature"].count("v1,") == 1


@pytest.mark.parametrize(("reply", "code", "status"), NOT_TAKEN.values(), ids=NOT_TAKEN.keys())
async def test_what_a_receiver_does_not_take_comes_again_until_it_recovers(
    time: Clock, reply: bytes, code: str, status: int | None
):
    async with receiving(reply, reply) as receiver:
        await registered(receiver.url)
        await happened(await new_session(), 1)
        for _ in range(3):
            assert await deliver()
            assert not await deliver()
            time.forward(minutes=5)
        ids = {received.id for received in receiver.received}
        assert len(receiver.received) == 3
        assert len(ids) == 1
    (row,) = await deliveries()
    assert row.status == "delivered"
    expected = [(status, code), (status, code), (204, "")]
    assert [(one["status"], one["code"]) for one in row.attempts] == expected


async def test_a_receiver_that_keeps_silent_is_given_up_after_a_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(delivering, "SEND_SECONDS", 0.2)
    async with receiving(SILENCE) as receiver:
        await registered(receiver.url)
        await happened(await new_session(), 1)
        await deliver()
    (row,) = await deliveries()
    assert [one["code"] for one in row.attempts] == ["TIMEOUT"]


async def test_a_slow_receiver_holds_up_no_other():
    async with receiving(*[SILENCE] * 20) as slow, receiving() as quick:
        await registered(slow.url)
        await registered(quick.url)
        for _ in range(20):
            await happened(await new_session(), 1)
        working = asyncio.ensure_future(deliver())
        await quick.have(20)
        assert len(slow.received) <= delivering.AT_ONCE_TO_ONE
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


async def test_nobody_listens_at_an_address_that_refuses(time: Clock):
    async with receiving() as receiver:
        gone = receiver.url
    await registered(gone)
    await happened(await new_session(), 1)
    await deliver()
    (row,) = await deliveries()
    assert [one["code"] for one in row.attempts] == ["CONNECTION_FAILED"]


async def test_the_order_within_a_session_is_kept_and_other_sessions_go_on(time: Clock):
    async with receiving(answer(503)) as receiver:
        await registered(receiver.url)
        stuck, other = await new_session(), await new_session()
        await happened(stuck, 1, 2, 3)
        await deliver()
        await happened(other, 1, 2)
        await happened(stuck, 4)
        await deliver()
        assert [(one.session, one.turn) for one in receiver.received] == [
            (str(stuck.pk), 1),
            (str(other.pk), 1),
            (str(other.pk), 2),
        ]
        time.forward(seconds=6)
        await deliver()
        turns = [one.turn for one in receiver.received if one.session == str(stuck.pk)]
    assert turns == [1, 1, 2, 3, 4]
    assert set(await states()) == {"delivered"}


async def test_waits_grow_for_a_day_then_the_event_is_set_aside_and_the_next_one_goes(time: Clock):
    began = time.now()
    async with receiving(*[answer(500)] * 100) as receiver:
        await registered(receiver.url)
        session = await new_session()
        await happened(session, 1)
        moments = []
        while "set_aside" not in await states():
            assert await deliver()
            (row,) = await deliveries()
            moments.append(time.now() - began)
            time.forward(seconds=(row.next_at - time.now()).total_seconds() + 0.001)
        assert timedelta(hours=24) <= moments[-1] <= timedelta(hours=24, minutes=1)
        waits = [round((later - earlier).total_seconds()) for earlier, later in pairwise(moments[:-1])]
        assert waits[:5] == [5, 30, 120, 600, 1800]
        assert waits == sorted(waits)
        receiver.answers.clear()
        await happened(session, 2)
        await deliver()
        assert receiver.received[-1].turn == 2
    assert await states() == ["set_aside", "delivered"]


async def test_events_that_waited_behind_it_longer_than_a_day_get_a_few_attempts_each(time: Clock):
    async with receiving(*[answer(500)] * 100) as receiver:
        await registered(receiver.url)
        await happened(await new_session(), 1, 2)
        time.forward(days=3)
        while await deliver():
            time.forward(seconds=31)
        turns = [one.turn for one in receiver.received]
    assert turns == [1] * delivery_rows.FEWEST_TRIES + [2] * delivery_rows.FEWEST_TRIES
    assert await states() == ["set_aside", "set_aside"]


async def test_a_receiver_may_ask_to_be_left_alone_for_longer(time: Clock):
    async with receiving(answer(429, "Retry-After: 90")) as receiver:
        await registered(receiver.url)
        await happened(await new_session(), 1)
        await deliver()
        time.forward(seconds=80)
        assert not await deliver()
        time.forward(seconds=11)
        assert await deliver()


async def test_what_is_sent_again_by_hand_holds_up_nothing_and_comes_with_the_same_id(time: Clock):
    async with receiving() as receiver:
        await registered(receiver.url)
        session = await new_session()
        await happened(session, 1)
        await deliver()
        (row,) = await deliveries()
        receiver.answers[:] = [answer(500)]
        assert await in_database(send_again, row)
        assert not await in_database(send_again, row)
        await deliver()
        await happened(session, 2)
        await deliver()
        time.forward(seconds=6)
        await deliver()
        first, again, second, once_more = receiver.received
    assert first.id == again.id == once_more.id
    assert second.turn == 2
    assert await states() == ["delivered", "delivered"]


async def test_a_webhook_that_is_switched_off_waits_and_goes_on_later():
    async with receiving() as receiver:
        webhook, _ = await registered(receiver.url)
        await happened(await new_session(), 1)
        await in_database(Webhook.objects.filter(pk=webhook.pk).update, enabled=False)
        assert not await deliver()
        await in_database(Webhook.objects.filter(pk=webhook.pk).update, enabled=True)
        assert await deliver()


async def test_what_is_left_of_a_removed_webhook_is_sent_to_nobody():
    async with receiving() as receiver:
        webhook, _ = await registered(receiver.url)
        await happened(await new_session(), 1)
        await in_database(remove, webhook)
        await happened(await new_session(), 1)
        assert not await deliver()
        assert receiver.received == []
    assert await states() == ["set_aside"]


async def test_the_customer_s_external_id_is_gone_with_an_erased_session():
    async with receiving() as receiver:
        await registered(receiver.url)
        session = await new_session(external_id="order-7")
        await happened(session, 1)
        await in_database(type(session).objects.filter(pk=session.pk).update, external_id=None)
        await deliver()
        assert receiver.received[0].message["data"]["external_id"] is None


async def test_private_addresses_are_refused_also_after_the_name_is_resolved(settings: Any):
    async with receiving() as receiver:
        port = receiver.url.rpartition(":")[2].partition("/")[0]
        await happened_to(f"http://0.0.0.0:{port}/hooks", settings)
        await happened_to(f"http://127.0.0.1:{port}/hooks", settings)
        await happened_to(f"http://[::ffff:127.0.0.1]:{port}/hooks", settings)
        assert receiver.received == []


async def happened_to(url: str, settings: Any) -> None:
    """Send an event to an address that was saved in some way, where no private one is allowed."""
    await listening("turn.completed", url=url)
    settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = []
    settings.EZGRAPH_LOOPBACK_PROVIDERS = True  # which is said of providers alone
    await happened(await new_session(), 1)
    await deliver()
    rows = await deliveries()
    assert {attempt["code"] for row in rows for attempt in row.attempts} == {"ADDRESS_REFUSED"}
    await in_database(WebhookDelivery.objects.all().delete)
    await in_database(Webhook.objects.all().delete)


async def test_a_name_that_resolves_to_a_private_address_is_refused(
    settings: Any, monkeypatch: pytest.MonkeyPatch
):
    """As an attacker's name server would have it: the name looks public when it is saved."""
    async with receiving() as receiver:
        port = int(receiver.url.rpartition(":")[2].partition("/")[0])
        settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = []
        await registered(f"http://hooks.example.com:{port}/")
        resolves_to(monkeypatch, "127.0.0.1", port)
        await happened(await new_session(), 1)
        await deliver()
        assert receiver.received == []
    (row,) = await deliveries()
    assert [one["code"] for one in row.attempts] == ["ADDRESS_REFUSED"]


def resolves_to(monkeypatch: pytest.MonkeyPatch, address: str, port: int) -> None:
    """Let every name resolve to one address, below all that is ours."""

    async def getaddrinfo(*_: Any, **__: Any) -> Any:
        return [(2, 1, 6, "", (address, port))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo)


async def test_several_workers_send_each_event_once_and_in_order():
    async with receiving() as receiver:
        await registered(receiver.url)
        sessions = [await new_session() for _ in range(6)]
        for session in sessions:
            await happened(session, 1, 2, 3)
        await asyncio.gather(*(deliver() for _ in range(4)))
        for session in sessions:
            turns = [one.turn for one in receiver.received if one.session == str(session.pk)]
            assert turns == [1, 2, 3]


async def test_an_event_that_another_process_holds_is_left_to_it_until_its_lease_is_over():
    async with receiving() as receiver:
        await registered(receiver.url)
        await happened(await new_session(), 1, 2)
        (held,) = await in_database(delivery_rows.claim_due, "another", 1, 1, {})
        assert not await deliver()
        over = WebhookDelivery.objects.filter(pk=held.delivery.pk)
        await in_database(over.update, lease_expires_at=clock.now() - timedelta(seconds=5))
        assert await deliver()
        assert [one.turn for one in receiver.received] == [1, 2]


async def test_whoever_lost_an_event_writes_nothing_of_it_any_more(time: Clock):
    async with receiving() as receiver:
        await registered(receiver.url)
        await happened(await new_session(), 1)
        (held,) = await in_database(delivery_rows.claim_due, "another", 1, 1, {})
        over = WebhookDelivery.objects.filter(pk=held.delivery.pk)
        await in_database(over.update, lease_expires_at=clock.now() - timedelta(seconds=5))
        await deliver()
        attempt = await delivering.send(held)
        await in_database(delivery_rows.record_failed, held, attempt)
    assert await states() == ["delivered"]


async def test_a_secret_that_no_key_opens_is_told_and_nothing_is_sent_unsigned():
    async with receiving() as receiver:
        webhook, _ = await registered(receiver.url)
        await in_database(Webhook.objects.filter(pk=webhook.pk).update, sealed="broken")
        await happened(await new_session(), 1)
        await deliver()
        assert receiver.received == []
    (row,) = await deliveries()
    assert [one["code"] for one in row.attempts] == ["KEY_MISSING"]
