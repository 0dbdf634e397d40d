"""Every route, by every kind of caller, on own and foreign sessions."""

from uuid import uuid4

import pytest

from conversations.testing import says
from tests.conversations.api.client import Api, visitor

pytestmark = pytest.mark.django_db(transaction=True)

ROUTES = {
    "read": ("get", "", "sessions:read"),
    "messages": ("get", "/messages", "sessions:read"),
    "turn": ("get", "/turns/1", "sessions:read"),
    "run": ("post", "/turns", "sessions:write"),
    "retry": ("post", "/turns/1/retry", "sessions:write"),
    "end": ("post", "/end", "sessions:write"),
}


async def ask(api: Api, session: str, route: tuple[str, str, str]) -> int:
    method, path, _ = route
    if method == "get":
        return await api.get(session + path)
    return await api.post(session + path, {"message": "Hi"} if path == "/turns" else {})


@pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)
async def test_who_may_do_what(model, api_key, route: tuple[str, str, str]):
    model.then(*[says("Hello")] * 10)
    owner = await api_key("sessions:write", "sessions:read")
    await owner.post("/sessions", {"graph": "wish"})
    session, token = f"/sessions/{owner.body['id']}", owner.body["token"]
    await owner.post(f"{session}/turns", {"message": "Hi"})
    stranger, _ = await visitor()
    scope = route[2]
    other_scope = {"sessions:read": "sessions:write", "sessions:write": "sessions:read"}[scope]

    assert await ask(Api(), session, route) == 401
    for forged in ("nonsense", "ezg_nonsense", token[:-1] + ("A" if token[-1] != "A" else "B"), "\u00e9"):
        assert await ask(Api(forged), session, route) == 401
    for foreign in (stranger, await api_key(scope, client="other")):
        assert await ask(foreign, session, route) == 404
        assert foreign.code == "SESSION_UNKNOWN"
    powerless = await api_key(other_scope)
    assert await ask(powerless, session, route) == 403
    assert powerless.code == "FORBIDDEN"
    for allowed in (await api_key("admin", client="headquarters"), await api_key(scope), Api(token)):
        assert await ask(allowed, session, route) in (200, 409)


@pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)
async def test_an_unknown_session_is_unknown_to_everybody(model, api_key, route: tuple[str, str, str]):
    for caller in (await api_key("admin"), await api_key(route[2]), (await visitor())[0]):
        assert await ask(caller, f"/sessions/{uuid4()}", route) == 404
        assert caller.code == "SESSION_UNKNOWN"


async def test_keys_that_are_revoked_or_expired_are_refused(model, api_key):
    from django.utils import timezone

    from conversations.models import ApiKey

    api = await api_key()
    assert await api.get("/graphs") == 200
    await ApiKey.objects.aupdate(expires_at=timezone.now())
    assert await api.get("/graphs") == 401
    await ApiKey.objects.aupdate(expires_at=None, revoked_at=timezone.now())
    assert await api.get("/graphs") == 401
    assert api.response["WWW-Authenticate"].startswith("Bearer")


async def test_a_higher_epoch_makes_older_tokens_void(model):
    from conversations.models import Session

    api, session = await visitor()
    assert await api.get(session) == 200
    await Session.objects.aupdate(token_epoch=1)
    assert await api.get(session) == 401
