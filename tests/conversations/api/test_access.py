"""Every route, by every kind of caller, on own and on foreign objects."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from conversations.access import scopes
from conversations.api.openapi.document import document
from conversations.models import (
    ApiClient,
    ApiKey,
    Decision,
    GraphSettings,
    Session,
    Turn,
    Webhook,
    WebhookDelivery,
)
from conversations.testing import says, serve_graphs
from providers.database import in_database
from tests.conversations.api.client import Api, visitor
from tests.conversations.api.test_staff import StaffApi, staff
from tests.conversations.graphs import WishGraph

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
"""Anybody may, as the graph says: it has a table of its own."""

PUBLIC, HIDDEN, UNKNOWN_GRAPH = "wish", "hidden", "nowhere"

STARTS: dict[str, tuple[int, int, int]] = {
    "nobody": (201, 404, 404),
    "a visitor": (201, 404, 404),
    "an account that is not of staff": (201, 404, 404),
    "a forged key": (401, 401, 401),
    "a forged token": (401, 401, 401),
    "a key that may": (201, 201, 404),
    "a key that may all": (201, 201, 404),
    "a key that may not": (403, 403, 403),
    "staff who may": (201, 201, 404),
    "staff who may not": (403, 403, 403),
}
"""What starting a session of a public graph, of one that is not and of an unknown one leads to."""

LISTS = {"sessions": "/sessions", "decisions": "/decisions", "webhooks": "/webhooks"}

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


@pytest.mark.any_database
@pytest.mark.parametrize("route", ROUTES, ids=IDS)
async def test_nobody_and_forged_bearers_are_turned_away(owned: Things, route: Route):
    forged = owned.token[:-1] + ("A" if owned.token[-1] != "A" else "B")
    for bearer in ("", "nonsense", "ezg_nonsense", forged, "\u00e9"):
        api = Api(bearer)
        assert await ask(api, route, owned.address(route)) == 401
        assert api.code == "UNAUTHENTICATED"
        assert api.response["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.any_database
@pytest.mark.parametrize("route", ROUTES, ids=IDS)
async def test_a_visitor_opens_the_session_of_the_token_and_nothing_else(owned: Things, route: Route):
    own = Api(owned.token)
    assert allowed(await ask(own, route, owned.address(route))) == route.by_visitor
    if not route.by_visitor:
        assert own.code == "FORBIDDEN"
    stranger, _ = await visitor()
    status = await ask(stranger, route, owned.address(route))
    assert status == (404 if route.of == "session" else 403)


@pytest.mark.any_database
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


@pytest.mark.any_database
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


@pytest.mark.any_database
@pytest.mark.parametrize("route", ROUTES, ids=IDS)
async def test_an_account_needs_the_permission(owned: Things, route: Route):
    powerless = await staff("conversations.view_replay")
    status = await ask(powerless, route, owned.address(route))
    assert status == (200 if route.scope == NEEDS_KEY else 403)
    everything = await superuser()
    assert allowed(await ask(everything, route, owned.address(route))) == route.by_staff


class HiddenGraph(WishGraph):
    """A graph that is not for visitors."""

    name = HIDDEN


async def starter(who: str, api_key: Make) -> Api:
    """One of those who start sessions."""
    match who:
        case "a visitor":
            return (await visitor(PUBLIC))[0]
        case "an account that is not of staff":
            return await staff("conversations.add_session", is_staff=False)
        case "a forged key":
            return Api("ezg_nonsense")
        case "a forged token":
            return Api("nonsense")
        case "a key that may":
            return await api_key(scopes.SESSIONS_WRITE)
        case "a key that may all":
            return await api_key(scopes.ADMIN)
        case "a key that may not":
            return await api_key(*(set(scopes.ALL) - {scopes.SESSIONS_WRITE, scopes.ADMIN}))
        case "staff who may":
            return await staff("conversations.add_session")
        case "staff who may not":
            return await staff("conversations.view_session")
    return Api()


@pytest.mark.parametrize("who", STARTS)
async def test_who_starts_sessions_of_which_graph(api_key: Make, who: str):
    await GraphSettings.objects.aupdate_or_create(graph=HIDDEN, defaults={"public": False})
    with serve_graphs(WishGraph, HiddenGraph):
        api = await starter(who, api_key)
        told = []
        for graph in (PUBLIC, HIDDEN, UNKNOWN_GRAPH):
            before = await Session.objects.acount()
            told.append(await api.post("/sessions", {"graph": graph}))
            assert await Session.objects.acount() == before + (told[-1] == 201)
            assert told[-1] != 404 or api.code == "GRAPH_UNKNOWN"
    assert tuple(told) == STARTS[who]


@pytest.mark.parametrize("name", LISTS)
async def test_a_list_holds_what_is_own_and_for_admin_and_staff_everything(
    owned: Things, api_key: Make, name: str
):
    readers = scopes.SESSIONS_READ, scopes.DECISIONS_READ, scopes.WEBHOOKS
    own, foreign = await api_key(*readers), await api_key(*readers, client="other")
    everybody = [await api_key("admin", client="other")]
    everybody += [await superuser()] if name != "webhooks" else []
    found = {"sessions": owned.session, "decisions": owned.decision, "webhooks": owned.webhook}[name]
    for api in (own, *everybody):
        assert await api.get(LISTS[name]) == 200
        assert [row["id"] for row in api.body[name]] == [found]
    assert await foreign.get(LISTS[name]) == 200
    assert foreign.body[name] == []


async def test_usage_counts_what_is_own(owned: Things, api_key: Make):
    own, foreign = await api_key(scopes.USAGE_READ), await api_key(scopes.USAGE_READ, client="other")
    assert await own.get("/usage") == await foreign.get("/usage") == 200
    assert [row["calls"] for row in own.body["usage"]] == [1]
    assert foreign.body["usage"] == []


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
