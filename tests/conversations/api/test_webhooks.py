"""Webhooks over the API: whose they are, what is refused, the log and sending again."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from conversations.api.base.fields import LONGEST_NAME
from conversations.models import ApiClient, Webhook, WebhookDelivery
from conversations.webhooks import managing
from conversations.webhooks.managing import MOST_WEBHOOKS
from conversations.webhooks.secrets import secrets_of
from providers.database import in_database
from tests.conversations.api.client import Api, visitor
from tests.conversations.webhooks.listening import ADDRESS, happened, listening, new_session
from tests.conversations.webhooks.receiver import answer, receiving
from tests.conversations.webhooks.test_delivering import deliver

pytestmark = pytest.mark.django_db(transaction=True)

NEW = {"url": ADDRESS, "events": ["turn.completed", "turn.failed"]}

REFUSED = {
    "no address": {"url": "hooks"},
    "another scheme": {"url": "ftp://hooks.example.com/"},
    "a private address": {"url": "http://10.0.0.1/"},
    "the clouds' own address": {"url": "http://169.254.169.254/latest/"},
    "a user in the address": {"url": "https://me:secret@hooks.example.com/"},
    "too long an address": {"url": "https://hooks.example.com/" + "a" * 2000},
    "no event": {"events": []},
    "an unknown event": {"events": ["turn.started"]},
    "events that are no list": {"events": "turn.completed"},
    "a number for an address": {"url": 7},
    "too long a description": {"description": "a" * (LONGEST_NAME + 1)},
    "an unknown field": {"secret": "whsec_mine"},
    "everybody's sessions without the scope": {"all_sessions": True},
}

Key = Callable[..., Awaitable[Api]]


@pytest.fixture
async def shop(api_key: Key) -> Api:
    return await api_key("webhooks")


async def added(api: Api, **values: Any) -> dict[str, Any]:
    assert await api.post("/webhooks", {**NEW, **values}) == 201
    return api.body


async def test_a_webhook_is_added_listed_read_and_removed(shop: Api):
    webhook = await added(shop, description="Orders")
    row = await in_database(Webhook.objects.get, pk=webhook["id"])
    assert secrets_of(row) == (webhook["secret"],)
    assert webhook["secret"] not in row.sealed
    shown = {name: value for name, value in webhook.items() if name != "secret"}
    assert shown["events"] == NEW["events"]
    assert shown["enabled"] is True
    assert await shop.get("/webhooks") == 200
    assert shop.body == {"webhooks": [shown], "next": None}
    assert await shop.get(f"/webhooks/{webhook['id']}") == 200
    assert shop.body == shown
    assert await shop.delete(f"/webhooks/{webhook['id']}") == 204
    assert await shop.get(f"/webhooks/{webhook['id']}") == 404
    assert shop.code == "NOT_FOUND"


@pytest.mark.parametrize("change", REFUSED.values(), ids=REFUSED.keys())
async def test_what_is_no_webhook_is_refused(shop: Api, change: dict[str, Any]):
    assert await shop.post("/webhooks", {**NEW, **change}) == 400
    assert shop.code == "INVALID"
    assert set(shop.body["errors"]) == set(change)
    assert await in_database(Webhook.objects.count) == 0


async def test_private_hosts_that_the_operator_names_may_be_told(shop: Api, settings: Any):
    settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = ["10.0.0.5:8080"]
    await added(shop, url="http://10.0.0.5:8080/hooks")
    assert await shop.post("/webhooks", {**NEW, "url": "http://10.0.0.5:8081/"}) == 400


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost", "localhost."])
async def test_what_providers_may_call_on_this_machine_webhooks_may_not(shop: Api, settings: Any, host: str):
    settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = ()
    settings.EZGRAPH_LOOPBACK_PROVIDERS = True
    assert await shop.post("/webhooks", {**NEW, "url": f"http://{host}:9000/x"}) == 400
    assert set(shop.body["errors"]) == {"url"}


async def test_an_integration_has_so_many_and_no_more(shop: Api):
    client = await in_database(ApiClient.objects.get)
    for _ in range(MOST_WEBHOOKS):
        await listening(client=client)
    assert await shop.post("/webhooks", NEW) == 400
    assert str(MOST_WEBHOOKS) in str(shop.body["errors"])


async def test_an_integration_that_adds_many_at_once_has_no_more_either(shop: Api):
    client = await in_database(ApiClient.objects.get)
    for _ in range(MOST_WEBHOOKS - 1):
        await listening(client=client)
    others = [Api(shop.bearer) for _ in range(4)]
    told = await asyncio.gather(*(other.post("/webhooks", NEW) for other in others))
    assert sorted(told) == [201, 400, 400, 400]


async def test_a_secret_of_a_webhook_that_is_removed_meanwhile_is_not_found(
    shop: Api, monkeypatch: pytest.MonkeyPatch
):
    webhook = await added(shop)
    rotate = managing.rotate

    def too_late(row: Webhook) -> str:
        managing.remove(Webhook.objects.get(pk=row.pk))
        return rotate(row)

    monkeypatch.setattr(managing, "rotate", too_late)
    assert await shop.post(f"/webhooks/{webhook['id']}/rotate") == 404
    assert shop.code == "NOT_FOUND"


async def test_pages_of_webhooks_follow_each_other(shop: Api):
    ids = [(await added(shop))["id"] for _ in range(3)]
    await shop.get("/webhooks?limit=2")
    first = shop.body
    await shop.get(f"/webhooks?limit=2&cursor={first['next']}")
    listed = [one["id"] for one in first["webhooks"] + shop.body["webhooks"]]
    assert listed == ids[::-1]
    assert shop.body["next"] is None


async def test_another_integration_s_webhooks_are_as_if_they_were_not_there(shop: Api, api_key: Key):
    webhook = await added(shop)
    bank = await api_key("webhooks", client="bank")
    assert await bank.get("/webhooks") == 200
    assert bank.body["webhooks"] == []
    page = f"/webhooks/{webhook['id']}"
    assert await bank.get(page) == 404
    assert await bank.delete(page) == 404
    assert await bank.post(f"{page}/rotate") == 404
    assert await bank.get(f"{page}/deliveries") == 404
    assert await bank.post(f"{page}/deliveries/1/replay") == 404
    assert await shop.get(page) == 200


async def test_the_scope_admin_sees_all_and_may_listen_to_all(shop: Api, api_key: Key):
    await added(shop)
    office = await api_key("admin", client="office")
    everybody_s = await added(office, all_sessions=True)
    assert everybody_s["all_sessions"] is True
    assert (await in_database(Webhook.objects.get, pk=everybody_s["id"])).client_id is None
    await office.get("/webhooks")
    assert len(office.body["webhooks"]) == 2
    await shop.get("/webhooks")
    assert len(shop.body["webhooks"]) == 1


@pytest.mark.parametrize("path", ["/webhooks", "/webhooks/00000000-0000-0000-0000-000000000000"])
async def test_webhooks_take_a_key_with_their_scope(path: str, model: Any, api_key: Key):
    nobody, (customer, _), reader = Api(), await visitor(), await api_key("sessions:read")
    assert await nobody.get(path) == 401
    assert await customer.get(path) == 403
    assert await reader.get(path) == 403
    assert "webhooks" in reader.body["detail"]


async def test_a_secret_is_exchanged_and_the_former_one_is_named_with_its_end(shop: Api):
    webhook = await added(shop)
    assert await shop.post(f"/webhooks/{webhook['id']}/rotate") == 200
    assert shop.body["secret"] != webhook["secret"]
    assert shop.body["former_secret_until"]
    row = await in_database(Webhook.objects.get, pk=webhook["id"])
    assert secrets_of(row) == (shop.body["secret"], webhook["secret"])


async def test_the_log_tells_of_every_attempt_and_what_was_taken_can_be_sent_again(shop: Api):
    async with receiving(answer(500)) as receiver:
        webhook = await added(shop, url=receiver.url)
        client = await in_database(ApiClient.objects.get)
        session = await new_session(client=client, external_id="order-7")
        await happened(session, 1)
        await deliver()
        log = f"/webhooks/{webhook['id']}/deliveries"
        assert await shop.get(log) == 200
        (entry,) = shop.body["deliveries"]
        assert entry["status"] == "waiting"
        assert entry["next_attempt_at"]
        assert [(one["status"], one["code"]) for one in entry["attempts"]] == [(500, "STATUS")]
        assert entry["message"] == receiver.received[0].message
        assert await shop.post(f"{log}/{entry['id']}/replay") == 202
        assert shop.body["replayed_at"] is None
        await in_database(WebhookDelivery.objects.update, status="set_aside")
        assert await shop.get(f"{log}?status=set_aside") == 200
        assert len(shop.body["deliveries"]) == 1
        assert shop.body["deliveries"][0]["next_attempt_at"] is None
        assert await shop.post(f"{log}/{entry['id']}/replay") == 202
        assert shop.body["status"] == "waiting"
        await deliver()
        assert [one.id for one in receiver.received] == [entry["event"]] * 2
        await shop.get(log)
        assert shop.body["deliveries"][0]["status"] == "delivered"


async def test_pages_of_the_log_follow_each_other(shop: Api):
    webhook = await added(shop)
    client = await in_database(ApiClient.objects.get)
    await happened(await new_session(client=client), 1, 2, 3)
    log = f"/webhooks/{webhook['id']}/deliveries?limit=2"
    await shop.get(log)
    first = shop.body
    await shop.get(f"{log}&cursor={first['next']}")
    turns = [one["message"]["data"]["turn"] for one in first["deliveries"] + shop.body["deliveries"]]
    assert turns == [3, 2, 1]
    assert shop.body["next"] is None


@pytest.mark.parametrize("query", ["cursor=x", "cursor=0", "limit=0", "limit=101", "status=lost", "page=2"])
async def test_what_is_no_page_of_the_log_is_refused(shop: Api, query: str):
    webhook = await added(shop)
    assert await shop.get(f"/webhooks/{webhook['id']}/deliveries?{query}") == 400


@pytest.mark.parametrize("key", ["1", "9" * 30, "x"])
async def test_a_delivery_that_is_none_is_not_found(shop: Api, key: str):
    webhook = await added(shop)
    assert await shop.post(f"/webhooks/{webhook['id']}/deliveries/{key}/replay") == 404
