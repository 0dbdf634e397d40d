"""The secret key can be exchanged while customers talk, see docs/keys.md."""

from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from conversations.access import tokens
from conversations.access.logins import KeepLogins
from conversations.staff.badge import badge_of

FORMER, NEW = "former".ljust(40, "."), "new".ljust(40, ".")


def exchange(settings: Settings, *, kept: bool) -> None:
    """Put a new key in the place of the former, which holds a while longer or not."""
    settings.SECRET_KEY = NEW
    settings.SECRET_KEY_FALLBACKS = [FORMER] if kept else []


def test_a_visitor_s_token_outlives_an_exchange_as_long_as_the_former_key_is_kept(settings: Settings):
    settings.SECRET_KEY, session = FORMER, uuid4()
    token = tokens.make(session, 0)
    exchange(settings, kept=True)
    assert tokens.read(token).session == session

    exchange(settings, kept=False)
    with pytest.raises(tokens.TokenRefused, match="forged"):
        tokens.read(token)


@pytest.fixture
def staff(transactional_db: None, settings: Settings) -> Client:
    """Somebody of staff who logged in by the former key."""
    settings.SECRET_KEY = FORMER
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("sam", password="a long and dull one"))
    return client


def test_staff_stay_logged_in_as_long_as_the_former_key_is_kept(settings: Settings, staff: Client):
    exchange(settings, kept=True)
    assert staff.get("/admin/password_change/").status_code == 200


@pytest.mark.parametrize("ask", ["/admin/password_change/", "/api/v1/sessions", "/ws/staff/"])
def test_an_open_page_s_cookie_holds_whatever_is_asked_by_it_first(
    settings: Settings, staff: Client, ask: str
):
    key = staff.cookies[settings.SESSION_COOKIE_NAME].value
    exchange(settings, kept=True)
    if ask == "/ws/staff/":
        assert badge_of(key)
    else:
        assert staff.get(ask).status_code == 200

    page = Client()
    page.cookies[settings.SESSION_COOKIE_NAME] = key
    assert page.get("/admin/password_change/").status_code == 200
    assert badge_of(key)


def test_a_page_that_is_used_holds_once_the_former_key_is_gone(settings: Settings, staff: Client):
    exchange(settings, kept=True)
    staff.get("/admin/password_change/")
    exchange(settings, kept=False)
    assert staff.get("/admin/password_change/").status_code == 200


def test_a_log_in_by_a_former_key_ends_with_the_password_all_the_same(settings: Settings, staff: Client):
    key = staff.cookies[settings.SESSION_COOKIE_NAME].value
    sam = get_user_model().objects.get()
    sam.set_password("another long and dull one")
    sam.save()
    exchange(settings, kept=True)
    assert badge_of(key) is None
    assert staff.get("/api/v1/sessions").status_code == 401
    assert staff.get("/admin/password_change/").status_code == 302
    assert not Session.objects.exists()


async def test_an_async_view_is_told_the_same(settings: Settings, staff: Client, rf: RequestFactory):
    exchange(settings, kept=True)
    request = rf.get("/")
    request.session = SessionStore(staff.cookies[settings.SESSION_COOKIE_NAME].value)
    KeepLogins(lambda _: HttpResponse()).process_request(request)
    assert (await request.auser()).get_username() == "sam"
    assert request.user.get_username() == "sam"
