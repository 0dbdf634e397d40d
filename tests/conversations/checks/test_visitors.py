"""What would lump visitors together, or let nobody vouch for them, is named."""

import pytest
from cryptography.fernet import Fernet
from django.core.checks import run_checks
from pytest_django.fixtures import Settings

from conversations.access import identity_secrets
from conversations.models import GraphSettings


def found(*, deploy: bool = False, databases: list[str] | None = None) -> list[str]:
    faults = run_checks(include_deployment_checks=deploy, databases=databases)
    return [str(fault.id) for fault in faults if str(fault.id).startswith("ezgraph.visitors.")]


def test_a_proxy_whose_address_would_be_everybody_s_is_named(settings: Settings):
    assert found(deploy=True) == []
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert found(deploy=True) == ["ezgraph.visitors.W001"]
    settings.EZGRAPH_TRUSTED_PROXIES = 1
    assert found(deploy=True) == []


@pytest.mark.django_db
def test_secrets_that_no_key_opens_and_origins_that_nobody_has_are_named(settings: Settings):
    row = GraphSettings(graph="quote", allowed_origins=["https://shop.example", "https://*.shop.example"])
    identity_secrets.put(row, {"first": "x" * 32})
    row.save()
    assert found(databases=["default"]) == []

    row.allowed_origins = ["shop.example", "https://shop.example/", 7]
    row.save()
    settings.EZGRAPH_ENCRYPTION_KEYS = (Fernet.generate_key().decode(),)
    assert found(databases=["default"]) == ["ezgraph.visitors.E001", *["ezgraph.visitors.W002"] * 3]
