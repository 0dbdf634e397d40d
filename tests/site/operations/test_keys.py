"""The secret key can be exchanged while customers talk, see docs/keys.md."""

from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from pytest_django.fixtures import Settings

from conversations.access import tokens

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


@pytest.mark.django_db
def test_staff_stay_logged_in_as_long_as_the_former_key_is_kept(settings: Settings):
    settings.SECRET_KEY = FORMER
    staff = Client()
    staff.force_login(get_user_model().objects.create_superuser("sam", password="a long and dull one"))
    exchange(settings, kept=True)
    assert staff.get("/admin/password_change/").status_code == 200
