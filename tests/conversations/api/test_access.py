"""Every route, by every kind of caller, on own and on foreign objects."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from conversations.access import scopes
from conversations.api.openapi.document import document
from conversations.models import ApiClient, ApiKey, Decision, Session, Turn, Webhook, WebhookDelivery
from conversations.testing import says
from providers.database import in_database
from tests.conversations.api.client import Api, visitor
from tests.conversations.api.test_staff import StaffApi, staff

pytestmark = pytest.mark.django_db(transaction=True)

NEEDS_KEY = "a key of any scopes"


@dataclass(frozen=True)
class Route:
    """An operation: what its address names (`of`), the scope that it takes and what it is sent.

    `by_visitor` tells that the visitor of the session may do it, `by_staff` that an account may.
    """

    method: str
    path: str
    scope: str
    of: str = ""
    body: object = None
    by_visitor: bool = False
    by_staff: bool = True

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


ROUTES = [
    Route("get", "/graphs", NEEDS_KEY),
    Route("get", "/graphs/{name}", NEEDS_KEY),
    Route("post", "/runs", scopes.SESSIONS_WRITE, body={"graph": "wish", "message": "Hi"}, by_staff=False),
    Route("get", "/sessions", scopes.SESSIONS_READ),
    Route("get", "/sessions/{session_id}", scopes.SESSIONS_READ, "session", by_visitor=True),
    Route("delete", "/sessions/{session_id}", scopes.SESSIONS_ERASE, "session"),
    Route("get", "/sessions/{session_id}/messages", scopes.SESSIONS_READ, "session", by_visitor=True),
    Route("post", "/sessions/{session_id}/end", scopes.SESSIONS_WRITE, "session", by_visitor=True),
    Route(
        "post",
        "/sessions/{session_id}/turns",
        scopes.SESSIONS_WRITE,
        "session",
        {"message": "Hi"},
        by_visitor=True,
    ),
    Route("get", "/sessions/{session_id}/turns/{number}", scopes.SESSIONS_READ, "session", by_visitor=True),
    Route(
        "post",
        "/sessions/{session_id}/turns/{number}/retry",
        scopes.SESSIONS_WRITE,
        "session",
        by_visitor=True,
    ),
    Route(
        "post",
        "/sessions/{session_id}/turns/{number}/cancel",
        scopes.SESSIONS_WRITE,
        "session",
        by_visitor=True,
    ),
    Route("get", "/decisions", scopes.DECISIONS_READ),
    Route("get", "/decisions/{decision_id}", scopes.DECISIONS_READ, "decision"),
    Route(
        "post",
        "/decisions/{decision_id}/reviews",
        scopes.DECISIONS_REVIEW,
        "decision",
        {"reviews": [{"agrees": True}]},
    ),
    Route("get", "/providers", scopes.PROVIDERS_READ),
    Route("post", "/providers/{name}/test", scopes.PROVIDERS_TEST),
    Route("get", "/usage", scopes.USAGE_READ),
    Route("get", "/webhooks", scopes.WEBHOOKS, by_staff=False),
    Route("post", "/webhooks", scopes.WEBHOOKS, body={}, by_staff=False),
    Route("get", "/webhooks/{webhook_id}", scopes.WEBHOOKS, "webhook", by_staff=False),
    Route("delete", "/webhooks/{webhook_id}", scopes.WEBHOOKS, "webhook", by_staff=False),
    Route("post", "/webhooks/{webhook_id}/rotate", scopes.WEBHOOKS, "webhook", by_staff=False),
    Route("get", "/webhooks/{webhook_id}/deliveries", scopes.WEBHOOKS, "webhook", by_staff=False),
    Route(
        "post",
        "/webhooks/{webhook_id}/deliveries/{delivery}/replay",
        scopes.WEBHOOKS,
        "webhook",
        by_staff=False,
    ),
]
IDS = list(map(str, ROUTES))
OWNED = [route for route in ROUTES if route.of]

STARTING = "post /sessions"
"""Anybody may: `test_visitors` and `test_sessions` tell who."""

UNKNOWN = {"session": "SESSION_UNKNOWN", "decision": "NOT_FOUND", "webhook": "NOT_FOUND"}

Make = Callable[..., Awaitable[Api]]


@dataclass(frozen=True)
class Things:
    """What one client has."""

    session: str
    decision: str
    webhook: str
    token: str

    def address(self, route: Route) -> str:
        parts = {"session_id": self.session, "decision_id": self.decision, "webhook_id": self.webhook}
        return route.path.format(name="wish", number=1, delivery=1, **parts)


async def things_of(owner: Api, client: str) -> Things:
    """A session with a turn, a decision and a webhook of this client's."""
    assert await owner.post("/sessions", {"graph": "wish"}) == 201
    session, token = owner.body["id"], owner.body["token"]
    assert await owner.post(f"/sessions/{session}/turns", {"message": "Hi"}) == 200

    def make() -> tuple[str, str]:
        now = timezone.now()
        owning = ApiClient.objects.get(name=client)
        turn = Turn.objects.get(session=session)
        decision = Decision.objects.create(
            turn=turn, graph="wish", node="RouterNode", provider="typesafe", outcome="success", at=now
        )
        webhook = Webhook.objects.create(
            client=owning, url="https://shop.example/hook", events=["turn.completed"], created_at=now
        )
        WebhookDelivery.objects.create(
            event_id=uuid4(),
            webhook=webhook,
            session=Session.objects.get(pk=session),
            type="turn.completed",
            facts={},
            happened_at=now,
            next_at=now,
        )
        return str(decision.pk), str(webhook.pk)

    return Things(session, *await in_database(make), token)


