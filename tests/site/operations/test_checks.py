"""A deployment that nobody reaches, that anybody opens, or whose processes disagree, is named."""

from datetime import date

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
    settings.EZGRAPH_HTTPS = True
    settings.EZGRAPH_BUSINESS_DATE = None
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


@pytest.mark.parametrize(
    ("name", "faults"),
    [
        ("https://chat.example.org", ["ezgraph.site.E001"]),
        ("chat.example.org:443", ["ezgraph.site.E001"]),
        ("chat.example.org/", ["ezgraph.site.E001"]),
        ("my_chat", ["ezgraph.site.E001"]),
        ("grüße.example", ["ezgraph.site.E001"]),
        (".example.org", []),
        ("Chat.Example.org", []),
        ("[2001:db8::1]", []),
        ("10.0.0.5", []),
    ],
    ids=["scheme", "port", "path", "underscore", "umlaut", "subdomains", "capitals", "ipv6", "ipv4"],
)
def test_a_name_that_no_request_can_have_is_an_error(settings: Settings, name: str, faults: list[str]):
    settings.ALLOWED_HOSTS = [name]

    assert found(deploy=False) == faults


def test_a_date_that_stands_still_is_named_before_the_public_comes(settings: Settings):
    settings.EZGRAPH_BUSINESS_DATE = date(2026, 1, 2)

    assert found() == ["ezgraph.site.W005"]
    assert found(deploy=False) == []


def test_a_site_without_https_is_named_by_its_setting(settings: Settings):
    settings.EZGRAPH_HTTPS = False

    assert found() == ["ezgraph.site.W006"]


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
