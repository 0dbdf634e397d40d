"""Passwords cannot be tried as often as somebody likes."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from conversations import clock
from conversations.access import limits
from conversations.access.limits.logins import ADDRESS_A_MINUTE, MINUTE, NAME_A_MINUTE

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough one"


@pytest.fixture
def elapsed(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock, in seconds, for tests to set."""
    now = [1000.0]
    monkeypatch.setattr(clock, "elapsed", lambda: now[0])
    limits.forget()
    return now


@pytest.fixture(autouse=True)
def anna(elapsed: list[float]) -> User:
    return User.objects.create_superuser("anna", password=PASSWORD)


def login(client: Client, name: str = "anna", password: str = "wrong") -> str:
    answer = client.post("/admin/login/", {"username": name, "password": password}, follow=True)
    return answer.content.decode()


def test_too_many_attempts_for_a_name_wait_and_even_the_right_password_does(client, elapsed):
    for _ in range(NAME_A_MINUTE):
        assert "too many attempts" not in login(client)

    assert "too many attempts to log in under this name" in login(client, password=PASSWORD)
    assert "_auth_user_id" not in client.session

    elapsed[0] += MINUTE
    login(client, password=PASSWORD)
    assert "_auth_user_id" in client.session


def test_whoever_logs_in_without_being_sent_comes_to_home(client):
    answer = client.post("/admin/login/", {"username": "anna", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")


def test_whoever_was_sent_to_log_in_goes_on_there_and_never_to_another_site(client):
    for asked, comes_to in (("/admin/auth/user/", "/admin/auth/user/"), ("//evil.example/", "/admin/")):
        client.logout()
        answer = client.post(f"/admin/login/?next={asked}", {"username": "anna", "password": PASSWORD})
        assert answer["Location"] == comes_to


def test_a_name_in_other_letters_is_the_same_name(client):
    for name in ("anna", "Anna", "ANNA", "aNNa", "annA"):
        login(client, name)
    assert "under this name" in login(client)


def test_an_address_that_tries_many_names_waits(client):
    for number in range(ADDRESS_A_MINUTE):
        assert "too many attempts" not in login(client, f"name {number}")
    assert "from your network" in login(client, "somebody else")


def test_the_page_does_not_say_whether_there_is_such_a_name(client):
    unknown, known = login(client, "nobody"), login(client)
    assert ("enter the correct username" in unknown) == ("enter the correct username" in known)