async def ask(api: Api, route: Route, address: str) -> int:
    if route.method == "post":
        return await api.post(address, route.body)
    return int(await getattr(api, route.method)(address))


@pytest.fixture
async def owned(model, api_key: Make) -> Things:
    model.then(*[says("Hello")] * 10)
    return await things_of(await api_key("admin"), "shop")


def allowed(status: int) -> bool:
    """Whether somebody was let in; what became of it is told elsewhere."""
    return status not in (401, 403) and status < 500


def test_the_table_has_every_route_of_the_document():
    documented = {
        f"{method} {path.removeprefix('/api/v1')}"
        for path, methods in document()["paths"].items()
        for method in methods
        if method in ("get", "post", "delete", "put", "patch")
    }
    assert documented == {*IDS, STARTING}


@pytest.mark.parametrize("route", ROUTES, ids=IDS)
async def test_nobody_and_forged_bearers_are_turned_away(owned: Things, route: Route):
    forged = owned.token[:-1] + ("A" if owned.token[-1] != "A" else "B")
    for bearer in ("", "nonsense", "ezg_nonsense", forged, "\u00e9"):
        api = Api(bearer)
        assert await ask(api, route, owned.address(route)) == 401
        assert api.code == "UNAUTHENTICATED"
        assert api.response["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("route", ROUTES, ids=IDS)
async def test_a_visitor_opens_the_session_of_the_token_and_nothing_else(owned: Things, route: Route):
    own = Api(owned.token)
    assert allowed(await ask(own, route, owned.address(route))) == route.by_visitor
    if not route.by_visitor:
        assert own.code == "FORBIDDEN"
    stranger, _ = await visitor()
    status = await ask(stranger, route, owned.address(route))
    assert status == (404 if route.of == "session" else 403)


@pytest.mark.parametrize("route", ROUTES, ids=IDS)
async def test_a_key_needs_the_scope(owned: Things, api_key: Make, route: Route):
    others = [scope for scope in scopes.ALL if scope not in (route.scope, scopes.ADMIN)]
    powerless = await api_key(*others)
    status = await ask(powerless, route, owned.address(route))
    if route.scope == NEEDS_KEY:
        assert allowed(status)
    else:
        assert (status, powerless.code) == (403, "FORBIDDEN")
        assert allowed(await ask(await api_key(route.scope), route, owned.address(route)))


@pytest.mark.parametrize("route", OWNED, ids=str)
async def test_what_is_foreign_looks_unknown_but_to_admin(owned: Things, api_key: Make, route: Route):
    foreign = await api_key(route.scope, client="other")
    assert await ask(foreign, route, owned.address(route)) == 404
    told = foreign.body
    unknown = Things(str(uuid4()), str(uuid4()), str(uuid4()), "")
    assert await ask(foreign, route, unknown.address(route)) == 404
    assert foreign.body == told
    assert told["code"] == UNKNOWN[route.of]
    assert allowed(await ask(await api_key("admin", client="other"), route, owned.address(route)))


@pytest.mark.parametrize("route", ROUTES, ids=IDS)
async def test_an_account_needs_the_permission(owned: Things, route: Route):
    powerless = await staff("conversations.view_replay")
    status = await ask(powerless, route, owned.address(route))
    assert status == (200 if route.scope == NEEDS_KEY else 403)
    everything = await superuser()
    assert allowed(await ask(everything, route, owned.address(route))) == route.by_staff


async def superuser() -> StaffApi:
    """Somebody who may do everything."""
    api = await staff()
    await User.objects.filter(username=f"user-{await User.objects.acount() - 1}").aupdate(is_superuser=True)
    return api


async def test_keys_that_are_revoked_or_expired_are_refused(model, api_key):
    api = await api_key()
    assert await api.get("/graphs") == 200
    await ApiKey.objects.aupdate(expires_at=timezone.now())
    assert await api.get("/graphs") == 401
    await ApiKey.objects.aupdate(expires_at=None, revoked_at=timezone.now())
    assert await api.get("/graphs") == 401
    assert api.response["WWW-Authenticate"].startswith("Bearer")


async def test_a_higher_epoch_makes_older_tokens_void(model):
    api, session = await visitor()
    assert await api.get(session) == 200
    await Session.objects.aupdate(token_epoch=1)
    assert await api.get(session) == 401
