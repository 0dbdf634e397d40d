"""A deployment that nobody reaches, that anybody opens, or whose processes disagree, is named."""

import pytest
from django.contrib.auth import get_user_model
from django.core.checks import run_checks
from django.db import connection
from pytest_django.fixtures import Settings

from ezgraph_site.env import Environment

pytestmark = pytest.mark.django_db

SHARED = {"EZGRAPH_SECRET_KEY": "x" * 40, "EZGRAPH_ENCRYPTION_KEYS": "y"}


@pytest.fixture(autouse=True)
def _sound(settings: Settings) -> None:
    """A deployment of which nothing is told."""
    settings.ALLOWED_HOSTS = ["chat.example.org"]
    settings.ENVIRONMENT = Environment(SHARED)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # soon done


def found(*, deploy: bool = True) -> list[str]:
    faults = run_checks(include_deployment_checks=deploy, databases=["default"])
    return [str(fault.id) for fault in faults if str(fault.id).startswith("ezgraph.site.")]


def test_nothing_is_told_of_a_sound_deployment():
    assert found() == []


def test_names_of_this_machine_only_are_named_before_the_public_comes(settings: Settings):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]

    assert found() == ["ezgraph.site.W001"]
    assert found(deploy=False) == []


def test_any_name_is_named(settings: Settings):
    settings.ALLOWED_HOSTS = ["chat.example.org", "*"]

    assert found() == ["ezgraph.site.W002"]


@pytest.mark.parametrize("left", list(SHARED))
def test_keys_of_a_folder_are_named_where_others_can_serve_the_database(settings: Settings, left: str):
    settings.ENVIRONMENT = Environment({name: value for name, value in SHARED.items() if name != left})

    assert found() == (["ezgraph.site.W003"] if connection.vendor == "postgresql" else [])


@pytest.mark.parametrize("password", ["admin", "changeme", "sam"])
def test_a_password_that_is_tried_first_is_named(password: str):
    users = get_user_model().objects
    users.create_superuser("sam", password=password)
    users.create_superuser("kim", password="a long and dull one")

    assert found() == ["ezgraph.site.W004"]
    assert found(deploy=False) == []
